//! A long log: frequent queries use an index.

use app::audit_log::model::AuditFilter;
use app::audit_log::store;
use app::audit_log::store::AuditScope;
use app::audit_log::store::Search;
use chrono::NaiveDate;
use server_core::http::list::{Paging, TOTAL_CAP};

use crate::support::{ATLANTICO, TestApp};
use crate::users::long_list::blocks;

/// Entries of a hundred users; every thousandth is about a profile.
const MANY: &str = "
    insert into users (id, user_type, name, email)
    select gen_random_uuid(), 20, 'Nora ' || n, 'nora' || n || '@many.test' from generate_series(1, 100) n;
    with numbered as materialized (select id, row_number() over (order by id) as at from users)
    insert into audit_entries (id, occurred_at, user_id, action, resource_id, request_id)
    select gen_random_uuid(), now() - n * interval '1 minute', u.id,
           case when n % 1000 = 0 then 'user_profile.update' when n % 2 = 0 then 'shipment.update' else 'shipment.create' end,
           gen_random_uuid(), 'bench'
    from generate_series(1, 100000) n
    join numbered u on u.at = n % 100 + 1";

#[tokio::test]
async fn a_page_of_a_long_log_uses_an_index() {
    let app = TestApp::start().await;
    let tenant = app.tenant(ATLANTICO);
    let mut tx = app.state.tenancy.begin(&tenant).await.unwrap();
    for statement in MANY.split(';') {
        sqlx::query(statement).execute(&mut *tx).await.unwrap();
    }
    let somebody = sqlx::query_scalar("select user_id from audit_entries where request_id = 'bench' limit 1");
    let user_id = somebody.fetch_one(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    app.vacuum(ATLANTICO, "audit_entries").await;

    let all = AuditFilter::default;
    let text = |text: &str| Some(text.to_owned());
    let day = NaiveDate::from_ymd_opt(2020, 1, 1);
    let cases = [
        ("everything", all()),
        ("a thing", AuditFilter { resource: text("shipment"), ..all() }),
        ("a rare thing", AuditFilter { resource: text("user_profile"), ..all() }),
        ("an action", AuditFilter { action: text("shipment.create"), ..all() }),
        ("a rare action", AuditFilter { action: text("user_profile.update"), ..all() }),
        ("no such action", AuditFilter { action: text("shipment.paint"), ..all() }),
        ("a verb", AuditFilter { action: text("create"), ..all() }),
        ("no such verb", AuditFilter { action: text("paint"), ..all() }),
        ("a person", AuditFilter { user_id, ..all() }),
        ("a name", AuditFilter { search: text("nora 7"), ..all() }),
        ("nobody", AuditFilter { search: text("nobody"), ..all() }),
        ("long ago", AuditFilter { to: day, ..all() }),
    ];
    let mut tx = app.state.tenancy.begin(&tenant).await.unwrap();
    for (what, filter) in &cases {
        let search = Search::of(&mut tx, AuditScope::Everybodys, filter, "UTC").await.unwrap();
        let page = blocks(&mut tx, store::newest_first(&search, Paging { page: 2, per_page: 25 })).await;
        let counting = blocks(&mut tx, store::count(&search, TOTAL_CAP)).await;
        assert!(page <= 500, "{what}: {page} blocks");
        assert!(counting <= 1800, "count of {what}: {counting} blocks");
    }
}
