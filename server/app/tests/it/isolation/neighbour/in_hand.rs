//! Parcels that somebody has in hand: received, weighed again, picked up, delivered, packed.

use serde_json::json;

use super::{NAME, Neighbour, text};
use crate::inbound_parcels;
use crate::shipments::complete;
use crate::support::{ATLANTICO, TestApp};

impl Neighbour {
    /// A parcel that nobody knows, with a photo.
    pub(super) async fn add_received_parcel(&mut self) {
        let form = json!({ "key": uuid::Uuid::now_v7(), "code": NAME, "keep_unknown": true });
        let scanned = self.staff.post("/api/receiving/scan", form).await.data();
        let id = text(&scanned["parcel"]["id"]);
        let path = format!("/api/receiving/{id}/photo");
        self.staff.upload(&path, ("file", "a.pdf", &b"%PDF-1.7"[..]), &[]).await.data();
        let inbound = text(&scanned["parcel"]["inbound_parcel_id"]);
        self.links.extend([path, format!("/api/inbound-parcels/{inbound}/photo")]);
        self.records.insert("receiving", vec![id]);
        self.records.insert("inbound-parcels", vec![inbound]);
    }

    /// A pickup at the client, by a warehouse of the branch.
    pub(super) async fn add_pickup(&mut self, app: &TestApp) {
        let admin = app.admin(ATLANTICO).await;
        crate::pickups::depot(&admin, "ZEL", json!({ "subsidiary_id": self.subsidiary_id })).await;
        let mut form = crate::pickups::form(&self.staff, 1).await;
        (form["client_id"], form["contact"]) = (self.client_id.as_str().into(), NAME.into());
        let made = self.staff.post(crate::pickups::PATH, form).await.data();
        self.records.insert("shipment-pickups", vec![text(&made["id"])]);
    }

    /// A shipment of the client whose parcel is heavier than its service takes, with a photo.
    pub(super) async fn add_reweigh(&mut self, app: &TestApp) {
        let mut form = complete(&self.staff).await;
        (form["to_name"], form["client_id"]) = (NAME.into(), self.client_id.as_str().into());
        let shipment = self.staff.post("/api/shipments", form).await.data();
        crate::confirm::confirm(&self.staff, &shipment).await.data();
        app.state.clock.advance(chrono::TimeDelta::minutes(1));
        let parcel = crate::reweighs::scan(&self.staff, &shipment).await;
        crate::reweighs::measure(&self.staff, &parcel, 900_000, [300.0, 200.0, 100.0]).await.data();
        let picture = ("file", "a.pdf", &b"%PDF-1.7"[..]);
        let photo = format!("/api/receiving/{}/photo", text(&parcel["id"]));
        self.staff.upload(&photo, picture, &[]).await.data();
        let path = format!("/api/reweighs?shipment_id={}", text(&shipment["id"]));
        let id = text(&self.staff.get(&path).await.data()[0]["id"]);
        self.links.push(format!("/api/reweighs/{id}/photo?seq=1"));
        self.records.insert("reweighs", vec![id]);
    }

    /// A run with a delivery of the branch.
    pub(super) async fn add_delivery(&mut self, app: &TestApp) {
        let shipment = crate::deliveries::arrive(&self.staff).await;
        let delivery = crate::deliveries::plan_delivery(&self.staff, &[&shipment]).await;
        let admin = app.admin(ATLANTICO).await;
        let form =
            json!({ "on_date": *crate::deliveries::DAY, "subsidiary_id": self.subsidiary_id, "note": NAME });
        let route = admin.post("/api/routes", form).await.data();
        self.records.insert("shipment-deliveries", vec![text(&delivery["id"])]);
        self.records.insert("routes", vec![text(&route["id"])]);
    }

    /// Bags, what carries them, what is told of them, and what is unpacked.
    pub(super) async fn add_consolidation(&mut self, app: &TestApp) {
        self.add_bag(app).await;
        self.add_waybill(app).await;
        self.add_manifest(app).await;
        self.add_cargo_message(app).await;
        self.add_break_bag(app).await;
    }

    /// A bag of the branch with a parcel.
    async fn add_bag(&mut self, app: &TestApp) {
        let admin = app.admin(ATLANTICO).await;
        let place =
            crate::bags::warehouse(&admin, "ZBG", json!({ "subsidiary_id": self.subsidiary_id })).await;
        let bag = crate::bags::open(&admin, &place, json!({ "note": NAME })).await;
        let shipment = crate::bags::received(&self.staff, json!({ "to_name": NAME })).await;
        crate::bags::scan(&self.staff, &bag, &text(&shipment["tracking_code"])).await;
        let path = format!("/api/bags/{}", text(&bag["id"]));
        self.links.push(format!("{path}/label"));
        self.records.insert("bags", vec![text(&bag["id"])]);
    }

    /// Goods of the client in a warehouse of the branch, and a list of what is picked of them.
    pub(super) async fn add_stock(&mut self, app: &TestApp) {
        let admin = app.admin(ATLANTICO).await;
        let more = json!({ "subsidiary_id": self.subsidiary_id });
        let warehouse = crate::bags::warehouse(&admin, "ZST", more).await;
        let place = crate::stock::place(&admin, &warehouse, "A-01-1", "storage").await;
        let form = json!({ "sku": "ZELDA-1", "title": NAME, "client_id": self.client_id });
        let item = admin.post("/api/stock-items", form).await.data();
        let received = crate::stock::receive(&admin, &item, &place, 5, json!({})).await.data();
        let line = json!([{ "item_id": item["id"], "quantity": 2 }]);
        let more = json!({ "client_id": self.client_id, "lines": line });
        let list = crate::stock::pick_list(&admin, &warehouse, more).await.data();
        self.records.insert("stock-places", vec![text(&place["id"])]);
        self.records.insert("stock-items", vec![text(&item["id"])]);
        self.records.insert("stocks", vec![text(&received["stock"]["id"])]);
        self.records.insert("stock-movements", vec![text(&received["movement"]["id"])]);
        let form = json!({ "warehouse_id": warehouse["id"] });
        let inventory = admin.post("/api/inventories", form).await.data();
        let form = json!({
            "warehouse_id": warehouse["id"], "client_id": self.client_id, "supplier": NAME, "currency": "BRL",
            "lines": [{ "item_id": item["id"], "quantity": 2 }],
        });
        let purchase = admin.post("/api/purchases", form).await.data();
        let more = json!({ "storage": { "free_days": 1, "fee_per_day": "1", "currency": "BRL" } });
        let more = crate::bags::with(more, json!({ "subsidiary_id": self.subsidiary_id }));
        let place = crate::bags::warehouse(&admin, "ZBUY", more).await;
        let form = json!({ "warehouse_id": place["id"], "client_id": self.client_id, "title": NAME });
        let request = admin.post("/api/buying-requests", form).await.data();
        self.records.insert("buying-requests", vec![text(&request["id"])]);
        self.records.insert("purchases", vec![text(&purchase["id"])]);
        self.records.insert("pick-lists", vec![text(&list["id"])]);
        self.records.insert("inventories", vec![text(&inventory["id"])]);
    }

    /// Cash of the client that was paid out, with its statement.
    pub(super) async fn add_cod_payout(&mut self, app: &TestApp) {
        let (admin, client) = (app.admin(ATLANTICO).await, json!(self.client_id));
        let payout = crate::deliveries::cod_payouts::paid_out(app, &self.staff, &admin, &client).await;
        self.links.push(format!("/api/cod-payouts/{}/statement", text(&payout["id"])));
        self.records.insert("cod-payouts", vec![text(&payout["id"])]);
    }

    /// Cash of a delivery of the branch, counted with a difference.
    pub(super) async fn add_cash_handover(&mut self, app: &TestApp) {
        let admin = app.admin(ATLANTICO).await;
        let handover = crate::deliveries::cash::hand_in(&self.staff, &admin, "12", "11").await;
        self.records.insert("cash-handovers", vec![text(&handover["id"])]);
    }

    /// A waybill of the branch with its bag, and the range of its number.
    async fn add_waybill(&mut self, app: &TestApp) {
        let admin = app.admin(ATLANTICO).await;
        let airline = crate::waybills::airline(&admin, "ZLA", "905").await;
        let range =
            crate::waybills::add_range(&admin, &airline, [100, 199], json!({ "note": NAME })).await.data();
        let more = json!({ "subsidiary_id": self.subsidiary_id, "destination_airport": "FRA", "note": NAME });
        let waybill = crate::waybills::create(&admin, &airline, more).await.data();
        let path = format!("/api/mawbs/{}", text(&waybill["id"]));
        let bags = json!({ "bag_ids": self.records["bags"] });
        admin.post(&format!("{path}/add"), bags).await.data();
        let contents = admin.get(&format!("{path}/contents")).await.data();
        self.links.push(format!("{path}/pdf"));
        self.records.insert("mawbs", vec![text(&waybill["id"])]);
        self.records.insert("mawb contents", vec![text(&contents[0]["id"])]);
        self.records.insert("mawb-ranges", vec![text(&range["id"])]);
    }

    /// A closed manifest of the branch, with its files.
    async fn add_manifest(&mut self, app: &TestApp) {
        let admin = app.admin(ATLANTICO).await;
        let shipment =
            crate::manifests::ready(&admin, json!({ "to_name": NAME, "subsidiary_id": self.subsidiary_id }))
                .await;
        let manifest = crate::manifests::of_shipments(&admin, &[&shipment], json!({ "note": NAME })).await;
        let closed = crate::manifests::close(app, &admin, &manifest).await;
        let path = format!("/api/manifests/{}", text(&closed["id"]));
        self.links.push(format!("{path}/versions/1/files/csv"));
        self.records.insert("manifests", vec![text(&closed["id"])]);
    }

    /// A message of an airline that somebody of the branch has uploaded.
    async fn add_cargo_message(&mut self, app: &TestApp) {
        let admin = app.admin(ATLANTICO).await;
        let message = crate::cargo_events::upload(&admin, NAME, b"Nobody reads this").await;
        app.run_processes().await;
        self.links.push(format!("/api/cargo-messages/{}/file", text(&message["id"])));
        self.records.insert("cargo-messages", vec![text(&message["id"])]);
    }

    /// A master of the branch, whose bag is unpacked, with a photo of its damaged parcel.
    async fn add_break_bag(&mut self, app: &TestApp) {
        let admin = app.admin(ATLANTICO).await;
        let branch = json!({ "subsidiary_id": self.subsidiary_id });
        let place = crate::bags::warehouse(&admin, "ZBB", branch).await;
        let arrived = crate::masters::arrived(app, &admin, &place, json!({ "note": NAME })).await;
        let broken = crate::break_bags::begin(&admin, &arrived.master).await;
        let line = crate::break_bags::lines(&admin, &broken, "").await[0].clone();
        let photo = crate::break_bags::photograph(&admin, &broken, &line).await;
        self.links.push(photo);
        self.records.insert("masters", vec![text(&arrived.master["id"])]);
        self.records.insert("break-bags", vec![text(&broken["id"])]);
    }

    /// A request for a shipment of a parcel of the client.
    pub(super) async fn add_repack(&mut self, app: &TestApp) {
        let admin = app.admin(ATLANTICO).await;
        let place = inbound_parcels::warehouse(&admin, "ZLD").await;
        let mut form = inbound_parcels::announcement(&place, "ZELDA1");
        form["client_id"] = self.client_id.as_str().into();
        let parcel = self.staff.post("/api/inbound-parcels", form).await.data();
        inbound_parcels::scan(&self.staff, &place, "ZELDA1", false).await;
        let form = json!({ "parcel_ids": [parcel["id"]], "note": NAME });
        let repack = self.staff.post("/api/repacks", form).await.data();
        self.records.insert("repacks", vec![text(&repack["id"])]);
    }
}
