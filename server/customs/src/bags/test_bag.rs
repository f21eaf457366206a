//! A bag and a parcel for the tests of the rules.

use chrono::DateTime;
use uuid::Uuid;

use super::model::{Bag, BagCan, BagKind};
use super::state::BagStatus;
use freight::shipments::to_bag::{DutyPayer, ParcelToBag};
use trade::party::BRAZIL;

/// An open bag of one service to São Paulo.
pub fn bag() -> Bag {
    Bag {
        id: Uuid::from_u128(1),
        number: "MIA-B-26-000001".into(),
        kind: BagKind::Bag,
        status: BagStatus::Open,
        warehouse_id: Uuid::from_u128(2),
        warehouse_code: "MIA".into(),
        subsidiary_id: None,
        origin_airport: "MIA".into(),
        destination_airport: "GRU".into(),
        destination_country_id: BRAZIL,
        provider_id: None,
        provider_name: None,
        service_id: Some(Uuid::from_u128(7)),
        service_title_locale: None,
        tax_modality: Some(DutyPayer::Ddu),
        triage_group: Some(1),
        max_parcels: 500,
        max_weight_g: 30_000,
        parcel_count: 2,
        parcel_weight_g: 1000,
        tare_g: 0,
        gross_g: None,
        seal: None,
        difference_reason: None,
        closed_at: None,
        origin_office: Some("USMIAA".into()),
        destination_office: Some("BRSAOD".into()),
        category: Some(super::model::MailCategory::A),
        subclass: Some("NX".into()),
        is_insured: false,
        dispatch_year: None,
        dispatch_no: None,
        receptacle_no: None,
        is_last: false,
        s9_code: None,
        unit_code: None,
        postal_operator: None,
        is_on_issued_waybill: false,
        note: None,
        reason: None,
        created_at: DateTime::UNIX_EPOCH,
        updated_at: DateTime::UNIX_EPOCH,
        version: 1,
        can: BagCan::default(),
    }
}

/// A parcel that belongs into it.
pub fn parcel() -> ParcelToBag {
    ParcelToBag {
        subsidiary_id: None,
        service_id: Some(Uuid::from_u128(7)),
        service_title_locale: None,
        to_name: Some("Ana Souza".into()),
        to_city: Some("São Paulo".into()),
        to_country_id: Some(BRAZIL),
        to_postcode: Some("01310-100".into()),
        parcel_count: 1,
        duty_payer: Some(DutyPayer::Ddu),
        is_unconfirmed: false,
        regulatory_request_id: None,
        is_uncleared: false,
        beside_customs: None,
        weight_g: Some(500),
    }
}
