//! What an HTTP endpoint promises, in one binary.
#![allow(missing_docs)]

mod all {
    mod client;
    mod refusals;
    mod sessions;
    mod sockets;
    mod streams;
}
