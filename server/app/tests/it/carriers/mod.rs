//! Carriers of the last mile: a provider is connected to a server of carriers, labels are bought there, and parcels are followed.

mod following;
mod handovers;
mod karrio_server;
mod labels;
mod links;
mod real_server;

use serde_json::{Value, json};

use crate::bags::{text, with};
use crate::confirm::confirm;
use crate::shipments::complete;
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use karrio_server::{ACCOUNT, KEY, KarrioServer};

/// The carrier's service for that of the shipments.
pub const SERVICE: &str = "standard_service";

/// A company whose shipments get labels of the last mile.
pub struct CarrierCompany {
    pub app: TestApp,
    pub server: KarrioServer,
    pub admin: Person,
    pub staff: Person,
    pub provider: Value,
    service: Value,
}

impl CarrierCompany {
    pub async fn start() -> Self {
        Self::with(json!({})).await
    }

    /// With more fields of the connection.
    pub async fn with(more: Value) -> Self {
        let server = KarrioServer::start().await;
        let url = format!("https://{}", server.host);
        let form = json!({ "url": url, "account": ACCOUNT, "key": KEY });
        Self::connected_to(server, with(form, more)).await
    }

    /// With a server of its own.
    pub async fn connected_to(server: KarrioServer, form: Value) -> Self {
        let app = TestApp::start().await;
        let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
        let service = staff.get("/api/auxiliar/services").await.data()[0]["id"].clone();
        let provider = json!({ "code": "LM", "title_locale": { "pt": "Entrega" }, "provider_type": "last_mile",
                               "capabilities": ["last_mile", "labels"] });
        let provider = admin.post("/api/providers", provider).await.data();
        let path = format!("/api/services/{}", text(&service));
        let version = admin.get(&path).await.data()["version"].clone();
        let named = json!({ "version": version, "last_mile_provider_id": provider["id"] });
        admin.patch(&path, named).await.data();
        let company = Self { app, server, admin, staff, provider, service };
        company.connect(form).await.data();
        company
    }

    /// Changes the connection, as it is now.
    pub async fn connect(&self, form: Value) -> Answer {
        let version = self.link().await["version"].clone();
        let services = json!([{ "service_id": self.service, "carrier_service": SERVICE }]);
        let usual = json!({ "buying": "manual", "services": services, "version": version });
        self.admin.patch(&self.link_path(""), with(usual, form)).await
    }

    pub async fn link(&self) -> Value {
        self.admin.get(&self.link_path("")).await.data()
    }

    pub fn link_path(&self, end: &str) -> String {
        format!("/api/providers/{}/carrier{end}", text(&self.provider["id"]))
    }

    pub async fn draft(&self) -> Value {
        let mut form = complete(&self.staff).await;
        form["service_id"] = self.service.clone();
        self.staff.post("/api/shipments", form).await.data()
    }

    pub async fn confirmed(&self) -> Value {
        let draft = self.draft().await;
        confirm(&self.staff, &draft).await.data()
    }

    pub async fn carrier(&self, shipment: &Value) -> Value {
        self.staff.get(&label_path(shipment, "")).await.data()
    }

    pub async fn label(&self, shipment: &Value) -> Value {
        self.carrier(shipment).await["labels"][0].clone()
    }

    pub async fn buy(&self, shipment: &Value) -> Answer {
        self.staff.post(&label_path(shipment, ""), json!({ "service": null, "expected": null })).await
    }

    /// A shipment whose label was bought.
    pub async fn labelled(&self) -> Value {
        let shipment = self.confirmed().await;
        self.buy(&shipment).await.data();
        self.app.run_processes().await;
        assert_eq!(self.label(&shipment).await["status"], 30);
        shipment
    }
}

pub fn label_path(shipment: &Value, end: &str) -> String {
    format!("/api/shipments/{}/carrier-label{end}", text(&shipment["id"]))
}

/// Records of another company do not exist for carriers.
pub async fn refuses(stranger: &Person, reference: &str, theirs: &str) {
    let code = uuid::Uuid::now_v7().simple().to_string()[20..].to_owned();
    let provider = json!({ "code": code, "title_locale": { "pt": "Entrega", "en": "Delivery", "es": "Entrega" },
                           "provider_type": "last_mile", "capabilities": [] });
    let provider = stranger.post("/api/providers", provider).await.data();
    let mut form = json!({ "url": "https://karrio.example.com", "account": ACCOUNT, "key": KEY, "buying": "manual",
                           "services": [], "version": 0 });
    let field = match reference {
        "services.service_id" => {
            form["services"] = json!([{ "service_id": theirs, "carrier_service": SERVICE }]);
            "services.0.service_id"
        }
        other => {
            form[other] = json!(theirs);
            other
        }
    };
    let path = format!("/api/providers/{}/carrier", text(&provider["id"]));
    let answer = stranger.patch(&path, form).await;
    assert_eq!((answer.status, answer.code_at(field)), (422, "unknown_option".into()), "{}", answer.text());
}
