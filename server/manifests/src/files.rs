//! The files of a closed manifest. They are made once, of what it says, and kept.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read, Seek, Write};

use sha2::{Digest, Sha256};
use zip::DateTime;
use zip::write::{SimpleFileOptions, ZipWriter};

use super::cargo_imp::house_list as imp_houses;
use super::cargo_imp::waybill as imp_waybill;
use super::cargo_xml;
use super::sheet::write_sheet;
use super::snapshot::{ManifestHead, ManifestLine, ManifestPurpose, ManifestSnapshot};
use server_core::http::file_answer::FileTypes;
use sheets::export::ExportFormat;
use trade::wire_name;

wire_name! {
    /// A file of a manifest.
    ManifestFormat {
        Csv = "csv",
        Xlsx = "xlsx",
        /// The waybill in Cargo-IMP, as text.
        Fwb = "fwb",
        /// The houses in Cargo-IMP, as text.
        Fhl = "fhl",
        /// The waybill in Cargo-XML.
        Xfwb = "xfwb",
        /// The list of houses in Cargo-XML.
        Xfhl = "xfhl",
        /// Each house in Cargo-XML, in a ZIP archive.
        Xfzb = "xfzb",
    }
}

impl ManifestFormat {
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Csv => ExportFormat::Csv.content_type(),
            Self::Xlsx => ExportFormat::Xlsx.content_type(),
            Self::Fwb | Self::Fhl => "text/plain; charset=us-ascii",
            Self::Xfwb | Self::Xfhl => "application/xml",
            Self::Xfzb => "application/zip",
        }
    }

    const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
            Self::Fwb => "fwb.txt",
            Self::Fhl => "fhl.txt",
            Self::Xfwb => "xfwb.xml",
            Self::Xfhl => "xfhl.xml",
            Self::Xfzb => "xfzb.zip",
        }
    }

    /// `MIA-M-26-000123-2.xfhl.xml`.
    pub fn file_name(self, head: &ManifestHead) -> String {
        format!("{}-{}.{}", head.number, head.version, self.extension())
    }

    /// Whether a manifest has this file. Messages need a waybill.
    fn is_for(self, snapshot: &ManifestSnapshot) -> bool {
        let master = snapshot.head.master.as_ref();
        let has_waybill = master.is_some();
        let has_parties = master.is_some_and(|master| master.shipper.is_some() && master.consignee.is_some());
        match self {
            Self::Csv | Self::Xlsx => true,
            Self::Fwb | Self::Xfwb => has_parties,
            Self::Xfhl | Self::Xfzb => has_waybill,
            Self::Fhl => imp_houses::has_house_list(&snapshot.head, &snapshot.lines),
        }
    }
}

impl FileTypes for ManifestFormat {
    const TYPES: &'static [&'static str] = &[
        "text/csv",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "text/plain",
        "application/xml",
        "application/zip",
    ];
}

/// The files that a manifest has.
pub fn list_formats(snapshot: &ManifestSnapshot) -> Vec<ManifestFormat> {
    ManifestFormat::ALL.iter().copied().filter(|format| format.is_for(snapshot)).collect()
}

/// A file that was written, at its start.
pub struct WrittenFile {
    pub file: File,
    pub size: i64,
    pub sha256: String,
}

/// Writes a file of the list: the same bytes for the same manifest.
pub fn write_file(snapshot: &ManifestSnapshot, format: ManifestFormat) -> anyhow::Result<WrittenFile> {
    let file = match format {
        ManifestFormat::Csv => write_sheet(snapshot, ExportFormat::Csv)?,
        ManifestFormat::Xlsx => write_sheet(snapshot, ExportFormat::Xlsx)?,
        ManifestFormat::Fwb => {
            write_bytes(imp_waybill::write_waybill(snapshot).unwrap_or_default().as_bytes())?
        }
        ManifestFormat::Fhl => {
            write_bytes(imp_houses::write_house_list(snapshot).unwrap_or_default().as_bytes())?
        }
        ManifestFormat::Xfwb => write_bytes(&cargo_xml::write_waybill(&snapshot.head)?.unwrap_or_default())?,
        ManifestFormat::Xfhl => write_bytes(&cargo_xml::write_house_list(snapshot)?.unwrap_or_default())?,
        ManifestFormat::Xfzb => write_houses(snapshot)?,
    };
    measure(file)
}

/// A file without a name, which is deleted when it is closed.
fn write_bytes(bytes: &[u8]) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    file.rewind()?;
    Ok(file)
}

/// One message for each house, and one for each house that the version no longer has.
fn write_houses(snapshot: &ManifestSnapshot) -> anyhow::Result<File> {
    let mut archive = ZipWriter::new(tempfile::tempfile()?);
    // The same date in each archive.
    let options = SimpleFileOptions::default().last_modified_time(DateTime::default());
    let mut write = |head: &ManifestHead, line: &ManifestLine| -> anyhow::Result<()> {
        if let Some(message) = cargo_xml::write_house(head, line)? {
            archive.start_file(format!("{}.xml", line.house), options)?;
            archive.write_all(&message)?;
        }
        Ok(())
    };
    let with = |purpose| ManifestHead { purpose, ..snapshot.head.without_lists() };
    let (own, creation) = (with(snapshot.head.purpose), with(ManifestPurpose::Creation));
    let added: HashSet<&String> = snapshot.head.added.iter().collect();
    for line in &snapshot.lines {
        write(if added.contains(&line.house) { &creation } else { &own }, line)?;
    }
    let deletion = with(ManifestPurpose::Deletion);
    for line in &snapshot.head.dropped {
        write(&deletion, line)?;
    }
    let mut file = archive.finish()?;
    file.rewind()?;
    Ok(file)
}

fn measure(mut file: File) -> anyhow::Result<WrittenFile> {
    let mut digest = Sha256::new();
    let mut size = 0_i64;
    let mut part = vec![0; 64 * 1024];
    loop {
        let read = file.read(&mut part)?;
        if read == 0 {
            break;
        }
        digest.update(&part[..read]);
        size += i64::try_from(read)?;
    }
    file.rewind()?;
    Ok(WrittenFile { file, size, sha256: to_hex(&digest.finalize()) })
}

/// Two hexadecimal digits for each byte.
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_snapshot::{line, snapshot};

    #[test]
    fn each_format_has_a_published_type() {
        for format in ManifestFormat::ALL {
            assert!(ManifestFormat::include(format.content_type()), "{format:?}");
        }
    }

    #[test]
    fn the_same_manifest_gives_the_same_bytes_in_each_format() {
        let snapshot = snapshot();
        assert_eq!(list_formats(&snapshot), ManifestFormat::ALL);
        for format in ManifestFormat::ALL {
            let write = || write_file(&snapshot, *format).unwrap();
            let (first, second) = (write(), write());
            assert!(first.size > 0, "{format:?}");
            assert_eq!(first.sha256, second.sha256, "{format:?}");
            assert_eq!(first.sha256.len(), 64);
        }
    }

    #[test]
    fn messages_need_a_waybill_and_the_old_list_short_numbers() {
        let mut snapshot = snapshot();
        snapshot.lines[0].house = "LX821947508BR".into();
        assert!(!list_formats(&snapshot).contains(&ManifestFormat::Fhl));
        assert_eq!(ManifestFormat::Xfhl.file_name(&snapshot.head), "GRU-M-26-000001-1.xfhl.xml");
        if let Some(master) = &mut snapshot.head.master {
            master.consignee = None;
        }
        let found = list_formats(&snapshot);
        assert!(found.contains(&ManifestFormat::Xfhl) && !found.contains(&ManifestFormat::Xfwb));
        snapshot.head.master = None;
        assert_eq!(list_formats(&snapshot), [ManifestFormat::Csv, ManifestFormat::Xlsx]);
    }

    #[test]
    fn an_amendment_says_of_each_house_what_it_does() {
        let mut snapshot = snapshot();
        snapshot.head.purpose = ManifestPurpose::Update;
        snapshot.head.added = vec!["RMS000002".into()];
        snapshot.head.dropped = vec![ManifestLine { house: "RMS000009".into(), ..line(1) }];
        let written = write_file(&snapshot, ManifestFormat::Xfzb).unwrap();
        let mut archive = zip::ZipArchive::new(written.file).unwrap();
        let mut purpose = |house: &str| {
            let mut text = String::new();
            archive.by_name(&format!("{house}.xml")).unwrap().read_to_string(&mut text).unwrap();
            let (_, rest) = text.split_once("<PurposeCode>").unwrap();
            rest.split('<').next().unwrap().to_owned()
        };
        assert_eq!(purpose("RMS000001"), "Update");
        assert_eq!(purpose("RMS000002"), "Creation");
        assert_eq!(purpose("RMS000009"), "Deletion");
    }
}
