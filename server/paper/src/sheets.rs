//! A PDF that grows by one page after the other.

use krilla::Document;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;

use super::canvas::{Canvas, MM};
use super::error::PaperError;
use super::fonts::Fonts;

/// The documents that it prints need not all be in memory.
pub struct Sheets<'f> {
    document: Document,
    pub fonts: &'f Fonts,
    titled: bool,
}

impl<'f> Sheets<'f> {
    pub fn new(fonts: &'f Fonts) -> Self {
        Self { document: Document::new(), fonts, titled: false }
    }

    /// The first title is that of the whole file.
    pub fn title(&mut self, title: &str, creator: &str) {
        if !self.titled {
            self.titled = true;
            let metadata = Metadata::new().title(title.to_owned()).creator(creator.to_owned());
            self.document.set_metadata(metadata);
        }
    }

    /// Draws a page of some millimetres.
    pub fn page(
        &mut self,
        [width, height]: [f32; 2],
        draw: impl FnOnce(&mut Canvas) -> Result<(), PaperError>,
    ) -> Result<(), PaperError> {
        let settings = PageSettings::from_wh(width * MM, height * MM).unwrap_or_default();
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
