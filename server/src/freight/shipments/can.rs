//! Actions that the state of a shipment allows.

use poem_openapi::Object;
use policy::{Action, Grants, Resource};

use crate::freight::status::ShipmentStatus;
use crate::http::messages::{MessageCode, Params};
use crate::http::standing::Verdict;

/// Actions that the current user can do on this shipment now. Buttons and guards use the same values.
#[derive(Object, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShipmentCan {
    pub update: bool,
    /// Change a confirmed shipment, with a new price.
    pub reprice: bool,
    pub confirm: bool,
    pub cancel: bool,
    pub duplicate: bool,
    pub print_label: bool,
    pub record_event: bool,
}

impl ShipmentCan {
    pub fn of(status: ShipmentStatus, missing: &[String], grants: &Grants) -> Self {
        let may =
            |action| grants.allow(Resource::Shipment, action) && verdict(status, missing, action).is_yes();
        Self {
            update: may(Action::Update),
            reprice: may(Action::Reprice),
            confirm: may(Action::Confirm),
            cancel: may(Action::Cancel),
            duplicate: may(Action::Duplicate),
            print_label: may(Action::PrintLabel),
            record_event: may(Action::RecordEvent),
        }
    }
}

/// Whether the status and the missing fields of a shipment allow an action.
pub fn verdict(status: ShipmentStatus, missing: &[String], action: Action) -> Verdict {
    match action {
        Action::Confirm if status == ShipmentStatus::AwaitingPayment => {
            Verdict::no(MessageCode::ShipmentAwaitsPayment)
        }
        Action::Confirm if !status.can_confirm() => Verdict::no(MessageCode::ShipmentNotConfirmable),
        Action::Confirm if !missing.is_empty() => unconfirmable(missing),
        Action::Update if !status.can_edit() => Verdict::no(MessageCode::ShipmentNotEditable),
        Action::Reprice if !status.can_edit_with_new_price() => Verdict::no(MessageCode::ShipmentNotEditable),
        Action::Cancel if !status.can_cancel() => Verdict::no(MessageCode::ShipmentNotCancellable),
        Action::PrintLabel if !status.can_print_label() => Verdict::no(MessageCode::ShipmentNotPrintable),
        Action::PrintLabel if !missing.is_empty() => incomplete(missing),
        Action::RecordEvent if status == ShipmentStatus::Cancelled => {
            Verdict::no(MessageCode::ShipmentNotTrackable)
        }
        _ => Verdict::Yes,
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
