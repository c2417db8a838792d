//! Where things are, and where this runs.

use std::env;
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

/// Whether this runs in continuous integration, where nothing may be left out.
pub(crate) fn in_ci() -> bool {
    env::var("CI").is_ok_and(|value| value == "true" || value == "1")
}
