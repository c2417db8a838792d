//! The report for other programs.
