//! Operations on shipments, their imports and their requests to authorities.

use serde_json::{Value, json};

use super::{OF_MANY_SHIPMENTS, Probe, confirm_of, of_many, unknown};
use crate::imports::sent;
use crate::shipments::{complete, created};

impl Probe<'_> {
    pub(super) async fn name_of_known_shipments(&self, reference: &str, theirs: &str) {
        match self.operation.id.as_str() {
            it if OF_MANY_SHIPMENTS.contains(&it) => self.name_of_many(reference, theirs).await,
            "shipment_confirm_many" => self.confirm_many(theirs).await,
            "shipment_undo_event" => self.undo(reference, theirs).await,
            "shipment_undo_events" => self.undo_many(reference, theirs).await,
            "shipment_record_event" => self.name_of_events(theirs).await,
            other => unknown(other, reference),
        }
    }

    /// An event of the neighbour's is not among those of an own shipment.
    async fn undo(&self, reference: &str, theirs: &str) {
        let own = created(self.stranger).await;
        let path = self.operation.filled(own["id"].as_str().unwrap());
        assert_eq!(self.stranger.post(&path, json!({ reference: theirs })).await.status, 404);
    }

    async fn confirm_many(&self, theirs: &str) {
        assert_eq!(self.stranger.post(&self.operation.path, confirm_of(theirs)).await.status, 404);
    }

    /// Neither of the neighbour's shipment, nor one of its events of an own shipment.
    async fn undo_many(&self, reference: &str, theirs: &str) {
        let own = created(self.stranger).await;
        let name = reference.strip_prefix("events.").unwrap();
        let mut event = json!({ "shipment_id": own["id"], "event_id": uuid::Uuid::now_v7() });
        event[name] = json!(theirs);
        let answer = self.stranger.post(&self.operation.path, json!({ "events": [event] })).await;
        if name == "shipment_id" {
            assert_eq!(answer.status, 404, "{}", answer.text());
        } else {
            assert_eq!(answer.data()[0]["message_code"], "not_found", "{}", answer.text());
        }
    }

    pub(super) async fn name_of_shipment(&self, reference: &str, theirs: &str) {
        if self.operation.id == "shipment_create" {
            let mut form = complete(self.stranger).await;
            form[reference] = theirs.into();
            return self.refused(&self.stranger.post(&self.operation.path, form).await, reference);
        }
        let own = match self.operation.id.as_str() {
            "shipment_reprice" => self.confirmed.clone(),
            _ => created(self.stranger).await,
        };
        let form = json!({ "version": own["version"], reference: theirs });
        let path = self.operation.filled(own["id"].as_str().unwrap());
        self.refused(&self.stranger.patch(&path, form).await, reference);
    }

    /// A request about many shipments finds none of the neighbour's; a count is zero, like that of the list.
    async fn name_of_many(&self, reference: &str, theirs: &str) {
        let path = &self.operation.path;
        if let Some(name) = reference.strip_prefix("filters.") {
            let counted = self.stranger.post(path, json!({ "filters": [{ name: theirs }] })).await.data();
            assert_eq!(counted, json!([{ "total": 0, "total_capped": false }]));
        } else if let Some(name) = reference.strip_prefix("filter.") {
            let form = of_many(json!({ "filter": { name: theirs } }));
            self.refused(&self.stranger.post(path, form).await, "filter");
        } else if reference != "ids" {
            let own = created(self.stranger).await;
            let form = of_many(json!({ "ids": [own["id"]], reference: theirs }));
            self.refused(&self.stranger.post(path, form).await, reference);
        } else {
            let answer = self.stranger.post(path, of_many(json!({ "ids": [theirs] }))).await;
            assert_eq!(answer.status, 404, "{}", answer.text());
        }
    }

    async fn name_of_events(&self, theirs: &str) {
        let form = json!({ "tracking_codes": [theirs], "event_code": "RECEIVED" });
        let told = self.stranger.post(&self.operation.path, form).await.data();
        assert_eq!((&told[0]["recorded"], &told[0]["shipment_id"]), (&json!(false), &Value::Null));
    }

    /// A new request names the neighbour's shipment, a step the neighbour's request.
    pub(super) async fn name_of_request(&self, reference: &str, shipment: &str) {
        let path = self.operation.path.as_str();
        let theirs = &self.neighbour.records("/api/anvisa_solicita").unwrap()[0];
        match self.operation.id.as_str() {
            "regulatory_request_create" => {
                let answer = self.stranger.post(path, json!({ reference: shipment })).await;
                self.refused(&answer, reference);
            }
            "regulatory_request_change_status" => {
                let answer = self.stranger.post(path, json!({ reference: theirs, "status": 99 })).await;
                assert_eq!(answer.status, 404, "{}", answer.text());
            }
            _ => {
                let status = if path.ends_with("resend") { 22 } else { 99 };
                let form = json!({ reference: [theirs], "status": status });
                let told = self.stranger.post(path, form).await.data();
                assert_eq!((&told[0]["done"], &told[0]["tracking_code"]), (&json!(false), &Value::Null));
            }
        }
    }

    pub(super) async fn name_of_new_import(&self, reference: &str, theirs: &str) {
        let (file, fields) = (("file", "a.csv", &b"order,country\nA-1,BR\n"[..]), [(reference, theirs)]);
        self.refused(&self.stranger.upload(&self.operation.path, file, &fields).await, reference);
    }

    pub(super) async fn name_of_import(&self, reference: &str, theirs: &str) {
        let own = sent(self.stranger, "a.csv", b"order,country\nA-1,BR\n").await;
        let form = json!({ "mapping": own["mapping"], "version": own["version"], reference: theirs });
        let path = self.operation.filled(own["id"].as_str().unwrap());
        self.refused(&self.stranger.patch(&path, form).await, reference);
    }
}
