//! Shipments that the company's own drivers deliver, with the consignee and the parcels.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::fields::NonDelivery;
use crate::status::ShipmentStatus;
use access::in_scope;
use access::scope::RowScope;
use server_core::address::Address;
use server_core::http::error::ApiResult;

macro_rules! columns {
    () => {
        "select s.id, s.tracking_code, s.status, s.held_at, s.subsidiary_id, s.client_id, c.name as client_name,
                s.from_country_id, s.to_name, s.to_phone, s.to_email, s.to_updates_language, s.to_country_id, s.to_postcode,
                s.to_address_1, s.to_address_2, s.to_address_number, s.to_address_complement, s.to_state_id, s.to_city,
                greatest(s.parcel_count, 1::smallint) as parcel_count,
                coalesce(v.requirements, '[]') as requirements, v.delivery_attempts, s.non_delivery
         from shipments s left join clients c on c.id = s.client_id left join services v on v.id = s.service_id where "
    };
}

pub const IN_SCOPE: &str =
    concat!(columns!(), "s.id = any($4) and ", in_scope!("s."), " order by s.tracking_code limit 1000");
pub const BY_IDS: &str = concat!(columns!(), "s.id = any($1) order by s.tracking_code limit 5000");

/// Shipments that could not be delivered.
pub const FAILED: &str = concat!(
    "select s.id from shipments s where s.status = 88 and ",
    in_scope!("s."),
    " order by s.id limit 500"
);
/// Cleared shipments whose service own drivers deliver, behind one of them.
pub const CLEARED: &str = "
    select s.id from shipments s join services v on v.id = s.service_id
    where s.status = 84 and s.held_at is null and v.requirements @> '[\"own_delivery\"]' and ($1::uuid is null or s.id > $1)
    order by s.id limit 100";
/// The newest word about the duties counts. The correction of an event undoes it.
pub const OWING_DUTY: &str = "
    select asked.id from unnest($1::uuid[]) asked(id)
    cross join lateral (
        select e.code from shipment_events e
        where e.shipment_id = asked.id and e.code in ('DUTY_DUE', 'DUTY_PAID') and e.corrects is null
          and not exists (select from shipment_events c where c.corrects = e.id)
        order by e.occurred_at desc, e.id desc limit 1
    ) newest
    where newest.code = 'DUTY_DUE'";

/// A shipment as a delivery needs it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ShipmentToDeliver {
    pub id: Uuid,
    pub tracking_code: String,
    pub status: ShipmentStatus,
    pub held_at: Option<DateTime<Utc>>,
    pub subsidiary_id: Option<Uuid>,
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    pub from_country_id: Option<i16>,
    pub to_name: Option<String>,
    pub to_phone: Option<String>,
    pub to_email: Option<String>,
    /// The language in which the recipient gets e-mails; none for no e-mails.
    pub to_updates_language: Option<String>,
    pub to_country_id: Option<i16>,
    pub to_postcode: Option<String>,
    pub to_address_1: Option<String>,
    pub to_address_2: Option<String>,
    pub to_address_number: Option<String>,
    pub to_address_complement: Option<String>,
    pub to_state_id: Option<i32>,
    pub to_city: Option<String>,
    pub parcel_count: i16,
    /// Requirements of its service, proofs of the delivery among them.
    #[sqlx(json)]
    requirements: Vec<String>,
    /// Attempts that its service allows.
    pub delivery_attempts: Option<i16>,
    /// The instruction for the case that nobody gets it.
    pub non_delivery: NonDelivery,
}

impl ShipmentToDeliver {
    /// The proofs that its service wants, by their names.
    pub fn list_proofs(&self) -> impl Iterator<Item = &str> {
        self.requirements.iter().filter_map(|name| name.strip_prefix("delivery_"))
    }

    /// Where its parcels are, a driver can fetch them. At the origin, only those that stay in the country.
    pub fn can_be_delivered(&self) -> bool {
        use ShipmentStatus::{Arrived, Cleared, DeliveryFailed, LastMile, Received};
        let is_domestic = self.from_country_id.is_some() && self.from_country_id == self.to_country_id;
        match self.status {
            Arrived | Cleared | LastMile | DeliveryFailed => true,
            Received => is_domestic,
            _ => false,
        }
    }

    /// Name and address of the consignee; none while one of them is missing.
    pub fn consignee(&self) -> Option<(String, Address)> {
        let name = self.to_name.as_deref().map(str::trim).filter(|name| !name.is_empty())?;
        let city = self.to_city.as_deref().map(str::trim).filter(|city| !city.is_empty())?;
        let address = Address {
            country_id: self.to_country_id?,
            postcode: self.to_postcode.clone(),
            address_1: self.to_address_1.clone(),
            address_2: self.to_address_2.clone(),
            address_number: self.to_address_number.clone(),
            address_complement: self.to_address_complement.clone(),
            state_id: self.to_state_id,
            city: city.to_owned(),
        };
        Some((name.to_owned(), address))
    }
}

/// The shipments of these ids that a user reaches, by their codes.
pub async fn load_in_scope(
    tx: &mut TenantTx,
    scope: &RowScope,
    ids: &[Uuid],
) -> ApiResult<Vec<ShipmentToDeliver>> {
    Ok(scope.query_as(IN_SCOPE).bind(ids).fetch_all(&mut **tx).await?)
}

/// The shipments that could not be delivered and that a user reaches, at most 500.
pub async fn list_failed(tx: &mut TenantTx, scope: &RowScope) -> ApiResult<Vec<Uuid>> {
    Ok(scope.query_scalar(FAILED).fetch_all(&mut **tx).await?)
}

/// Cleared shipments that own drivers are to deliver: a hundred, by their ids, behind one of them.
pub async fn list_cleared(tx: &mut TenantTx, behind: Option<Uuid>) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(CLEARED).bind(behind).fetch_all(&mut **tx).await?)
}

/// Those of the shipments whose duties and taxes have to be paid before they are delivered.
pub async fn list_owing_duty(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<HashSet<Uuid>> {
    let owing: Vec<Uuid> = sqlx::query_scalar(OWING_DUTY).bind(ids).fetch_all(&mut **tx).await?;
    Ok(owing.into_iter().collect())
}

/// The shipments of these ids, whoever's they are, by their codes.
pub async fn load_shipments(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<ShipmentToDeliver>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(sqlx::query_as(BY_IDS).bind(ids).fetch_all(&mut **tx).await?)
}
