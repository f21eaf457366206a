//! The file with the labels of many shipments.

use std::fs::File;
use std::io::{Seek, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::model::pdf_name;
use super::press::fonts;
use crate::freight::label::{self, Label, Sheets};
use crate::wire_name;

wire_name! {
    /// Format of the labels of many shipments.
    LabelFormat {
        /// One document with a page per parcel.
        Pdf = "pdf",
        /// An archive with one document per shipment, named by its tracking code.
        Zip = "zip",
    }
}

impl LabelFormat {
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Zip => "application/zip",
        }
    }
}

/// Grows by one shipment at a time: the archive on disk, the document in memory.
pub enum Bundle {
    Document(Box<Sheets<'static>>),
    Archive(Box<ZipWriter<File>>),
}

impl Bundle {
    pub fn new(format: LabelFormat) -> anyhow::Result<Self> {
        Ok(match format {
            LabelFormat::Pdf => Self::Document(Box::new(Sheets::new(fonts()?))),
            LabelFormat::Zip => Self::Archive(Box::new(ZipWriter::new(tempfile::tempfile()?))),
        })
    }

    pub fn add(&mut self, tracking_code: &str, pages: &[Label]) -> anyhow::Result<()> {
        match self {
            Self::Document(sheets) => pages.iter().try_for_each(|page| sheets.add(page))?,
            Self::Archive(archive) => {
                // A PDF is already compressed.
                let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
                archive.start_file(pdf_name(tracking_code), stored)?;
                archive.write_all(&label::render(pages, fonts()?)?)?;
            }
        }
        Ok(())
    }

    /// The file, rewound to its start. It has no name and is deleted when it is closed.
    pub fn finish(self) -> anyhow::Result<File> {
        let mut file = match self {
            Self::Document(sheets) => {
                let mut file = tempfile::tempfile()?;
                file.write_all(&sheets.finish()?)?;
                file
            }
            Self::Archive(archive) => archive.finish()?,
        };
        file.rewind()?;
        Ok(file)
    }
}
