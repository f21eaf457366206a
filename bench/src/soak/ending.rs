//! After the faults: whether everything acknowledged is there, once, and whether the sums are right.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::PgConnection;
use tokio::process::Command;
use tokio::time::sleep;

use super::ASIDE;
use super::caller::{Call, Caller};
use super::journal::{Answer, Claim, ClaimKind, Journal};
use super::listener::Heard;
use super::outpost::Inbox;

/// The number of records with each of these marks.
const COUNTS: &[(ClaimKind, &str, &str)] = &[
    (ClaimKind::Shipment, "shipments", "select to_name, count(*) from shipments where to_name = any($1) group by to_name"),
    (
        ClaimKind::Confirmation,
        "confirmations",
        "select shipment_id::text, count(*) from shipment_events
         where code = 'CONFIRMED' and shipment_id = any($1::uuid[]) group by shipment_id",
    ),
    (
        ClaimKind::Charge,
        "charges of shipments",
        "select ref_id, count(*) from ledger_transactions
         where kind = 'shipment_confirmed' and ref_type = 'shipment' and ref_id = any($1) group by ref_id",
    ),
    (ClaimKind::Deposit, "deposits", "select reference, count(*) from deposits where reference = any($1) group by reference"),
    (
        ClaimKind::DepositPosted,
        "deposits on the wallet",
        "select label, count(*) from ledger_transactions
         where kind = 'deposit_confirmed' and label = any($1) group by label",
    ),
    (
        ClaimKind::Adjustment,
        "adjustments of the wallet",
        "select note, count(*) from ledger_transactions where kind = 'adjustment' and note = any($1) group by note",
    ),
    (
        ClaimKind::Billed,
        "shipments on invoices",
        "select i.shipment_id::text, count(*) from invoice_items i join invoices v on v.id = i.invoice_id
         where v.kind = 'invoice' and v.number is not null and v.status <> 'void' and i.shipment_id = any($1::uuid[])
         group by i.shipment_id",
    ),
    (ClaimKind::Ticket, "messages of tickets", "select body, count(*) from support_messages where body = any($1) group by body"),
    (ClaimKind::Chat, "messages of the messenger", "select body, count(*) from chat_messages where body = any($1) group by body"),
    (
        ClaimKind::Received,
        "received parcels",
        "select tracking_code, count(*) from received_parcels
         where withdrawn_at is null and tracking_code = any($1) group by tracking_code",
    ),
    (
        ClaimKind::Bagged,
        "parcels in bags",
        "select tracking_code, count(*) from bag_parcels where left_at is null and tracking_code = any($1) group by tracking_code",
    ),
    (
        ClaimKind::Movement,
        "movements of stock",
        "select source_id::text, count(*) from stock_movements where source_id = any($1::uuid[]) group by source_id",
    ),
    (
        ClaimKind::FieldRecord,
        "records of the driver",
        "select payload ->> 'note', count(*) from field_records where payload ->> 'note' = any($1) group by 1",
    ),
];

/// Each must count nothing.
const SUMS: &[(&str, &str)] = &[
    (
        "levels of stock that are not the sum of their movements",
        "select count(*) from stock_levels l where l.on_hand <> coalesce((
             select sum(case when m.to_place_id = l.place_id then m.quantity else 0 end
                        - case when m.from_place_id = l.place_id then m.quantity else 0 end)
             from stock_movements m
             where m.lot_id = l.lot_id and l.place_id in (m.from_place_id, m.to_place_id)), 0)",
    ),
    (
        "confirmed shipments without a charge",
        "select count(*) from shipments s where s.to_name like 'Soak %' and s.confirmed_at is not null and not exists (
             select from ledger_transactions t where t.kind = 'shipment_confirmed' and t.ref_id = s.id::text)",
    ),
    (
        "charged shipments that are not confirmed",
        "select count(*) from shipments s where s.to_name like 'Soak %' and s.confirmed_at is null and exists (
             select from ledger_transactions t where t.kind = 'shipment_confirmed' and t.ref_id = s.id::text)",
    ),
    (
        "confirmed shipments without one entry of the audit log",
        "select count(*) from shipments s where s.to_name like 'Soak %' and s.confirmed_at is not null and 1 <> (
             select count(*) from audit_entries a where a.action = 'shipment.confirm' and a.resource_id = s.id)",
    ),
    (
        "rooms whose numbers have a gap",
        "select count(*) from chat_rooms r
         where r.last_seq <> (select count(*) from chat_messages m where m.room_id = r.id)",
    ),
    (
        "numbers of tickets that are missing",
        "select abs(number - (select count(*) from support_tickets)) from support_counter",
    ),
];

/// Work that is still to be done. Tasks of schedules wait for their day.
const LEFT: &str = "
    select (select count(*) from control.jobs
            where worker is not null or ready_at <= now() or kind = 'invoices.send')
         + (select count(*) from webhook_deliveries where status in (10, 20))";
const FAILED_TASKS: &str = "
    select kind, count(*) from background_tasks
    where failed_at > now() - make_interval(secs => $1) group by kind order by kind";
const RECEIPTS: &str =
    "select id::text from deposits where reference like 'Soak %' and file_key is not null order by id";
const UNITS: &str = "select coalesce(sum(on_hand), 0) from stock_levels where place_id = $1::uuid";
const EVENTS_ON_THEIR_WAY: &str = "
    select e.record_id::text from webhook_deliveries d
    join webhook_events e on e.id = d.event_id and e.version = d.event_version where d.status in (10, 20, 40)";

const LONGEST_SETTLING: Duration = Duration::from_secs(360);
/// Lost marks that are printed of a kind.
const SHOWN: usize = 5;

/// Waits until the workers have nothing more to do.
pub async fn settle(owner: &mut PgConnection) -> anyhow::Result<bool> {
    let since = Instant::now();
    let mut quiet = 0;
    while since.elapsed() < LONGEST_SETTLING {
        let left: i64 = sqlx::query_scalar(LEFT).fetch_one(&mut *owner).await?;
        quiet = if left == 0 { quiet + 1 } else { 0 };
        if quiet == 3 {
            println!("\nthe workers had done everything after {:.0} s", since.elapsed().as_secs_f64());
            return Ok(true);
        }
        sleep(Duration::from_secs(1)).await;
    }
    println!("\nTHE WORKERS STILL HAVE WORK after {} s", LONGEST_SETTLING.as_secs());
    Ok(false)
}

/// Counts what is lost or there twice.
pub async fn compare(owner: &mut PgConnection, claims: &[Claim]) -> anyhow::Result<usize> {
    let mut wrong = 0;
    println!(
        "\n{:<28} {:>12} {:>10} {:>8} {:>6} {:>6}",
        "", "acknowledged", "in doubt", "of these", "lost", "twice"
    );
    for (kind, name, sql) in COUNTS {
        let of_kind: Vec<&Claim> = claims.iter().filter(|claim| claim.kind == *kind).collect();
        let marks: Vec<String> = of_kind.iter().map(|claim| claim.mark.clone()).collect();
        let rows: Vec<(String, i64)> = sqlx::query_as(*sql).bind(marks).fetch_all(&mut *owner).await?;
        let found: HashMap<String, i64> = rows.into_iter().collect();
        let count = |claim: &Claim| found.get(&claim.mark).copied().unwrap_or_default();
        let (certain, doubtful): (Vec<&Claim>, Vec<&Claim>) =
            of_kind.iter().copied().partition(|claim| claim.is_certain);
        let lost: Vec<&str> =
            certain.iter().filter(|claim| count(claim) == 0).map(|claim| claim.mark.as_str()).collect();
        let twice: Vec<&str> =
            of_kind.iter().filter(|claim| count(claim) > 1).map(|claim| claim.mark.as_str()).collect();
        let there = doubtful.iter().filter(|claim| count(claim) > 0).count();
        println!(
            "{name:<28} {:>12} {:>10} {there:>8} {:>6} {:>6}",
            certain.len(),
            doubtful.len(),
            lost.len(),
            twice.len()
        );
        show("lost", &lost);
        show("twice", &twice);
        wrong += lost.len() + twice.len();
        if certain.is_empty() {
            println!("    NOTHING WAS WRITTEN");
            wrong += 1;
        }
    }
    Ok(wrong)
}

fn show(fault: &str, marks: &[&str]) {
    for mark in marks.iter().take(SHOWN) {
        println!("    {fault}: {mark}");
    }
}

pub async fn check_sums(owner: &mut PgConnection, balances: &BTreeMap<String, i64>) -> anyhow::Result<usize> {
    let mut wrong = 0;
    println!();
    for (name, sql) in SUMS {
        let count: i64 = sqlx::query_scalar(*sql).fetch_one(&mut *owner).await?;
        println!("{name:<60} {count:>6}");
        wrong += usize::from(count != 0);
    }
    for (place, expected) in balances {
        let units: i64 = sqlx::query_scalar(UNITS).bind(place).fetch_one(&mut *owner).await?;
        let verdict = if units == *expected { "as acknowledged" } else { "WRONG" };
        println!("units in a place: {units}, acknowledged {expected}: {verdict}");
        wrong += usize::from(units != *expected);
    }
    Ok(wrong)
}

/// `remessa ledger verify` and `remessa audit verify`.
pub async fn verify(remessa: &Path) -> anyhow::Result<usize> {
    let mut wrong = 0;
    for area in ["ledger", "audit"] {
        let output = Command::new(remessa).args([area, "verify"]).output().await?;
        let text =
            String::from_utf8_lossy(&output.stdout).into_owned() + &*String::from_utf8_lossy(&output.stderr);
        println!("\nremessa {area} verify\n{}", text.trim_end());
        wrong += usize::from(!output.status.success());
    }
    Ok(wrong)
}

/// The receipts of deposits, also of those whose answer was lost.
pub async fn check_files(owner: &mut PgConnection, staff: &Caller) -> anyhow::Result<usize> {
    let ids: Vec<String> = sqlx::query_scalar(RECEIPTS).fetch_all(&mut *owner).await?;
    let mut missing = 0;
    for id in &ids {
        let path = format!("/api/deposits/{id}/receipt");
        missing += usize::from(staff.insist(Call::get(ASIDE, &path)).await?.is_err());
    }
    println!("\nreceipts of deposits: {}, missing files {missing}", ids.len());
    Ok(missing)
}

/// Events that the receiver of webhooks lacks, or has got under two ids.
pub async fn check_webhooks(
    owner: &mut PgConnection,
    inbox: &Inbox,
    claims: &[Claim],
) -> anyhow::Result<usize> {
    let on_their_way: Vec<String> = sqlx::query_scalar(EVENTS_ON_THEIR_WAY).fetch_all(&mut *owner).await?;
    let on_their_way: BTreeSet<String> = on_their_way.into_iter().collect();
    let mut events: HashMap<&str, usize> = HashMap::new();
    for (names, _) in inbox.values() {
        if let [kind, record] = names.as_slice()
            && kind == "shipment.confirmed"
        {
            *events.entry(record).or_default() += 1;
        }
    }
    let confirmed = || claims.iter().filter(|claim| claim.kind == ClaimKind::Confirmation);
    let count = |claim: &&Claim| events.get(claim.mark.as_str()).copied().unwrap_or_default();
    let waiting = confirmed().filter(|claim| count(claim) == 0 && on_their_way.contains(&claim.mark)).count();
    let lost = confirmed().filter(|claim| count(claim) == 0).count() - waiting;
    let twice = confirmed().filter(|claim| count(claim) > 1).count();
    println!(
        "webhooks: {} events arrived, {} of them more than once with the same id, {waiting} on their way, lost {lost}, twice {twice}",
        inbox.len(),
        count_repeated(inbox)
    );
    Ok(lost + twice)
}

/// E-mails of invoices that did not arrive, or came under two ids.
pub fn check_mail(inbox: &Inbox, invoices: &[String]) -> usize {
    let count = |number: &String| {
        let file = format!("{number}.pdf");
        inbox.values().filter(|(names, _)| names.contains(&file)).count()
    };
    let lost = invoices.iter().filter(|number| count(number) == 0).count();
    let twice = invoices.iter().filter(|number| count(number) > 1).count();
    println!(
        "e-mails: {} arrived, {} of them more than once with the same id; of {} invoices lost {lost}, twice {twice}",
        inbox.len(),
        count_repeated(inbox),
        invoices.len()
    );
    lost + twice
}

fn count_repeated(inbox: &Inbox) -> usize {
    inbox.values().filter(|(_, times)| *times > 1).count()
}

/// Confirmations that an open page has not heard of.
pub fn check_live(heard: &Heard, claims: &[Claim]) -> usize {
    let confirmed = claims.iter().filter(|claim| claim.kind == ClaimKind::Confirmation);
    let is_known = |claim: &&Claim| {
        heard.ids.contains(&claim.mark) || heard.renewals.iter().any(|renewal| claim.at <= *renewal)
    };
    let missed = confirmed.filter(|claim| !is_known(claim)).count();
    println!(
        "live: {} records heard of, everything fetched anew {} times, missed {missed}",
        heard.ids.len(),
        heard.renewals.len()
    );
    missed
}

pub async fn print_failed_tasks(owner: &mut PgConnection, elapsed: Duration) -> anyhow::Result<()> {
    let failed: Vec<(String, i64)> =
        sqlx::query_as(FAILED_TASKS).bind(elapsed.as_secs_f64()).fetch_all(&mut *owner).await?;
    let failed: Vec<String> = failed.into_iter().map(|(kind, count)| format!("{kind} × {count}")).collect();
    println!("tasks given up: {}", if failed.is_empty() { "none".to_owned() } else { failed.join(", ") });
    Ok(())
}

/// The refusals: the writers ask for nothing that should be refused.
pub fn print_refusals(journal: &Journal) {
    let mut refusals: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for one in journal.tries().into_iter().filter(|one| one.answer == Answer::Refused) {
        *refusals.entry((one.area, one.text)).or_default() += 1;
    }
    for ((area, text), count) in refusals {
        println!("refused in {area}: {text} × {count}");
    }
}
