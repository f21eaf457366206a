//! Money of the demo's client: deposits, charges of its shipments, invoices that are paid, open and overdue, and claims.

use anyhow::Context;
use chrono::TimeDelta;
use poem::http::Method;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use tenancy::Host;
use uuid::Uuid;

use super::demo::{Browser, File};
use ledger::{Charge, ShipmentCharges, charge_confirmation};
use server_core::audit::Actor;
use server_core::state::AppState;

/// When the first invoices were issued. Their day has passed since.
const EARLIER: TimeDelta = TimeDelta::days(40);
/// Freight of the shipments, and the duty of those under DDP.
const PRICES: [(&str, &str); 6] = [
    ("148.90", "0"),
    ("92.40", "0"),
    ("231.75", "48.20"),
    ("76.10", "0"),
    ("189.00", "31.60"),
    ("112.30", "0"),
];
/// Texts are in Portuguese and in English.
struct DemoClaim {
    kind: &'static str,
    words: [&'static str; 2],
    /// None waits for a decision.
    decision: Option<DemoDecision>,
}

struct DemoDecision {
    verb: &'static str,
    note: [&'static str; 2],
}

const CLAIMS: [DemoClaim; 3] = [
    DemoClaim {
        kind: "damaged",
        words: [
            "A caixa chegou amassada e duas canecas quebradas.",
            "The box was crushed and two mugs broken.",
        ],
        decision: None,
    },
    DemoClaim {
        kind: "missing_contents",
        words: ["Faltou um item no volume.", "One item was missing in the parcel."],
        decision: Some(DemoDecision {
            verb: "approve",
            note: ["Confirmado pelas fotos.", "The photographs confirm it."],
        }),
    },
    DemoClaim {
        kind: "lost",
        words: ["O destinatário diz que não recebeu.", "The recipient says that nothing came."],
        decision: Some(DemoDecision {
            verb: "refuse",
            note: ["A entrega tem assinatura.", "The delivery was signed for."],
        }),
    },
];
/// Each claim is about this amount.
const CLAIMED: &str = "20.00";
/// One empty page.
const RECEIPT: &[u8] = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n\
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";

/// The demo's people and what they need.
struct Money<'a> {
    state: &'a AppState,
    host: &'a str,
    slug: &'a str,
    client_id: String,
    currency: String,
    bank: String,
}

/// Creates deposits, invoices and claims, unless already done.
pub async fn seed(state: &AppState, host: &str, slug: &str) -> anyhow::Result<()> {
    let client = Browser::sign_in(state, host, &format!("client@{slug}.test")).await?;
    if client.get("/api/deposits").await?["meta"]["total"] != 0 {
        return Ok(());
    }
    let shipments = client.get("/api/shipments?sort=tracking_code&per_page=50").await?["data"].take();
    let confirmed = |one: &&Value| one["status"].as_i64().is_some_and(|status| (30..=90).contains(&status));
    let shipments: Vec<Value> =
        shipments.as_array().into_iter().flatten().filter(confirmed).cloned().collect();
    if shipments.len() < 3 {
        return Ok(());
    }
    let profile = client.get("/api/profile").await?["data"].take();
    let config = client.get("/api/config").await?["data"].take();
    let mut money = Money {
        state,
        host,
        slug,
        client_id: text(&profile["client_id"])?,
        currency: text(&config["currency"])?,
        bank: String::new(),
    };
    money.prepare().await?;
    let mut parts = shipments.chunks(shipments.len().div_ceil(4));
    state.clock.advance(-EARLIER);
    let earlier = money.earlier(parts.next(), parts.next()).await;
    state.clock.advance(EARLIER);
    earlier?;
    money.now(parts.next(), parts.next()).await?;
    money.claim(&shipments).await?;
    println!("{slug}: deposits, invoices and claims");
    Ok(())
}

impl Money<'_> {
    async fn person(&self, name: &str) -> anyhow::Result<Browser> {
        Browser::sign_in(self.state, self.host, &format!("{name}@{}.test", self.slug)).await
    }

    /// A bank account of the company, and credit of the client.
    async fn prepare(&mut self) -> anyhow::Result<()> {
        let admin = self.person("admin").await?;
        let branch = admin.get("/api/subsidiaries/select").await?["data"][0]["id"].take();
        let is_brazilian = self.currency == "BRL";
        let (code, name) =
            if is_brazilian { ("341", "Itaú Unibanco") } else { ("CHASUS33", "JPMorgan Chase Bank") };
        let bank = json!({ "code": code, "name": name, "ispb": is_brazilian.then_some("60701190") });
        let bank = admin.send(Method::POST, "/api/banks", Some(bank)).await?["data"]["id"].take();
        let mut account = json!({
            "owner_type": "subsidiary", "owner_id": branch, "holder": admin.get("/api/profile").await?["data"]["company_name"],
            "bank_id": bank, "account": "48213-7", "currency": self.currency,
        });
        if is_brazilian {
            account["agency"] = json!("0001");
            account["pix_key_type"] = json!("email");
            account["pix_key"] = json!(format!("financeiro@{}.test", self.slug));
        } else {
            account["account_type"] = json!("checking");
            account["routing_number"] = json!("021000021");
            account["swift"] = json!(code);
        }
        let made = admin.send(Method::POST, "/api/bank_accounts", Some(account)).await?;
        self.bank = text(&made["data"]["id"])?;
        let path = format!("/api/clients/{}", self.client_id);
        let version = admin.get(&path).await?["data"]["version"].take();
        let credit = json!({ "version": version, "credit_limit": "3000", "credit_currency": self.currency });
        admin.send(Method::POST, &format!("{path}/set_credit"), Some(credit)).await?;
        Ok(())
    }

    /// One invoice that stays open until its day has passed, and one that is paid.
    async fn earlier(&self, late: Option<&[Value]>, paid: Option<&[Value]>) -> anyhow::Result<()> {
        let staff = self.person("staff").await?;
        self.charge(late.unwrap_or_default()).await?;
        self.invoice(&staff, late.unwrap_or_default()).await?;
        self.charge(paid.unwrap_or_default()).await?;
        let Some(invoice) = self.invoice(&staff, paid.unwrap_or_default()).await? else { return Ok(()) };
        let payment = json!({
            "key": Uuid::now_v7(), "source": "bank", "bank_account_id": self.bank, "amount": invoice["open_amount"],
            "paid_on": self.state.clock.now().date_naive() - TimeDelta::days(1), "reference": "TED 20417",
        });
        let path = format!("/api/invoices/{}/payments", text(&invoice["id"])?);
        staff.send(Method::POST, &path, Some(payment)).await?;
        Ok(())
    }

    /// A confirmed deposit and one that waits; an invoice that the deposit pays in part; charges without an invoice.
    async fn now(&self, billed: Option<&[Value]>, left: Option<&[Value]>) -> anyhow::Result<()> {
        let (staff, client) = (self.person("staff").await?, self.person("client").await?);
        let first = self.deposit(&client, "E18236120202611", "250.00").await?;
        let path = format!("/api/deposits/{}/confirm", text(&first["id"])?);
        staff.send(Method::POST, &path, Some(json!({ "version": first["version"] }))).await?;
        self.charge(billed.unwrap_or_default()).await?;
        self.invoice(&staff, billed.unwrap_or_default()).await?;
        self.charge(left.unwrap_or_default()).await?;
        self.deposit(&client, "E18236120202612", "480.00").await?;
        Ok(())
    }

    /// Claims about shipments that are worth as much: one that waits, and one of each decision.
    async fn claim(&self, shipments: &[Value]) -> anyhow::Result<()> {
        let (staff, client) = (self.person("staff").await?, self.person("client").await?);
        let language = usize::from(self.slug != "atlantico");
        let claimed: Decimal = CLAIMED.parse()?;
        let is_worth = |one: &&Value| {
            let is_received = one["status"].as_i64().is_some_and(|status| status >= 40);
            let value = one["declared_value"].as_str().and_then(|value| value.parse::<Decimal>().ok());
            is_received && value.is_some_and(|value| value >= claimed)
        };
        for (shipment, claim) in shipments.iter().filter(is_worth).zip(CLAIMS) {
            let form = json!({
                "shipment_id": shipment["id"], "kind": claim.kind, "claimed_amount": CLAIMED, "description": claim.words[language],
            });
            let opened = client.send(Method::POST, "/api/claims", Some(form)).await?["data"].take();
            let Some(decision) = claim.decision else { continue };
            let mut form = json!({ "version": opened["version"], "note": decision.note[language] });
            if decision.verb == "approve" {
                form["decided_amount"] = json!("15.00");
            }
            let path = format!("/api/claims/{}/{}", text(&opened["id"])?, decision.verb);
            staff.send(Method::POST, &path, Some(form)).await?;
        }
        Ok(())
    }

    async fn deposit(&self, client: &Browser, reference: &str, amount: &str) -> anyhow::Result<Value> {
        let method = if self.currency == "BRL" { "pix" } else { "transfer" };
        let paid_on = (self.state.clock.now().date_naive() - TimeDelta::days(1)).to_string();
        let fields = [
            ("bank_account_id", self.bank.as_str()),
            ("method", method),
            ("reference", reference),
            ("amount", amount),
            ("paid_on", paid_on.as_str()),
        ];
        let receipt = File { name: "comprovante.pdf", content_type: "application/pdf", content: RECEIPT };
        Ok(client.upload("/api/deposits", &receipt, &fields).await?["data"].take())
    }

    /// Charges shipments that were confirmed before the demo had prices.
    async fn charge(&self, shipments: &[Value]) -> anyhow::Result<()> {
        let tenant = Host::parse(self.host).and_then(|host| self.state.tenancy.resolve(&host));
        let tenant = tenant.context("no tenant")?;
        let mut tx = self.state.tenancy.begin(&tenant).await?;
        for (shipment, (freight, duty)) in shipments.iter().zip(PRICES.iter().cycle()) {
            let [freight, duty] = [freight.parse::<Decimal>()?, duty.parse()?];
            let charges = ShipmentCharges {
                shipment_id: text(&shipment["id"])?.parse()?,
                client_id: self.client_id.parse()?,
                subsidiary_id: None,
                tracking_code: text(&shipment["tracking_code"])?,
                currency: self.currency.clone(),
                charges: vec![Charge::service(None, freight), Charge::tax("US", duty)],
            };
            let actor = Actor::server(self.state, "seed".to_owned());
            charge_confirmation(&mut tx, actor, &charges, "demo")
                .await
                .map_err(|error| anyhow::anyhow!("a demo shipment was not charged: {error}"))?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Drafts and issues an invoice of these shipments.
    async fn invoice(&self, staff: &Browser, shipments: &[Value]) -> anyhow::Result<Option<Value>> {
        if shipments.is_empty() {
            return Ok(None);
        }
        let ids: Vec<&Value> = shipments.iter().map(|one| &one["id"]).collect();
        let form = json!({ "client_id": self.client_id, "currency": self.currency, "shipment_ids": ids });
        let draft = staff.send(Method::POST, "/api/invoices", Some(form)).await?["data"].take();
        let path = format!("/api/invoices/{}/issue", text(&draft["id"])?);
        let issued = staff.send(Method::POST, &path, Some(json!({ "version": draft["version"] }))).await?;
        Ok(Some(issued["data"].clone()))
    }
}

fn text(value: &Value) -> anyhow::Result<String> {
    Ok(value.as_str().context("a text is missing")?.to_owned())
}
