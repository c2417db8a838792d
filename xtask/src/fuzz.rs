//! `cargo xtask fuzz`: the laws of `fuzz/`, tried on what libFuzzer thinks of.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How this is called.
pub(crate) const USAGE: &str = "\
Tries the laws of fuzz/ on bytes that libFuzzer thinks of, one target after another.

Usage: cargo xtask fuzz [TARGET]... [--minutes N]

  TARGET       which laws: scanner, parse, lines, sse, recording; without one, all
  --minutes N  how long each target is tried; 10 by default

It starts from fuzz/seeds and what earlier runs kept in fuzz/corpus. Bytes that
break a law are kept in fuzz/artifacts; fuzz/README.md says what to do with them.
Needs a C++ compiler, and no nightly toolchain.
";

const TARGETS: [&str; 5] = ["scanner", "parse", "lines", "sse", "recording"];

/// What makes the compiler count which branches were taken, which is how libFuzzer learns. It works
/// with every toolchain; a sanitizer would need a nightly one and has nothing to find where there
/// is no unsafe code.
const FLAGS: [&str; 6] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// The most bytes of an input: all limits that the targets set are far below.
const LONGEST: usize = 2048;

/// Builds and runs the targets that `arguments` name.
///
/// # Errors
/// A sentence when the arguments are wrong, the build fails or a law is broken.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let (targets, minutes) = understand(arguments)?;
    let folder = folder();
    let programs = build(&folder)?;
    let mut broken = Vec::new();
    for target in &targets {
        println!("\n== {target}, {minutes} min");
        if !try_for(minutes, &folder, &programs, target)? {
            broken.push(*target);
        }
    }
    match broken.as_slice() {
        [] => Ok(()),
        _ => Err(format!("Laws are broken by bytes in fuzz/artifacts: {}.", broken.join(", "))),
    }
}

fn understand(arguments: &[String]) -> Result<(Vec<&'static str>, u64), String> {
    let (mut targets, mut minutes) = (Vec::new(), 10);
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        if word == "--minutes" {
            let number = words.next().and_then(|number| number.parse().ok());
            minutes = number
                .filter(|minutes| (1..=10_000).contains(minutes))
                .ok_or("`--minutes` needs a whole number from 1 to 10000.")?;
            continue;
        }
        let target = TARGETS.iter().find(|target| *target == word);
        targets.push(
            *target.ok_or_else(|| {
                format!("`{word}` is no target; there are {}.", TARGETS.join(", "))
            })?,
        );
    }
    if targets.is_empty() {
        targets.extend(TARGETS);
    }
    Ok((targets, minutes))
}

fn folder() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    root.expect("xtask is a folder of the workspace").join("fuzz")
}

/// Builds all targets and returns the folder of the programs.
fn build(folder: &Path) -> Result<PathBuf, String> {
    // Naming the platform keeps the flags away from build scripts.
    let host = host()?;
    let results = folder.join("target");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build
        .current_dir(folder)
        .args(["build", "--release", "--bins", "--target", &host, "--target-dir"])
        .arg(&results)
        .env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\u{1f}"));
    finished(&mut build)?
        .then(|| results.join(host).join("release"))
        .ok_or_else(|| "The fuzz targets could not be built.".to_owned())
}

/// The platform that this compiler builds for.
fn host() -> Result<String, String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output();
    let output = output.map_err(|error| format!("rustc cannot be started: {error}."))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| "rustc does not say which platform it runs on.".to_owned())
}

/// Runs one target; `false` if a law was broken.
fn try_for(minutes: u64, folder: &Path, programs: &Path, target: &str) -> Result<bool, String> {
    let within = |name: &str| folder.join(name).join(target);
    let (corpus, artifacts) = (within("corpus"), within("artifacts"));
    for folder in [&corpus, &artifacts] {
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("{} cannot be made: {error}.", folder.display()))?;
    }
    let mut program = Command::new(programs.join(target));
    program
        .arg(format!("-max_total_time={}", minutes * 60))
        .arg(format!("-max_len={LONGEST}"))
        .args(["-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1"])
        .arg(format!("-dict={}", folder.join("words.dict").display()))
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .args([corpus, within("seeds")]);
    finished(&mut program)
}

fn finished(command: &mut Command) -> Result<bool, String> {
    let status = command.stdin(Stdio::null()).status();
    let status = status.map_err(|error| {
        format!("{} cannot be started: {error}.", command.get_program().display())
    })?;
    Ok(status.success())
}
