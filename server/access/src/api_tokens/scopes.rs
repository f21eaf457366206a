//! The rights of a token: some of those of its user, named as in `profile.can`.

use policy::{Action, Grants, Resource, Scope};

/// Whether a token can have a right. Who gets in, with which rights and by which address, is decided by people alone; nor
/// does a token make tokens.
pub fn can_be_given(resource: Resource, action: Action) -> bool {
    let only_reads = matches!(action, Action::List | Action::Show | Action::Select);
    match resource {
        Resource::ApiToken | Resource::Policy | Resource::Shop => false,
        Resource::OrderLayer => only_reads || action == Action::Send,
        Resource::Account
        | Resource::Colleague
        | Resource::Domain
        | Resource::FeatureFlag
        | Resource::TenantSetting
        | Resource::User
        | Resource::UserProfile => only_reads,
        _ => true,
    }
}

/// The rights that a user can give to a token, in the order of the policy.
pub fn choices(grants: &Grants) -> impl Iterator<Item = (Resource, Action, Scope)> {
    let given = Resource::all_rights().filter(|&(resource, action)| can_be_given(resource, action));
    given
        .map(|(resource, action)| (resource, action, grants.scope(resource, action)))
        .filter(|(.., scope)| *scope != Scope::None)
}

/// Whether a station on a shared computer can have a right: it receives and weighs.
pub const fn is_of_station(resource: Resource, action: Action) -> bool {
    matches!((resource, action), (Resource::Receiving, Action::List | Action::Scan | Action::Measure))
}

/// The rights of these names. One that this release does not know, or gives to no token, is left out, and so is one that a station
/// cannot have.
pub fn rights(scopes: &[String], is_station: bool) -> impl Iterator<Item = (Resource, Action)> {
    let known = scopes.iter().filter_map(|name| parse(name));
    known.filter(move |&(resource, action)| !is_station || is_of_station(resource, action))
}

pub fn parse(name: &str) -> Option<(Resource, Action)> {
    let (resource, action) = name.split_once('.')?;
    let (resource, action) = (Resource::from_name(resource)?, Action::from_name(action)?);
    (resource.has_action(action) && can_be_given(resource, action)).then_some((resource, action))
}

pub fn name(resource: Resource, action: Action) -> String {
    format!("{resource}.{action}")
}

#[cfg(test)]
mod tests {
    use policy::{Policy, UserType};

    use super::*;

    #[test]
    fn a_right_is_found_by_its_name() {
        for (resource, action, _) in choices(&Policy::load_shipped().grants(UserType::Admin)) {
            assert_eq!(parse(&name(resource, action)), Some((resource, action)));
        }
        for odd in ["", "shipment", "shipment.fly", "ghost.list", "shipment.publish", "shipment.list.x"] {
            assert_eq!(parse(odd), None, "{odd}");
        }
    }

    #[test]
    fn no_token_decides_who_gets_in() {
        for odd in [
            "api_token.list",
            "api_token.create",
            "account.update",
            "user.create",
            "user.switch",
            "user.reset_password",
            "colleague.invite",
            "user_profile.update",
            "domain.create",
            "tenant_setting.update",
            "feature_flag.update",
            "shop.create",
            "order_layer.update",
        ] {
            assert_eq!(parse(odd), None, "{odd}");
        }
    }

    #[test]
    fn a_token_never_has_more_than_its_user() {
        let policy = Policy::load_shipped();
        let all: Vec<String> = choices(&policy.grants(UserType::Admin)).map(|it| name(it.0, it.1)).collect();
        for user_type in UserType::ALL {
            let grants = policy.grants(user_type);
            let of_token = grants.limited_to(rights(&all, false));
            assert!(grants.covers(&of_token), "{user_type:?}");
            assert!(
                choices(&grants).all(|(resource, action, scope)| of_token.scope(resource, action) == scope)
            );
        }
    }

    #[test]
    fn a_station_receives_and_weighs_and_does_nothing_else() {
        let policy = Policy::load_shipped();
        let all: Vec<String> = choices(&policy.grants(UserType::Admin)).map(|it| name(it.0, it.1)).collect();
        let left: Vec<String> = rights(&all, true).map(|it| name(it.0, it.1)).collect();
        assert_eq!(left, ["receiving.list", "receiving.scan", "receiving.measure"]);
    }
}
