//! A year of the demo: shipments like those of the file, for each working day of the months before, as far on their way as
//! their age lets them be.

use anyhow::Context;
use chrono::{DateTime, Datelike, Days, Months, NaiveDate, NaiveTime, TimeDelta, Utc, Weekday};
use tenancy::{Host, TenantTx};
use uuid::Uuid;

use freight::shipments::price::charges::freeze_past;
use freight::shipments::take_codes;
use freight::status::ShipmentStatus::{self, *};
use server_core::record::periods::first_of_month;
use server_core::state::AppState;

/// Shipments of each of the last twelve months, the oldest first: a quiet summer, and a busy end of the year.
const MONTHS: [u32; 12] = [497, 304, 288, 342, 371, 394, 358, 381, 412, 449, 503, 588];
/// Parts of a month's shipments by the day of the week, Monday first.
const WEEK: [u32; 7] = [24, 20, 19, 19, 23, 8, 0];
/// The shortest way takes so many days, and the longest five more.
const LEAST_DAYS: i64 = 5;
/// Every so many shipments one fails at the door and comes back.
const RETURNED_EVERY: usize = 71;
/// The client of every so many finished shipments is the demo's own; the others have the clients of the records.
const OWN_EVERY: usize = 55;
/// So many deliveries of the last days are its own, too: it is asked how they were.
const OWN_LATELY: usize = 4;

/// Where an event is recorded.
#[derive(Clone, Copy)]
enum EventPlace {
    None,
    Origin,
    Destination,
}

/// An event of the way: its code, the part of the way in thousandths, its place, and the state that it leads to.
type Step = (&'static str, i32, EventPlace, Option<ShipmentStatus>);

const WAY: [Step; 10] = [
    ("CREATED", 0, EventPlace::None, Some(Draft)),
    ("CONFIRMED", 20, EventPlace::None, Some(Confirmed)),
    ("LABELLED", 45, EventPlace::Origin, Some(Labelled)),
    ("COLLECTED", 90, EventPlace::Origin, None),
    ("RECEIVED", 130, EventPlace::Origin, Some(Received)),
    ("BAGGED", 210, EventPlace::Origin, Some(Bagged)),
    ("DEPARTED", 330, EventPlace::Origin, Some(Departed)),
    ("ARRIVED", 520, EventPlace::Destination, Some(Arrived)),
    ("IN_CUSTOMS", 600, EventPlace::Destination, Some(InCustoms)),
    ("CLEARED", 780, EventPlace::Destination, Some(Cleared)),
];
const DELIVERED: [Step; 2] = [
    ("OUT_FOR_DELIVERY", 930, EventPlace::Destination, Some(LastMile)),
    ("DELIVERED", 1000, EventPlace::Destination, Some(Delivered)),
];
const RETURNED: [Step; 4] = [
    ("OUT_FOR_DELIVERY", 930, EventPlace::Destination, Some(LastMile)),
    ("DELIVERY_FAILED", 1000, EventPlace::Destination, Some(DeliveryFailed)),
    ("RETURNING", 1300, EventPlace::Destination, Some(Returning)),
    ("RETURNED", 2400, EventPlace::Origin, Some(Returned)),
];

pub const TEMPLATES: &str = "
    select id, coalesce(from_city, '') as origin, coalesce(to_city, '') as city, split_part(external_ref, '-', 1) as series
    from shipments where import_id is not null and cardinality(missing) = 0 and external_ref is not null
    order by tracking_code limit 500";
pub const SENDERS: &str = "
    select id from clients where code <> 'C001' and country_id is not null order by created_at, id limit 10";
pub const OWN_SENDER: &str = "select id from clients where code = 'C001'";
pub const STAFF: &str = "select id, time_zone from users where email = $1";
pub const PUT_SHIPMENTS: &str = "
    with templates as materialized (
        select s.*, (
            select case when sum(i.quantity * i.unit_value) >= 150 then round(sum(i.quantity * i.unit_value), 2) end
            from shipment_items i where i.shipment_id = s.id) as worth
        from shipments s where s.id = any($7::uuid[])
    ), senders as materialized (select * from clients where id = any($6::uuid[]))
    insert into shipments (
        id, tracking_code, created_at, updated_at, status, external_ref, client_id, due_on, confirmed_at,
        label_printed_at, label_printed_by, label_prints, last_event_code, last_event_at, created_by, shipped_on, service_id, subsidiary_id, to_country_id,
        chargeable_weight_g, declared_value, insurance_value, source, to_name, contents_type, currency, declared_weight_g,
        volumetric_weight_g, parcel_count, item_count, to_person_type, to_email, to_phone, to_postcode, to_address_1,
        to_address_2, to_address_number, to_state_id, to_city, from_person_type, from_name, from_document_type,
        from_document, from_email, from_phone, from_country_id, from_postcode, from_address_1, from_address_2,
        from_address_number, from_state_id, from_city)
    select p.id, p.code, p.created_at, p.last_at, p.status, p.reference, c.id, p.due_on, p.confirmed_at,
           p.label_at, case when p.label_at is not null then $13::uuid end, (p.label_at is not null)::int, p.last_code, p.last_at, $13, p.created_at::date, s.service_id, s.subsidiary_id, s.to_country_id,
           s.chargeable_weight_g, s.declared_value, s.worth, s.source, s.to_name, s.contents_type, s.currency,
           s.declared_weight_g, s.volumetric_weight_g, s.parcel_count, s.item_count, s.to_person_type, s.to_email,
           s.to_phone, s.to_postcode, s.to_address_1, s.to_address_2, s.to_address_number, s.to_state_id, s.to_city,
           c.person_type, c.name, c.document_type, c.document, c.email, c.phone, c.country_id, c.postcode,
           c.address_1, c.address_2, c.address_number, c.state_id, c.city
    from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::smallint[], $5::text[], $6::uuid[], $7::uuid[],
                $8::date[], $9::timestamptz[], $10::timestamptz[], $11::text[], $12::timestamptz[])
         as p (id, code, created_at, status, reference, client_id, template_id, due_on, confirmed_at, label_at,
               last_code, last_at)
    join templates s on s.id = p.template_id
    join senders c on c.id = p.client_id";
pub const PUT_PARCELS: &str = "
    with templates as materialized (select * from parcels where shipment_id = any($2::uuid[]))
    insert into parcels (id, shipment_id, seq, length_mm, width_mm, height_mm, weight_g, weight_unit, size_unit)
    select gen_random_uuid(), p.id, t.seq, t.length_mm, t.width_mm, t.height_mm, t.weight_g, t.weight_unit, t.size_unit
    from unnest($1::uuid[], $2::uuid[]) as p (id, template_id) join templates t on t.shipment_id = p.template_id";
pub const PUT_ITEMS: &str = "
    with templates as materialized (select * from shipment_items where shipment_id = any($2::uuid[]))
    insert into shipment_items (id, shipment_id, seq, description, hs_code, quantity, unit, unit_value, net_weight_g,
                                origin_country_id)
    select gen_random_uuid(), p.id, t.seq, t.description, t.hs_code, t.quantity, t.unit, t.unit_value, t.net_weight_g,
           t.origin_country_id
    from unnest($1::uuid[], $2::uuid[]) as p (id, template_id) join templates t on t.shipment_id = p.template_id";
pub const PUT_EVENTS: &str = "
    insert into shipment_events (id, shipment_id, code, occurred_at, time_zone, received_at, location, source, actor_id,
                                 status_before)
    select e.id, e.shipment_id, e.code, e.at, $6, e.at, e.location,
           case e.code when 'CREATED' then 'system' else 'user' end, $7, e.status_before
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::text[], $8::smallint[])
         as e (id, shipment_id, code, at, location, status_before)";

/// A shipment of the file, which those of the year are like.
#[derive(sqlx::FromRow)]
struct Template {
    id: Uuid,
    origin: String,
    city: String,
    series: String,
}

/// A shipment of the year.
struct PastShipment {
    id: Uuid,
    created_at: DateTime<Utc>,
    reference: String,
    client_id: Uuid,
    template: usize,
    due_on: NaiveDate,
    events: Vec<Event>,
}

struct Event {
    code: &'static str,
    at: DateTime<Utc>,
    place: EventPlace,
    status: Option<ShipmentStatus>,
}

/// Creates the shipments of the year, after the file and the records.
pub async fn seed(state: &AppState, host: &str, slug: &str) -> anyhow::Result<()> {
    let tenant = Host::parse(host).and_then(|host| state.tenancy.resolve(&host)).context("no tenant")?;
    let mut tx = state.tenancy.begin(&tenant).await?;
    let templates: Vec<Template> = sqlx::query_as(TEMPLATES).fetch_all(&mut *tx).await?;
    let others: Vec<Uuid> = sqlx::query_scalar(SENDERS).fetch_all(&mut *tx).await?;
    let own: Uuid = sqlx::query_scalar(OWN_SENDER).fetch_one(&mut *tx).await?;
    if templates.is_empty() || others.is_empty() {
        return Ok(());
    }
    let (staff, time_zone) = sqlx::query_as::<_, (Uuid, String)>(STAFF)
        .bind(format!("staff@{slug}.test"))
        .fetch_one(&mut *tx)
        .await?;
    let year = plan(state.clock.now(), &templates, own, &others);
    put_shipments(&mut tx, &year, &templates, staff).await?;
    put_contents(&mut tx, &year, &templates).await?;
    put_prices(&mut tx, &year, staff).await?;
    put_events(&mut tx, &year, &templates, staff, &time_zone).await?;
    tx.commit().await?;
    println!("{slug}: {} shipments of twelve months", year.len());
    Ok(())
}

/// The shipments of the year up to now, the oldest first.
fn plan(now: DateTime<Utc>, templates: &[Template], own: Uuid, others: &[Uuid]) -> Vec<PastShipment> {
    let this_month = first_of_month(now.date_naive());
    let mut year = Vec::new();
    for (ago, wanted) in (0..12).rev().zip(MONTHS) {
        let month = this_month - Months::new(ago);
        for (number, created_at) in
            (1..).zip(moments(month, wanted)).take_while(|(_, at)| *at < now - TimeDelta::hours(1))
        {
            let nth = year.len();
            let template = (nth * 29) % templates.len();
            let way = way(nth, created_at, now);
            let is_own = nth % OWN_EVERY == 0 && now - created_at > TimeDelta::days(21);
            year.push(PastShipment {
                id: Uuid::now_v7(),
                created_at,
                reference: format!("{}-{}-{number:03}", templates[template].series, month.format("%y%m")),
                client_id: if is_own { own } else { others[(nth / 3) % others.len()] },
                template,
                due_on: (created_at + TimeDelta::days(LEAST_DAYS + 5)).date_naive(),
                events: way,
            });
        }
    }
    give_lately_delivered(&mut year, now, own);
    year
}

fn give_lately_delivered(year: &mut [PastShipment], now: DateTime<Utc>, own: Uuid) {
    let delivered = year.iter_mut().filter(|past| past.is_lately_delivered(now));
    delivered.step_by(5).take(OWN_LATELY).for_each(|past| past.client_id = own);
}

/// When the shipments of a month are created: on working days, in working hours.
fn moments(month: NaiveDate, wanted: u32) -> Vec<DateTime<Utc>> {
    let days: Vec<NaiveDate> = month.iter_days().take_while(|day| day.month() == month.month()).collect();
    let part = |day: &NaiveDate| WEEK[day.weekday().num_days_from_monday() as usize];
    let all: u32 = days.iter().map(part).sum();
    let mut moments = Vec::new();
    let mut before = 0;
    for day in days {
        let first = wanted * before / all;
        before += part(&day);
        let count = wanted * before / all - first;
        let opening = day.and_time(NaiveTime::MIN).and_utc() + TimeDelta::hours(13);
        moments.extend((0..count).map(|nth| opening + TimeDelta::minutes(i64::from(nth * 480 / count))));
    }
    moments
}

/// The events that have happened by now.
fn way(nth: usize, created_at: DateTime<Utc>, now: DateTime<Utc>) -> Vec<Event> {
    let minutes = (LEAST_DAYS * 24 + (nth as i64 * 17) % (5 * 24)) * 60;
    let end: &[Step] = if nth % RETURNED_EVERY == 7 { &RETURNED } else { &DELIVERED };
    WAY.iter()
        .chain(end)
        .map(|&(code, part, place, status)| Event {
            code,
            at: working(created_at + TimeDelta::minutes(minutes * i64::from(part) / 1000)),
            place,
            status,
        })
        .take_while(|event| event.at < now)
        .collect()
}

/// Nothing is recorded on a Sunday.
fn working(at: DateTime<Utc>) -> DateTime<Utc> {
    if at.weekday() == Weekday::Sun { at + Days::new(1) } else { at }
}

impl PastShipment {
    fn status(&self) -> ShipmentStatus {
        self.events.iter().rev().find_map(|event| event.status).unwrap_or(Draft)
    }

    /// Clients are asked about such deliveries (`support::reviews`).
    fn is_lately_delivered(&self, now: DateTime<Utc>) -> bool {
        let last = self.events.last().filter(|event| event.code == "DELIVERED");
        last.is_some_and(|event| (3..8).contains(&(now - event.at).num_days()))
    }
}

async fn put_shipments(
    tx: &mut TenantTx,
    year: &[PastShipment],
    templates: &[Template],
    staff: Uuid,
) -> anyhow::Result<()> {
    let codes = take_codes(tx, i32::try_from(year.len())?)
        .await
        .map_err(|error| anyhow::anyhow!("no tracking codes: {error}"))?;
    let at = |past: &PastShipment, code: &str| {
        past.events.iter().find(|event| event.code == code).map(|event| event.at)
    };
    let last = |past: &PastShipment| past.events.last().map(|event| (event.code, event.at));
    sqlx::query(PUT_SHIPMENTS)
        .bind(year.iter().map(|past| past.id).collect::<Vec<_>>())
        .bind(codes)
        .bind(year.iter().map(|past| past.created_at).collect::<Vec<_>>())
        .bind(year.iter().map(|past| past.status().code()).collect::<Vec<_>>())
        .bind(year.iter().map(|past| past.reference.as_str()).collect::<Vec<_>>())
        .bind(year.iter().map(|past| past.client_id).collect::<Vec<_>>())
        .bind(year.iter().map(|past| templates[past.template].id).collect::<Vec<_>>())
        .bind(year.iter().map(|past| past.due_on).collect::<Vec<_>>())
        .bind(year.iter().map(|past| at(past, "CONFIRMED")).collect::<Vec<_>>())
        .bind(year.iter().map(|past| at(past, "LABELLED")).collect::<Vec<_>>())
        .bind(year.iter().map(|past| last(past).map(|(code, _)| code)).collect::<Vec<_>>())
        .bind(year.iter().map(|past| last(past).map(|(_, at)| at)).collect::<Vec<_>>())
        .bind(staff)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Parcels and items, as the templates have them.
async fn put_contents(
    tx: &mut TenantTx,
    year: &[PastShipment],
    templates: &[Template],
) -> anyhow::Result<()> {
    let ids: Vec<Uuid> = year.iter().map(|past| past.id).collect();
    let like: Vec<Uuid> = year.iter().map(|past| templates[past.template].id).collect();
    sqlx::query(PUT_PARCELS).bind(&ids).bind(&like).execute(&mut **tx).await?;
    sqlx::query(PUT_ITEMS).bind(&ids).bind(&like).execute(&mut **tx).await?;
    Ok(())
}

/// The price of each shipment that is confirmed.
async fn put_prices(tx: &mut TenantTx, year: &[PastShipment], staff: Uuid) -> anyhow::Result<()> {
    let ids: Vec<Uuid> = year.iter().map(|past| past.id).collect();
    freeze_past(tx, &ids, staff).await?;
    Ok(())
}

async fn put_events(
    tx: &mut TenantTx,
    year: &[PastShipment],
    templates: &[Template],
    staff: Uuid,
    time_zone: &str,
) -> anyhow::Result<()> {
    let (mut ids, mut of, mut codes, mut moments) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut places, mut before) = (Vec::new(), Vec::new());
    for past in year {
        let mut status = None;
        for event in &past.events {
            ids.push(Uuid::now_v7());
            of.push(past.id);
            codes.push(event.code);
            moments.push(event.at);
            places.push(match event.place {
                EventPlace::None => "",
                EventPlace::Origin => templates[past.template].origin.as_str(),
                EventPlace::Destination => templates[past.template].city.as_str(),
            });
            before.push(status);
            status = event.status.map(ShipmentStatus::code).or(status);
        }
    }
    sqlx::query(PUT_EVENTS)
        .bind(ids)
        .bind(of)
        .bind(codes)
        .bind(moments)
        .bind(places)
        .bind(time_zone)
        .bind(staff)
        .bind(before)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_demos_client_has_deliveries_to_rate_on_every_day() {
        let (own, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let template =
            Template { id: own, origin: String::new(), city: String::new(), series: "A".to_owned() };
        for day in (0..366).step_by(13) {
            let now = DateTime::from_timestamp(1_795_694_400, 0).unwrap() + TimeDelta::days(day);
            let year = plan(now, std::slice::from_ref(&template), own, &[other]);
            let lately = year.iter().filter(|past| past.client_id == own && past.is_lately_delivered(now));
            assert_eq!(lately.count(), OWN_LATELY, "{now}");
        }
    }
}
