//! One mention of a person in a message: the others are their name.

use super::bot::Bot;
use super::player_name::escaped;
use super::table_view::mention;
use crate::service::Store;
use crate::table::Table;

impl<S: Store> Bot<S> {
    /// A text in which each player of a table is mentioned at most once.
    pub(super) async fn mentioned_once(&self, table: &Table, text: String) -> String {
        let mut text = text;
        for player in table.players() {
            let mention = mention(player);
            if text.matches(&mention).nth(1).is_some() {
                text = named_again(&text, &mention, &escaped(&self.name(player).await));
            }
        }
        text
    }
}

/// Replaces all mentions of one person but the first.
fn named_again(text: &str, mention: &str, name: &str) -> String {
    let Some((before, after)) = text.split_once(mention) else { return text.to_owned() };
    format!("{before}{mention}{}", after.replace(mention, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_mention_stays() {
        assert_eq!(
            named_again("<@1>, <@2>, <@1> and <@1>", "<@1>", "Ann"),
            "<@1>, <@2>, Ann and Ann"
        );
        assert_eq!(named_again("nobody", "<@1>", "Ann"), "nobody");
    }
}
