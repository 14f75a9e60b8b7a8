//! Finds circles among the files of a folder.
//!
//! The nodes of a folder are its files, its subfolders with everything in them, and `mod`, the file
//! that lists them. A node names another by a path to it, or by a path to what `mod` imports from
//! it. What `mod` defines itself belongs to `mod`. A `pub use` of `mod` re-exports a name and is no
//! use of its own, but a use of that name in the code of `mod` is. Code compiled only for tests
//! does not count: unit tests may name anything.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::reader::{Name, Place, SourceFile, source_files};

#[test]
fn no_files_of_a_folder_name_each_other_in_a_circle() {
    let circles: Vec<String> = circles_of(&source_files()).iter().map(Circle::report).collect();
    assert!(circles.is_empty(), "\n{}", circles.join("\n"));
}

type Module = Vec<String>;

/// An edge: one node of a folder names another, first at this place.
struct Edge {
    from: String,
    to: String,
    at: String,
}

/// Nodes of a folder of which each names the next, and the last names the first.
struct Circle {
    folder: Module,
    edges: Vec<Edge>,
}

impl Circle {
    /// The folder and the nodes in order: `store: mod → sled`.
    fn key(&self) -> String {
        let nodes: Vec<&str> = self.edges.iter().map(|edge| edge.from.as_str()).collect();
        format!("{}: {}", self.folder.join("/"), nodes.join(" → "))
    }

    fn report(&self) -> String {
        let lines: Vec<String> = self
            .edges
            .iter()
            .map(|edge| format!("    {} → {}  {}", edge.from, edge.to, edge.at))
            .collect();
        format!("{}\n{}", self.key(), lines.join("\n"))
    }
}

/// The shortest circle through each node of a circle, every circle once.
fn circles_of(files: &[SourceFile]) -> Vec<Circle> {
    let mut circles = Vec::new();
    for (folder, edges) in Crate::of(files).edges() {
        let mut keys = BTreeSet::new();
        for start in edges.keys() {
            let Some(nodes) = shortest_circle(start, &edges) else { continue };
            let steps = nodes.iter().zip(nodes.iter().cycle().skip(1));
            let edges = steps.map(|(from, to)| Edge {
                from: from.clone(),
                to: to.clone(),
                at: edges[from][to].clone(),
            });
            let circle = Circle { folder: folder.clone(), edges: edges.collect() };
            if keys.insert(circle.key()) {
                circles.push(circle);
            }
        }
    }
    circles
}

/// The nodes that each node names, each with the first place.
type Edges = BTreeMap<String, BTreeMap<String, String>>;

/// The nodes of the shortest way from a node back to itself, rotated so that the alphabetically
/// first comes first.
fn shortest_circle(start: &str, edges: &Edges) -> Option<Vec<String>> {
    let mut before: BTreeMap<&str, &str> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(node) = queue.pop_front() {
        for next in edges.get(node).into_iter().flat_map(BTreeMap::keys) {
            if next == start {
                let mut nodes = vec![node.to_owned()];
                let mut at = node;
                while at != start {
                    at = before[at];
                    nodes.push(at.to_owned());
                }
                nodes.reverse();
                let first = (0..nodes.len()).min_by_key(|&index| &nodes[index])?;
                nodes.rotate_left(first);
                return Some(nodes);
            }
            if !before.contains_key(next.as_str()) {
                before.insert(next, node);
                queue.push_back(next);
            }
        }
    }
    None
}

/// The module tree of some files.
struct Crate<'a> {
    files: &'a [SourceFile],
    modules: BTreeSet<&'a [String]>,
    /// The imports of each module by their local name, and whether the name is re-exported.
    imports: BTreeMap<Module, BTreeMap<String, (Module, Place)>>,
}

impl<'a> Crate<'a> {
    fn of(files: &'a [SourceFile]) -> Crate<'a> {
        let modules = files.iter().map(|file| file.module.as_slice()).collect();
        let mut found = Crate { files, modules, imports: BTreeMap::new() };
        for file in files {
            let mut imports = BTreeMap::new();
            for name in file.names.iter().filter(|name| name.module == file.module) {
                let is_import = matches!(name.place, Place::Import | Place::ReExport);
                let Some(path) = found.absolute(name).filter(|_| is_import) else { continue };
                let Some(last) = name.alias.clone().or_else(|| path.last().cloned()) else {
                    continue;
                };
                // `use self::b::{self}` imports `b`.
                let path = path.into_iter().filter(|word| word != "self").collect::<Module>();
                let last = if last == "self" { path.last().cloned().unwrap() } else { last };
                imports.insert(last, (path, name.place));
            }
            found.imports.insert(file.module.clone(), imports);
        }
        found
    }

    /// The edges of every folder.
    fn edges(&self) -> BTreeMap<Module, Edges> {
        let mut edges = BTreeMap::<Module, Edges>::new();
        for file in self.files.iter().filter(|file| file.path.as_os_str() != "main.rs") {
            for name in file.names.iter().filter(|name| !name.for_tests) {
                for (folder, to) in self.named_nodes(file, name) {
                    let from = node_of(&file.module, &folder);
                    let words: Vec<&str> = name.words.iter().map(|it| it.text.as_str()).collect();
                    let (path, line) = (file.path.display(), name.words[0].line);
                    let at = format!("src/{path}:{line}: {}", words.join("::"));
                    if from != to {
                        let named = edges.entry(folder).or_default().entry(from).or_default();
                        named.entry(to).or_insert(at);
                    }
                }
            }
        }
        edges
    }

    /// The nodes that a name in a file leads to, each with its folder.
    fn named_nodes(&self, file: &SourceFile, name: &Name) -> Vec<(Module, String)> {
        let mut nodes = Vec::new();
        let Some(mut path) = self.absolute(name) else { return nodes };
        // Follows imports of imports.
        for _ in 0..8 {
            for length in 0..path.len().min(file.module.len() + 1) {
                let (folder, next) = (&path[..length], &path[length]);
                let is_given_on = name.place == Place::ReExport && file.module == folder;
                let child = &path[..=length];
                if file.module.starts_with(folder) && self.modules.contains(child) && !is_given_on {
                    nodes.push((folder.to_vec(), next.clone()));
                }
            }
            let above =
                (0..path.len()).rev().find(|&length| self.modules.contains(&path[..length]));
            let Some(length) = above.filter(|_| !self.modules.contains(path.as_slice())) else {
                break;
            };
            let folder = &path[..length];
            if !file.module.starts_with(folder) {
                break;
            }
            let is_import_itself = file.module == folder && name.place != Place::Code;
            if let Some((import, _)) =
                self.imports[folder].get(&path[length]).filter(|_| !is_import_itself)
            {
                path = [import, &path[length + 1..]].concat();
            } else {
                nodes.push((folder.to_vec(), "mod".to_owned()));
                break;
            }
        }
        nodes
    }

    /// A path of this crate from its root. `None` for other crates and for local names of the file.
    fn absolute(&self, name: &Name) -> Option<Module> {
        let words: Vec<String> = name.words.iter().map(|word| word.text.clone()).collect();
        let supers = words.iter().take_while(|word| *word == "super").count();
        match words[0].as_str() {
            "crate" | "kradan" => Some(words[1..].to_vec()),
            "self" => Some([&name.module, &words[1..]].concat()),
            "super" => {
                let above = &name.module[..name.module.len().checked_sub(supers)?];
                Some([above, &words[supers..]].concat())
            }
            _ if name.place == Place::BehindSeparator => None,
            first => {
                let child = [name.module.as_slice(), &words[..1]].concat();
                let is_named_as_child = words.len() > 1 && self.modules.contains(child.as_slice());
                let is_given_on = self
                    .imports
                    .get(&name.module)
                    .and_then(|imports| imports.get(first))
                    .is_some_and(|(_, place)| *place == Place::ReExport);
                (is_named_as_child || is_given_on).then(|| [&name.module, &words[..]].concat())
            }
        }
    }
}

/// The node of a folder that contains a module.
fn node_of(module: &[String], folder: &[String]) -> String {
    module.get(folder.len()).map_or("mod", String::as_str).to_owned()
}

/// The circles of example files.
fn check(files: &[(&str, &str)]) -> Vec<String> {
    let read = |(path, text): &(&str, &str)| SourceFile::read(path.as_ref(), text);
    let files: Vec<SourceFile> = files.iter().map(read).collect();
    circles_of(&files).iter().map(Circle::key).collect()
}

#[test]
fn a_circle_names_its_files_and_lines() {
    let files = [
        SourceFile::read("x/mod.rs".as_ref(), "mod a; mod b;"),
        SourceFile::read("x/a.rs".as_ref(), "\nuse super::b::B;"),
        SourceFile::read("x/b.rs".as_ref(), "fn f() { crate::x::a::g() }"),
    ];
    let reports: Vec<String> = circles_of(&files).iter().map(Circle::report).collect();
    assert_eq!(
        reports,
        ["x: a → b\n    a → b  src/x/a.rs:2: super::b::B\n    b → a  src/x/b.rs:1: crate::x::a::g"]
    );
}

#[test]
fn siblings_that_name_each_other_are_a_circle() {
    let root = ("x/mod.rs", "mod a; mod b; mod c;");
    let a = ("x/a.rs", "use super::{b::{self, B as Other}, z};");
    assert_eq!(check(&[root, a, ("x/b.rs", "use std::fmt; fn f() { self::g() }")]), [""; 0]);
    assert_eq!(check(&[root, a, ("x/b.rs", "use super::a;")]), ["x: a → b"]);
    let b = ("x/b/mod.rs", "mod c;");
    assert_eq!(check(&[root, a, b, ("x/b/c.rs", "use super::super::a;")]), ["x: a → b"]);
    assert_eq!(check(&[root, a, ("x/b.rs", "m! { $crate::x::a::f() }")]), ["x: a → b"]);
    assert_eq!(check(&[root, a, ("x/b.rs", "mod i { use super::super::a; }")]), ["x: a → b"]);
    assert_eq!(
        check(&[root, a, ("x/b.rs", "use super::c;"), ("x/c.rs", "use kradan::x::a::A;")]),
        ["x: a → b → c"]
    );
    assert_eq!(check(&[root, a, ("x/b.rs", "#[cfg(test)] mod tests { use super::a; }")]), [""; 0]);
}

#[test]
fn a_name_that_mod_imports_leads_to_where_it_comes_from() {
    let a = ("x/a.rs", "use super::b;");
    let b = ("x/b.rs", "use super::A;");
    assert_eq!(check(&[("x/mod.rs", "pub use self::a::A;"), a, b]), ["x: a → b"]);
    assert_eq!(check(&[("x/mod.rs", "pub(crate) use a::{A, C};"), a, b]), ["x: a → b"]);
    assert_eq!(check(&[("x/mod.rs", "pub use a::C as A;"), a, b]), ["x: a → b"]);
    assert_eq!(check(&[("x/mod.rs", "pub use crate::y::A;"), a, b, ("y.rs", "")]), [""; 0]);
    assert_eq!(
        check(&[("x/mod.rs", "pub use crate::y::A;"), a, b, ("y.rs", "use crate::x::b::B;")]),
        [": x → y"]
    );
}

#[test]
fn mod_is_a_node_for_what_it_defines() {
    let child = ("x/a.rs", "use super::X;");
    assert_eq!(check(&[("x/mod.rs", "mod a; struct X;"), child]), [""; 0]);
    assert_eq!(check(&[("x/mod.rs", "pub use self::a::A; struct X;"), child]), [""; 0]);
    assert_eq!(check(&[("x/mod.rs", "use self::a::A; struct X(A);"), child]), ["x: a → mod"]);
    assert_eq!(check(&[("x/mod.rs", "struct X(a::A);"), child]), ["x: a → mod"]);
    assert_eq!(check(&[("x/mod.rs", "pub use self::a::A; struct X(A);"), child]), ["x: a → mod"]);
    assert_eq!(check(&[("x/mod.rs", "use self::a::A; pub use crate::y::X;"), child]), [""; 0]);
    assert_eq!(check(&[("x.rs", "use self::a::A; struct X(A);"), child]), ["x: a → mod"]);
    assert_eq!(
        check(&[("x/mod.rs", "use self::a::A;"), ("x/a.rs", "pub(super) struct A;")]),
        [""; 0]
    );
}
