//! The queries and their frequency: most show new or waiting shipments, or search for a code or a name.

use access::scope::RowScope;
use chrono::{NaiveDate, TimeDelta};
use freight::shipments::list::ShipmentFilter;
use server_core::clock::Clock;
use sqlx::PgConnection;
use uuid::Uuid;

const IDS: &str = "
    select (select id from clients where code = 'B0001'), (select id from clients where code = 'B0050'),
           md5('import7')::uuid, md5('partner2')::uuid,
           (select id from services order by position, code limit 1),
           (select id from services order by position desc, code desc limit 1),
           (select id from countries where alpha2 = 'US'), (select id from countries where alpha2 = 'IS')";

type Ids = (Uuid, Uuid, Uuid, Uuid, Uuid, Uuid, i16, i16);

pub struct Question {
    pub name: &'static str,
    pub filter: ShipmentFilter,
    pub scope: RowScope,
    pub sort: &'static str,
    pub page: i64,
    pub per_round: usize,
}

pub async fn all(conn: &mut PgConnection) -> anyhow::Result<Vec<Question>> {
    let (large, middling, import, partner, service, small_service, us, iceland): Ids =
        sqlx::query_as(IDS).fetch_one(conn).await?;
    let any = ShipmentFilter::default;
    let status = |codes: &str| ShipmentFilter { status: Some(codes.to_owned()), ..any() };
    let words = |words: &str| ShipmentFilter { search: Some(words.to_owned()), ..any() };
    let of = |client_id| ShipmentFilter { client_id: Some(client_id), ..any() };
    let to = |country_id, filter| ShipmentFilter { to_country_id: Some(country_id), ..filter };
    let served = |service_id, filter| ShipmentFilter { service_id: Some(service_id), ..filter };
    let idle = |days| ShipmentFilter { idle_days: Some(days), ..any() };
    let created =
        |[from, to]: [i64; 2]| ShipmentFilter { created_from: day(from), created_to: day(to), ..any() };
    let due = ShipmentFilter { due_from: day(0), due_to: day(7), ..any() };
    Ok(vec![
        query(20, "newest first", any()),
        Question { page: 40, ..query(1, "the last page in reach", any()) },
        query(5, "a frequent status", status("90")),
        query(10, "a status that waits", status("15")),
        query(3, "several statuses", status("10,15,20")),
        query(5, "a large client", of(large)),
        query(5, "a client", of(middling)),
        query(2, "a country", to(iceland, any())),
        query(2, "country and status", to(us, status("70"))),
        query(1, "a rare country and status", to(iceland, status("15"))),
        query(2, "a service", served(service, any())),
        query(1, "the smallest service", served(small_service, any())),
        query(1, "service and status", served(small_service, status("15"))),
        query(1, "service and client", served(small_service, of(middling))),
        query(1, "service, status and country", served(small_service, to(iceland, status("90")))),
        query(1, "a service without shipments", served(Uuid::nil(), any())),
        query(1, "without an event for a week", idle(7)),
        query(1, "without an event for a year", idle(365)),
        query(2, "the last 30 days", created([-30, 0])),
        query(1, "a month of last year", created([-500, -470])),
        query(2, "due within a week", due),
        query(2, "an import", ShipmentFilter { import_id: Some(import), ..any() }),
        query(1, "a partner", ShipmentFilter { partner_id: Some(partner), ..any() }),
        Question { sort: "to_name", ..query(1, "by name", any()) },
        Question { sort: "tracking_code", ..query(1, "by code", any()) },
        Question { sort: "-updated_at", ..query(1, "a client, last changed first", of(middling)) },
        Question { sort: "-declared_value", ..query(1, "a status that waits, by value", status("15")) },
        Question { sort: "-declared_value", ..query(1, "a frequent status, by value", status("90")) },
        query(15, "a code", words("AT004777777BR")),
        query(5, "a reference", words("PO-4777777")),
        query(1, "a part of a reference", words("PO-4777")),
        query(3, "a frequent name", words("maria")),
        query(3, "two names", words("maria silva")),
        query(3, "a rare name", words("zoë esposito")),
        query(2, "name and city", words("joão gonçalves lisboa")),
        query(1, "a city", words("reykjavik")),
        query(2, "name and client", ShipmentFilter { client_id: Some(middling), ..words("maria") }),
        query(1, "name and status", ShipmentFilter { status: Some("15".to_owned()), ..words("maria") }),
        query(2, "no match", words("nobody-has-this")),
        Question { scope: RowScope::Client(middling), ..query(5, "a client's user: newest first", any()) },
        Question { scope: RowScope::Client(middling), ..query(2, "a client's user: a name", words("maria")) },
        Question { scope: RowScope::Partner(partner), ..query(2, "a partner's user: newest first", any()) },
    ])
}

/// A query by staff who see everything, in the default order.
fn query(per_round: usize, name: &'static str, filter: ShipmentFilter) -> Question {
    Question { name, filter, scope: RowScope::All, sort: "", page: 1, per_round }
}

fn day(from_today: i64) -> Option<NaiveDate> {
    Some((Clock::default().now() + TimeDelta::days(from_today)).date_naive())
}
