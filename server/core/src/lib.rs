//! The parts that all areas share: requests, records, processes, notifications, files. Knows no feature.

pub mod address;
pub mod audit;
pub mod cache;
pub mod clock;
pub mod config;
pub mod files;
pub mod follower;
pub mod fx;
pub mod http;
pub mod live;
pub mod mail;
pub mod notify;
pub mod outgoing;
pub mod process;
pub mod record;
pub mod sandbox;
pub mod sealed;
pub mod secret;
pub mod settings;
pub mod state;
pub mod tags;
