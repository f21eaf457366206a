//! Stores the shipments of checked lines.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use chrono::{DateTime, Utc};
use policy::Resource;
use tenancy::TenantTx;
use uuid::Uuid;

use super::super::lookups::Services;
use super::super::store::{Counts, Missing};
use super::dry_run::DryRun;
use super::validate::{Candidate, ValidationResult, to_i32};
use super::work::StepResult;
use freight::shipments::bulk::{self, NewShipment, Origin};
use freight::shipments::missing_fields::without_number;
use freight::shipments::{model, store as shipments};
use freight::status::ShipmentStatus;
use pricing::services::limits::Rules;
use server_core::http::error::ApiResult;
use server_core::live;

/// The import that shipments come from.
pub struct ShipmentWriter {
    pub import_id: Uuid,
    /// Owner of the references: the client, or else the partner; none is the company.
    pub owner_id: Option<Uuid>,
    pub by: Uuid,
    pub at: DateTime<Utc>,
    pub time_zone: String,
    pub services: Services,
    /// Whether a column of the file names the shipments.
    pub has_references: bool,
    /// Counts and prices only.
    pub dry_run: Option<DryRun>,
}

impl ShipmentWriter {
    pub async fn store(&self, tx: &mut TenantTx, validated: ValidationResult) -> ApiResult<StepResult> {
        let mut step = StepResult::default();
        let (counts, missing) = (&mut step.counts, &mut step.missing);
        counts.refused_shipments = validated.refused_shipments;
        let known = load_known_references(tx, self.owner_id, &validated.shipments).await?;
        let (existing, new) = validated.shipments.into_iter().partition::<Vec<_>, _>(|candidate| {
            known
                .get(&candidate.input.fields.source)
                .is_some_and(|known| known.contains(candidate.reference()))
        });
        for candidate in &existing {
            counts.existing_lines += candidate.lines;
            counts.existing_shipments += 1;
        }
        let Some(dry_run) = &self.dry_run else {
            self.insert(tx, new, counts, missing).await?;
            return Ok(step);
        };
        for candidate in &new {
            counts.taken_lines += candidate.lines;
            counts.new_shipments += 1;
            counts.attention_shipments += i32::from(!candidate.missing.is_empty());
            tally(missing, &candidate.missing);
        }
        step.forecasts = dry_run.price(tx, new, self.has_references).await?;
        Ok(step)
    }

    async fn insert(
        &self,
        tx: &mut TenantTx,
        new: Vec<Candidate>,
        counts: &mut Counts,
        missing: &mut Missing,
    ) -> ApiResult<()> {
        if new.is_empty() {
            return Ok(());
        }
        let lines: Vec<i32> = new.iter().map(|candidate| candidate.lines).collect();
        let codes = shipments::take_codes(tx, to_i32(new.len())).await?;
        let new: Vec<NewShipment> =
            new.into_iter().zip(codes).map(|(candidate, code)| self.complete(candidate, code)).collect();
        let origin =
            Origin { import_id: self.import_id, by: self.by, at: self.at, time_zone: &self.time_zone };
        let stored = bulk::insert_many(tx, &new, &origin).await?;
        // Pages are told once, at the end of the import.
        live::records_change_unheard(tx, Resource::Shipment.name());
        for (shipment, lines) in new.iter().zip(lines) {
            if stored.contains(&shipment.id) {
                counts.taken_lines += lines;
                counts.new_shipments += 1;
                counts.attention_shipments += i32::from(shipment.status == ShipmentStatus::NeedsAttention);
                tally(missing, &shipment.missing);
            } else {
                counts.existing_lines += lines;
                counts.existing_shipments += 1;
            }
        }
        Ok(())
    }

    fn complete(&self, candidate: Candidate, tracking_code: String) -> NewShipment {
        let Candidate { mut input, missing, .. } = candidate;
        let usual = Rules::without_service();
        let rules = input.fields.service_id.and_then(|id| self.services.get(&id)).unwrap_or(&usual);
        let (declared, volumetric_weight_g, chargeable_weight_g) =
            model::weigh(&input, rules.volumetric_divisor, rules.rounding_step_g);
        input.fields.declared_weight_g = declared;
        NewShipment {
            id: Uuid::now_v7(),
            tracking_code,
            status: model::open_status(&missing),
            input,
            missing,
            volumetric_weight_g,
            chargeable_weight_g,
        }
    }
}

/// Counts shipments by what they lack; a field of several items counts once.
fn tally(missing: &mut Missing, fields: &[String]) {
    let names: BTreeSet<String> = fields.iter().map(|field| without_number(field)).collect();
    for name in names {
        *missing.entry(name).or_default() += 1;
    }
}

/// The references that the owner's shipments already have, by source.
async fn load_known_references(
    tx: &mut TenantTx,
    owner_id: Option<Uuid>,
    candidates: &[Candidate],
) -> ApiResult<BTreeMap<String, HashSet<String>>> {
    let mut by_source: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for candidate in candidates {
        by_source.entry(&candidate.input.fields.source).or_default().push(candidate.reference());
    }
    let mut known = BTreeMap::new();
    for (source, references) in by_source {
        known.insert(source.to_owned(), bulk::known_references(tx, owner_id, source, &references).await?);
    }
    Ok(known)
}
