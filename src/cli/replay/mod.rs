//! `kradan replay` plays a game move by move and prints what each move does.

mod lines;
mod page;

use std::io::{self, BufRead, Write};

use clap::Args;
use kradan_rules::Game;

use super::game::{self, GameArgs, GameError};
use super::games::last_ply;
use super::input::{self, InputError};

/// The arguments of `kradan replay`.
#[derive(Debug, Args)]
#[command(after_help = "\
In Makruk a move may act on the count: claim:e3e4, skip:e3e4, stop:e3e4.
Numbers before moves are passed over; an Othello transcript (f5d6c3) is read
too. Without any moves, those of the standard input are played. The first illegal
move ends the replay with exit code 2.

With --json, each ply is
{\"ply\",\"move\",\"pos\",\"check\",\"said\",\"count\",\"flipped\"|\"captured\"|\"promoted\"},
with \"act\" behind \"move\" where there was one; \"pos\" is the plain position, to
which count and house rule do not belong.

Example: kradan replay makruk --from '8/8/2n5/8/6k1/2K5/8/1r5S w' claim:h1h2 b1b2")]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Write a JSON object for each ply, and a last one with the result
    #[arg(long)]
    json: bool,
}

/// Why a replay failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReplayError {
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Input(#[from] InputError),
    #[error("cannot write the replay")]
    Write(#[from] io::Error),
}

/// Plays every move, up to the first illegal one.
pub(super) fn run(
    args: &ReplayArgs,
    input: impl BufRead,
    out: &mut impl Write,
) -> Result<(), ReplayError> {
    let game = args.game.start()?;
    let form = if args.json { ReplayForm::Lines } else { ReplayForm::Page };
    if args.game.moves.is_empty() {
        replay(game, input::lines(input).map(|read| read.map(|(_, line)| line)), form, out)
    } else {
        replay(game, [Ok(args.game.moves.join(" "))].into_iter(), form, out)
    }
}

/// What a replay looks like.
#[derive(Clone, Copy)]
enum ReplayForm {
    /// For people.
    Page,
    /// For scripts: JSON, an object a line.
    Lines,
}

fn replay(
    mut game: Game,
    inputs: impl Iterator<Item = Result<String, InputError>>,
    form: ReplayForm,
    out: &mut impl Write,
) -> Result<(), ReplayError> {
    if let ReplayForm::Page = form {
        page::write_start(&game, out)?;
    }
    for line in inputs {
        game::play_each(&mut game, &line?, |game| {
            let ply = last_ply(game).expect("a move was made just now");
            match form {
                ReplayForm::Page => page::write_ply(game, &ply, out)?,
                ReplayForm::Lines => lines::write_ply(game, &ply, out)?,
            }
            Ok::<_, ReplayError>(())
        })?;
    }
    match form {
        ReplayForm::Page => page::write_end(&game, out)?,
        ReplayForm::Lines => lines::write_end(&game, out)?,
    }
    Ok(())
}
