//! The form of a manifest, and its checks.

use std::collections::BTreeSet;

use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Manifest, ManifestInput};
use super::store;
use crate::bags;
use crate::bags::model::Bag;
use crate::bags::state::BagStatus;
use access::ctx::Ctx;
use access::references::{self, still_active};
use access::scope::RowScope;
use freight::shipments::to_manifest;
use parties::transport_places;
use parties::{partners, providers};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::messages::{MessageCode, Params};
use server_core::record::Where;
use trade::identifiers::Awb;

/// The columns of the form.
#[derive(Debug, Serialize)]
pub struct ManifestColumns {
    #[serde(flatten)]
    pub input: ManifestInput,
    partner_name: Option<String>,
    provider_name: Option<String>,
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

/// Bags and loose shipments of the form, as the user reaches them.
#[derive(Debug, Default)]
struct Chosen {
    bags: Vec<Bag>,
    branches: BTreeSet<Option<Uuid>>,
}

/// Checks a new manifest; returns all errors at once.
pub async fn check_new(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    sent: ManifestInput,
) -> ApiResult<NewManifest> {
    let (fields, chosen) = check(tx, ctx, scope, None, sent).await?;
    let today = ctx.settings().await?.today(ctx.now());
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
) -> ApiResult<(ManifestColumns, Chosen)> {
    let mut errors = FieldErrors::default();
    let mut input = clean(sent, &mut errors);
    let chosen = check_contents(tx, scope, before, &input, &mut errors).await?;
    if let Some(first) = chosen.bags.first() {
        input.origin_airport.get_or_insert(first.origin_airport.clone());
        input.destination_airport.get_or_insert(first.destination_airport.clone());
    }
    check_waybill(tx, before, &input, &mut errors).await?;
    check_airport(tx, "origin_airport", input.origin_airport.as_deref(), &mut errors).await?;
    check_airport(tx, "destination_airport", input.destination_airport.as_deref(), &mut errors).await?;
    let partner_name = find_partner(tx, before, input.partner_id, &mut errors).await?;
    let provider_name = find_provider(tx, ctx, before, input.provider_id, &mut errors).await?;
    errors.into_result()?;
    Ok((ManifestColumns { input, partner_name, provider_name }, chosen))
}

/// Texts in their forms.
fn clean(sent: ManifestInput, errors: &mut FieldErrors) -> ManifestInput {
    let code = |text: Option<&String>| optional(text).map(|text| text.to_uppercase());
    let each_once = |ids: Vec<Uuid>| ids.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
    let mawb_number = optional(sent.mawb_number.as_ref()).and_then(|number| {
        let read = Awb::parse(&number).map(String::from);
        read.inspect_err(|_| errors.push("mawb_number", MessageCode::ManifestWaybillNumber)).ok()
    });
    let flight = optional(sent.flight.as_ref()).and_then(|flight| {
        let read = read_flight(&flight);
        if read.is_none() {
            errors.push("flight", MessageCode::ManifestFlight);
        }
        read
    });
    ManifestInput {
        mawb_number,
        flight,
        origin_airport: code(sent.origin_airport.as_ref()),
        destination_airport: code(sent.destination_airport.as_ref()),
        note: optional(sent.note.as_ref()),
        bag_ids: each_once(sent.bag_ids),
        shipment_ids: each_once(sent.shipment_ids),
        ..sent
    }
}

/// Two characters of the airline, up to four digits, and perhaps a letter: `LA8191`.
fn read_flight(text: &str) -> Option<String> {
    let flight: String = text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_uppercase();
    let (airline, number) = flight.split_at_checked(2)?;
    let digits = number.trim_end_matches(|c: char| c.is_ascii_uppercase());
    let is_sound = airline.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
        && airline.chars().any(|c| c.is_ascii_uppercase())
        && (1..=4).contains(&digits.len())
        && digits.chars().all(|c| c.is_ascii_digit())
        && number.len() - digits.len() <= 1;
    is_sound.then_some(flight)
}

/// A waybill has one manifest.
async fn check_waybill(
    tx: &mut TenantTx,
    before: Option<&Manifest>,
    input: &ManifestInput,
    errors: &mut FieldErrors,
) -> ApiResult<()> {
    let Some(number) = &input.mawb_number else { return Ok(()) };
    if let Some(other) = store::find_waybill(tx, number, before.map(|manifest| manifest.id)).await? {
        let params = Params::from([("number", other.into())]);
        errors.push_with("mawb_number", MessageCode::ManifestWaybillUsed, params);
    }
    Ok(())
}

/// Bags and shipments that the user reaches, and that no other manifest has.
async fn check_contents(
    tx: &mut TenantTx,
    scope: &RowScope,
    before: Option<&Manifest>,
    input: &ManifestInput,
    errors: &mut FieldErrors,
) -> ApiResult<Chosen> {
    if input.bag_ids.is_empty() && input.shipment_ids.is_empty() {
        errors.push("bag_ids", MessageCode::Required);
        return Ok(Chosen::default());
    }
    let filter = bags::build_filter(scope, Where::all()).among("b.id", Some(input.bag_ids.clone()));
    let most = i64::try_from(input.bag_ids.len()).unwrap_or(i64::MAX);
    let bags: Vec<Bag> = bags::BAGS.listing.all(tx, &filter, most).await?;
    if bags.len() < input.bag_ids.len() || bags.iter().any(|bag| bag.status == BagStatus::Cancelled) {
        errors.push("bag_ids", MessageCode::UnknownOption);
    }
    let own = before.map(|manifest| manifest.id);
    if let Some(number) = store::find_taken_bag(tx, &input.bag_ids, own).await? {
        let params = Params::from([("number", number.into())]);
        errors.push_with("bag_ids", MessageCode::ManifestBagUsed, params);
    }
    let loose = to_manifest::list_in_scope(tx, scope, &input.shipment_ids).await?;
    if loose.len() < input.shipment_ids.len() {
        errors.push("shipment_ids", MessageCode::UnknownOption);
    }
    let branches = bags.iter().map(|bag| bag.subsidiary_id).chain(loose.iter().map(|one| one.subsidiary_id));
    Ok(Chosen { branches: branches.collect(), bags })
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
    fn a_flight_has_an_airline_and_a_number() {
        assert_eq!(read_flight(" la 8191 ").as_deref(), Some("LA8191"));
        assert_eq!(read_flight("5X12A").as_deref(), Some("5X12A"));
        for wrong in ["", "LA", "LA81910", "8191", "LA8191AB", "ÇA12"] {
            assert_eq!(read_flight(wrong), None, "{wrong}");
        }
    }

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
