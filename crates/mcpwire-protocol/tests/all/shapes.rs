//! The verdict of the shape tables is that of the published schema, and it decides what decodes.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;

use super::examples::{all_types, examples, official, own};
use super::mutate::{KINDS, damage, places};
use super::official::Official;
use super::typed::Typed;

/// The typed parts of all examples at hand, whole ones only once.
fn corpus() -> Vec<(Typed, Vec<Value>)> {
    let places = [Some(own()), official().map(|place| place.join("examples-2026-07-28"))];
    all_types()
        .into_iter()
        .map(|typed| {
            let files =
                places.iter().flatten().flat_map(|place| examples(&place.join(typed.folder)));
            let parts = files
                .filter_map(|(_, text)| typed.part_of(&text).map(str::to_owned))
                .map(|part| serde_json::from_str(&part).expect("JSON"))
                .collect();
            (typed, parts)
        })
        .collect()
}

/// What is wrong with the verdict about one value, in words.
fn disagreement(typed: &Typed, schema: Option<&Official>, value: &Value) -> Option<String> {
    let text = value.to_string();
    let judgement = (typed.judge)(&text);
    let decoded = (typed.again)(&text);
    if judgement.fits() != decoded.is_ok() {
        return Some(format!("{}: {text}\n  {judgement}\n  decoded: {decoded:?}", typed.folder));
    }
    let accepted = schema?.accepts(typed.definition, value);
    (accepted != judgement.fits())
        .then(|| format!("{}: {text}\n  the schema says {accepted}; {judgement}", typed.definition))
}

#[test]
fn every_single_damage_gets_the_verdict_of_the_schema() {
    let schema = Official::read();
    let mut wrong = Vec::new();
    let mut tried = 0;
    for (typed, parts) in corpus() {
        for part in parts {
            for place in places(&part) {
                for kind in 0..KINDS {
                    let Some(value) = damage(&part, &place, kind) else { continue };
                    tried += 1;
                    wrong.extend(disagreement(&typed, schema.as_ref(), &value));
                }
            }
        }
    }
    println!("{tried} values were tried");
    assert!(tried > 10_000, "only {tried} values were tried");
    wrong.truncate(20);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn much_damage_gets_the_verdict_of_the_schema() {
    let schema = Official::read();
    let corpus: Vec<_> = corpus()
        .into_iter()
        .flat_map(|(typed, parts)| {
            let typed = std::rc::Rc::new(typed);
            parts.into_iter().map(move |part| (typed.clone(), part)).collect::<Vec<_>>()
        })
        .collect();
    let hits = proptest::collection::vec((any::<Index>(), 0..KINDS), 1..6);
    let mut runner = proptest::test_runner::TestRunner::default();
    runner
        .run(&(any::<Index>(), hits), |(which, hits)| {
            let (typed, part) = which.get(&corpus);
            let value = hits.iter().fold(part.clone(), |value, (at, kind)| {
                let places = places(&value);
                damage(&value, at.get::<String>(&places), *kind).unwrap_or(value)
            });
            let wrong = disagreement(typed, schema.as_ref(), &value);
            prop_assert!(wrong.is_none(), "{}", wrong.unwrap_or_default());
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}
