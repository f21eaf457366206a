//! Days of counts are days of the company.

use chrono::{DateTime, TimeDelta, Timelike, Utc};
use chrono_tz::Tz;
use serde_json::json;

use super::inventories::{begin, entry, send};
use super::{OneShelf, fill_shelf, text};
use crate::support::{ATLANTICO, TestApp};
use crate::tenant_settings::changed;

/// In the middle of the day of UTC it is the day before in Hawaii, or the day after in Kiribati.
#[tokio::test]
async fn a_count_from_before_its_inventory_is_told_the_day_of_the_company() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let OneShelf { own, .. } = fill_shelf(&admin, &admin, 10).await;
    let inventory = begin(&admin, &own, json!({})).await;
    let started_at: DateTime<Utc> = text(&inventory["started_at"]).parse().unwrap();
    let zone = if started_at.hour() < 10 { Tz::Pacific__Honolulu } else { Tz::Pacific__Kiritimati };
    assert_eq!(changed(&admin, json!({ "time_zone": zone.name() })).await.status, 200);
    let day = started_at.with_timezone(&zone).date_naive();
    assert_ne!(day, started_at.date_naive());
    let early = entry(&inventory["lines"][0], 10, started_at - TimeDelta::days(3));
    let answer = send(&app, &admin, &inventory, &[early]).await;
    let refused = &answer["results"][0];
    assert_eq!(refused["message_code"], "event_too_old", "{answer}");
    assert!(text(&refused["message"]).contains(&day.to_string()), "{refused}");
}
