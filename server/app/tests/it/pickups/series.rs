//! Pickups that are asked for again every week.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{Company, PATH, act, confirmed, form, id, show};
use crate::feature_flags::switch;
use crate::money::client_of;
use crate::support::ATLANTICO;

#[tokio::test]
async fn a_repeated_pickup_is_asked_for_the_evening_before_if_shipments_wait() {
    let company = Company::start().await;
    let mut form = form(&company.client, 1).await;
    form["repeats"] = json!({ "weekdays": [1, 2, 3, 4, 5, 6, 7], "until": null });
    let pickup = company.client.post(PATH, form).await.data();
    assert_ne!(pickup["repeat_at"], Value::Null);
    let total = async || {
        let staff = company.app.staff(ATLANTICO).await;
        staff.get(PATH).await.json()["meta"]["total"].as_i64().unwrap()
    };
    company.app.state.clock.advance(TimeDelta::days(4));
    app::sweep::sweep(&company.app.state).await;
    assert_eq!(total().await, 1, "no shipment waits");
    let client = company.app.client(ATLANTICO).await;
    confirmed(&client, 3).await;
    // Sundays are closed: within three evenings there is a day.
    for _ in 0..24 {
        company.app.state.clock.advance(TimeDelta::hours(3));
        app::sweep::sweep(&company.app.state).await;
    }
    let staff = company.app.staff(ATLANTICO).await;
    let listed = staff.get(PATH).await.data();
    let next = listed.as_array().unwrap().iter().find(|one| one["repeat_of"] == pickup["id"]);
    let next = next.unwrap_or_else(|| panic!("it is not repeated: {listed}"));
    assert_eq!((&next["status"], &next["parcels"]), (&json!(10), &json!(3)));
    assert_eq!(total().await, 2, "the shipment waits no longer");
    let series = show(&staff, &pickup).await;
    let ended = act(&staff, &series, "repeat", json!({ "repeats": null })).await.data();
    assert_eq!((&ended["repeats"], &ended["repeat_at"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn nobody_comes_again_for_a_client_that_is_not_active() {
    let company = Company::start().await;
    let mut form = form(&company.client, 1).await;
    form["repeats"] = json!({ "weekdays": [1, 2, 3, 4, 5, 6, 7], "until": null });
    company.client.post(PATH, form).await.data();
    confirmed(&company.client, 1).await;
    let client = client_of(&company.client).await;
    company.admin.post(&format!("/api/clients/{client}/deactivate"), json!({})).await.data();
    for _ in 0..40 {
        company.app.state.clock.advance(TimeDelta::hours(3));
        app::sweep::sweep(&company.app.state).await;
    }
    let staff = company.app.staff(ATLANTICO).await;
    assert_eq!(staff.get(PATH).await.json()["meta"]["total"], 1);
}

#[tokio::test]
async fn a_company_that_no_longer_picks_up_is_asked_for_nothing() {
    let company = Company::start().await;
    let mut form = form(&company.client, 1).await;
    form["repeats"] = json!({ "weekdays": [1, 2, 3, 4, 5, 6, 7], "until": null });
    company.client.post(PATH, form).await.data();
    confirmed(&company.client, 1).await;
    switch(&company.admin, "pickup", false).await.data();
    for _ in 0..40 {
        company.app.state.clock.advance(TimeDelta::hours(3));
        app::sweep::sweep(&company.app.state).await;
    }
    let admin = company.app.admin(ATLANTICO).await;
    switch(&admin, "pickup", true).await.data();
    assert_eq!(admin.get(PATH).await.json()["meta"]["total"], 1);
}

#[tokio::test]
async fn a_repetition_that_fails_does_not_stop_the_others() {
    let company = Company::start().await;
    let mut form = form(&company.client, 1).await;
    form["repeats"] = json!({ "weekdays": [1, 2, 3, 4, 5, 6, 7], "until": null });
    let broken = company.client.post(PATH, form.clone()).await.data();
    let sound = company.client.post(PATH, form).await.data();
    confirmed(&company.client, 1).await;
    let mut tx = company.app.state.tenancy.begin(&company.app.tenant(ATLANTICO)).await.unwrap();
    let damage = "
        update pickups set repeats = '{}', repeat_at = repeat_at - interval '1 hour' where id = $1::uuid";
    sqlx::query(damage).bind(id(&broken)).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    for _ in 0..40 {
        company.app.state.clock.advance(TimeDelta::hours(3));
        app::sweep::sweep(&company.app.state).await;
    }
    let mut tx = company.app.state.tenancy.begin(&company.app.tenant(ATLANTICO)).await.unwrap();
    let again = "select count(*) from pickups where repeat_of = $1::uuid";
    let again: i64 = sqlx::query_scalar(again).bind(id(&sound)).fetch_one(&mut *tx).await.unwrap();
    assert_eq!(again, 1, "the sound one is asked for");
}
