//! The state of a record towards an action: shared by buttons, guards and explanations.

use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use uuid::Uuid;

use super::error::{ApiError, ApiResult};
use super::messages::{MessageCode, Params};

/// Whether the state of a record allows an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Yes,
    /// The record is already in the requested state: no button is shown, and a repeated call changes nothing.
    Already,
    No(MessageCode, Params),
}

impl Verdict {
    pub const fn no(code: MessageCode) -> Self {
        Self::No(code, Params::new())
    }

    /// For records that can be activated and deactivated. Repeating such a call has no effect.
    pub const fn of_switch(active: bool, action: Action) -> Self {
        match action {
            Action::Activate if active => Self::Already,
            Action::Deactivate if !active => Self::Already,
            _ => Self::Yes,
        }
    }

    /// Same for records that can be excluded too: such a record can only be restored.
    pub const fn of_record(active: bool, excluded: bool, action: Action) -> Self {
        match action {
            Action::Update | Action::Activate | Action::Deactivate | Action::Delete if excluded => {
                Self::no(MessageCode::RecordExcluded)
            }
            _ => Self::of_switch(active, action),
        }
    }

    pub const fn is_yes(&self) -> bool {
        matches!(self, Self::Yes)
    }

    /// Returns 409 when the state does not allow the action.
    pub fn guard(self) -> ApiResult<()> {
        match self {
            Self::Yes | Self::Already => Ok(()),
            Self::No(code, params) => Err(ApiError::refused(code).with_params(params)),
        }
    }
}

/// Permissions of the user on a record that can be activated, deactivated and deleted. Buttons and guards read this value.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SwitchCan {
    pub update: bool,
    pub activate: bool,
    pub deactivate: bool,
    pub delete: bool,
    /// A deleted record can be restored by those who may delete.
    pub restore: bool,
}

impl SwitchCan {
    pub fn of(grants: &Grants, resource: Resource, active: bool, excluded: bool) -> Self {
        let may =
            |action| grants.allow(resource, action) && Verdict::of_record(active, excluded, action).is_yes();
        Self {
            update: may(Action::Update),
            activate: may(Action::Activate),
            deactivate: may(Action::Deactivate),
            delete: may(Action::Delete),
            restore: excluded && grants.allow(resource, Action::Delete),
        }
    }
}

/// The owner of a record.
#[derive(Clone, Copy, Debug)]
pub enum RecordOwner {
    ByNobody,
    ByUser(Uuid),
    /// Ownership by another condition; true when the user reaches the record.
    Among(bool),
    ByParties {
        client_id: Option<Uuid>,
        subsidiary_id: Option<Uuid>,
        partner_id: Option<Uuid>,
    },
}

/// The state of a record, for the explanation of a permission.
#[derive(Debug)]
pub struct RecordState {
    pub owner: RecordOwner,
    /// Status code, for records that have one.
    pub status: Option<i16>,
    pub verdict: Verdict,
}

impl RecordState {
    /// For a record of the whole company.
    pub const fn of_company(verdict: Verdict) -> Self {
        Self { owner: RecordOwner::ByNobody, status: None, verdict }
    }

    /// For a record of one user, who may do everything with it.
    pub const fn of_user(id: Uuid) -> Self {
        Self { owner: RecordOwner::ByUser(id), status: None, verdict: Verdict::Yes }
    }
}
