//! The whole policy as one table, and a comparison of casbin with the bitsets.

use std::{env, fs};

use casbin::{CoreApi, Enforcer, StringAdapter};
use policy::{Action, Policy, Resource, Scope, UserType};
use proptest::{collection::vec, prelude::*, sample::select};

const MODEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/model.conf");
const RULES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/policy.csv");
const MATRIX: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/matrix.txt");

/// The answer of casbin itself, without our compilation.
#[expect(clippy::disallowed_methods, reason = "here our grants are compared with casbin's own answers")]
fn asked_of_casbin(enforcer: &Enforcer, user_type: UserType, resource: Resource, action: Action) -> Scope {
    let allows = |scope: Scope| {
        enforcer
            .enforce((user_type.role(), resource.name(), action.name(), scope.name()))
            .expect("casbin answers")
    };
    if allows(Scope::Any) {
        assert!(allows(Scope::Own), "who may do it to any record may do it to their own");
        Scope::Any
    } else if allows(Scope::Own) {
        Scope::Own
    } else {
        Scope::None
    }
}

fn assert_same(enforcer: &Enforcer, policy: &Policy, resource: Resource, action: Action) {
    for user_type in UserType::ALL {
        let compiled = policy.grants(user_type).scope(resource, action);
        let asked = asked_of_casbin(enforcer, user_type, resource, action);
        assert_eq!(compiled, asked, "{} {resource} {action}", user_type.role());
    }
}

fn table(policy: &Policy) -> String {
    let mut table = format!("{:<16} {:<20}", "resource", "action");
    for user_type in UserType::ALL {
        table += &format!("{:<7}", user_type.role());
    }
    for &resource in Resource::ALL {
        table.push('\n');
        for &action in resource.actions() {
            table += &format!("\n{resource:<16} {action:<20}");
            for user_type in UserType::ALL {
                let scope = match policy.grants(user_type).scope(resource, action) {
                    Scope::None => "-",
                    scope => scope.name(),
                };
                table += &format!("{scope:<7}");
            }
        }
    }
    table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

#[test]
fn the_matrix_is_up_to_date() {
    let table = table(&Policy::load_shipped());
    if env::var_os("UPDATE_MATRIX").is_some() {
        fs::write(MATRIX, &table).unwrap();
    }
    let reviewed = fs::read_to_string(MATRIX).unwrap_or_default();
    assert_eq!(reviewed, table, "run UPDATE_MATRIX=1 cargo test -p policy, and look at the difference");
}

#[tokio::test]
async fn casbin_and_the_bitsets_agree_on_every_triple() {
    let enforcer = Enforcer::new(MODEL, RULES).await.unwrap();
    let shipped = Policy::load_shipped();
    for &resource in Resource::ALL {
        for &action in resource.actions() {
            assert_same(&enforcer, &shipped, resource, action);
        }
    }
}

#[test]
fn unknown_actions_of_a_resource_are_never_granted() {
    for user_type in UserType::ALL {
        let grants = Policy::load_shipped().grants(user_type);
        for &resource in Resource::ALL {
            let strangers = Action::ALL.iter().filter(|action| !resource.has_action(**action));
            assert!(strangers.into_iter().all(|action| !grants.allow(resource, *action)), "{resource}");
        }
    }
}

/// A random rule: role, resource with one of its actions, scope.
fn rules() -> impl Strategy<Value = Vec<String>> {
    let known: Vec<_> = Resource::all_rights().collect();
    let rule = (select(vec!["admin", "dev", "user", "client", "member"]), select(known), any::<bool>())
        .prop_map(|(role, (resource, action), wide)| {
            format!("p, {role}, {resource}, {action}, {}", if wide { "any" } else { "own" })
        });
    vec(rule, 0..30)
}

/// Random inheritance between roles, without circles.
fn links() -> impl Strategy<Value = Vec<String>> {
    let roles = ["admin", "dev", "user", "client", "member"];
    let all: Vec<_> = (0..roles.len())
        .flat_map(|from| (from + 1..roles.len()).map(move |to| (from, to)))
        .map(|(from, to)| format!("g, {}, {}", roles[from], roles[to]))
        .collect();
    proptest::sample::subsequence(all.clone(), 0..=all.len())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn casbin_and_the_bitsets_agree_on_random_policies(rules in rules(), links in links()) {
        let mut lines: Vec<_> = rules.into_iter().chain(links).chain(["g, client, member".to_owned()]).collect();
        lines.sort();
        lines.dedup();
        let text = lines.join("\n");
        let policy = Policy::compile(&text).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let enforcer = runtime.block_on(Enforcer::new(MODEL, StringAdapter::new(&text))).unwrap();
        for &resource in Resource::ALL {
            for &action in resource.actions() {
                assert_same(&enforcer, &policy, resource, action);
            }
        }
    }
}
