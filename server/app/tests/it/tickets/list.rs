//! The list of tickets and its queries.

use access::scope::RowScope;
use chrono::TimeDelta;
use serde_json::{Value, json};
use server_core::http::list::Words;
use server_core::record::{ActiveFilter, ListQuery};
use sqlx::Executor;
use support::outgoing::store::unaddressed_query;
use support::people::staff_query;
use support::tickets::TicketScope;
use support::tickets::address::{AskedAddress, search_query};
use support::tickets::bulk;
use support::tickets::list::{SORTS, TicketFilter, count_query, page_query, totals_query};
use support::tickets::model::{TicketPriority, TicketStatus, TicketTab};
use support::tickets::store::find_query;
use uuid::Uuid;

use super::{act, at, listed, me, open_with, opened, reply};
use crate::support::{ATLANTICO, TestApp};

/// SUP-1: an empty status, or null, means all.
#[tokio::test]
async fn tabs_and_totals_follow_the_status() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let tickets =
        [opened(&client).await, opened(&client).await, opened(&client).await, opened(&client).await];
    reply(&staff, &tickets[1], "Here", 1).await.data();
    act(&staff, &tickets[2], "/close").await.data();
    act(&staff, &tickets[3], "/close").await.data();
    act(&staff, &tickets[3], "/archive").await.data();
    let mut seen = Vec::new();
    for status in ["10", "20", "0", "99", "-1"] {
        let mut numbers = listed(&client, &format!("status={status}")).await;
        numbers.sort_unstable();
        seen.push(numbers);
    }
    assert_eq!(seen, [vec![1, 2], vec![2], vec![3], vec![4], vec![1, 2, 3]]);
    assert_eq!(listed(&client, "tipo=99").await, [4]);
    assert_eq!(listed(&client, "status=-1&support_ticket_status=10").await, [1]);
    let totals = client.get("/api/support_tickets").await.json()["meta"]["total_per_status"].clone();
    let expected = json!({
        "mine": 3, "unassigned": 1, "all": 4, "open": 2, "waiting": 1, "closed": 1, "archived": 1
    });
    assert_eq!(totals, expected, "who of the staff replies takes the ticket");
    assert_eq!(listed(&staff, "status=-2").await, [1]);
    assert_eq!(client.get("/api/support_tickets?status=7").await.status, 422);
    for all in ["status=", "status=null", "tipo=null"] {
        assert_eq!(listed(&client, all).await.len(), 4, "{all}");
    }
}

#[tokio::test]
async fn tickets_are_filtered_by_owner_priority_subject_and_client() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let asked = opened(&client).await;
    let urgent = open_with(&staff, json!({ "priority": 40 })).await.data();
    let own = json!({ "assignee_id": me(&staff).await });
    staff.post(&at(&asked, "/assign"), own).await.data();
    act(&staff, &urgent, "/deactivate").await.data();
    let of_staff = format!("assignee_id={}", me(&staff).await.as_str().unwrap());
    let profile = client.get("/api/profile").await.data();
    let of_client = format!("client_id={}", profile["client_id"].as_str().unwrap());
    let of_subject =
        format!("support_subject_id={}&sort=number", asked["support_subject_id"].as_str().unwrap());
    let expected = [
        (of_staff.as_str(), vec![1]),
        ("unassigned=true", vec![2]),
        ("priority=40", vec![2]),
        ("active=0", vec![2]),
        (of_client.as_str(), vec![1]),
        (of_subject.as_str(), vec![1, 2]),
    ];
    for (query, numbers) in expected {
        assert_eq!(listed(&staff, query).await, numbers, "{query}");
    }
}

#[tokio::test]
async fn open_tickets_that_nobody_touches_are_found_by_their_age_the_oldest_first() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let (old, closed) = (opened(&client).await, opened(&client).await);
    act(&app.staff(ATLANTICO).await, &closed, "/close").await.data();
    app.state.clock.advance(TimeDelta::hours(1));
    let answered = opened(&client).await;
    app.state.clock.advance(TimeDelta::days(3));
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    opened(&client).await;
    let number = |ticket: &Value| ticket["number"].as_i64().unwrap();
    assert_eq!(listed(&staff, "idle_days=3").await, [number(&old), number(&answered)]);
    assert_eq!(listed(&staff, "idle_days=3&sort=-number").await, [number(&answered), number(&old)]);
    reply(&staff, &answered, "Here", 1).await.data();
    assert_eq!(listed(&staff, "idle_days=3").await, [number(&old)]);
    assert_eq!(client.get("/api/support_tickets?idle_days=0").await.status, 422);
}

#[tokio::test]
async fn postgres_can_prepare_every_query_of_tickets() {
    let app = TestApp::start().await;
    let mut tenant = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let scopes = [
        RowScope::All,
        RowScope::Client(Uuid::nil()),
        RowScope::Partner(Uuid::nil()),
        RowScope::Subsidiaries(vec![Uuid::nil()]),
    ];
    let asked = ListQuery::parse(Some(2), None, Some("-number,created_at"), Some("maria 7"), SORTS).unwrap();
    for scope in scopes.into_iter().map(|scope| TicketScope::of_scope(scope, true)) {
        let mut queries = vec![
            find_query(&scope, Uuid::nil()),
            bulk::find_query(&scope, &[Uuid::nil()]),
            search_query(&scope, &AskedAddress { words: &asked.words, kind: None, id: Some(Uuid::nil()) }),
            parties::provider_contacts::reachable_query(&asked.words, Some(Uuid::nil()), 6),
            staff_query(&asked.words),
            unaddressed_query(Uuid::nil()),
        ];
        for tab in [None, Some(TicketTab::Mine), Some(TicketTab::Unassigned), Some(TicketTab::Open)] {
            let filter = TicketFilter {
                tab,
                only: Some(TicketStatus::Open),
                shipment_id: Some(Uuid::nil()),
                client_id: Some(Uuid::nil()),
                assignee_id: Some(Uuid::nil()),
                unassigned: true,
                priority: Some(TicketPriority::High),
                department_id: Some(Uuid::nil()),
                subject_id: Some(Uuid::nil()),
                active: Some(ActiveFilter::Active),
                unread: true,
                idle_since: Some(app.state.clock.now()),
            };
            queries.push(page_query(&scope, &filter, &asked));
            queries.push(count_query(&scope, &filter, &Words::default(), 10));
            queries.push(totals_query(&scope, &filter, &asked.words));
        }
        for query in queries {
            let sql = query.sql();
            let prepared = tenant.prepare(sql.clone()).await;
            assert!(prepared.is_ok(), "{:?}\n{}", prepared.err(), sql.as_str());
            assert_eq!(tenancy::citus::refusals(sql.as_str()).unwrap(), Vec::<&str>::new());
        }
    }
}
