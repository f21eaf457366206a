//! What profiles make of a user type.

use crate::{
    enforcer::Policy,
    grants::{Grants, Scope},
    resource::{Action, Owner, Resource},
    subject::{Bearer, ProfileKind, UserType},
};

/// One line of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    pub resource: Resource,
    pub action: Action,
    pub scope: Scope,
}

impl Policy {
    /// The rules of a profile as bits, no more than a profile of its kind may give.
    pub fn profile(&self, kind: ProfileKind, rules: impl IntoIterator<Item = Rule>) -> Grants {
        let mut grants = Grants::NONE;
        for rule in rules {
            grants.give(rule.resource, rule.action, rule.scope);
        }
        grants.and(self.most(kind))
    }

    /// The grants of a user who bears these profiles, compiled by [`Policy::profile`]: what everybody has, and what
    /// any of them gives that the user's type may have, or somebody from outside when the user works for a partner. An
    /// administrator has everything, so that no profile locks a company out of itself.
    pub fn with_profiles(
        &self,
        bearer: impl Into<Bearer>,
        profiles: impl IntoIterator<Item = Grants>,
    ) -> Grants {
        let Bearer { user_type, has_partner } = bearer.into();
        let most = match user_type {
            UserType::Admin => return self.grants(UserType::Admin),
            UserType::Dev | UserType::User if has_partner => self.most(ProfileKind::Partner),
            UserType::Dev | UserType::User => self.most(ProfileKind::Staff),
            UserType::Client => self.most(ProfileKind::Client),
        };
        let grants = profiles.into_iter().fold(*self.base(), |all, one| all.or(&one.and(most)));
        if has_partner || user_type == UserType::Client { grants } else { grants.without_client() }
    }

    /// What a rule of such a profile can say, from the least: less than everybody has cannot be said.
    pub fn choices(&self, kind: ProfileKind, resource: Resource, action: Action) -> Vec<Scope> {
        let least = self.base().scope(resource, action);
        let most = self.most(kind).scope(resource, action);
        let means_something = |scope: Scope| match (scope, resource.owner()) {
            (Scope::Own, Owner::Nobody) => false,
            (Scope::Own, Owner::Client) => kind != ProfileKind::Staff,
            _ => true,
        };
        let between = Scope::ALL.iter().copied().filter(|it| (least..=most).contains(it));
        between.filter(|scope| means_something(*scope)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shipment(action: Action, scope: Scope) -> Rule {
        Rule { resource: Resource::Shipment, action, scope }
    }

    fn borne(user_type: UserType, kind: ProfileKind, rules: &[Rule]) -> Grants {
        let policy = Policy::shipped();
        policy.with_profiles(user_type, [policy.profile(kind, rules.iter().copied())])
    }

    #[test]
    fn a_profile_takes_from_staff_what_it_does_not_name() {
        let grants = borne(UserType::User, ProfileKind::Staff, &[shipment(Action::List, Scope::Any)]);
        assert_eq!(grants.scope(Resource::Shipment, Action::List), Scope::Any);
        assert_eq!(grants.scope(Resource::Shipment, Action::Cancel), Scope::None);
        assert_eq!(grants.scope(Resource::Account, Action::Show), Scope::Own);
    }

    #[test]
    fn two_profiles_give_what_either_gives() {
        let policy = Policy::shipped();
        let of = |action| policy.profile(ProfileKind::Staff, [shipment(action, Scope::Any)]);
        let grants = policy.with_profiles(UserType::User, [of(Action::List), of(Action::Cancel)]);
        assert!(grants.allow(Resource::Shipment, Action::List));
        assert!(grants.allow(Resource::Shipment, Action::Cancel));
        assert!(!grants.allow(Resource::Shipment, Action::Duplicate));
    }

    #[test]
    fn no_profile_makes_an_administrator_less_or_anybody_one() {
        let policy = Policy::shipped();
        assert_eq!(borne(UserType::Admin, ProfileKind::Staff, &[]), policy.grants(UserType::Admin));
        let rule = Rule { resource: Resource::User, action: Action::List, scope: Scope::Any };
        for user_type in [UserType::Dev, UserType::User, UserType::Client] {
            for kind in ProfileKind::ALL {
                assert!(!borne(user_type, kind, &[rule]).allow(Resource::User, Action::List));
            }
        }
    }

    #[test]
    fn nothing_makes_a_client_see_what_is_not_its_own() {
        for kind in ProfileKind::ALL {
            let grants = borne(UserType::Client, kind, &[shipment(Action::List, Scope::Any)]);
            assert_eq!(grants.scope(Resource::Shipment, Action::List), Scope::Own, "{kind:?}");
        }
        let event = [shipment(Action::RecordEvent, Scope::Any)];
        assert!(
            !borne(UserType::Client, ProfileKind::Staff, &event)
                .allow(Resource::Shipment, Action::RecordEvent)
        );
    }

    #[test]
    fn staff_without_a_client_have_no_records_of_their_own() {
        for kind in [ProfileKind::Staff, ProfileKind::Partner, ProfileKind::Provider] {
            let grants = borne(UserType::User, kind, &[shipment(Action::List, Scope::Own)]);
            assert!(!grants.allow(Resource::Shipment, Action::List), "{kind:?}");
        }
    }

    #[test]
    fn a_partners_user_has_the_records_of_its_partner_and_never_more() {
        let policy = Policy::shipped();
        let bearer = Bearer { user_type: UserType::User, has_partner: true };
        let given = |kind, rule| policy.with_profiles(bearer, [policy.profile(kind, [rule])]);
        for (kind, scope) in
            ProfileKind::ALL.iter().flat_map(|kind| [(*kind, Scope::Own), (*kind, Scope::Any)])
        {
            let grants = given(kind, shipment(Action::List, scope));
            assert_eq!(grants.scope(Resource::Shipment, Action::List), Scope::Own, "{kind:?}");
            assert!(
                !given(kind, shipment(Action::RecordEvent, scope))
                    .allow(Resource::Shipment, Action::RecordEvent)
            );
            let clients = Rule { resource: Resource::Client, action: Action::Select, scope };
            assert!(!given(kind, clients).allow(Resource::Client, Action::Select), "{kind:?}");
        }
        assert_eq!(policy.with_profiles(bearer, []), *policy.base());
    }

    #[test]
    fn a_matrix_offers_what_can_be_said() {
        let choices = |kind, resource, action| Policy::shipped().choices(kind, resource, action);
        use Scope::{Any, None, Own};
        assert_eq!(choices(ProfileKind::Staff, Resource::Shipment, Action::List), [None, Any]);
        assert_eq!(choices(ProfileKind::Client, Resource::Shipment, Action::List), [None, Own]);
        assert_eq!(choices(ProfileKind::Client, Resource::Shipment, Action::RecordEvent), [None]);
        assert_eq!(choices(ProfileKind::Staff, Resource::Account, Action::Show), [Own]);
        assert_eq!(choices(ProfileKind::Staff, Resource::FeatureFlag, Action::Update), [None, Any]);
    }
}
