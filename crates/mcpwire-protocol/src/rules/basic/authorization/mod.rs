//! Authorization over HTTP.

pub(in crate::rules) mod authorization_server_discovery;
pub(in crate::rules) mod client_registration;
pub(in crate::rules) mod flow;
pub(in crate::rules) mod security_considerations;
