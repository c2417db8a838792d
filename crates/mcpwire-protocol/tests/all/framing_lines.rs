//! Lines: what ends one, what is dropped from it, and that no cut, length or order of calls changes that.

use super::framing_cut::{cuts, pieces, telling_bytes};
use mcpwire_protocol::framing::{BOM, Ending, Line, LineLimits, Lines};
use proptest::prelude::*;

/// A line that owns its bytes.
#[derive(Debug, Clone, PartialEq)]
enum Seen {
    Text(Vec<u8>, Vec<u8>),
    Blank(Vec<u8>),
    TooLong(Vec<u8>, u64, bool),
}

fn seen(line: Line<'_>) -> Seen {
    match line {
        Line::Text { bytes, raw } => Seen::Text(bytes.to_vec(), raw.to_vec()),
        Line::Blank { raw } => Seen::Blank(raw.to_vec()),
        Line::TooLong {
            head,
            length,
            ended,
        } => Seen::TooLong(head.to_vec(), length, ended),
    }
}

fn read(lines: &mut Lines, pieces: &[&[u8]]) -> Vec<Seen> {
    let mut all = Vec::new();
    for piece in pieces {
        lines.push(piece);
        while let Some(line) = lines.next_line() {
            all.push(seen(line));
        }
    }
    all.extend(lines.finish().map(seen));
    assert_eq!(lines.finish(), None, "finish empties the splitter");
    all
}

fn limits(line: usize) -> LineLimits {
    LineLimits {
        line,
        ..LineLimits::default()
    }
}

#[test]
fn the_rules_of_a_line() {
    let text = |bytes: &str, raw: &str| Seen::Text(bytes.into(), raw.into());
    let blank = |raw: &str| Seen::Blank(raw.into());
    let table: &[(&str, Vec<Seen>)] = &[
        ("", vec![]),
        ("a\nb\n", vec![text("a", "a\n"), text("b", "b\n")]),
        ("a\r\n", vec![text("a", "a\r\n")]),
        ("a\r\r\n", vec![text("a\r", "a\r\r\n")]),
        ("a\rb\n", vec![text("a\rb", "a\rb\n")]),
        (
            "a\u{2028}b\u{85}c\n",
            vec![text("a\u{2028}b\u{85}c", "a\u{2028}b\u{85}c\n")],
        ),
        ("\0\n", vec![text("\0", "\0\n")]),
        (" \u{b}\n", vec![text(" \u{b}", " \u{b}\n")]),
        (
            "\n \t\r\n\r\n",
            vec![blank("\n"), blank(" \t\r\n"), blank("\r\n")],
        ),
        ("a", vec![text("a", "a")]),
        ("a\r", vec![text("a", "a\r")]),
        (" ", vec![blank(" ")]),
        (
            "\u{feff}a\n\u{feff}b\n",
            vec![text("a", "\u{feff}a\n"), text("\u{feff}b", "\u{feff}b\n")],
        ),
        ("\u{feff}\n", vec![blank("\u{feff}\n")]),
        ("\u{feff}", vec![blank("\u{feff}")]),
        (
            "12345\nb\n",
            vec![text("12345", "12345\n"), text("b", "b\n")],
        ),
        (
            "123456\nb\n",
            vec![Seen::TooLong("12345".into(), 7, true), text("b", "b\n")],
        ),
        ("1234\r\nb", vec![text("1234", "1234\r\n"), text("b", "b")]),
        ("1234567", vec![Seen::TooLong("12345".into(), 7, false)]),
    ];
    for (bytes, expected) in table {
        let limits = if bytes.starts_with("12") {
            limits(5)
        } else {
            limits(100)
        };
        assert_eq!(
            &read(&mut Lines::new(limits), &[bytes.as_bytes()]),
            expected,
            "{bytes:?}"
        );
        let single: Vec<&[u8]> = bytes.as_bytes().chunks(1).collect();
        assert_eq!(
            &read(&mut Lines::new(limits), &single),
            expected,
            "{bytes:?} byte by byte"
        );
    }
}

#[test]
fn a_recorder_gets_the_bom_and_the_line_end_back() {
    let mut lines = Lines::new(LineLimits::default());
    lines.push(b"\xEF\xBB\xBFa\r\nb\n\r\nc");
    let endings: Vec<Ending> =
        std::iter::from_fn(|| lines.next_line().map(|line| line.ending())).collect();
    assert_eq!(endings, [Ending::CrLf, Ending::Lf, Ending::CrLf]);
    assert_eq!(lines.finish().map(|line| line.ending()), Some(Ending::None));
    assert!(lines.had_bom());
}

#[test]
fn reading_goes_straight_into_the_splitter() {
    let mut lines = Lines::new(LineLimits::default());
    let space = lines.space(4);
    assert!(space.len() >= 4);
    space[..4].copy_from_slice(b"ab\nc");
    lines.filled(4);
    assert_eq!(
        lines.next_line().map(|line| line.raw().to_vec()),
        Some(b"ab\n".to_vec())
    );
    lines.filled(usize::MAX);
    assert_eq!(
        lines.next_line(),
        None,
        "more than there was room for is no reason to panic"
    );
}

#[test]
fn memory_stays_bounded_and_comes_back() {
    let limits = LineLimits {
        line: 1 << 20,
        keep: 64 << 10,
    };
    let mut lines = Lines::new(limits);
    let block = vec![b'x'; 4096];
    for _ in 0..4096 {
        lines.push(&block);
        assert_eq!(lines.next_line(), None);
        assert!(
            lines.memory() <= 2 * limits.line + block.len(),
            "{}",
            lines.memory()
        );
    }
    assert_eq!(lines.dropping(), Some(4096 * 4096));
    lines.push(b"\nnext\n");
    assert!(
        matches!(lines.next_line(), Some(Line::TooLong { length, ended: true, .. }) if length == 4096 * 4096 + 1)
    );
    assert!(matches!(
        lines.next_line(),
        Some(Line::Text { bytes: b"next", .. })
    ));
    lines.space(4096);
    assert!(lines.memory() <= limits.keep + 1024, "{}", lines.memory());
}

#[test]
fn a_huge_line_in_small_pieces_is_one_line() {
    let mut lines = Lines::new(LineLimits::default());
    lines.push(b"first\n");
    assert!(lines.next_line().is_some());
    for _ in 0..2560 {
        lines.push(&[b'y'; 4096]);
        assert_eq!(lines.next_line(), None);
    }
    lines.push(b"\n");
    assert!(matches!(lines.next_line(), Some(Line::Text { bytes, .. }) if bytes.len() == 10 << 20));
}

proptest! {
    #[test]
    fn no_cut_makes_a_difference(
        bytes in telling_bytes(&[b"\n", b"\r", b"\r\n", BOM, b"\xEF", b"\xBB", b" ", b"{}", b"message\n"]),
        cuts in cuts(),
        limit in 1usize..30,
        keep in 0usize..64,
    ) {
        let limits = LineLimits { line: limit, keep };
        let whole = read(&mut Lines::new(limits), &[&bytes]);
        let cut = read(&mut Lines::new(limits), &pieces(&bytes, &cuts));
        prop_assert_eq!(&whole, &cut);
        // Nor does it when lines are taken late.
        let mut late = Lines::new(limits);
        pieces(&bytes, &cuts).iter().for_each(|piece| late.push(piece));
        prop_assert_eq!(whole, read(&mut late, &[b""]));
    }

    #[test]
    fn every_byte_is_seen_once(
        bytes in telling_bytes(&[b"\n", b"\r", b"\r\n", BOM, b" ", b"message\n"]),
        cuts in cuts(),
    ) {
        let mut raw = Vec::new();
        let all = read(&mut Lines::new(limits(1 << 20)), &pieces(&bytes, &cuts));
        for line in &all {
            match line {
                Seen::Text(_, line) | Seen::Blank(line) => raw.extend_from_slice(line),
                Seen::TooLong(..) => prop_assert!(false, "nothing is above the limit"),
            }
        }
        prop_assert_eq!(raw, bytes);
    }

    #[test]
    fn lengths_of_long_lines_add_up(bytes in telling_bytes(&[b"\n", b"abc", b"\r\n"]), cuts in cuts()) {
        let all = read(&mut Lines::new(limits(4)), &pieces(&bytes, &cuts));
        let sum: u64 = all.iter().map(|line| match line {
            Seen::Text(_, raw) | Seen::Blank(raw) => raw.len() as u64,
            Seen::TooLong(_, length, _) => *length,
        }).sum();
        prop_assert_eq!(sum, bytes.len() as u64);
    }

    #[test]
    fn blank_lines_can_be_skipped(bytes in telling_bytes(&[b"\n", b"\r\n", b"a", b" \n", BOM]), cuts in cuts()) {
        let mut expected = read(&mut Lines::new(limits(6)), &pieces(&bytes, &cuts));
        let mut lines = Lines::new(limits(6));
        let mut all = Vec::new();
        for piece in pieces(&bytes, &cuts) {
            lines.push(piece);
            loop {
                while lines.skip_blank() {}
                let Some(line) = lines.next_line() else { break };
                all.push(seen(line));
            }
        }
        all.extend(lines.finish().map(seen));
        let ended_blank = |line: &Seen| matches!(line, Seen::Blank(raw) if raw.ends_with(b"\n"));
        expected.retain(|line| !ended_blank(line));
        prop_assert_eq!(all, expected);
    }
}
