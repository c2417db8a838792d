//! What a store of tasks promises, and what this one promises beyond.

mod files;
mod killed;
mod promises;
