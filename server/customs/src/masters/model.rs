//! Masters as the API shows and takes them.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use serde::Serialize;
use trade::wire_name;
use uuid::Uuid;

use super::state::MasterStatus;
use crate::bags::model::BagKind;
use crate::bags::state::BagStatus;
use server_core::http::list::PageMeta;

wire_name! {
    /// The paper of a master.
    MasterKind {
        /// Delivery bill of the post.
        Cn38 = "cn38",
        /// Waybill of a lorry.
        Cmr = "cmr",
        /// Bill of lading.
        Bl = "bl",
    }
}

wire_name! {
    /// States that people look for together.
    MasterStage {
        Draft = "draft",
        Closed = "closed",
        Departed = "departed",
        /// Arrived, also those that were handed over.
        Arrived = "arrived",
        Void = "void",
    }
}

impl MasterStage {
    pub fn statuses(self) -> Vec<MasterStatus> {
        match self {
            Self::Draft => vec![MasterStatus::Draft],
            Self::Closed => vec![MasterStatus::Closed],
            Self::Departed => vec![MasterStatus::Departed],
            Self::Arrived => vec![MasterStatus::Arrived, MasterStatus::Delivered],
            Self::Void => vec![MasterStatus::Void],
        }
    }
}

/// Bags that go together with the post, a lorry or a ship.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct Master {
    pub id: Uuid,
    /// Code of the warehouse, year and number.
    pub number: String,
    pub kind: MasterKind,
    pub status: MasterStatus,
    /// From where it leaves.
    pub warehouse_id: Uuid,
    pub warehouse_code: String,
    pub subsidiary_id: Option<Uuid>,
    /// Number on the carrier's own paper.
    pub reference: Option<String>,
    /// Who carries it.
    pub provider_id: Option<Uuid>,
    pub provider_name: Option<String>,
    pub from_place: String,
    pub to_place: String,
    /// Only bags to this country come in.
    pub to_country_id: i16,
    /// The lorry, the ship with its voyage, or the flight.
    pub vehicle: Option<String>,
    /// Planned day.
    pub departs_on: Option<NaiveDate>,
    /// Planned day.
    pub arrives_on: Option<NaiveDate>,
    pub bag_count: i32,
    pub parcel_count: i32,
    /// Grams, of its bags.
    pub gross_g: i64,
    pub closed_at: Option<DateTime<Utc>>,
    pub departed_at: Option<DateTime<Utc>>,
    pub arrived_at: Option<DateTime<Utc>>,
    pub delivered_at: Option<DateTime<Utc>>,
    pub note: Option<String>,
    /// Why it is void, or was opened again.
    pub reason: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change, also of its bags. Send it with an action.
    pub version: i32,
    #[sqlx(skip)]
    pub can: MasterCan,
}

/// Permissions of the user on a master.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MasterCan {
    /// Change it, and add and remove bags.
    pub update: bool,
    pub close: bool,
    pub reopen: bool,
    pub depart: bool,
    pub arrive: bool,
    pub deliver: bool,
    pub cancel: bool,
}

/// A master as its form has it.
#[derive(Object, Clone, Debug, PartialEq, Serialize)]
pub struct MasterInput {
    pub kind: MasterKind,
    /// From where it leaves. It stays.
    pub warehouse_id: Uuid,
    #[oai(validator(max_length = 60))]
    pub reference: Option<String>,
    pub provider_id: Option<Uuid>,
    /// Town, port or office of exchange.
    #[oai(validator(max_length = 100))]
    pub from_place: String,
    #[oai(validator(max_length = 100))]
    pub to_place: String,
    pub to_country_id: i16,
    #[oai(validator(max_length = 60))]
    pub vehicle: Option<String>,
    pub departs_on: Option<NaiveDate>,
    /// Not before the day of departure.
    pub arrives_on: Option<NaiveDate>,
    #[oai(validator(max_length = 500))]
    pub note: Option<String>,
}

/// Changed fields of a master; those that are left out stay.
#[derive(Object)]
pub struct MasterUpdate {
    #[oai(flatten)]
    pub input: MasterInput,
    /// Version that was read; 409 `stale_version` if the master has changed since.
    pub version: i32,
}

/// When something happened, at most now.
#[derive(Object, Clone, Debug)]
pub struct MasterMoment {
    /// Left out: now.
    pub at: Option<DateTime<Utc>>,
    /// Version that was read.
    pub version: i32,
}

/// A version that was read.
#[derive(Object, Clone, Debug)]
pub struct MasterVersion {
    pub version: i32,
}

/// Why it is void, or opened again.
#[derive(Object, Clone, Debug)]
pub struct MasterReason {
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read.
    pub version: i32,
}

/// Bags of a master.
#[derive(Object, Clone, Debug)]
pub struct MasterBagIds {
    #[oai(validator(min_items = 1, max_items = 100))]
    pub bag_ids: Vec<Uuid>,
}

/// A bag of a master.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct MasterBag {
    pub id: Uuid,
    pub number: String,
    pub kind: BagKind,
    pub status: BagStatus,
    pub destination_airport: String,
    pub seal: Option<String>,
    pub parcel_count: i32,
    /// Grams on the scale; null while it is open.
    pub gross_g: Option<i32>,
    pub s9_code: Option<String>,
}

/// The bags of a master.
#[derive(Object)]
pub struct MasterBags {
    /// By their numbers, at most 500.
    pub data: Vec<MasterBag>,
}

/// A page of masters with the totals of the tabs.
#[derive(Object)]
pub struct MasterPage {
    pub data: Vec<Master>,
    pub meta: MasterPageMeta,
}

#[derive(Object)]
pub struct MasterPageMeta {
    #[oai(flatten)]
    pub page: PageMeta,
    pub totals: MasterTotals,
}

/// Numbers of masters by stage, with the same search and filters.
#[derive(Object, sqlx::FromRow)]
pub struct MasterTotals {
    pub draft: i64,
    pub closed: i64,
    pub departed: i64,
    pub arrived: i64,
    pub void: i64,
}
