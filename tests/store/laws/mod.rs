//! The laws that every store obeys.

mod blocks;
mod boards;
mod commits;
mod counts;
mod due;
mod erasure;
mod followers;
mod jobs;
mod leaderboards;
mod limits;
mod lists;
mod notes;
mod outbox;
mod people;

use std::path::Path;

use kradan_store::Store;

/// Checks a store against all laws. `open` opens the store in a folder, which is empty at first.
pub(crate) fn laws<S: Store>(open: impl Fn(&Path) -> S) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    macro_rules! check {
        ($($law:path)*) => { $(
            let folder = tempfile::tempdir().unwrap();
            runtime.block_on($law(|| open(folder.path())));
        )* };
    }
    check! {
        commits::a_committed_change_is_found
        commits::a_game_that_ends_is_counted_by_its_kind
        commits::ratings_change_with_the_end_of_a_game
        leaderboards::players_of_a_server_are_listed_by_their_ratings
        commits::of_two_changes_to_a_revision_one_is_committed
        commits::an_interaction_changes_things_once
        commits::a_refused_change_stores_nothing
        commits::a_deleted_table_leaves_nothing
        commits::results_before_an_interaction_are_deleted
        lists::lists_follow_the_table
        lists::lists_begin_with_the_newest
        lists::challenges_are_listed_apart_from_games
        limits::no_more_challenges_wait_than_a_limit_allows
        limits::no_more_challenges_are_sent_in_a_time_than_a_limit_allows
        limits::a_challenge_without_a_game_counts_as_sent
        limits::two_challenges_to_the_same_player_are_apart_unless_the_first_led_to_a_game
        limits::received_challenges_are_limited_except_from_past_opponents
        limits::no_more_games_run_than_a_limit_allows
        limits::a_limit_is_checked_after_the_interaction_and_the_revision
        limits::concurrent_challenges_stay_within_a_limit
        limits::concurrent_acceptances_stay_within_a_limit
        followers::followers_are_told_of_what_they_want
        followers::followers_are_told_once_of_what_is_joined
        followers::no_more_follow_than_limits_allow
        erasure::nothing_is_left_of_an_erased_person
        erasure::an_erased_player_is_named_in_no_table_and_no_entry
        erasure::an_erased_player_is_named_in_none_of_many_entries
        notes::a_note_is_stored_until_its_table_is_deleted
        blocks::blocks_are_stored_for_both_directions
        blocks::no_more_people_are_blocked_than_a_limit_allows
        blocks::a_block_is_checked_within_the_commit
        due::due_tables_come_in_order
        jobs::a_job_is_claimed_by_one
        jobs::the_next_job_is_found
        jobs::a_job_with_another_task_is_not_done
        jobs::a_job_that_is_put_again_is_not_lost
        jobs::concurrent_claimants_share_no_job
        jobs::jobs_of_the_future_are_brought_forward
        counts::what_is_stored_and_what_waits_is_counted
        due::a_due_table_is_claimed_by_one
        due::a_pending_entry_is_claimed_by_one
        due::unwanted_entries_are_left_out
        due::concurrent_claimants_share_nothing
        commits::several_rows_are_read_in_one_call
        outbox::outbox_entries_are_pending_until_they_are_delivered
        outbox::an_outbox_entry_has_the_id_of_its_change
        outbox::an_entry_takes_the_place_of_the_one_that_it_joins
        outbox::a_postponed_entry_is_ready_later
        outbox::a_rescheduled_entry_keeps_its_attempts
        outbox::entries_of_a_group_are_told_with_their_leader
        boards::a_posted_board_is_not_replaced_by_an_older_one
        boards::what_came_of_an_old_message_is_queued_with_it
        boards::an_offer_that_stands_is_not_queued
        boards::a_message_that_is_queued_anew_stays_queued
        boards::a_replaced_board_is_queued_for_cleanup
        people::profiles_are_stored
        people::concurrent_changes_to_a_profile_are_all_made
        people::server_settings_are_stored
        people::concurrent_changes_to_server_settings_are_all_made
        people::tournaments_of_a_server_are_stored
        people::concurrent_changes_to_tournaments_are_all_made
        people::servers_whose_tournaments_are_due_are_found
        people::a_daily_puzzle_is_stored
        people::channel_access_is_stored
        people::readers_of_a_channel_are_stored
        people::what_a_visit_reads_is_as_it_is_stored
        outbox::an_entry_of_a_moved_table_is_delivered_in_two_steps
        outbox::missed_entries_are_kept_until_they_are_seen
        people::a_store_belongs_to_one_application
        people::the_last_heartbeat_is_stored
        due::due_times_do_not_depend_on_credits
        commits::concurrent_commits_are_all_stored
        commits::one_of_many_concurrent_commits_wins
        commits::a_closed_store_accepts_no_commit
    }
}
