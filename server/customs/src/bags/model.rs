//! Types of the API for bags.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

use super::state::BagStatus;
use freight::shipments::to_bag::DutyPayer;
use server_core::http::list::PageMeta;
use trade::wire_name;

wire_name! {
    /// The container: a bag or a pallet.
    BagKind {
        Bag = "bag",
        /// A box or a pallet.
        Pallet = "pallet",
    }
}

wire_name! {
    /// How the post carries a bag: by air, by surface lifted by air (S.A.L.), by surface, or as priority surface mail.
    MailCategory { A = "A", B = "B", C = "C", D = "D" }
}

wire_name! {
    /// States that people look for together.
    BagStage {
        Open = "open",
        /// Closed, also those that are registered.
        Closed = "closed",
        Manifested = "manifested",
        Departed = "departed",
        /// Arrived, also those that are opened or reconciled.
        Arrived = "arrived",
        Cancelled = "cancelled",
    }
}

impl BagStage {
    pub fn statuses(self) -> Vec<BagStatus> {
        use BagStatus as S;
        match self {
            Self::Open => vec![S::Open],
            Self::Closed => vec![S::Closed, S::Registering, S::Registered],
            Self::Manifested => vec![S::Manifested],
            Self::Departed => vec![S::Departed],
            Self::Arrived => vec![S::Arrived, S::Opened, S::Reconciled],
            Self::Cancelled => vec![S::Cancelled],
        }
    }
}

/// Parcels that are packed together under one seal.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct Bag {
    pub id: Uuid,
    /// Code of the warehouse, year and number.
    pub number: String,
    pub kind: BagKind,
    pub status: BagStatus,
    /// Where it is packed.
    pub warehouse_id: Uuid,
    pub warehouse_code: String,
    pub subsidiary_id: Option<Uuid>,
    /// IATA code of the airport from which it leaves.
    pub origin_airport: String,
    pub destination_airport: String,
    /// Country of the destination airport. Only parcels to this country come in.
    pub destination_country_id: i16,
    /// Who takes it over.
    pub provider_id: Option<Uuid>,
    pub provider_name: Option<String>,
    /// Only parcels of this service come in; null for all services.
    pub service_id: Option<Uuid>,
    pub service_title_locale: Option<Value>,
    /// Only parcels whose duties are paid in this way come in; null for all.
    pub tax_modality: Option<DutyPayer>,
    /// Only parcels to postcodes of this group of the Brazilian post come in; null for all.
    pub triage_group: Option<i16>,
    pub max_parcels: i32,
    /// Grams, of the parcels and the bag itself.
    pub max_weight_g: i32,
    /// Parcels in it.
    pub parcel_count: i32,
    /// Grams, of the parcels alone, as they were declared.
    pub parcel_weight_g: i32,
    /// Grams, of the empty bag.
    pub tare_g: i32,
    /// Grams on the scale, when it was closed; null while it is open.
    pub gross_g: Option<i32>,
    /// Number of the seal; null while it is open.
    pub seal: Option<String>,
    /// Why the scale shows another weight than its parcels have.
    pub difference_reason: Option<String>,
    pub closed_at: Option<DateTime<Utc>>,
    /// Office of exchange that sends it, six letters; null for a bag that no post carries.
    pub origin_office: Option<String>,
    /// Office of exchange that receives it.
    pub destination_office: Option<String>,
    pub category: Option<MailCategory>,
    /// Two letters of the post's own list.
    pub subclass: Option<String>,
    /// Something in it is insured.
    pub is_insured: bool,
    #[oai(skip)]
    pub dispatch_year: Option<i16>,
    /// Number of the dispatch, from its first closing on.
    pub dispatch_no: Option<i16>,
    /// Number in the dispatch.
    pub receptacle_no: Option<i16>,
    /// It is the last one of its dispatch.
    pub is_last: bool,
    /// The number of the receptacle, 29 characters (UPU S9); null while it is open, and for a bag that no post carries.
    pub s9_code: Option<String>,
    /// The code of the operator with whom it is registered.
    pub unit_code: Option<String>,
    /// The post of its destination, as the company calls it, if bags are registered with it.
    pub postal_operator: Option<String>,
    /// It is on an air waybill that is issued and not delivered: it is not opened again before it is taken off.
    pub is_on_issued_waybill: bool,
    pub note: Option<String>,
    /// Why it was opened again or cancelled.
    pub reason: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change, also of its parcels. Send it with an action.
    pub version: i32,
    #[sqlx(skip)]
    pub can: BagCan,
}

/// Permissions of the user on a bag.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BagCan {
    pub update: bool,
    /// Scan parcels into it.
    pub scan: bool,
    /// Take parcels out.
    pub remove: bool,
    /// Take parcels out for another bag.
    pub move_parcels: bool,
    pub close: bool,
    /// Ask the post of its destination for its code, or ask again.
    pub register: bool,
    pub reopen: bool,
    pub cancel: bool,
}

/// A bag as its form has it.
#[derive(Object, Clone, Debug, PartialEq, Serialize)]
pub struct BagInput {
    #[oai(default = "usual_kind")]
    pub kind: BagKind,
    /// Where it is packed. It stays.
    pub warehouse_id: Uuid,
    /// IATA code. Left out: the airport of the warehouse.
    #[oai(validator(max_length = 3))]
    pub origin_airport: Option<String>,
    /// IATA code.
    #[oai(validator(max_length = 3))]
    pub destination_airport: String,
    pub provider_id: Option<Uuid>,
    pub service_id: Option<Uuid>,
    pub tax_modality: Option<DutyPayer>,
    #[oai(validator(minimum(value = "1"), maximum(value = "99")))]
    pub triage_group: Option<i16>,
    /// Left out: 500.
    #[oai(validator(minimum(value = "1"), maximum(value = "9999")))]
    pub max_parcels: Option<i32>,
    /// Grams. Left out: 30 kg for a bag, 500 kg for a pallet.
    #[oai(validator(minimum(value = "1"), maximum(value = "5000000")))]
    pub max_weight_g: Option<i32>,
    /// Grams, of the empty bag.
    #[oai(default, validator(minimum(value = "0"), maximum(value = "200000")))]
    pub tare_g: i32,
    /// Six letters: country, place, qualifier. The four fields for the post are all set, or none.
    #[oai(validator(max_length = 6))]
    pub origin_office: Option<String>,
    #[oai(validator(max_length = 6))]
    pub destination_office: Option<String>,
    pub category: Option<MailCategory>,
    /// Two letters.
    #[oai(validator(max_length = 2))]
    pub subclass: Option<String>,
    #[oai(default)]
    pub is_insured: bool,
    #[oai(validator(max_length = 500))]
    pub note: Option<String>,
}

const fn usual_kind() -> BagKind {
    BagKind::Bag
}

/// Changed fields of a bag; those that are left out stay.
#[derive(Object)]
pub struct BagUpdate {
    #[oai(flatten)]
    pub input: BagInput,
    /// Version that was read; 409 `stale_version` if the bag has changed since.
    pub version: i32,
}

/// The seal and the weight of a bag.
#[derive(Object, Clone, Debug)]
pub struct BagClosing {
    /// Number of the seal, which was never used before.
    #[oai(validator(max_length = 40))]
    pub seal: String,
    /// Grams on the scale, with the bag itself.
    #[oai(validator(minimum(value = "1"), maximum(value = "5000000")))]
    pub gross_g: i32,
    /// Why the scale shows another weight than parcels and bag have together. Required for a difference of more than 1 % and
    /// 100 g.
    #[oai(validator(max_length = 500))]
    pub difference_reason: Option<String>,
    /// For the post: number of the dispatch; left out for the one under way. A higher one starts a new dispatch.
    #[oai(validator(minimum(value = "1"), maximum(value = "9999")))]
    pub dispatch_no: Option<i32>,
    /// For the post: no further bag belongs to the dispatch.
    #[oai(default)]
    pub is_last: bool,
    /// Version that was read.
    pub version: i32,
}

/// Why a bag is opened again or cancelled.
#[derive(Object)]
pub struct BagReason {
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read.
    pub version: i32,
}

/// A page of bags with the totals of the tabs.
#[derive(Object)]
pub struct BagPage {
    pub data: Vec<Bag>,
    pub meta: BagPageMeta,
}

#[derive(Object)]
pub struct BagPageMeta {
    #[oai(flatten)]
    pub page: PageMeta,
    pub totals: BagTotals,
}

/// Numbers of bags by stage, with the same search and filters.
#[derive(Object, sqlx::FromRow)]
pub struct BagTotals {
    pub open: i64,
    pub closed: i64,
    pub manifested: i64,
    pub departed: i64,
    pub arrived: i64,
    pub cancelled: i64,
}
