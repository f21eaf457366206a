//! Writes a PDF page by page.

use krilla::Document;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;

use super::canvas::{Canvas, MM};
use super::error::PaperError;
use super::fonts::Fonts;

/// Writes documents into one PDF, one page at a time, so that they need not all be in memory.
pub struct Sheets<'f> {
    document: Document,
    pub fonts: &'f Fonts,
    has_title: bool,
}

impl<'f> Sheets<'f> {
    pub fn new(fonts: &'f Fonts) -> Self {
        Self { document: Document::new(), fonts, has_title: false }
    }

    /// Sets the title of the file. A later title is ignored: the file has the title of its first document.
    pub fn set_title_once(&mut self, title: &str, creator: &str) {
        if !self.has_title {
            self.has_title = true;
            let metadata = Metadata::new().title(title.to_owned()).creator(creator.to_owned());
            self.document.set_metadata(metadata);
        }
    }

    /// Adds a page of this width and height, in millimetres.
    pub fn add_page(
        &mut self,
        [width_mm, height_mm]: [f32; 2],
        draw: impl FnOnce(&mut Canvas) -> Result<(), PaperError>,
    ) -> Result<(), PaperError> {
        let settings = PageSettings::from_wh(width_mm * MM, height_mm * MM).unwrap_or_default();
        let mut sheet = self.document.start_page_with(settings);
        let mut canvas = Canvas::new(sheet.surface(), self.fonts);
        draw(&mut canvas)?;
        canvas.finish();
        sheet.finish();
        Ok(())
    }

    pub fn finish(self) -> Result<Vec<u8>, PaperError> {
        self.document.finish().map_err(|error| PaperError::Pdf(error.to_string()))
    }
}
