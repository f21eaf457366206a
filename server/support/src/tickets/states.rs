//! The states of a ticket: what each action needs, and what it leads to. Pure.

use poem_openapi::Object;
use policy::{Action, Grants, Resource};

use super::model::{TicketRow, TicketStatus};
use super::scope::TicketScope;
use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;

/// The part of a user in a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TicketRole {
    Staff,
    /// Staff who asked: their replies are questions.
    StaffRequester,
    /// Works for the client or partner who asked.
    Requester,
    /// A recipient from outside.
    Participant,
}

impl TicketRole {
    pub const ALL: [Self; 4] = [Self::Staff, Self::StaffRequester, Self::Requester, Self::Participant];

    pub fn of(scope: &TicketScope, row: &TicketRow) -> Self {
        match (scope.is_staff, row.created_by_id == scope.user_id) {
            (true, true) => Self::StaffRequester,
            (true, false) => Self::Staff,
            (false, true) => Self::Requester,
            (false, false) if scope.owns(row.client_id, row.partner_id) => Self::Requester,
            (false, false) => Self::Participant,
        }
    }

    pub const fn is_staff(self) -> bool {
        matches!(self, Self::Staff | Self::StaffRequester)
    }
}

/// The status after an action, or why the status or the user's part does not allow it. The only table of the states.
pub const fn after(
    status: TicketStatus,
    action: Action,
    by: TicketRole,
) -> Result<TicketStatus, MessageCode> {
    use TicketStatus::{Archived, Closed, Open, Waiting};
    let is_open = matches!(status, Open | Waiting);
    match action {
        Action::Delete | Action::Activate | Action::Deactivate if matches!(status, Archived) => {
            Err(MessageCode::TicketArchived)
        }
        Action::Update
        | Action::Reply
        | Action::Note
        | Action::AppendRecipient
        | Action::Assign
        | Action::Close
            if !is_open =>
        {
            Err(MessageCode::TicketNotOpen)
        }
        Action::Reply if matches!(by, TicketRole::Staff) => Ok(Waiting),
        Action::Reply => Ok(Open),
        Action::Note
        | Action::Assign
        | Action::Reopen
        | Action::Archive
        | Action::Unarchive
        | Action::Activate
        | Action::Deactivate
            if !by.is_staff() =>
        {
            Err(MessageCode::TicketForStaff)
        }
        Action::Note => Ok(status),
        Action::Update | Action::AppendRecipient | Action::Close if matches!(by, TicketRole::Participant) => {
            Err(MessageCode::TicketOfOthers)
        }
        Action::Update | Action::AppendRecipient => Ok(status),
        Action::Close => Ok(Closed),
        Action::Reopen | Action::Archive if !matches!(status, Closed) => Err(MessageCode::TicketNotClosed),
        Action::Reopen => Ok(Open),
        Action::Archive => Ok(Archived),
        Action::Unarchive if !matches!(status, Archived) => Err(MessageCode::TicketNotArchived),
        Action::Unarchive => Ok(Closed),
        _ => Ok(status),
    }
}

/// Whether a ticket allows an action. One that is already active or inactive stays as it is.
pub fn verdict(row: &TicketRow, action: Action, by: TicketRole) -> Verdict {
    match after(row.support_ticket_status, action, by) {
        Ok(_) => Verdict::of_switch(row.active, action),
        Err(code) => Verdict::no(code),
    }
}

/// Actions that the current user can do on a ticket.
#[derive(Object, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SupportTicketCan {
    pub update: bool,
    pub reply: bool,
    pub note: bool,
    pub append_recipient: bool,
    /// Give it to somebody of the staff, or take it.
    pub assign: bool,
    pub close: bool,
    pub reopen: bool,
    pub archive: bool,
    pub unarchive: bool,
    pub activate: bool,
    pub deactivate: bool,
    pub delete: bool,
}

impl SupportTicketCan {
    pub fn of(row: &TicketRow, by: TicketRole, grants: &Grants) -> Self {
        let may = |action| grants.allow(Resource::SupportTicket, action) && verdict(row, action, by).is_yes();
        Self {
            update: may(Action::Update),
            reply: may(Action::Reply),
            note: may(Action::Note),
            append_recipient: may(Action::AppendRecipient),
            assign: may(Action::Assign),
            close: may(Action::Close),
            reopen: may(Action::Reopen),
            archive: may(Action::Archive),
            unarchive: may(Action::Unarchive),
            activate: may(Action::Activate),
            deactivate: may(Action::Deactivate),
            delete: may(Action::Delete),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Per action: the status after it, for each status in the order 0, 10, 20, 99. `-` is refused. Rows: staff, staff
    /// who asked, requester, participant.
    const TABLE: [(Action, [&str; 4]); 12] = [
        (Action::Update, ["- 10 20 -", "- 10 20 -", "- 10 20 -", "- - - -"]),
        (Action::Reply, ["- 20 20 -", "- 10 10 -", "- 10 10 -", "- 10 10 -"]),
        (Action::Note, ["- 10 20 -", "- 10 20 -", "- - - -", "- - - -"]),
        (Action::AppendRecipient, ["- 10 20 -", "- 10 20 -", "- 10 20 -", "- - - -"]),
        (Action::Assign, ["- 10 20 -", "- 10 20 -", "- - - -", "- - - -"]),
        (Action::Activate, ["0 10 20 -", "0 10 20 -", "- - - -", "- - - -"]),
        (Action::Deactivate, ["0 10 20 -", "0 10 20 -", "- - - -", "- - - -"]),
        (Action::Close, ["- 0 0 -", "- 0 0 -", "- 0 0 -", "- - - -"]),
        (Action::Reopen, ["10 - - -", "10 - - -", "- - - -", "- - - -"]),
        (Action::Archive, ["99 - - -", "99 - - -", "- - - -", "- - - -"]),
        (Action::Unarchive, ["- - - 0", "- - - 0", "- - - -", "- - - -"]),
        (Action::Delete, ["0 10 20 -", "0 10 20 -", "0 10 20 -", "0 10 20 -"]),
    ];

    #[test]
    fn every_status_action_and_part_is_as_in_the_table() {
        for (action, rows) in TABLE {
            for (by, row) in TicketRole::ALL.into_iter().zip(rows) {
                for (status, cell) in TicketStatus::ALL.iter().zip(row.split(' ')) {
                    let expected = cell.parse().ok().and_then(TicketStatus::from_code);
                    assert_eq!(after(*status, action, by).ok(), expected, "{action} at {status:?} by {by:?}");
                }
            }
        }
    }
}
