//! The decision about an e-mail that arrived. Pure, and the only place of it.

use chrono::{DateTime, TimeDelta, Utc};
use policy::Action;

use crate::tickets::model::TicketStatus;
use crate::tickets::states::{TicketRole, after};
use inbox::Origin;
use trade::wire_name;

/// E-mails of one correspondent in ten minutes.
pub const MOST_IN_A_ROW: i64 = 10;

wire_name! {
    /// Why staff must review an e-mail, or why it was ignored.
    MailReason {
        /// Written by this installation.
        Own = "own",
        /// It was taken already, as it came another way.
        Repeated = "repeated",
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
    /// An e-mail of this sender with the same id was taken.
    pub is_repeated: bool,
    pub origin: Origin,
    /// It came to the address of delivery reports, with its token.
    pub is_to_bounces: bool,
    pub found: TicketMatch,
    pub writer: Writer,
    /// The sender is the one whose reply address it used, or is authentic.
    pub is_proven: bool,
    /// The own mail server has verified the domain of the sender.
    pub is_authentic: bool,
    /// Staff vouch for the sender of an e-mail that would open a ticket.
    pub is_vouched: bool,
    /// The sender is a user who may open tickets by e-mail.
    pub may_open: bool,
    /// A reply within this time opens a closed ticket again; a later one becomes a new ticket.
    pub reopens_within: TimeDelta,
    /// E-mails that count with this one in the last ten minutes.
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
    if facts.is_repeated {
        return Decision::Drop(MailReason::Repeated);
    }
    let is_of_program = matches!(facts.origin, Origin::Machine | Origin::Bounce) || facts.is_to_bounces;
    let (status, closed_at) = match facts.found {
        TicketMatch::Ticket { status, closed_at } => (status, closed_at),
        _ if is_of_program => return Decision::Drop(MailReason::Automatic),
        TicketMatch::Revoked => return Decision::Park(MailReason::Revoked),
        TicketMatch::Nothing => return without_ticket(facts),
    };
    if facts.recent >= MOST_IN_A_ROW {
        return Decision::Park(MailReason::TooMany);
    }
    if is_of_program {
        // Anybody can write a report: only the server that has the token knows of a failure.
        let is_failure = facts.is_to_bounces && facts.origin == Origin::Bounce;
        return if is_failure { Decision::Bounce } else { Decision::Automatic };
    }
    let is_open = matches!(status, TicketStatus::Open | TicketStatus::Waiting);
    match facts.writer {
        Writer::Party(by) if facts.is_authentic || facts.is_proven && !by.is_staff() => {
            of_party(facts, status, closed_at, by)
        }
        // Anybody can write the name of somebody else into an e-mail.
        _ if is_open => Decision::Unclear,
        _ => Decision::Park(MailReason::TicketNotOpen),
    }
}

/// Refusal of a person's e-mail. Only a verified sender is told: the answer to a forged one would reach somebody else, and
/// nothing that came through a program is answered.
fn without_ticket(facts: &Facts) -> Decision {
    let is_many = facts.recent >= MOST_IN_A_ROW;
    match facts.may_open {
        true if is_many => Decision::Park(MailReason::TooMany),
        true if facts.is_authentic || facts.is_vouched => Decision::Open,
        // Anybody can write the name of somebody else into an e-mail.
        true => Decision::Park(MailReason::Unverified),
        false if facts.origin == Origin::Relayed => Decision::Drop(MailReason::Automatic),
        false if is_many => Decision::Drop(MailReason::TooMany),
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

#[cfg(test)]
mod tests {
    use super::*;
    use Decision::{Add, Automatic, Bounce, Drop, FollowUp, Park, Unclear};
    use TicketStatus::{Archived, Closed, Open, Waiting};

    fn facts(status: TicketStatus, writer: Writer) -> Facts {
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        Facts {
            is_own: false,
            is_repeated: false,
            origin: Origin::Person,
            is_to_bounces: false,
            found: TicketMatch::Ticket {
                status,
                closed_at: (status == Closed).then_some(now - TimeDelta::days(14)),
            },
            writer,
            is_proven: true,
            is_authentic: false,
            is_vouched: false,
            may_open: false,
            reopens_within: TimeDelta::days(14),
            recent: 0,
            now,
        }
    }

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
        let reported = |it| Facts { origin: Origin::Bounce, is_to_bounces: true, ..it };
        assert_eq!(row(reported), [Bounce; 4], "a delivery report");
        assert_eq!(
            row(|it| Facts { origin: Origin::Bounce, ..it }),
            [Automatic; 4],
            "a report without the token"
        );
        assert_eq!(
            row(|it| Facts { origin: Origin::Machine, is_to_bounces: true, ..it }),
            [Automatic; 4],
            "a delay, or a report without its form"
        );
        assert_eq!(row(|it| Facts { is_to_bounces: true, ..it }), [Automatic; 4], "a person there");
        assert_eq!(row(|it| Facts { recent: 10, ..it }), [Park(MailReason::TooMany); 4], "a loop");
        assert_eq!(row(|it| Facts { recent: 9, ..it }), row(|it| it));
        let own = |it| Facts { is_own: true, origin: Origin::Bounce, ..it };
        assert_eq!(row(own), [Drop(MailReason::Own); 4], "an own copy");
    }

    #[test]
    fn a_writer_who_is_neither_the_correspondent_nor_authentic_is_unclear() {
        let not_open = Park(MailReason::TicketNotOpen);
        let unproven = |it| Facts { is_proven: false, ..it };
        assert_eq!(row(unproven), [not_open, Unclear, Unclear, not_open]);
        assert_eq!(row(|it| Facts { is_authentic: true, ..unproven(it) }), row(|it| it));
        let staff = Writer::Party(TicketRole::Staff);
        let at_own_address = |it| Facts { writer: staff, ..it };
        assert_eq!(row(at_own_address), [not_open, Unclear, Unclear, not_open], "staff are always verified");
    }

    #[test]
    fn a_reply_through_a_list_or_a_help_desk_is_a_message_of_its_writer_and_never_answered() {
        let relayed = |it| Facts { origin: Origin::Relayed, ..it };
        assert_eq!(row(relayed), row(|it| it));
        let stranger = |it| Facts { writer: Writer::Stranger, ..it };
        assert_eq!(row(|it| stranger(relayed(it))), row(stranger), "the list may name itself as the sender");
        let alone = relayed(Facts { found: TicketMatch::Nothing, is_authentic: true, ..facts(Open, CLIENT) });
        assert_eq!(decide(&alone), Drop(MailReason::Automatic));
        assert_eq!(decide(&Facts { may_open: true, ..alone }), Decision::Open);
    }

    #[test]
    fn an_email_that_came_two_ways_is_taken_once() {
        assert_eq!(row(|it| Facts { is_repeated: true, ..it }), [Drop(MailReason::Repeated); 4]);
    }

    #[test]
    fn who_vouches_for_an_email_opens_a_ticket_and_does_nothing_else() {
        let vouched = |it| Facts { is_vouched: true, is_proven: false, ..it };
        assert_eq!(row(vouched), row(|it| Facts { is_proven: false, ..it }));
        let alone = vouched(Facts { found: TicketMatch::Nothing, ..facts(Open, CLIENT) });
        assert_eq!(decide(&alone), Park(MailReason::NoTicket));
        assert_eq!(decide(&Facts { may_open: true, ..alone }), Decision::Open);
    }

    #[test]
    fn many_emails_of_strangers_wait_and_those_without_a_ticket_are_left_aside() {
        let many = Facts { recent: MOST_IN_A_ROW, ..facts(Open, Writer::Stranger) };
        assert_eq!(decide(&many), Park(MailReason::TooMany));
        assert_eq!(decide(&Facts { found: TicketMatch::Nothing, ..many }), Drop(MailReason::TooMany));
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
        for origin in [Origin::Machine, Origin::Bounce] {
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
}
