//! One mention per person and message: other lines have the name instead.

use std::collections::HashMap;

use super::player_name::{escaped, shown_name};
use super::table_view::mention;
use kradan_table::PlayerId;

/// Whether a text mentions one of these players twice.
pub(crate) fn repeats_mention(text: &str, players: &[PlayerId]) -> bool {
    players.iter().any(|&player| text.matches(&mention(player)).count() > 1)
}

/// Leaves one mention of each player, and replaces the others by names. The first `told` lines are
/// events, and the next one is whose turn it is, if `is_turn`. The mention stays in the line of the
/// turn, else in the last event, else in the first other line.
pub(crate) fn mention_once(
    lines: &mut [String],
    (told, is_turn): (usize, bool),
    names: &HashMap<PlayerId, String>,
) {
    let (told, rest) = lines.split_at_mut(told);
    let (turn, rest) = rest.split_at_mut(usize::from(is_turn));
    let mut lines: Vec<&mut String> =
        turn.iter_mut().chain(told.iter_mut().rev()).chain(rest).collect();
    for (&player, name) in names {
        let (mention, name) = (mention(player), escaped(&shown_name([name.as_str()])));
        let mut is_mentioned = false;
        for line in &mut lines {
            let Some(at) = line.find(&mention) else { continue };
            let kept = if is_mentioned { at } else { at + mention.len() };
            let rest = line[kept..].replace(&mention, &name);
            line.replace_range(kept.., &rest);
            is_mentioned = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn once(lines: &[&str], told: usize, is_turn: bool) -> Vec<String> {
        let names = [(1, "Ann"), (2, "*Ben*"), (3, " ")];
        let names = names.map(|(id, name)| (PlayerId(id), name.to_owned()));
        let mut lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        mention_once(&mut lines, (told, is_turn), &HashMap::from(names));
        lines
    }

    #[test]
    fn the_line_of_the_turn_keeps_its_mention_and_of_the_others_the_nearest() {
        assert_eq!(
            once(
                &["<@2> played d3.", "<@1> passes.", "<@2>, your turn.", "<@1> has a day."],
                2,
                true
            ),
            ["\\*Ben\\* played d3.", "<@1> passes.", "<@2>, your turn.", "Ann has a day."]
        );
        let result = once(&["<@1> played a1.", "**<@1>** wins.", "<@1> – <@2>"], 2, false);
        assert_eq!(result, ["Ann played a1.", "**<@1>** wins.", "Ann – <@2>"]);
        let thrown = once(&["<@2> throws: <@2> is Sente.", "<@3>, <@3>"], 2, false);
        assert_eq!(thrown, ["<@2> throws: \\*Ben\\* is Sente.", "<@3>, ?"]);
        assert_eq!(once(&[], 0, false), Vec::<String>::new());
    }

    #[test]
    fn repetitions_are_seen() {
        let players = [PlayerId(1), PlayerId(2)];
        assert!(repeats_mention("<@1> <@2> <@1>", &players));
        assert!(!repeats_mention("<@1> <@12> <@2> <@3> <@3>", &players));
    }
}
