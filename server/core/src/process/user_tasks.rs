//! Processes that the server starts for several users.

use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::store::ENQUEUE_ALL;
use super::task_messages::announce_tasks;
use super::{Process, unwritable};

pub const INSERT_FOR_USERS: &str = "
    insert into background_tasks (id, kind, user_id, args, title_params, created_at)
    select tasks.id, $2, tasks.user_id, tasks.args, tasks.title_params, now()
    from unnest($1::uuid[], $3::uuid[], $4::jsonb[], $5::jsonb[]) tasks(id, user_id, args, title_params)";

/// Starts processes of one kind once `tx` commits, each for the user at the same place, who is notified of its end only, and
/// cannot start it again.
pub async fn enqueue_for_users<P: Process>(
    tx: &mut TenantTx,
    user_ids: &[Uuid],
    processes: Vec<P>,
) -> Result<(), sqlx::Error> {
    if processes.is_empty() {
        return Ok(());
    }
    let (mut args, mut titles): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
    let priorities: Vec<i16> = processes.iter().map(P::priority).collect();
    for process in processes {
        titles.push(serde_json::to_value(process.title()).map_err(unwritable)?);
        args.push(serde_json::to_value(process).map_err(unwritable)?);
    }
    let ids: Vec<Uuid> = user_ids.iter().map(|_| Uuid::now_v7()).collect();
    sqlx::query(INSERT_FOR_USERS)
        .bind(&ids)
        .bind(P::KIND)
        .bind(user_ids)
        .bind(args)
        .bind(titles)
        .execute(&mut **tx)
        .await?;
    for (user_id, id) in user_ids.iter().zip(&ids) {
        announce_tasks(tx, Some(*user_id), &[*id]);
    }
    sqlx::query(ENQUEUE_ALL).bind(&ids).bind(P::KIND).bind(priorities).execute(&mut **tx).await?;
    Ok(())
}
