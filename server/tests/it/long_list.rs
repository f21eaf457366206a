//! A list of more shipments than are counted.

use serde_json::{Value, json};
use server::access::scope::RowScope;
use server::freight::shipments::list::{Conditions, ShipmentFilter, SortKey};
use server::freight::shipments::page::{self, Way};
use server::http::list::{Paging, TOTAL_CAP, parse_sort};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Execute, Executor, Postgres, QueryBuilder, Row};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::support::{ATLANTICO, TestApp};

/// The code counts up with time; every thousandth differs from the others in all that can be filtered by, and every other
/// has a source and a service of its own.
const MANY: &str = "
    insert into shipments (id, tracking_code, status, source, import_id, client_id, service_id, to_country_id, to_name,
                           from_name, created_at, updated_at, due_on, subsidiary_id, partner_id)
    select gen_random_uuid(), 'ZZ' || lpad(n::text, 8, '0') || '0BR', case when rare then 95 else 90 end,
           case when rare then 'rare' when n % 2 > 0 then 'odd' else 'bench' end,
           case when not rare then '00000000-0000-7000-8000-000000000003'::uuid end,
           case when rare then (select id from clients order by id limit 1) end,
           case when rare or n % 2 > 0 then (select id from services order by id limit 1 offset case when rare then 0 else 1 end) end,
           case when rare then 76 else 32 end, case when rare then 'Zoë' else 'Maria ' || n % 777 end, 'Horizonte',
           '2026-01-01'::timestamptz + n * interval '1 minute', '2026-06-01'::timestamptz - n * interval '1 minute',
           '2026-02-01'::date + n / 1000,
           (select id from subsidiaries order by lower(title) limit 1 offset case when rare then 0 else 1 end),
           case when rare then '00000000-0000-7000-8000-000000000001'::uuid
                when n % 8 > 0 then '00000000-0000-7000-8000-000000000002'::uuid end
    from (select n, n % 1000 = 0 as rare from generate_series(1, 12000) n) numbered";

/// One has a shipment in a thousand, the other most of them.
const PARTNERS: &str = "
    insert into partners (id, name, country_id, city)
    select ('00000000-0000-7000-8000-00000000000' || n)::uuid, 'Partner ' || n, 76, 'Lisboa' from generate_series(1, 2) n";
/// All but the rare came in with it.
const IMPORTS: &str = "
    insert into shipment_imports (id, file_key, file_name, file_size, format, shape, header, mapping, sample, doubts,
                                  created_by, created_at, updated_at)
    values ('00000000-0000-7000-8000-000000000003', 'file', 'file.csv', 1, '{}', 'shape', '{}', '{}', '{}', '{}',
            gen_random_uuid(), now(), now())";
const IMPORT: Uuid = Uuid::from_u128(0x0000_0000_0000_7000_8000_0000_0000_0003);
const SMALL: Uuid = Uuid::from_u128(0x0000_0000_0000_7000_8000_0000_0000_0001);
const LARGE: Uuid = Uuid::from_u128(0x0000_0000_0000_7000_8000_0000_0000_0002);

async fn app_with_many() -> TestApp {
    let app = TestApp::start().await;
    let tenant = app.tenant(ATLANTICO);
    let mut tx = app.state.tenancy.begin(&tenant).await.unwrap();
    tx.execute(PARTNERS).await.unwrap();
    tx.execute(IMPORTS).await.unwrap();
    tx.execute(MANY).await.unwrap();
    tx.commit().await.unwrap();
    as_owner(&app, &format!("vacuum (analyze) {}.shipments", tenant.id)).await;
    app
}

async fn as_owner(app: &TestApp, sql: &str) {
    let owner: PgConnectOptions = app.admin_url().parse().unwrap();
    let mut owner = owner.connect().await.unwrap();
    owner.execute(AssertSqlSafe(sql.to_owned())).await.unwrap();
}

#[tokio::test]
async fn a_list_beyond_what_is_counted_reaches_its_first_thousand() {
    let app = app_with_many().await;
    let staff = app.staff(ATLANTICO).await;
    let codes = |answer: Value| -> Vec<String> {
        let rows = answer["data"].as_array().unwrap().clone();
        rows.iter().map(|row| row["tracking_code"].as_str().unwrap().to_owned()).collect()
    };
    let page = staff.get("/api/shipments?status=90&sort=tracking_code&page=40").await.json();
    assert_eq!(page["meta"]["total"], 10_000);
    assert_eq!(page["meta"]["total_capped"], true);
    assert_eq!(codes(page)[..2], ["ZZ000009760BR", "ZZ000009770BR"]);
    let beyond = staff.get("/api/shipments?status=90&sort=tracking_code&page=41").await;
    assert_eq!(beyond.code_at("page"), "too_large");

    let columns = staff.get("/api/shipments?status=90&sort=to_name,-tracking_code").await.json();
    assert_eq!(codes(columns)[..2], ["ZZ000116550BR", "ZZ000108780BR"]);

    let first_days = "/api/shipments?status=90&created_from=2026-01-01&created_to=2026-01-08";
    let touched_last = staff.get(&format!("{first_days}&sort=-updated_at")).await.json();
    assert_eq!(touched_last["meta"]["total_capped"], true);
    assert_eq!(codes(touched_last)[..2], ["ZZ000001800BR", "ZZ000001810BR"]);
    let highest = staff.get(&format!("{first_days}&sort=-tracking_code")).await.json();
    assert_eq!(codes(highest)[..2], ["ZZ000116990BR", "ZZ000116980BR"]);

    let expected = "/api/shipments?status=90&due_from=2026-02-01&due_to=2026-02-12";
    for (sort, first) in [("-created_at", "ZZ000119990BR"), ("-updated_at", "ZZ000000010BR")] {
        let page = staff.get(&format!("{expected}&sort={sort}")).await.json();
        assert_eq!(page["meta"]["total_capped"], true);
        assert_eq!(codes(page)[0], first, "{sort}");
    }

    let newest = staff.get("/api/shipments?search=horizonte&sort=tracking_code").await.json();
    assert_eq!(newest["meta"]["total_capped"], true);
    assert_eq!(codes(newest)[..2], ["ZZ000110010BR", "ZZ000110020BR"]);
    let few = staff.get("/api/shipments?search=horizonte%20zo%C3%AB&sort=-tracking_code").await.json();
    assert_eq!(few["meta"]["total"], 12);
    assert_eq!(codes(few)[0], "ZZ000120000BR");
}

/// Beginnings are all that words without a group of three letters can be found by.
#[tokio::test]
async fn short_words_find_the_beginnings_of_words() {
    let app = app_with_many().await;
    let staff = app.staff(ATLANTICO).await;
    for (search, total) in
        [("zo%20ho", 12), ("oe%20ho", 0), ("zo", 0), ("zz", 10_000), ("%E6%B7%B1%E5%9C%B3", 0)]
    {
        let found = staff.get(&format!("/api/shipments?search={search}")).await.json();
        assert_eq!(found["meta"]["total"], total, "{search}");
    }
}

#[tokio::test]
async fn no_page_of_a_long_list_is_found_by_reading_all_shipments() {
    let app = app_with_many().await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let ids = "select c.id, s.id from clients c, services s order by c.id, s.id limit 1";
    let (client_id, service_id): (Uuid, Uuid) = sqlx::query_as(ids).fetch_one(&mut *tx).await.unwrap();
    let any = ShipmentFilter::default;
    let paging = Paging { page: 1, per_page: 25 };
    for filter in [
        ShipmentFilter { status: Some("95".to_owned()), ..any() },
        ShipmentFilter { client_id: Some(client_id), ..any() },
        ShipmentFilter { service_id: Some(service_id), ..any() },
        ShipmentFilter { partner_id: Some(SMALL), ..any() },
        ShipmentFilter { to_country_id: Some(76), ..any() },
        ShipmentFilter { source: Some("rare".to_owned()), ..any() },
        ShipmentFilter { import_id: Some(Uuid::nil()), ..any() },
        ShipmentFilter { created_to: Some("2026-01-01".parse().unwrap()), ..any() },
        ShipmentFilter { due_to: Some("2026-02-01".parse().unwrap()), ..any() },
        ShipmentFilter { due_from: Some("2026-02-12".parse().unwrap()), ..any() },
        ShipmentFilter { search: Some("ZZ000120".to_owned()), ..any() },
        ShipmentFilter { search: Some("xy".to_owned()), ..any() },
        ShipmentFilter { search: Some("zo ho".to_owned()), ..any() },
    ] {
        let conditions = Conditions::new(filter.clone(), RowScope::All, "UTC").unwrap();
        refuse_seq_scan(
            &mut tx,
            page::page_of_found(&conditions, paging, &[], Way::All(TOTAL_CAP)),
            &format!("{filter:?}"),
        )
        .await;
    }
    for column in
        ["created_at", "updated_at", "tracking_code", "to_name", "chargeable_weight_g", "declared_value"]
    {
        for sort in [column.to_owned(), format!("-{column}")] {
            let keys = parse_sort(Some(&sort), SortKey::named).unwrap();
            let conditions = Conditions::new(any(), RowScope::All, "UTC").unwrap();
            refuse_seq_scan(&mut tx, page::page_of_many(&conditions, paging, &keys, Way::Counted), &sort)
                .await;
        }
    }
}

/// In a million some are walked to and some sorted, as is sooner: nobody sees which.
#[tokio::test]
async fn a_page_of_many_is_the_same_walked_to_or_sorted() {
    let app = app_with_many().await;
    let tenant = app.tenant(ATLANTICO);
    // By the statistics there are so many that every walk may be long.
    let million = "update pg_class set reltuples = reltuples * 100, relpages = relpages * 100 where oid =";
    as_owner(&app, &format!("{million} '{}.shipments'::regclass", tenant.id)).await;
    let mut tx = app.state.tenancy.begin(&tenant).await.unwrap();
    let any = ShipmentFilter::default;
    for filter in [
        any(),
        ShipmentFilter { status: Some("90".to_owned()), partner_id: Some(LARGE), ..any() },
        ShipmentFilter { due_from: Some("2026-02-03".parse().unwrap()), ..any() },
        ShipmentFilter { import_id: Some(IMPORT), ..any() },
    ] {
        let conditions = Conditions::new(filter.clone(), RowScope::All, "UTC").unwrap();
        for sort in
            ["", "-updated_at", "tracking_code", "-to_name,declared_value", "chargeable_weight_g,-created_at"]
        {
            let keys = parse_sort(Some(sort), SortKey::named).unwrap();
            let way = page::way_of(&mut tx, &conditions, &keys).await.unwrap();
            // Each filter's own index has the usual order, but for the days of delivery; an import has others too.
            let walks = match sort {
                "" => filter.due_from.is_none(),
                "-updated_at" | "tracking_code" => filter.import_id.is_some(),
                _ => false,
            };
            assert_eq!(way, if walks { Way::Counted } else { Way::Sorted }, "{filter:?} by {sort}");
            for page in [1, 10] {
                let paging = Paging { page, per_page: 100 };
                let walked = page::page_of_many(&conditions, paging, &keys, Way::Counted);
                let walked = ids(&mut tx, walked).await;
                assert_eq!(walked.len(), 100);
                for sorted in [
                    page::page_of_many(&conditions, paging, &keys, Way::Sorted),
                    page::page_of_found(&conditions, paging, &keys, Way::All(page::SORTABLE)),
                ] {
                    assert_eq!(walked, ids(&mut tx, sorted).await, "{filter:?} by {sort}, page {page}");
                }
                let (rows, meta) = page::page(&mut tx, &conditions, paging, &keys).await.unwrap();
                assert_eq!((rows.len(), meta.total, meta.total_capped), (100, 10_000, true));
            }
            let beyond = Paging { page: 11, per_page: 100 };
            assert!(page::page(&mut tx, &conditions, beyond, &keys).await.is_err());
        }
    }
}

/// Of words between the rare and the frequent all shipments are read, of frequent ones the newest.
#[tokio::test]
async fn the_newest_of_many_found_by_words_are_the_same_whether_all_are_read_or_not() {
    let app = app_with_many().await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let filter = ShipmentFilter { search: Some("horizonte".to_owned()), ..ShipmentFilter::default() };
    let conditions = Conditions::new(filter, RowScope::All, "UTC").unwrap();
    for sort in ["", "created_at", "-updated_at", "tracking_code", "-to_name,declared_value"] {
        let keys = parse_sort(Some(sort), SortKey::named).unwrap();
        for page in [1, 10] {
            let paging = Paging { page, per_page: 100 };
            let newest = ids(&mut tx, page::page_of_many(&conditions, paging, &keys, Way::Counted)).await;
            assert_eq!(newest.len(), 100);
            for way in [Way::All(page::READABLE), Way::Newest(TOTAL_CAP + 1)] {
                let found = page::page_of_found(&conditions, paging, &keys, way);
                assert_eq!(newest, ids(&mut tx, found).await, "{way:?} by {sort}, page {page}");
            }
        }
    }
}

/// One in 16 is in it, as chance has it: of 12,000 at least 560 but once in more than a million million times. No more
/// than tell enough are counted.
#[tokio::test]
async fn the_sample_holds_one_in_16_of_what_matches() {
    let app = app_with_many().await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let any = ShipmentFilter::default;
    for (filter, expected) in [
        (ShipmentFilter { search: Some("horizonte".to_owned()), ..any() }, 560..751),
        (ShipmentFilter { search: Some("horizonte".to_owned()), partner_id: Some(LARGE), ..any() }, 480..751),
        (ShipmentFilter { search: Some("horizonte reykjavik".to_owned()), ..any() }, 0..1),
    ] {
        let conditions = Conditions::new(filter, RowScope::All, "UTC").unwrap();
        let plan = refuse_seq_scan(&mut tx, page::sample(&conditions), "the sample").await;
        assert!(plan.contains("shipments_sample_"), "{plan}");
        let found: i64 = page::sample(&conditions).build_query_scalar().fetch_one(&mut *tx).await.unwrap();
        assert!(expected.contains(&found), "{found} of {expected:?}");
    }
}

/// Where the sample tells that there are more than are counted, nobody sees that they were not counted.
#[tokio::test]
async fn of_far_more_than_are_counted_the_newest_are_the_same_without_counting() {
    let app = app_with_many().await;
    let tenant = app.tenant(ATLANTICO);
    let sampled = "set id = overlay(id::text placing '00' from 35)::uuid where status = 90";
    as_owner(&app, &format!("update {}.shipments {sampled}", tenant.id)).await;
    as_owner(&app, &format!("vacuum (analyze) {}.shipments", tenant.id)).await;
    // By the statistics there are so many that the sample is asked.
    let more = "update pg_class set reltuples = reltuples * 2 where oid =";
    as_owner(&app, &format!("{more} '{}.shipments'::regclass", tenant.id)).await;
    let staff = app.staff(ATLANTICO).await;
    let mut tx = app.state.tenancy.begin(&tenant).await.unwrap();
    let filter = ShipmentFilter { search: Some("horizonte".to_owned()), ..ShipmentFilter::default() };
    let conditions = Conditions::new(filter, RowScope::All, "UTC").unwrap();
    for sort in ["-created_at", "created_at", "-updated_at", "tracking_code", "-to_name,declared_value"] {
        let keys = parse_sort(Some(sort), SortKey::named).unwrap();
        let way = page::way_of(&mut tx, &conditions, &keys).await.unwrap();
        assert_eq!(way, Way::Many);
        let asked = format!("/api/shipments?search=horizonte&sort={sort}&per_page=100");
        let page = staff.get(&format!("{asked}&page=10")).await.json();
        assert_eq!((&page["meta"]["total"], &page["meta"]["total_capped"]), (&json!(10_000), &json!(true)));
        let paging = Paging { page: 10, per_page: 100 };
        let counted = page::page_of_found(&conditions, paging, &keys, Way::Newest(TOTAL_CAP + 1));
        let counted = ids(&mut tx, counted).await;
        let listed = page["data"].as_array().unwrap().iter().map(|row| row["id"].clone());
        assert_eq!(
            listed.collect::<Vec<_>>(),
            counted.iter().map(|id| json!(id)).collect::<Vec<_>>(),
            "by {sort}"
        );
        let beyond = staff.get(&format!("{asked}&page=11")).await;
        assert_eq!(beyond.code_at("page"), "too_large");
    }
}

async fn ids(tx: &mut TenantTx, mut query: QueryBuilder<Postgres>) -> Vec<Uuid> {
    query.build().persistent(false).fetch_one(&mut **tx).await.unwrap().get("ids")
}

/// Who is bound to a small branch, to a large one, or to both walks no further than who sees all.
#[tokio::test]
async fn no_page_of_a_branch_is_found_by_reading_all_shipments() {
    let app = app_with_many().await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let titles = "select id from subsidiaries order by lower(title)";
    let branches: Vec<Uuid> = sqlx::query_scalar(titles).fetch_all(&mut *tx).await.unwrap();
    let paging = Paging { page: 1, per_page: 25 };
    for own in [&branches[..1], &branches[1..], &branches[..], &[]] {
        let scope = RowScope::Subsidiaries(own.to_vec());
        let conditions = Conditions::new(ShipmentFilter::default(), scope, "UTC").unwrap();
        let what = format!("{} branches", own.len());
        // To count ten thousand of twelve thousand, reading them in a row may be the quickest there is.
        if !own.contains(&branches[1]) {
            refuse_seq_scan(
                &mut tx,
                page::page_of_found(&conditions, paging, &[], Way::All(TOTAL_CAP)),
                &what,
            )
            .await;
        }
        for sort in ["created_at", "-updated_at", "tracking_code", "-to_name", "declared_value"] {
            let keys = parse_sort(Some(sort), SortKey::named).unwrap();
            let many = page::page_of_many(&conditions, paging, &keys, Way::Counted);
            refuse_seq_scan(&mut tx, many, &format!("{what} by {sort}")).await;
        }
    }
}

/// Only the index that begins with the partner holds it: what one has few of is found there, and to what one has many of
/// the walk along the order of the list is short.
#[tokio::test]
async fn no_page_of_a_partner_is_found_by_reading_all_shipments() {
    let app = app_with_many().await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let paging = Paging { page: 1, per_page: 25 };
    for (partner_id, counted) in [(SMALL, 12), (LARGE, 10_001), (Uuid::nil(), 0)] {
        let scope = RowScope::Partner(partner_id);
        let conditions = Conditions::new(ShipmentFilter::default(), scope, "UTC").unwrap();
        let (_, meta) = page::page(&mut tx, &conditions, paging, &[]).await.unwrap();
        assert_eq!(meta.total, counted.min(10_000));
        // To count ten thousand of twelve thousand, reading them in a row may be the quickest there is.
        if counted < 10_000 {
            let found = page::page_of_found(&conditions, paging, &[], Way::All(TOTAL_CAP));
            refuse_seq_scan(&mut tx, found, &format!("{counted} of a partner")).await;
        }
        for sort in ["created_at", "-updated_at", "tracking_code", "-to_name", "declared_value"] {
            let keys = parse_sort(Some(sort), SortKey::named).unwrap();
            let many = page::page_of_many(&conditions, paging, &keys, Way::Counted);
            refuse_seq_scan(&mut tx, many, &format!("{counted} of a partner by {sort}")).await;
        }
    }
}

/// On a walk a text is searched only where no pair of the word is missing.
#[tokio::test]
async fn a_text_has_the_pairs_of_every_part_of_it_and_lacks_others() {
    let app = app_with_many().await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let odd = "update shipments set to_name = 'Zoë_50% D''Ávila\\ÆØ 深圳市 — ñandú', to_city = 'Nº 7/ß'
               where tracking_code = 'ZZ000000010BR'";
    assert_eq!(sqlx::query(odd).execute(&mut *tx).await.unwrap().rows_affected(), 1);
    let parts = "
        select count(*), count(*) filter (where letter_pairs(substr(search_key, place, length)) & ~letter_pairs <> 0)
        from (select * from shipments where tracking_code < 'ZZ000001000BR') s,
             generate_series(1, length(search_key)) place, generate_series(1, 6) length";
    let (parts, missed): (i64, i64) = sqlx::query_as(parts).fetch_one(&mut *tx).await.unwrap();
    assert!(parts > 10_000, "{parts}");
    assert_eq!(missed, 0);

    let others = "select count(*) filter (where letter_pairs('maria') & ~letter_pairs = 0)::float8 / count(*)
                  from shipments where search_key not like '%maria%'";
    let in_vain: f64 = sqlx::query_scalar(others).fetch_one(&mut *tx).await.unwrap();
    assert!(in_vain < 0.5, "{in_vain} of the texts are searched in vain");
}

/// Its words of one source or one service are walked to past no others.
#[tokio::test]
async fn of_a_partner_and_a_source_or_service_words_pass_nothing_else() {
    let app = app_with_many().await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let second = "select id from services order by id limit 1 offset 1";
    let service_id: Uuid = sqlx::query_scalar(second).fetch_one(&mut *tx).await.unwrap();
    let of_partner = || ShipmentFilter {
        search: Some("horizonte".to_owned()),
        partner_id: Some(LARGE),
        ..ShipmentFilter::default()
    };
    for (filter, index) in [
        (
            ShipmentFilter { source: Some("odd".to_owned()), ..of_partner() },
            "shipments_partner_source_words_idx",
        ),
        (
            ShipmentFilter { service_id: Some(service_id), ..of_partner() },
            "shipments_partner_service_words_idx",
        ),
    ] {
        let conditions = Conditions::new(filter, RowScope::All, "UTC").unwrap();
        let way = page::way_of(&mut tx, &conditions, &[]).await.unwrap();
        assert_eq!(way, Way::Newest(TOTAL_CAP + 1));
        let found = page::page_of_found(&conditions, Paging { page: 1, per_page: 25 }, &[], way);
        let plan = refuse_seq_scan(&mut tx, found, index).await;
        assert!(plan.contains(index), "{plan}");
        let (_, meta) =
            page::page(&mut tx, &conditions, Paging { page: 1, per_page: 25 }, &[]).await.unwrap();
        assert_eq!(meta.total, 6_000);
    }
}

/// Gives the plan.
async fn refuse_seq_scan(tx: &mut TenantTx, mut query: QueryBuilder<Postgres>, what: &str) -> String {
    let mut query = query.build();
    let arguments = query.take_arguments().unwrap().unwrap_or_default();
    let sql = format!("explain {}", query.sql().as_str());
    let explain = sqlx::query_scalar_with(AssertSqlSafe(sql), arguments).persistent(false);
    let plan: Vec<String> = explain.fetch_all(&mut **tx).await.unwrap();
    let plan = plan.join("\n");
    assert!(!plan.contains("Seq Scan on shipments"), "{what}\n{plan}");
    plan
}
