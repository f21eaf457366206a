//! The shared lookups are complete and cacheable, and have no data of other tenants.

use std::collections::BTreeSet;

use poem::http::Method;
use serde_json::Value;
use sqlx::AssertSqlSafe;

use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

const BRAZIL: i64 = 32;

const PUBLIC: [&str; 7] = [
    "/api/auxiliar/countries",
    "/api/auxiliar/ddi",
    "/api/auxiliar/states/BR",
    "/api/auxiliar/cities/26",
    "/api/auxiliar/languages",
    "/api/auxiliar/locales",
    "/api/timezones",
];

/// Public lookups that a tenant can change.
const EDITED: [&str; 4] =
    ["/api/auxiliar/countries", "/api/auxiliar/ddi", "/api/auxiliar/languages", "/api/auxiliar/locales"];

const SIGNED_IN: [&str; 9] = [
    "/api/auxiliar/airports",
    "/api/auxiliar/advanced_posts",
    "/api/auxiliar/currencies",
    "/api/auxiliar/chargeable_currencies",
    "/api/auxiliar/banks",
    "/api/auxiliar/services",
    "/api/auxiliar/packages",
    "/api/auxiliar/shipment-events",
    "/api/auxiliar/addresses?search=campinas",
];

/// Queries for rows that refer to missing rows; each must return none.
const ORPHANS: [(&str, &str); 9] = [
    ("alias", "select name from ref.country_aliases a where not exists (select from ref.countries where id = a.country_id)"),
    ("state", "select name from ref.states s where not exists (select from ref.countries where id = s.country_id)"),
    (
        "state's region",
        "select name from ref.states s where parent_id is not null
         and not exists (select from ref.states p where p.id = s.parent_id and p.country_id = s.country_id)",
    ),
    (
        "city",
        "select name from ref.cities c where not exists (select from ref.countries where id = c.country_id)
         or state_id is not null
            and not exists (select from ref.states s where s.id = c.state_id and s.country_id = c.country_id)",
    ),
    (
        "airport",
        "select name from ref.airports a where not exists (select from ref.countries where id = a.country_id)
         or not exists (select from ref.time_zones z where a.time_zone in (z.name) or a.time_zone = any (z.aliases))",
    ),
    (
        "country's currency",
        "select alpha2 as name from ref.countries c where currency_code is not null
         and not exists (select from ref.currencies where code = c.currency_code)",
    ),
    (
        "time zone",
        "select z.name from ref.time_zones z, unnest(country_codes) code
         where not exists (select from ref.countries where alpha2 = code)",
    ),
    (
        "range",
        "select from_postcode as name from ref.postcode_ranges r
         where not exists (select from ref.states s where s.id = r.state_id and s.country_id = r.country_id)",
    ),
    (
        "postcode",
        "select from_postcode as name from ref.postcodes p where state_id is not null
         and not exists (select from ref.states s where s.id = p.state_id and s.country_id = p.country_id)",
    ),
];

pub async fn list(person: &Person, path: &str) -> Vec<Value> {
    let data = person.get(path).await.data();
    data.as_array().unwrap_or_else(|| panic!("{path} is no list: {data}")).clone()
}

pub async fn again(person: &Person, path: &str, etag: &str) -> Answer {
    let mut request = person.request(Method::GET, path);
    request.headers_mut().insert("if-none-match", etag.parse().unwrap());
    person.call(request).await
}

async fn run(app: &TestApp, host: &str, sql: &'static str) {
    let mut tx = app.state.tenancy.begin(&app.tenant(host)).await.unwrap();
    sqlx::query(sql).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn brazil_is_32_and_every_country_has_four_names() {
    let app = TestApp::start().await;
    let visitor = app.visitor(ATLANTICO);
    let countries = list(&visitor, "/api/auxiliar/countries").await;
    assert_eq!(countries.len(), 250);
    for country in &countries {
        for key in ["pt", "en", "es", "zh"] {
            let name = country["name_locale"][key].as_str().unwrap_or_default();
            assert!(!name.is_empty(), "{country} has no name in {key}");
        }
    }
    let brazil = countries.iter().find(|country| country["alpha2"] == "BR").unwrap();
    assert_eq!(
        (&brazil["id"], &brazil["ddi"], &brazil["currency_code"]),
        (&32.into(), &"55".into(), &"BRL".into())
    );

    let states = list(&visitor, "/api/auxiliar/states/32").await;
    assert_eq!(states.len(), 27);
    assert_eq!(states, list(&visitor, "/api/auxiliar/states/br").await);
    let mut cities = BTreeSet::new();
    for state in &states {
        for city in list(&visitor, &format!("/api/auxiliar/cities/{}", state["id"])).await {
            assert_eq!(city["country_id"], BRAZIL);
            cities.insert(city["ibge_code"].as_i64().unwrap());
        }
    }
    assert_eq!(cities.len(), 5571);
}

#[tokio::test]
async fn no_lookup_refers_to_a_missing_row() {
    let app = TestApp::start().await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    for (what, sql) in ORPHANS {
        let sql = format!("select name::text from ({sql}) orphans limit 3");
        let orphans: Vec<String> = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(&mut *tx).await.unwrap();
        assert!(orphans.is_empty(), "orphans, {what}: {orphans:?}");
    }
    tx.rollback().await;
}

#[tokio::test]
async fn every_postcode_pattern_compiles() {
    let app = TestApp::start().await;
    for country in list(&app.visitor(ATLANTICO), "/api/auxiliar/countries").await {
        if let Some(pattern) = country["postcode_pattern"].as_str() {
            assert!(regex::Regex::new(pattern).is_ok(), "{}: {pattern}", country["alpha2"]);
        }
    }
}

#[tokio::test]
async fn country_aliases_are_unambiguous() {
    let app = TestApp::start().await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    for (spelling, alpha2) in [
        ("Congo, DRC", Some("CD")),
        ("Côte d'Ivoire", Some("CI")),
        ("IVORY COAST", Some("CI")),
        ("U.S.A.", Some("US")),
        ("estados unidos da america", Some("US")),
        ("中国", Some("CN")),
        ("bra", Some("BR")),
        ("Viet Nam", Some("VN")),
        ("Congo", None),
        ("Atlantis", None),
    ] {
        let found: Option<String> = sqlx::query_scalar(
            "select c.alpha2 from ref.country_aliases a join ref.countries c on c.id = a.country_id
             where a.plain = ref.plain($1)",
        )
        .bind(spelling)
        .fetch_optional(&mut *tx)
        .await
        .unwrap();
        assert_eq!(found.as_deref(), alpha2, "{spelling}");
    }
    tx.rollback().await;
}

#[tokio::test]
async fn only_lookups_for_registration_are_public() {
    let app = TestApp::start().await;
    let visitor = app.visitor(ATLANTICO);
    let client = app.client(ATLANTICO).await;
    for path in PUBLIC {
        assert!(!list(&visitor, path).await.is_empty(), "{path} is empty");
    }
    for path in SIGNED_IN {
        assert_eq!(visitor.get(path).await.status, 401, "{path}");
        assert_eq!(client.get(path).await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn every_list_has_a_strong_etag_and_answers_304_to_it() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    for path in PUBLIC.into_iter().chain(SIGNED_IN) {
        let first = staff.get(path).await;
        let etag = first.header("etag").unwrap_or_else(|| panic!("{path} has no ETag")).to_owned();
        assert!(etag.starts_with('"') && etag.len() > 20, "{path}: {etag}");
        assert_eq!(first.header("vary"), Some("Host, Accept-Encoding"), "{path}");

        let second = again(&staff, path, &etag).await;
        assert_eq!((second.status, second.body.len()), (304, 0), "{path}");
        assert_eq!(second.header("etag"), Some(etag.as_str()), "{path}");
        assert_eq!(again(&staff, path, "\"another\"").await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn shared_caches_keep_only_shared_data() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    for path in PUBLIC.into_iter().filter(|path| !EDITED.contains(path)) {
        let answer = staff.get(path).await;
        assert_eq!(answer.header("cache-control"), Some("public, max-age=3600"), "{path}");
        assert_eq!(answer.header("set-cookie"), None, "{path}");
        assert_eq!(answer.body, app.visitor(PACIFIC).get(path).await.body, "{path} differs between tenants");
    }
    for path in SIGNED_IN.into_iter().chain(EDITED) {
        assert_eq!(staff.get(path).await.header("cache-control"), Some("private, no-cache"), "{path}");
    }
}

#[tokio::test]
async fn a_tenants_lists_contain_its_own_active_rows() {
    let app = TestApp::start().await;
    let (atlantico, pacific) = (app.staff(ATLANTICO).await, app.staff(PACIFIC).await);
    run(
        &app,
        ATLANTICO,
        r#"insert into packages (id, code, title_locale, package_type, active)
           select gen_random_uuid(), code, '{"pt": "Caixa", "en": "Box", "es": "Caja", "zh": "箱"}', 'box', active
           from (values ('A', true), ('AOLD', false)) as given (code, active)"#,
    )
    .await;
    run(
        &app,
        ATLANTICO,
        "insert into advanced_posts (id, code, name, country_id, address_1, city, hours)
         values (gen_random_uuid(), 'ZZ', 'Centro', 32, 'Rua Direita', 'São Paulo', '9–18')",
    )
    .await;
    let packages = list(&atlantico, "/api/auxiliar/packages").await;
    let offered: Vec<&str> = packages.iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert_eq!(offered, ["ENV", "CX-P", "CX-G", "TUBO", "A"]);
    let posts = list(&atlantico, "/api/auxiliar/advanced_posts").await;
    assert_eq!(posts.last().unwrap()["hours"], "9–18");
    let next_door = list(&pacific, "/api/auxiliar/packages").await;
    assert!(next_door.iter().all(|one| !offered.contains(&one["code"].as_str().unwrap())));
    assert!(list(&pacific, "/api/auxiliar/advanced_posts").await.is_empty());

    let codes = |rows: Vec<Value>| {
        rows.iter().map(|row| row["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let path = "/api/auxiliar/chargeable_currencies";
    assert_eq!(codes(list(&atlantico, path).await), ["BRL", "USD"]);
    assert_eq!(codes(list(&pacific, path).await), ["USD"]);
    let locales = list(&atlantico, "/api/auxiliar/locales").await;
    assert_eq!((&locales[0]["code"], &locales[0]["is_default"]), (&"pt-BR".into(), &true.into()));
    assert_eq!(list(&pacific, "/api/auxiliar/locales").await[0]["code"], "en");
    assert!(codes(list(&atlantico, "/api/auxiliar/services").await).contains(&"EXP".to_owned()));
}

#[tokio::test]
async fn a_client_gets_public_events_in_the_users_language() {
    let app = TestApp::start().await;
    let path = "/api/auxiliar/shipment-events";
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let (all, told) = (list(&staff, path).await, list(&client, path).await);
    assert!(all.iter().any(|event| event["code"] == "BILLED"));
    assert!(!told.is_empty() && told.iter().all(|event| event["public"] == true));
    let delivered = all.iter().find(|event| event["code"] == "DELIVERED").unwrap();
    assert_eq!((&delivered["status_effect"], &delivered["stage"]), (&90.into(), &"last_mile".into()));
    assert_eq!((&delivered["short_description"], &delivered["terminal"]), (&"Entregue".into(), &true.into()));
    for event in &all {
        let status = event["status_effect"].as_i64();
        let known = |status| freight::status::ShipmentStatus::ALL.iter().any(|one| *one as i64 == status);
        assert!(status.is_none_or(known), "{event} leads to a status that is none");
    }
}

#[tokio::test]
async fn airports_are_found_by_code_and_without_accents() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(list(&staff, "/api/auxiliar/airports").await.len(), 7884);
    assert_eq!(list(&staff, "/api/auxiliar/airports?search=gru").await[0]["iata"], "GRU");
    let found = list(&staff, "/api/auxiliar/airports?search=S%C3%83O%20paulo").await;
    assert!(found.iter().any(|airport| airport["iata"] == "GRU"), "{found:?}");
    assert!(list(&staff, "/api/auxiliar/airports?search=%25").await.len() <= 50);
}

#[tokio::test]
async fn a_province_without_cities_has_those_of_its_region() {
    let app = TestApp::start().await;
    let visitor = app.visitor(ATLANTICO);
    let states = list(&visitor, "/api/auxiliar/states/ES").await;
    let state = |code: &str| states.iter().find(|state| state["code"] == code).unwrap()["id"].clone();
    let cities = list(&visitor, &format!("/api/auxiliar/cities/{}", state("SE"))).await;
    assert!(
        cities.iter().any(|city| city["name"].as_str().unwrap().starts_with("Sevill")),
        "{}",
        cities.len()
    );
    assert_eq!(visitor.get("/api/auxiliar/cities/999999").await.status, 404);
    assert_eq!(visitor.get("/api/auxiliar/states/XX").await.status, 404);
}

#[tokio::test]
async fn time_zones_are_filtered_by_country() {
    let app = TestApp::start().await;
    let zones = list(&app.visitor(ATLANTICO), "/api/timezones?country=br").await;
    assert_eq!(zones.len(), 4);
    assert!(zones.iter().any(|zone| zone["description"] == "(UTC-03:00) America/Sao_Paulo"), "{zones:?}");
}

#[tokio::test]
async fn the_tenant_decides_whether_a_language_change_reloads() {
    let app = TestApp::start().await;
    app.switch(PACIFIC, server_core::settings::RELOAD_ON_LOCALE_CHANGE, true).await;
    for (host, reloads) in [(ATLANTICO, false), (PACIFIC, true)] {
        let config = app.visitor(host).get("/api/config").await.data();
        assert_eq!(config["reload_on_locale_change"], reloads, "{host}");
    }
}
