//! API types of a claim, and what its state allows.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use rust_decimal::Decimal;
use serde::Serialize;
use uuid::Uuid;

use super::store::ClaimedShipment;
use crate::amount::{self, with_decimals};
use freight::status::ShipmentStatus;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::required;
use server_core::http::list::PageMeta;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::record::{Transition, Transitions};
use trade::wire_name;

wire_name! {
    /// State of a claim.
    ClaimStatus {
        /// It waits for a decision.
        Open = "open",
        /// Its amount is still to be paid.
        Approved = "approved",
        /// It can be opened again.
        Refused = "refused",
        /// The amount is in the client's wallet.
        Paid = "paid",
        Withdrawn = "withdrawn",
    }
}
wire_name! {
    /// How goods came to harm.
    ClaimKind { Lost = "lost", Damaged = "damaged", MissingContents = "missing_contents" }
}

/// A claim for the goods of a shipment.
#[derive(Object, sqlx::FromRow)]
pub struct Claim {
    pub id: Uuid,
    /// `CL-1`, `CL-2` and so on.
    pub number: String,
    pub shipment_id: Uuid,
    pub tracking_code: String,
    /// Reference of the shipment.
    pub external_ref: Option<String>,
    pub client_id: Uuid,
    pub client_name: String,
    pub kind: ClaimKind,
    pub description: String,
    /// ISO 4217: that of the declared value when it was opened.
    pub currency: String,
    pub claimed_amount: Decimal,
    /// The amount that staff granted; null unless it is approved or paid.
    pub decided_amount: Option<Decimal>,
    pub status: ClaimStatus,
    pub opened_at: DateTime<Utc>,
    /// For clients, null when staff opened it.
    pub opened_by_name: Option<String>,
    #[oai(skip)]
    pub is_opened_by_client: bool,
    pub decided_at: Option<DateTime<Utc>>,
    /// Null for clients.
    pub decided_by_name: Option<String>,
    /// Reason of the decision.
    pub decision_note: Option<String>,
    pub paid_at: Option<DateTime<Utc>>,
    /// The entry of the wallet; null unless it is paid.
    pub transaction_id: Option<Uuid>,
    /// Increases with every change. Send it with a change.
    pub version: i32,
    #[sqlx(skip)]
    pub can: ClaimCan,
}

/// Permissions of the user on a claim.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClaimCan {
    pub show: bool,
    pub update: bool,
    pub approve: bool,
    pub refuse: bool,
    pub pay: bool,
    pub reopen: bool,
    pub withdraw: bool,
}

/// A claim to open.
#[derive(Object)]
pub struct ClaimInput {
    /// Confirmed and not cancelled, received or picked up, without another claim that is open or approved.
    pub shipment_id: Uuid,
    pub kind: ClaimKind,
    /// In the currency of the declared value. At most the insured value of the shipment, or the declared one without an
    /// insurance, less what was paid for it before. Value and currency stay those of the opening.
    pub claimed_amount: Decimal,
    #[oai(validator(max_length = 2000))]
    pub description: String,
}

/// The new values of an open claim.
#[derive(Object)]
pub struct ClaimUpdate {
    pub kind: ClaimKind,
    pub claimed_amount: Decimal,
    #[oai(validator(max_length = 2000))]
    pub description: String,
    /// Version that was read; 409 `stale_version` if the claim has changed since.
    pub version: i32,
}

/// An approval, with the amount that is granted.
#[derive(Object)]
pub struct ClaimApproval {
    /// At most the claimed amount, and at most what is left of the value of the shipment.
    pub decided_amount: Decimal,
    /// The client sees it.
    #[oai(validator(max_length = 1000))]
    pub note: Option<String>,
    /// Version that was read; 409 `stale_version` if the claim has changed since.
    pub version: i32,
}

/// Why a claim is refused.
#[derive(Object)]
pub struct ClaimRefusal {
    /// The client sees it.
    #[oai(validator(max_length = 1000))]
    pub note: String,
    /// Version that was read; 409 `stale_version` if the claim has changed since.
    pub version: i32,
}

/// The version of the claim to change.
#[derive(Object)]
pub struct ClaimStep {
    /// Version that was read; 409 `stale_version` if the claim has changed since.
    pub version: i32,
}

/// A page of claims with the totals of the tabs.
#[derive(Object)]
pub struct ClaimPage {
    pub data: Vec<Claim>,
    pub meta: ClaimPageMeta,
}

#[derive(Object)]
pub struct ClaimPageMeta {
    #[oai(flatten)]
    pub page: PageMeta,
    pub totals: ClaimTotals,
    /// The most that can be claimed for the shipment of `shipment_id`. Null without that filter, and when nothing is left.
    pub bound: Option<ClaimBound>,
    /// Whether the goods of `shipment_id` were received or picked up: no claim is opened before. Null without it.
    pub handed_in: Option<bool>,
}

wire_name! {
    /// Where the most that can be claimed for a shipment comes from.
    ClaimBoundSource {
        /// Its declared value.
        Declared = "declared",
        /// Its insured value.
        Insured = "insured",
        /// The rest of its value, of which a part was paid for earlier claims.
        Left = "left",
    }
}

/// The most that can be claimed for a shipment.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct ClaimBound {
    pub amount: Decimal,
    /// ISO 4217.
    pub currency: String,
    pub of: ClaimBoundSource,
}

/// Numbers of claims by state, with the same search and filters.
#[derive(Object, sqlx::FromRow)]
pub struct ClaimTotals {
    pub open: i64,
    pub approved: i64,
    pub refused: i64,
    pub paid: i64,
    pub withdrawn: i64,
}

/// The claim as the client made it, and as the audit entry has it.
#[derive(Debug, Serialize)]
pub struct ClaimFields {
    pub kind: ClaimKind,
    pub claimed_amount: Decimal,
    pub description: String,
}

/// The columns of a new claim.
#[derive(Debug, Serialize)]
pub struct NewClaim {
    pub number: String,
    pub shipment_id: Uuid,
    pub tracking_code: String,
    pub client_id: Uuid,
    pub client_name: String,
    pub currency: String,
    pub shipment_value: Decimal,
    #[serde(flatten)]
    pub fields: ClaimFields,
    pub status: ClaimStatus,
    pub created_by: Uuid,
}

/// The columns of a decision; empty once it is taken back or the claim withdrawn.
#[derive(Debug, Serialize)]
pub struct DecidedColumns {
    pub status: ClaimStatus,
    pub decided_amount: Option<Decimal>,
    pub decision_note: Option<String>,
    pub decided_by: Option<Uuid>,
    pub decided_at: Option<DateTime<Utc>>,
}

/// The columns of a payment.
#[derive(Debug, Serialize)]
pub struct PaidColumns {
    pub status: ClaimStatus,
    pub transaction_id: Uuid,
    pub paid_at: DateTime<Utc>,
}

/// The most that can be claimed or granted.
struct AmountBound<'a> {
    field: &'static str,
    most: Decimal,
    currency: &'a str,
    code: MessageCode,
}

impl AmountBound<'_> {
    fn check(&self, amount: Decimal, errors: &mut FieldErrors) {
        amount::check(self.field, amount, self.currency, errors);
        if amount > self.most {
            let most = with_decimals(self.most, self.currency).to_string();
            let params = Params::from([("max", most.into()), ("currency", self.currency.into())]);
            errors.push_with(self.field, self.code, params);
        }
    }
}

impl ClaimedShipment {
    /// The most that can be claimed for it; none when nothing is left. Without a currency, its values are in the company's.
    pub fn find_bound(&self, company_currency: &str) -> Option<ClaimBound> {
        let left = self.value_left();
        if left <= Decimal::ZERO {
            return None;
        }
        let currency = self.currency.clone().unwrap_or_else(|| company_currency.to_owned());
        let of = match (self.paid > Decimal::ZERO, self.is_insured) {
            (true, _) => ClaimBoundSource::Left,
            (false, true) => ClaimBoundSource::Insured,
            (false, false) => ClaimBoundSource::Declared,
        };
        Some(ClaimBound { amount: with_decimals(left, &currency), currency, of })
    }
}

impl ClaimFields {
    /// Normalizes and checks what is claimed, up to the value of the shipment.
    pub fn check(self, value: Decimal, currency: &str, errors: &mut FieldErrors) -> Self {
        let code = MessageCode::ClaimAboveValue;
        AmountBound { field: "claimed_amount", most: value, currency, code }
            .check(self.claimed_amount, errors);
        Self {
            kind: self.kind,
            claimed_amount: with_decimals(self.claimed_amount, currency),
            description: required("description", &self.description, errors),
        }
    }
}

impl ClaimInput {
    /// Returns the client and what it claims, or all errors at once.
    pub fn check(
        &self,
        shipment: &ClaimedShipment,
        is_handed_in: bool,
        currency: &str,
    ) -> ApiResult<(Uuid, ClaimFields)> {
        let mut errors = FieldErrors::default();
        if shipment.status < ShipmentStatus::Confirmed {
            errors.push("shipment_id", MessageCode::ClaimNotShipped);
        } else if shipment.client_id.is_none() {
            errors.push("shipment_id", MessageCode::ClaimWithoutClient);
        } else if !is_handed_in {
            errors.push("shipment_id", MessageCode::ClaimNotHandedIn);
        }
        let Self { kind, claimed_amount, ref description, .. } = *self;
        let fields = ClaimFields { kind, claimed_amount, description: description.clone() };
        let fields = fields.check(shipment.value_left(), currency, &mut errors);
        errors.into_result()?;
        Ok((shipment.client_id.unwrap_or_default(), fields))
    }
}

impl ClaimApproval {
    /// The granted amount, which is at most the claimed one. Another claim may have been paid while this one was refused, so
    /// that less is left of the value of the shipment.
    pub fn check(&self, claim: &Claim, value: Decimal) -> ApiResult<Decimal> {
        let mut errors = FieldErrors::default();
        let currency = claim.currency.as_str();
        let (most, code) = match value < claim.claimed_amount {
            true => (value, MessageCode::ClaimAboveValue),
            false => (claim.claimed_amount, MessageCode::ClaimAboveClaimed),
        };
        AmountBound { field: "decided_amount", most, currency, code }.check(self.decided_amount, &mut errors);
        errors.into_result()?;
        Ok(with_decimals(self.decided_amount, currency))
    }
}

/// An approved claim is paid. A decision can be taken back until then.
pub const TRANSITIONS: Transitions<Action, ClaimStatus, ()> = Transitions {
    resource: Resource::Claim,
    rows: &[
        Transition::within(Action::Update, &[ClaimStatus::Open]),
        Transition::to(Action::Approve, &[ClaimStatus::Open], ClaimStatus::Approved),
        Transition::to(Action::Refuse, &[ClaimStatus::Open], ClaimStatus::Refused),
        Transition::to(Action::Withdraw, &[ClaimStatus::Open], ClaimStatus::Withdrawn),
        Transition::to(Action::Pay, &[ClaimStatus::Approved], ClaimStatus::Paid),
        Transition::to(Action::Reopen, &[ClaimStatus::Approved, ClaimStatus::Refused], ClaimStatus::Open),
    ],
    otherwise: |_, status| {
        Verdict::No(MessageCode::ClaimState, Params::from([("status", status.as_str().into())]))
    },
};

impl Claim {
    /// The claim with the permissions of a user. Who of the staff opened or decided it is known to staff.
    pub fn seen_by(self, grants: &Grants, is_outside: bool) -> Self {
        let names_opener = !is_outside || self.is_opened_by_client;
        let can = |action| TRANSITIONS.can(grants, action, self.status, &());
        Self {
            can: ClaimCan {
                show: grants.allow(Resource::Claim, Action::Show),
                update: can(Action::Update),
                approve: can(Action::Approve),
                refuse: can(Action::Refuse),
                pay: can(Action::Pay),
                reopen: can(Action::Reopen),
                withdraw: can(Action::Withdraw),
            },
            claimed_amount: with_decimals(self.claimed_amount, &self.currency),
            decided_amount: self.decided_amount.map(|amount| with_decimals(amount, &self.currency)),
            opened_by_name: self.opened_by_name.filter(|_| names_opener),
            decided_by_name: self.decided_by_name.filter(|_| !is_outside),
            ..self
        }
    }

    pub fn to_fields(&self) -> ClaimFields {
        ClaimFields {
            kind: self.kind,
            claimed_amount: with_decimals(self.claimed_amount, &self.currency),
            description: self.description.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    const ACTIONS: [Action; 6] =
        [Action::Update, Action::Approve, Action::Refuse, Action::Withdraw, Action::Pay, Action::Reopen];

    #[test]
    fn each_role_does_what_the_state_allows_and_nothing_else() {
        let policy = Policy::load_shipped();
        for (role, status) in
            UserType::ALL.iter().flat_map(|role| ClaimStatus::ALL.iter().map(move |status| (role, status)))
        {
            let grants = policy.grants(*role);
            let can = ACTIONS.map(|action| TRANSITIONS.can(&grants, action, *status, &()));
            let expected = match (role, status) {
                (UserType::Client, ClaimStatus::Open) => [false, false, false, true, false, false],
                (UserType::Client, _) => [false; 6],
                (_, ClaimStatus::Open) => [true, true, true, true, false, false],
                (_, ClaimStatus::Approved) => [false, false, false, false, true, true],
                (_, ClaimStatus::Refused) => [false, false, false, false, false, true],
                (_, ClaimStatus::Paid | ClaimStatus::Withdrawn) => [false; 6],
            };
            assert_eq!(can, expected, "{role:?} {status:?}");
        }
    }

    #[test]
    fn a_claim_is_at_most_the_value_of_its_shipment() {
        let shipment = |status, client_id| ClaimedShipment {
            tracking_code: "AT000000014BR".to_owned(),
            client_id,
            subsidiary_id: None,
            status,
            currency: Some("BRL".to_owned()),
            value: Decimal::from(100),
            paid: Decimal::ZERO,
            is_insured: false,
        };
        let input = |amount: &str| ClaimInput {
            shipment_id: Uuid::nil(),
            kind: ClaimKind::Lost,
            claimed_amount: amount.parse().unwrap(),
            description: " gone ".to_owned(),
        };
        let claim = |amount: &str, status, client_id| {
            input(amount).check(&shipment(status, client_id), true, "BRL").is_ok()
        };
        let (client, sent) = (Some(Uuid::from_u128(1)), ShipmentStatus::Delivered);
        assert!(claim("100.00", sent, client) && claim("0.01", ShipmentStatus::Confirmed, client));
        for amount in ["100.01", "0", "-1", "1.001"] {
            assert!(!claim(amount, sent, client), "{amount}");
        }
        assert!(!claim("1", sent, None));
        assert!(input("1").check(&shipment(ShipmentStatus::Labelled, client), false, "BRL").is_err());
        for status in [ShipmentStatus::Cancelled, ShipmentStatus::Draft, ShipmentStatus::AwaitingPayment] {
            assert!(!claim("1", status, client), "{status:?}");
        }
    }
}
