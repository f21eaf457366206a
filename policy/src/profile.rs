//! Calculates the grants that profiles give to a user.

use crate::{
    action::Action,
    enforcer::Policy,
    grants::{Grants, Scope},
    resource::{Owner, Resource},
    subject::{ProfileKind, ProfileUser, UserType},
};

/// One rule of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    pub resource: Resource,
    pub action: Action,
    pub scope: Scope,
}

impl Policy {
    /// Compiles the rules of a profile to bits, limited to the maximum of its kind.
    pub fn compile_profile(&self, kind: ProfileKind, rules: impl IntoIterator<Item = Rule>) -> Grants {
        let mut grants = Grants::NONE;
        for rule in rules {
            grants.give(rule.resource, rule.action, rule.scope);
        }
        grants.and(self.max_of_kind(kind))
    }

    /// Calculates the grants of a user with these profiles, compiled by [`Policy::compile_profile`]. They are the rights of all
    /// users and the union of the profiles. The profiles are limited to the maximum of the user's type, or to that of external
    /// users if the user works for a partner. Users who see only the records of a branch or of a partner have no rights on what
    /// tells of all of them. An administrator has all rights, so that profiles cannot lock a company out.
    pub fn grants_with_profiles(
        &self,
        profile_user: impl Into<ProfileUser>,
        profiles: impl IntoIterator<Item = Grants>,
    ) -> Grants {
        let ProfileUser { user_type, has_partner, is_bound } = profile_user.into();
        let max = match user_type {
            UserType::Admin => return self.grants(UserType::Admin),
            UserType::Dev | UserType::User if has_partner => self.max_of_kind(ProfileKind::Partner),
            UserType::Dev | UserType::User => self.max_of_kind(ProfileKind::Staff),
            UserType::Client => self.max_of_kind(ProfileKind::Client),
        };
        let grants = profiles.into_iter().fold(*self.rights_of_all_users(), |all, one| all.or(&one.and(max)));
        let grants = if has_partner || is_bound { grants.without_whole_company() } else { grants };
        if has_partner || user_type == UserType::Client { grants } else { grants.without_client() }
    }

    /// The values that a rule of such a profile can have, from the smallest. Rights of all users cannot be
    /// removed.
    pub fn choices(&self, kind: ProfileKind, resource: Resource, action: Action) -> Vec<Scope> {
        let min = self.rights_of_all_users().scope(resource, action);
        let max = self.max_of_kind(kind).scope(resource, action);
        let is_selectable = |scope: Scope| match (scope, resource.owner()) {
            (Scope::Own, Owner::Nobody) => false,
            (Scope::Own, Owner::Party) => kind != ProfileKind::Staff,
            _ => true,
        };
        let between = Scope::ALL.iter().copied().filter(|it| (min..=max).contains(it));
        between.filter(|scope| is_selectable(*scope)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shipment(action: Action, scope: Scope) -> Rule {
        Rule { resource: Resource::Shipment, action, scope }
    }

    fn grants_of(user_type: UserType, kind: ProfileKind, rules: &[Rule]) -> Grants {
        let policy = Policy::load_shipped();
        policy.grants_with_profiles(user_type, [policy.compile_profile(kind, rules.iter().copied())])
    }

    #[test]
    fn a_profile_removes_rights_it_does_not_contain() {
        let grants = grants_of(UserType::User, ProfileKind::Staff, &[shipment(Action::List, Scope::Any)]);
        assert_eq!(grants.scope(Resource::Shipment, Action::List), Scope::Any);
        assert_eq!(grants.scope(Resource::Shipment, Action::Cancel), Scope::None);
        assert_eq!(grants.scope(Resource::Account, Action::Show), Scope::Own);
    }

    #[test]
    fn two_profiles_give_the_union_of_their_rights() {
        let policy = Policy::load_shipped();
        let of = |action| policy.compile_profile(ProfileKind::Staff, [shipment(action, Scope::Any)]);
        let grants = policy.grants_with_profiles(UserType::User, [of(Action::List), of(Action::Cancel)]);
        assert!(grants.allow(Resource::Shipment, Action::List));
        assert!(grants.allow(Resource::Shipment, Action::Cancel));
        assert!(!grants.allow(Resource::Shipment, Action::Duplicate));
    }

    #[test]
    fn profiles_do_not_change_who_is_an_administrator() {
        let policy = Policy::load_shipped();
        assert_eq!(grants_of(UserType::Admin, ProfileKind::Staff, &[]), policy.grants(UserType::Admin));
        let rule = Rule { resource: Resource::User, action: Action::List, scope: Scope::Any };
        for user_type in [UserType::Dev, UserType::User, UserType::Client] {
            for kind in ProfileKind::ALL {
                assert!(!grants_of(user_type, kind, &[rule]).allow(Resource::User, Action::List));
            }
        }
    }

    #[test]
    fn a_client_sees_only_its_own_with_any_profile() {
        for kind in ProfileKind::ALL {
            let grants = grants_of(UserType::Client, kind, &[shipment(Action::List, Scope::Any)]);
            assert_eq!(grants.scope(Resource::Shipment, Action::List), Scope::Own, "{kind:?}");
        }
        let event = [shipment(Action::RecordEvent, Scope::Any)];
        assert!(
            !grants_of(UserType::Client, ProfileKind::Staff, &event)
                .allow(Resource::Shipment, Action::RecordEvent)
        );
    }

    #[test]
    fn staff_without_a_client_have_no_own_records() {
        for kind in [ProfileKind::Staff, ProfileKind::Partner, ProfileKind::Provider] {
            let grants = grants_of(UserType::User, kind, &[shipment(Action::List, Scope::Own)]);
            assert!(!grants.allow(Resource::Shipment, Action::List), "{kind:?}");
        }
    }

    #[test]
    fn a_partners_user_has_its_partners_records_only() {
        let policy = Policy::load_shipped();
        let profile_user = ProfileUser { user_type: UserType::User, has_partner: true, is_bound: false };
        let given =
            |kind, rule| policy.grants_with_profiles(profile_user, [policy.compile_profile(kind, [rule])]);
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
        assert_eq!(policy.grants_with_profiles(profile_user, []), *policy.rights_of_all_users());
    }

    #[test]
    fn who_sees_some_records_has_no_rights_on_what_tells_of_all() {
        let policy = Policy::load_shipped();
        let rule = |scope| Rule { resource: Resource::Webhook, action: Action::List, scope };
        let scope = |profile_user: ProfileUser, kind, scope| {
            let compiled = policy.compile_profile(kind, [rule(scope)]);
            policy.grants_with_profiles(profile_user, [compiled]).scope(Resource::Webhook, Action::List)
        };
        let staff = ProfileUser::from(UserType::User);
        let bound = ProfileUser { is_bound: true, ..staff };
        let of_partner = ProfileUser { has_partner: true, ..staff };
        assert_eq!(scope(staff, ProfileKind::Staff, Scope::Any), Scope::Any);
        assert_eq!(scope(bound, ProfileKind::Staff, Scope::Any), Scope::None);
        assert_eq!(scope(of_partner, ProfileKind::Partner, Scope::Own), Scope::None);
        assert_eq!(scope(UserType::Client.into(), ProfileKind::Client, Scope::Own), Scope::Own);
    }

    #[test]
    fn a_matrix_offers_only_possible_values() {
        let choices = |kind, resource, action| Policy::load_shipped().choices(kind, resource, action);
        use Scope::{Any, None, Own};
        assert_eq!(choices(ProfileKind::Staff, Resource::Shipment, Action::List), [None, Any]);
        assert_eq!(choices(ProfileKind::Client, Resource::Shipment, Action::List), [None, Own]);
        assert_eq!(choices(ProfileKind::Client, Resource::Shipment, Action::RecordEvent), [None]);
        assert_eq!(choices(ProfileKind::Staff, Resource::Account, Action::Show), [Own]);
        assert_eq!(choices(ProfileKind::Staff, Resource::FeatureFlag, Action::Update), [None, Any]);
    }
}
