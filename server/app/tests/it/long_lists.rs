//! Lists with many records: the first page and its count read a few blocks by an index.

use chrono::NaiveDate;
use customs::bags::BAGS;
use customs::bags::parcel_store::BAG_PARCELS;
use customs::bags::store::OF_SHIPMENT;
use customs::waybills::content_store::CONTENTS;
use customs::waybills::{WAYBILLS, store as waybills};
use field::runs::store::OF_DRIVER;
use money::claims::CLAIMS;
use money::deposits::DEPOSITS;
use money::invoices::INVOICES;
use money::invoices::list::InvoiceTab;
use money::wallet::ENTRIES;
use parties::clients::CLIENTS;
use pricing::prices::store::CELLS;
use pricing::quotes::QUOTES;
use receiving::inbound::packing::PACKED_FOR;
use receiving::inbound::store::{DUE_REMINDERS, INBOUND_PARCELS};
use receiving::reweighs::REWEIGHS;
use server_core::http::list::TOTAL_CAP;
use server_core::process::store::LIST;
use server_core::record::{ListQuery, Listing, Where};
use sqlx::{Postgres, QueryBuilder};
use stock::buying_requests::BUYING_REQUESTS;
use stock::movements::MOVEMENTS;
use stock::movements::store::{OF_PICK_LIST, OF_STOCK};
use stock::pick_lists::PICK_LISTS;
use stock::purchases::PURCHASES;
use stock::stocks::store::{KEY, find_joins};
use stock::stocks::{SORTS, STOCKS};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::process::run_as_owner;
use crate::support::{ATLANTICO, TestApp};
use crate::users::long_list::blocks;

/// The owner, account and version of the many records.
const ONE: Uuid = Uuid::from_u128(1);
const PAGE: u64 = 400;
/// Counts stop at 10,001 records at the latest.
const COUNT: u64 = 500;

/// Records in the order of an index, each found with its joins and then read.
const WALK: u64 = 1_200;
/// One table is read and sorted, and joined for the page alone.
const SORTED: u64 = 3_000;
/// All records are read once with what their order needs, and their columns for one page: some 100 ms at 100,000 of them.
const SCAN: u64 = 250_000;

/// The processes of one user are read until enough pending ones are found; they are deleted after some time.
const PENDING: u64 = 1_000;

/// References are not checked, so that no other records are needed. Every thousandth record has a rare state. Where a list is
/// sorted by id, ids follow time, as those of the server do.
const MANY: &str = "
    set session_replication_role = replica;
    insert into clients (id, code, name, active, created_at, updated_at)
    select gen_random_uuid(), 'M' || n, md5(n::text), n % 1000 > 0, now(), now() from generate_series(1, 30000) n;
    insert into deposits (id, client_id, client_name, bank_account_id, bank_label, method, reference, currency, amount, paid_on,
                          status, transaction_id, decided_at, created_at, updated_at)
    select ('01990000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, (select id from clients order by id limit 1), 'Maria', md5('1')::uuid, 'Bank', 'pix', 'R' || n,
           'BRL', 10, '2026-01-01', case when n % 1000 > 0 then 20 else 10 end,
           case when n % 1000 > 0 then gen_random_uuid() end, case when n % 1000 > 0 then now() end,
           now() - n * interval '1 minute', now()
    from generate_series(1, 30000) n;
    insert into claims (id, number, shipment_id, tracking_code, client_id, client_name, kind, description, currency, claimed_amount,
                        created_at, updated_at)
    select ('01990000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'CL-' || n, md5('s' || n)::uuid, 'C' || n,
           (select id from clients order by id limit 1), 'Maria', 'lost', 'x', 'BRL', 10, now() - n * interval '1 minute', now()
    from generate_series(1, 30000) n;
    insert into invoices (id, kind, client_id, client_name, corrects_id, series_id, number, code, issued_at, issued_before,
                          status, currency, total, tax, paid, terms_days, due_on, created_at, updated_at)
    select ('01990000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, case when n % 1000 = 1 then 'credit_note' else 'invoice' end, md5('1')::uuid, 'Maria',
           case when n % 1000 = 1 then gen_random_uuid() end, md5('1')::uuid, n, 'F' || n, now(), case when n > 1 then now() end,
           case when n % 1000 in (1, 2) then 'issued' else 'paid' end, 'BRL', 10, 0,
           case when n % 1000 in (1, 2) then 0 else 10 end, 10, '2026-01-01', now() - n * interval '1 minute', now()
    from generate_series(1, 30000) n;
    insert into ledger_transactions (id, kind, currency, ref_type, ref_id, label, postings, idempotency_key, body_hash,
                                     event_at, created_at)
    select md5('t' || n)::uuid, 'adjustment', 'BRL', 'note', n::text, 'Note ' || n, 2, 'k' || n, sha256('1'), now(), now()
    from generate_series(1, 30000) n;
    insert into ledger_postings (account_id, seq, transaction_id, line, lines, currency, decimals, amount, balance_before,
                                 balance_after, total_before, total_after, created_at)
    select '00000000-0000-0000-0000-000000000001', n, md5('t' || n)::uuid, 1, 2, 'BRL', 2, 1, n - 1, n, 0, 1,
           now() - (30000 - n) * interval '1 minute'
    from generate_series(1, 30000) n;
    insert into quotes (id, number, client_id, currency, priced_on, valid_until, confirmed_at, from_country_id,
                        to_country_id, input, offers, offers_with_costs, basis, created_at, updated_at)
    select ('01990000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n, case when n % 2 = 0 then '00000000-0000-0000-0000-000000000001'::uuid end, 'BRL',
           '2026-01-01', '2026-01-01'::date + n / 1000, case when n % 3 = 0 then now() end, 32, 81, '{}', '[]', '[]', '{}',
           now() - n * interval '1 minute', now()
    from generate_series(1, 30000) n;
    insert into price_zones (version_id, code, position)
    select md5(v::text)::uuid, z::text, z from generate_series(1, 300) v, generate_series(1, 10) z;
    insert into price_cells (version_id, zone, up_to, method, amount)
    select md5(v::text)::uuid, z::text, b, 'cell', b from generate_series(1, 300) v, generate_series(1, 10) z,
           generate_series(1, 10) b;
    insert into background_tasks (id, kind, user_id, args, created_at, completed_at)
    select gen_random_uuid(), 'documents.bundle', '00000000-0000-0000-0000-000000000001', '{}',
           now() - n * interval '1 minute', case when n % 1000 > 0 then now() end
    from generate_series(1, 30000) n;
    insert into inbound_parcels (id, client_id, client_name, external_code, status, arrived_at, released_at, shipment_id,
                                 created_at, updated_at)
    select gen_random_uuid(), case when n % 1000 > 0 then md5('1')::uuid end, case when n % 1000 > 0 then 'Maria' end,
           'RR' || n, case when n % 1000 > 0 then 50 else 20 end, now(), case when n % 1000 > 0 then now() end,
           case when n % 1000 > 0 then gen_random_uuid() end, now() - n * interval '1 minute', now()
    from generate_series(1, 30000) n;
    insert into reweighs (id, shipment_id, tracking_code, client_id, client_name, seq, status, verdict, parcels,
                          measured_weight_g, measured_by, created_at, updated_at)
    select gen_random_uuid(), gen_random_uuid(), 'RW' || n, md5((n % 500)::text)::uuid, 'Maria', 1, 40, 'kept', '[]', 1000,
           md5('1')::uuid, now() - n * interval '1 minute', now()
    from generate_series(1, 30000) n;
    insert into routes (id, number, on_date, driver_id, driver_name, status, created_at, updated_at)
    select gen_random_uuid(), 'R' || n, '2026-01-01'::date + n / 100, md5((n % 50)::text)::uuid, 'Maria', 40, now(), now()
    from generate_series(1, 50000) n;
    insert into bags (id, number, warehouse_id, warehouse_code, kind, status, origin_airport, destination_airport,
                      destination_country_id, max_parcels, max_weight_g, created_at, updated_at)
    select md5(n::text)::uuid, 'B' || n, md5('1')::uuid, 'GRU', 'bag', case when n % 1000 > 0 then 50 else 10 end, 'GRU', 'FRA',
           81, 500, 30000, now() - n * interval '1 minute', now()
    from generate_series(1, 100000) n;
    insert into bag_parcels (id, bag_id, shipment_id, seq, parcel_count, tracking_code, weight_g, scanned_at, scanned_by)
    select gen_random_uuid(), md5((n % 50)::text)::uuid, md5(n::text)::uuid, 1, 1, 'X', 1000, now() - n * interval '1 second',
           md5('1')::uuid
    from generate_series(1, 100000) n;
    insert into mawbs (id, number, status, provider_id, provider_name, origin_airport, destination_airport, created_at, updated_at)
    select md5(n::text)::uuid, '020-' || lpad(n::text, 7, '0') || n % 7, case when n % 1000 > 0 then 80 else 10 end, md5('1')::uuid,
           'LATAM', 'MIA', 'GRU', now() - n * interval '1 minute', now()
    from generate_series(1, 100000) n;
    insert into mawb_contents (id, mawb_id, bag_id, code, added_at, added_by)
    select gen_random_uuid(), md5((n % 50000)::text)::uuid, md5(n::text)::uuid, 'B' || n, now(), md5('1')::uuid
    from generate_series(1, 100000) n;
    insert into stock_places (id, warehouse_id, warehouse_code, code, kind)
    select md5('p' || n)::uuid, md5('1')::uuid, 'GRU', 'A-' || n, 'storage' from generate_series(1, 100) n;
    insert into stock_items (id, sku, title) select md5('i' || n)::uuid, 'SKU-' || n, 'Goods ' || n from generate_series(1, 1000) n;
    insert into stock_lots (id, item_id, code, expires_on, received_at, created_at, updated_at)
    select md5('l' || n)::uuid, md5('i' || n % 1000 + 1)::uuid, 'L' || n, '2026-01-01'::date + n % 20000, now() - n * interval '1 minute',
           now(), now()
    from generate_series(1, 100000) n;
    insert into stock_levels (id, lot_id, place_id, on_hand, created_at, search_key)
    select md5('s' || n)::uuid, md5('l' || n)::uuid, md5('p' || n % 100 + 1)::uuid, 5, now() - n * interval '1 minute', ' sku-' || n
    from generate_series(1, 100000) n;
    insert into stock_movements (id, position, posted_at, occurred_at, kind, lot_id, quantity, to_place_id, outside, to_after,
                                 source_type, source_id, line)
    select md5('m' || n)::uuid, n, now(), now(), 'receipt', md5('l' || n)::uuid, 5, md5('p' || n % 100 + 1)::uuid, 'supplier', 5,
           'hand', md5('m' || n)::uuid, 1
    from generate_series(1, 100000) n;
    insert into pick_lists (id, number, warehouse_id, warehouse_code, status, created_at, updated_at)
    select md5('k' || n)::uuid, 'GRU-P-26-' || n, md5('1')::uuid, 'GRU', case when n % 1000 > 0 then 40 else 10 end,
           now() - n * interval '1 minute', now()
    from generate_series(1, 100000) n;
    insert into purchases (id, number, warehouse_id, warehouse_code, supplier, currency, status, created_by, created_at, updated_at)
    select md5('u' || n)::uuid, 'GRU-C-26-' || n, md5('1')::uuid, 'GRU', 'Supplier', 'BRL', case when n % 1000 > 0 then 40 else 20 end,
           md5('1')::uuid, now() - n * interval '1 minute', now()
    from generate_series(1, 100000) n;
    insert into purchase_lines (purchase_id, line, item_id, quantity)
    select md5('u' || n)::uuid, 1, md5('i1')::uuid, 5 from generate_series(1, 100000) n;
    insert into buying_requests (id, number, warehouse_id, warehouse_code, client_id, client_name, title, quantity, status, reason,
                                 created_by, created_at, updated_at)
    select md5('q' || n)::uuid, 'GRU-A-26-' || n, md5('1')::uuid, 'GRU', md5((n % 100)::text)::uuid, 'Client', 'Goods', 1,
           case when n % 1000 > 0 then 0 else 10 end, 'x', md5('1')::uuid, now() - n * interval '1 minute', now()
    from generate_series(1, 100000) n;
    set session_replication_role = origin;
    analyze stock_places, stock_items, stock_lots, stock_levels, stock_movements, pick_lists, purchases, purchase_lines,
            buying_requests;
    analyze bags, bag_parcels, mawbs, mawb_contents;
    analyze clients, deposits, claims, invoices, ledger_transactions, ledger_postings, quotes, price_zones, price_cells,
            background_tasks, inbound_parcels, reweighs, routes;";

async fn app_with_many() -> TestApp {
    let app = TestApp::start().await;
    run_as_owner(&app, ATLANTICO, MANY).await;
    app
}

async fn expect(tx: &mut TenantTx, what: &str, query: QueryBuilder<Postgres>, most: u64) {
    let sql = query.sql().as_str().to_owned();
    let read = blocks(tx, query).await;
    assert!(read <= most, "{what}: {read} blocks\n{sql}");
}

/// Lists of bags and waybills, with their filters.
fn list_consolidation() -> Vec<(&'static str, &'static Listing, Where)> {
    let all = Where::all();
    let of = |column: &'static str| Where::all().and(column, Some(ONE));
    vec![
        ("bags", &BAGS.listing, all.clone()),
        ("open bags", &BAGS.listing, all.clone().and("b.status = ", Some(10_i16))),
        ("bags of a shipment", &BAGS.listing, all.clone().and_inside(OF_SHIPMENT, Some(ONE))),
        ("parcels of a bag", &BAG_PARCELS, of("p.bag_id = ").only("p.left_at is null", true)),
        ("waybills", &WAYBILLS.listing, all.clone()),
        ("waybills of a status", &WAYBILLS.listing, all.clone().by("m.status", Some(10_i16))),
        ("waybills of a bag", &WAYBILLS.listing, all.clone().and_inside(waybills::OF_BAG, Some(ONE))),
        (
            "waybills of a shipment",
            &WAYBILLS.listing,
            all.clone().and_inside(waybills::OF_SHIPMENT, Some(ONE)),
        ),
        ("contents of a waybill", &CONTENTS, of("c.mawb_id = ")),
    ]
}

/// Lists of goods in stock, with their filters.
fn list_stock() -> Vec<(&'static str, &'static Listing, Where)> {
    let all = Where::all();
    vec![
        ("stocks", &STOCKS, all.clone().always("l.on_hand > 0")),
        ("movements of goods", &MOVEMENTS, all.clone()),
        ("movements of a lot", &MOVEMENTS, all.clone().and("m.lot_id = ", Some(ONE))),
        ("movements of a stock", &MOVEMENTS, all.clone().and_inside(OF_STOCK, Some(ONE))),
        ("movements of a pick list", &MOVEMENTS, all.clone().and_inside(OF_PICK_LIST, Some(ONE))),
        ("pick lists", &PICK_LISTS.listing, all.clone()),
        ("open pick lists", &PICK_LISTS.listing, all.clone().by("k.status", Some(10_i16))),
        ("requests for goods", &BUYING_REQUESTS.listing, all.clone()),
        ("requests that wait", &BUYING_REQUESTS.listing, all.clone().by("q.status", Some(10_i16))),
        ("requests of a client", &BUYING_REQUESTS.listing, all.clone().and("q.client_id = ", Some(ONE))),
        ("purchases", &PURCHASES.listing, all.clone()),
        ("purchases on their way", &PURCHASES.listing, all.clone().by("u.status", Some(20_i16))),
    ]
}

/// Goods in the order of each column, up and down.
async fn expect_sorted_stocks(tx: &mut TenantTx) {
    let filter = Where::all().always("l.on_hand > 0");
    for (name, _) in SORTS {
        for sort in [(*name).to_owned(), format!("-{name}")] {
            let asked = ListQuery::parse(None, None, Some(&sort), None, SORTS).unwrap();
            let most = match *name {
                "sku" | "title" => WALK,
                "lot" | "expiration_date" | "received_at" | "place" => SORTED,
                _ => SCAN,
            };
            let query = STOCKS.keyed_page_query(KEY, &find_joins(Some(&sort), true), &filter, &asked);
            expect(tx, &format!("stocks by {sort}"), query, most).await;
            // As it is with filters.
            let query = STOCKS.keyed_page_query(KEY, &find_joins(Some(&sort), false), &filter, &asked);
            let most = if sort == "expiration_date" { WALK } else { SCAN };
            expect(tx, &format!("some stocks by {sort}"), query, most).await;
        }
    }
    let asked = ListQuery::parse(None, None, None, None, SORTS).unwrap();
    let query = STOCKS.keyed_page_query(KEY, &find_joins(None, true), &filter, &asked);
    expect(tx, "the newest stocks", query, PAGE).await;
}

#[tokio::test]
async fn the_first_page_of_every_long_list_uses_an_index() {
    let app = app_with_many().await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let asked = ListQuery::parse(None, None, None, None, &[]).unwrap();
    let all = Where::all();
    let of = |column: &'static str| Where::all().and(column, Some(ONE));
    let tab = |tab: InvoiceTab| tab.narrow(Where::all(), NaiveDate::from_ymd_opt(2026, 6, 1).unwrap());
    let general = [
        ("deposits", &DEPOSITS.listing, all.clone()),
        ("deposits that wait", &DEPOSITS.listing, all.clone().and("d.status = ", Some(10_i16))),
        ("claims", &CLAIMS.listing, all.clone()),
        ("claims of a shipment", &CLAIMS.listing, of("l.shipment_id = ")),
        ("invoices", &INVOICES.listing, all.clone()),
        ("invoices that are open", &INVOICES.listing, tab(InvoiceTab::Open)),
        ("invoices that are overdue", &INVOICES.listing, tab(InvoiceTab::Overdue)),
        ("invoices that are paid", &INVOICES.listing, tab(InvoiceTab::Paid)),
        ("credit notes", &INVOICES.listing, tab(InvoiceTab::CreditNote)),
        ("parcels of clients", &INBOUND_PARCELS.listing, all.clone()),
        ("parcels of a client", &INBOUND_PARCELS.listing, of("i.client_id = ")),
        (
            "parcels that belong to nobody yet",
            &INBOUND_PARCELS.listing,
            all.clone().only("i.client_id is null", true),
        ),
        ("re-weighings of a client", &REWEIGHS.listing, of("r.client_id = ")),
        ("quotes", &QUOTES, all.clone()),
        ("quotes of a client", &QUOTES, of("client_id = ")),
        (
            "quotes without a confirmation",
            &QUOTES,
            all.clone().and("(confirmed_at is not null) = ", Some(false)),
        ),
    ];
    for (what, list, filter) in general.into_iter().chain(list_consolidation()).chain(list_stock()) {
        expect(&mut tx, what, list.page_query(&filter, &asked), PAGE).await;
        expect(&mut tx, &format!("count of {what}"), list.count_query(&filter, TOTAL_CAP), COUNT).await;
    }
    expect_sorted_stocks(&mut tx).await;
    let movements = ENTRIES.page_query(&of("p.account_id = "), &asked);
    expect(&mut tx, "movements of a wallet", movements, PAGE).await;
    for (what, filter) in
        [("clients", all.clone()), ("inactive clients", all.clone().and("active = ", Some(false)))]
    {
        expect(&mut tx, what, CLIENTS.page_query(&filter, &asked), PAGE).await;
        expect(&mut tx, &format!("count of {what}"), CLIENTS.count_query(&filter, TOTAL_CAP), COUNT).await;
    }
    let of_user = [("processes of a user", None, PAGE), ("pending processes of a user", Some(true), PENDING)];
    for (what, pending, most) in of_user {
        let sql = LIST.replace("$1", &format!("'{ONE}'")).replace("$3", "25").replace("$4", "0");
        let pending = pending.map_or("null".to_owned(), |pending: bool| pending.to_string());
        expect(&mut tx, what, QueryBuilder::new(sql.replace("$2", &pending)), most).await;
    }
    let version = CELLS.replace("$1", "md5('7')::uuid");
    expect(&mut tx, "cells of a version", QueryBuilder::new(version), PAGE).await;
    for (what, sql) in [
        ("runs of a driver", OF_DRIVER.replace("$1", &format!("'{ONE}'")).replace("$2", "now()")),
        ("parcels whose clients are reminded", DUE_REMINDERS.replace("$1", "now()").replace("$2", "500")),
        ("parcels that have not left", PACKED_FOR.to_owned()),
    ] {
        expect(&mut tx, what, QueryBuilder::new(sql), PAGE).await;
    }
}
