//! Many invoices in the background: one transaction for each, so a crash loses nothing and holds a series for milliseconds.

use chrono::NaiveDate;
use chrono_tz::Tz;
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::draft::{self, Head};
use super::issue::{self, IssueContext};
use super::list::INVOICES;
use super::selection::{InvoiceCharge, Selection};
use crate::client;
use access::scope::RowScope;
use server_core::audit::{self, Actor};
use server_core::http::messages::{MessageCode, Params};
use server_core::live::{self, Audience};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError, Retry, Stage};
use server_core::record::Where;
use server_core::settings;

/// Drafts of the list, oldest first. `for update` would also lock rows that were issued meanwhile, which the next number
/// references.
pub const NEXT_DRAFT: &str = "
    select id from invoices where id = any($1) and number is null and kind = 'invoice' order by id limit 1
    for no key update skip locked";
/// Clients and currencies with charges of the period that no invoice has.
pub const TO_BILL: &str = "
    select distinct b.client_id, b.currency::text from billable_charges b
    join clients c on c.id = b.client_id and c.merged_into is null
    where b.invoice_id is null and b.charged_at >= $1 and b.charged_at < $2
        and ($3::uuid[] is null or b.client_id = any($3)) and ($4::uuid[] is null or b.subsidiary_id = any($4))
    order by 1, 2";

/// Issues these drafts, one after the other.
#[derive(Serialize, Deserialize)]
pub struct IssueInvoices {
    pub ids: Vec<Uuid>,
}

/// Drafts an invoice for each client and currency of a period.
#[derive(Serialize, Deserialize)]
pub struct GenerateInvoices {
    pub period_from: NaiveDate,
    pub period_to: NaiveDate,
    pub client_ids: Option<Vec<Uuid>>,
    /// Branches that the user reaches; all without a list.
    pub subsidiaries: Option<Vec<Uuid>>,
    pub issue: bool,
}

/// Progress so far.
#[derive(Default, Serialize, Deserialize)]
struct Tally {
    drafted: usize,
    issued: usize,
    skipped: usize,
    /// Those that could not be issued; they are not tried again.
    left: Vec<Uuid>,
}

impl Process for IssueInvoices {
    const KIND: &'static str = "invoices.issue";

    fn title(&self) -> Params {
        Params::from([("count", self.ids.len().into())])
    }

    fn retry(&self) -> Option<Retry> {
        Retry::with(Resource::Invoice, Action::Issue, &RowScope::All)
    }

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let mut tally: Tally = cx.saved_state()?.unwrap_or_default();
        let total = self.ids.len();
        loop {
            let open: Vec<Uuid> = self.ids.iter().copied().filter(|id| !tally.left.contains(id)).collect();
            if !issue_next(&cx, &open, &mut tally).await? {
                break;
            }
            cx.progress(Stage::Processing, (tally.issued + tally.left.len()) as u64, total as u64);
        }
        tally.skipped = total - tally.issued.min(total);
        end(&cx, &tally).await
    }
}

/// Issues one of the drafts in its own transaction. Returns false when none is left.
async fn issue_next(cx: &ProcessCx, ids: &[Uuid], tally: &mut Tally) -> Result<bool, ProcessError> {
    let mut tx = cx.begin().await?;
    let next: Option<Uuid> = sqlx::query_scalar(NEXT_DRAFT).bind(ids).fetch_optional(&mut *tx).await?;
    let Some(id) = next else { return Ok(false) };
    let settings = settings::load(&mut tx).await?;
    let actor = Actor::from(cx);
    let context = IssueContext { settings: &settings, at: actor.at };
    let draft = INVOICES.find(&mut tx, &Where::all(), id).await?;
    match issue::issue(&mut tx, context, &actor, &draft).await {
        Ok(_) => tally.issued += 1,
        Err(error) if error.code() == MessageCode::InvoiceWithoutAmount => tally.left.push(id),
        Err(error) => return Err(error.into()),
    }
    cx.save_state(&mut tx, tally).await?;
    tx.commit().await?;
    Ok(true)
}

impl Process for GenerateInvoices {
    const KIND: &'static str = "invoices.generate";

    fn title(&self) -> Params {
        Params::from([
            ("from", self.period_from.to_string().into()),
            ("to", self.period_to.to_string().into()),
        ])
    }

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let mut tally: Tally = cx.saved_state()?.unwrap_or_default();
        let wanted = self.find_clients_to_bill(&cx).await?;
        let total = wanted.len() as u64;
        for (done, (client_id, currency)) in (1..).zip(wanted) {
            self.draft(&cx, client_id, currency, &mut tally).await?;
            cx.progress(Stage::Processing, done, total);
        }
        end(&cx, &tally).await
    }
}

impl GenerateInvoices {
    fn selection(&self, client_id: Uuid, currency: Option<String>, zone: Tz) -> Selection {
        Selection {
            client_id,
            currency,
            draft: None,
            from: Some(self.period_from),
            to: Some(self.period_to),
            shipment_ids: None,
            subsidiaries: self.subsidiaries.clone(),
            zone,
        }
    }

    /// The clients and currencies that are left. After a crash, those with a draft have no free charges.
    async fn find_clients_to_bill(&self, cx: &ProcessCx) -> Result<Vec<(Uuid, String)>, ProcessError> {
        let mut tx = cx.begin().await?;
        let settings = settings::load(&mut tx).await?;
        let zone: Tz = settings.time_zone.parse().unwrap_or(Tz::UTC);
        let (from, to) = self.selection(Uuid::nil(), None, zone).times();
        let find = sqlx::query_as(TO_BILL).bind(from).bind(to);
        let found = find.bind(self.client_ids.as_deref()).bind(self.subsidiaries.as_deref());
        let wanted = found.fetch_all(&mut *tx).await?;
        tx.commit().await?;
        Ok(wanted)
    }

    async fn draft(
        &self,
        cx: &ProcessCx,
        client_id: Uuid,
        currency: String,
        tally: &mut Tally,
    ) -> Result<(), ProcessError> {
        let mut tx = cx.begin().await?;
        let settings = settings::load(&mut tx).await?;
        let selection =
            self.selection(client_id, Some(currency), settings.time_zone.parse().unwrap_or(Tz::UTC));
        let client_name = client::lock(&mut tx, client_id).await?;
        let charges: Vec<InvoiceCharge> = match draft::pick(&mut tx, &selection).await {
            Ok(charges) => charges,
            // Somebody else took them meanwhile, or they are too many for one invoice.
            Err(_) => {
                tally.skipped += 1;
                return Ok(());
            }
        };
        let actor = Actor::from(cx);
        let head = Head {
            client_name,
            subsidiary_id: draft::branch_of(&charges),
            terms_days: draft::terms_of(&mut tx, client_id).await?,
            note: None,
        };
        let id = draft::create(&mut tx, &selection, &head, &charges, actor.user_id, actor.at).await?;
        let facts = serde_json::json!({ "client_id": client_id, "currency": selection.currency });
        audit::record(&mut tx, actor.clone(), "invoice.create", Some(id), facts).await?;
        live::records_changed(&mut tx, &Audience::Staff, "invoice", &[id]);
        tally.drafted += 1;
        if self.issue {
            let context = IssueContext { settings: &settings, at: actor.at };
            let draft = INVOICES.find(&mut tx, &Where::all(), id).await?;
            match issue::issue(&mut tx, context, &actor, &draft).await {
                Ok(_) => tally.issued += 1,
                // It stays a draft, to be invoiced with later charges.
                Err(error) if error.code() == MessageCode::InvoiceWithoutAmount => {}
                Err(error) => return Err(error.into()),
            }
        }
        cx.save_state(&mut tx, tally).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// Says what was done.
async fn end(cx: &ProcessCx, tally: &Tally) -> Result<Outcome, ProcessError> {
    let mut tx = cx.begin().await?;
    let result = Params::from([
        ("drafted", tally.drafted.into()),
        ("issued", tally.issued.into()),
        ("skipped", tally.skipped.into()),
        ("done", tally.issued.max(tally.drafted).into()),
    ]);
    cx.save_result(&mut tx, &result).await?;
    tx.commit().await?;
    Ok(Outcome::Done)
}
