command-server = server
command-server-description = Waar op deze server gespeeld wordt, door wie en in welke taal
help-server = `/{ command-server }` is voor wie een server beheert: waar gespeeld wordt en wie partijen mag beginnen.

line-server-heading = Instellingen van deze server
line-server-about = Zonder gekozen kanaal kan een partij in elk kanaal beginnen; zonder gekozen rol mag iedereen dat doen. Openbare berichten zijn in de taal van beide spelers; de taal die je hier kiest is voor spelers met verschillende talen.
line-server-ask-venue = Waar moet er op deze server gespeeld worden? Je antwoord geldt vanaf de volgende uitdaging, en met `/{ command-server }` pas je het later aan.
line-server-public-reports = Iedereen op deze server kan de meldingen in { $channel } lezen: kies een kanaal dat alleen moderators zien.
line-server-kept = Opgeslagen.
line-server-only-managers = Alleen wie deze server mag beheren, kan de instellingen wijzigen.

label-server-answer-here = In het kanaal
label-server-answer-thread = Elk in een eigen thread
label-server-here = Partijen: waar ze beginnen
label-server-thread = Partijen: in een eigen thread
label-server-boards-gone = Oude borden: weg
label-server-boards-line = Oude borden: één regel
label-server-boards-pictures = Oude borden: met plaatje
label-server-rated = Partijen: voor de rating
label-server-friendly = Partijen: niet voor de rating
label-server-language = Bij verschillende talen
label-server-no-language = Niet gekozen (Engels)
label-server-channels = Kanalen om te spelen (alle)
label-server-role = Wie mag beginnen (iedereen)
label-server-moderators = Meldingen van spelers (nergens)
