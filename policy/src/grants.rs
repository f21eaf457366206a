//! The permissions of one user, as bits.

use crate::action::Action;
use crate::named::named;
use crate::resource::{Owner, Resource};

named! {
    /// Records on which an action is allowed. A greater value allows more.
    Scope {
        None = "none",
        Own = "own",
        Any = "any",
    }
}

const RESOURCES: usize = Resource::ALL.len();

/// One bit per action.
type Actions = u128;

const _: () = assert!(Action::ALL.len() <= Actions::BITS as usize, "every action needs its bit of `Actions`");

/// One integer of bits per resource and scope; a check is a shift and a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grants {
    any: [Actions; RESOURCES],
    own: [Actions; RESOURCES],
}

const fn bit(action: Action) -> Actions {
    1 << action as u32
}

impl Grants {
    pub const NONE: Self = Self { any: [0; RESOURCES], own: [0; RESOURCES] };

    /// Whether the action is allowed on any record at all. The query decides about a specific record, with
    /// [`Grants::scope`].
    pub fn allow(&self, resource: Resource, action: Action) -> bool {
        self.scope(resource, action) != Scope::None
    }

    pub fn scope(&self, resource: Resource, action: Action) -> Scope {
        let bit = bit(action);
        if self.any[resource as usize] & bit != 0 {
            Scope::Any
        } else if self.own[resource as usize] & bit != 0 {
            Scope::Own
        } else {
            Scope::None
        }
    }

    /// Whether everything that `other` allows is allowed here too.
    pub fn covers(&self, other: &Self) -> bool {
        (0..RESOURCES).all(|at| {
            let any = self.any[at];
            other.any[at] & !any == 0 && other.own[at] & !(any | self.own[at]) == 0
        })
    }

    pub(crate) fn give(&mut self, resource: Resource, action: Action, scope: Scope) {
        let bit = bit(action);
        match scope {
            Scope::Any => self.any[resource as usize] |= bit,
            Scope::Own => self.own[resource as usize] |= bit,
            Scope::None => {}
        }
    }
}

impl Grants {
    /// These grants without all others, each with the scope that it has here.
    #[must_use]
    pub fn limited_to(self, rights: impl IntoIterator<Item = (Resource, Action)>) -> Self {
        let mut kept = Self::NONE;
        for (resource, action) in rights {
            kept.give(resource, action, Scope::Any);
        }
        self.and(&kept)
    }

    /// The union of both.
    pub(crate) fn or(mut self, other: &Self) -> Self {
        for resource in 0..RESOURCES {
            self.any[resource] |= other.any[resource];
            self.own[resource] |= other.own[resource];
        }
        self
    }

    /// The intersection of both: the narrower scope.
    pub(crate) fn and(mut self, other: &Self) -> Self {
        for resource in 0..RESOURCES {
            let own = (self.any[resource] | self.own[resource]) & (other.any[resource] | other.own[resource]);
            self.any[resource] &= other.any[resource];
            self.own[resource] = own;
        }
        self
    }

    /// Without what tells of all records, for users who see only those of a branch or of a partner.
    pub(crate) fn without_whole_company(mut self) -> Self {
        for resource in Resource::ALL.iter().filter(|it| it.is_of_whole_company()) {
            self.any[*resource as usize] = 0;
            self.own[*resource as usize] = 0;
        }
        self
    }

    /// Without `own` on records of a client, for users without a client.
    pub(crate) fn without_client(mut self) -> Self {
        for resource in Resource::ALL.iter().filter(|it| it.owner() == Owner::Party) {
            self.own[*resource as usize] = 0;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wider_grant_wins() {
        let mut grants = Grants::NONE;
        grants.give(Resource::Shipment, Action::List, Scope::Any);
        grants.give(Resource::Shipment, Action::List, Scope::Own);
        grants.give(Resource::Shipment, Action::Show, Scope::Own);
        assert_eq!(grants.scope(Resource::Shipment, Action::List), Scope::Any);
        assert_eq!(grants.scope(Resource::Shipment, Action::Show), Scope::Own);
        assert_eq!(grants.scope(Resource::Shipment, Action::Update), Scope::None);
        assert!(!grants.allow(Resource::Client, Action::Select));
    }

    #[test]
    fn a_limit_takes_rights_and_never_widens_one() {
        let mut grants = Grants::NONE;
        grants.give(Resource::Shipment, Action::List, Scope::Own);
        grants.give(Resource::Shipment, Action::Show, Scope::Any);
        let rights = [(Resource::Shipment, Action::List), (Resource::Client, Action::List)];
        let limited = grants.limited_to(rights);
        assert_eq!(limited.scope(Resource::Shipment, Action::List), Scope::Own);
        assert!(!limited.allow(Resource::Shipment, Action::Show));
        assert!(!limited.allow(Resource::Client, Action::List), "it was not held before");
        assert!(grants.covers(&limited));
    }

    #[test]
    fn every_action_has_its_own_bit() {
        let mut grants = Grants::NONE;
        for (given, &action) in Action::ALL.iter().enumerate() {
            let allowed = Action::ALL.iter().filter(|&&it| grants.allow(Resource::Shipment, it)).count();
            assert_eq!(allowed, given);
            assert!(!grants.allow(Resource::Shipment, action), "{action}");
            grants.give(Resource::Shipment, action, Scope::Any);
        }
        assert!(Action::ALL.iter().all(|&action| grants.scope(Resource::Shipment, action) == Scope::Any));
    }

    #[test]
    fn a_wider_scope_covers_a_narrower_one() {
        let of = |scope| {
            let mut grants = Grants::NONE;
            grants.give(Resource::Shipment, Action::List, scope);
            grants
        };
        let (none, own, any) = (Grants::NONE, of(Scope::Own), of(Scope::Any));
        assert!(any.covers(&own) && own.covers(&none) && any.covers(&any) && none.covers(&none));
        assert!(!own.covers(&any) && !none.covers(&own));
    }
}
