//! Where things are, and where this runs.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask is a folder of the workspace")
        .to_path_buf()
}

/// The folder that cargo builds into.
pub(crate) fn target() -> PathBuf {
    // A relative CARGO_TARGET_DIR counts from the folder cargo was called in,
    // which is the current one here as well.
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The `mcpwire` command as the tests build it.
pub(crate) fn mcpwire() -> PathBuf {
    target().join("debug").join(format!("mcpwire{}", env::consts::EXE_SUFFIX))
}

/// An example program as the tests build it.
pub(crate) fn example(name: &str) -> PathBuf {
    target().join("debug/examples").join(format!("{name}{}", env::consts::EXE_SUFFIX))
}

/// Removes a file, if it is there: a check leaves a recording that is there already as it is.
///
/// # Errors
/// A sentence when it cannot be removed.
pub(crate) fn remove(file: &Path) -> Result<(), String> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(format!("{} cannot be removed: {error}.", file.display()))
        }
        _ => Ok(()),
    }
}

/// The folder with the official schemas and examples: the one that MCPWIRE_SPEC names, or
/// `shared/spec` beside this repository or a folder above it. `None` where they are not at hand.
///
/// # Errors
/// A sentence when MCPWIRE_SPEC names no folder.
pub(crate) fn official() -> Result<Option<PathBuf>, String> {
    if let Some(named) = env::var_os("MCPWIRE_SPEC").filter(|named| !named.is_empty()) {
        // The tests run in the folder of their crate.
        let folder = std::path::absolute(named).map_err(|error| error.to_string())?;
        let missing = format!("MCPWIRE_SPEC names {}, which is no folder.", folder.display());
        return if folder.is_dir() { Ok(Some(folder)) } else { Err(missing) };
    }
    let root = root();
    let beside = root.ancestors().skip(1).map(|folder| folder.join("shared").join("spec"));
    Ok(beside.into_iter().find(|folder| folder.is_dir()))
}

/// Whether this runs in continuous integration, where nothing may be left out.
pub(crate) fn in_ci() -> bool {
    env::var("CI").is_ok_and(|value| value == "true" || value == "1")
}
