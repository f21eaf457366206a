//! API types of parcels of clients, and what their state allows.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use rust_decimal::Decimal;
use uuid::Uuid;

use super::input::InboundParcelDetails;
use super::storage::{InboundParcelStorage, StorageFacts};
use crate::steps::inbound_parcel::{INBOUND_PARCEL_STEPS, InboundParcelStatus, InboundParcelStep};
use parties::storage_places::StorageTerms;
use parties::storage_rates::StoredParcel;
use server_core::http::list::PageMeta;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use trade::money::in_currency;
use trade::steps::Actor;

/// A parcel that comes to a warehouse for a client.
#[derive(Object, sqlx::FromRow)]
pub struct InboundParcel {
    pub id: Uuid,
    /// Null while nobody knows whose it is.
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    /// The client's suite.
    pub suite_code: Option<String>,
    /// Null for a parcel that came to a station without a warehouse.
    pub warehouse_id: Option<Uuid>,
    pub warehouse_name: Option<String>,
    /// Branch of the warehouse, or of the user who received it.
    pub subsidiary_id: Option<Uuid>,
    /// The code on its label, without spaces, in capitals.
    pub external_code: String,
    pub carrier: Option<String>,
    /// Where it comes from.
    pub from_country_id: Option<i16>,
    pub shop: Option<String>,
    /// The client's order at the shop.
    pub order_ref: Option<String>,
    pub content: Option<String>,
    pub value: Option<Decimal>,
    /// ISO 4217; null without a value.
    pub currency: Option<String>,
    pub status: InboundParcelStatus,
    /// Where it lies, as the people of the warehouse call it. Null for clients.
    pub place: Option<String>,
    /// The scan of the station, for staff to weigh and photograph it in `receiving_measure`. Null before it arrives.
    pub received_parcel_id: Option<Uuid>,
    /// Null for a parcel that came without an announcement.
    pub announced_at: Option<DateTime<Utc>>,
    pub arrived_at: Option<DateTime<Utc>>,
    #[oai(skip)]
    pub told_at: Option<DateTime<Utc>>,
    /// When it stopped to lie in the storage: packed or abandoned.
    pub released_at: Option<DateTime<Utc>>,
    /// The request for a shipment that has it, and when its packer scanned it.
    pub repack_id: Option<Uuid>,
    pub scanned_at: Option<DateTime<Utc>>,
    /// Its share of the fee of that request, in the currency of the request; null until it is packed.
    pub fee_share: Option<Decimal>,
    /// The shipment that takes it out.
    pub shipment_id: Option<Uuid>,
    pub tracking_code: Option<String>,
    #[oai(skip)]
    #[sqlx(json(nullable))]
    pub terms: Option<StorageTerms>,
    #[oai(skip)]
    pub time_zone: Option<String>,
    #[oai(skip)]
    pub client_group_id: Option<Uuid>,
    /// Price of its storage so far; null before it arrives.
    #[sqlx(skip)]
    pub storage: Option<InboundParcelStorage>,
    /// Charged for its storage when it was abandoned; null for nothing.
    pub storage_charged: Option<Decimal>,
    /// The newest weight in grams; null before the first.
    pub weight_g: Option<i32>,
    pub length_mm: Option<f64>,
    pub width_mm: Option<f64>,
    pub height_mm: Option<f64>,
    /// It has a photo, in `inbound_parcel_photo`.
    pub has_photo: bool,
    /// Why it was cancelled or abandoned.
    pub reason: Option<String>,
    pub created_at: DateTime<Utc>,
    /// Increases with every change. Send it with a change.
    pub version: i32,
    #[sqlx(skip)]
    pub can: InboundParcelCan,
}

/// Permissions of the user on a parcel of a client.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InboundParcelCan {
    pub update: bool,
    pub receive: bool,
    pub identify: bool,
    pub put_away: bool,
    pub abandon: bool,
    /// Ask for its shipment.
    pub request: bool,
    pub cancel: bool,
}

/// A page of parcels with the totals of the tabs.
#[derive(Object)]
pub struct InboundParcelPage {
    pub data: Vec<InboundParcel>,
    pub meta: InboundParcelPageMeta,
}

#[derive(Object)]
pub struct InboundParcelPageMeta {
    #[oai(flatten)]
    pub page: PageMeta,
    pub totals: InboundParcelTotals,
}

/// Numbers of parcels by state, with the same search and filters.
#[derive(Object, sqlx::FromRow)]
pub struct InboundParcelTotals {
    pub expected: i64,
    pub arrived: i64,
    pub stored: i64,
    pub packed: i64,
    pub gone: i64,
    pub abandoned: i64,
    pub cancelled: i64,
    /// Arrived parcels of which nobody knows whose they are.
    pub unidentified: i64,
}

/// What decides which actions a parcel takes.
#[derive(Clone, Copy)]
pub struct InboundParcelState {
    pub status: InboundParcelStatus,
    pub is_identified: bool,
    pub is_in_repack: bool,
    /// The first day on which it can be abandoned, until that day comes.
    pub abandon_from: Option<NaiveDate>,
}

impl InboundParcelState {
    /// Whether a shipment can be asked for it.
    pub fn is_free(self) -> bool {
        let packs = INBOUND_PARCEL_STEPS.find(InboundParcelStep::Pack, Some(self.status), Actor::Staff);
        packs.is_some() && self.is_identified && !self.is_in_repack
    }
}

/// The step of an action; none if it is only for the state in which a parcel is announced.
const fn step_of(action: Action) -> Option<InboundParcelStep> {
    match action {
        Action::Receive => Some(InboundParcelStep::Receive),
        Action::Identify => Some(InboundParcelStep::Identify),
        Action::PutAway => Some(InboundParcelStep::PutAway),
        Action::Abandon => Some(InboundParcelStep::Abandon),
        Action::Cancel => Some(InboundParcelStep::Cancel),
        _ => None,
    }
}

/// Whether the state of a parcel allows an action of a client or of staff.
pub fn verdict(state: InboundParcelState, action: Action, actor: Actor) -> Verdict {
    let InboundParcelState { status, is_identified, is_in_repack, abandon_from } = state;
    let is_possible = match step_of(action) {
        Some(step) => INBOUND_PARCEL_STEPS.find(step, Some(status), actor).is_some(),
        None => action != Action::Update || status == InboundParcelStatus::Expected,
    };
    match action {
        Action::Receive if status > InboundParcelStatus::Expected => Verdict::no(MessageCode::ParcelReceived),
        Action::Identify if is_identified => Verdict::no(MessageCode::ParcelIdentified),
        Action::PutAway if !is_identified => Verdict::no(MessageCode::ParcelUnidentified),
        Action::Abandon if is_in_repack => Verdict::no(MessageCode::ParcelInRepack),
        Action::Abandon if is_possible => match abandon_from {
            Some(day) => {
                let params = Params::from([("day", day.to_string().into())]);
                Verdict::No(MessageCode::ParcelNotAbandonedYet, params)
            }
            None => Verdict::Yes,
        },
        _ if is_possible => Verdict::Yes,
        _ => Verdict::No(MessageCode::ParcelStepRefused, Params::from([("status", status.code().into())])),
    }
}

impl InboundParcel {
    /// At this time.
    pub fn state(&self, at: DateTime<Utc>) -> InboundParcelState {
        let facts = self.find_stay();
        let abandon_from = facts.and_then(|facts| facts.find_abandon_day_after(at));
        InboundParcelState {
            status: self.status,
            is_identified: self.client_id.is_some(),
            is_in_repack: self.repack_id.is_some(),
            abandon_from,
        }
    }

    /// Its stay in the warehouse; none before it arrives.
    fn find_stay(&self) -> Option<StorageFacts<'_>> {
        let sides = [self.length_mm, self.width_mm, self.height_mm];
        let parcel = StoredParcel {
            client_group_id: self.client_group_id,
            weight_g: self.weight_g,
            longest_mm: sides.into_iter().flatten().reduce(f64::max),
        };
        let facts =
            StorageFacts::of(self.terms.as_ref(), self.time_zone.as_deref(), self.arrived_at, &parcel);
        facts.map(|facts| facts.with_told_at(self.told_at))
    }

    /// The currency of what the warehouse charges.
    fn storage_currency(&self) -> Option<&str> {
        self.terms.as_ref().map(|terms| terms.currency.as_str())
    }

    /// None before it arrives.
    pub fn calculate_storage(&self, at: DateTime<Utc>) -> Option<InboundParcelStorage> {
        let facts = self.find_stay()?;
        Some(facts.calculate(self.released_at.unwrap_or(at)))
    }

    /// The parcel with what its storage costs at a time, and the permissions of a user. Its place is known to staff.
    pub fn seen_by(self, grants: &Grants, is_outside: bool, at: DateTime<Utc>) -> Self {
        let actor = if is_outside { Actor::Client } else { Actor::Staff };
        let state = self.state(at);
        let can =
            |action| grants.allow(Resource::InboundParcel, action) && verdict(state, action, actor).is_yes();
        Self {
            can: InboundParcelCan {
                update: can(Action::Update),
                receive: can(Action::Receive),
                identify: can(Action::Identify),
                put_away: can(Action::PutAway),
                abandon: can(Action::Abandon),
                request: grants.allow(Resource::Repack, Action::Create) && state.is_free(),
                cancel: can(Action::Cancel),
            },
            storage: self.calculate_storage(at),
            value: self.value.map(|value| in_currency(value, self.currency.as_deref())),
            fee_share: self.fee_share.map(|share| in_currency(share, self.storage_currency())),
            storage_charged: self.storage_charged.map(|fee| in_currency(fee, self.storage_currency())),
            place: self.place.filter(|_| !is_outside),
            ..self
        }
    }

    /// What was announced, to change it.
    pub fn details(&self) -> InboundParcelDetails {
        InboundParcelDetails {
            warehouse_id: self.warehouse_id.unwrap_or_default(),
            external_code: self.external_code.clone(),
            carrier: self.carrier.clone(),
            from_country_id: self.from_country_id,
            shop: self.shop.clone(),
            order_ref: self.order_ref.clone(),
            content: self.content.clone(),
            value: self.value,
            currency: self.currency.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    const ACTIONS: [Action; 6] =
        [Action::Update, Action::Receive, Action::Identify, Action::PutAway, Action::Cancel, Action::Abandon];

    /// Columns: states in the order of `ALL`. `u` update, `r` receive, `i` identify, `p` put away, `c` cancel, `a` abandon.
    fn write_row(role: UserType, is_identified: bool) -> String {
        let grants = Policy::load_shipped().grants(role);
        let actor = if role == UserType::Client { Actor::Client } else { Actor::Staff };
        let write_cell = |status: &InboundParcelStatus| -> String {
            let state = InboundParcelState {
                status: *status,
                is_identified,
                is_in_repack: false,
                abandon_from: None,
            };
            let can = |action: &Action| {
                grants.allow(Resource::InboundParcel, *action) && verdict(state, *action, actor).is_yes()
            };
            let letters = ACTIONS.iter().zip("uripca".chars()).filter(|(action, _)| can(action));
            let cell: String = letters.map(|(_, letter)| letter).collect();
            if cell.is_empty() { ".".into() } else { cell }
        };
        InboundParcelStatus::ALL.iter().map(write_cell).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn each_role_does_in_each_state_what_the_table_says() {
        for role in UserType::ALL {
            let is_client = role == UserType::Client;
            let expected = if is_client { ". u . . . . ." } else { ". urc p pa . . ." };
            assert_eq!(write_row(role, true), expected, "{role:?}");
            let unidentified = if is_client { ". u . . . . ." } else { ". urc i a . . ." };
            assert_eq!(write_row(role, false), unidentified, "{role:?}");
        }
    }

    #[test]
    fn a_shipment_is_asked_for_what_lies_there_and_nobody_has_asked_for() {
        let is_free = |status, is_identified, is_in_repack| {
            InboundParcelState { status, is_identified, is_in_repack, abandon_from: None }.is_free()
        };
        let free = InboundParcelStatus::ALL.iter().filter(|status| is_free(**status, true, false));
        let free: Vec<_> = free.copied().collect();
        assert_eq!(free, [InboundParcelStatus::Arrived, InboundParcelStatus::Stored]);
        assert!(!is_free(InboundParcelStatus::Stored, true, true));
        assert!(!is_free(InboundParcelStatus::Arrived, false, false));
    }

    #[test]
    fn a_refusal_says_what_has_happened() {
        let code = |status, is_identified, action| match verdict(
            InboundParcelState {
                status,
                is_identified,
                is_in_repack: false,
                abandon_from: Some(NaiveDate::MIN),
            },
            action,
            Actor::Staff,
        ) {
            Verdict::No(code, _) => Some(code),
            _ => None,
        };
        use InboundParcelStatus::{Arrived, Cancelled, Stored};
        assert_eq!(code(Stored, true, Action::Receive), Some(MessageCode::ParcelReceived));
        assert_eq!(code(Cancelled, true, Action::Receive), Some(MessageCode::ParcelStepRefused));
        assert_eq!(code(Arrived, true, Action::Identify), Some(MessageCode::ParcelIdentified));
        assert_eq!(code(Arrived, false, Action::PutAway), Some(MessageCode::ParcelUnidentified));
        assert_eq!(code(Stored, true, Action::Update), Some(MessageCode::ParcelStepRefused));
        assert_eq!(code(Stored, true, Action::Abandon), Some(MessageCode::ParcelNotAbandonedYet));
        assert_eq!(code(Arrived, true, Action::Abandon), Some(MessageCode::ParcelStepRefused));
    }
}
