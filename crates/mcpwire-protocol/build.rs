//! Collects the fixtures of the rules into one table, so that they are part of the library.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=rules-fixtures");
    println!("cargo::rerun-if-changed=build.rs");
    let root = Path::new("rules-fixtures").canonicalize()?;
    let mut table = String::from("&[\n");
    for folder in sorted(&root)?.into_iter().filter(|path| path.is_dir()) {
        for file in sorted(&folder)? {
            let (topic, name) = (stem(&folder), stem(&file));
            let path = file.to_string_lossy();
            writeln!(
                table,
                "Example {{ topic: {topic:?}, name: {name:?}, text: include_str!({path:?}) }},"
            )
            .map_err(io::Error::other)?;
        }
    }
    table.push(']');
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("OUT_DIR is not set"))?;
    fs::write(Path::new(&out).join("fixtures.rs"), table)
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        found.push(entry?.path());
    }
    found.sort_by_key(|path| stem(path));
    Ok(found)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
