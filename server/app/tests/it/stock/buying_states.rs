//! Each action on a request for goods in each state, by each role: the answer is what the table says, and so is the button.

use policy::{Action, Policy};
use serde_json::{Value, json};
use sqlx::Executor;
use stock::buying_requests::state::{BuyingFacts, BuyingRequestStatus, TRANSITIONS};
use uuid::Uuid;

use super::{BUYING_REQUESTS, act_on_request, buying_request, text, with};
use crate::inbound_parcels;
use crate::money::{client_of, give_credit};
use crate::support::{ATLANTICO, Person, TestApp};

fn quote(app: &TestApp) -> Value {
    let last = app.today().succ_opt();
    json!({ "currency": "BRL", "goods_amount": "1", "quote_until": last })
}

/// A request of the client in a state, by the steps that lead there.
async fn in_state(
    app: &TestApp,
    [staff, client]: [&Person; 2],
    place: &Value,
    status: BuyingRequestStatus,
) -> Value {
    let asked = buying_request(client, place, json!({})).await.data();
    act_on_request(staff, &asked, "quote", quote(app)).await.data();
    let steps: &[&str] = match status {
        BuyingRequestStatus::Accepted => &["accept"],
        BuyingRequestStatus::Bought => &["accept", "buy"],
        BuyingRequestStatus::Refunded => &["accept", "refund"],
        BuyingRequestStatus::Cancelled => &["cancel"],
        BuyingRequestStatus::Asked | BuyingRequestStatus::Quoted => &[],
    };
    for verb in steps {
        act_on_request(staff, &asked, verb, json!({ "reason": "x" })).await.data();
    }
    if status == BuyingRequestStatus::Asked {
        let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
        let id = Uuid::parse_str(text(&asked["id"])).unwrap();
        let set = sqlx::query("update buying_requests set status = 10 where id = $1").bind(id);
        (&mut *tx).execute(set).await.unwrap();
        tx.commit().await.unwrap();
    }
    asked
}

#[tokio::test]
async fn each_action_is_possible_where_the_table_says() {
    let app = TestApp::start().await;
    let people = app.list_people(ATLANTICO).await;
    let [(_, admin), (_, staff), (_, client)] = &people;
    let place = inbound_parcels::warehouse(admin, "BUY").await;
    give_credit(admin, &client_of(client).await, "5000").await;
    for &(user_type, ref person) in &people {
        let grants = Policy::load_shipped().grants(user_type);
        for (row, status) in TRANSITIONS
            .rows
            .iter()
            .flat_map(|row| BuyingRequestStatus::ALL.iter().map(move |status| (row, *status)))
        {
            let made = in_state(&app, [staff, client], &place, status).await;
            let path = format!("{BUYING_REQUESTS}/{}", text(&made["id"]));
            let shown = person.get(&path).await.data();
            assert_eq!(shown["status"], status.code());
            let more = if row.verb == Action::Quote { quote(&app) } else { json!({ "reason": "x" }) };
            let form = with(json!({ "version": shown["version"] }), more);
            let answer = person.post(&format!("{path}/{}", row.verb), form).await;
            let facts = BuyingFacts { is_expired: false };
            let can = TRANSITIONS.can(&grants, row.verb, status, &facts);
            let told = format!("{user_type:?} {} {status:?}: {}", row.verb, answer.text());
            assert_eq!(shown["can"][row.verb.name()], can, "{told}");
            let has_right = grants.allow(TRANSITIONS.resource, row.verb);
            match (has_right, can) {
                (false, _) => assert_eq!(answer.status, 403, "{told}"),
                (true, true) => assert_eq!(answer.status, 200, "{told}"),
                (true, false) => {
                    let expected = (409, "buying_request_state".into());
                    assert_eq!((answer.status, answer.message_code()), expected, "{told}");
                }
            }
        }
    }
}
