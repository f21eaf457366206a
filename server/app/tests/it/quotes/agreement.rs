//! One shipment has one price, wherever it is asked for: the calculator, the stored quote, the draft, the simulation of the
//! table, the imported shipment and the confirmation.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::{assign, dollar, offer, service, tariff};
use crate::money::{client_of, give_credit};
use crate::prices::id;
use crate::support::{ATLANTICO, Person, TestApp};

const CASES: usize = 24;
const SERVICES: [&str; 2] = ["EXP", "ECO"];
const SENDER: [(&str, &str); 3] =
    [("from_name", "Loja Horizonte"), ("from_address_1", "Avenida Paulista"), ("from_city", "São Paulo")];

/// A parcel in grams and millimetres, with its values in cents.
#[derive(Clone, Debug)]
struct Case {
    service: usize,
    is_domestic: bool,
    grams: u32,
    sides: Option<[u32; 3]>,
    declared: u32,
    insured: Option<u32>,
}

fn any_case() -> impl Strategy<Value = Case> {
    let sides = proptest::option::of([10..500_u32, 10..500, 10..500]);
    let insured = proptest::option::of(1..300_000_u32);
    (0..2_usize, any::<bool>(), 1..29_999_u32, sides, 1..290_000_u32, insured).prop_map(
        |(service, is_domestic, grams, sides, declared, insured)| Case {
            service,
            is_domestic,
            grams,
            sides,
            declared,
            insured,
        },
    )
}

fn cents(amount: u32) -> String {
    Decimal::new(amount.into(), 2).to_string()
}

fn centimetres(side: u32) -> String {
    Decimal::new(side.into(), 1).to_string()
}

impl Case {
    fn code(&self) -> &'static str {
        SERVICES[self.service]
    }

    const fn country(&self) -> i16 {
        if self.is_domestic { 32 } else { 81 }
    }

    fn parcel(&self) -> Value {
        let mut parcel = json!({ "pieces": 1, "weight": self.grams.to_string(), "weight_unit": "g" });
        for (name, side) in ["length", "width", "height"].into_iter().zip(self.sides.into_iter().flatten()) {
            parcel[name] = centimetres(side).into();
            parcel["size_unit"] = "cm".into();
        }
        parcel
    }

    /// The input of the calculator.
    fn quote(&self, client: &str) -> Value {
        json!({
            "client_id": client,
            "origin": { "country_id": 32, "postcode": "01310-100", "city": "São Paulo" },
            "destination": { "country_id": self.country(), "city": "Berlin" },
            "parcels": [self.parcel()], "currency": "USD", "contents_type": "merchandise",
            "declared_value": cents(self.declared), "insurance_value": self.insured.map(cents),
            "items": [{ "description": "Mug", "quantity": "1", "unit_value": cents(self.declared) }],
        })
    }

    fn simulation(&self) -> Value {
        json!({
            "country_id": self.country(), "parcels": [self.parcel()], "value_currency": "USD", "currency": "BRL",
            "declared_value": cents(self.declared), "insured_value": self.insured.map(cents),
        })
    }

    /// A row of the file, by the columns of [`COLUMNS`].
    fn row(&self, number: usize) -> String {
        let sides = self.sides.map(|sides| sides.map(centimetres)).unwrap_or_default();
        [
            format!("P-{number:02}"),
            self.code().to_owned(),
            if self.is_domestic { "Brasil" } else { "Alemanha" }.to_owned(),
            Decimal::new(self.grams.into(), 3).to_string(),
            sides.join(";"),
            cents(self.declared),
            self.insured.map(cents).unwrap_or_default(),
            cents(self.declared),
        ]
        .join(";")
    }
}

const COLUMNS: [&str; 10] = [
    "external_ref",
    "service",
    "to_country",
    "parcel_weight",
    "length",
    "width",
    "height",
    "declared_value",
    "insurance_value",
    "item_unit_value",
];

/// Lines and total of a price.
#[derive(Debug, PartialEq, Eq)]
struct Price {
    lines: Vec<String>,
    total: Value,
}

impl Price {
    fn of(priced: &Value) -> Self {
        let line = |line: &Value| format!("{} {} {}", line["code"], line["of"], line["amount"]);
        assert!(priced["refused"].as_array().is_none_or(Vec::is_empty), "{priced}");
        let lines = priced["lines"].as_array().unwrap_or_else(|| panic!("no lines: {priced}"));
        Self { lines: lines.iter().map(line).collect(), total: priced["total"].clone() }
    }
}

#[tokio::test]
async fn one_shipment_has_one_price_everywhere() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    dollar(&admin, "5.4321").await;
    let tables = [
        tariff(&admin, "EXP", "BRL", ["50.35", "91.87", "207.13"]).await,
        tariff(&admin, "ECO", "USD", ["8.13", "20.77", "44.91"]).await,
    ];
    for (code, table) in SERVICES.into_iter().zip(&tables) {
        let scope = json!({ "scope": "service", "service_id": service(&admin, code).await });
        assign(&admin, scope, table, None).await;
    }
    let owner = client_of(&app.client(ATLANTICO).await).await;
    give_credit(&admin, &owner, "100000").await;
    let mut runner = TestRunner::deterministic();
    let cases: Vec<Case> = (0..CASES).map(|_| any_case().new_tree(&mut runner).unwrap().current()).collect();
    let imported = imported(&app, &admin, &owner, &cases).await;
    let mut charged = Decimal::ZERO;
    for (case, imported) in cases.iter().zip(&imported) {
        let price = asked(&admin, &owner, case, &tables[case.service]).await;
        assert_eq!(quoted(&admin, imported, case.code()).await, price, "imported: {case:?}");
        charged += price.total["amount"].as_str().unwrap().parse::<Decimal>().unwrap();
    }
    let wallet = admin.get(&format!("/api/clients/{owner}/wallet")).await.data();
    let balances = wallet["balances"].as_array().unwrap();
    let reais = balances.iter().find(|one| one["currency"] == "BRL").unwrap();
    assert_eq!(reais["balance"].as_str().unwrap().parse::<Decimal>().unwrap(), -charged);
}

/// The price of the calculator, after all others were compared with it, up to the confirmed one.
async fn asked(admin: &Person, owner: &str, case: &Case, table: &Value) -> Price {
    let form = case.quote(owner);
    let calculated = admin.post("/api/quotes/calculate", form.clone()).await.data();
    let calculated = Price::of(offer(&calculated, case.code()));
    assert!(!calculated.total.is_null(), "{case:?}");
    let stored = admin.post("/api/quotes", form).await.data();
    assert_eq!(Price::of(offer(&stored, case.code())), calculated, "stored: {case:?}");

    let path = format!("/api/price_tables/{}/simulate", id(table));
    let simulated = Price::of(&admin.post(&path, case.simulation()).await.data());
    assert_eq!(simulated, calculated, "simulated: {case:?}");

    let choice = json!({ "version": stored["version"], "service_id": service(admin, case.code()).await });
    let chosen = admin.post(&format!("/api/quotes/{}/choose", id(&stored)), choice).await.data();
    let path = format!("/api/shipments/{}", chosen["shipment_id"].as_str().unwrap());
    let draft = admin.get(&path).await.data();
    let mut form = json!({
        "version": draft["version"], "to_name": "Maria", "to_address_1": "Hauptstraße",
        "items": [{
            "description": "Mug", "quantity": "1", "unit_value": cents(case.declared), "hs_code": "691200",
            "net_weight_g": 1, "origin_country_id": 32,
        }],
    });
    if case.is_domestic {
        form["to_document"] = "529.982.247-25".into();
        (form["to_postcode"], form["to_state_id"]) = ("50050-000".into(), 16.into());
    } else {
        form["to_postcode"] = "10119".into();
    }
    for (field, value) in SENDER {
        form[field] = value.into();
    }
    let draft = admin.patch(&path, form).await.data();
    assert_eq!(quoted(admin, &draft, case.code()).await, calculated, "draft: {case:?}");

    let quote = admin.post(&format!("{path}/quotes"), json!({})).await.data();
    let form = json!({ "version": draft["version"], "quote_id": quote["id"] });
    let confirmed = admin.post(&format!("{path}/confirm"), form).await.data();
    let frozen = admin.get(&format!("{path}/charges")).await.data();
    assert_eq!(Price::of(&frozen), calculated, "confirmed: {case:?}");
    assert_eq!(confirmed["totals"]["total"], calculated.total["amount"]);
    // The confirmed shipment has the weight that was priced, not that of the service.
    let weights = &offer(&quote, case.code())["weights"];
    assert_eq!(weights["unit"], "kg");
    let kilograms: Decimal = weights["chargeable"].as_str().unwrap().parse().unwrap();
    let priced = (kilograms * Decimal::ONE_THOUSAND).normalize().to_string();
    assert_eq!(confirmed["chargeable_weight_g"].to_string(), priced, "{case:?}");
    calculated
}

/// The price of a draft with its service.
async fn quoted(admin: &Person, draft: &Value, code: &str) -> Price {
    let quote = admin.post(&format!("/api/shipments/{}/quotes", id(draft)), json!({})).await.data();
    Price::of(offer(&quote, code))
}

/// The drafts of a file with one row for each case, in their order.
async fn imported(app: &TestApp, admin: &Person, owner: &str, cases: &[Case]) -> Vec<Value> {
    let mut file = "ref;serv;pais;kg;c;l;a;valor;seguro;unit\n".to_owned();
    for (number, case) in cases.iter().enumerate() {
        file += &format!("{}\n", case.row(number));
    }
    let import = crate::imports::sent(admin, "precos.csv", file.as_bytes()).await;
    let path = format!("/api/shipment_imports/{}", id(&import));
    let column = |(field, column): (&str, &Value)| {
        json!({ "source": column["key"], "field": field, "date_order": "day_first", "decimal_mark": "point",
                "per_line": false })
    };
    let columns = COLUMNS.into_iter().zip(import["columns"].as_array().unwrap());
    let constant = |(field, value): (&str, &str)| json!({ "field": field, "value": value });
    let constants = [
        ("currency", "USD"),
        ("contents_type", "merchandise"),
        ("from_country", "BR"),
        ("from_postcode", "01310-100"),
        ("to_city", "Berlin"),
        ("item_description", "Mug"),
        ("item_quantity", "1"),
    ];
    let mapping = json!({
        "columns": columns.map(column).collect::<Vec<_>>(), "group_by": null, "weight_unit": "kg", "size_unit": "cm",
        "constants": constants.into_iter().chain(SENDER).map(constant).collect::<Vec<_>>(),
    });
    let form = json!({ "mapping": mapping, "client_id": owner, "version": import["version"] });
    admin.patch(&path, form).await.data();
    let started = admin.post(&format!("{path}/process"), json!({})).await;
    assert_eq!(started.status, 202, "{}", started.text());
    app.run_processes().await;
    let done = admin.get(&path).await.data();
    assert_eq!(done["counts"]["new_shipments"], CASES, "{done}");
    let list = format!("/api/shipments?import_id={}&per_page=100", id(&import));
    let mut drafts = admin.get(&list).await.data().as_array().unwrap().clone();
    drafts.sort_by_key(|draft| draft["external_ref"].as_str().unwrap().to_owned());
    drafts
}
