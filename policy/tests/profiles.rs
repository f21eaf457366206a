//! Compares casbin with the bitsets for users with profiles.

use std::{collections::HashMap, sync::LazyLock};

use casbin::{CoreApi, Enforcer, StringAdapter};
use policy::{Action, Owner, Policy, ProfileKind, ProfileUser, Resource, Rule, Scope, UserType};
use proptest::{collection::vec, prelude::*, sample::select};

const MODEL: &str = include_str!("../model.conf");
const SHIPPED: &str = include_str!("../policy.csv");

type Profile = (ProfileKind, Vec<Rule>);

/// Any rule, including those that no profile can have.
fn rule() -> impl Strategy<Value = Rule> {
    let known: Vec<_> = Resource::all_rights().collect();
    (select(known), any::<bool>()).prop_map(|((resource, action), wide)| Rule {
        resource,
        action,
        scope: if wide { Scope::Any } else { Scope::Own },
    })
}

fn profiles() -> impl Strategy<Value = Vec<Profile>> {
    vec((select(ProfileKind::ALL.to_vec()), vec(rule(), 0..40)), 0..4)
}

/// Each profile as its own role.
fn with_roles(profiles: &[Profile]) -> String {
    let mut lines = vec!["g, nobody, nothing".to_owned()];
    for (at, (_, rules)) in profiles.iter().enumerate() {
        lines.extend(
            rules.iter().map(|it| format!("p, profile_{at}, {}, {}, {}", it.resource, it.action, it.scope)),
        );
    }
    lines.join("\n")
}

fn casbin_of(rules: String) -> Enforcer {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(async {
        let model = casbin::DefaultModel::from_str(MODEL).await.expect("the model is good");
        Enforcer::new(model, StringAdapter::new(rules)).await.expect("the rules are good")
    })
}

/// The answer of casbin for a role.
#[expect(clippy::disallowed_methods, reason = "here our grants are compared with casbin's own answers")]
fn asked(casbin: &Enforcer, role: &str, resource: Resource, action: Action) -> Scope {
    let allows = |scope: Scope| {
        casbin.enforce((role, resource.name(), action.name(), scope.name())).expect("casbin answers")
    };
    if allows(Scope::Any) {
        Scope::Any
    } else if allows(Scope::Own) {
        Scope::Own
    } else {
        Scope::None
    }
}

/// Casbin's answers for some roles and all rights; each is asked once. No rule names another pair, so nobody has it: casbin is asked
/// about those of the shipped rules in another test.
struct Answers(HashMap<(String, Resource, Action), Scope>);

impl Answers {
    fn of(casbin: &Enforcer, roles: impl IntoIterator<Item = String>) -> Self {
        let triples = |role: &String| {
            let of_role = |(resource, action)| {
                ((role.clone(), resource, action), asked(casbin, role, resource, action))
            };
            Resource::all_rights().map(of_role).collect::<Vec<_>>()
        };
        Self(roles.into_iter().flat_map(|role| triples(&role)).collect())
    }

    fn to(&self, role: &str, (resource, action): (Resource, Action)) -> Scope {
        self.0.get(&(role.to_owned(), resource, action)).copied().unwrap_or(Scope::None)
    }
}

fn every_pair() -> impl Iterator<Item = (Resource, Action)> {
    Resource::ALL.iter().flat_map(|it| Action::ALL.iter().map(|action| (*it, *action)))
}

static SHIPPED_ANSWERS: LazyLock<Answers> = LazyLock::new(|| {
    let roles = ["admin", "member", "staff_most", "outside_most"].map(str::to_owned);
    Answers::of(&casbin_of(SHIPPED.to_owned()), roles)
});

const fn ceiling(kind: ProfileKind) -> &'static str {
    match kind {
        ProfileKind::Staff => "staff_most",
        ProfileKind::Partner | ProfileKind::Provider | ProfileKind::Client => "outside_most",
    }
}

/// The rules of the README, answered by casbin.
fn expected(
    answers: &Answers,
    profile_user: ProfileUser,
    profiles: &[Profile],
    pair: (Resource, Action),
) -> Scope {
    let ProfileUser { user_type, has_partner, is_bound } = profile_user;
    let shipped = |role: &str| SHIPPED_ANSWERS.to(role, pair);
    if user_type == UserType::Admin {
        return shipped("admin");
    }
    let sees_some = has_partner || is_bound;
    let is_outside = has_partner || user_type == UserType::Client;
    let own_ceiling = if is_outside { "outside_most" } else { "staff_most" };
    let given = profiles.iter().enumerate().map(|(at, (kind, _))| {
        answers.to(&format!("profile_{at}"), pair).min(shipped(ceiling(*kind))).min(shipped(own_ceiling))
    });
    let most = given.fold(shipped("member"), Scope::max);
    let owns_nothing = pair.0.owner() == Owner::Party && !is_outside;
    let sees_too_little = pair.0.is_of_whole_company() && sees_some;
    if sees_too_little || most == Scope::Own && owns_nothing { Scope::None } else { most }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn casbin_and_the_bitsets_agree_on_every_triple_of_users_with_profiles(profiles in profiles()) {
        let policy = Policy::load_shipped();
        let roles = (0..profiles.len()).map(|at| format!("profile_{at}"));
        let answers = Answers::of(&casbin_of(with_roles(&profiles)), roles);
        let of_partner = ProfileUser { has_partner: true, ..UserType::User.into() };
        let bound = ProfileUser { is_bound: true, ..UserType::User.into() };
        for profile_user in UserType::ALL.map(ProfileUser::from).into_iter().chain([of_partner, bound]) {
            let compiled = profiles.iter().map(|(kind, rules)| policy.compile_profile(*kind, rules.iter().copied()));
            let grants = policy.grants_with_profiles(profile_user, compiled);
            for (resource, action) in every_pair() {
                prop_assert_eq!(
                    grants.scope(resource, action),
                    expected(&answers, profile_user, &profiles, (resource, action)),
                    "{:?} {} {} {:?}", profile_user, resource, action, &profiles
                );
            }
        }
    }
}
