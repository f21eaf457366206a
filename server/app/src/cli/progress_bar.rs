//! A bar for commands that take long.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// On terminals only.
pub fn start_bar(what: &'static str) -> ProgressBar {
    let bar = ProgressBar::no_length().with_message(what);
    if let Ok(style) = ProgressStyle::with_template("{pos}/{len} {msg} {bar:40} {elapsed}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

pub fn advance(bar: &ProgressBar, done: usize, total: usize) {
    bar.set_length(total as u64);
    bar.set_position(done as u64);
}
