//! Postgres can prepare every SQL constant of the server and every generated list query: in a tenant's
//! schema, or on the registry for the queue and the hosts.

use std::collections::HashMap;

use ::regulatory::checklist::RegulatoryCategory;
use ::regulatory::document_list::DOCUMENTS as SHIPMENT_DOCUMENTS;
use ::regulatory::list::{self as regulatory, RegulatoryFilter};
use ::support::reviews::REVIEWS;
use ::support::uploads::UPLOADS;
use access::api_tokens::API_TOKENS;
use access::api_tokens::shops::SHOPS;
use access::scope::RowScope;
use chrono::NaiveDate;
use customs::bags::BAGS;
use customs::bags::parcel_store::BAG_PARCELS;
use customs::break_bags::{BREAK_BAG_LINES, BREAK_BAGS};
use customs::cargo_events::CARGO_MESSAGES;
use customs::masters::MASTERS;
use customs::ranges::RANGES;
use customs::waybills::WAYBILLS;
use customs::waybills::content_store::CONTENTS;
use field::cash_handovers::CASH_HANDOVERS;
use field::cod_payouts::COD_PAYOUTS;
use field::deliveries::DELIVERIES;
use field::pickups::PICKUPS;
use field::runs::ROUTES;
use freight::address_book::PartySide;
use freight::address_book::known::{self, Owner};
use freight::address_book::used_addresses::{self, SoughtAddress};
use freight::hs_codes::store::{Sought, earlier_query};
use freight::shipments::home::{Block, counts_query, ready_query};
use freight::shipments::list::{self, Conditions, ShipmentFilter, SortKey};
use freight::shipments::proposal;
use integrations::webhooks::WEBHOOKS;
use integrations::webhooks::delivery_store::DELIVERIES as EVENTS_OF_WEBHOOK;
use manifests::MANIFESTS;
use money::claims::CLAIMS;
use money::deposits::DEPOSITS;
use money::indications::INDICATIONS;
use money::invoices::INVOICES;
use money::wallet::{ENTRIES, WALLETS};
use receiving::inbound::INBOUND_PARCELS;
use receiving::repacks::REPACKS;
use receiving::reweighs::REWEIGHS;
use receiving::station::RECEIVED_PARCELS;
use regex::Regex;
use reports::schedules::REPORT_SCHEDULES;
use server_core::http::list::{Paging, Words, parse_sort};
use server_core::record::{ListQuery, Listing, Where};
use sqlx::{AssertSqlSafe, Executor, Postgres, QueryBuilder, SqlSafeStr};
use stock::buying_requests::BUYING_REQUESTS;
use stock::inventories::INVENTORIES;
use stock::movements::MOVEMENTS;
use stock::pick_lists::PICK_LISTS;
use stock::purchases::PURCHASES;
use stock::stocks::STOCKS;
use uuid::Uuid;

use crate::support::sources;
use crate::support::{ATLANTICO, TestApp};

const ON_THE_REGISTRY: &[&str] = &[
    "process/queue.rs",
    "site/domains/store.rs::SEEN",
    "site/domains/store.rs::DUE_PROOFS",
    "incoming/waiting.rs",
    "incoming/mailbox/store.rs",
    "files/storage.rs",
];

#[tokio::test]
async fn postgres_can_prepare_every_sql_constant() {
    let app = TestApp::start().await;
    let mut tenant = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let mut registry = app.state.tenancy.control().await.unwrap();
    let statements = sql_constants();
    assert!(statements.len() > 30, "only {} statements were found", statements.len());
    for (name, sql) in statements {
        let is_of_registry = ON_THE_REGISTRY.iter().any(|part| name.contains(part));
        let connection = if is_of_registry { &mut *registry } else { &mut *tenant };
        let prepared = connection.prepare(AssertSqlSafe(sql.clone()).into_sql_str()).await;
        assert!(prepared.is_ok(), "{name}: {:?}\n{sql}", prepared.err());
    }
}

/// Companies can stand on the machines of a Citus cluster, which takes fewer forms of statements.
#[test]
fn citus_takes_every_statement_of_a_company() {
    let of_companies = sql_constants()
        .into_iter()
        .filter(|(name, _)| !ON_THE_REGISTRY.iter().any(|part| name.contains(part)));
    let refused: Vec<_> = of_companies
        .map(|(name, sql)| (name, tenancy::citus::refusals(&sql).unwrap()))
        .filter(|(_, reasons)| !reasons.is_empty())
        .collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

/// The rows of a draft change only while it is one.
#[test]
fn every_change_of_draft_prices_names_the_draft() {
    let verb = Regex::new(
        r"(?s)^\s*(with .*?\)\s+)?(insert into|update|delete from) price_(zones|zone_members|bands|cells|surcharges)\b",
    )
    .unwrap();
    let changes: Vec<_> = sql_constants().into_iter().filter(|(_, sql)| verb.is_match(sql)).collect();
    assert!(changes.len() > 10, "only {} statements were found", changes.len());
    let loose: Vec<_> = changes.iter().filter(|(_, sql)| !sql.contains("status = 'draft'")).collect();
    assert!(loose.is_empty(), "{loose:#?}");
}

/// Blocks of the portal's home, for each kind of scope.
#[tokio::test]
async fn postgres_can_prepare_every_block_of_the_portal() {
    let app = TestApp::start().await;
    let mut tenant = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let ids = |count| RowScope::Subsidiaries(vec![Uuid::nil(); count]);
    for scope in
        [RowScope::All, RowScope::Client(Uuid::nil()), RowScope::Partner(Uuid::nil()), ids(1), ids(2)]
    {
        let blocks = [Block::Problems, Block::Active, Block::Delivered].map(|block| block.query(&scope));
        for query in blocks.into_iter().chain([counts_query(&scope), ready_query(&scope)]) {
            let sql = query.sql();
            let prepared = tenant.prepare(sql.clone()).await;
            assert!(prepared.is_ok(), "{scope:?}: {:?}\n{}", prepared.err(), sql.as_str());
        }
    }
}

/// Every report with all its columns, for each kind of scope: page, count, rows of a file, and totals by each group.
#[tokio::test]
async fn postgres_can_prepare_every_report() {
    let app = TestApp::start().await;
    let mut tenant = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let ids = RowScope::Subsidiaries(vec![Uuid::nil(); 2]);
    for scope in [RowScope::All, RowScope::Client(Uuid::nil()), RowScope::Partner(Uuid::nil()), ids] {
        for (report, view) in reports::all_views() {
            for query in reports::build_every_query(view, &scope) {
                let sql = query.sql();
                let prepared = tenant.prepare(sql.clone()).await;
                let name = format!("{report:?} {:?} {scope:?}", view.key);
                assert!(prepared.is_ok(), "{name}: {:?}\n{}", prepared.err(), sql.as_str());
                let refusals = tenancy::citus::refusals(sql.as_str()).unwrap();
                assert!(refusals.is_empty(), "{name}: {refusals:?}");
            }
        }
    }
}

/// Generated statements, each prepared with all its conditions.
#[tokio::test]
async fn postgres_can_prepare_every_built_list_query() {
    let app = TestApp::start().await;
    let mut tenant = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    for (name, query) in built_queries() {
        let sql = query.sql();
        let prepared = tenant.prepare(sql.clone()).await;
        assert!(prepared.is_ok(), "{name}: {:?}\n{}", prepared.err(), sql.as_str());
    }
}

type Built = Vec<(String, QueryBuilder<Postgres>)>;

fn shipment_queries() -> Built {
    let day = Some(NaiveDate::default());
    let full = |search: &str, status: &str| ShipmentFilter {
        search: Some(search.to_owned()),
        status: Some(status.to_owned()),
        client_id: Some(Uuid::nil()),
        service_id: Some(Uuid::nil()),
        partner_id: Some(Uuid::nil()),
        subsidiary_id: Some(Uuid::nil()),
        to_country_id: Some(1),
        source: Some("manual".to_owned()),
        import_id: Some(Uuid::nil()),
        created_from: day,
        created_to: day,
        due_from: day,
        due_to: day,
        idle_days: Some(7),
        unconfirmed: Some(true),
        labelled: Some(false),
        on_hold: Some(true),
        contradicted: Some(true),
    };
    let ids = |count| RowScope::Subsidiaries(vec![Uuid::nil(); count]);
    let sort = "-created_at,updated_at,tracking_code,-to_name,chargeable_weight_g,-declared_value";
    let sort = parse_sort(Some(sort), SortKey::from_name).unwrap();
    let paging = Paging { page: 2, per_page: 25 };
    let mut built = Vec::new();
    for (filter, scope) in [
        (ShipmentFilter::default(), RowScope::All),
        (full("maria 4471", "15"), RowScope::Client(Uuid::nil())),
        (full("", "10,15"), RowScope::Partner(Uuid::nil())),
        (full("maria", ""), ids(0)),
        (full("maria", ""), ids(1)),
        (full("maria", ""), ids(2)),
    ] {
        let conditions = Conditions::new(filter.clone(), scope.clone(), "UTC").unwrap();
        let name = format!("{filter:?} {scope:?}");
        built.push((name.clone(), conditions.page_query(paging, &sort)));
        built.push((name.clone(), conditions.headed_page_query(paging, &sort)));
        built.push((name.clone(), conditions.ids_query(&sort, 1)));
        built.push((name.clone(), list::counts_query(&[conditions.clone(), conditions.clone()], 10)));
        built.push((name, conditions.count_query(10)));
    }
    built
}

fn built_queries() -> Built {
    [shipment_queries(), party_queries(), regulatory_queries(), money_queries()]
        .into_iter()
        .flatten()
        .collect()
}

fn money_queries() -> Built {
    let asked = ListQuery::parse(Some(2), Some(25), None, Some("maria 4471"), &[]).unwrap();
    let lists = [
        ("wallets", &WALLETS, "a.currency = "),
        ("entries", &ENTRIES, "t.kind = "),
        ("deposits", &DEPOSITS.listing, "d.reference = "),
        ("claims", &CLAIMS.listing, "l.number = "),
        ("pickups", &PICKUPS.listing, "p.number = "),
        ("requests for shipments", &REPACKS.listing, "r.suite_code = "),
        ("parcels of clients", &INBOUND_PARCELS.listing, "i.external_code = "),
        ("received parcels", &RECEIVED_PARCELS.listing, "p.code = "),
        ("re-weighings", &REWEIGHS.listing, "r.tracking_code = "),
        ("deliveries", &DELIVERIES.listing, "d.number = "),
        ("runs", &ROUTES.listing, "r.number = "),
        ("bags", &BAGS.listing, "b.number = "),
        ("parcels of a bag", &BAG_PARCELS, "p.tracking_code = "),
        ("stocks", &STOCKS, "l.search_key = "),
        ("movements of goods", &MOVEMENTS, "t.code = "),
        ("pick lists", &PICK_LISTS.listing, "k.number = "),
        ("inventories", &INVENTORIES.listing, "v.number = "),
        ("purchases", &PURCHASES.listing, "u.number = "),
        ("requests for goods", &BUYING_REQUESTS.listing, "q.number = "),
        ("reviews", &REVIEWS.listing, "r.body = "),
        ("documents of shipments", &SHIPMENT_DOCUMENTS, "d.file_name = "),
        ("indications", &INDICATIONS.listing, "n.code = "),
        ("shared files", &UPLOADS.listing, "f.name = "),
        ("handovers of cash", &CASH_HANDOVERS.listing, "h.number = "),
        ("payouts of cash", &COD_PAYOUTS.listing, "p.number = "),
        ("waybills", &WAYBILLS.listing, "m.number = "),
        ("contents of a waybill", &CONTENTS, "c.code = "),
        ("ranges of waybill numbers", &RANGES.listing, "r.prefix = "),
        ("messages of airlines", &CARGO_MESSAGES.listing, "m.file_name = "),
        ("manifests", &MANIFESTS.listing, "m.number = "),
        ("masters", &MASTERS.listing, "m.number = "),
        ("break-bags", &BREAK_BAGS.listing, "k.number = "),
        ("parcels of a break-bag", &BREAK_BAG_LINES, "l.code = "),
        ("invoices", &INVOICES.listing, "i.currency = "),
        ("API tokens", &API_TOKENS.listing, "t.prefix = "),
        ("shops", &SHOPS.listing, "t.shop_channel = "),
        ("schedules of reports", &REPORT_SCHEDULES.listing, "s.name = "),
        ("webhooks", &WEBHOOKS.listing, "w.url = "),
        ("events of a webhook", &EVENTS_OF_WEBHOOK, "e.type = "),
    ];
    let both = |(name, list, column): (&str, &Listing, &'static str)| {
        let filter = Where::all().and(column, Some("BRL"));
        let page = (format!("{name} page"), list.page_query(&filter, &asked));
        [page, (format!("{name} count"), list.count_query(&filter, 10))]
    };
    lists.into_iter().flat_map(both).collect()
}

fn regulatory_queries() -> Built {
    let full = RegulatoryFilter {
        search: Some("maria 4471".to_owned()),
        status: Some("10,20".to_owned()),
        category: Some(RegulatoryCategory::Medicine),
        client_id: Some(Uuid::nil()),
        shipment_id: Some(Uuid::nil()),
        demand: Some(true),
    };
    let sort = "-created_at,updated_at,tracking_code,anvisa_solicita_status,-demand_due_on";
    let sort = parse_sort(Some(sort), regulatory::SortKey::from_name).unwrap();
    let paging = Paging { page: 2, per_page: 25 };
    let mut built = Vec::new();
    for (filter, scope) in
        [(RegulatoryFilter::default(), RowScope::All), (full, RowScope::Client(Uuid::nil()))]
    {
        let conditions = regulatory::Conditions::new(&filter, scope.clone()).unwrap();
        built.push((format!("{scope:?}"), conditions.page_query(paging, &sort)));
        built.push((format!("{scope:?}"), conditions.count_query(10)));
    }
    built
}

/// The address book, the parties of earlier shipments and the last used options, for every scope.
fn party_queries() -> Built {
    let (id, words) = (Uuid::nil(), Words::parse(Some("maria 4471")));
    let scopes =
        [RowScope::All, RowScope::Client(id), RowScope::Partner(id), RowScope::Subsidiaries(vec![id, id])];
    let mut built = Vec::new();
    for (scope, client_id) in scopes.into_iter().flat_map(|scope| [(scope.clone(), None), (scope, Some(id))])
    {
        let name = format!("{scope:?} {client_id:?}");
        let owner = Owner { scope, client_id };
        for side in [PartySide::From, PartySide::To] {
            built.push((name.clone(), known::earlier_query(&owner, &words, side, 8)));
        }
        built.push((name.clone(), known::saved_query(&owner, &words, 8)));
        let address = SoughtAddress { words: &words, country_id: Some(32), most: 20 };
        built.push((name.clone(), used_addresses::saved_query(&owner.scope, &address)));
        built.push((name.clone(), used_addresses::recipients_query(&owner.scope, &address)));
        let sought = Sought::parse("ceramic mugs 6912");
        built.push((name.clone(), earlier_query(&owner.scope, client_id, &sought)));
        let seller = proposal::SellingUser { user_id: id, service_profiles: Some(vec![id]) };
        built.push((name, proposal::last_query(&owner.scope, client_id, seller)));
    }
    built
}

/// Every `const NAME: &str` of the sources that looks like a statement.
fn sql_constants() -> Vec<(String, String)> {
    let constant = Regex::new(r#"(?s)const ([A-Z_]+): &str =\s*(concat!\()?(.*?)\)?;\n"#).unwrap();
    let literal = Regex::new(
        r#"(?s)in_scope!\("([a-z.]*)"\)|"((?:[^"\\]|\\.)*)"|(shipment|task|due|event)_(?:columns|from_on|kinds)!\(\)|([a-z_]+)!\(\)|is_inside!\("([a-z.]*)"\)|is_bound!\("([a-z.]*)"\)|is_reached!\("([a-z.]*)"\)|join_waybill!\("([a-z._]*)"\)"#,
    )
    .unwrap();
    let part_of_file =
        Regex::new(r#"(?s)macro_rules! ([a-z_]+) \{\s*\(\) => \{\s*"((?:[^"\\]|\\.)*)""#).unwrap();
    let list_parts = |text: &str| -> HashMap<String, String> {
        let parts = part_of_file.captures_iter(text);
        parts.map(|found| (found[1].to_owned(), unescape(&found[2]))).collect()
    };
    let mut found = Vec::new();
    let files = sources::of_server();
    let of_others: HashMap<String, String> =
        files.iter().flat_map(|source| list_parts(&source.text)).collect();
    for source in &files {
        let text = &source.text;
        let own = list_parts(text);
        for capture in constant.captures_iter(text) {
            let part = |part: regex::Captures| match (part.get(1), part.get(2), part.get(3)) {
                _ if part.get(4).is_some_and(|name| name.as_str() == "unconfirmed") => {
                    freight::unconfirmed!().to_owned()
                }
                _ if part.get(4).is_some_and(|name| name.as_str() == "status_beside_customs") => {
                    freight::status_beside_customs!().to_owned()
                }
                _ if part.get(4).is_some_and(|name| name.as_str() == "current_user_columns") => {
                    access::current_user_columns!().to_owned()
                }
                _ if part.get(4).is_some_and(|name| name.as_str() == "draft_price") => {
                    freight::draft_price!().to_owned()
                }
                _ if part.get(4).is_some_and(|name| name.as_str() == "usual_terms") => {
                    freight::usual_terms!().to_owned()
                }
                _ if part.get(5).is_some() => access::is_inside!("@").replace('@', &part[5]),
                _ if part.get(6).is_some() => access::is_bound!("@").replace('@', &part[6]),
                _ if part.get(7).is_some() => server_core::is_reached!("@").replace('@', &part[7]),
                _ if part.get(8).is_some() => customs::join_waybill!("@").replace('@', &part[8]),
                _ if part.get(4).is_some() => {
                    own.get(&part[4]).or_else(|| of_others.get(&part[4])).cloned().unwrap_or_default()
                }
                (Some(table), ..) => access::in_scope!("@").replace('@', table.as_str()),
                (_, Some(text), _) => unescape(text.as_str()),
                (.., Some(whose)) if whose.as_str() == "task" => server_core::task_columns!().to_owned(),
                (.., Some(whose)) if whose.as_str() == "due" => freight::due_from_on!().to_owned(),
                (.., Some(whose)) if whose.as_str() == "event" => freight::event_kinds!().to_owned(),
                _ => freight::shipment_columns!().to_owned(),
            };
            let sql: String = literal.captures_iter(&capture[3]).map(part).collect();
            let verb = sql.split_whitespace().next().unwrap_or_default();
            if ["select", "insert", "update", "delete", "with"].contains(&verb) {
                found.push((format!("{}::{}", source.name, &capture[1]), sql));
            }
        }
    }
    found
}

fn unescape(literal: &str) -> String {
    let joined = Regex::new(r"\\\n\s*").unwrap().replace_all(literal, "").into_owned();
    joined.replace("\\\"", "\"").replace("\\\\", "\\")
}
