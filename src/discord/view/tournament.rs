//! Tournaments as members see them: the invitation, the table and the end.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::clock_lines::rated_in_words;
use super::controls::{in_rows, labelled};
use super::custom_id::CustomId;
use super::message::{Button, ButtonStyle, File, Message, Picture, Pictured};
use super::player_name::{escaped, shown_name};
use super::preferences::Preferences;
use super::table_view::{absolute, mention, relative};
use crate::discord::limits::ALT_MAX;
use kradan_i18n::{self as i18n, Language, Line, TITLE_MAX, sentences};
use kradan_ratings::pairings::{GameResult, Place};
use kradan_render::{Bracket, CrossCell, CrossRow, CrossTable, Match};
use kradan_rules::{Side, Verdict, cut};
use kradan_table::{
    Format, PlayerId, Round, Tournament, TournamentEnd, TournamentGame, TournamentId,
};

/// The word of the custom ids: `tournament:ID.ACTION`.
pub(crate) const TOURNAMENT: &str = "tournament";

/// The longest name in a table, in characters: a message has room for sixteen.
const NAME_MAX: usize = 20;

/// The most winners that are named.
const WINNERS_NAMED: usize = 3;

sentences! {
    /// Lines of a tournament.
    enum Sentence<'a> {
        Title {
            game: &'a str,
        } => "line-tournament-title",
        Everybody => "line-tournament-everybody",
        Knockout => "line-tournament-knockout",
        /// When it begins.
        Begins {
            begins: &'a str,
            most: usize,
        } => "line-tournament-begins",
        /// What is judged, and what becomes of who drops out.
        Rules {
            count: usize,
        } => "line-tournament-rules",
        KnockoutRules {
            count: usize,
        } => "line-tournament-rules-knockout",
        Joined {
            joined: usize,
            most: usize,
            players: &'a str,
        } => "line-tournament-joined",
        /// When unfinished games are judged.
        Until {
            until: &'a str,
        } => "line-tournament-until",
        Rests => "line-tournament-rests",
        Place {
            name: &'a str,
            points: &'a str,
            tiebreak: &'a str,
            count: usize,
        } => "line-tournament-place",
        Struck {
            name: &'a str,
        } => "line-tournament-struck",
        Round {
            round: usize,
        } => "line-tournament-round",
        Open => "line-tournament-open",
        Bye {
            name: &'a str,
        } => "line-tournament-bye",
        /// To all players.
        Begun {
            players: &'a str,
        } => "line-tournament-begun",
        /// To all players.
        Ended {
            players: &'a str,
        } => "line-tournament-ended",
        /// Below the invitation.
        BegunThere {
            link: &'a str,
        } => "line-tournament-begun-there",
        Won {
            count: usize,
            players: &'a str,
        } => "line-tournament-won",
        NobodyWon => "line-tournament-nobody-won",
        Stopped => "line-tournament-stopped",
        TooFew => "line-tournament-too-few",
    }

    /// What stands on the buttons.
    enum Label<'a> {
        Join => "label-tournament-join",
        Leave => "label-tournament-leave",
        More => "label-tournament-more",
        TakeOver {
            name: &'a str,
        } => "label-tournament-take-over",
    }
}

/// A tournament as a message in a language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TournamentView<'a> {
    pub(crate) tournament: &'a Tournament,
    /// The names of its players, for descriptions.
    pub(crate) names: &'a HashMap<PlayerId, String>,
    pub(crate) language: Language,
}

/// A control of a tournament.
pub(crate) fn control(id: TournamentId, action: &str) -> CustomId {
    CustomId::new(TOURNAMENT).with(format_args!("{}.{action}", id.0))
}

/// The button to join.
pub(crate) fn join_button(id: TournamentId, language: Language) -> Button {
    labelled(control(id, "join"), &Label::Join, ButtonStyle::Success, language)
}

/// A hash of a message, to know whether it has changed.
pub(crate) fn content_of(message: &Message) -> u64 {
    let mut hasher = DefaultHasher::new();
    format!("{message:?}").hash(&mut hasher);
    hasher.finish()
}

impl TournamentView<'_> {
    fn say(&self, sentence: &Sentence<'_>) -> String {
        i18n::say(sentence, self.language)
    }

    /// The game, format, time control, and whether it is rated.
    pub(crate) fn title(&self) -> String {
        let terms = &self.tournament.terms;
        let game = i18n::game_name(terms.kind, self.language);
        let format = match terms.format {
            Format::RoundRobin => Sentence::Everybody,
            Format::Knockout => Sentence::Knockout,
        };
        let parts = [
            self.say(&Sentence::Title { game: &game }),
            self.say(&format),
            i18n::time_control(terms.pace, self.language),
            rated_in_words(terms.is_rated, self.language),
        ];
        parts.join(" · ")
    }

    /// The name of the thread of its games.
    pub(crate) fn thread_name(&self) -> String {
        let game = i18n::game_name(self.tournament.terms.kind, self.language);
        cut(&self.say(&Sentence::Title { game: &game }).replace('*', ""), TITLE_MAX - 1)
    }

    /// The message to join; later it says that the tournament has begun or ended.
    pub(crate) fn invitation(&self, table_link: Option<&str>) -> Message {
        let Tournament { id, terms, entrants, .. } = self.tournament;
        let mut lines = vec![self.title()];
        if let Some(end) = self.tournament.end {
            lines.extend(self.end_line(end));
            return Message::of(lines.join("\n"));
        }
        if let Some(link) = table_link {
            lines.push(self.say(&Sentence::BegunThere { link }));
            return Message::of(lines.join("\n"));
        }
        let begins = relative(terms.starts_at);
        lines.push(self.say(&Sentence::Begins { begins: &begins, most: terms.most }));
        lines.push(self.rules());
        let players = self.mentions();
        let (joined, most) = (entrants.len(), terms.most);
        lines.push(self.say(&Sentence::Joined { joined, most, players: &players }));
        let button =
            |action, label, style| labelled(control(*id, action), &label, style, self.language);
        Message::of(lines.join("\n")).with_buttons(vec![
            join_button(*id, self.language),
            button("unjoin", Label::Leave, ButtonStyle::Secondary),
            button("more", Label::More, ButtonStyle::Secondary),
        ])
    }

    /// The message with the present table.
    pub(crate) fn table(&self) -> Message {
        let tournament = self.tournament;
        let mut lines = vec![self.title()];
        match (tournament.end, tournament.rounds.last()) {
            (Some(end), _) => lines.extend(self.end_line(end)),
            (None, _) if tournament.paused_since.is_some() => {
                lines.push(self.say(&Sentence::Rests))
            }
            (None, Some(round)) => {
                lines.push(self.say(&Sentence::Until { until: &absolute(round.ends_at) }));
            }
            (None, None) => {}
        }
        let (below, picture) = match tournament.terms.format {
            Format::RoundRobin => self.cross_table(),
            Format::Knockout => self.bracket(),
        };
        let alt = cut(&self.in_plain_words(&below), ALT_MAX - 1);
        lines.extend(below);
        let shown = Preferences::default();
        let file = Some(File::Picture(Box::new(Picture {
            name: format!("tournament-{}", tournament.id.0),
            of: picture,
            theme: shown.theme,
            pieces: shown.pieces,
            alt,
        })));
        let rows = if tournament.is_over() { Vec::new() } else { in_rows(&self.buttons()) };
        Message { file, rows, ..Message::of(lines.join("\n")) }
    }

    /// The rules: how games are judged, and what happens on dropping out.
    pub(crate) fn rules(&self) -> String {
        let terms = &self.tournament.terms;
        let count = usize::from(terms.round_days);
        let rules = match terms.format {
            Format::RoundRobin => Sentence::Rules { count },
            Format::Knockout => Sentence::KnockoutRules { count },
        };
        format!("-# {}", self.say(&rules))
    }

    /// The table at the beginning, with a ping of all players.
    pub(crate) fn beginning(&self) -> Message {
        let players = self.mentions();
        let table = self.table();
        let begun = self.say(&Sentence::Begun { players: &players });
        Message { text: format!("{begun}\n{}", table.text), ping: self.players(), ..table }
    }

    /// The result, with a ping of all players.
    pub(crate) fn end(&self) -> Message {
        let message =
            if self.tournament.has_begun() { self.table() } else { self.invitation(None) };
        let players = self.mentions();
        let ended = self.say(&Sentence::Ended { players: &players });
        let text = format!("{ended}\n{}", message.text);
        Message { text, ping: self.players(), rows: Vec::new(), ..message }
    }

    fn end_line(&self, end: TournamentEnd) -> Option<String> {
        let winners = self.tournament.winners();
        let named = winners.iter().take(WINNERS_NAMED).map(|winner| self.escaped_name(*winner));
        let more = (winners.len() > WINNERS_NAMED).then(|| "…".to_owned());
        let players = named.chain(more).collect::<Vec<_>>().join(", ");
        Some(self.say(&match end {
            TournamentEnd::Played if winners.is_empty() => Sentence::NobodyWon,
            TournamentEnd::Played => Sentence::Won { count: winners.len(), players: &players },
            TournamentEnd::TooFew => Sentence::TooFew,
            TournamentEnd::Stopped => Sentence::Stopped,
        }))
    }

    fn buttons(&self) -> Vec<Button> {
        let Tournament { id, entrants, .. } = self.tournament;
        let offered = (0..).zip(entrants).filter(|(_, entrant)| entrant.is_offered).map(
            |(number, _): (usize, _)| {
                let name = &self.name(number);
                let action = format!("take-{number}");
                labelled(
                    control(*id, &action),
                    &Label::TakeOver { name },
                    ButtonStyle::Success,
                    self.language,
                )
            },
        );
        let more =
            labelled(control(*id, "more"), &Label::More, ButtonStyle::Secondary, self.language);
        offered.chain([more]).collect()
    }

    /// The standings, in words and as a picture.
    fn cross_table(&self) -> (Vec<String>, Pictured) {
        let places = self.tournament.standings();
        let line = |place: &Place| {
            let name = &self.escaped_name(place.player);
            if place.is_struck {
                return self.say(&Sentence::Struck { name });
            }
            let (points, tiebreak) = (quarters(2 * place.halves), quarters(place.quarters));
            let (points, tiebreak) = (&points, &tiebreak);
            self.say(&Sentence::Place { name, points, tiebreak, count: place.games })
        };
        let results: BTreeMap<(usize, usize), CrossCell> = self
            .tournament
            .games()
            .flat_map(|game| Side::ALL.map(|side| (game, side)))
            .map(|(game, side)| {
                ((game.pairing[side], game.pairing[!side]), cell(game.result, side))
            })
            .collect();
        let row = |(number, place): (usize, &Place)| CrossRow {
            number,
            cells: places
                .iter()
                .map(|other| {
                    results.get(&(place.player, other.player)).copied().unwrap_or(CrossCell::Own)
                })
                .collect(),
            points: quarters(2 * place.halves),
            is_struck: place.is_struck,
        };
        let rows = (1..).zip(&places).map(row).collect();
        let numbered = (1..).zip(places.iter().map(line));
        let lines = numbered.map(|(number, line): (usize, String)| format!("`{number:>2}` {line}"));
        (lines.collect(), Pictured::CrossTable(CrossTable { rows }))
    }

    /// The games of the last round, and all rounds as a picture.
    fn bracket(&self) -> (Vec<String>, Pictured) {
        let tournament = self.tournament;
        let mut lines = vec![self.say(&Sentence::Round { round: tournament.rounds.len() })];
        for pair in tournament.rounds.last().map_or(&[][..], |round| &round.order).chunks(2) {
            let known: Vec<usize> = pair.iter().flatten().copied().collect();
            match known[..] {
                [one, other] => lines.extend(self.game_line(one, other)),
                [alone] if pair.len() == 2 => {
                    lines.push(self.say(&Sentence::Bye { name: &self.numbered(alone) }));
                }
                _ => {}
            }
        }
        let playing = tournament.rounds.last().map_or(&[][..], |round| &round.order);
        let out = (0..tournament.entrants.len()).filter(|number| !playing.contains(&Some(*number)));
        let out: Vec<String> = out.map(|number| self.numbered(number)).collect();
        lines.extend((!out.is_empty()).then(|| format!("-# {}", out.join(" · "))));
        let mut rounds: Vec<Vec<Match>> = tournament.rounds.iter().map(matches_of).collect();
        // Later rounds are drawn too.
        while let Some(last) = rounds.last().filter(|matches| matches.len() > 1) {
            let next = last.chunks(2).map(|pair| Match {
                players: [pair.first(), pair.get(1)]
                    .map(|earlier| earlier.and_then(|earlier| earlier.winner)),
                winner: None,
            });
            rounds.push(next.collect());
        }
        let winner = tournament.winners().first().map(|number| number + 1);
        (lines, Pictured::Bracket(Bracket { rounds, winner }))
    }

    fn game_line(&self, one: usize, other: usize) -> Option<String> {
        let is_theirs = |game: &&TournamentGame| {
            Side::ALL.into_iter().all(|side| [one, other].contains(&game.pairing[side]))
        };
        let game = self.tournament.rounds.last()?.games.iter().find(is_theirs)?;
        let result = match game.result {
            GameResult::Open => self.say(&Sentence::Open),
            result => {
                let [first, second] = Side::ALL.map(|side| match cell(result, side) {
                    CrossCell::Won => "1",
                    CrossCell::Drawn => "½",
                    CrossCell::Lost | CrossCell::Open | CrossCell::Own => "0",
                });
                format!("**{first}–{second}**")
            }
        };
        let [first, second] = Side::ALL.map(|side| self.numbered(game.pairing[side]));
        Some(format!("{first} – {second} · {result}"))
    }

    fn players(&self) -> Vec<PlayerId> {
        let there = self.tournament.entrants.iter().filter(|entrant| !entrant.has_left);
        there.filter_map(|entrant| entrant.player).collect()
    }

    fn mentions(&self) -> String {
        self.players().into_iter().map(mention).collect::<Vec<_>>().join(", ")
    }

    /// A player of a knockout, with the number in its picture.
    fn numbered(&self, number: usize) -> String {
        format!("`{}` {}", number + 1, self.escaped_name(number))
    }

    fn escaped_name(&self, number: usize) -> String {
        escaped(&cut(&self.name(number), NAME_MAX))
    }

    fn name(&self, number: usize) -> String {
        match self.tournament.entrants[number].player {
            Some(player) => shown_name(self.names.get(&player).map(String::as_str)),
            None => i18n::line(&Line::ErasedPlayer, self.language),
        }
    }

    /// The lines without Markdown, as the description of the picture.
    fn in_plain_words(&self, lines: &[String]) -> String {
        lines.join(". ").replace(['*', '`', '\\'], "").replace("-# ", "")
    }
}

/// The games and byes of a knockout's round, by the numbers of their players from 1.
fn matches_of(round: &Round) -> Vec<Match> {
    let winners = round.order.chunks(2).map(|pair| {
        let alone = Round { order: pair.to_vec(), ..round.clone() };
        alone.winners().and_then(|winners| winners.into_iter().next().flatten())
    });
    let number = |player: &Option<usize>| player.map(|number| number + 1);
    let matches = round.order.chunks(2).zip(winners).map(|(pair, winner)| Match {
        players: [pair.first().and_then(number), pair.get(1).and_then(number)],
        winner: winner.map(|number| number + 1),
    });
    matches.collect()
}

fn cell(result: GameResult, side: Side) -> CrossCell {
    match result {
        GameResult::Open => CrossCell::Open,
        GameResult::Over(Verdict::Draw) => CrossCell::Drawn,
        GameResult::Over(Verdict::Win(winner)) if winner == side => CrossCell::Won,
        GameResult::Forfeited(by) if by[!side] && !by[side] => CrossCell::Won,
        GameResult::Over(_) | GameResult::Forfeited(_) => CrossCell::Lost,
    }
}

/// A number of quarters: `2½`.
fn quarters(quarters: u32) -> String {
    let part = ["", "¼", "½", "¾"][quarters as usize % 4];
    match quarters / 4 {
        0 if !part.is_empty() => part.to_owned(),
        whole => format!("{whole}{part}"),
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::discord::limits::CONTENT_MAX;
    use kradan_rules::GameKind;
    use kradan_table::{
        ChannelId, TableId, TimeControl, TournamentCommand, TournamentTerms, Venue,
    };

    #[test]
    fn sixteen_with_the_longest_names_fit() {
        let terms = |format| TournamentTerms {
            kind: GameKind::Makruk,
            format,
            pace: TimeControl::default(),
            is_rated: true,
            venue: Venue::Here,
            most: 16,
            starts_at: Timestamp::MAX,
            round_days: 90,
        };
        let now = Timestamp::UNIX_EPOCH;
        let player = |number: u64| PlayerId(1_300_000_000_000_000_000 + number);
        let names: HashMap<PlayerId, String> =
            (0..16).map(|number| (player(number), "_".repeat(32))).collect();
        for (format, language) in [Format::RoundRobin, Format::Knockout]
            .into_iter()
            .flat_map(|format| Language::ALL.map(|language| (format, language)))
        {
            let id = TournamentId(1);
            let mut tournament = Tournament::new(id, player(0), ChannelId(1), terms(format), "en");
            for number in 1..16 {
                let join = TournamentCommand::Join;
                tournament.apply(player(number), false, join, now).unwrap();
            }
            let view = |tournament: &Tournament| {
                let view = TournamentView { tournament, names: &names, language };
                [view.invitation(None), view.beginning(), view.end()].map(|message| message.text)
            };
            let invited = view(&tournament);
            tournament.pass_time(now, &BTreeMap::new(), &BTreeMap::new(), TableId(1));
            assert!(tournament.has_begun());
            let begun = view(&tournament);
            // Where all games are drawn all share the first place.
            let drawn = GameResult::Over(Verdict::Draw);
            let results = tournament.games().map(|game| (game.table, drawn)).collect();
            tournament.pass_time(now, &results, &BTreeMap::new(), TableId(900));
            for text in invited.into_iter().chain(begun).chain(view(&tournament)) {
                let length = text.chars().count();
                assert!(length <= CONTENT_MAX, "{language} {length}: {text}");
            }
        }
    }

    #[test]
    fn quarters_are_written_as_people_write_them() {
        assert_eq!([0, 1, 2, 4, 7, 30].map(quarters), ["0", "¼", "½", "1", "1¾", "7½"]);
    }
}
