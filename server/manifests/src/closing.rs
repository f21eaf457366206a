//! A manifest is closed in the background: its lines are copied, its files made, its shipments and bags told.

use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashSet;
use std::sync::Arc;
use uuid::Uuid;

use policy::{Action, Resource};

use super::contents::list_bag_ids;
use super::files::{ManifestFormat, WrittenFile, list_formats, write_file};
use super::freed_bags;
use super::freezing::{self, ClosedBy, Freezing};
use super::model::Manifest;
use super::snapshot::{ManifestHead, ManifestPurpose, ManifestSnapshot};
use super::state::{ManifestStatus, ManifestStep, TRANSITIONS};
use super::store::{self, MANIFESTS, VersionKey};
use super::version_model::ManifestFile;
use access::scope::RowScope;
use customs::bags::state::BagStep;
use customs::bags::transport::{self, TransportedBag};
use freight::status::ShipmentStatus;
use freight::tracking_events::{self, NewEvent, Source};
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::files::FileKind;
use server_core::http::messages::{MessageCode, Params};
use server_core::live::Audience;
use server_core::process::{Outcome, Process, ProcessCx, ProcessError, Retry, Stage};
use server_core::record::{Change, Where};
use server_core::settings;

const MANIFESTED: &str = "MANIFESTED";
/// Shipments that get their event in one transaction.
const EVENTS: usize = 200;

/// Closes a version of a manifest.
#[derive(Serialize, Deserialize)]
pub struct CloseManifest {
    pub manifest_id: Uuid,
    pub number: String,
    pub revision: i16,
    /// Rows that the user who started it can see.
    pub scope: RowScope,
}

/// How far it is.
#[derive(Default, Serialize, Deserialize)]
struct ClosingState {
    is_frozen: bool,
    /// Shipments that have their event.
    told: usize,
}

/// The columns of a closed manifest.
#[derive(Debug, Serialize)]
struct ClosedColumns {
    status: ManifestStatus,
    house_count: i32,
    piece_count: i32,
    weight_g: i64,
    closed_at: chrono::DateTime<chrono::Utc>,
}

/// The column of a manifest that could not be closed.
#[derive(Debug, Serialize)]
struct OpenedColumns {
    status: ManifestStatus,
}

impl Process for CloseManifest {
    const KIND: &'static str = "manifests.close";

    fn title(&self) -> Params {
        Params::from([("number", self.number.clone().into())])
    }

    fn retry(&self) -> Option<Retry> {
        Retry::with(Resource::Manifest, Action::Close, &self.scope)
    }

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let mut state: ClosingState = cx.saved_state()?.unwrap_or_default();
        if !state.is_frozen {
            match self.freeze(&cx, &mut state).await? {
                None => return Ok(Outcome::Done),
                Some(Freezing::Frozen) => {}
                Some(Freezing::NotReady(count)) => {
                    let params = Params::from([("count", count.into())]);
                    return Err(ProcessError::fail_with(MessageCode::ManifestNotReady, params));
                }
            }
        }
        let snapshot = Arc::new(self.load(&cx).await?);
        self.make_files(&cx, &snapshot).await?;
        self.tell_shipments(&cx, &mut state, &snapshot).await?;
        self.finish(&cx, &snapshot.head).await?;
        Ok(Outcome::Done)
    }
}

impl CloseManifest {
    const fn key(&self) -> VersionKey {
        VersionKey { manifest_id: self.manifest_id, revision: self.revision }
    }

    fn is_closing(&self, manifest: &Manifest) -> bool {
        manifest.status == ManifestStatus::Closing && manifest.revision == self.revision
    }

    /// Copies what it says, and keeps its bags from being opened. If something must be put right first, it is open again. None if
    /// somebody opened it meanwhile.
    async fn freeze(
        &self,
        cx: &ProcessCx,
        state: &mut ClosingState,
    ) -> Result<Option<Freezing>, ProcessError> {
        let mut tx = cx.begin().await?;
        let found: Manifest = MANIFESTS.find(&mut tx, &Where::all(), self.manifest_id).await?;
        let bag_ids = list_bag_ids(&mut tx, &found).await?;
        let bags = transport::lock_bags(&mut tx, &bag_ids).await?;
        let mut change: Change<Manifest> =
            Change::begin(tx, cx, &MANIFESTS, Where::all(), self.manifest_id).await?;
        if !self.is_closing(&change.before) {
            return self.find_end(&change.before);
        }
        let by = ClosedBy { user_id: cx.user_id(), at: change.actor.at };
        let frozen = freezing::freeze(&mut change.tx, &change.before, by).await?;
        match &frozen {
            Freezing::Frozen => {
                // From here on nobody opens them: they stay as the copy has them.
                if change.before.purpose != ManifestPurpose::Deletion {
                    let ready = that_can(bags, BagStep::Manifest);
                    transport::mark_manifested(&mut change.tx, &ready, by.at).await?;
                }
                state.is_frozen = true;
                cx.save_state(&mut change.tx, state).await?;
            }
            Freezing::NotReady(count) => {
                let after = TRANSITIONS.after(ManifestStep::CloseFailed, ManifestStatus::Closing);
                change.write(&OpenedColumns { status: after.unwrap_or(ManifestStatus::Open) }).await?;
                change.record(Action::Close, json!({ "problems": count }), &Audience::Staff).await?;
            }
        }
        change.finish().await?;
        Ok(Some(frozen))
    }

    /// Nothing is left to do for a version that is closed. Fails for one that is not, because somebody opened it.
    fn find_end(&self, manifest: &Manifest) -> Result<Option<Freezing>, ProcessError> {
        if manifest.revision == self.revision && manifest.status != ManifestStatus::Open {
            return Ok(None);
        }
        let params = Params::from([("status", manifest.status.code().into())]);
        Err(ProcessError::fail_with(MessageCode::ManifestState, params))
    }

    async fn load(&self, cx: &ProcessCx) -> Result<ManifestSnapshot, ProcessError> {
        let mut tx = cx.begin().await?;
        let snapshot = store::load_snapshot(&mut tx, self.key()).await?;
        tx.commit().await?;
        Ok(snapshot)
    }

    /// Makes those files that it does not have yet.
    async fn make_files(&self, cx: &ProcessCx, snapshot: &Arc<ManifestSnapshot>) -> Result<(), ProcessError> {
        let mut tx = cx.begin().await?;
        let version = store::find_version(&mut tx, self.key()).await?;
        tx.commit().await?;
        let kept: HashSet<ManifestFormat> =
            version.iter().flat_map(|version| version.files.0.iter().map(|file| file.format)).collect();
        let formats = list_formats(snapshot);
        let total = formats.len() as u64;
        for (done, format) in (1..).zip(formats) {
            if !kept.contains(&format) {
                self.make_file(cx, snapshot, format).await?;
            }
            cx.progress(Stage::Processing, done, total);
        }
        Ok(())
    }

    async fn make_file(
        &self,
        cx: &ProcessCx,
        snapshot: &Arc<ManifestSnapshot>,
        format: ManifestFormat,
    ) -> Result<(), ProcessError> {
        let source = Arc::clone(snapshot);
        let written = tokio::task::spawn_blocking(move || write_file(&source, format)).await;
        let WrittenFile { file, size, sha256 } =
            written.map_err(ProcessError::retry)?.map_err(ProcessError::retry)?;
        let files = &cx.app().files;
        // An upload, because outputs of processes expire.
        let reader = tokio::fs::File::from_std(file);
        let (key, _) = files.put_reader(&cx.tenant().id, FileKind::Upload, reader).await?;
        let entry = ManifestFile {
            format,
            name: format.file_name(&snapshot.head),
            size,
            sha256,
            key: key.name().to_owned(),
        };
        let is_kept = match cx.begin().await {
            Ok(mut tx) => {
                let is_kept = store::add_file(&mut tx, self.key(), &entry).await?;
                tx.commit().await?;
                is_kept
            }
            Err(refused) => {
                files.delete(&key).await?;
                return Err(refused);
            }
        };
        if !is_kept {
            files.delete(&key).await?;
        }
        Ok(())
    }

    /// Records the event of those shipments that have not got so far. A manifest that is closed again, or amended, has others.
    async fn tell_shipments(
        &self,
        cx: &ProcessCx,
        state: &mut ClosingState,
        snapshot: &ManifestSnapshot,
    ) -> Result<(), ProcessError> {
        let ids = self.list_shipments(cx, snapshot).await?;
        let total = ids.len() as u64;
        while state.told < ids.len() {
            let part = &ids[state.told..ids.len().min(state.told + EVENTS)];
            let mut tx = cx.begin().await?;
            let manifest: Manifest = MANIFESTS.find(&mut tx, &Where::all(), self.manifest_id).await?;
            if !self.is_closing(&manifest) {
                return Ok(());
            }
            let settings = settings::load(&mut tx).await?;
            let mut shipments = tracking_events::lock_many(&mut tx, &RowScope::All, part).await?;
            shipments.retain(|shipment| shipment.status.code() < ShipmentStatus::Manifested.code());
            let event = NewEvent {
                code: MANIFESTED.into(),
                occurred_at: snapshot.head.closed_at,
                received_at: cx.app().clock.now(),
                time_zone: settings.time_zone.clone(),
                location: String::new(),
                source: Source::System,
                note: None,
                reason: None,
                hold: None,
                actor_id: Some(cx.user_id()),
                parcels: Vec::new(),
            };
            tracking_events::record_for_many(&mut tx, &shipments, &event).await?;
            state.told += part.len();
            cx.save_state(&mut tx, state).await?;
            tx.commit().await?;
            cx.progress(Stage::Processing, state.told as u64, total);
        }
        Ok(())
    }

    async fn list_shipments(
        &self,
        cx: &ProcessCx,
        snapshot: &ManifestSnapshot,
    ) -> Result<Vec<Uuid>, ProcessError> {
        if snapshot.head.purpose == ManifestPurpose::Deletion {
            return Ok(Vec::new());
        }
        let mut tx = cx.begin().await?;
        let lines = store::load_lines(&mut tx, self.key()).await?;
        tx.commit().await?;
        Ok(lines.iter().map(|line| line.shipment_id).collect())
    }

    /// Takes its bags along, and closes it.
    async fn finish(&self, cx: &ProcessCx, head: &ManifestHead) -> Result<(), ProcessError> {
        let mut tx = cx.begin().await?;
        let before = match store::find_last_sent(&mut tx, self.key()).await? {
            Some(row) => {
                store::load_head(&mut tx, VersionKey { revision: row.revision, ..self.key() }).await?.bags
            }
            None => Vec::new(),
        };
        let mut ids: Vec<Uuid> = head.bags.iter().chain(&before).map(|bag| bag.id).collect();
        ids.sort_unstable();
        ids.dedup();
        let bags = transport::lock_bags(&mut tx, &ids).await?;
        let mut change: Change<Manifest> =
            Change::begin(tx, cx, &MANIFESTS, Where::all(), self.manifest_id).await?;
        if !self.is_closing(&change.before) {
            return Ok(());
        }
        let is_void = head.purpose == ManifestPurpose::Deletion;
        let own: HashSet<Uuid> = head.bags.iter().filter(|_| !is_void).map(|bag| bag.id).collect();
        let (stay, leave) = bags.into_iter().partition::<Vec<_>, _>(|bag| own.contains(&bag.id));
        let at = change.actor.at;
        transport::mark_manifested(&mut change.tx, &that_can(stay, BagStep::Manifest), at).await?;
        freed_bags::set_free(&mut change.tx, self.manifest_id, leave, at).await?;
        let after = TRANSITIONS.after(ManifestStep::Freeze, ManifestStatus::Closing);
        let columns = ClosedColumns {
            status: after.unwrap_or(ManifestStatus::Closed),
            house_count: head.totals.houses,
            piece_count: head.totals.pieces,
            weight_g: head.totals.weight_g,
            closed_at: head.closed_at,
        };
        change.write(&columns).await?;
        let facts = json!({
            "revision": self.revision, "houses": head.totals.houses, "pieces": head.totals.pieces,
            "purpose": head.purpose,
        });
        change.record(Action::Close, facts, &Audience::Staff).await?;
        let told = WebhookEvent::of(WebhookEventType::ManifestClosed, self.manifest_id)
            .with("number", &self.number)
            .with("revision", self.revision)
            .with("houses", columns.house_count)
            .with("pieces", columns.piece_count);
        webhooks::announce(&mut change.tx, at, told).await?;
        change.finish().await?;
        Ok(())
    }
}

/// Those whose state allows a step. The others were on an earlier version, or have left.
fn that_can(bags: Vec<TransportedBag>, step: BagStep) -> Vec<TransportedBag> {
    bags.into_iter().filter(|bag| bag.verdict(step).is_yes()).collect()
}
