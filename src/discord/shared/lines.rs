//! Lines about a game for one of its readers: as it stands in a list, and their note on it.

use super::bot::Bot;
use super::context::Caller;
use super::titles::has_offer_for;
use crate::discord::view::clock_lines::time_in_list;
use crate::discord::view::player_name::escaped;
use crate::discord::view::table_view::relative;
use crate::service::{ErrorChain, StoredTable};
use kradan_i18n::{self as i18n, Language, sentences};
use kradan_table::{PlayerId, TableId};

sentences! {
    /// How a game or a challenge stands.
    enum Sentence<'a> {
        /// A game in which it is the reader's turn.
        YourTurn => "line-game-waiting",
        /// A game of the opponent's turn with an offer that waits for the reader.
        OfferWaits => "line-game-offer-waits",
        /// A game that waits for the opponent.
        OpponentsTurn => "line-game-theirs",
        /// A challenge that waits for the reader.
        Received => "line-challenge-to-you",
        /// A challenge that the reader made.
        Sent => "line-challenge-by-you",
        /// When a challenge lapses.
        Lapses {
            until: &'a str,
        } => "line-challenge-lapses",
        /// The reader's note on a game.
        Note {
            text: &'a str,
        } => "line-note-below",
    }
}

pub(crate) fn is_own_turn(stored: &StoredTable, player: PlayerId) -> bool {
    stored.table.to_move().is_some_and(|(_, seat)| seat == player)
}

/// A running game or a challenge, as it stands in a list for one of its players.
pub(crate) fn line_in_list(
    stored: &StoredTable,
    player: PlayerId,
    (title, link): (&str, &str),
    language: Language,
) -> String {
    let table = &stored.table;
    let (state, time) = match table.challenged() {
        Some((by, _)) => {
            let until = table.deadline().map(relative).unwrap_or_default();
            let state = if by == player { Sentence::Sent } else { Sentence::Received };
            (state, Some(i18n::say(&Sentence::Lapses { until: &until }, language)))
        }
        None => {
            let state = if is_own_turn(stored, player) {
                Sentence::YourTurn
            } else if has_offer_for(table, player) {
                Sentence::OfferWaits
            } else {
                Sentence::OpponentsTurn
            };
            (state, time_in_list(table, language))
        }
    };
    let state = i18n::say(&state, language);
    let parts = [Some(state), Some(escaped(title)), time, Some(link.to_owned())];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The note of a reader on a game, as a line below what is shown to that reader alone.
pub(crate) async fn note(bot: &Bot, reader: &Caller, table: TableId) -> Option<String> {
    match bot.service.store().note(table, reader.id).await {
        Ok(note) => note.map(|note| {
            let text = note.text.replace('\n', " ");
            reader.say(&Sentence::Note { text: &text })
        }),
        Err(error) => {
            tracing::error!(error = %ErrorChain(&error), table = %table.0, "note on a game cannot be read");
            None
        }
    }
}
