//! What an endpoint promises over HTTP, in one binary.
#![allow(missing_docs)]

mod all {
    mod bodies;
    mod cases;
    mod client;
    mod cors;
    mod ending;
    mod guard;
    mod harness;
    mod http_client;
    mod http_exchange;
    mod http_proxies;
    mod http_sse;
    mod judged;
    mod limits;
    mod order;
    mod rows;
    mod session_streams;
    mod sessions;
    mod sockets;
    mod streams;
    mod tls;
}
