//! Packs the documents of a flight as a background process. Each attempt begins anew.

use std::fs::File;
use std::io::{Seek, Write};

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::io::AsyncReadExt;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use uuid::Uuid;
use zip::CompressionMethod;
use zip::write::{SimpleFileOptions, ZipWriter};

use super::store::FlightManifest;
use crate::store::{self as manifest_store, VersionKey};
use crate::version_model::ManifestFile;
use customs::bags::BAGS;
use customs::bags::label_paper::BagLabel;
use customs::bags::model::Bag;
use customs::flights::{FlightBag, FlightMaster, FlightWaybill};
use customs::masters::model::Master;
use customs::masters::paper::MasterPaper;
use customs::masters::{self, MASTERS};
use customs::waybills::WAYBILLS;
use customs::waybills::document;
use customs::waybills::model::Waybill;
use customs::waybills::paper::WaybillPaper;
use customs::waybills::state::WaybillStatus;
use freight::shipments::labels::PrintingCache;
use parties::transport_places;
use server_core::files::FileKey;
use server_core::http::messages::Params;
use server_core::process::{Outcome, OutputFile, Process, ProcessCx, ProcessError, Stage};
use server_core::record::Where;
use server_core::settings;
use trade::print_format::PrintFormat;

const ZIP: &str = "application/zip";
/// Read of a file at a time.
const PIECE: usize = 256 * 1024;

/// Packs the papers of these waybills and masters, the labels of their bags and the files of these manifests, each waybill and
/// master in a folder of its number. Whoever may not see bags, masters or download manifests names none.
#[derive(Serialize, Deserialize)]
pub struct PackFlightDocuments {
    pub flight: String,
    pub on: NaiveDate,
    pub waybills: Vec<FlightWaybill>,
    pub manifests: Vec<FlightManifest>,
    #[serde(default)]
    pub masters: Vec<FlightMaster>,
    #[serde(default)]
    pub bags: Vec<FlightBag>,
}

/// The contents of the archive, in pieces of its files.
enum Piece {
    /// A new file.
    File(String),
    Bytes(Vec<u8>),
}

/// The end of the way to the thread that writes the archive. It is closed when that thread has failed.
type Pieces = mpsc::Sender<Piece>;

impl Process for PackFlightDocuments {
    const KIND: &'static str = "mawbs.flight_documents";

    fn title(&self) -> Params {
        Params::from([("flight", self.flight.clone().into()), ("on", json!(self.on))])
    }

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let file = match cx.saved_state()? {
            Some(file) => file,
            None => self.pack(&cx).await?,
        };
        file.into_outcome(&cx, ZIP)
    }
}

impl PackFlightDocuments {
    async fn pack(&self, cx: &ProcessCx) -> Result<OutputFile, ProcessError> {
        let (pieces, arriving) = mpsc::channel(4);
        let writer = spawn_blocking(move || write_archive(arriving));
        let total = self.waybills.len() as u64;
        for (done, waybill) in (1..).zip(&self.waybills) {
            self.add_waybill(cx, &pieces, waybill).await?;
            cx.progress(Stage::Processing, done, total);
        }
        for master in &self.masters {
            let paper = draw_master(cx, master.id).await?;
            send_file(&pieces, format!("{0}/{0}.pdf", master.number), paper).await?;
        }
        self.add_labels(cx, &pieces).await?;
        drop(pieces);
        let file = writer.await.map_err(ProcessError::retry)?.map_err(ProcessError::retry)?;
        let name = format!("{}-{}.zip", self.flight, self.on);
        OutputFile::keep(cx, file, name, &Params::from([("done", json!(total))])).await
    }

    /// Its paper, and the files of its manifests.
    async fn add_waybill(
        &self,
        cx: &ProcessCx,
        pieces: &Pieces,
        waybill: &FlightWaybill,
    ) -> Result<(), ProcessError> {
        let number = &waybill.number;
        let paper = draw_paper(cx, waybill.id).await?;
        send_file(pieces, format!("{number}/{number}.pdf"), paper).await?;
        for manifest in self.manifests.iter().filter(|manifest| manifest.mawb_id == waybill.id) {
            for file in list_files(cx, manifest).await? {
                add_file(cx, pieces, number, &file).await?;
            }
        }
        Ok(())
    }

    /// The labels of the bags, in the folders of their transports.
    async fn add_labels(&self, cx: &ProcessCx, pieces: &Pieces) -> Result<(), ProcessError> {
        if self.bags.is_empty() {
            return Ok(());
        }
        let state = cx.app();
        let ids: Vec<Uuid> = self.bags.iter().map(|bag| bag.id).collect();
        let most = i64::try_from(ids.len()).unwrap_or(i64::MAX);
        let filter = Where::all().among("b.id", Some(ids));
        let mut tx = cx.begin().await?;
        let settings = settings::load(&mut tx).await?;
        let bags: Vec<Bag> = BAGS.listing.all(&mut tx, &filter, most).await?;
        let stationery = state.slot::<PrintingCache>().stationery(state, &mut tx, &settings).await?;
        tx.commit().await?;
        let carrier = settings.document_name();
        for FlightBag { id, transport } in &self.bags {
            let Some(bag) = bags.iter().find(|bag| bag.id == *id) else { continue };
            let label = BagLabel { bag, carrier, stationery: stationery.clone() };
            let drawn = label.draw(PrintFormat::Pdf).await?;
            send_file(pieces, format!("{transport}/{}.pdf", bag.number), drawn).await?;
        }
        Ok(())
    }
}

async fn send_file(pieces: &Pieces, name: String, bytes: Vec<u8>) -> Result<(), ProcessError> {
    pieces.send(Piece::File(name)).await.map_err(ProcessError::retry)?;
    pieces.send(Piece::Bytes(bytes)).await.map_err(ProcessError::retry)
}

/// The newest document of a waybill, or how it is now.
async fn draw_paper(cx: &ProcessCx, waybill_id: Uuid) -> Result<Vec<u8>, ProcessError> {
    let state = cx.app();
    let mut tx = cx.begin().await?;
    let settings = settings::load(&mut tx).await?;
    let waybill: Waybill = WAYBILLS.find(&mut tx, &Where::all(), waybill_id).await?;
    let document = document::find(&mut tx, &waybill, None).await?;
    let stationery = state.slot::<PrintingCache>().stationery(state, &mut tx, &settings).await?;
    tx.commit().await?;
    let is_void = waybill.status == WaybillStatus::Void;
    Ok(WaybillPaper { document: &document, is_void, stationery }.draw().await?)
}

/// The delivery bill of a master of the post.
async fn draw_master(cx: &ProcessCx, master_id: Uuid) -> Result<Vec<u8>, ProcessError> {
    let state = cx.app();
    let mut tx = cx.begin().await?;
    let settings = settings::load(&mut tx).await?;
    let master: Master = MASTERS.find(&mut tx, &Where::all(), master_id).await?;
    let bags = masters::list_bags(&mut tx, master_id).await?;
    let sender = transport_places::find_sender(&mut tx, master.warehouse_id).await?;
    let stationery = state.slot::<PrintingCache>().stationery(state, &mut tx, &settings).await?;
    tx.commit().await?;
    let company = settings.document_name();
    // The post's office of exchange is its place.
    let paper = MasterPaper { master: &master, bags: &bags, company, sender, consignee: None, stationery };
    Ok(paper.draw().await?)
}

async fn list_files(cx: &ProcessCx, manifest: &FlightManifest) -> Result<Vec<ManifestFile>, ProcessError> {
    let key = VersionKey { manifest_id: manifest.manifest_id, revision: manifest.revision };
    let mut tx = cx.begin().await?;
    let version = manifest_store::find_version(&mut tx, key).await?;
    tx.commit().await?;
    Ok(version.map(|version| version.files.0).unwrap_or_default())
}

/// Passes a stored file on, a piece at a time.
async fn add_file(
    cx: &ProcessCx,
    pieces: &Pieces,
    folder: &str,
    file: &ManifestFile,
) -> Result<(), ProcessError> {
    let key = FileKey::of(&cx.tenant().id, &file.key);
    let stored = match &key {
        Some(key) => cx.app().files.get(key).await?,
        None => None,
    };
    let stored = stored.ok_or_else(|| ProcessError::retry(anyhow::anyhow!("{} is missing", file.name)))?;
    pieces.send(Piece::File(format!("{folder}/{}", file.name))).await.map_err(ProcessError::retry)?;
    let mut reader = stored.into_reader();
    loop {
        let mut bytes = Vec::with_capacity(PIECE);
        if reader.read_buf(&mut bytes).await? == 0 {
            return Ok(());
        }
        pieces.send(Piece::Bytes(bytes)).await.map_err(ProcessError::retry)?;
    }
}

/// The archive, rewound to its start. PDFs and archives in it are already compressed.
fn write_archive(mut arriving: mpsc::Receiver<Piece>) -> anyhow::Result<File> {
    let mut archive = ZipWriter::new(tempfile::tempfile()?);
    while let Some(piece) = arriving.blocking_recv() {
        match piece {
            Piece::File(name) => {
                let is_compressed = [".pdf", ".zip", ".xlsx"].iter().any(|end| name.ends_with(end));
                let method =
                    if is_compressed { CompressionMethod::Stored } else { CompressionMethod::Deflated };
                let options = SimpleFileOptions::default().compression_method(method).large_file(true);
                archive.start_file(name, options)?;
            }
            Piece::Bytes(bytes) => archive.write_all(&bytes)?,
        }
    }
    let mut file = archive.finish()?;
    file.rewind()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn pieces_of_a_file_are_one_file_of_the_archive() {
        let (pieces, arriving) = mpsc::channel(8);
        for piece in [
            Piece::File("020-12345675/020-12345675.pdf".into()),
            Piece::Bytes(b"%PDF".to_vec()),
            Piece::File("020-12345675/GRU-M-26-000001-1.csv".into()),
            Piece::Bytes(b"house".to_vec()),
            Piece::Bytes(b";pieces".to_vec()),
        ] {
            assert!(pieces.try_send(piece).is_ok());
        }
        drop(pieces);
        let mut archive = zip::ZipArchive::new(write_archive(arriving).unwrap()).unwrap();
        assert_eq!(archive.len(), 2);
        let mut text = String::new();
        let name = "020-12345675/GRU-M-26-000001-1.csv";
        archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "house;pieces");
    }
}
