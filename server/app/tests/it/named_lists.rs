//! The statements of lists are named, and stay right for every company and every value.

use access::scope::RowScope;
use freight::shipments::known_totals::KnownTotals;
use freight::shipments::list::{self, Conditions, ShipmentFilter, SortKey};
use serde_json::json;
use server_core::http::list::{Paging, parse_sort};
use server_core::live::{self, Audience};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Executor, Row};

use crate::long_list::{app_with_many, listed};
use crate::support::{ATLANTICO, PACIFIC, TestApp};

const FIRST: Paging = Paging { page: 1, per_page: 25 };
const FEW: &str = "
    insert into shipments (id, tracking_code, status, source, to_name, from_name, created_at, updated_at)
    select gen_random_uuid(), 'PP' || lpad(n::text, 8, '0') || '0BR', 90, 'few', 'Maria', 'Horizonte', now(), now()
    from generate_series(1, 3) n";

fn of_status(status: &str) -> ShipmentFilter {
    ShipmentFilter { status: Some(status.to_owned()), ..ShipmentFilter::default() }
}

/// Statements of this connection that contain a text, and how often they used a plan for all values.
async fn named(conn: &mut sqlx::PgConnection, part: &str) -> (i64, i64) {
    let sql =
        "select count(*), coalesce(sum(generic_plans), 0)::bigint from pg_catalog.pg_prepared_statements
               where statement like '%from shipments s where%' and position($1 in statement) > 0
                 and position('pg_prepared_statements' in statement) = 0";
    sqlx::query_as(sql).bind(part).fetch_one(conn).await.unwrap()
}

#[tokio::test]
async fn one_named_list_serves_two_companies_on_a_connection() {
    let app = app_with_many().await;
    let mut tx = app.state.tenancy.begin(&app.tenant(PACIFIC)).await.unwrap();
    tx.execute(FEW).await.unwrap();
    tx.commit().await.unwrap();
    let owner: PgConnectOptions = app.admin_url().parse().unwrap();
    let mut conn = owner.connect().await.unwrap();
    let conditions = Conditions::new(of_status("90"), RowScope::All, "UTC").unwrap();
    for _ in 0..8 {
        for (host, count, start) in [(ATLANTICO, 25, "ZZ"), (PACIFIC, 3, "PP")] {
            let id = app.tenant(host).id;
            let entry = format!("begin; set local search_path to {id}, ref; set local role {id}");
            conn.execute(AssertSqlSafe(entry)).await.unwrap();
            let mut query = conditions.page_query(FIRST, &[]);
            let rows = query.build().fetch_all(&mut conn).await.unwrap();
            conn.execute("commit").await.unwrap();
            let codes: Vec<String> = rows.iter().map(|row| row.get("tracking_code")).collect();
            let own = codes.iter().filter(|code| code.starts_with(start)).count();
            assert_eq!((codes.len(), own), (count, count), "{host}");
        }
    }
    assert_eq!(named(&mut conn, "s.status = $1").await.0, 1);
}

/// The number of rows of the first page, and the total.
async fn page(app: &TestApp, filter: &ShipmentFilter, sort: &str) -> (usize, i64) {
    let conditions = Conditions::new(filter.clone(), RowScope::All, "UTC").unwrap();
    let sort = parse_sort(Some(sort), SortKey::from_name).unwrap();
    let totals = KnownTotals::default();
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let (rows, meta) = list::page(&mut tx, &totals, &conditions, FIRST, &sort).await.unwrap();
    tx.commit().await.unwrap();
    (rows.len(), meta.total)
}

#[tokio::test]
async fn rare_and_frequent_values_share_a_plan_only_where_it_is_good_for_both() {
    let app = app_with_many().await;
    let source = |name: &str| ShipmentFilter { source: Some(name.to_owned()), ..ShipmentFilter::default() };
    for (frequent, rare, sort, part, most, is_shared) in [
        (of_status("90"), of_status("95"), "", "s.status = $1 order by s.created_at desc", 10_000, true),
        (of_status("90"), of_status("95"), "to_name", "s.status = $1 order by s.to_name", 10_000, false),
        (source("odd"), source("rare"), "", "search_text(s.source) = search_text($1) order by", 1_000, false),
    ] {
        for (filter, rows, total) in [(&frequent, 25, most), (&rare, 12, 12)] {
            for _ in 0..8 {
                assert_eq!(page(&app, filter, sort).await, (rows, total), "{filter:?}");
            }
        }
        let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
        let (statements, shared) = named(&mut tx, part).await;
        assert_eq!((statements, shared > 0), (1, is_shared), "{part}");
    }
}

/// Gives some of the delivered shipments another status.
async fn move_shipments(app: &TestApp, count: i32, is_announced: bool) {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let moved = "update shipments set status = 60
                 where id in (select id from shipments where status = 90 order by id limit $1)";
    sqlx::query(moved).bind(count).execute(&mut *tx).await.unwrap();
    if is_announced {
        live::records_changed(&mut tx, &Audience::Staff, "shipment", &[]);
    }
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_long_total_is_counted_again_after_the_next_event() {
    let app = app_with_many().await;
    let staff = app.staff(ATLANTICO).await;
    let client = app.client(ATLANTICO).await;
    move_shipments(&app, 1_001, true).await;
    for (more, is_announced, total) in
        [(0, false, 1_001), (1, false, 1_001), (1, true, 1_003), (1, true, 1_004)]
    {
        move_shipments(&app, more, is_announced).await;
        let (_, meta) = listed(&staff, "status=60").await;
        assert_eq!((&meta["total"], &meta["total_capped"]), (&json!(total), &json!(false)));
        let (_, meta) = listed(&client, "status=60").await;
        assert_eq!(meta["total"], 0);
        let (_, meta) = listed(&staff, "status=60&source=odd&per_page=10").await;
        assert!(meta["total"].as_i64().unwrap() < 1_000, "{meta}");
    }
    move_shipments(&app, 1_000, true).await;
    let (_, meta) = listed(&staff, "status=60&due_from=2026-01-01").await;
    assert_eq!((&meta["total"], &meta["total_capped"]), (&json!(1_000), &json!(true)));
    let (codes, meta) = listed(&staff, "status=60&due_from=2026-01-01&page=81").await;
    assert_eq!((codes.len(), &meta["total"], &meta["total_capped"]), (4, &json!(2_004), &json!(false)));
}

#[tokio::test]
async fn a_change_that_nobody_hears_of_raises_the_event_number() {
    let app = app_with_many().await;
    let tenant = app.tenant(ATLANTICO);
    let mut tx = app.state.tenancy.begin(&tenant).await.unwrap();
    let before = live::store::head(&mut tx).await.unwrap();
    live::records_change_unheard(&mut tx, "shipment");
    tx.commit().await.unwrap();
    let mut tx = app.state.tenancy.begin(&tenant).await.unwrap();
    assert_eq!(live::store::head(&mut tx).await.unwrap().seq, before.seq + 1);
}
