//! The decision about an e-mail that arrived. Pure, and the only place of it.

use chrono::{DateTime, TimeDelta, Utc};
use policy::Action;

use crate::tickets::model::TicketStatus;
use crate::tickets::states::{TicketRole, after};
use server_core::mail::incoming::Origin;
use trade::wire_name;

/// E-mails of one correspondent in ten minutes.
pub const MOST_IN_A_ROW: i64 = 10;

wire_name! {
    /// Why staff must review an e-mail, or why it was ignored.
    MailReason {
        /// Written by this installation.
        Own = "own",
        /// An automatic e-mail, or a report, that belongs to no ticket.
        Automatic = "automatic",
        /// It belongs to no ticket.
        NoTicket = "no_ticket",
        /// It would open a ticket of a user, but its sender is not verified.
        Unverified = "unverified",
        /// It came to a reply address that is no longer valid.
        Revoked = "revoked",
        /// Too many e-mails in a short time.
        TooMany = "too_many",
        /// The ticket takes no more messages from this sender.
        TicketNotOpen = "ticket_not_open",
        /// It could not be read.
        Unreadable = "unreadable",
        /// Processing failed several times.
        Failed = "failed",
    }
}

/// How an e-mail is known to belong to its ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TicketMatch {
    Ticket {
        status: TicketStatus,
        closed_at: Option<DateTime<Utc>>,
    },
    /// The address names a correspondent whose e-mails are not taken any more.
    Revoked,
    Nothing,
}

/// The sender of an e-mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writer {
    /// A recipient of the ticket, or the one who asked.
    Party(TicketRole),
    Stranger,
}

/// All that the decision depends on.
#[derive(Clone, Debug)]
pub struct Facts {
    /// It has an id or a mark of this installation.
    pub is_own: bool,
    pub origin: Origin,
    /// It came to the address of delivery reports.
    pub is_to_bounces: bool,
    pub found: TicketMatch,
    pub writer: Writer,
    /// The own mail server has verified the domain of the sender, or staff vouch for it.
    pub is_authentic: bool,
    /// The sender is a user who may open tickets by e-mail.
    pub may_open: bool,
    /// A reply within this time opens a closed ticket again; a later one becomes a new ticket.
    pub reopens_within: TimeDelta,
    /// E-mails of the same correspondent or sender in the last ten minutes.
    pub recent: i64,
    pub now: DateTime<Utc>,
}

/// The decision about an e-mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Nothing is written.
    Drop(MailReason),
    /// Staff decide.
    Park(MailReason),
    /// The address of a correspondent fails.
    Bounce,
    /// A folded note: it changes no status and nobody is told.
    Automatic,
    /// A note that staff can accept as a message.
    Unclear,
    /// A public message, after which the ticket has this status.
    Add(TicketStatus),
    /// The first message of a new ticket that continues the old one.
    FollowUp,
    /// The first message of a new ticket.
    Open,
    /// Left aside, and the sender is told.
    Refuse(MailReason),
}

pub fn decide(facts: &Facts) -> Decision {
    if facts.is_own {
        return Decision::Drop(MailReason::Own);
    }
    let is_bounce = matches!(facts.origin, Origin::Bounce { .. }) || facts.is_to_bounces;
    let (status, closed_at) = match facts.found {
        TicketMatch::Ticket { status, closed_at } => (status, closed_at),
        _ if is_bounce || facts.origin == Origin::Machine => return Decision::Drop(MailReason::Automatic),
        TicketMatch::Revoked => return Decision::Park(MailReason::Revoked),
        TicketMatch::Nothing => return without_ticket(facts),
    };
    if facts.recent >= MOST_IN_A_ROW {
        return Decision::Park(MailReason::TooMany);
    }
    if is_bounce {
        return if facts.origin == Origin::Person { Decision::Automatic } else { Decision::Bounce };
    }
    if facts.origin == Origin::Machine {
        return Decision::Automatic;
    }
    let is_open = matches!(status, TicketStatus::Open | TicketStatus::Waiting);
    match facts.writer {
        Writer::Party(by) if !by.is_staff() || facts.is_authentic => of_party(facts, status, closed_at, by),
        // Anybody can write the name of somebody else into an e-mail.
        _ if is_open => Decision::Unclear,
        _ => Decision::Park(MailReason::TicketNotOpen),
    }
}

/// Refusal of a person's e-mail. Only a verified sender is told: the answer to a forged one would reach somebody else.
fn without_ticket(facts: &Facts) -> Decision {
    match facts.may_open {
        true if facts.recent >= MOST_IN_A_ROW => Decision::Park(MailReason::TooMany),
        true if facts.is_authentic => Decision::Open,
        // Anybody can write the name of somebody else into an e-mail.
        true => Decision::Park(MailReason::Unverified),
        false if facts.is_authentic => Decision::Refuse(MailReason::NoTicket),
        false => Decision::Park(MailReason::NoTicket),
    }
}

fn of_party(
    facts: &Facts,
    status: TicketStatus,
    closed_at: Option<DateTime<Utc>>,
    by: TicketRole,
) -> Decision {
    match after(status, Action::Reply, by) {
        Ok(next) => Decision::Add(next),
        Err(_) if by.is_staff() => Decision::Park(MailReason::TicketNotOpen),
        Err(_) => match (status, closed_at) {
            (TicketStatus::Closed, Some(closed_at)) if facts.now - closed_at <= facts.reopens_within => {
                Decision::Add(TicketStatus::Open)
            }
            _ => Decision::FollowUp,
        },
    }
}

/// Whether the own mail server has verified that the e-mail is of the sender's domain (RFC 8601, DMARC).
pub fn is_authentic(results: Option<&str>, server: Option<&str>, sender: &str) -> bool {
    let (Some(results), Some(server)) = (results, server) else { return false };
    let results = results.to_ascii_lowercase();
    let mut parts = results.split(';').map(str::trim);
    let by = parts.next().and_then(|first| first.split_whitespace().next()).unwrap_or_default();
    let domain = sender.rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
    by == server.to_ascii_lowercase()
        && parts.any(|part| {
            let mut words = part.split_whitespace();
            words.next() == Some("dmarc=pass") && words.any(|word| word == format!("header.from={domain}"))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Decision::{Add, Automatic, Bounce, Drop, FollowUp, Park, Unclear};
    use TicketStatus::{Archived, Closed, Open, Waiting};

    fn facts(status: TicketStatus, writer: Writer) -> Facts {
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        Facts {
            is_own: false,
            origin: Origin::Person,
            is_to_bounces: false,
            found: TicketMatch::Ticket {
                status,
                closed_at: (status == Closed).then_some(now - TimeDelta::days(14)),
            },
            writer,
            is_authentic: false,
            may_open: false,
            reopens_within: TimeDelta::days(14),
            recent: 0,
            now,
        }
    }

    const BOUNCE: Origin = Origin::Bounce { address: None };
    const CLIENT: Writer = Writer::Party(TicketRole::Requester);

    /// The decision at 0, 10, 20 and 99.
    fn row(change: impl Fn(Facts) -> Facts) -> [Decision; 4] {
        [Closed, Open, Waiting, Archived].map(|status| decide(&change(facts(status, CLIENT))))
    }

    #[test]
    fn every_kind_of_email_at_every_status_is_as_in_the_table() {
        let not_open = Park(MailReason::TicketNotOpen);
        assert_eq!(row(|it| it), [Add(Open), Add(Open), Add(Open), FollowUp], "the one who asked");
        let participant = Writer::Party(TicketRole::Participant);
        assert_eq!(row(|it| Facts { writer: participant, ..it }), row(|it| it), "a recipient from outside");
        let staff = Writer::Party(TicketRole::Staff);
        assert_eq!(
            row(|it| Facts { writer: staff, is_authentic: true, ..it }),
            [not_open, Add(Waiting), Add(Waiting), not_open],
            "staff"
        );
        assert_eq!(
            row(|it| Facts { writer: staff, ..it }),
            [not_open, Unclear, Unclear, not_open],
            "a forged sender of staff"
        );
        let asking = Writer::Party(TicketRole::StaffRequester);
        assert_eq!(
            row(|it| Facts { writer: asking, is_authentic: true, ..it }),
            [not_open, Add(Open), Add(Open), not_open],
            "staff who asked"
        );
        let stranger = Writer::Stranger;
        assert_eq!(
            row(|it| Facts { writer: stranger, is_authentic: true, ..it }),
            [not_open, Unclear, Unclear, not_open],
            "a stranger with the address of a recipient"
        );
        assert_eq!(row(|it| Facts { origin: Origin::Machine, ..it }), [Automatic; 4], "an absence note");
        assert_eq!(row(|it| Facts { origin: BOUNCE, ..it }), [Bounce; 4], "a delivery report");
        assert_eq!(
            row(|it| Facts { origin: Origin::Machine, is_to_bounces: true, ..it }),
            [Bounce; 4],
            "a report without its form, at the address of reports"
        );
        assert_eq!(row(|it| Facts { is_to_bounces: true, ..it }), [Automatic; 4], "a person there");
        assert_eq!(row(|it| Facts { recent: 10, ..it }), [Park(MailReason::TooMany); 4], "a loop");
        assert_eq!(row(|it| Facts { recent: 9, ..it }), row(|it| it));
        let own = |it| Facts { is_own: true, origin: BOUNCE, ..it };
        assert_eq!(row(own), [Drop(MailReason::Own); 4], "an own copy");
    }

    #[test]
    fn a_late_reply_to_a_closed_ticket_becomes_a_new_one() {
        let closed = facts(Closed, CLIENT);
        let late = Facts { now: closed.now + TimeDelta::seconds(1), ..closed };
        assert_eq!(decide(&late), FollowUp);
    }

    #[test]
    fn an_email_without_a_ticket_waits_for_staff_unless_a_program_wrote_it() {
        let found = |found, origin| decide(&Facts { found, origin, ..facts(Open, Writer::Stranger) });
        assert_eq!(found(TicketMatch::Nothing, Origin::Person), Park(MailReason::NoTicket));
        assert_eq!(found(TicketMatch::Revoked, Origin::Person), Park(MailReason::Revoked));
        for origin in [Origin::Machine, BOUNCE] {
            assert_eq!(found(TicketMatch::Nothing, origin), Drop(MailReason::Automatic));
        }
    }

    #[test]
    fn a_verified_user_opens_a_ticket_and_a_stranger_is_told_at_most() {
        let decision = |may_open, is_authentic| {
            let alone = Facts { found: TicketMatch::Nothing, ..facts(Open, Writer::Stranger) };
            decide(&Facts { may_open, is_authentic, ..alone })
        };
        let (no_ticket, unverified) = (MailReason::NoTicket, MailReason::Unverified);
        assert_eq!(decision(true, true), Decision::Open);
        assert_eq!(decision(true, false), Park(unverified));
        assert_eq!(decision(false, true), Decision::Refuse(no_ticket));
        assert_eq!(decision(false, false), Park(no_ticket), "its sender may be forged");
        let many = Facts {
            found: TicketMatch::Nothing,
            may_open: true,
            is_authentic: true,
            recent: 10,
            ..facts(Open, CLIENT)
        };
        assert_eq!(decide(&many), Park(MailReason::TooMany));
    }

    #[test]
    fn only_the_own_server_can_say_that_a_sender_is_authentic() {
        let pass = "mx.own.test; spf=pass smtp.mailfrom=a.test; dmarc=pass (p=reject) header.from=a.test";
        assert!(is_authentic(Some(pass), Some("MX.own.test"), "ana@A.test"));
        for (results, server, sender) in [
            (None, Some("mx.own.test"), "ana@a.test"),
            (Some(pass), None, "ana@a.test"),
            (Some(pass), Some("mx.other.test"), "ana@a.test"),
            (Some(pass), Some("mx.own.test"), "ana@b.test"),
            (Some("mx.own.test; dmarc=fail header.from=a.test"), Some("mx.own.test"), "ana@a.test"),
            (Some("mx.own.test; spf=pass dmarc=pass header.from=a.test"), Some("mx.own.test"), "ana@a.test"),
        ] {
            assert!(!is_authentic(results, server, sender), "{results:?} {server:?} {sender}");
        }
    }
}
