//! Writes a PDF page by page, or labels for a thermal printer.

use krilla::Document;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;

use super::canvas::Canvas;
use super::error::PaperError;
use super::fonts::Fonts;
use super::style::MM;
use super::zpl::{Density, ZplPage};
use trade::print_format::PrintFormat;

/// Writes documents into one file, one page at a time, so that they need not all be in memory.
pub struct Sheets<'f> {
    output: Output,
    pub fonts: &'f Fonts,
    has_title: bool,
}

enum Output {
    Pdf(Box<Document>),
    Zpl(Density, String),
}

impl<'f> Sheets<'f> {
    /// A PDF.
    pub fn new(fonts: &'f Fonts) -> Self {
        Self::in_format(fonts, PrintFormat::Pdf)
    }

    pub fn in_format(fonts: &'f Fonts, format: PrintFormat) -> Self {
        let output = match Density::find(format) {
            Some(density) => Output::Zpl(density, String::new()),
            None => Output::Pdf(Box::new(Document::new())),
        };
        Self { output, fonts, has_title: false }
    }

    /// Sets the title of the file. A later title is ignored: the file has the title of its first document.
    pub fn set_title_once(&mut self, title: &str, creator: &str) {
        if let Output::Pdf(document) = &mut self.output
            && !self.has_title
        {
            self.has_title = true;
            let metadata = Metadata::new().title(title.to_owned()).creator(creator.to_owned());
            document.set_metadata(metadata);
        }
    }

    /// Adds a page of this width and height, in millimetres.
    pub fn add_page(
        &mut self,
        [width_mm, height_mm]: [f32; 2],
        draw: impl FnOnce(&mut Canvas) -> Result<(), PaperError>,
    ) -> Result<(), PaperError> {
        match &mut self.output {
            Output::Pdf(document) => {
                let settings = PageSettings::from_wh(width_mm * MM, height_mm * MM).unwrap_or_default();
                let mut sheet = document.start_page_with(settings);
                let mut canvas = Canvas::new(sheet.surface(), self.fonts);
                draw(&mut canvas)?;
                canvas.finish();
                sheet.finish();
            }
            Output::Zpl(density, labels) => {
                let mut page = ZplPage::new(*density, [width_mm, height_mm]);
                draw(&mut Canvas::for_printer(&mut page, self.fonts))?;
                labels.push_str(&page.finish());
            }
        }
        Ok(())
    }

    pub fn finish(self) -> Result<Vec<u8>, PaperError> {
        match self.output {
            Output::Pdf(document) => document.finish().map_err(|error| PaperError::Pdf(error.to_string())),
            Output::Zpl(_, labels) => Ok(labels.into_bytes()),
        }
    }
}
