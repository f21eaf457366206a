//! The form of a bag, and its checks.

use serde::Serialize;
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::closing::ReceptacleColumns;
use super::model::{Bag, BagInput, BagKind};
use super::s9::{is_capitals, is_office};
use super::store;
use super::triage;
use access::ctx::Ctx;
use access::references::{self, still_active};
use access::scope::RowScope;
use freight::shipments::to_bag;
use parties::providers;
use parties::transport_places::{self, TransportOrigin};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::messages::MessageCode;

const USUAL_PARCELS: i32 = 500;

/// The columns of the form.
#[derive(Debug, Serialize)]
pub struct BagColumns {
    #[serde(flatten)]
    pub input: BagInput,
    destination_country_id: i16,
    provider_name: Option<String>,
    service_title_locale: Option<Value>,
    /// Set where a bag loses the number that it had between other offices.
    #[serde(flatten)]
    number: Option<ReceptacleColumns>,
}

/// The columns of a new bag.
#[derive(Debug, Serialize)]
pub struct NewBag {
    #[serde(flatten)]
    pub fields: BagColumns,
    pub number: String,
    pub warehouse_code: String,
    pub subsidiary_id: Option<Uuid>,
    pub created_by: Uuid,
}

/// Checks a new bag; returns all errors at once.
pub async fn check_new(tx: &mut TenantTx, ctx: &Ctx, scope: &RowScope, sent: BagInput) -> ApiResult<NewBag> {
    let (_, branches, _) = scope.parts();
    let mut errors = FieldErrors::default();
    let origin = transport_places::find_origin(tx, sent.warehouse_id, branches).await?;
    if origin.is_none() {
        errors.push("warehouse_id", MessageCode::UnknownOption);
    }
    let origin_airport = sent.origin_airport.clone();
    let own_airport = origin.as_ref().and_then(|origin| origin.airport.clone());
    let sent = BagInput { origin_airport: optional(origin_airport.as_ref()).or(own_airport), ..sent };
    let fields = check(tx, ctx, None, sent, errors).await?;
    let TransportOrigin { code, subsidiary_id, .. } = origin.ok_or_else(ApiError::not_found)?;
    let today = ctx.settings().today(ctx.now());
    let number = store::take_number(tx, &code, today).await?;
    Ok(NewBag { fields, number, warehouse_code: code, subsidiary_id, created_by: ctx.user.id })
}

/// Checks the change of a bag; returns all errors at once. What decides which parcels come in stays once some are in.
pub async fn check_change(
    tx: &mut TenantTx,
    ctx: &Ctx,
    before: &Bag,
    sent: BagInput,
) -> ApiResult<BagColumns> {
    let mut errors = FieldErrors::default();
    if sent.warehouse_id != before.warehouse_id {
        errors.push("warehouse_id", MessageCode::Invalid);
    }
    if before.parcel_count > 0 {
        let stays = [
            ("service_id", sent.service_id.is_none() || sent.service_id == before.service_id),
            ("tax_modality", sent.tax_modality.is_none() || sent.tax_modality == before.tax_modality),
            ("triage_group", sent.triage_group.is_none() || sent.triage_group == before.triage_group),
            ("destination_airport", to_code(&sent.destination_airport) == before.destination_airport),
        ];
        for (field, _) in stays.into_iter().filter(|(_, stays)| !stays) {
            errors.push(field, MessageCode::BagNotEmpty);
        }
    }
    check(tx, ctx, Some(before), sent, errors).await
}

/// The checks of new and of changed bags.
async fn check(
    tx: &mut TenantTx,
    ctx: &Ctx,
    before: Option<&Bag>,
    sent: BagInput,
    mut errors: FieldErrors,
) -> ApiResult<BagColumns> {
    let input = clean(&sent, &mut errors);
    let country = find_country(tx, "destination_airport", &input.destination_airport, &mut errors).await?;
    match &input.origin_airport {
        Some(airport) => drop(find_country(tx, "origin_airport", airport, &mut errors).await?),
        None => errors.push("origin_airport", MessageCode::Required),
    }
    let provider_name = find_provider(tx, ctx, before, input.provider_id, &mut errors).await?;
    let service_title_locale = find_service(tx, before, input.service_id, &mut errors).await?;
    errors.into_result()?;
    let destination_country_id = country.unwrap_or_default();
    let number =
        before.filter(|bag| is_numbered_elsewhere(bag, &input)).map(|_| ReceptacleColumns::default());
    Ok(BagColumns { input, destination_country_id, provider_name, service_title_locale, number })
}

/// Whether a bag that was closed before has its number on another postal route: on this one, another bag may get the same.
fn is_numbered_elsewhere(before: &Bag, input: &BagInput) -> bool {
    let Bag { origin_office, destination_office, category, subclass, .. } = before;
    let stays = input.origin_office == *origin_office
        && input.destination_office == *destination_office
        && input.category == *category
        && input.subclass == *subclass;
    before.dispatch_no.is_some() && !stays
}

/// Texts in their forms, and limits that are left out.
fn clean(sent: &BagInput, errors: &mut FieldErrors) -> BagInput {
    let capitals = |text: Option<&String>| optional(text).map(|text| to_code(&text));
    let usual_weight = match sent.kind {
        BagKind::Bag => 30_000,
        BagKind::Pallet => 500_000,
    };
    let input = BagInput {
        origin_airport: capitals(sent.origin_airport.as_ref()),
        destination_airport: to_code(&sent.destination_airport),
        max_parcels: sent.max_parcels.or(Some(USUAL_PARCELS)),
        max_weight_g: sent.max_weight_g.or(Some(usual_weight)),
        origin_office: capitals(sent.origin_office.as_ref()),
        destination_office: capitals(sent.destination_office.as_ref()),
        subclass: capitals(sent.subclass.as_ref()),
        note: optional(sent.note.as_ref()),
        ..sent.clone()
    };
    if input.triage_group.is_some_and(|group| !triage::is_group(group)) {
        errors.push("triage_group", MessageCode::UnknownOption);
    }
    check_sense(&input, errors);
    check_post(&input, errors);
    input
}

/// It goes somewhere else, and its limit leaves room for itself.
fn check_sense(input: &BagInput, errors: &mut FieldErrors) {
    if input.origin_airport.as_ref() == Some(&input.destination_airport) {
        errors.push("destination_airport", MessageCode::SameAirport);
    }
    if input.max_weight_g.is_some_and(|most| most < input.tare_g) {
        errors.push("max_weight_g", MessageCode::MaxWeightBelowTare);
    }
}

/// The fields for the post: all, or none.
fn check_post(input: &BagInput, errors: &mut FieldErrors) {
    let BagInput { origin_office, destination_office, subclass, category, .. } = input;
    let is_sound = |text: &Option<String>, check: fn(&str) -> bool| text.as_deref().map(check);
    let given = [
        ("origin_office", is_sound(origin_office, is_office)),
        ("destination_office", is_sound(destination_office, is_office)),
        ("category", category.map(|_| true)),
        ("subclass", is_sound(subclass, |text| is_capitals(text, 2))),
    ];
    if given.iter().all(|(_, given)| given.is_none()) {
        return;
    }
    for (field, is_sound) in given {
        match is_sound {
            None => errors.push(field, MessageCode::Required),
            Some(false) => errors.push(field, MessageCode::Invalid),
            Some(true) => {}
        }
    }
}

/// The country of an airport.
async fn find_country(
    tx: &mut TenantTx,
    field: &'static str,
    airport: &str,
    errors: &mut FieldErrors,
) -> ApiResult<Option<i16>> {
    if airport.is_empty() {
        errors.push(field, MessageCode::Required);
        return Ok(None);
    }
    let country = transport_places::find_airport_country(tx, airport).await?;
    if country.is_none() {
        errors.push(field, MessageCode::UnknownOption);
    }
    Ok(country)
}

/// The name of who takes the bag over.
async fn find_provider(
    tx: &mut TenantTx,
    ctx: &Ctx,
    before: Option<&Bag>,
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

/// The title of the service.
async fn find_service(
    tx: &mut TenantTx,
    before: Option<&Bag>,
    id: Option<Uuid>,
    errors: &mut FieldErrors,
) -> ApiResult<Option<Value>> {
    let stood = before.and_then(|before| before.service_id);
    if !still_active(tx, references::SERVICE, id, stood).await? {
        errors.push("service_id", MessageCode::UnknownOption);
        return Ok(None);
    }
    match id {
        Some(id) => to_bag::find_service_title(tx, id).await,
        None => Ok(None),
    }
}

fn to_code(text: &str) -> String {
    text.trim().to_uppercase()
}

impl BagInput {
    pub fn of(bag: &Bag) -> Self {
        Self {
            kind: bag.kind,
            warehouse_id: bag.warehouse_id,
            origin_airport: Some(bag.origin_airport.clone()),
            destination_airport: bag.destination_airport.clone(),
            provider_id: bag.provider_id,
            service_id: bag.service_id,
            tax_modality: bag.tax_modality,
            triage_group: bag.triage_group,
            max_parcels: Some(bag.max_parcels),
            max_weight_g: Some(bag.max_weight_g),
            tare_g: bag.tare_g,
            origin_office: bag.origin_office.clone(),
            destination_office: bag.destination_office.clone(),
            category: bag.category,
            subclass: bag.subclass.clone(),
            is_insured: bag.is_insured,
            note: bag.note.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_bag::bag;
    use super::*;

    fn fields(input: &BagInput) -> Vec<(String, MessageCode)> {
        let mut errors = FieldErrors::default();
        clean(input, &mut errors);
        errors.into_problems().map(|(field, code, _)| (field, code)).collect()
    }

    #[test]
    fn codes_are_in_capitals_and_limits_are_usual() {
        let input = BagInput {
            destination_airport: " gru ".into(),
            origin_office: Some("usmiaa".into()),
            max_weight_g: None,
            max_parcels: None,
            kind: BagKind::Pallet,
            ..BagInput::of(&bag())
        };
        let mut errors = FieldErrors::default();
        let cleaned = clean(&input, &mut errors);
        assert!(errors.is_empty());
        assert_eq!((cleaned.destination_airport.as_str(), cleaned.max_weight_g), ("GRU", Some(500_000)));
        assert_eq!((cleaned.origin_office.as_deref(), cleaned.max_parcels), (Some("USMIAA"), Some(500)));
    }

    #[test]
    fn the_fields_for_the_post_are_all_set_or_none() {
        let none = BagInput {
            origin_office: None,
            destination_office: None,
            category: None,
            ..BagInput::of(&bag())
        };
        let missing = ["category", "destination_office", "origin_office"];
        let expected: Vec<_> = missing.map(|field| (field.to_owned(), MessageCode::Required)).into();
        assert_eq!(fields(&none), expected);
        assert_eq!(fields(&BagInput { subclass: None, ..none }), []);
        let wrong = BagInput { subclass: Some("N1".into()), ..BagInput::of(&bag()) };
        assert_eq!(fields(&wrong), [("subclass".to_owned(), MessageCode::Invalid)]);
    }

    #[test]
    fn a_bag_between_other_offices_gets_another_number() {
        let numbered = Bag { dispatch_no: Some(1), receptacle_no: Some(5), ..bag() };
        let same = BagInput::of(&numbered);
        let other = BagInput { subclass: Some("IX".into()), ..same.clone() };
        assert!(!is_numbered_elsewhere(&numbered, &same) && is_numbered_elsewhere(&numbered, &other));
        assert!(!is_numbered_elsewhere(&bag(), &other), "it has no number yet");
    }

    #[test]
    fn a_bag_goes_to_another_airport_and_may_weigh_what_it_weighs_empty() {
        let input = BagInput { max_weight_g: Some(900), tare_g: 900, ..BagInput::of(&bag()) };
        assert_eq!(fields(&input), []);
        let own = BagInput { destination_airport: "mia ".into(), ..input.clone() };
        assert_eq!(fields(&own), [("destination_airport".to_owned(), MessageCode::SameAirport)]);
        for heavy in [
            BagInput { tare_g: 901, ..input.clone() },
            BagInput { max_weight_g: None, tare_g: 30_001, ..input.clone() },
        ] {
            assert_eq!(fields(&heavy), [("max_weight_g".to_owned(), MessageCode::MaxWeightBelowTare)]);
        }
    }

    #[test]
    fn an_unknown_sorting_group_is_refused() {
        let wrong = BagInput { triage_group: Some(98), ..BagInput::of(&bag()) };
        assert_eq!(fields(&wrong), [("triage_group".to_owned(), MessageCode::UnknownOption)]);
    }
}
