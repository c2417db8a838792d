//! stub
use clap::Args;
/// Stub.
#[derive(Args, Debug)]
pub struct Demo {}
impl Demo {
    /// Stub.
    pub fn run(self) -> crate::failure::Ending {
        Ok(crate::failure::Verdict::Clean)
    }
}
