//! The processes that read files of users; see `server_core::apart`.

use std::process::ExitCode;

use clap::ValueEnum;

use imports::synonyms::COLUMN_WORDS;
use paper::mark::{self, MARK};
use server_core::apart::live;
use server_core::files::picture::{self, PICTURE, SHOWN};
use server_core::mail::incoming::{self, MAIL};
use sheets::workbook::{self, LOOK, RUN, SHEETS};
use site::brand::drawing::{self, FAVICON, LOGO};

#[derive(Clone, Copy, ValueEnum)]
pub enum Apart {
    Sheets,
    Look,
    Run,
    Picture,
    Shown,
    Logo,
    Favicon,
    Mark,
    Mail,
}

/// Must run before any thread is started.
pub fn run(task: Apart, part: Option<&str>) -> ExitCode {
    match task {
        Apart::Sheets => live(&SHEETS, |file, output| workbook::list_apart(file, &COLUMN_WORDS, output)),
        Apart::Look => live(&LOOK, |file, output| workbook::read_apart(file, part, output)),
        Apart::Run => live(&RUN, |file, output| workbook::read_apart(file, part, output)),
        Apart::Picture => live(&PICTURE, |file, output| picture::draw_apart(file, output, picture::draw)),
        Apart::Shown => live(&SHOWN, |file, output| picture::draw_apart(file, output, picture::draw_shown)),
        Apart::Logo => live(&LOGO, |file, output| drawing::read_apart(false, file, output)),
        Apart::Favicon => live(&FAVICON, |file, output| drawing::read_apart(true, file, output)),
        Apart::Mark => live(&MARK, mark::read_apart),
        Apart::Mail => live(&MAIL, incoming::read_apart),
    }
}
