//! Whom an alert about goods is told: those with a right in the branches where the goods lie.

use std::collections::{BTreeMap, BTreeSet};

use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use access::users::staff;
use server_core::http::error::ApiResult;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{Notice, NotificationCode, NotificationStatus};
use server_core::state::AppState;

/// A record, and a branch in which it lies.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct BranchRecord {
    pub id: Uuid,
    /// None for a warehouse of no branch, whose goods only those reach who are bound to none.
    pub subsidiary_id: Option<Uuid>,
}

/// Records by the users who have a right on goods of their branches.
pub async fn list_by_user(
    tx: &mut TenantTx,
    state: &AppState,
    action: Action,
    records: Vec<BranchRecord>,
) -> ApiResult<BTreeMap<Uuid, BTreeSet<Uuid>>> {
    let mut by_branch: BTreeMap<Option<Uuid>, Vec<Uuid>> = BTreeMap::new();
    for record in records {
        by_branch.entry(record.subsidiary_id).or_default().push(record.id);
    }
    let mut by_user: BTreeMap<Uuid, BTreeSet<Uuid>> = BTreeMap::new();
    // One question for each branch with such goods: a company has few.
    for (branch, of_branch) in by_branch {
        let users =
            staff::with_right_where_it_lies(tx, &state.policy, Resource::Stock, action, branch).await?;
        for user_id in users {
            by_user.entry(user_id).or_default().extend(&of_branch);
        }
    }
    Ok(by_user)
}

/// A list of goods that an alert leads to, with one filter.
#[derive(Clone, Copy, Debug)]
pub struct AlertTarget {
    pub route: RouteName,
    pub filter: &'static str,
    pub value: &'static str,
}

/// Tells how many they are, and leads to them.
pub fn to_notice(user_id: Uuid, code: NotificationCode, count: usize, target: AlertTarget) -> Notice {
    let action = NotificationAction {
        route_query: Some(BTreeMap::from([(target.filter.to_owned(), target.value.to_owned())])),
        close: true,
        ..NotificationAction::route(ActionLabel::ViewStock, target.route, &[])
    };
    Notice::new(user_id, code).status(NotificationStatus::Warning).with("done", count).action(action)
}
