//! Records of the office: prices, money, quotes, taxes, what belongs to clients, and requests to authorities.

use serde_json::{Value, json};

use super::{NAME, Neighbour, text};
use crate::support::{ATLANTICO, PACIFIC, TestApp};

impl Neighbour {
    /// A version of the price table, a fuel rate, and an assignment of the table.
    pub(super) async fn add_prices(&mut self, app: &TestApp) {
        let admin = app.admin(ATLANTICO).await;
        let table = self.records["price_tables"][0].clone();
        let versions = format!("/api/price_tables/{table}/versions");
        let version = text(&admin.post(&versions, json!({ "note": NAME })).await.data()["id"]);
        let form = json!({ "code": NAME, "valid_from": "2026-01-01", "pct": "30" });
        let rate = text(&admin.post("/api/fuel_rates", form).await.data()["id"]);
        let form = json!({
            "scope": "client", "client_id": self.client_id, "sell_table_id": table, "valid_from": "2026-01-01",
        });
        let assignment = text(&admin.post("/api/price_assignments", form).await.data()["id"]);
        self.records.insert("price_table_versions", vec![version]);
        self.records.insert("fuel_rates", vec![rate]);
        self.records.insert("price_assignments", vec![assignment]);
    }

    /// A deposit of the client, a claim and an invoice.
    pub(super) async fn add_money(&mut self, app: &TestApp) {
        let admin = app.admin(ATLANTICO).await;
        let bank = crate::money::bank_account(&admin, NAME, "BRL").await;
        let mut fields = crate::money::deposit(&bank, NAME, "10.00");
        fields.push(("client_id", self.client_id.clone()));
        let made = crate::money::announce(&admin, &fields).await.data();
        self.records.insert("deposits", vec![text(&made["id"])]);
        let claim = crate::claims::opened(&self.staff, &self.client_id, NAME).await;
        self.records.insert("claims", vec![text(&claim["id"])]);
        let draft = crate::money::drafted(app, ATLANTICO).await;
        self.records.insert("invoices", vec![text(&draft["id"])]);
        // The stranger's own, which cannot name any of these.
        crate::money::drafted(app, PACIFIC).await;
    }

    /// A quote of the neighbour's client.
    pub(super) async fn add_quote(&mut self) {
        let mut form = crate::quotes::parcel("1");
        form["client_id"] = self.client_id.as_str().into();
        form["destination"]["city"] = NAME.into();
        let quote = text(&self.staff.post("/api/quotes", form).await.data()["id"]);
        self.records.insert("quotes", vec![quote]);
    }

    pub(super) async fn add_saved_parcel(&mut self) {
        let form = json!({ "client_id": self.client_id, "name": NAME, "weight_g": 900 });
        let made = self.staff.post("/api/saved-parcels", form).await.data();
        self.records.insert("saved-parcels", vec![text(&made["id"])]);
    }

    /// An own rule of taxes.
    pub(super) async fn add_tax_rule(&mut self, app: &TestApp) {
        let admin = app.admin(ATLANTICO).await;
        let rule = admin.post("/api/tax_rules", crate::tax_rules::form("ZZ", NAME)).await.data();
        self.records.insert("tax_rules", vec![text(&rule["id"])]);
    }

    /// Records of a client, and the partner's address and settings.
    pub(super) async fn add_party_records(&mut self, app: &TestApp) {
        let admin = app.admin(ATLANTICO).await;
        let owner = |mut form: Value| {
            form["owner_type"] = "client".into();
            form["owner_id"] = self.client_id.as_str().into();
            form
        };
        let contact = json!({
            "name": NAME, "receives_billing": false, "receives_tracking": false, "receives_customs": false,
        });
        let address =
            json!({ "kind": "other", "main": true, "label": NAME, "country_id": 32, "city": "Olinda" });
        let bank_id = crate::money::bank(&admin).await;
        let account = json!({
            "holder": NAME, "bank_id": bank_id, "agency": "0001", "account": "12345-6", "currency": "BRL",
        });
        let forms = [("contacts", contact), ("party_addresses", address), ("bank_accounts", account)];
        let mut made = Vec::new();
        for (room, form) in forms {
            let record = admin.post(&format!("/api/{room}"), owner(form)).await.data();
            made.push((room, text(&record["id"])));
        }
        let file = ("file", "a.pdf", &b"%PDF-1.7"[..]);
        let fields = [
            ("owner_type", "client"),
            ("owner_id", self.client_id.as_str()),
            ("kind", "other"),
            ("number", NAME),
        ];
        let document = admin.upload("/api/party_documents", file, &fields).await.data();
        made.push(("party_documents", text(&document["id"])));
        for (room, id) in made {
            self.records.insert(room, vec![id]);
        }
        for room in ["partner-address", "partner-configs"] {
            self.records.insert(room, vec![self.partner_id.clone()]);
        }
    }

    /// A request to the authority, with a document.
    pub(super) async fn add_regulatory_request(&mut self) {
        let path = "/api/backoffice/anvisa_solicita";
        let form = json!({ "shipment_id": self.shipment_id, "patient": NAME });
        let id = text(&self.staff.post(path, form).await.data()["id"]);
        let file = ("file", "a.pdf", &b"%PDF-1.7"[..]);
        let path = format!("{path}/{id}/documents");
        let with = self.staff.upload(&path, file, &[("kind", "identity"), ("file_name", NAME)]).await.data();
        let document = text(&with["documents"][0]["id"]);
        self.links.push(format!("{path}/{document}"));
        self.records.insert("regulatory-documents", vec![document]);
        self.records.insert("anvisa_solicita", vec![id]);
    }
}
