//! Reads every path that a file of `src` names, macros included.
//!
//! A file is read as tokens, not as text: comments and strings name nothing.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A file of `src`, and the paths in it.
pub(crate) struct SourceFile {
    /// Relative to `src`.
    pub(crate) path: PathBuf,
    /// The file's module: `["rules", "ogi"]` for `rules/ogi/mod.rs`, empty for `lib.rs`.
    pub(crate) module: Vec<String>,
    pub(crate) names: Vec<Name>,
}

/// A path in a file.
pub(crate) struct Name {
    pub(crate) words: Vec<Word>,
    /// The local name of the path, if a `use` renames it.
    pub(crate) alias: Option<String>,
    pub(crate) place: Place,
    /// The module that contains it: the file's, or one within it.
    pub(crate) module: Vec<String>,
    /// Whether it is compiled only for tests.
    pub(crate) for_tests: bool,
}

/// The place of a path.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Place {
    /// In a `use` or an `extern crate`, where a single word is a path.
    Import,
    /// In a `pub use` or `pub(…) use`, which re-exports the name.
    ReExport,
    /// Behind `::`, which begins the path or ends a type: `<T as Trait>::`.
    BehindSeparator,
    Code,
}

/// A word of a path, and its line.
#[derive(Clone)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) line: usize,
}

fn word(token: &TokenTree) -> Word {
    let text = token.to_string();
    Word { text: text.trim_start_matches("r#").to_owned(), line: token.span().start().line }
}

/// Whether a path begins here: not a lifetime, a field, a method or the rest of another path.
fn starts_path(tokens: &[TokenTree], at: usize) -> bool {
    let before = |steps: usize| at.checked_sub(steps).map(|index| &tokens[index]);
    match before(1) {
        Some(token) if is_punct(token, '\'') => false,
        // `.await` is a word of its own; `..name` is the end of a range or of a struct.
        Some(token) if is_punct(token, '.') => {
            is_word(&tokens[at], "await") || before(2).is_some_and(|it| is_punct(it, '.'))
        }
        _ => true,
    }
}

fn is_path_separator(tokens: &[TokenTree], at: usize) -> bool {
    [at, at + 1].iter().all(|&at| tokens.get(at).is_some_and(|it| is_punct(it, ':')))
}

/// Whether `::` stands before a token, and not a single colon.
fn is_separator(tokens: &[TokenTree], at: usize) -> bool {
    at.checked_sub(2).is_some_and(|index| is_punct(&tokens[index], ':'))
}

fn is_punct(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

fn is_word(token: &TokenTree, text: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == text)
}

/// Whether the group is the content of an attribute `#[…]`.
fn is_attribute(tokens: &[TokenTree], at: usize) -> bool {
    at > 0 && is_punct(&tokens[at - 1], '#')
}

fn is_for_tests(attribute: &TokenStream) -> bool {
    let packed: String = attribute.to_string().split_whitespace().collect();
    packed == "cfg(test)"
}

/// The name of the module whose body the group is.
fn module_before(tokens: &[TokenTree], at: usize) -> Option<String> {
    (at >= 2 && is_word(&tokens[at - 2], "mod")).then(|| tokens[at - 1].to_string())
}

/// The files of the real `src`, sorted.
pub(crate) fn source_files() -> Vec<SourceFile> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    rust_files(&src, &mut paths);
    paths.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        SourceFile::read(path.strip_prefix(&src).unwrap(), &text)
    };
    paths.iter().map(read).collect()
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|it| it == "rs") {
            files.push(path);
        }
    }
}

impl SourceFile {
    /// Reads the text of a file with this path below `src`.
    pub(crate) fn read(path: &Path, text: &str) -> SourceFile {
        let mut module: Vec<String> =
            path.with_extension("").iter().map(|part| part.to_str().unwrap().to_owned()).collect();
        let for_tests = module.last().is_some_and(|name| name == "tests");
        if module.last().is_some_and(|name| name == "mod") || module == ["lib"] {
            module.pop();
        }
        let tokens: TokenStream = text.parse().expect("src compiles");
        let mut reader = Reader { module: module.clone(), for_tests, names: Vec::new() };
        reader.read(tokens);
        SourceFile { path: path.to_owned(), module, names: reader.names }
    }
}

/// Walks the tokens of a file.
struct Reader {
    module: Vec<String>,
    for_tests: bool,
    names: Vec<Name>,
}

impl Reader {
    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let outside_tests = self.for_tests;
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Group(group) => {
                    self.for_tests |= is_attribute(&tokens, at) && is_for_tests(&group.stream());
                    let module = module_before(&tokens, at);
                    self.module.extend(module.clone());
                    self.read(group.stream());
                    if module.is_some() {
                        self.module.pop();
                    }
                    if group.delimiter() == Delimiter::Brace {
                        self.for_tests = outside_tests;
                    }
                    at += 1;
                }
                TokenTree::Ident(_) if starts_path(&tokens, at) => {
                    let place = place_of(&tokens, at);
                    let (paths, behind) = paths_from(&tokens, at);
                    self.names.extend(paths.into_iter().map(|(words, alias)| Name {
                        words,
                        alias,
                        place,
                        module: self.module.clone(),
                        for_tests: self.for_tests,
                    }));
                    at = behind;
                }
                TokenTree::Ident(_) | TokenTree::Literal(_) => at += 1,
                TokenTree::Punct(punct) => {
                    if punct.as_char() == ';' {
                        self.for_tests = outside_tests;
                    }
                    at += 1;
                }
            }
        }
    }
}

fn place_of(tokens: &[TokenTree], at: usize) -> Place {
    let before = |steps: usize| at.checked_sub(steps).map(|index| &tokens[index]);
    match before(1) {
        Some(it) if is_word(it, "use") && before(2).is_some_and(ends_visibility) => Place::ReExport,
        Some(it) if is_word(it, "use") || is_word(it, "crate") => Place::Import,
        Some(it) if is_punct(it, ':') && is_separator(tokens, at) => Place::BehindSeparator,
        _ => Place::Code,
    }
}

/// Whether the token is `pub` or the parentheses of `pub(…)`.
fn ends_visibility(token: &TokenTree) -> bool {
    is_word(token, "pub")
        || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis)
}

/// A path, and the name that `as` gives it.
type Branch = (Vec<Word>, Option<String>);

/// The paths that begin at a word and the position behind them. A `use` with branches has several.
fn paths_from(tokens: &[TokenTree], at: usize) -> (Vec<Branch>, usize) {
    let mut path = vec![word(&tokens[at])];
    let mut at = at + 1;
    while is_path_separator(tokens, at) {
        match tokens.get(at + 2) {
            Some(next @ (TokenTree::Ident(_) | TokenTree::Punct(_)))
                if matches!(next, TokenTree::Ident(_)) || is_punct(next, '*') =>
            {
                path.push(word(next));
                at += 3;
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                return (branches(&path, group.stream()), at + 3);
            }
            // A type argument, or a token that ends the path.
            _ => return (vec![(path, None)], at + 2),
        }
    }
    let is_renamed = tokens.get(at).is_some_and(|it| is_word(it, "as"));
    let alias = tokens.get(at + 1).filter(|_| is_renamed).map(ToString::to_string);
    (vec![(path, alias)], at)
}

/// The paths of a group in a `use`, each prefixed with the path before the group.
fn branches(path: &[Word], group: TokenStream) -> Vec<Branch> {
    let tokens: Vec<TokenTree> = group.into_iter().collect();
    let mut paths = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let renames = at > 0 && is_word(&tokens[at - 1], "as");
        if (matches!(tokens[at], TokenTree::Ident(_)) || is_punct(&tokens[at], '*'))
            && !is_word(&tokens[at], "as")
            && !renames
        {
            let (branch, behind) = paths_from(&tokens, at);
            let whole = |(rest, alias): Branch| ([path, &rest].concat(), alias);
            paths.extend(branch.into_iter().map(whole));
            at = behind;
        } else {
            at += 1;
        }
    }
    paths
}
