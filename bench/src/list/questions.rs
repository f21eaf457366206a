//! What is asked: the closed list of filters and sorts, alone and two by two, and words of every kind.

use anyhow::Context;
use server::access::scope::RowScope;
use server::clock::Clock;
use server::freight::shipments::list::ShipmentFilter;
use sqlx::PgConnection;
use uuid::Uuid;

/// Columns of the API's closed list in both directions, and two together.
pub const SORTS: [&str; 14] = [
    "-created_at",
    "created_at",
    "-updated_at",
    "updated_at",
    "-tracking_code",
    "tracking_code",
    "-to_name",
    "to_name",
    "-chargeable_weight_g",
    "chargeable_weight_g",
    "-declared_value",
    "declared_value",
    "to_name,-created_at",
    "-declared_value,to_name",
];

/// Weights are rounded, so that a quarter of all shipments have the same: sorting those by another column has no index.
pub const COARSE: [&str; 2] = ["-chargeable_weight_g,-created_at", "chargeable_weight_g,to_name"];

/// From words that half of all have to words nobody has, and beginnings of codes.
const SEARCHES: [&str; 20] = [
    "AT",
    "XX",
    "PO-",
    "AT0005",
    "PO-4777",
    "PO-4777777",
    "maria",
    "silva",
    "maria silva",
    "carlos",
    "mohammed",
    "kampala",
    "joão gonçalves lisboa",
    "zoë esposito",
    "reykjavik",
    "深圳市",
    "深圳",
    "jo lis",
    "li wa",
    "nobody-has-this",
];

/// A tenth of all or more have these.
const FREQUENT: [&str; 6] =
    ["status 90", "of B0001", "first service", "source scms", "large import", "large partner"];

const CLIENT: &str = "select id from clients where code = $1";
const SERVICES: &str = "select id from services order by position, code";
const COUNTRY: &str = "select id from countries where alpha2 = $1";
const PARTNERS: [(&str, i32); 3] = [("large", 1), ("middling", 2), ("small", 3)];
const PARTNER: &str = "select md5('partner' || $1::int)::uuid";
const IMPORT: &str = "select md5('import' || $1::int)::uuid";

#[derive(Clone)]
pub struct Question {
    pub name: String,
    pub filter: ShipmentFilter,
    pub scope: RowScope,
}

/// A value of one filter, and the name of that filter.
type Choice = (&'static str, String, ShipmentFilter);

pub async fn all(conn: &mut PgConnection) -> anyhow::Result<Vec<Question>> {
    let choices = choices(conn).await?;
    let mut questions = vec![everything()];
    for (at, (dimension, first, filter)) in choices.iter().enumerate() {
        questions.push(staff(first.clone(), filter.clone()));
        for (other_dimension, other_name, other) in &choices[at + 1..] {
            if dimension == other_dimension {
                continue;
            }
            let (name, pair) = (format!("{first} + {other_name}"), both(filter, other));
            if [first, other_name].iter().all(|name| FREQUENT.contains(&name.as_str())) {
                questions.push(staff(format!("{name} + search maria"), both(&pair, &searching("maria"))));
            }
            questions.push(staff(name, pair));
        }
    }
    for search in SEARCHES {
        questions.push(staff(format!("search {search}"), searching(search)));
    }
    for (_, name, filter) in &choices {
        let found = both(filter, &searching("maria"));
        questions.push(staff(format!("{name} + search maria"), found));
    }
    let own: Vec<Question> = questions.iter().filter(|asked| is_asked_by_others(asked)).cloned().collect();
    let mut ask = |name: &str, scope: RowScope| {
        questions.extend(own.iter().map(|own| Question {
            name: format!("{name}: {}", own.name),
            scope: scope.clone(),
            ..own.clone()
        }));
    };
    for code in ["B0001", "B0050", "B0400"] {
        let client = sqlx::query_scalar(CLIENT).bind(code).fetch_one(&mut *conn).await?;
        ask(&format!("client {code}"), RowScope::Client(client));
    }
    for (name, number) in PARTNERS {
        let partner = sqlx::query_scalar(PARTNER).bind(number).fetch_one(&mut *conn).await?;
        ask(&format!("{name} partner"), RowScope::Partner(partner));
    }
    Ok(questions)
}

pub fn everything() -> Question {
    staff("everything".to_owned(), ShipmentFilter::default())
}

/// Clients and partners ask everything staff ask, but not by client or partner, and by one filter at a time.
fn is_asked_by_others(question: &Question) -> bool {
    let ShipmentFilter { client_id, partner_id, .. } = &question.filter;
    client_id.is_none() && partner_id.is_none() && !question.name.contains(" + ")
}

fn staff(name: String, filter: ShipmentFilter) -> Question {
    Question { name, filter, scope: RowScope::All }
}

fn searching(words: &str) -> ShipmentFilter {
    ShipmentFilter { search: Some(words.to_owned()), ..ShipmentFilter::default() }
}

/// The two hold together: no field is given in both.
fn both(one: &ShipmentFilter, other: &ShipmentFilter) -> ShipmentFilter {
    let (one, other) = (one.clone(), other.clone());
    ShipmentFilter {
        search: one.search.or(other.search),
        status: one.status.or(other.status),
        client_id: one.client_id.or(other.client_id),
        service_id: one.service_id.or(other.service_id),
        to_country_id: one.to_country_id.or(other.to_country_id),
        source: one.source.or(other.source),
        import_id: one.import_id.or(other.import_id),
        partner_id: one.partner_id.or(other.partner_id),
        created_from: one.created_from.or(other.created_from),
        created_to: one.created_to.or(other.created_to),
        due_from: one.due_from.or(other.due_from),
        due_to: one.due_to.or(other.due_to),
    }
}

/// A frequent and a rare value of every filter, and some between.
async fn choices(conn: &mut PgConnection) -> anyhow::Result<Vec<Choice>> {
    let none = ShipmentFilter::default;
    let mut choices = Vec::new();
    for status in ["90", "70", "15", "95", "10,15,20"] {
        let filter = ShipmentFilter { status: Some(status.to_owned()), ..none() };
        choices.push(("status", format!("status {status}"), filter));
    }
    for code in ["B0001", "B0050", "B0400"] {
        let id = sqlx::query_scalar(CLIENT).bind(code).fetch_one(&mut *conn).await?;
        choices.push(("client", format!("of {code}"), ShipmentFilter { client_id: Some(id), ..none() }));
    }
    let services: Vec<Uuid> = sqlx::query_scalar(SERVICES).fetch_all(&mut *conn).await?;
    for (name, id) in [("first", services.first()), ("last", services.last())] {
        let filter = ShipmentFilter { service_id: Some(*id.context("no services")?), ..none() };
        choices.push(("service", format!("{name} service"), filter));
    }
    for code in ["US", "JP", "IS"] {
        let id = sqlx::query_scalar(COUNTRY).bind(code).fetch_one(&mut *conn).await?;
        choices.push(("country", format!("to {code}"), ShipmentFilter { to_country_id: Some(id), ..none() }));
    }
    for source in ["scms", "manual", "pilot"] {
        let filter = ShipmentFilter { source: Some(source.to_owned()), ..none() };
        choices.push(("source", format!("source {source}"), filter));
    }
    for (name, number) in [("large", 0), ("small", 7)] {
        let id = sqlx::query_scalar(IMPORT).bind(number).fetch_one(&mut *conn).await?;
        choices.push(("import", format!("{name} import"), ShipmentFilter { import_id: Some(id), ..none() }));
    }
    for (name, number) in PARTNERS {
        let id = sqlx::query_scalar(PARTNER).bind(number).fetch_one(&mut *conn).await?;
        choices.push((
            "partner",
            format!("{name} partner"),
            ShipmentFilter { partner_id: Some(id), ..none() },
        ));
    }
    let now = Clock::default().now();
    for days in [[400, 400], [30, 0], [500, 460], [730, 300]] {
        let [first, last] = days.map(|days| (now - chrono::TimeDelta::days(days)).date_naive());
        let filter = ShipmentFilter { created_from: Some(first), created_to: Some(last), ..none() };
        choices.push(("created", format!("days {} to {} ago", days[0], days[1]), filter));
    }
    for days in [[0, -7], [200, 170]] {
        let [first, last] = days.map(|days| (now - chrono::TimeDelta::days(days)).date_naive());
        let filter = ShipmentFilter { due_from: Some(first), due_to: Some(last), ..none() };
        choices.push(("due", format!("due {} to {} days ago", days[0], days[1]), filter));
    }
    Ok(choices)
}
