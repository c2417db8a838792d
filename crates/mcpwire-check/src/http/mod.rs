//! Conversations over HTTP: each exchange is a stream of its own, and those with one server share
//! what is known of it.
//!
//! Rules about HTTP are judged for what is modern: older revisions had other ones.

mod authorization;
mod earlier;
mod events;
mod exchange;
mod head;
mod pieces;
mod posted;
mod refusals;
mod replies;

use std::collections::BTreeMap;

use mcpwire_protocol::recording::{Event, EventKind, StreamId};

use crate::asked::Spot;
use crate::checker::Desk;
use crate::known::Known;
pub(crate) use authorization::Authorities;
use exchange::HttpExchange;

/// All exchanges that are going on, and the servers that they are with.
#[derive(Debug, Default)]
pub(crate) struct Http {
    exchanges: BTreeMap<StreamId, HttpExchange>,
    servers: BTreeMap<u64, Server>,
}

/// What is known of a server, and when it was last heard of.
#[derive(Debug, Default)]
struct Server {
    known: Known,
    used: u64,
}

impl Http {
    /// How many exchanges are followed at once; beyond that the one that was silent longest is
    /// taken as ended.
    pub(crate) const MOST_EXCHANGES: usize = 1024;
    /// How many servers are told apart; beyond that the one not heard of longest is forgotten.
    const MOST_SERVERS: usize = 16;
    /// How many bytes of unfinished bodies are kept in all.
    const MOST_WAITING: usize = 64 << 20;

    /// Whether a stream is an HTTP exchange.
    pub(crate) fn owns(&self, stream: StreamId) -> bool {
        self.exchanges.contains_key(&stream)
    }

    /// Judges an event of an exchange.
    pub(crate) fn event(&mut self, desk: &mut Desk, spot: &Spot, event: &Event<'_>) {
        self.make_room(desk, event.stream);
        let room = self.room(event);
        let exchange = self.exchanges.entry(event.stream).or_insert_with(HttpExchange::new);
        exchange.used = spot.event;
        exchange.stream.now = event.at.into();
        if let EventKind::RequestHead(head) = &event.kind {
            exchange.request(spot, event, head);
        }
        if let Some(key) = exchange.server {
            let server = server(&mut self.servers, desk, key);
            server.used = spot.event;
            std::mem::swap(&mut exchange.stream.known, &mut server.known);
            exchange.event(desk, spot, event, room);
            std::mem::swap(&mut exchange.stream.known, &mut server.known);
        } else {
            exchange.event(desk, spot, event, room);
        }
        if exchange.is_over {
            self.remove(desk, event.stream);
        }
    }

    /// How many bytes more may wait for the rest of their body.
    fn room(&self, event: &Event<'_>) -> usize {
        match &event.kind {
            EventKind::Body(body) if body.more => {
                let waiting: usize = self.exchanges.values().map(HttpExchange::waiting).sum();
                Self::MOST_WAITING.saturating_sub(waiting)
            }
            _ => Self::MOST_WAITING,
        }
    }

    /// Says that something is missing, nobody knows where.
    pub(crate) fn lose(&mut self) {
        for exchange in self.exchanges.values_mut() {
            exchange.stream.lose();
        }
        for server in self.servers.values_mut() {
            server.known.lose();
        }
    }

    pub(crate) fn end(&mut self, desk: &mut Desk) {
        for (_, exchange) in std::mem::take(&mut self.exchanges) {
            exchange.end(desk);
        }
        for (_, server) in std::mem::take(&mut self.servers) {
            server.known.end(desk);
        }
    }

    /// How many exchanges are followed, and how many requests in them wait for an answer.
    pub(crate) fn remembered(&self) -> [usize; 2] {
        let asked = self.exchanges.values().map(|exchange| exchange.stream.remembered()).sum();
        [self.exchanges.len(), asked]
    }

    fn remove(&mut self, desk: &mut Desk, stream: StreamId) {
        if let Some(exchange) = self.exchanges.remove(&stream) {
            exchange.end(desk);
        }
    }

    fn make_room(&mut self, desk: &mut Desk, stream: StreamId) {
        if self.owns(stream) || self.exchanges.len() < Self::MOST_EXCHANGES {
            return;
        }
        let oldest = self.exchanges.iter().min_by_key(|(_, exchange)| exchange.used);
        if let Some(oldest) = oldest.map(|(id, _)| *id) {
            self.remove(desk, oldest);
            desk.remark(MANY);
        }
    }
}

const MANY: &str = "More HTTP exchanges were open at once than are followed: what came later in \
    those silent longest is judged by itself.";

fn server<'s>(servers: &'s mut BTreeMap<u64, Server>, desk: &mut Desk, key: u64) -> &'s mut Server {
    if servers.len() >= Http::MOST_SERVERS && !servers.contains_key(&key) {
        let oldest = servers.iter().min_by_key(|(_, server)| server.used).map(|(key, _)| *key);
        if let Some(server) = oldest.and_then(|key| servers.remove(&key)) {
            server.known.end(desk);
        }
    }
    servers.entry(key).or_default()
}
