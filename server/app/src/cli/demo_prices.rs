//! Price tables of the demo: a published tariff to sell by, and the same one without margin as its cost.

use anyhow::Context;
use poem::http::Method;
use serde_json::{Value, json};

use super::demo::{Browser, File};
use server_core::state::AppState;
use trade::countries::by_alpha2;

/// DHL Express Service & Rate Guide 2026 (US), export, USD per step of pounds.
const PRICES: &[u8] = include_bytes!("../../../tests/data/freight/dhl-us-export-2026.csv");
/// Countries of its zones, in the second column.
const COUNTRIES: &str = include_str!("../../../tests/data/freight/us-export-country-zones-2026.csv");
const TITLE: &str = "DHL Express Worldwide, US export 2026 (Service & Rate Guide)";
const FUEL: &str = "DHL Express";

/// Two currencies, and one unit of the first in the second.
type Rate = (&'static str, &'static str, &'static str);

/// Rates of exchange by the company's own currency, with their source.
const RATES: [(&str, &str, [Rate; 4]); 2] = [
    (
        "BRL",
        "PTAX",
        [
            ("USD", "BRL", "5.2238"),
            ("EUR", "BRL", "6.0512"),
            ("GBP", "BRL", "6.9834"),
            ("XDR", "BRL", "7.1360"),
        ],
    ),
    (
        "USD",
        "ECB",
        [
            ("EUR", "USD", "1.1584"),
            ("GBP", "USD", "1.3368"),
            ("USD", "BRL", "5.2238"),
            ("XDR", "USD", "1.3661"),
        ],
    ),
];
/// Discount of the second service on the first one, in per cent.
const ECONOMY: &str = "38";

/// Publishes the tables as `admin@<slug>.test`, unless already done. The first two services get prices; the others show what a
/// service without a table looks like.
pub async fn seed(state: &AppState, host: &str, slug: &str) -> anyhow::Result<()> {
    let browser = Browser::sign_in(state, host, &format!("admin@{slug}.test")).await?;
    if browser.get("/api/price_tables").await?["meta"]["total"] != 0 {
        return Ok(());
    }
    let services = browser.get("/api/auxiliar/services").await?;
    let services = services["data"].as_array().cloned().unwrap_or_default();
    if services.is_empty() {
        return Ok(());
    }
    exchange(&browser).await?;
    for (valid_from, pct) in [("2026-01-01", "29.5"), ("2026-10-01", "31.75")] {
        let form = json!({ "code": FUEL, "valid_from": valid_from, "pct": pct, "note": "DHL Express, US" });
        browser.send(Method::POST, "/api/fuel_rates", Some(form)).await?;
    }
    let margin = json!({ "kind": "margin", "pct": "15", "on": ["base", "fuel"], "before_fuel": false });
    let less = json!({ "kind": "discount", "pct": ECONOMY, "on": ["base"], "before_fuel": true });
    let tables = [("DHL-2026", vec![]), ("ECO-2026", vec![less])];
    for ((code, adjustments), service) in tables.into_iter().zip(&services) {
        let with_margin = adjustments.iter().cloned().chain([margin.clone()]).collect();
        let sell = publish(&browser, code, "sell", with_margin).await?;
        let cost = publish(&browser, &format!("{code}-C"), "cost", adjustments.into()).await?;
        let form = json!({
            "scope": "service", "service_id": service["id"], "sell_table_id": sell, "cost_table_id": cost,
            "valid_from": "2026-01-01",
        });
        browser.send(Method::POST, "/api/price_assignments", Some(form)).await?;
    }
    Ok(())
}

/// Stores quotes as the demo's client: of the calculator, and of a draft that is ready to be confirmed.
pub async fn seed_quotes(state: &AppState, host: &str, slug: &str) -> anyhow::Result<()> {
    let client = Browser::sign_in(state, host, &format!("client@{slug}.test")).await?;
    if client.get("/api/quotes").await?["meta"]["total"] != 0 {
        return Ok(());
    }
    let drafts = client.get("/api/shipments?status=10&sort=created_at").await?;
    let Some(draft) = drafts["data"].as_array().and_then(|drafts| drafts.first()) else { return Ok(()) };
    let path = format!("/api/shipments/{}/quotes", draft["id"].as_str().context("no draft")?);
    client.send(Method::POST, &path, Some(json!({}))).await?;
    let config = client.get("/api/config").await?["data"].take();
    let mut form = json!({
        "origin": { "country_id": config["country_id"] },
        "destination": { "country_id": by_alpha2("DE"), "city": "Hamburg" },
        "parcels": [{ "pieces": 1, "weight": "2.5", "weight_unit": "kg", "length": "40", "width": "30", "height": "20",
                      "size_unit": "cm" }],
        "currency": config["currency"], "declared_value": "250", "contents_type": "merchandise",
    });
    client.send(Method::POST, "/api/quotes", Some(form.clone())).await?;
    // One that the client keeps for later.
    let priced = client.send(Method::POST, "/api/quotes/calculate", Some(form.clone())).await?;
    form["service_id"] = priced["data"]["offers"][0]["service_id"].clone();
    form["saved"] = true.into();
    client.send(Method::POST, "/api/quotes", Some(form)).await?;
    Ok(())
}

/// Rates of exchange against the company's own currency.
async fn exchange(browser: &Browser) -> anyhow::Result<()> {
    let config = browser.get("/api/config").await?["data"].take();
    for (_, source, rates) in RATES.iter().filter(|(own, ..)| config["currency"] == *own) {
        for (from, to, rate) in rates {
            let form = json!({
                "from_currency": from, "to_currency": to, "rate": rate, "valid_from": "2026-01-02", "source": source,
            });
            browser.send(Method::POST, "/api/exchange-rates", Some(form)).await?;
        }
    }
    Ok(())
}

/// Publishes one table and returns its id.
async fn publish(browser: &Browser, code: &str, kind: &str, adjustments: Value) -> anyhow::Result<Value> {
    let form = json!({
        "code": code, "title": TITLE, "kind": kind, "currency": "USD", "weight_unit": "lb", "size_unit": "in",
    });
    let table = browser.send(Method::POST, "/api/price_tables", Some(form)).await?["data"]["id"].take();
    let path = format!("/api/price_tables/{}/versions", table.as_str().context("no price table")?);
    let draft = browser.send(Method::POST, &path, Some(json!({}))).await?["data"].take();
    let path = format!("/api/price_table_versions/{}", draft["id"].as_str().context("no draft")?);
    let rules = json!({
        "version": draft["version"], "valid_from": "2026-01-01", "note": "DHL Express Service & Rate Guide 2026 (US)",
        "divisor": "139", "volumetric_rule": "max", "rounding_step": "1", "fuel_code": FUEL, "fuel_on": ["base"],
        "insurance": {
            "pct": "1.25", "min": "5", "max": null, "free_below": null, "max_value": null, "taxable": true,
        },
        "adjustments": adjustments,
    });
    let mut version = browser.send(Method::PATCH, &path, Some(rules)).await?["data"]["version"].take();
    let config = browser.get("/api/config").await?["data"].take();
    let places = places(&config["country_id"]);
    for (name, content) in [("prices.csv", PRICES), ("places.csv", places.as_bytes())] {
        let file = File { name, content_type: "text/csv", content };
        let fields = [("version", version.to_string()), ("dry_run", "false".to_owned())];
        let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
        version = browser.upload(&format!("{path}/import"), &file, &fields).await?["data"]["version"].take();
    }
    let form = json!({ "version": version, "accept_warnings": true });
    browser.send(Method::POST, &format!("{path}/publish"), Some(form)).await?;
    Ok(table)
}

/// A sheet of the places of the zones. They are those of a sender in the United States, which other companies ship to.
fn places(own_country: &Value) -> String {
    let states = (*own_country != json!(by_alpha2("US"))).then(|| "zone A,US\n".to_owned());
    let zones = COUNTRIES.lines().skip(1).filter_map(|line| {
        let mut cells = line.split(',');
        let (country, zone) = (cells.next()?, cells.next()?);
        // Its list also names parts of countries.
        let is_known = by_alpha2(country).is_some();
        (is_known && !zone.is_empty()).then(|| format!("zone {zone},{country}\n"))
    });
    std::iter::once("zone,country\n".to_owned()).chain(states).chain(zones).collect()
}
