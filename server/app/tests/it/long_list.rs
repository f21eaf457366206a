//! A list with more shipments than are counted.

use access::scope::RowScope;
use freight::shipments::known_totals::KnownTotals;
use freight::shipments::list::{self, Conditions, ShipmentFilter, SortKey};
use serde_json::{Value, json};
use server_core::http::list::{FIRST_CAP, PageMeta, Paging, TOTAL_CAP, parse_sort};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Execute, Executor, Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::support::{ATLANTICO, Person, TestApp};

/// The code increases with time. Every thousandth shipment has another value in every filter; the source and
/// service of all others are unique.
const MANY: &str = "
    with chosen as materialized (
        select (select id from clients order by id limit 1) as client,
               array(select id from services order by id limit 2) as services,
               array(select id from subsidiaries order by lower(title) limit 2) as branches
    )
    insert into shipments (id, tracking_code, status, source, import_id, client_id, service_id, to_country_id, to_name,
                           from_name, created_at, updated_at, due_on, subsidiary_id, partner_id)
    select gen_random_uuid(), 'ZZ' || lpad(n::text, 8, '0') || '0BR', case when rare then 95 else 90 end,
           case when rare then 'rare' when n % 2 > 0 then 'odd' else 'bench' end,
           case when not rare then '00000000-0000-7000-8000-000000000003'::uuid end,
           case when rare then chosen.client end,
           case when rare or n % 2 > 0 then services[case when rare then 1 else 2 end] end,
           case when rare then 76 else 32 end, case when rare then 'Zoë' else 'Maria ' || n % 777 end, 'Horizonte',
           '2026-01-01'::timestamptz + n * interval '1 minute', '2026-06-01'::timestamptz - n * interval '1 minute',
           '2026-02-01'::date + n / 1000,
           branches[case when rare then 1 else 2 end],
           case when rare then '00000000-0000-7000-8000-000000000001'::uuid
                when n % 8 > 0 then '00000000-0000-7000-8000-000000000002'::uuid end
    from chosen, (select n, n % 1000 = 0 as rare from generate_series(1, 12000) n) numbered";

/// One partner has a shipment in a thousand, the other most of them.
const PARTNERS: &str = "
    insert into partners (id, name, country_id, city)
    select ('00000000-0000-7000-8000-00000000000' || n)::uuid, 'Partner ' || n, 76, 'Lisboa' from generate_series(1, 2) n";
/// All shipments except the rare ones belong to it.
const IMPORTS: &str = "
    insert into shipment_imports (id, file_key, file_name, file_size, format, shape, header, mapping, sample, doubts,
                                  created_by, created_at, updated_at)
    values ('00000000-0000-7000-8000-000000000003', 'file', 'file.csv', 1, '{}', 'shape', '{}', '{}', '{}', '{}',
            gen_random_uuid(), now(), now())";
const SMALL: Uuid = Uuid::from_u128(0x0000_0000_0000_7000_8000_0000_0000_0001);
const LARGE: Uuid = Uuid::from_u128(0x0000_0000_0000_7000_8000_0000_0000_0002);

pub async fn app_with_many() -> TestApp {
    let app = TestApp::start().await;
    let tenant = app.tenant(ATLANTICO);
    let mut tx = app.state.tenancy.begin(&tenant).await.unwrap();
    tx.execute(PARTNERS).await.unwrap();
    tx.execute(IMPORTS).await.unwrap();
    tx.execute(MANY).await.unwrap();
    tx.commit().await.unwrap();
    app.vacuum(ATLANTICO, "shipments").await;
    app
}

/// The codes of a page, and its `meta`.
pub async fn listed(user: &Person, query: &str) -> (Vec<String>, Value) {
    let answer = user.get(&format!("/api/shipments?{query}")).await.json();
    let rows = answer["data"].as_array().unwrap_or_else(|| panic!("{query}: {answer}"));
    let codes = rows.iter().map(|row| row["tracking_code"].as_str().unwrap().to_owned()).collect();
    (codes, answer["meta"].clone())
}

#[tokio::test]
async fn a_list_beyond_the_count_limit_shows_its_first_thousand() {
    let app = app_with_many().await;
    let staff = app.staff(ATLANTICO).await;
    let (_, meta) = listed(&staff, "status=90&source=odd&sort=tracking_code").await;
    assert_eq!((&meta["total"], &meta["total_capped"]), (&json!(FIRST_CAP), &json!(true)));
    let (codes, meta) = listed(&staff, "status=90&sort=tracking_code&page=40").await;
    assert_eq!((&meta["total"], &meta["total_capped"]), (&json!(10_000), &json!(true)));
    assert_eq!(codes[..2], ["ZZ000009760BR", "ZZ000009770BR"]);
    let beyond = staff.get("/api/shipments?status=90&sort=tracking_code&page=41").await;
    assert_eq!(beyond.code_at("page"), "too_large");
    let beyond = staff.get("/api/shipments?search=horizonte&page=41").await;
    assert_eq!(beyond.code_at("page"), "too_large");
}

#[tokio::test]
async fn a_long_list_is_sorted_by_every_column() {
    let app = app_with_many().await;
    let staff = app.staff(ATLANTICO).await;
    let first_days = "created_from=2026-01-01&created_to=2026-01-08";
    for (query, first) in [
        ("sort=to_name,-tracking_code".to_owned(), ["ZZ000116550BR", "ZZ000108780BR"]),
        (format!("{first_days}&sort=-updated_at"), ["ZZ000001800BR", "ZZ000001810BR"]),
        (format!("{first_days}&sort=-tracking_code"), ["ZZ000116990BR", "ZZ000116980BR"]),
        ("due_from=2026-02-01&due_to=2026-02-12".to_owned(), ["ZZ000119990BR", "ZZ000119980BR"]),
        ("sort=chargeable_weight_g,created_at".to_owned(), ["ZZ000000010BR", "ZZ000000020BR"]),
        ("sort=-declared_value,created_at".to_owned(), ["ZZ000000010BR", "ZZ000000020BR"]),
    ] {
        let (codes, meta) = listed(&staff, &format!("status=90&{query}")).await;
        assert_eq!(meta["total_capped"], true, "{query}");
        assert_eq!(codes[..2], first, "{query}");
    }
}

#[tokio::test]
async fn null_values_are_last_in_both_directions() {
    let app = app_with_many().await;
    let staff = app.staff(ATLANTICO).await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let valued = "update shipments set declared_value = 10 + right(left(tracking_code, 10), 4)::int / 1000,
                  to_name = nullif(to_name, 'Zoë') where status = 95 and tracking_code > 'ZZ000100'";
    assert_eq!(sqlx::query(valued).execute(&mut *tx).await.unwrap().rows_affected(), 3);
    tx.commit().await.unwrap();
    for (sort, first, last) in [
        ("declared_value,created_at", "ZZ000100000BR", "ZZ000090000BR"),
        ("-declared_value,-created_at", "ZZ000120000BR", "ZZ000010000BR"),
        ("to_name,created_at", "ZZ000010000BR", "ZZ000120000BR"),
        ("-to_name,-created_at", "ZZ000090000BR", "ZZ000100000BR"),
    ] {
        let (codes, _) = listed(&staff, &format!("status=95&sort={sort}")).await;
        assert_eq!((codes.len(), &*codes[0], &*codes[11]), (12, first, last), "{sort}");
    }
}

#[tokio::test]
async fn search_results_are_newest_first() {
    let app = app_with_many().await;
    let staff = app.staff(ATLANTICO).await;
    for sort in ["", "created_at", "tracking_code", "-to_name,declared_value"] {
        let (codes, meta) = listed(&staff, &format!("search=horizonte&sort={sort}")).await;
        assert_eq!((&meta["total"], &meta["total_capped"]), (&json!(FIRST_CAP), &json!(true)));
        assert_eq!(codes[..2], ["ZZ000120000BR", "ZZ000119990BR"], "{sort}");
    }
    assert_eq!(staff.get("/api/shipments?search=x&sort=x").await.code_at("sort"), "unknown_option");
}

#[tokio::test]
async fn every_word_matches_the_beginning_of_a_word_and_a_code_anywhere() {
    let app = app_with_many().await;
    let staff = app.staff(ATLANTICO).await;
    for (search, total) in [
        ("zo", 12),
        ("ZOE ho", 12),
        ("oe ho", 0),
        ("zz", FIRST_CAP),
        ("00011999", 1),
        ("maria 11999", 1),
        ("zoe 11999", 0),
        ("%E6%B7%B1%E5%9C%B3", 0),
    ] {
        let (_, meta) = listed(&staff, &format!("search={}", search.replace(' ', "%20"))).await;
        assert_eq!(meta["total"], total, "{search}");
    }
    let long = format!("/api/shipments?search={}", "x".repeat(201));
    assert_eq!(staff.get(&long).await.code_at("search"), "invalid");
}

/// A lock delays the search beyond its time limit.
#[tokio::test]
async fn a_slow_search_is_refused() {
    let app = app_with_many().await;
    let staff = app.staff(ATLANTICO).await;
    let mut lock = app.admin_url().parse::<PgConnectOptions>().unwrap().connect().await.unwrap();
    let table = format!("begin; lock table {}.shipments", app.tenant(ATLANTICO).id);
    lock.execute(AssertSqlSafe(table)).await.unwrap();
    let answer = staff.get("/api/shipments?search=horizonte").await;
    assert_eq!(answer.status, 422);
    assert_eq!(answer.code_at("search"), "search_too_broad");
    lock.execute("rollback").await.unwrap();
    let (codes, _) = listed(&staff, "search=horizonte").await;
    assert_eq!(codes.len(), 25);
}

async fn meta_of(tx: &mut TenantTx, scope: RowScope, filter: ShipmentFilter) -> PageMeta {
    let conditions = Conditions::new(filter, scope, "UTC").unwrap();
    list::page(tx, &KnownTotals::default(), &conditions, Paging { page: 1, per_page: 25 }, &[])
        .await
        .unwrap()
        .1
}

#[tokio::test]
async fn lists_contain_only_shipments_in_the_scope() {
    let app = app_with_many().await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let titles = "select id from subsidiaries order by lower(title)";
    let branches: Vec<Uuid> = sqlx::query_scalar(titles).fetch_all(&mut *tx).await.unwrap();
    let client: Uuid =
        sqlx::query_scalar("select id from clients order by id limit 1").fetch_one(&mut *tx).await.unwrap();
    for (scope, rare, all) in [
        (RowScope::All, 12, TOTAL_CAP),
        (RowScope::Client(client), 12, 12),
        (RowScope::Client(Uuid::nil()), 0, 0),
        (RowScope::Subsidiaries(branches[..1].to_vec()), 12, 12),
        (RowScope::Subsidiaries(branches[1..2].to_vec()), 0, TOTAL_CAP),
        (RowScope::Subsidiaries(branches[..2].to_vec()), 12, FIRST_CAP),
        (RowScope::Subsidiaries(vec![]), 0, 0),
        (RowScope::Partner(SMALL), 12, 12),
        (RowScope::Partner(LARGE), 0, TOTAL_CAP),
    ] {
        let words = |words: &str| ShipmentFilter { search: Some(words.to_owned()), ..Default::default() };
        let found = meta_of(&mut tx, scope.clone(), words("horizonte zoe")).await;
        assert_eq!(found.total, rare, "{scope:?}");
        let is_capped = all >= FIRST_CAP;
        for (filter, all) in [(ShipmentFilter::default(), all), (words("horizonte"), all.min(FIRST_CAP))] {
            let found = meta_of(&mut tx, scope.clone(), filter).await;
            assert_eq!((found.total, found.total_capped), (all, is_capped), "{scope:?}");
        }
    }
    let others = ShipmentFilter { partner_id: Some(LARGE), ..Default::default() };
    assert_eq!(meta_of(&mut tx, RowScope::Partner(SMALL), others).await.total, 0);
}

#[tokio::test]
async fn bulk_actions_use_the_newest_matches() {
    let app = app_with_many().await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let rare = ShipmentFilter { status: Some("95".to_owned()), ..Default::default() };
    let conditions = Conditions::new(rare, RowScope::All, "UTC").unwrap();
    let ids = list::matching_ids(&mut tx, &conditions, &[], 2).await.unwrap();
    let newest = "select id from shipments where status = 95 order by created_at desc limit 2";
    assert_eq!(ids, sqlx::query_scalar::<_, Uuid>(newest).fetch_all(&mut *tx).await.unwrap());
}

#[tokio::test]
async fn every_filter_uses_an_index_for_rare_values() {
    let app = app_with_many().await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let client_id = "select id from clients order by id limit 1";
    let client_id: Uuid = sqlx::query_scalar(client_id).fetch_one(&mut *tx).await.unwrap();
    let branch = "select id from subsidiaries order by lower(title) limit 1";
    let branch: Uuid = sqlx::query_scalar(branch).fetch_one(&mut *tx).await.unwrap();
    let any = ShipmentFilter::default;
    let paging = Paging { page: 1, per_page: 25 };
    for (filter, scope) in [
        (ShipmentFilter { status: Some("95".to_owned()), ..any() }, RowScope::All),
        (ShipmentFilter { client_id: Some(client_id), ..any() }, RowScope::All),
        (ShipmentFilter { idle_days: Some(9), ..any() }, RowScope::All),
        (ShipmentFilter { unconfirmed: Some(true), ..any() }, RowScope::All),
        (ShipmentFilter { on_hold: Some(true), ..any() }, RowScope::All),
        (ShipmentFilter { contradicted: Some(true), ..any() }, RowScope::All),
        (ShipmentFilter { partner_id: Some(SMALL), ..any() }, RowScope::All),
        (ShipmentFilter { to_country_id: Some(76), ..any() }, RowScope::All),
        (ShipmentFilter { source: Some("rare".to_owned()), ..any() }, RowScope::All),
        (ShipmentFilter { import_id: Some(Uuid::nil()), ..any() }, RowScope::All),
        (ShipmentFilter { created_to: Some("2026-01-01".parse().unwrap()), ..any() }, RowScope::All),
        (ShipmentFilter { due_to: Some("2026-02-01".parse().unwrap()), ..any() }, RowScope::All),
        (ShipmentFilter { search: Some("ZZ000120".to_owned()), ..any() }, RowScope::All),
        (ShipmentFilter { search: Some("xy".to_owned()), ..any() }, RowScope::All),
        (ShipmentFilter { search: Some("Łódź O’Connor".to_owned()), ..any() }, RowScope::All),
        (ShipmentFilter { search: Some("ZZ 000 120 000 BR".to_owned()), ..any() }, RowScope::All),
        (any(), RowScope::Client(client_id)),
        (any(), RowScope::Subsidiaries(vec![branch])),
        (any(), RowScope::Partner(SMALL)),
    ] {
        let conditions = Conditions::new(filter.clone(), scope.clone(), "UTC").unwrap();
        for query in [conditions.page_query(paging, &[]), conditions.count_query(TOTAL_CAP)] {
            refuse_seq_scan(&mut tx, query, &format!("{filter:?} {scope:?}")).await;
        }
    }
    let conditions = Conditions::new(any(), RowScope::All, "UTC").unwrap();
    for sort in ["-created_at", "created_at", "tracking_code", "-tracking_code", "to_name"] {
        let keys = parse_sort(Some(sort), SortKey::from_name).unwrap();
        refuse_seq_scan(&mut tx, conditions.page_query(paging, &keys), sort).await;
    }
}

async fn refuse_seq_scan(tx: &mut TenantTx, mut query: QueryBuilder<Postgres>, what: &str) {
    let mut query = query.build();
    let arguments = query.take_arguments().unwrap().unwrap_or_default();
    let sql = format!("explain {}", query.sql().as_str());
    let explain = sqlx::query_scalar_with(AssertSqlSafe(sql), arguments).persistent(false);
    let plan: Vec<String> = explain.fetch_all(&mut **tx).await.unwrap();
    let plan = plan.join("\n");
    assert!(!plan.contains("Seq Scan on shipments"), "{what}\n{plan}");
}
