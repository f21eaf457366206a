//! One binary: the real application against a real Postgres and Redis.

#![expect(clippy::unwrap_used, reason = "a test that cannot set itself up has failed")]

mod access;
mod account;
mod addresses;
mod archive;
mod audit;
mod brand;
mod cache;
mod confirm;
mod corrections;
mod domains;
mod faults;
mod feature_flags;
mod files;
mod floors;
mod imports;
mod isolation;
mod labels;
mod limit;
mod long_list;
mod lookup_edits;
mod lookups;
mod mail;
mod openapi;
mod packages;
mod partners;
mod password_rule;
mod plain_records;
mod platform;
mod process;
mod profiles;
mod recovery;
mod register;
mod registrations_lapse;
mod rights;
mod saved_views;
mod second_factor;
mod shipments;
mod social;
mod sql;
mod subsidiaries;
mod support;
mod tenant_settings;
mod tracking_events;
mod users;
