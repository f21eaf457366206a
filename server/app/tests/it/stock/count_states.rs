//! Each action on an inventory, and each step of a lot, in each state by each role: the answer is what the table says, and so is
//! the button.

use policy::{Action, Policy, UserType};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Executor};
use stock::allocation::LotStatus;
use stock::inventories::state::{self as inventory_state, InventoryFacts, InventoryStatus};
use stock::lot_state::{self, LotFacts, LotStep};
use uuid::Uuid;

use super::{INVENTORIES, OneShelf, STOCKS, fill_shelf, item, place, receive_lot, text, warehouse, with};
use crate::support::{ATLANTICO, Answer, Person, TestApp};

async fn run(app: &TestApp, statements: &[String]) {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    for statement in statements {
        (&mut *tx).execute(AssertSqlSafe(statement.clone())).await.unwrap();
    }
    tx.commit().await.unwrap();
}

/// An inventory without lines in a state, as if the steps to it had been done. Its places can be counted again.
async fn make_inventory(app: &TestApp, staff: &Person, own: &Value, status: InventoryStatus) -> Value {
    let made = staff.post(INVENTORIES, json!({ "warehouse_id": own["id"] })).await.data();
    let id = text(&made["id"]);
    let set = format!("update inventories set status = {} where id = '{id}'", status.code());
    let free = format!("update inventory_places set is_open = false where inventory_id = '{id}'");
    run(app, &[set, free]).await;
    made
}

async fn call_inventory(app: &TestApp, person: &Person, made: &Value, verb: Action) -> Answer {
    let now = app.state.clock.now();
    let more = match verb {
        Action::Count => {
            let count = json!({ "key": Uuid::now_v7(), "line": 1, "quantity": 1, "counted_at": now });
            json!({ "sent_at": now, "counts": [count] })
        }
        Action::Recount => json!({ "lines": [1] }),
        _ => json!({ "reason": "x" }),
    };
    let form = with(json!({ "version": made["version"] }), more);
    person.post(&format!("{INVENTORIES}/{}/{verb}", text(&made["id"])), form).await
}

#[tokio::test]
async fn each_action_on_an_inventory_is_possible_where_the_table_says() {
    let app = TestApp::start().await;
    let people = app.list_people(ATLANTICO).await;
    let [(_, admin), (_, staff), _] = &people;
    let OneShelf { own, .. } = fill_shelf(admin, admin, 5).await;
    let facts = InventoryFacts { is_sole_counter: false };
    for &(user_type, ref person) in &people {
        let grants = Policy::load_shipped().grants(user_type);
        for (row, status) in inventory_state::TRANSITIONS
            .rows
            .iter()
            .flat_map(|row| InventoryStatus::ALL.iter().map(move |status| (row, *status)))
        {
            let made = make_inventory(&app, staff, &own, status).await;
            let shown = staff.get(&format!("{INVENTORIES}/{}", text(&made["id"]))).await.data();
            let answer = call_inventory(&app, person, &shown, row.verb).await;
            let told = format!("{user_type:?} {} {status:?}: {}", row.verb, answer.text());
            if user_type == UserType::Client {
                assert_eq!(answer.status, 403, "{told}");
                continue;
            }
            let can = inventory_state::TRANSITIONS.can(&grants, row.verb, status, &facts);
            assert_eq!(shown["can"][row.verb.name()], can, "{told}");
            let is_possible = inventory_state::TRANSITIONS.verdict(row.verb, status, &facts).is_yes();
            let refusal = if (row.verb, status) == (Action::Approve, InventoryStatus::Posted) {
                "inventory_posted"
            } else {
                "inventory_state"
            };
            match (row.verb, is_possible) {
                // Whoever counts is told, and goes on.
                (Action::Count, _) => {
                    let code = if is_possible { "inventory_line_unknown" } else { refusal };
                    assert_eq!(answer.data()["results"][0]["message_code"], code, "{told}");
                }
                (Action::Recount, true) => assert_eq!(answer.code_at("lines"), "unknown_option", "{told}"),
                (_, true) => assert_eq!(answer.status, 200, "{told}"),
                (_, false) => {
                    assert_eq!((answer.status, answer.message_code()), (409, refusal.into()), "{told}");
                }
            }
        }
    }
}

/// A step of a lot, as it is asked for.
const STEPS: [(LotStep, &str, bool); 3] = [
    (LotStep::Hold, "hold", false),
    (LotStep::Quarantine, "hold", true),
    (LotStep::Release, "release", false),
];

#[tokio::test]
async fn each_step_of_a_lot_is_possible_where_the_table_says() {
    let app = TestApp::start().await;
    let people = app.list_people(ATLANTICO).await;
    let [(_, admin), (_, staff), _] = &people;
    let own = warehouse(admin, "ONE").await;
    let shelf = place(admin, &own, "A-1", "storage").await;
    let goods = item(staff, "SKU-1", json!({ "keep_lot": true, "keep_expiry": true })).await;
    let fresh = receive_lot(staff, &goods, &shelf, "FRESH", "2099-01-01", 1).await;
    let gone = receive_lot(staff, &goods, &shelf, "GONE", "2020-01-01", 1).await;
    for &(user_type, ref person) in &people {
        let grants = Policy::load_shipped().grants(user_type);
        for ((stock, is_expired), (step, verb, quarantine), status) in
            [(&fresh, false), (&gone, true)].into_iter().flat_map(|lot| {
                let ways =
                    STEPS.iter().flat_map(|step| LotStatus::ALL.iter().map(move |status| (*step, *status)));
                ways.map(move |(step, status)| (lot, step, status))
            })
        {
            let lot = text(&stock["lot_id"]);
            run(&app, &[format!("update stock_lots set status = '{}' where id = '{lot}'", status.as_str())])
                .await;
            let path = format!("{STOCKS}/{}", text(&stock["id"]));
            let shown = staff.get(&path).await.data();
            let form = json!({ "reason": "x", "quarantine": quarantine, "version": shown["version"] });
            let answer = person.post(&format!("{path}/{verb}"), form).await;
            let told = format!("{user_type:?} {step:?} {status:?} {is_expired}: {}", answer.text());
            if user_type == UserType::Client {
                assert_eq!(answer.status, 403, "{told}");
                continue;
            }
            let facts = LotFacts { is_expired };
            let is_possible = lot_state::TRANSITIONS.verdict(step, status, &facts).is_yes();
            assert_eq!(answer.status, if is_possible { 200 } else { 409 }, "{told}");
            if lot_state::can(&grants, step, status, facts) {
                assert_eq!(shown["can"][verb], true, "{told}");
            }
        }
    }
}
