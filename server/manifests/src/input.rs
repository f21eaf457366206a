//! The form of a manifest, and its checks.

use std::collections::BTreeSet;

use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Manifest, ManifestInput};
use super::{other_manifests, store};
use access::ctx::Ctx;
use access::references::{self, still_active};
use access::scope::RowScope;
use customs::bags;
use customs::bags::model::Bag;
use customs::bags::state::BagStatus;
use customs::waybills;
use customs::waybills::model::Waybill;
use customs::waybills::state::WaybillStatus;
use freight::shipments::to_manifest;
use parties::transport_places;
use parties::{partners, providers};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::messages::MessageCode;
use server_core::record::Where;

/// The columns of the form.
#[derive(Debug, Serialize)]
pub struct ManifestColumns {
    #[serde(flatten)]
    pub input: ManifestInput,
    partner_name: Option<String>,
    provider_name: Option<String>,
    mawb_number: Option<String>,
}

/// The columns of a new manifest.
#[derive(Debug, Serialize)]
pub struct NewManifest {
    #[serde(flatten)]
    pub fields: ManifestColumns,
    pub number: String,
    pub subsidiary_id: Option<Uuid>,
    pub created_by: Uuid,
}

/// Records that the form names, as the user reaches them.
#[derive(Debug, Default)]
struct ManifestChoice {
    branches: BTreeSet<Option<Uuid>>,
    /// Airports at both ends.
    ends: Option<(String, String)>,
    /// Number of the waybill.
    mawb_number: Option<String>,
}

/// Checks a new manifest; returns all errors at once.
pub async fn check_new(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    sent: ManifestInput,
) -> ApiResult<NewManifest> {
    let (fields, chosen) = check(tx, ctx, scope, None, sent).await?;
    let today = ctx.settings().today(ctx.now());
    let airport = fields.input.origin_airport.clone().unwrap_or_default();
    let number = store::take_number(tx, &airport, today).await?;
    let subsidiary_id = find_branch(scope, &chosen.branches);
    Ok(NewManifest { fields, number, subsidiary_id, created_by: ctx.user.id })
}

/// Checks the change of a manifest; returns all errors at once.
pub async fn check_change(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    before: &Manifest,
    sent: ManifestInput,
) -> ApiResult<ManifestColumns> {
    Ok(check(tx, ctx, scope, Some(before), sent).await?.0)
}

/// The branch that all of it belongs to. A user of one branch makes manifests of that branch.
fn find_branch(scope: &RowScope, branches: &BTreeSet<Option<Uuid>>) -> Option<Uuid> {
    let own = match scope {
        RowScope::Subsidiaries(own) => own.first().copied(),
        _ => None,
    };
    let mut found = branches.iter();
    match (found.next(), found.next()) {
        (Some(Some(only)), None) => Some(*only),
        _ => own,
    }
}

async fn check(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    before: Option<&Manifest>,
    sent: ManifestInput,
) -> ApiResult<(ManifestColumns, ManifestChoice)> {
    let mut errors = FieldErrors::default();
    let mut input = clean(sent);
    let chosen = match input.mawb_id {
        Some(id) => check_waybill(tx, scope, before, &input, id, &mut errors).await?,
        None => check_contents(tx, scope, before, &input, &mut errors).await?,
    };
    if let Some((origin, destination)) = &chosen.ends {
        let is_fixed = input.mawb_id.is_some();
        for (airport, end) in
            [(&mut input.origin_airport, origin), (&mut input.destination_airport, destination)]
        {
            if is_fixed || airport.is_none() {
                *airport = Some(end.clone());
            }
        }
    }
    // Those of a waybill are not asked for.
    if input.mawb_id.is_none() {
        check_airport(tx, "origin_airport", input.origin_airport.as_deref(), &mut errors).await?;
        check_airport(tx, "destination_airport", input.destination_airport.as_deref(), &mut errors).await?;
    }
    let partner_name = find_partner(tx, before, input.partner_id, &mut errors).await?;
    let provider_name = find_provider(tx, ctx, before, input.provider_id, &mut errors).await?;
    errors.into_result()?;
    let mawb_number = chosen.mawb_number.clone();
    Ok((ManifestColumns { input, partner_name, provider_name, mawb_number }, chosen))
}

/// Texts in their forms.
fn clean(sent: ManifestInput) -> ManifestInput {
    let code = |text: Option<&String>| optional(text).map(|text| text.to_uppercase());
    let each_once = |ids: Vec<Uuid>| ids.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
    ManifestInput {
        origin_airport: code(sent.origin_airport.as_ref()),
        destination_airport: code(sent.destination_airport.as_ref()),
        note: optional(sent.note.as_ref()),
        bag_ids: each_once(sent.bag_ids),
        shipment_ids: each_once(sent.shipment_ids),
        ..sent
    }
}

/// A waybill that the user reaches. It has one manifest, and says itself what is on it.
async fn check_waybill(
    tx: &mut TenantTx,
    scope: &RowScope,
    before: Option<&Manifest>,
    input: &ManifestInput,
    id: Uuid,
    errors: &mut FieldErrors,
) -> ApiResult<ManifestChoice> {
    for (field, ids) in [("bag_ids", &input.bag_ids), ("shipment_ids", &input.shipment_ids)] {
        if !ids.is_empty() {
            errors.push(field, MessageCode::ManifestWaybillContents);
        }
    }
    let own = before.map(|manifest| manifest.id);
    let stays = before.is_some_and(|manifest| manifest.mawb_id == Some(id));
    let Some(waybill) = reach_waybill(tx, if stays { &RowScope::All } else { scope }, id).await? else {
        errors.push("mawb_id", MessageCode::UnknownOption);
        return Ok(ManifestChoice::default());
    };
    if waybill.status == WaybillStatus::Void && !stays {
        errors.push("mawb_id", MessageCode::UnknownOption);
    }
    let ids = waybills::transport::list_ids(tx, id).await?;
    let of_waybill = other_manifests::find_of_waybill(tx, id, own).await?;
    if let Some(other) = of_waybill {
        let (code, params) = other.to_refusal(scope, MessageCode::ManifestWaybillUsed);
        errors.push_with("mawb_id", code, params);
    } else if let Some(other) = other_manifests::find_taken_bag(tx, &ids.bag_ids, own).await? {
        let (code, params) = other.to_refusal(scope, MessageCode::ManifestBagUsed);
        errors.push_with("mawb_id", code, params);
    }
    Ok(ManifestChoice {
        branches: BTreeSet::from([waybill.subsidiary_id]),
        ends: Some((waybill.input.origin_airport, waybill.input.destination_airport)),
        mawb_number: Some(waybill.number),
    })
}

/// The waybill, locked so that nobody makes another manifest of it meanwhile; none if the user does not reach it.
async fn reach_waybill(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<Option<Waybill>> {
    waybills::transport::lock(tx, &[id]).await?;
    let filter = waybills::build_filter(scope, Where::all()).and("m.id = ", Some(id));
    waybills::WAYBILLS.listing.find(tx, &filter).await
}

/// Bags and shipments that the user reaches, and bags that no other manifest has.
async fn check_contents(
    tx: &mut TenantTx,
    scope: &RowScope,
    before: Option<&Manifest>,
    input: &ManifestInput,
    errors: &mut FieldErrors,
) -> ApiResult<ManifestChoice> {
    if input.bag_ids.is_empty() && input.shipment_ids.is_empty() {
        errors.push("bag_ids", MessageCode::Required);
        return Ok(ManifestChoice::default());
    }
    let filter = bags::build_filter(scope, Where::all()).among("b.id", Some(input.bag_ids.clone()));
    let most = i64::try_from(input.bag_ids.len()).unwrap_or(i64::MAX);
    let bags: Vec<Bag> = bags::BAGS.listing.all(tx, &filter, most).await?;
    if bags.len() < input.bag_ids.len() || bags.iter().any(|bag| bag.status == BagStatus::Cancelled) {
        errors.push("bag_ids", MessageCode::UnknownOption);
    }
    let own = before.map(|manifest| manifest.id);
    if let Some(other) = other_manifests::find_taken_bag(tx, &input.bag_ids, own).await? {
        let (code, params) = other.to_refusal(scope, MessageCode::ManifestBagUsed);
        errors.push_with("bag_ids", code, params);
    }
    let loose = to_manifest::list_in_scope(tx, scope, &input.shipment_ids).await?;
    if loose.len() < input.shipment_ids.len() {
        errors.push("shipment_ids", MessageCode::UnknownOption);
    }
    let branches = bags.iter().map(|bag| bag.subsidiary_id).chain(loose.iter().map(|one| one.subsidiary_id));
    Ok(ManifestChoice {
        branches: branches.collect(),
        ends: bags.first().map(|bag| (bag.origin_airport.clone(), bag.destination_airport.clone())),
        mawb_number: None,
    })
}

async fn check_airport(
    tx: &mut TenantTx,
    field: &'static str,
    airport: Option<&str>,
    errors: &mut FieldErrors,
) -> ApiResult<()> {
    let Some(airport) = airport else {
        errors.push(field, MessageCode::Required);
        return Ok(());
    };
    if transport_places::find_airport_country(tx, airport).await?.is_none() {
        errors.push(field, MessageCode::UnknownOption);
    }
    Ok(())
}

async fn find_partner(
    tx: &mut TenantTx,
    before: Option<&Manifest>,
    id: Option<Uuid>,
    errors: &mut FieldErrors,
) -> ApiResult<Option<String>> {
    let stood = before.and_then(|before| before.partner_id);
    if !still_active(tx, references::PARTNER, id, stood).await? {
        errors.push("partner_id", MessageCode::UnknownOption);
        return Ok(None);
    }
    match id {
        Some(id) => partners::find_name(tx, id).await,
        None => Ok(None),
    }
}

async fn find_provider(
    tx: &mut TenantTx,
    ctx: &Ctx,
    before: Option<&Manifest>,
    id: Option<Uuid>,
    errors: &mut FieldErrors,
) -> ApiResult<Option<String>> {
    let Some(id) = id else { return Ok(None) };
    let stood = before.and_then(|before| before.provider_id);
    if !references::provider_is_open(tx, ctx, Some(id), stood).await? {
        errors.push("provider_id", MessageCode::UnknownOption);
        return Ok(None);
    }
    providers::find_name(tx, id, ctx.language()).await
}

/// 404 unless the user reaches the manifest.
pub fn build_filter(scope: &RowScope, filter: Where) -> Where {
    let (_, subsidiaries, _) = scope.parts();
    filter.among("m.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_belongs_to_the_branch_of_its_bags() {
        let (one, two) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let of = |scope: &RowScope, branches: &[Option<Uuid>]| {
            find_branch(scope, &branches.iter().copied().collect())
        };
        assert_eq!(of(&RowScope::All, &[Some(one)]), Some(one));
        assert_eq!(of(&RowScope::All, &[Some(one), Some(two)]), None);
        assert_eq!(of(&RowScope::All, &[None]), None);
        assert_eq!(of(&RowScope::Subsidiaries(vec![two]), &[Some(one), Some(two)]), Some(two));
    }
}
