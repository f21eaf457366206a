//! Staff with a right, to notify them of what they can act on.

use policy::{Action, Policy, Resource, UserType};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::{is_bound, is_inside};

/// $1 are the user types with the right. Profiles replace the rights of a type, except those of administrators (10). $4 is
/// a subsidiary: those who are bound to others are left out.
pub const WITH_RIGHT: &str = concat!(
    "select u.id from users u where u.active and ",
    is_inside!("u."),
    "
        and case when u.user_type <> 10 and exists (select from user_profiles up where up.user_id = u.id)
            then exists (
                select from user_profiles up
                join profiles p on p.id = up.profile_id and p.active
                join profile_rules r on r.profile_id = p.id and r.resource = $2 and r.action = $3
                where up.user_id = u.id)
            else u.user_type = any($1) end
        and ($4::uuid is null or not ",
    is_bound!("u."),
    " or exists (select from user_subsidiaries b where b.user_id = u.id and b.subsidiary_id = $4))
    order by u.id limit 500"
);

/// The active users of the company, without those of partners, who have this right on all records; at most 500.
pub async fn with_right(
    tx: &mut TenantTx,
    policy: &Policy,
    resource: Resource,
    action: Action,
) -> sqlx::Result<Vec<Uuid>> {
    with_right_in_branch(tx, policy, resource, action, None).await
}

/// The same for a record of a subsidiary, without those who are bound to other subsidiaries.
pub async fn with_right_in_branch(
    tx: &mut TenantTx,
    policy: &Policy,
    resource: Resource,
    action: Action,
    subsidiary_id: Option<Uuid>,
) -> sqlx::Result<Vec<Uuid>> {
    let has_right = |user_type: &UserType| policy.grants(*user_type).allow(resource, action);
    let user_types: Vec<i16> = UserType::ALL.into_iter().filter(has_right).map(UserType::code).collect();
    sqlx::query_scalar(WITH_RIGHT)
        .bind(user_types)
        .bind(resource.name())
        .bind(action.name())
        .bind(subsidiary_id)
        .fetch_all(&mut **tx)
        .await
}

/// The same for a record that lies in a subsidiary, or in none: there, nobody reaches it who is bound to some.
pub async fn with_right_where_it_lies(
    tx: &mut TenantTx,
    policy: &Policy,
    resource: Resource,
    action: Action,
    subsidiary_id: Option<Uuid>,
) -> sqlx::Result<Vec<Uuid>> {
    // Nobody is bound to the nil one.
    let lies_in = Some(subsidiary_id.unwrap_or_default());
    with_right_in_branch(tx, policy, resource, action, lies_in).await
}
