//! The laws hold for the seeds.

fn each_seed(target: &str, hold: impl Fn(&[u8])) {
    let folder = format!("{}/seeds/{target}", env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for seed in std::fs::read_dir(&folder).expect(&folder) {
        hold(&std::fs::read(seed.expect(&folder).path()).expect(&folder));
        count += 1;
    }
    assert!(count > 0, "{folder} holds no seed");
}

#[test]
fn the_laws_hold_for_the_seeds() {
    each_seed("scanner", laws::scanner::hold);
    each_seed("parse", laws::parse::hold);
    each_seed("lines", laws::lines::hold);
    each_seed("sse", laws::sse::hold);
    each_seed("recording", laws::recording::hold);
}
