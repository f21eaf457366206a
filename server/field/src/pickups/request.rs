//! A pickup that is asked for or changed: the form is checked as a whole, and written with its shipments.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::cargo;
use super::input::{PickupFields, PickupInput};
use super::model::PickupRepeat;
use super::plan::{self, PickupPlan, TypedWindow};
use super::repeat::find_next_evening;
use super::store::{self, PICKUPS};
use access::ctx::Ctx;
use access::scope::RowScope;
use parties::clients;
use parties::pickup_places::PickupPlace;
use policy::Resource;
use server_core::audit::{self, Actor};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::messages::{MessageCode, Params};
use server_core::live::{self, Audience};

/// The columns of a new pickup.
#[derive(Debug, Serialize)]
pub struct NewPickup {
    #[serde(flatten)]
    pub fields: PickupFields,
    #[serde(flatten)]
    pub plan: PickupPlan,
    pub place_on: Option<NaiveDate>,
    pub client_id: Uuid,
    pub client_name: String,
    pub number: String,
    pub repeats: Option<PickupRepeat>,
    pub repeat_at: Option<DateTime<Utc>>,
    pub repeat_of: Option<Uuid>,
    pub created_by: Option<Uuid>,
}

/// The columns of a changed pickup.
#[derive(Debug, Serialize)]
pub struct ChangedPickup {
    #[serde(flatten)]
    pub fields: PickupFields,
    #[serde(flatten)]
    pub plan: PickupPlan,
    pub place_on: Option<NaiveDate>,
    pub repeats: Option<PickupRepeat>,
    pub repeat_at: Option<DateTime<Utc>>,
}

/// A form without errors.
pub struct CheckedPickup {
    pub fields: PickupFields,
    pub plan: PickupPlan,
    pub place: PickupPlace,
}

impl CheckedPickup {
    /// When the next one is asked for.
    pub fn repeat_at(&self, repeats: Option<&PickupRepeat>) -> Option<DateTime<Utc>> {
        find_next_evening(repeats, self.fields.on_date, self.place.zone())
    }
}

/// Checks a form; returns all errors at once. `pickup_id` is the pickup that changes.
pub async fn check(
    tx: &mut TenantTx,
    scope: &RowScope,
    client_id: Uuid,
    input: &PickupInput,
    pickup_id: Option<Uuid>,
    asked_at: DateTime<Utc>,
) -> ApiResult<CheckedPickup> {
    let mut errors = FieldErrors::default();
    let country = input.address.place(tx).await?;
    let fields = input.check(country.as_ref(), &mut errors);
    let place = plan::find_place(tx, scope, &fields.address).await?;
    if place.is_none() {
        errors.push("postcode", MessageCode::OutsideArea);
    }
    let typed =
        TypedWindow { on_date: input.on_date, from_time: &fields.from_time, to_time: &fields.to_time };
    let planned = place.and_then(|place| Some((plan::plan(&place, typed, asked_at, &mut errors)?, place)));
    let least = cargo::check(tx, scope, client_id, &input.shipment_ids, pickup_id, &mut errors).await?;
    if input.parcels < least {
        let params = Params::from([("count", least.into())]);
        errors.push_with("parcels", MessageCode::PickupFewerParcels, params);
    }
    let Some((plan, place)) = planned else { return Err(ApiError::invalid(errors)) };
    errors.into_result()?;
    Ok(CheckedPickup { fields, plan, place })
}

/// Locks the client of a new pickup and returns its name; 422 at `client_id` for one that cannot have it.
pub async fn lock_client(tx: &mut TenantTx, id: Option<Uuid>) -> ApiResult<(Uuid, String)> {
    let Some(id) = id else { return Err(ApiError::invalid_field("client_id", MessageCode::Required)) };
    let name = clients::lock_active(tx, id).await?;
    let name = name.ok_or_else(|| ApiError::invalid_field("client_id", MessageCode::UnknownClient))?;
    Ok((id, name))
}

/// Asks for a pickup, and returns its id.
pub async fn create(tx: &mut TenantTx, ctx: &Ctx, scope: &RowScope, input: &PickupInput) -> ApiResult<Uuid> {
    let asked = scope.client_of(input.client_id, None);
    let (client_id, client_name) = lock_client(tx, asked).await?;
    let checked = check(tx, scope, client_id, input, None, ctx.now()).await?;
    let number = store::take_number(tx, &checked.place.code, checked.fields.on_date).await?;
    let repeat_at = checked.repeat_at(input.repeats.as_ref());
    let CheckedPickup { mut fields, plan, .. } = checked;
    let place_on = find_place(tx, client_id, &mut fields).await?;
    let facts = audit::difference(&serde_json::json!({}), &fields);
    let new = NewPickup {
        fields,
        plan,
        place_on,
        client_id,
        client_name,
        number,
        repeats: input.repeats.clone(),
        repeat_at,
        repeat_of: None,
        created_by: Some(ctx.user.id),
    };
    write(tx, ctx, &new, &input.shipment_ids, facts).await
}

/// Fields without degrees get those of an earlier pickup at the address. Returns the day of the record that they are from.
pub async fn find_place(
    tx: &mut TenantTx,
    client_id: Uuid,
    fields: &mut PickupFields,
) -> ApiResult<Option<NaiveDate>> {
    if fields.latitude.is_some() {
        return Ok(None);
    }
    let Some(known) = store::find_known_place(tx, client_id, &fields.address).await? else { return Ok(None) };
    (fields.latitude, fields.longitude) = (Some(known.latitude), Some(known.longitude));
    Ok(known.place_on)
}

/// Writes a new pickup with its shipments and its audit entry, and tells open pages.
pub async fn write(
    tx: &mut TenantTx,
    actor: impl Into<Actor>,
    new: &NewPickup,
    shipment_ids: &[Uuid],
    facts: Value,
) -> ApiResult<Uuid> {
    let actor = actor.into();
    let id = PICKUPS.insert(tx, actor.at, new).await?;
    cargo::replace(tx, id, &[], shipment_ids, actor.at).await?;
    let resource = Resource::Pickup.name();
    live::records_changed(tx, &Audience::Parties(vec![new.client_id]), resource, &[id]);
    audit::record(tx, actor, &format!("{resource}.create"), Some(id), facts).await?;
    Ok(id)
}

/// The fields of a pickup that is asked for again on another day.
pub fn fields_again(
    input: &PickupInput,
    on_date: NaiveDate,
    parcels: i32,
    weight_g: Option<i32>,
) -> PickupFields {
    PickupFields {
        address: input.address.clone(),
        latitude: input.latitude,
        longitude: input.longitude,
        contact: input.contact.clone(),
        phone: optional(input.phone.as_ref()),
        on_date,
        from_time: input.from_time.clone(),
        to_time: input.to_time.clone(),
        ready_place: input.ready_place.clone(),
        instructions: input.instructions.clone(),
        parcels,
        weight_g,
    }
}
