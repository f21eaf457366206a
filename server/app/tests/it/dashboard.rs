//! The dashboard: figures, charts and causes of attention are those of the user's lists.

use access::scope::RowScope;
use freight::shipments::per_period_query;
use serde_json::{Value, json};
use server_core::record::periods::Periods;
use sqlx::Executor;
use uuid::Uuid;

use crate::confirm::confirm;
use crate::imports::{imported, sent};
use crate::money::{announce, bank_account, charged, client_of, deposit, figures, give_credit};
use crate::profiles::{given, made};
use crate::shipments::{complete, created};
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};
use crate::tickets::opened;

async fn dashboard(person: &Person) -> Value {
    person.get("/api/dashboard").await.data()
}

async fn months(person: &Person) -> Value {
    person.get("/api/chart/shipments:last-twelve-months").await.data()
}

/// Moves the creation of a shipment back by an interval of Postgres.
async fn moved_back(app: &TestApp, shipment: &Value, by: &str) {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let id: Uuid = shipment["id"].as_str().unwrap().parse().unwrap();
    let sql = "update shipments set created_at = created_at - $2::text::interval where id = $1";
    sqlx::query(sql).bind(id).bind(by).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
}

async fn record(staff: &Person, shipment: &Value, event: &str) {
    let form = json!({ "tracking_codes": [shipment["tracking_code"]], "event_code": event });
    assert_eq!(staff.post("/api/shipments/record_event", form).await.data()[0]["recorded"], true);
}

fn cause<'a>(dashboard: &'a Value, name: &str) -> Option<&'a Value> {
    dashboard["attention"].as_array().unwrap().iter().find(|one| one["cause"] == name)
}

#[tokio::test]
async fn figures_count_what_the_user_can_list() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    created(&client).await;
    created(&client).await;
    created(&app.signed_in(ATLANTICO, "client2").await).await;

    let all = dashboard(&staff).await["statistics"].clone();
    let from = all["shipments"]["month_from"].as_str().unwrap();
    let listed = staff.get(&format!("/api/shipments?created_from={from}")).await.json();
    assert_eq!(all["shipments"]["total_month"], listed["meta"]["total"]);
    assert_eq!(all["shipments"]["total_month"], 3);
    assert_eq!(all["shipments"]["chart"].as_array().unwrap().len(), 30);
    assert!(all["clients"]["total_month"].as_i64().unwrap() > 0);

    let own = dashboard(&client).await["statistics"].clone();
    assert_eq!((&own["shipments"]["total_month"], &own["clients"]), (&json!(2), &Value::Null));
    assert_eq!(months(&client).await["datasets"][1]["data"][11], 2);
}

#[tokio::test]
async fn a_shipment_of_the_month_before_moves_percent_and_arrow() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let empty = dashboard(&client).await["statistics"]["shipments"].clone();
    assert_eq!((&empty["percent"], &empty["trend"]), (&Value::Null, &json!("flat")));
    assert_eq!(empty["chart"], json!([]));

    let first = created(&client).await;
    created(&client).await;
    let only = dashboard(&client).await["statistics"]["shipments"].clone();
    assert_eq!((&only["percent"], &only["trend"]), (&json!(200), &json!("up")));

    for _ in 0..2 {
        moved_back(&app, &created(&client).await, "1 month").await;
    }
    moved_back(&app, &first, "1 month").await;
    let less = dashboard(&client).await["statistics"]["shipments"].clone();
    assert_eq!((&less["total_month"], &less["total_last_period"]), (&json!(1), &json!(3)));
    assert_eq!((&less["percent"], &less["trend"]), (&json!(33), &json!("down")));
}

#[tokio::test]
async fn the_second_dataset_has_the_last_twelve_months() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    created(&client).await;
    for ago in ["1 month", "11 months", "12 months", "24 months"] {
        moved_back(&app, &created(&client).await, ago).await;
    }
    let chart = months(&client).await;
    assert_eq!(chart["labels"].as_array().unwrap().len(), 12);
    assert_eq!(chart["datasets"][1]["data"], json!([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]));
    assert_eq!(chart["datasets"][0]["data"], json!([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]));
}

#[tokio::test]
async fn the_steps_of_a_new_company_are_read_from_its_records() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let before = dashboard(&admin).await["setup"].clone();
    assert_eq!((&before["client"], &before["shipment"]), (&json!(true), &json!(false)), "{before}");
    assert_eq!(before["services"], true);
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query("update services set active = false").execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let setup = dashboard(&admin).await["setup"].clone();
    assert_eq!((&setup["services"], &setup["prices"]), (&json!(false), &before["prices"]), "one of its own");
    created(&client).await;
    assert_eq!(dashboard(&admin).await["setup"]["shipment"], true);
    assert_eq!(dashboard(&client).await["setup"], Value::Null);
}

#[tokio::test]
async fn a_new_company_lacks_rates_until_its_currency_has_one_in_dollars() {
    let app = TestApp::start().await;
    let (admin, of_dollars) = (app.admin(ATLANTICO).await, app.admin(PACIFIC).await);
    assert_eq!(dashboard(&admin).await["setup"]["rates"], false);
    let add = async |pair: [&'static str; 2]| {
        let [from, to] = pair;
        let rate =
            json!({ "from_currency": from, "to_currency": to, "rate": "5.4", "valid_from": "2026-01-01" });
        admin.post("/api/exchange-rates", rate).await.data();
    };
    add(["EUR", "BRL"]).await;
    assert_eq!(dashboard(&admin).await["setup"]["rates"], false, "another currency");
    add(["BRL", "USD"]).await;
    assert_eq!(dashboard(&admin).await["setup"]["rates"], true, "the other direction divides");
    assert_eq!(dashboard(&of_dollars).await["setup"]["rates"], Value::Null);
}

#[tokio::test]
async fn a_step_whose_screen_is_off_is_left_to_those_who_can_switch_it_on() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let sets_up = made(&app, "Sets up", 10, &[("tenant_setting", "update", "any")]).await;
    given(&app, "staff", &[sets_up]).await.unwrap();
    assert_eq!(dashboard(&staff).await["setup"]["client"], true);
    for flag in ["clients", "services"] {
        admin.patch(&format!("/api/feature_flags/{flag}"), json!({ "enabled": false })).await.data();
    }
    let setup = dashboard(&staff).await["setup"].clone();
    assert_eq!((&setup["client"], &setup["services"]), (&Value::Null, &Value::Null), "{setup}");
    let setup = dashboard(&admin).await["setup"].clone();
    assert_eq!((&setup["client"], &setup["services"]), (&json!(true), &json!(true)), "{setup}");
}

#[tokio::test]
async fn an_unknown_chart_is_404() {
    let app = TestApp::start().await;
    let answer = app.staff(ATLANTICO).await.get("/api/chart/shipments:everything").await;
    assert_eq!(answer.status, 404, "{}", answer.text());
}

#[tokio::test]
async fn each_cause_counts_what_its_filter_lists() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    assert_eq!(dashboard(&client).await["attention"], json!([]));
    let [held, failed, moving, quiet] =
        [created(&client).await, created(&client).await, created(&client).await, created(&client).await];
    let mut incomplete = complete(&client).await;
    incomplete["to_city"] = Value::Null;
    client.post("/api/shipments", incomplete).await.data();
    for (shipment, event) in
        [(&held, "CUSTOMS_HOLD"), (&failed, "DELIVERY_FAILED"), (&moving, "DEPARTED"), (&quiet, "DEPARTED")]
    {
        record(&staff, shipment, event).await;
    }
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let old = "update shipments set last_event_at = now() - interval '8 days' where id = $1";
    let id: Uuid = quiet["id"].as_str().unwrap().parse().unwrap();
    sqlx::query(old).bind(id).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();

    for person in [&staff, &client] {
        let seen = dashboard(person).await;
        for name in ["on_hold", "delivery_failed", "missing_data", "idle"] {
            let one = cause(&seen, name).unwrap_or_else(|| panic!("{name} is missing: {seen}"));
            let filter = match (&one["on_hold"], &one["idle_days"]) {
                (Value::Null, Value::Null) => format!("status={}", one["status"].as_str().unwrap()),
                (Value::Null, days) => format!("idle_days={days}"),
                (held, _) => format!("on_hold={held}"),
            };
            let listed = person.get(&format!("/api/shipments?{filter}")).await.json();
            assert_eq!((&one["total"], &listed["meta"]["total"]), (&json!(1), &json!(1)), "{name}");
        }
        assert!(cause(&seen, "awaiting_payment").is_none(), "causes without records are left out");
    }
    let other = app.signed_in(ATLANTICO, "client2").await;
    assert_eq!(dashboard(&other).await["attention"], json!([]));
    for (person, count) in [(&staff, 3), (&client, 3), (&other, 0)] {
        let waits = waiting(person).await;
        assert_eq!(waits["shipments"], json!({ "total": count, "total_capped": false }), "{waits}");
        assert_eq!(waits["support_tickets"]["total"], 0);
    }
}

async fn waiting(person: &Person) -> Value {
    person.get("/api/waiting").await.data()
}

#[tokio::test]
async fn a_deposit_waits_for_those_who_can_confirm_it() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    assert_eq!(waiting(&staff).await["deposits"]["total"], 0);
    let bank = bank_account(&admin, "Atlântico", "BRL").await;
    announce(&client, &deposit(&bank, "E-1", "10.00")).await.data();
    assert_eq!(waiting(&staff).await["deposits"], json!({ "total": 1, "total_capped": false }));
    assert_eq!(waiting(&client).await["deposits"], Value::Null);
    let desk = made(&app, "Desk", 10, &[("shipment", "list", "any")]).await;
    given(&app, "staff", &[desk]).await.unwrap();
    let waits = waiting(&staff).await;
    assert_eq!((&waits["deposits"], &waits["support_tickets"]), (&Value::Null, &Value::Null));
    assert_eq!(waits["shipments"]["total"], 0);
}

#[tokio::test]
async fn each_task_of_today_counts_what_its_filter_lists() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    created(&staff).await;
    let mut confirmed = Vec::new();
    for _ in 0..3 {
        confirmed.push(confirm(&staff, &created(&staff).await).await.data());
    }
    let id = confirmed[0]["id"].as_str().unwrap();
    assert_eq!(staff.post(&format!("/api/shipments/{id}/label"), json!({})).await.status, 200);
    let today = dashboard(&staff).await["today"].clone();
    for (task, total) in [("to_confirm", 1), ("to_print", 2), ("to_receive", 3)] {
        let filters =
            ["status", "labelled", "on_hold"].into_iter().filter_map(|name| match &today[task][name] {
                Value::Null => None,
                Value::String(codes) => Some(format!("{name}={codes}")),
                other => Some(format!("{name}={other}")),
            });
        let filters: Vec<_> = filters.collect();
        let listed = staff.get(&format!("/api/shipments?{}", filters.join("&"))).await.json();
        assert_eq!(
            (&today[task]["total"], &listed["meta"]["total"]),
            (&json!(total), &json!(total)),
            "{task}"
        );
    }
    assert_eq!((&today["deposits"]["total"], &today["overdue_invoices"]["total"]), (&json!(0), &json!(0)));
}

#[tokio::test]
async fn open_money_is_summed_by_currency_for_those_who_list_it() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let client = client_of(&app.client(ATLANTICO).await).await;
    give_credit(&admin, &client, "1000").await;
    let [first, _] = [
        charged(&app, ATLANTICO, &client, ("90.00", "10.00")).await,
        charged(&app, ATLANTICO, &client, ("40.00", "0.00")).await,
    ];
    let form = json!({ "client_id": client, "currency": "BRL", "shipment_ids": [first["id"]] });
    let draft = staff.post("/api/invoices", form).await.data();
    let issue = format!("/api/invoices/{}/issue", draft["id"].as_str().unwrap());
    staff.post(&issue, json!({ "version": draft["version"] })).await.data();
    let brl = |dashboard: &Value| {
        let sums = dashboard["today"]["money"].as_array().unwrap().clone();
        sums.into_iter().find(|sum| sum["currency"] == "BRL").unwrap()
    };
    let seen = brl(&dashboard(&staff).await);
    assert_eq!(
        (&seen["unbilled"], &seen["due"], &seen["overdue"]),
        (&json!("40"), &json!("100"), &json!("0"))
    );
    assert_eq!(seen["balances"], figures(&staff, &client).await[0]);

    let desk = made(&app, "Desk", 10, &[("shipment", "list", "any")]).await;
    given(&app, "staff", &[desk]).await.unwrap();
    let today = dashboard(&staff).await["today"].clone();
    assert_eq!((&today["money"], &today["overdue_invoices"]), (&json!([]), &Value::Null));
    assert_eq!(today["unread_tickets"], Value::Null);
}

const WITH_A_REFUSED_LINE: &[u8] =
    b"reference;name;country;weight\nA-1;Ana;Portugal;1\nA-2;Rui;Nowhereland;1\n";

#[tokio::test]
async fn refused_lines_lead_to_their_imports() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    sent(&staff, "waiting.csv", WITH_A_REFUSED_LINE).await;
    let done = imported(&app, &staff, "lines.csv", WITH_A_REFUSED_LINE).await;
    let refused = done["counts"]["refused_lines"].as_i64().unwrap();
    assert!(refused > 0, "{done}");
    let seen = dashboard(&staff).await;
    let one = cause(&seen, "refused_lines").unwrap();
    assert_eq!((&one["total"], &one["import_count"]), (&json!(refused), &json!(1)));
    let days = &one["refused_days"];
    let listed = staff.get(&format!("/api/shipment_imports?refused_days={days}")).await.json();
    assert_eq!((&listed["meta"]["total"], &listed["data"][0]["id"]), (&json!(1), &done["id"]));
    assert_eq!(dashboard(&client).await["attention"], json!([]));
}

#[tokio::test]
async fn tickets_of_the_month_are_counted_by_status() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let ticket = opened(&client).await;
    opened(&client).await;
    let close = format!("/api/backoffice/support-tickets/{}/close", ticket["id"].as_str().unwrap());
    client.post(&close, json!({})).await.data();
    let pie = staff.get("/api/chart/support-tickets:current-month").await.data();
    assert_eq!(pie["labels"], json!(["0", "10", "20", "99"]));
    assert_eq!(pie["datasets"][0]["data"], json!([1, 1, 0, 0]));
    let month = dashboard(&client).await["statistics"]["support_tickets"].clone();
    assert_eq!((&month["total_month"], &month["trend"]), (&json!(2), &json!("up")));
    let other = dashboard(&app.signed_in(ATLANTICO, "client2").await).await;
    assert_eq!(other["statistics"]["support_tickets"]["total_month"], 0);

    let total = cause(&dashboard(&staff).await, "unread_tickets").unwrap()["total"].clone();
    assert_eq!(total, 1, "an open ticket that is addressed to nobody of the staff is for all of them");
    let id = staff.get("/api/profile").await.data()["id"].clone();
    let admin = app.admin(ATLANTICO).await;
    let ticket = opened(&admin).await;
    let append =
        format!("/api/backoffice/support-tickets/{}/append-recipient", ticket["id"].as_str().unwrap());
    admin.post(&append, json!({ "recipients": [{ "address_type": "user", "id": id }] })).await.data();
    assert_eq!(cause(&dashboard(&staff).await, "unread_tickets").unwrap()["total"], 2);
}

#[tokio::test]
async fn without_the_right_to_a_list_its_figures_are_missing() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    created(&app.client(ATLANTICO).await).await;
    let clients = made(&app, "Clients only", 10, &[("client", "select", "any")]).await;
    given(&app, "staff", &[clients]).await.unwrap();
    let seen = dashboard(&staff).await;
    assert_eq!((&seen["statistics"]["shipments"], &seen["attention"]), (&Value::Null, &json!([])));
    assert!(seen["statistics"]["clients"].is_object());
    let chart = staff.get("/api/chart/shipments:last-twelve-months").await;
    assert_eq!((chart.status, &*chart.message_code()), (403, "forbidden"));
}

#[tokio::test]
async fn postgres_can_prepare_the_figures_of_every_scope() {
    let app = TestApp::start().await;
    let mut tenant = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let months = Periods::months(24, "2026-11-25".parse().unwrap(), chrono_tz::Tz::UTC);
    let ids = |count| RowScope::Subsidiaries(vec![Uuid::nil(); count]);
    for scope in
        [RowScope::All, RowScope::Client(Uuid::nil()), RowScope::Partner(Uuid::nil()), ids(1), ids(2)]
    {
        let sql = per_period_query(&months, &scope).sql();
        let prepared = tenant.prepare(sql.clone()).await;
        assert!(prepared.is_ok(), "{scope:?}: {:?}", prepared.err());
        assert_eq!(tenancy::citus::refusals(sql.as_str()).unwrap(), Vec::<&str>::new(), "{scope:?}");
    }
}
