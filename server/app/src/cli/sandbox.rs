//! The processes that read files of users; see `server_core::sandbox`.

use std::process::ExitCode;

use clap::ValueEnum;

use freight::documents::layouts::sandbox::{self as layout, LAYOUT};
use imports::synonyms::COLUMN_WORDS;
use inbox::MAIL;
use paper::mark::{self, MARK};
use server_core::files::picture::{self, PICTURE, SHOWN};
use server_core::sandbox::run_as_child;
use sheets::workbook::{self, PREVIEW, RUN, SHEETS};
use site::brand::drawing::{self, FAVICON, LOGO};

#[derive(Clone, Copy, ValueEnum)]
pub enum Sandbox {
    /// Lists the sheets of a workbook.
    Sheets,
    /// Reads the first rows of a sheet.
    Preview,
    /// Reads all rows of a sheet.
    Run,
    /// Draws an uploaded picture anew.
    Picture,
    /// Draws a picture as it is shown inside a message.
    Shown,
    Logo,
    Favicon,
    /// Reads the drawing that labels and documents carry as the company's mark.
    Mark,
    Mail,
    /// Draws a document by a layout that somebody of the company has written.
    Layout,
}

/// Must run before any thread is started.
pub fn run(task: Sandbox, part: Option<&str>) -> ExitCode {
    match task {
        Sandbox::Sheets => {
            run_as_child(&SHEETS, |file, output| workbook::list_in_sandbox(file, &COLUMN_WORDS, output))
        }
        Sandbox::Preview => {
            run_as_child(&PREVIEW, |file, output| workbook::read_in_sandbox(file, part, output))
        }
        Sandbox::Run => run_as_child(&RUN, |file, output| workbook::read_in_sandbox(file, part, output)),
        Sandbox::Picture => {
            run_as_child(&PICTURE, |file, output| picture::draw_in_sandbox(file, output, picture::draw))
        }
        Sandbox::Shown => {
            run_as_child(&SHOWN, |file, output| picture::draw_in_sandbox(file, output, picture::draw_shown))
        }
        Sandbox::Logo => run_as_child(&LOGO, |file, output| drawing::read_in_sandbox(false, file, output)),
        Sandbox::Favicon => {
            run_as_child(&FAVICON, |file, output| drawing::read_in_sandbox(true, file, output))
        }
        Sandbox::Mark => run_as_child(&MARK, mark::read_in_sandbox),
        Sandbox::Mail => run_as_child(&MAIL, inbox::read_in_sandbox),
        Sandbox::Layout => run_as_child(&LAYOUT, layout::read_in_sandbox),
    }
}
