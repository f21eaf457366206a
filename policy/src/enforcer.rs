//! Compiles the casbin files to [`Grants`].

use std::sync::LazyLock;

use casbin::{CoreApi, DefaultModel, Enforcer, MgmtApi, RbacApi, StringAdapter};
use futures_util::FutureExt;

use crate::{
    action::Action,
    grants::{Grants, Scope},
    resource::Resource,
    subject::{ProfileKind, UserType},
};

const MODEL: &str = include_str!("../model.conf");
const SHIPPED: &str = include_str!("../policy.csv");

/// An error in a policy's text.
#[derive(Debug, thiserror::Error)]
pub enum PolicyError {
    #[error("casbin refuses the model or the policy: {0}")]
    Casbin(#[from] casbin::Error),
    #[error("casbin waits for something, though model and policy are in memory")]
    Waits,
    #[error("{written} rules are written and {read} were read: one is repeated, or is no rule")]
    Lost { written: usize, read: usize },
    #[error("rule `{rule}`: {what}")]
    Rule { rule: String, what: &'static str },
}

/// Rights of all signed-in users.
const BASE: &str = "member";
/// Maximum rights of profiles.
const STAFF_MOST: &str = "staff_most";
const OUTSIDE_MOST: &str = "outside_most";

/// The grants of every user type, and the minimum and maximum of profiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    grants: [Grants; UserType::ALL.len()],
    base: Grants,
    staff_max: Grants,
    outside_max: Grants,
}

impl Policy {
    /// The policy shipped with the program.
    pub fn load_shipped() -> Self {
        static POLICY: LazyLock<Policy> =
            LazyLock::new(|| Policy::compile(SHIPPED).expect("the shipped policy is tested to compile"));
        POLICY.clone()
    }

    /// Reads rules in the format of `policy.csv`. Stricter than casbin, which ignores lines it cannot read: a
    /// mistyped name is an error here.
    pub fn compile(rules: &str) -> Result<Self, PolicyError> {
        let enforcer = load(rules).now_or_never().ok_or(PolicyError::Waits)??;
        check_all_read(&enforcer, rules)?;
        check_roles(&enforcer)?;
        let of = |role| of_role(&enforcer, role);
        let [admin, dev, user, client] = UserType::ALL.map(UserType::role);
        Ok(Self {
            grants: [of(admin)?, of(dev)?, of(user)?, of(client)?],
            base: of(BASE)?,
            staff_max: of(STAFF_MOST)?,
            outside_max: of(OUTSIDE_MOST)?,
        })
    }

    /// The minimum rights of every signed-in user.
    pub fn rights_of_all_users(&self) -> &Grants {
        &self.base
    }

    /// The maximum rights of a profile of this kind.
    pub fn max_of_kind(&self, kind: ProfileKind) -> &Grants {
        match kind {
            ProfileKind::Staff => &self.staff_max,
            ProfileKind::Partner | ProfileKind::Provider | ProfileKind::Client => &self.outside_max,
        }
    }

    pub fn grants(&self, user_type: UserType) -> Grants {
        let [admin, dev, user, client] = self.grants;
        match user_type {
            UserType::Admin => admin,
            UserType::Dev => dev,
            UserType::User => user,
            UserType::Client => client,
        }
    }
}

async fn load(rules: &str) -> Result<Enforcer, casbin::Error> {
    Enforcer::new(DefaultModel::from_str(MODEL).await?, StringAdapter::new(rules)).await
}

fn of_role(enforcer: &Enforcer, role: &str) -> Result<Grants, PolicyError> {
    let mut grants = Grants::NONE;
    for rule in enforcer.get_implicit_permissions_for_user(role, None) {
        let (resource, action, scope) = parse_rule(&rule)?;
        grants.give(resource, action, scope);
    }
    Ok(grants)
}

/// Casbin skips lines that it cannot read: their number must be that of its rules.
fn check_all_read(enforcer: &Enforcer, rules: &str) -> Result<(), PolicyError> {
    let written = rules.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count();
    let read = enforcer.get_policy().len() + enforcer.get_grouping_policy().len();
    if written == read { Ok(()) } else { Err(PolicyError::Lost { written, read }) }
}

/// Every rule must be readable, and its role must be used by a user type or as a maximum of profiles.
fn check_roles(enforcer: &Enforcer) -> Result<(), PolicyError> {
    let known_roles: Vec<String> = (UserType::ALL.into_iter().map(UserType::role))
        .chain([STAFF_MOST, OUTSIDE_MOST])
        .flat_map(|role| {
            let mut roles = enforcer.get_implicit_roles_for_user(role, None);
            roles.push(role.to_owned());
            roles
        })
        .collect();
    for rule in enforcer.get_policy() {
        parse_rule(&rule)?;
        if !known_roles.contains(&rule[0]) {
            return Err(wrong(&rule, "no user type bears this role"));
        }
    }
    Ok(())
}

fn parse_rule(rule: &[String]) -> Result<(Resource, Action, Scope), PolicyError> {
    let [_, resource, action, scope] = rule else {
        return Err(wrong(rule, "needs role, resource, action, scope"));
    };
    let resource = Resource::from_name(resource).ok_or_else(|| wrong(rule, "no such resource"))?;
    let action = Action::from_name(action).ok_or_else(|| wrong(rule, "no such action"))?;
    if !resource.has_action(action) {
        return Err(wrong(rule, "the resource does not know this action"));
    }
    match Scope::from_name(scope) {
        Some(scope @ (Scope::Own | Scope::Any)) => Ok((resource, action, scope)),
        Some(Scope::None) | None => Err(wrong(rule, "the scope is `own` or `any`")),
    }
}

fn wrong(rule: &[String], what: &'static str) -> PolicyError {
    PolicyError::Rule { rule: rule.join(", "), what }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(rules: &str) -> String {
        Policy::compile(rules).unwrap_err().to_string()
    }

    #[test]
    fn a_mistyped_rule_is_refused() {
        assert_eq!(
            refusal("p, admin, shipmnt, list, any"),
            "rule `admin, shipmnt, list, any`: no such resource"
        );
        assert!(refusal("p, admin, shipment, lst, any").contains("no such action"));
        assert!(refusal("p, admin, tracking, print_label, any").contains("does not know this action"));
        assert!(refusal("p, admin, shipment, list, some").contains("`own` or `any`"));
        assert!(refusal("p, admin, shipment, list").contains("needs role, resource, action, scope"));
        assert!(refusal("p, clinet, shipment, list, own").contains("no user type bears this role"));
    }

    #[test]
    fn a_line_that_casbin_skips_is_refused() {
        assert!(refusal("q, admin, shipment, list, any").contains("1 rules are written and 0 were read"));
        assert!(refusal("p, admin, shipment, list, any\np, admin, shipment, list, any").contains("repeated"));
    }

    #[test]
    fn an_empty_policy_allows_nothing() {
        let policy = Policy::compile("# nothing yet\n").unwrap();
        assert!(UserType::ALL.into_iter().all(|it| policy.grants(it) == Grants::NONE));
    }

    #[tokio::test]
    async fn compiles_inside_a_runtime_too() {
        assert_eq!(Policy::compile(SHIPPED).unwrap(), Policy::load_shipped());
    }
}
