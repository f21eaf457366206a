//! Copies what an open manifest says, so that it stays.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::checks::find_problems;
use super::contents::{Contents, load_contents, load_facts, load_lines};
use super::model::Manifest;
use super::snapshot::{
    ManifestBag, ManifestHead, ManifestLine, ManifestPurpose, ManifestSnapshot, ManifestTotals,
};
use super::store::{self, NewVersion, StoredLine, VersionKey};
use super::version_model::ManifestDifference;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::settings;

/// Lines that are written at once.
const BATCH: usize = 1_000;
/// Numbers of houses that a difference names.
const NAMED: usize = 200;

/// A copied manifest, or the reason why it was not copied.
pub enum Freezing {
    Frozen,
    /// So many problems must be put right first.
    NotReady(usize),
}

/// A person who closes, and when.
#[derive(Clone, Copy, Debug)]
pub struct ClosedBy {
    pub user_id: Uuid,
    pub at: DateTime<Utc>,
}

/// Writes the next version of a manifest, which is locked, unless something must be put right first.
pub async fn freeze(tx: &mut TenantTx, manifest: &Manifest, by: ClosedBy) -> ApiResult<Freezing> {
    let key = VersionKey { manifest_id: manifest.id, revision: manifest.revision };
    let before = match store::find_last_sent(tx, key).await? {
        Some(row) => {
            let key = VersionKey { revision: row.revision, ..key };
            Some((store::load_head(tx, key).await?, store::load_lines(tx, key).await?))
        }
        None => None,
    };
    if let (ManifestPurpose::Deletion, Some((head, lines))) = (manifest.purpose, &before) {
        let head = ManifestHead {
            version: manifest.revision.into(),
            purpose: manifest.purpose,
            closed_at: by.at,
            added: Vec::new(),
            dropped: Vec::new(),
            ..head.clone()
        };
        write(tx, manifest, by, head, lines.clone(), None).await?;
        return Ok(Freezing::Frozen);
    }
    let contents = load_contents(tx, manifest).await?;
    let lines = load_lines(tx, &contents.houses, 1).await?;
    let facts = load_facts(tx, &RowScope::All, manifest.id, &contents).await?;
    let mut head = build_head(tx, manifest, by, &contents, &lines).await?;
    let problems = find_problems(&head, &lines, &facts);
    let blocking = problems.iter().filter(|problem| problem.kind.is_blocking()).count();
    if blocking > 0 {
        return Ok(Freezing::NotReady(blocking));
    }
    let stored = with_shipments(&contents, lines);
    let difference = before.map(|(_, before)| compare(&before, &stored, &mut head));
    write(tx, manifest, by, head, stored, difference.as_ref()).await?;
    Ok(Freezing::Frozen)
}

/// The version that a withdrawal takes back, with its lines; none for another purpose.
pub async fn find_withdrawn(tx: &mut TenantTx, manifest: &Manifest) -> ApiResult<Option<VersionKey>> {
    if manifest.purpose != ManifestPurpose::Deletion {
        return Ok(None);
    }
    let key = VersionKey { manifest_id: manifest.id, revision: manifest.revision };
    let sent = store::find_last_sent(tx, key).await?;
    Ok(sent.map(|row| VersionKey { revision: row.revision, ..key }))
}

/// The head of a version that is closed now.
pub async fn build_head(
    tx: &mut TenantTx,
    manifest: &Manifest,
    by: ClosedBy,
    contents: &Contents,
    lines: &[ManifestLine],
) -> ApiResult<ManifestHead> {
    let settings = settings::load(tx).await?;
    let bags = contents.bags.iter().map(|bag| ManifestBag {
        id: bag.id,
        number: bag.number.clone(),
        seal: bag.seal.clone(),
        parcels: bag.parcel_count,
        weight_g: bag.weight_g().into(),
    });
    Ok(ManifestHead {
        number: manifest.number.clone(),
        version: manifest.revision.into(),
        purpose: manifest.purpose,
        // As the database keeps it.
        closed_at: by.at,
        sender: settings.name.clone(),
        partner: manifest.partner_name.clone(),
        provider: manifest.provider_name.clone(),
        master: contents.master.clone(),
        totals: ManifestTotals::of(lines),
        bags: bags.collect(),
        added: Vec::new(),
        dropped: Vec::new(),
    })
}

/// The lines with the shipments of their houses.
fn with_shipments(contents: &Contents, lines: Vec<ManifestLine>) -> Vec<StoredLine> {
    let ids: HashMap<&str, Uuid> =
        contents.houses.iter().map(|house| (house.house.as_str(), house.shipment_id)).collect();
    let stored = |line: ManifestLine| {
        let shipment_id = ids.get(line.house.as_str()).copied()?;
        Some(StoredLine { shipment_id, line: Json(line) })
    };
    lines.into_iter().filter_map(stored).collect()
}

async fn write(
    tx: &mut TenantTx,
    manifest: &Manifest,
    by: ClosedBy,
    head: ManifestHead,
    lines: Vec<StoredLine>,
    difference: Option<&ManifestDifference>,
) -> ApiResult<()> {
    let key = VersionKey { manifest_id: manifest.id, revision: manifest.revision };
    let snapshot = ManifestSnapshot { head, lines: lines.iter().map(|line| line.line.0.clone()).collect() };
    let hash = snapshot.hash().map_err(server_core::http::error::ApiError::internal)?;
    let version = NewVersion {
        purpose: manifest.purpose,
        head: &snapshot.head,
        hash: &hash,
        closed_at: by.at,
        closed_by: Some(by.user_id),
        reason: manifest.reason.as_deref(),
        difference,
    };
    store::insert_version(tx, key, &version).await?;
    for batch in lines.chunks(BATCH) {
        store::insert_lines(tx, key, batch).await?;
    }
    Ok(())
}

/// Compares the lines with those that were sent before. The head gets the houses that are new and the lines that are gone.
fn compare(before: &[StoredLine], now: &[StoredLine], head: &mut ManifestHead) -> ManifestDifference {
    let old: HashMap<&str, &ManifestLine> =
        before.iter().map(|line| (line.line.house.as_str(), &line.line.0)).collect();
    let houses: HashSet<&str> = now.iter().map(|line| line.line.house.as_str()).collect();
    let is_changed = |line: &ManifestLine| {
        old.get(line.house.as_str()).is_some_and(|old| ManifestLine { seq: old.seq, ..line.clone() } != **old)
    };
    let name = |line: &StoredLine| line.line.house.clone();
    let changed: Vec<String> = now.iter().filter(|line| is_changed(&line.line)).map(name).collect();
    let is_new = |line: &&StoredLine| !old.contains_key(line.line.house.as_str());
    head.added = now.iter().filter(is_new).map(name).collect();
    let is_gone = |line: &&StoredLine| !houses.contains(line.line.house.as_str());
    head.dropped = before.iter().filter(is_gone).map(|line| line.line.0.clone()).collect();
    let first = |houses: &[String]| houses.iter().take(NAMED).cloned().collect();
    let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    let dropped: Vec<String> = head.dropped.iter().map(|line| line.house.clone()).collect();
    ManifestDifference {
        added: first(&head.added),
        dropped: first(&dropped),
        changed: first(&changed),
        added_count: count(head.added.len()),
        dropped_count: count(dropped.len()),
        changed_count: count(changed.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_snapshot::{line, snapshot};

    fn stored(line: ManifestLine) -> StoredLine {
        StoredLine { shipment_id: Uuid::nil(), line: Json(line) }
    }

    #[test]
    fn a_difference_names_houses_that_are_new_gone_or_changed() {
        let before = [stored(line(1)), stored(line(2)), stored(line(3))];
        let dearer = ManifestLine { seq: 1, pieces: 2, ..line(2) };
        let moved = ManifestLine { seq: 2, ..line(3) };
        let new = ManifestLine { house: "RMS000004".into(), ..line(3) };
        let mut head = snapshot().head;
        let found = compare(&before, &[stored(dearer), stored(moved), stored(new)], &mut head);
        assert_eq!(found.changed, ["RMS000002"]);
        assert_eq!((found.added, found.added_count), (vec!["RMS000004".to_owned()], 1));
        assert_eq!((found.dropped, found.dropped_count), (vec!["RMS000001".to_owned()], 1));
        assert_eq!(head.dropped, [line(1)]);
    }
}
