//! The file with the labels of many shipments.

use std::fs::File;
use std::io::{Seek, Write};
use std::sync::Arc;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::model::pdf_name;
use super::printing::fonts;
use crate::documents::form::DocumentKind;
use crate::documents::print_batch::{DocumentPages, PrintBatch};
use paper::sheets::Sheets;
use trade::print_format::PrintFormat;
use trade::wire_name;

wire_name! {
    /// Format of the labels of many shipments.
    LabelFormat {
        /// One document with all pages.
        Pdf = "pdf",
        /// An archive with the documents of each shipment, named by its tracking code.
        Zip = "zip",
        /// All labels in ZPL II, for a thermal printer of 203 dots per inch.
        Zpl203 = "zpl_203",
        /// The same for 300 dots per inch.
        Zpl300 = "zpl_300",
    }
}

impl LabelFormat {
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Zip => "application/zip",
            Self::Zpl203 | Self::Zpl300 => "application/zpl",
        }
    }

    /// End of the name of the file.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Zip => "zip",
            Self::Pdf | Self::Zpl203 | Self::Zpl300 => self.of_pages().extension(),
        }
    }

    /// The format of the documents in the file.
    pub const fn of_pages(self) -> PrintFormat {
        match self {
            Self::Pdf | Self::Zip => PrintFormat::Pdf,
            Self::Zpl203 => PrintFormat::Zpl203,
            Self::Zpl300 => PrintFormat::Zpl300,
        }
    }
}

/// Grows by one shipment at a time: the document in memory, the others on disk.
pub struct Bundle {
    batch: Arc<PrintBatch>,
    /// The documents in the archive have the name of their shipment only.
    has_labels_only: bool,
    file: Growing,
}

enum Growing {
    Document(Box<Sheets<'static>>),
    Archive(Box<ZipWriter<File>>),
    /// Labels for a thermal printer, one after the other.
    Labels(PrintFormat, File),
}

impl Bundle {
    pub fn new(format: LabelFormat, batch: Arc<PrintBatch>, has_labels_only: bool) -> anyhow::Result<Self> {
        let file = match format {
            LabelFormat::Zip => Growing::Archive(Box::new(ZipWriter::new(tempfile::tempfile()?))),
            LabelFormat::Pdf => Growing::Document(Box::new(Sheets::new(fonts()?))),
            LabelFormat::Zpl203 | LabelFormat::Zpl300 => {
                Growing::Labels(format.of_pages(), tempfile::tempfile()?)
            }
        };
        Ok(Self { batch, has_labels_only, file })
    }

    /// Adds the documents of a shipment. Returns the number of their pages.
    pub fn add(
        &mut self,
        tracking_code: &str,
        documents: &[(DocumentKind, DocumentPages)],
    ) -> anyhow::Result<usize> {
        let mut pages = 0;
        for (kind, printed) in documents {
            match &mut self.file {
                Growing::Document(sheets) => pages += self.batch.print(sheets, printed)?,
                Growing::Archive(archive) => {
                    // A PDF is already compressed.
                    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
                    let kind = Some(*kind).filter(|_| !self.has_labels_only);
                    archive.start_file(pdf_name(tracking_code, kind), stored)?;
                    let mut sheets = Sheets::new(fonts()?);
                    pages += self.batch.print(&mut sheets, printed)?;
                    archive.write_all(&sheets.finish()?)?;
                }
                Growing::Labels(format, file) => {
                    let mut sheets = Sheets::in_format(fonts()?, *format);
                    pages += self.batch.print(&mut sheets, printed)?;
                    file.write_all(&sheets.finish()?)?;
                }
            }
        }
        Ok(pages)
    }

    /// The file, rewound to its start. It has no name and is deleted when it is closed.
    pub fn finish(self) -> anyhow::Result<File> {
        let mut file = match self.file {
            Growing::Document(sheets) => {
                let mut file = tempfile::tempfile()?;
                file.write_all(&sheets.finish()?)?;
                file
            }
            Growing::Archive(archive) => archive.finish()?,
            Growing::Labels(_, file) => file,
        };
        file.rewind()?;
        Ok(file)
    }
}
