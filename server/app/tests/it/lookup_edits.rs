//! A tenant's changes to the shared lookups apply to this tenant only.

use serde_json::{Value, json};
use site::lookups::edits::{self, LookupEdits};

use crate::imports::sent;
use crate::lookups::{again, list};
use crate::shipments::complete;
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};

pub const COUNTRIES: &str = "/api/auxiliar/countries";
pub const AIRPORTS: &str = "/api/auxiliar/airports";

pub const WITHOUT_GERMANY: &str = r#"
    [countries]
    inactive = ["DE"]
    names.DE = { pt = "RFA", en = "West Germany", es = "RFA", zh = "西德" }
    [currencies]
    inactive = ["EUR"]
    names.USD = { pt = "Dólar", en = "Greenback", es = "Dólar", zh = "美元" }
    [languages]
    inactive = ["zh-CN"]
    [airports]
    inactive = ["CGH"]
    names.GIG = "Galeão"
    [[airports.own]]
    iata = "QAT"
    name = "Campo do Atlântico"
    country = "BR"
    state = "SP"
    time_zone = "America/Sao_Paulo"
    latitude = -23.5
    longitude = -46.6
"#;

/// True if anything changed.
pub async fn edit(app: &TestApp, host: &str, file: &str) -> anyhow::Result<bool> {
    edit_after(app, host, "", file).await
}

/// The same after an earlier file.
async fn edit_after(app: &TestApp, host: &str, last: &str, file: &str) -> anyhow::Result<bool> {
    let (last, edits): (LookupEdits, LookupEdits) = (toml::from_str(last)?, toml::from_str(file)?);
    let mut tx = app.state.tenancy.begin(&app.tenant(host)).await?;
    let changed = edits::apply(&mut tx, &edits, &last.to_json()).await?;
    tx.commit().await?;
    Ok(changed)
}

pub async fn one(person: &Person, path: &str, code: (&str, &str)) -> Value {
    let rows = list(person, path).await;
    rows.into_iter()
        .find(|row| row[code.0] == code.1)
        .unwrap_or_else(|| panic!("{} is not in {path}", code.1))
}

#[tokio::test]
async fn edits_apply_to_the_next_request_of_this_tenant_only() {
    let app = TestApp::start().await;
    let (staff, neighbour) = (app.staff(ATLANTICO).await, app.staff(PACIFIC).await);
    let lists =
        [COUNTRIES, "/api/auxiliar/ddi", "/api/auxiliar/currencies", "/api/auxiliar/languages", AIRPORTS];
    let mut before = Vec::new();
    for path in lists {
        let etag = staff.get(path).await.header("etag").unwrap().to_owned();
        before.push((path, etag, neighbour.get(path).await.body));
    }
    assert!(edit(&app, ATLANTICO, WITHOUT_GERMANY).await.unwrap());
    for (path, etag, neighbours) in before {
        let changed = again(&staff, path, &etag).await;
        assert_eq!(changed.status, 200, "{path}");
        let new = changed.header("etag").unwrap().to_owned();
        assert_eq!(again(&staff, path, &new).await.status, 304, "{path}");
        assert_eq!(neighbour.get(path).await.body, neighbours, "{path} of the neighbour");
    }
    let germany = one(&staff, COUNTRIES, ("alpha2", "DE")).await;
    assert_eq!((&germany["active"], &germany["name_locale"]["en"]), (&false.into(), &"West Germany".into()));
    assert_eq!(one(&staff, "/api/auxiliar/ddi", ("alpha2", "DE")).await["name_locale"]["pt"], "RFA");
    let dollar = one(&staff, "/api/auxiliar/chargeable_currencies", ("code", "USD")).await;
    assert_eq!(dollar["name_locale"]["en"], "Greenback");
    assert_eq!(one(&staff, "/api/auxiliar/languages", ("code", "zh-CN")).await["active"], false);

    assert!(!edit(&app, ATLANTICO, WITHOUT_GERMANY).await.unwrap(), "the second time changes nothing");
    assert!(edit_after(&app, ATLANTICO, WITHOUT_GERMANY, "").await.unwrap());
    assert_eq!(one(&staff, COUNTRIES, ("alpha2", "DE")).await["name_locale"]["en"], "Germany");
}

#[tokio::test]
async fn own_airports_are_listed_with_the_shared_ones() {
    let app = TestApp::start().await;
    edit(&app, ATLANTICO, WITHOUT_GERMANY).await.unwrap();
    let (staff, neighbour) = (app.staff(ATLANTICO).await, app.staff(PACIFIC).await);
    let own = one(&staff, AIRPORTS, ("iata", "QAT")).await;
    assert_eq!((&own["country_id"], own["state_id"].is_i64()), (&32.into(), true));
    assert!(own["id"].as_i64().unwrap() >= 1_000_000);
    assert_eq!(one(&staff, AIRPORTS, ("iata", "CGH")).await["active"], false);

    let found = async |person: &Person, search: &str| {
        let rows = list(person, &format!("{AIRPORTS}?search={search}")).await;
        rows.iter().map(|row| row["iata"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(found(&staff, "campo%20do%20atlantico").await, ["QAT"]);
    assert_eq!(found(&staff, "galeao").await[0], "GIG");
    assert!(!found(&staff, "cgh").await.contains(&"CGH".to_owned()));
    assert_eq!(found(&neighbour, "cgh").await[0], "CGH");
    assert!(found(&neighbour, "campo%20do%20atlantico").await.is_empty());

    let covering = WITHOUT_GERMANY.replace("QAT", "GRU");
    edit(&app, ATLANTICO, &covering).await.unwrap();
    assert_eq!(one(&staff, AIRPORTS, ("iata", "GRU")).await["name"], "Campo do Atlântico");
    assert_eq!(found(&staff, "gru").await.iter().filter(|iata| *iata == "GRU").count(), 1);
}

#[tokio::test]
async fn an_inactive_country_is_refused_for_new_shipments_only() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut form = complete(&staff).await;
    form["to_country_id"] = one(&staff, COUNTRIES, ("alpha2", "DE")).await["id"].clone();
    let old = staff.post("/api/shipments", form.clone()).await.data();
    edit(&app, ATLANTICO, WITHOUT_GERMANY).await.unwrap();

    form["currency"] = "EUR".into();
    form["items"][0]["origin_country_id"] = form["to_country_id"].clone();
    let refused = staff.post("/api/shipments", form).await;
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert_eq!(refused.code_at("to_country_id"), "country_not_served");
    assert_eq!(refused.code_at("currency"), "unknown_option");
    assert!(refused.json()["errors"].get("items.0.origin_country_id").is_none(), "goods may be made there");

    let path = format!("/api/shipments/{}", old["id"].as_str().unwrap());
    let patch = json!({ "version": old["version"], "notes": "fragile" });
    let changed = staff.patch(&path, patch).await.data();
    assert_eq!((&changed["notes"], &changed["to_country_id"]), (&"fragile".into(), &old["to_country_id"]));
    let named = list(&staff, COUNTRIES).await.into_iter().find(|one| one["id"] == old["to_country_id"]);
    assert_eq!(named.unwrap()["name_locale"]["en"], "West Germany");
    let patch = json!({ "version": changed["version"], "from_country_id": old["to_country_id"] });
    assert_eq!(staff.patch(&path, patch).await.code_at("from_country_id"), "country_not_served");
    let again = staff.post(&format!("{path}/duplicate"), json!({})).await;
    assert_eq!(again.code_at("to_country_id"), "country_not_served");
}

#[tokio::test]
async fn an_import_accepts_the_companys_names_and_active_countries_only() {
    let app = TestApp::start().await;
    let file = "Order number,Receiver name,Receiver country,Item description,Quantity,Country of origin\n\
        B-1,Ana,Germany,Book,1,Brazil\nB-2,Ana,Xisland,Book,1,Germany\n";
    let edits = WITHOUT_GERMANY.replace(
        "names.DE",
        "names.FR = { pt = 'Hexágono', en = 'Xisland', es = 'Hexágono', zh = '六' }\n names.DE",
    );
    edit(&app, ATLANTICO, &edits).await.unwrap();
    let staff = app.staff(ATLANTICO).await;
    let import = sent(&staff, "orders.csv", file.as_bytes()).await;
    let path = format!("/api/shipment_imports/{}", import["id"].as_str().unwrap());
    staff.post(&format!("{path}/process"), json!({})).await;
    app.run_processes().await;
    let done = staff.get(&path).await.data();
    assert_eq!(
        (&done["counts"]["taken_lines"], &done["counts"]["refused_lines"]),
        (&1.into(), &1.into()),
        "{done}"
    );
    let refused = staff.get(&format!("{path}/refused")).await.text();
    assert!(refused.contains("We do not ship to “Germany”."), "{refused}");
}

#[tokio::test]
async fn edits_of_unknown_lookups_are_refused() {
    let app = TestApp::start().await;
    let wrong = "[countries]\ninactive = ['DE', 'XX']\n[airports]\nnames = { ZZZ = 'Nowhere' }";
    let refused = edit(&app, ATLANTICO, wrong).await.unwrap_err().to_string();
    assert!(refused.contains("airport ZZZ, country XX"), "{refused}");
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(one(&staff, COUNTRIES, ("alpha2", "DE")).await["active"], true);
}
