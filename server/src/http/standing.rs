//! How a record stands towards an action: buttons, guards and the answer to "why" read this one word.

use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use uuid::Uuid;

use super::error::{ApiError, ApiResult};
use super::messages::{MessageCode, Params};

/// What the state of a record says to an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    Yes,
    /// It is so already: there is nothing to press, and asked for again nothing happens.
    Already,
    No(MessageCode, Params),
}

impl Word {
    pub const fn no(code: MessageCode) -> Self {
        Self::No(code, Params::new())
    }

    /// Of what is switched on and off, and is done once when it is asked for twice.
    pub const fn of_switch(active: bool, action: Action) -> Self {
        match action {
            Action::Activate if active => Self::Already,
            Action::Deactivate if !active => Self::Already,
            _ => Self::Yes,
        }
    }

    pub const fn is_yes(&self) -> bool {
        matches!(self, Self::Yes)
    }

    /// 409 when the state is against it.
    pub fn guard(self) -> ApiResult<()> {
        match self {
            Self::Yes | Self::Already => Ok(()),
            Self::No(code, params) => Err(ApiError::refused(code).with_params(params)),
        }
    }
}

/// What the user may do with a record that is switched on and off. Buttons and guards read this same value.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SwitchCan {
    pub update: bool,
    pub activate: bool,
    pub deactivate: bool,
}

impl SwitchCan {
    pub fn of(grants: &Grants, resource: Resource, active: bool) -> Self {
        let may = |action| grants.allow(resource, action) && Word::of_switch(active, action).is_yes();
        Self {
            update: may(Action::Update),
            activate: may(Action::Activate),
            deactivate: may(Action::Deactivate),
        }
    }
}

/// Whose a record is.
#[derive(Clone, Copy, Debug)]
pub enum Owned {
    ByNobody,
    ByUser(Uuid),
    /// By a condition of its own: whether it is one of those that are reached.
    Among(bool),
    ByParties {
        client_id: Option<Uuid>,
        subsidiary_id: Option<Uuid>,
        partner_id: Option<Uuid>,
    },
}

/// A record as somebody finds it who asks why.
#[derive(Debug)]
pub struct Standing {
    pub owned: Owned,
    /// Status code, of records that have one.
    pub status: Option<i16>,
    pub word: Word,
}

impl Standing {
    /// Of a record of the whole company.
    pub const fn of_company(word: Word) -> Self {
        Self { owned: Owned::ByNobody, status: None, word }
    }

    /// Of a record that is one person's alone, and that person's to do anything with.
    pub const fn of_user(id: Uuid) -> Self {
        Self { owned: Owned::ByUser(id), status: None, word: Word::Yes }
    }
}
