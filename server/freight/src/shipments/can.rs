//! Actions that the state of a shipment allows.

use poem_openapi::Object;
use policy::{Action, Grants, Resource};

use crate::status::ShipmentStatus;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;

/// Actions that the current user can do on this shipment now. Buttons and guards use the same values.
#[derive(Object, serde::Serialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShipmentCan {
    pub update: bool,
    /// Change what only documents show, after the confirmation and until the departure. Uses `shipment_update`.
    pub complete: bool,
    /// Change a confirmed shipment, with a new price.
    pub reprice: bool,
    pub confirm: bool,
    pub cancel: bool,
    pub duplicate: bool,
    pub print_label: bool,
    /// Print its customs declaration, invoice and order view, each if it has the fields of that document.
    pub print_documents: bool,
    pub record_event: bool,
    /// Put it on hold.
    pub hold: bool,
    /// End its hold.
    pub release: bool,
}

/// What decides which actions a shipment takes.
#[derive(Clone, Copy)]
pub struct State<'a> {
    pub status: ShipmentStatus,
    /// Its price is charged.
    pub is_confirmed: bool,
    pub is_held: bool,
    /// Money was paid for its loss, or may be: its price does not go back besides.
    pub is_claimed: bool,
    pub missing: &'a [String],
}

impl State<'_> {
    /// Goods have moved before the confirmation, or papers after it: clients cannot change the shipment any more.
    const fn has_gone_on(self) -> bool {
        !self.status.can_edit() && !matches!(self.status, ShipmentStatus::Cancelled)
    }

    /// Its price stands, and its documents can still be printed anew.
    pub const fn can_complete(self) -> bool {
        self.is_confirmed && self.status.can_complete()
    }
}

impl ShipmentCan {
    pub fn of(state: State, grants: &Grants) -> Self {
        let may = |action| grants.allow(Resource::Shipment, action) && verdict(state, action).is_yes();
        Self {
            update: may(Action::Update),
            complete: grants.allow(Resource::Shipment, Action::Update) && state.can_complete(),
            reprice: may(Action::Reprice),
            confirm: may(Action::Confirm),
            cancel: may(Action::Cancel),
            duplicate: may(Action::Duplicate),
            print_label: may(Action::PrintLabel),
            print_documents: grants.allow(Resource::Shipment, Action::PrintLabel)
                && document_verdict(state).is_yes(),
            record_event: may(Action::RecordEvent),
            hold: may(Action::Hold),
            release: may(Action::Release),
        }
    }
}

/// Whether the state of a shipment allows an action.
pub fn verdict(state: State, action: Action) -> Verdict {
    let State { status, is_confirmed, is_held, is_claimed, missing } = state;
    match action {
        Action::Confirm if is_confirmed || status == ShipmentStatus::Cancelled => {
            Verdict::no(MessageCode::ShipmentNotConfirmable)
        }
        Action::Confirm if status == ShipmentStatus::AwaitingPayment => {
            Verdict::no(MessageCode::ShipmentAwaitsPayment)
        }
        Action::Confirm if !missing.is_empty() => unconfirmable(missing),
        Action::Update if !status.can_edit() => Verdict::no(MessageCode::ShipmentNotEditable),
        Action::Reprice if !can_reprice(state) => Verdict::no(MessageCode::ShipmentNotEditable),
        Action::Cancel if status == ShipmentStatus::Cancelled => {
            Verdict::no(MessageCode::ShipmentAlreadyCancelled)
        }
        Action::Cancel if !status.can_cancel() => Verdict::no(MessageCode::ShipmentNotCancellable),
        Action::Cancel if is_claimed => Verdict::no(MessageCode::ShipmentClaimed),
        Action::PrintLabel => label_verdict(state),
        Action::Hold if status.is_final() => Verdict::no(MessageCode::ShipmentFinished),
        Action::Hold if is_held => Verdict::Already,
        Action::Release if !is_held => Verdict::Already,
        Action::RecordEvent if status == ShipmentStatus::Cancelled => {
            Verdict::no(MessageCode::ShipmentNotTrackable)
        }
        _ => Verdict::Yes,
    }
}

/// Whether a shipment can have its label printed. What is held does not leave.
pub fn label_verdict(State { status, is_held, missing, .. }: State) -> Verdict {
    match print_verdict(status.can_print_label(), missing) {
        Verdict::Yes if is_held => Verdict::no(MessageCode::ShipmentOnHold),
        verdict => verdict,
    }
}

/// Whether a shipment can have a document printed that lacks these fields. Papers often end a hold.
pub fn document_verdict(State { status, missing, .. }: State) -> Verdict {
    print_verdict(status.can_print_documents(), missing)
}

fn print_verdict(can_print: bool, missing: &[String]) -> Verdict {
    match (can_print, missing.is_empty()) {
        (false, _) => Verdict::no(MessageCode::ShipmentNotPrintable),
        (true, false) => incomplete(missing),
        (true, true) => Verdict::Yes,
    }
}

/// A confirmed shipment without a label is priced again. One that has gone on without a confirmation has no price yet: staff
/// add what it lacks.
const fn can_reprice(state: State) -> bool {
    if state.is_confirmed { state.status.can_edit_with_new_price() } else { state.has_gone_on() }
}

/// Whether the shipment can be quoted, complete or not: as a draft, or for its confirmation.
pub fn quote_verdict(state: State) -> Verdict {
    let complete = State { missing: &[], ..state };
    match verdict(complete, Action::Confirm) {
        Verdict::Yes => Verdict::Yes,
        _ => verdict(complete, Action::Update),
    }
}

fn incomplete(missing: &[String]) -> Verdict {
    Verdict::No(MessageCode::ShipmentIncomplete, Params::from([("missing", missing.into())]))
}

/// Items and weights have messages of their own.
fn unconfirmable(missing: &[String]) -> Verdict {
    let own = |field: &String| match field.as_str() {
        "items" => Some(MessageCode::ShipmentWithoutItems),
        "declared_weight_g" => Some(MessageCode::ShipmentWithoutWeight),
        _ => None,
    };
    let codes: Option<Vec<MessageCode>> = missing.iter().map(own).collect();
    let code = codes.and_then(|codes| codes.first().copied()).unwrap_or(MessageCode::ShipmentIncomplete);
    Verdict::No(code, Params::from([("missing", missing.into())]))
}
