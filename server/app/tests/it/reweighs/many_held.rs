//! More shipments wait for their clients than are looked at in one go.

use serde_json::json;

use super::Heavy;
use crate::support::ATLANTICO;

/// Older ones that nobody decides.
const OTHERS: &str = "
    insert into reweighs
    select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'seq', nth + 1, 'status', 30,
                                                        'deadline_on', r.deadline_on - 100))).*
    from reweighs r cross join generate_series(1, 1000) nth";

#[tokio::test]
async fn many_that_nobody_decides_do_not_keep_another_one_from_its_end() {
    let mut held = Heavy::held().await;
    let mut tx = held.app.state.tenancy.begin(&held.app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query(OTHERS).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    held.sweep_after(8).await;
    assert_eq!(held.status().await, json!(40), "its client was silent");
}
