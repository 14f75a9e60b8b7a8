//! The description of a picture says all that the picture shows: read back, it is the position.
//!
//! The reader is made from the Fluent files alone. It knows which messages there are and in which
//! order they come, and turns each into a pattern in which a variable is any of the names that may
//! stand there.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use kradan_i18n::{ALT_MAX, Language, alt, board};
use kradan_rules::Facts;
use kradan_rules::{
    Game, GameKind, Position as _, Record, Side, Square, Verdict, each_game, each_kind,
};
use kradan_tested_games::walk;
use kradan_tested_games::{BesideSentence, DescribedGame, TestedGame};
use regex_lite::{Captures, Regex};

/// How many random positions are described, all games together.
const POSITIONS: usize = 10_000;

/// What a description says, in no language: messages and squares.
#[derive(Debug, Default, PartialEq)]
struct Told {
    /// Whose turn it is, and whether in check; none once the game is over.
    turn: Option<(String, bool)>,
    /// Who won, or a draw.
    verdict: Option<String>,
    /// The message of the reason.
    reason: Option<String>,
    /// Side and piece of each square that is taken.
    squares: BTreeMap<String, (String, String)>,
    /// Side and piece, and how many of it are in hand.
    hands: BTreeMap<(String, String), u8>,
    /// Message, side, number and limit.
    count: Option<(String, String, u8, u8)>,
}

impl Told {
    /// A king is a king whichever of its two names it has.
    fn stands(&mut self, square: &str, side: &str, piece: &str) {
        let piece = if piece.starts_with("ogi-king-") { "ogi-king" } else { piece };
        let taken = self.squares.insert(square.to_owned(), (side.to_owned(), piece.to_owned()));
        assert_eq!(taken, None, "two pieces on {square}");
    }
}

/// Reads descriptions of one game in one language.
struct Reader {
    kind: GameKind,
    messages: HashMap<String, Pattern<String>>,
    /// The message of each name: of sides, pieces and reasons.
    names: HashMap<&'static str, HashMap<String, String>>,
    /// The whole description, with its big parts captured.
    whole: Vec<(&'static str, Regex)>,
    piece: Option<Regex>,
    comma: String,
}

fn messages(language: Language) -> HashMap<String, Pattern<String>> {
    let games = GameKind::ALL.map(|kind| format!("games/{kind}"));
    let files = games.into_iter().chain(["position".to_owned()]);
    let entries = files.flat_map(|file| {
        let file = format!("assets/i18n/{language}/{file}.ftl");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
        fluent_syntax::parser::parse(std::fs::read_to_string(path).unwrap()).unwrap().body
    });
    let messages = entries.filter_map(|entry| match entry {
        Entry::Message(message) => Some((message.id.name, message.value.unwrap())),
        _ => None,
    });
    messages.collect()
}

impl Reader {
    fn new(kind: GameKind, language: Language) -> Reader {
        let mut reader = Reader {
            kind,
            messages: messages(language),
            names: HashMap::new(),
            whole: Vec::new(),
            piece: None,
            comma: String::new(),
        };
        reader.comma = reader.plain("comma");
        reader.name("game", &[&kind.to_string()]);
        reader.name("side", &["first", "second"].map(|side| format!("{kind}-{side}")));
        let reasons = reader.messages.keys().filter(|message| message.starts_with("reason-"));
        let reasons: Vec<String> = reasons.cloned().collect();
        reader.name("reason", &reasons);
        let pieces = each_kind!(kind, P => P::PIECES);
        let pieces: Vec<String> = pieces.iter().map(|piece| format!("{kind}-{piece}")).collect();
        if !pieces.is_empty() {
            reader.name("piece", &pieces);
            reader.piece = Some(regex(&format!("^{}$", reader.pattern("piece"))));
        }
        reader.whole = reader.wholes();
        reader
    }

    /// Remembers how some messages without variables sound, as values of a variable.
    fn name(&mut self, variable: &'static str, messages: &[impl AsRef<str>]) {
        let named = messages.iter().map(|message| {
            let message = message.as_ref();
            (self.plain(message), message.to_owned())
        });
        let named = named.collect();
        self.names.insert(variable, named);
    }

    fn plain(&self, message: &str) -> String {
        let texts = self.messages[message].elements.iter().map(|element| match element {
            PatternElement::TextElement { value }
            | PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::StringLiteral { value }),
            } => value.as_str(),
            PatternElement::Placeable { .. } => panic!("{message} has variables"),
        });
        texts.collect()
    }

    /// A message as a regular expression.
    fn pattern(&self, message: &str) -> String {
        self.of_pattern(&self.messages[message])
    }

    fn of_pattern(&self, pattern: &Pattern<String>) -> String {
        let parts = pattern.elements.iter().map(|element| match element {
            PatternElement::TextElement { value } => regex_lite::escape(value),
            PatternElement::Placeable { expression: Expression::Inline(inline) } => match inline {
                InlineExpression::VariableReference { id } => self.any(&id.name),
                other => panic!("{other:?}"),
            },
            PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
                let variants: Vec<String> =
                    variants.iter().map(|variant| self.of_pattern(&variant.value)).collect();
                // Only the number differs between the variants; the last one has it captured.
                format!(
                    "(?:{})",
                    variants.join("|").replacen("(?<count>", "(?:", variants.len() - 1)
                )
            }
        });
        parts.collect()
    }

    /// Whatever may stand for a variable, captured by its name.
    fn any(&self, variable: &str) -> String {
        let values = match variable {
            "game" | "side" | "reason" | "piece" => {
                let mut names: Vec<&String> = self.names[variable].keys().collect();
                names.sort_by_key(|name| std::cmp::Reverse(name.len()));
                let names: Vec<String> =
                    names.into_iter().map(|name| regex_lite::escape(name)).collect();
                names.join("|")
            }
            "first" | "second" => self.plain(&format!("{}-{variable}", self.kind)),
            "count" | "number" | "limit" | "first-count" | "second-count" => r"\d+".to_owned(),
            "squares" => "[a-h][1-8](?: [a-h][1-8])*".to_owned(),
            "pieces" | "what" => ".+?".to_owned(),
            other => panic!("what can {other} be?"),
        };
        format!("(?<{}>{values})", variable.replace('-', "_"))
    }

    /// A sentence, captured as a whole, what is in it not.
    fn sentence(&self, name: &str, messages: &[&str]) -> String {
        let inner = messages.iter().map(|message| {
            let pattern = self.pattern(message);
            let bare = Regex::new(r"\(\?<\w+>").unwrap().replace_all(&pattern, "(?:").into_owned();
            // Each side's own sentence begins with its own name.
            let side = format!("(?:{})", &self.any("side")[8..].trim_end_matches(')'));
            let which = name.rsplit('_').next().unwrap();
            match which {
                "first" | "second" => {
                    let own = self.plain(&format!("{}-{which}", self.kind));
                    assert!(bare.contains(&side), "{bare} without {side}");
                    bare.replacen(&side, &regex_lite::escape(&own), 1)
                }
                _ => bare,
            }
        });
        format!("(?<{name}>{})", inner.collect::<Vec<_>>().join("|"))
    }

    /// The description, in the order of its sentences.
    fn wholes(&self) -> Vec<(&'static str, Regex)> {
        let gap = regex_lite::escape(&self.plain("gap"));
        let standing: [&'static str; 6] =
            ["to-move", "to-move-check", "won", "won-by", "drawn", "drawn-by"];
        let (army, besides) = each_kind!(self.kind, P => (P::ARMY, P::BESIDE));
        let pattern = |beside: &BesideSentence| {
            let sentence = self.sentence(beside.name, beside.messages);
            let is_optional = if beside.is_always_there { "" } else { "?" };
            format!("(?:{gap}{sentence}){is_optional}")
        };
        let beside = besides.iter().map(pattern).collect::<Vec<_>>().concat();
        let armies = ["first", "second"].map(|side| self.sentence(side, army));
        let [first, second] = armies;
        let last = self.sentence("last", &["last-move"]);
        let regexes = standing.map(|message| {
            let head = self.pattern(message);
            let all = format!("^{head}{beside}{gap}{first}{gap}{second}(?:{gap}{last})?$");
            (message, regex(&all))
        });
        regexes.to_vec()
    }

    fn read(&self, text: &str) -> Told {
        let mut readings = self
            .whole
            .iter()
            .filter_map(|(message, regex)| Some((*message, regex.captures(text)?)));
        let (message, found) = readings.next().unwrap_or_else(|| panic!("not read: {text}"));
        assert!(readings.next().is_none(), "read in two ways: {text}");
        let mut told = Told::default();
        let named = |name: &str| found.name(name).map(|found| found.as_str());
        let side = named("side").map(|side| self.names["side"][side].clone());
        match message {
            "to-move" => told.turn = side.map(|side| (side, false)),
            "to-move-check" => told.turn = side.map(|side| (side, true)),
            "won" | "won-by" => told.verdict = side,
            _ => told.verdict = Some("draw".to_owned()),
        }
        told.reason = named("reason").map(|reason| self.names["reason"][reason].clone());
        for side in ["first", "second"] {
            self.read_army(&mut told, side, named(side).unwrap());
            if let Some(hand) = named(&format!("hand_{side}")) {
                self.read_hand(&mut told, side, hand);
            }
        }
        if let Some(count) = named("counted") {
            told.count = Some(self.read_count(count));
        }
        told
    }

    fn captures<'t>(&self, message: &str, text: &'t str) -> Option<Captures<'t>> {
        regex(&format!("^{}$", self.pattern(message))).captures(text)
    }

    fn read_army(&self, told: &mut Told, side: &str, sentence: &str) {
        let Some(piece) = &self.piece else {
            let Some(found) = self.captures("discs", sentence) else { return };
            let squares: Vec<&str> = found["squares"].split(' ').collect();
            // Where the singular is a variant of its own, no number is captured in it.
            let count = found.name("count").map_or("1", |count| count.as_str());
            assert_eq!(count, squares.len().to_string());
            return squares.iter().for_each(|square| told.stands(square, side, "disc"));
        };
        let found = self.captures("pieces", sentence).unwrap();
        for group in found["pieces"].split(&self.comma) {
            let found = piece.captures(group);
            let found = found.unwrap_or_else(|| panic!("no piece: {group:?}"));
            for square in found["squares"].split(' ') {
                told.stands(square, side, &self.names["piece"][&found["piece"]]);
            }
        }
    }

    fn read_hand(&self, told: &mut Told, side: &str, sentence: &str) {
        if self.captures("hand-empty", sentence).is_some() {
            return;
        }
        let found = self.captures("hand", sentence).unwrap();
        for held in found["pieces"].split(&self.comma) {
            let (name, count) = if let Some(name) = self.names["piece"].get(held) {
                (name, 1)
            } else {
                let found = self.captures("held", held).unwrap();
                (&self.names["piece"][&found["piece"]], found["count"].parse().unwrap())
            };
            told.hands.insert((side.to_owned(), name.clone()), count);
        }
    }

    fn read_count(&self, sentence: &str) -> (String, String, u8, u8) {
        let counts = ["count-board", "count-pieces", "count-pieces-due"];
        let read = counts.iter().find_map(|message| {
            let found = self.captures(message, sentence)?;
            let number = |name: &str| found[name].parse().unwrap();
            let side = self.names["side"][&found["side"]].clone();
            Some(((*message).to_owned(), side, number("number"), number("limit")))
        });
        read.unwrap()
    }
}

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"))
}

/// What a description of a game should say.
fn expected(game: &Game, result: Option<Verdict>) -> Told {
    let mut told = Told::default();
    let (turn, verdict, reason) = match (game.outcome(), result) {
        (Some(outcome), _) => (None, Some(outcome.verdict), Some(outcome.reason)),
        (None, Some(verdict)) => (None, Some(verdict), None),
        (None, None) => (Some(turn(game)), None, None),
    };
    let named = |it: Side| format!("{}-{}", game.kind(), side_name(it));
    told.turn = turn.map(|turn| (named(turn), game.is_check()));
    told.verdict = verdict.map(|verdict| match verdict {
        Verdict::Win(winner) => named(winner),
        Verdict::Draw => "draw".to_owned(),
    });
    told.reason = reason.map(|reason| format!("reason-{reason}"));
    each_game!(game, record => describe(record.position(), &mut told));
    told
}

/// What a description of a position should say of its pieces and of what is beside the board.
fn describe<P: DescribedGame>(position: &P, told: &mut Told) {
    let message = |piece: &str| match P::PIECES {
        [] => piece.to_owned(),
        _ => format!("{}-{piece}", P::KIND),
    };
    for square in Square::all() {
        if let Some((owner, piece)) = position.piece_on(square) {
            told.stands(&square.to_string(), side_name(owner), &message(&piece));
        }
    }
    for (owner, piece, count) in position.in_hand() {
        told.hands.insert((side_name(owner).to_owned(), message(&piece)), count);
    }
    told.count = position.described_count().map(|count| {
        let side = format!("{}-{}", P::KIND, side_name(count.side));
        (count.message.to_owned(), side, count.number, count.limit)
    });
}

fn side_name(side: Side) -> &'static str {
    if side == Side::First { "first" } else { "second" }
}

fn turn(game: &Game) -> Side {
    each_game!(game, record => record.position().turn())
}

/// A description fits and says what it should.
#[track_caller]
fn assert_told(reader: &Reader, language: Language, game: &Game, result: Option<Verdict>) {
    let text = alt(&Facts::of(game, result), language);
    assert!(text.encode_utf16().count() <= ALT_MAX, "{} characters: {text}", text.len());
    assert!(!text.contains(char::is_control), "{text:?}");
    assert_eq!(reader.read(&text), expected(game, result), "{text}");
}

/// Positions of random games, a few of each, as games that know their past.
fn random<P: TestedGame>(count: usize) -> Vec<Game> {
    let mut games = Vec::new();
    for seed in 0.. {
        let whole = walk::<P>(seed, 300);
        let mut rng = fastrand::Rng::with_seed(seed);
        let plies = whole.moves().len();
        // The end of every game, and some positions on the way.
        for at in (0..7).map(|_| rng.usize(..=plies)).chain([plies]) {
            let mut record = Record::<P>::default();
            for &mv in &whole.moves()[..at] {
                record.play(mv).unwrap();
            }
            games.push(P::game(record));
            if games.len() == count {
                return games;
            }
        }
    }
    games
}

#[test]
fn every_description_reads_back_into_its_position() {
    assert_eq!(ALT_MAX, 1_024);
    let each = POSITIONS / GameKind::ALL.len() + 1;
    let games = GameKind::ALL.map(|kind| each_kind!(kind, P => random::<P>(each)));
    assert!(games.iter().map(Vec::len).sum::<usize>() >= POSITIONS);
    let counted = games.iter().flatten().filter(|game| expected(game, None).count.is_some());
    assert!(counted.count() > 300, "too few counts");
    for language in Language::ALL {
        for games in &games {
            let reader = Reader::new(games[0].kind(), language);
            for game in games {
                assert_told(&reader, language, game, None);
            }
        }
    }
}

/// The most that there can be to say.
#[test]
fn the_longest_descriptions_fit() {
    let positions = [
        (GameKind::Othello, format!("{} X", "X".repeat(64))),
        (GameKind::Othello, format!("{} O", "O".repeat(64))),
        (GameKind::Othello, format!("{} O", "XO".repeat(32))),
        // All pieces, and all bia turned over.
        (
            GameKind::Makruk,
            "k7/m~m~m~m~m~m~m~m~/mnnssrr1/8/8/MNNSSRR1/M~M~M~M~M~M~M~M~/K7 w".to_owned(),
        ),
        // Every kind of piece on both sides, promoted and not where there are enough.
        (
            GameKind::Ogi,
            "l+n+s1k^3/i+r+b1s1n+l/ppp+p+p+p+p+p/8/8/PPP+P+P+P+P+P/+IRB1S1N+L/L+N+S1K^3 / O/o"
                .to_owned(),
        ),
    ];
    for (kind, position) in positions {
        let game = Game::from_position(kind, &position).unwrap();
        for language in Language::ALL {
            let reader = Reader::new(kind, language);
            for result in [None, Some(Verdict::Draw), Some(Verdict::Win(Side::Second))] {
                assert_told(&reader, language, &game, result);
            }
        }
    }
}

#[test]
fn what_the_players_decided_is_told() {
    let game = Game::new(GameKind::Othello);
    let told = |result, language| alt(&Facts::of(&game, Some(result)), language);
    let won = Verdict::Win(Side::Second);
    assert!(told(won, Language::English).starts_with("Othello, White has won. Black, 2 discs: "));
    assert!(told(won, Language::Dutch).starts_with("Othello, Wit heeft gewonnen. Zwart, 2 "));
    assert!(told(won, Language::Thai).starts_with("โอเทลโล่ จบเกม ฝ่ายขาวชนะ ฝ่ายดำ 2 ตัว: "));
    assert!(told(won, Language::Japanese).starts_with("オセロ、白の勝ち。黒の石2個："));
    assert!(told(Verdict::Draw, Language::English).starts_with("Othello, a draw. Black, "));
}

#[test]
fn the_last_move_is_told_with_what_it_did() {
    let last = |kind, position: &str, mv: &str, language| {
        let mut game = Game::from_position(kind, position).unwrap();
        game.play_text(mv).unwrap();
        alt(&Facts::of(&game, None), language)
    };
    let makruk = |language| last(GameKind::Makruk, "4k3/8/3n4/4P3/8/8/8/4K3 w", "e5d6", language);
    for (language, end) in [
        (Language::English, " Last move: White, bia from e5 to d6, captures ma, turns over."),
        (Language::Dutch, " Laatste zet: Wit, bia van e5 naar d6, slaat ma, wordt bia-ngai."),
        (Language::Thai, " ตาล่าสุด: ฝ่ายขาวเดินเบี้ยจาก e5 ไป d6, กินม้า, หงาย"),
        (Language::Japanese, "直前の手：白、e5のビアをd6へ、マーを取る、成る。"),
    ] {
        let text = makruk(language);
        assert!(text.ends_with(end), "{text}");
    }
    let drop = |language| last(GameKind::Ogi, "4k^3/8/8/8/8/8/8/4K^3 2P/ O/o", "P@d5", language);
    assert!(drop(Language::English).ends_with(" Last move: Sente drops pawn on d5."));
    assert!(drop(Language::Dutch).ends_with(" Laatste zet: Sente zet pion in op d5."));
    assert!(drop(Language::Thai).ends_with(" ตาล่าสุด: ฝ่ายเซ็นเตะวางเบี้ยที่ d5"));
    assert!(drop(Language::Japanese).ends_with("直前の手：先手、d5に歩を打つ。"));
}

#[test]
fn text_boards_have_the_grid_and_words() {
    for kind in GameKind::ALL {
        let game = Game::new(kind);
        let diagram = game.diagram();
        let grid: Vec<&str> = diagram.lines().take(10).collect();
        let boards = Language::ALL.map(|language| board(&game, None, Side::First, language));
        for (text, language) in boards.iter().zip(Language::ALL) {
            assert_eq!(text.grid.lines().collect::<Vec<_>>(), grid);
            let lines: Vec<&str> = text.words.lines().collect();
            let alt = alt(&Facts::of(&game, None), language);
            assert!(alt.starts_with(lines[0]), "{text:?}");
            assert!(lines.len() > 1 && text.grid.ends_with('\n'), "{text:?}");
        }
        let words = boards.iter().map(|it| &it.words);
        assert_eq!(words.collect::<std::collections::HashSet<_>>().len(), 4);
    }
    let othello = board(&Game::new(GameKind::Othello), None, Side::First, Language::English);
    assert!(
        othello.words.ends_with("\nDiscs: Black 2, White 2.\nX is Black, O is White."),
        "{othello:?}"
    );
}

/// The second side sees the same cells, turned by half a circle.
#[test]
fn text_boards_are_seen_from_the_side_of_their_reader() {
    for kind in GameKind::ALL {
        let mut game = Game::new(kind);
        let first_move = game.legal_moves()[0].clone();
        game.play_text(&first_move).unwrap();
        let cells = |side| -> Vec<String> {
            let text = board(&game, None, side, Language::English);
            text.grid.split_whitespace().map(str::to_owned).collect()
        };
        let mut turned = cells(Side::Second);
        turned.reverse();
        assert_eq!(turned, cells(Side::First));
        let words = |side| board(&game, None, side, Language::English).words;
        assert_eq!(words(Side::Second), words(Side::First));
    }
    let makruk = board(&Game::new(GameKind::Makruk), None, Side::Second, Language::English);
    assert!(makruk.grid.starts_with("  h g f e d c b a\n1 R N S M K S N R 1\n"), "{}", makruk.grid);
    assert!(makruk.grid.ends_with("8 r n s k m s n r 8\n  h g f e d c b a\n"), "{}", makruk.grid);
}
