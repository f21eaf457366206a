//! One binary: the real application against a real Postgres and Redis.

#![expect(clippy::unwrap_used, reason = "a test that cannot set itself up has failed")]

mod access;
mod files;
mod mail;
mod shipments;
mod support;
mod tracking_events;
