//! The states of a webhook and of what is sent to it, as data.

use policy::{Action, Resource};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::record::{Transition, Transitions, always};
use trade::{wire_code, wire_name};

wire_code! {
    /// State of a webhook.
    WebhookStatus {
        /// No test has arrived yet: events wait.
        Unverified = 10,
        Active = 20,
        /// Ten attempts in a row have failed: one at a time is made.
        Failing = 30,
        /// Given up: events wait for three days.
        Disabled = 40,
        /// By a person: events wait for three days.
        Paused = 45,
    }
}

impl WebhookStatus {
    /// Whether events are sent to it, and not held.
    pub const fn takes_events(self) -> bool {
        matches!(self, Self::Active | Self::Failing)
    }
}

wire_code! {
    /// State of an event on its way to a webhook.
    WebhookDeliveryStatus {
        Due = 10,
        InFlight = 20,
        Delivered = 30,
        /// An attempt has failed, and another one follows.
        Waiting = 40,
        GivenUp = 50,
        /// The webhook takes nothing now.
        Held = 55,
        Cancelled = 60,
    }
}

wire_name! {
    /// Steps of a webhook.
    WebhookStep {
        // By people.
        Update = "update",
        Delete = "delete",
        Enable = "enable",
        Pause = "pause",
        Test = "test",
        RotateSecret = "rotate_secret",
        Replay = "replay",
        /// Gets the newest form of the data.
        Upgrade = "upgrade",
        // By the server.
        /// Somebody has changed the address.
        MoveAddress = "move_address",
        /// A test has arrived.
        Verify = "verify",
        /// An attempt has arrived.
        Recover = "recover",
        /// Too many attempts in a row have failed.
        Fail = "fail",
        /// Attempts have failed for too long, or the receiver is gone.
        GiveUp = "give_up",
    }
}

/// The facts that decide about a step besides the status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WebhookFacts {
    /// The secret before the present one still signs.
    pub has_former_secret: bool,
    /// It gets the newest form of the data.
    pub is_newest: bool,
}

type Row = Transition<WebhookStep, WebhookStatus, WebhookFacts>;

const fn by_people(verb: WebhookStep, from: &'static [WebhookStatus], to: Option<WebhookStatus>) -> Row {
    let right = match verb {
        WebhookStep::Delete => Action::Delete,
        WebhookStep::RotateSecret => Action::Rotate,
        _ => Action::Update,
    };
    Transition { verb, from, to, right: Some(right), guard: always }
}

const fn by_server(verb: WebhookStep, from: &'static [WebhookStatus], to: WebhookStatus) -> Row {
    Transition { verb, from, to: Some(to), right: None, guard: always }
}

pub const TRANSITIONS: Transitions<WebhookStep, WebhookStatus, WebhookFacts> = {
    use WebhookStatus::{Active, Disabled, Failing, Paused, Unverified};
    Transitions {
        resource: Resource::Webhook,
        rows: &[
            by_people(WebhookStep::Update, WebhookStatus::ALL, None),
            by_people(WebhookStep::Delete, WebhookStatus::ALL, None),
            by_people(WebhookStep::Enable, &[Disabled, Paused], Some(Unverified)),
            by_people(WebhookStep::Pause, &[Unverified, Active, Failing], Some(Paused)),
            by_people(WebhookStep::Test, WebhookStatus::ALL, None),
            by_people(WebhookStep::RotateSecret, WebhookStatus::ALL, None).guarded_by(
                |facts: &WebhookFacts| match facts.has_former_secret {
                    true => Verdict::no(MessageCode::WebhookSecretRotated),
                    false => Verdict::Yes,
                },
            ),
            by_people(WebhookStep::Replay, &[Active, Failing], None),
            by_people(WebhookStep::Upgrade, WebhookStatus::ALL, None).guarded_by(|facts: &WebhookFacts| {
                match facts.is_newest {
                    true => Verdict::Already,
                    false => Verdict::Yes,
                }
            }),
            by_server(WebhookStep::MoveAddress, WebhookStatus::ALL, Unverified),
            by_server(WebhookStep::Verify, &[Unverified, Failing], Active),
            by_server(WebhookStep::Recover, &[Failing], Active),
            by_server(WebhookStep::Fail, &[Active], Failing),
            by_server(WebhookStep::GiveUp, &[Unverified, Active, Failing], Disabled),
        ],
        otherwise: |_, status| {
            Verdict::No(MessageCode::WebhookState, Params::from([("status", status.code().into())]))
        },
    }
};

wire_name! {
    /// Steps of an event on its way.
    WebhookDeliveryStep {
        Take = "take",
        Arrive = "arrive",
        Miss = "miss",
        /// The last attempt has failed.
        GiveUp = "give_up",
        /// The webhook takes nothing from now on.
        Hold = "hold",
        /// It takes events again.
        LetGo = "let_go",
        Cancel = "cancel",
        /// Somebody wants it to be sent again.
        Replay = "replay",
    }
}

pub const DELIVERY_TRANSITIONS: Transitions<WebhookDeliveryStep, WebhookDeliveryStatus, ()> = {
    use WebhookDeliveryStatus::{Cancelled, Delivered, Due, GivenUp, Held, InFlight, Waiting};
    const fn row(
        verb: WebhookDeliveryStep,
        from: &'static [WebhookDeliveryStatus],
        to: WebhookDeliveryStatus,
    ) -> Transition<WebhookDeliveryStep, WebhookDeliveryStatus, ()> {
        let right = match verb {
            WebhookDeliveryStep::Replay => Some(Action::Update),
            _ => None,
        };
        Transition { verb, from, to: Some(to), right, guard: always }
    }
    Transitions {
        resource: Resource::Webhook,
        rows: &[
            // One whose attempt has not ended in time is taken again.
            row(WebhookDeliveryStep::Take, &[Due, Waiting, InFlight], InFlight),
            row(WebhookDeliveryStep::Arrive, &[InFlight], Delivered),
            row(WebhookDeliveryStep::Miss, &[InFlight], Waiting),
            row(WebhookDeliveryStep::GiveUp, &[InFlight], GivenUp),
            row(WebhookDeliveryStep::Hold, &[Due, Waiting], Held),
            row(WebhookDeliveryStep::LetGo, &[Held, Waiting], Due),
            row(WebhookDeliveryStep::Cancel, &[Due, Waiting, Held], Cancelled),
            row(WebhookDeliveryStep::Replay, &[Delivered, GivenUp], Due),
        ],
        otherwise: |_, status| {
            Verdict::No(MessageCode::WebhookDeliveryState, Params::from([("status", status.code().into())]))
        },
    }
};

/// The states from which a step leads.
pub fn list_origins(step: WebhookDeliveryStep) -> Vec<i16> {
    let rows = DELIVERY_TRANSITIONS.rows.iter().filter(|row| row.verb == step);
    rows.flat_map(|row| row.from).map(|status| status.code()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FACTS: WebhookFacts = WebhookFacts { has_former_secret: false, is_newest: false };

    /// Rows: a step. Columns: the status after it, in the order of `WebhookStatus::ALL`; `-` refuses, `=` stays.
    const WALK: &[(WebhookStep, [&str; 5])] = &[
        (WebhookStep::Update, ["=", "=", "=", "=", "="]),
        (WebhookStep::Delete, ["=", "=", "=", "=", "="]),
        (WebhookStep::Enable, ["-", "-", "-", "10", "10"]),
        (WebhookStep::Pause, ["45", "45", "45", "-", "-"]),
        (WebhookStep::Test, ["=", "=", "=", "=", "="]),
        (WebhookStep::RotateSecret, ["=", "=", "=", "=", "="]),
        (WebhookStep::Replay, ["-", "=", "=", "-", "-"]),
        (WebhookStep::Upgrade, ["=", "=", "=", "=", "="]),
        (WebhookStep::MoveAddress, ["10", "10", "10", "10", "10"]),
        (WebhookStep::Verify, ["20", "-", "20", "-", "-"]),
        (WebhookStep::Recover, ["-", "-", "20", "-", "-"]),
        (WebhookStep::Fail, ["-", "30", "-", "-", "-"]),
        (WebhookStep::GiveUp, ["40", "40", "40", "-", "-"]),
    ];

    #[test]
    fn each_step_leads_from_each_state_as_in_the_table() {
        assert_eq!(WALK.len(), WebhookStep::ALL.len());
        for (step, row) in WALK {
            for (status, expected) in WebhookStatus::ALL.iter().zip(row) {
                let is_possible = TRANSITIONS.verdict(*step, *status, &FACTS).is_yes();
                let after = TRANSITIONS.after(*step, *status).map(|to| to.code().to_string());
                let told = if is_possible { after.unwrap_or_else(|| "=".to_owned()) } else { "-".to_owned() };
                assert_eq!(told, *expected, "{step:?} {status:?}");
            }
        }
    }

    /// The same for what is sent, in the order of `WebhookDeliveryStatus::ALL`.
    const DELIVERY_WALK: &[(WebhookDeliveryStep, [&str; 7])] = &[
        (WebhookDeliveryStep::Take, ["20", "20", "-", "20", "-", "-", "-"]),
        (WebhookDeliveryStep::Arrive, ["-", "30", "-", "-", "-", "-", "-"]),
        (WebhookDeliveryStep::Miss, ["-", "40", "-", "-", "-", "-", "-"]),
        (WebhookDeliveryStep::GiveUp, ["-", "50", "-", "-", "-", "-", "-"]),
        (WebhookDeliveryStep::Hold, ["55", "-", "-", "55", "-", "-", "-"]),
        (WebhookDeliveryStep::LetGo, ["-", "-", "-", "10", "-", "10", "-"]),
        (WebhookDeliveryStep::Cancel, ["60", "-", "-", "60", "-", "60", "-"]),
        (WebhookDeliveryStep::Replay, ["-", "-", "10", "-", "10", "-", "-"]),
    ];

    #[test]
    fn each_step_of_a_delivery_leads_as_in_the_table() {
        assert_eq!(DELIVERY_WALK.len(), WebhookDeliveryStep::ALL.len());
        for (step, row) in DELIVERY_WALK {
            for (status, expected) in WebhookDeliveryStatus::ALL.iter().zip(row) {
                let after = DELIVERY_TRANSITIONS.after(*step, *status);
                let told = after.map_or_else(|| "-".to_owned(), |to| to.code().to_string());
                assert_eq!(told, *expected, "{step:?} {status:?}");
            }
        }
        assert_eq!(list_origins(WebhookDeliveryStep::Cancel), [10, 40, 55]);
    }

    #[test]
    fn a_secret_is_not_rotated_while_the_former_one_signs() {
        let facts = WebhookFacts { has_former_secret: true, is_newest: true };
        for status in WebhookStatus::ALL {
            assert!(!TRANSITIONS.verdict(WebhookStep::RotateSecret, *status, &facts).is_yes());
            assert!(TRANSITIONS.verdict(WebhookStep::Update, *status, &facts).is_yes());
            assert!(!TRANSITIONS.verdict(WebhookStep::Upgrade, *status, &facts).is_yes());
        }
    }
}
