//! Profiles: wire types, allowed rules, audit changes.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Policy, Resource, Rule, Scope, UserType};
use serde_json::{Value, json};
use uuid::Uuid;

use super::names::{ActionName, ResourceName, ScopeName};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use trade::wire_code;

wire_code! {
    /// The users a profile is for.
    ProfileKind { Staff = 10, Partner = 20, Provider = 30, Client = 40 }
}

impl ProfileKind {
    pub fn of_policy(self) -> policy::ProfileKind {
        match self {
            Self::Staff => policy::ProfileKind::Staff,
            Self::Partner => policy::ProfileKind::Partner,
            Self::Provider => policy::ProfileKind::Provider,
            Self::Client => policy::ProfileKind::Client,
        }
    }
}

/// A profile to choose.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct ProfileOption {
    pub id: Uuid,
    pub name: String,
    /// Profiles for clients require user type CLIENT, profiles for partners require user type USER. The others suit
    /// every user who does not belong to a client.
    pub kind: ProfileKind,
    /// An inactive profile grants nothing.
    pub active: bool,
}

impl ProfileOption {
    pub fn suits(&self, user_type: UserType) -> bool {
        self.kind.of_policy().suits(user_type)
    }
}

/// A rule: the scope of an action on a resource.
#[derive(Object, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename = "UserProfileRule")]
pub struct ProfileRule {
    pub resource: ResourceName,
    pub action: ActionName,
    pub scope: ScopeName,
}

impl From<&Rule> for ProfileRule {
    fn from(rule: &Rule) -> Self {
        Self {
            resource: ResourceName(rule.resource),
            action: ActionName(rule.action),
            scope: ScopeName(rule.scope),
        }
    }
}

/// An entry of the permission matrix, for profiles of one kind.
#[derive(Object)]
#[oai(rename = "UserProfileChoice")]
pub struct Choice {
    pub resource: ResourceName,
    pub action: ActionName,
    /// The scopes a rule can have, smallest first; the smallest needs no rule. With one scope, there is no choice.
    pub scopes: Vec<ScopeName>,
}

/// A profile in a list.
#[derive(Object)]
pub struct UserProfileSummary {
    pub id: Uuid,
    pub name: String,
    pub kind: ProfileKind,
    pub description: String,
    pub active: bool,
    /// Number of users with this profile.
    pub bearer_count: i64,
    pub updated_at: DateTime<Utc>,
    pub can: UserProfileCan,
}

/// A profile with its rules.
#[derive(Object)]
pub struct UserProfile {
    pub id: Uuid,
    pub name: String,
    pub kind: ProfileKind,
    pub description: String,
    /// An inactive profile grants nothing.
    pub active: bool,
    /// True when staff with this profile see only the shipments and imports of their own subsidiaries. This applies
    /// even while the profile is inactive, and whatever their other profiles grant.
    pub bound_to_subsidiaries: bool,
    pub rules: Vec<ProfileRule>,
    /// Number of users with this profile.
    pub bearer_count: i64,
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub can: UserProfileCan,
}

/// Permissions of the user on a profile. A profile with users cannot be deleted.
#[derive(Object, Clone, Copy)]
pub struct UserProfileCan {
    pub update: bool,
    pub delete: bool,
}

impl UserProfileCan {
    pub fn of(bearer_count: i64, grants: &Grants) -> Self {
        let may =
            |action| grants.allow(Resource::UserProfile, action) && verdict(bearer_count, action).is_yes();
        Self { update: may(Action::Update), delete: may(Action::Delete) }
    }
}

/// Whether a profile with this number of users allows an action.
pub fn verdict(bearer_count: i64, action: Action) -> Verdict {
    match action {
        Action::Delete if bearer_count > 0 => {
            Verdict::No(MessageCode::ProfileInUse, Params::from([("count", bearer_count.into())]))
        }
        _ => Verdict::Yes,
    }
}

/// A profile of the user whose permissions are explained.
pub struct AssignedProfile {
    pub id: Uuid,
    pub name: String,
    pub kind: ProfileKind,
    pub active: bool,
    pub rules: Vec<Rule>,
}

/// A new profile.
#[derive(Object)]
pub struct UserProfileInput {
    #[oai(validator(max_length = 80))]
    pub name: String,
    /// Cannot be changed later.
    pub kind: ProfileKind,
    #[oai(default, validator(max_length = 400))]
    pub description: String,
    pub active: bool,
    /// True when staff with this profile see only the records of their own subsidiaries. Only for profiles of staff.
    #[oai(default)]
    pub bound_to_subsidiaries: bool,
    #[oai(validator(max_items = 1000))]
    pub rules: Vec<ProfileRule>,
}

/// The fields to change. Omitted fields are unchanged.
#[derive(Object)]
pub struct UserProfileUpdate {
    /// The `version` of the record that was read. Returns 409 `stale_version` when it has changed since.
    pub version: i32,
    #[oai(flatten)]
    pub form: UserProfileForm,
}

/// The form of an existing profile.
#[derive(Object)]
pub struct UserProfileForm {
    #[oai(validator(max_length = 80))]
    pub name: String,
    #[oai(default, validator(max_length = 400))]
    pub description: String,
    pub active: bool,
    /// True when staff with this profile see only the records of their own subsidiaries. Only for profiles of staff.
    #[oai(default)]
    pub bound_to_subsidiaries: bool,
    #[oai(validator(max_items = 1000))]
    pub rules: Vec<ProfileRule>,
}

/// A profile as it is stored.
pub struct Draft {
    pub name: String,
    pub description: String,
    pub active: bool,
    pub bound_to_subsidiaries: bool,
    pub rules: Vec<Rule>,
}

/// The fields of a profile, without its rules.
pub struct ProfileFields<'a> {
    pub name: &'a str,
    pub description: &'a str,
    pub active: bool,
    pub bound_to_subsidiaries: bool,
}

impl Draft {
    /// Returns 422 for an empty name, for a binding to subsidiaries on a profile that is not for staff, and for rules
    /// that are duplicated or not allowed for this kind.
    pub fn validate(
        fields: &ProfileFields<'_>,
        rules: &[ProfileRule],
        kind: ProfileKind,
        policy: &Policy,
    ) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        if fields.name.trim().is_empty() {
            errors.push("name", MessageCode::Required);
        }
        if fields.bound_to_subsidiaries && kind != ProfileKind::Staff {
            errors.push("bound_to_subsidiaries", MessageCode::Invalid);
        }
        let mut kept: Vec<Rule> = Vec::new();
        for (at, ProfileRule { resource, action, scope }) in rules.iter().enumerate() {
            let rule = Rule { resource: resource.0, action: action.0, scope: scope.0 };
            let choices = policy.choices(kind.of_policy(), rule.resource, rule.action);
            let repeated = kept.iter().any(|it| (it.resource, it.action) == (rule.resource, rule.action));
            if repeated || !choices.contains(&rule.scope) {
                errors.push(format!("rules.{at}.scope"), MessageCode::UnknownOption);
            } else if choices.first() != Some(&rule.scope) {
                kept.push(rule);
            }
        }
        errors.into_result()?;
        kept.sort_by_key(|rule| (rule.resource, rule.action));
        Ok(Self {
            name: fields.name.trim().to_owned(),
            description: fields.description.trim().to_owned(),
            active: fields.active,
            bound_to_subsidiaries: fields.bound_to_subsidiaries,
            rules: kept,
        })
    }

    /// The fields as the audit log shows them; each rule is one field.
    pub fn describe(&self) -> BTreeMap<String, Value> {
        let rules = self
            .rules
            .iter()
            .map(|rule| (format!("{}.{}", rule.resource, rule.action), json!(rule.scope.name())));
        let own = [
            ("name", json!(self.name)),
            ("description", json!(self.description)),
            ("active", json!(self.active)),
            ("bound_to_subsidiaries", json!(self.bound_to_subsidiaries)),
        ];
        own.into_iter().map(|(name, value)| (name.to_owned(), value)).chain(rules).collect()
    }
}

/// The fields that differ, each as `[before, after]`; a missing field is null.
pub fn difference(before: &BTreeMap<String, Value>, after: &BTreeMap<String, Value>) -> Value {
    let names: std::collections::BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let of = |side: &BTreeMap<String, Value>, name: &String| side.get(name).cloned().unwrap_or_default();
    names
        .into_iter()
        .map(|name| (name.clone(), of(before, name), of(after, name)))
        .filter(|(_, old, new)| old != new)
        .map(|(name, old, new)| (name, json!([old, new])))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// The permission matrix for profiles of this kind; without a kind, the whole matrix with the scopes of an
/// administrator.
pub fn choices(policy: &Policy, kind: Option<ProfileKind>) -> Vec<Choice> {
    let of_admin = policy.grants(UserType::Admin);
    let scopes = |resource, action| {
        kind.map_or_else(
            || vec![of_admin.scope(resource, action)],
            |kind| policy.choices(kind.of_policy(), resource, action),
        )
    };
    let cell = |(resource, action)| Choice {
        resource: ResourceName(resource),
        action: ActionName(action),
        scopes: scopes(resource, action).into_iter().map(ScopeName).collect(),
    };
    Resource::all_rights().map(cell).filter(|cell| cell.scopes != [ScopeName(Scope::None)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(resource: Resource, action: Action, scope: Scope) -> ProfileRule {
        ProfileRule { resource: ResourceName(resource), action: ActionName(action), scope: ScopeName(scope) }
    }

    fn checked(kind: ProfileKind, rules: &[ProfileRule]) -> ApiResult<Draft> {
        let fields =
            ProfileFields { name: "Desk", description: "", active: true, bound_to_subsidiaries: false };
        Draft::validate(&fields, rules, kind, &Policy::load_shipped())
    }

    #[test]
    fn only_staff_are_bound_to_subsidiaries() {
        let fields =
            ProfileFields { name: "Desk", description: "", active: true, bound_to_subsidiaries: true };
        for kind in [ProfileKind::Staff, ProfileKind::Partner, ProfileKind::Provider, ProfileKind::Client] {
            let checked = Draft::validate(&fields, &[], kind, &Policy::load_shipped());
            assert_eq!(checked.is_ok(), kind == ProfileKind::Staff, "{kind:?}");
        }
    }

    #[test]
    fn smallest_rule_is_not_stored() {
        let least = rule(Resource::Shipment, Action::List, Scope::None);
        let own_account = rule(Resource::Account, Action::Show, Scope::Own);
        assert!(checked(ProfileKind::Staff, &[least, own_account]).unwrap().rules.is_empty());
    }

    #[test]
    fn unsupported_rule_is_refused() {
        let users = rule(Resource::User, Action::List, Scope::Any);
        assert!(checked(ProfileKind::Staff, &[users]).is_err());
        let all = rule(Resource::Shipment, Action::List, Scope::Any);
        assert!(checked(ProfileKind::Client, &[all]).is_err());
        assert!(checked(ProfileKind::Staff, &[all, all]).is_err(), "twice");
    }

    #[test]
    fn audit_has_one_field_per_rule() {
        let of =
            |scope| checked(ProfileKind::Client, &[rule(Resource::Shipment, Action::List, scope)]).unwrap();
        let (before, after) = (of(Scope::Own).describe(), of(Scope::None).describe());
        assert_eq!(difference(&before, &after), json!({ "shipment.list": ["own", null] }));
    }

    #[test]
    fn profile_with_users_is_not_deleted() {
        let grants = Policy::load_shipped().grants(UserType::Admin);
        assert!(UserProfileCan::of(0, &grants).delete);
        assert!(!UserProfileCan::of(1, &grants).delete);
        assert!(!UserProfileCan::of(0, &Grants::NONE).delete);
    }
}
