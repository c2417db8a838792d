//! Judges a conversation: who broke which rule of the rulebook, where, and what to do about it.
//!
//! A [`Checker`] takes the events of a recording one by one and ends in a [`Report`]. It does no
//! I/O and reads no clock, and its memory is bounded however long the conversation is. What the
//! evidence cannot show is not judged: no rule is called broken that may have been kept.
//!
//! ```
//! use mcpwire_check::{Checker, Verdict};
//!
//! let mut checker = Checker::new();
//! checker.bare_line(1, br#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#);
//! let report = checker.finish();
//! assert_eq!(report.causes[0].rule.as_str(), "id-null");
//! assert_eq!(report.verdict("id-null"), Some(Verdict::Broken));
//! ```

mod alone;
mod answered;
mod answers;
mod asked;
mod cause;
mod checker;
mod evidence;
mod example;
mod example_head;
mod example_probe;
mod examples;
mod excerpt;
mod features;
mod finding;
mod here;
mod http;
mod infer;
mod json;
mod known;
mod meant;
mod options;
mod patterns;
pub mod probe;
mod report;
mod rules;
mod silence;
mod stray;
mod stream;
mod tasks;

pub use alone::{SHOWN_BY, shows_alone};
pub use cause::{Cause, MOST_CAUSES, MOST_FINDINGS};
pub use checker::Checker;
pub use example::check_example;
pub use examples::examples_of;
pub use excerpt::Excerpt;
pub use finding::{At, Finding};
pub use infer::direction_of;
pub use options::Options;
pub use report::{Judged, Report, Totals, Verdict};
pub use rules::{EXCHANGE_RULES, is_checked};
