line-report-title = Wat is er gebeurd?
line-report-reason = In hooguit 500 tekens
line-no-reason = Zeg alsjeblieft wat er gebeurd is.
line-report = **Melding** van { $name } in { $place }:
line-report-sent = De moderators van deze server hebben je melding: ze lezen die in { $channel }.
line-report-no-channel = Deze server heeft nog geen kanaal voor meldingen. Wie de server beheert, kan er een kiezen met `/{ command-server }`. Neem tot die tijd zelf contact op met de moderators.
line-report-no-server = Meldingen gaan naar de moderators van een server. Doe je melding daar.
line-report-not-allowed = Ik mag niet schrijven in het kanaal voor meldingen, dus niemand heeft je melding. Neem zelf contact op met de moderators van deze server.
line-report-too-many = Je hebt binnen een uur meerdere meldingen gestuurd. Neem zelf contact op met de moderators van deze server.

label-report = Melden bij de moderators
