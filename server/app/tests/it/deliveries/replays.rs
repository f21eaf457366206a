//! The worked uploads of `server/tests/data/field`, through the call of the phones: as they were sent, and in random orders.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::Peekable;
use std::slice::Iter;

use chrono::{DateTime, TimeDelta, Utc};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use uuid::Uuid;

use super::records::{hash_of, upload};
use super::replay_case::{OfficeStep, Piece, ReplayCase, SentRecord, Upload, read_cases, read_time};
use super::{
    act, arrive, cash, drive, make_record, plan_delivery, route, send, show, start_route, status_of, text,
};
use crate::money::dec;
use crate::support::{ATLANTICO, Person, TestApp};

/// The day of the cases, before anything is recorded.
const MORNING: &str = "09:00:00";
/// So that the random orders are the same in all runs of the test.
const SEED: u64 = 36;
/// People sign in again after so long.
const SHIFT: TimeDelta = TimeDelta::hours(8);

/// A picture that nobody has sent yet.
fn draw_picture() -> Vec<u8> {
    let pixels = Uuid::now_v7().as_bytes().repeat(3);
    let mut picture = std::io::Cursor::new(Vec::new());
    let drawn = image::RgbImage::from_raw(4, 4, pixels).unwrap();
    drawn.write_to(&mut picture, image::ImageFormat::Png).unwrap();
    picture.into_inner()
}

/// A case under way: with a delivery of its own, and its times moved to those of the test.
struct Replay<'a> {
    app: &'a TestApp,
    case: &'a ReplayCase,
    driver: Person,
    signed_in_at: DateTime<Utc>,
    shipment: Value,
    delivery: Value,
    /// From the times of the case to those of the test.
    distance: TimeDelta,
    office: Peekable<Iter<'a, OfficeStep>>,
    stops: BTreeMap<&'a str, Value>,
    ids: BTreeMap<&'a str, Uuid>,
    pictures: BTreeMap<&'a str, Vec<u8>>,
    /// The records that the server has said to have.
    stored: BTreeSet<Uuid>,
}

impl<'a> Replay<'a> {
    async fn start(app: &'a TestApp, case: &'a ReplayCase) -> Self {
        let driver = app.staff(ATLANTICO).await;
        let shipment = arrive(&driver).await;
        let delivery = plan_delivery(&driver, &[&shipment]).await;
        if let Some(due) = &case.cod_due {
            cash::ask_for(&driver, &delivery, due).await;
        }
        let ids: BTreeMap<&str, Uuid> = case.list_records().map(|sent| (&*sent.id, Uuid::nil())).collect();
        let blobs = case.list_records().flat_map(|sent| &sent.blobs);
        let now = app.state.clock.now();
        let mut replay = Self {
            app,
            case,
            driver,
            signed_in_at: now,
            shipment,
            delivery,
            distance: now - read_time(MORNING),
            office: case.server.iter().peekable(),
            stops: BTreeMap::new(),
            // In the order of their names.
            ids: ids.into_keys().map(|name| (name, Uuid::now_v7())).collect(),
            pictures: blobs.map(|blob| (blob.as_str(), draw_picture())).collect(),
            stored: BTreeSet::new(),
        };
        replay.go_out("S1").await;
        replay
    }

    fn to_time(&self, text: &str) -> DateTime<Utc> {
        read_time(text) + self.distance
    }

    async fn wait_until(&mut self, text: &str) {
        let clock = &self.app.state.clock;
        let wait = self.to_time(text) - clock.now();
        if wait > TimeDelta::zero() {
            clock.advance(wait);
        }
        if clock.now() - self.signed_in_at > SHIFT {
            self.driver = self.app.staff(ATLANTICO).await;
            self.signed_in_at = self.app.state.clock.now();
        }
    }

    /// The delivery goes out with a run: its first stop, or one after the runs before.
    async fn go_out(&mut self, stop: &'a str) {
        if self.stops.contains_key(stop) {
            return;
        }
        let (driver, delivery) = (&self.driver, &self.delivery);
        let run = if self.stops.is_empty() {
            start_route(driver, driver, &[delivery]).await
        } else {
            let run = route(driver, driver).await;
            // The office does not know of a failure that is still on the phone.
            let verb = if show(driver, delivery).await["status"] == 50 { "assign" } else { "reassign" };
            act(driver, delivery, verb, json!({ "route_id": run["id"] })).await.data();
            drive(driver, &run, "load", json!({ "codes": [self.shipment["tracking_code"]] })).await.data();
            drive(driver, &run, "start", json!({})).await.data()
        };
        self.stops.insert(stop, run["stops"][0]["id"].clone());
    }

    /// Changes of the office before the phone has a network for this upload.
    async fn come_to(&mut self, upload: &'a Upload) {
        for record in &upload.records {
            self.go_out(&record.stop).await;
        }
        let received_at = read_time(&upload.received_at);
        while let Some(step) = self.office.next_if(|step| read_time(&step.at) < received_at) {
            self.wait_until(&step.at).await;
            self.act_as_office(&step.kind).await;
        }
        self.wait_until(&upload.received_at).await;
    }

    async fn act_as_office(&mut self, kind: &str) {
        let verb = match kind {
            "cancelled" => "cancel",
            "returned" => {
                // Nothing goes back that could still be delivered: the driver had no time, which is no attempt.
                let mut left = make_record(&self.stops["S1"], "fail", &json!({ "reason": "out_of_time" }));
                left["at"] = json!(self.app.state.clock.now());
                assert_eq!(self.send_records(&[left]).await, ["accepted"]);
                self.app.state.clock.advance(TimeDelta::seconds(1));
                "return"
            }
            other => panic!("{}: unknown change {other}", self.case.name),
        };
        act(&self.driver, &self.delivery, verb, json!({ "reason": "the client said so" })).await.data();
    }

    fn to_record(&self, sent: &SentRecord) -> Value {
        let to_file = |blob: &String| {
            let kind = if blob.starts_with("photo") { "photo" } else { "signature" };
            json!({ "sha256": hash_of(&self.pictures[blob.as_str()]), "kind": kind })
        };
        let undoes = sent.undoes.as_deref().map(|name| self.ids[name]);
        json!({
            "id": self.ids[sent.id.as_str()], "route_stop_id": self.stops[sent.stop.as_str()], "seq": sent.seq,
            "kind": sent.kind, "at": self.to_time(&sent.at), "offset_s": sent.offset_s,
            "payload": { "name": sent.name, "reason": sent.reason, "undoes": undoes, "cash": sent.cod },
            "files": sent.blobs.iter().map(to_file).collect::<Vec<_>>(),
        })
    }

    async fn send_file(&self, blob: &str) {
        let picture = &self.pictures[blob];
        upload(&self.driver, &hash_of(picture), picture).await.data();
    }

    /// The verdicts of a batch.
    async fn send_records(&mut self, records: &[Value]) -> Vec<String> {
        if records.is_empty() {
            return Vec::new();
        }
        let told = send(&self.driver, &records.iter().collect::<Vec<_>>()).await;
        let told = told.as_array().unwrap();
        assert_eq!(told.len(), records.len(), "{}: {told:?}", self.case.name);
        for (record, answer) in records.iter().zip(told) {
            assert_eq!(record["id"], answer["id"], "{}: in the given order", self.case.name);
            if ["accepted", "waiting_for_files"].contains(&text(&answer["verdict"])) {
                self.stored.insert(text(&answer["id"]).parse().unwrap());
            }
        }
        told.iter().map(|answer| text(&answer["verdict"]).to_owned()).collect()
    }

    /// Sends pieces, where the dice say so each record in a batch of its own.
    async fn send_pieces(&mut self, pieces: &[Piece<'_>], dice: &mut SmallRng) {
        let mut batch = Vec::new();
        for piece in pieces {
            match piece {
                Piece::File(blob) => {
                    self.send_records(&std::mem::take(&mut batch)).await;
                    self.send_file(blob).await;
                }
                Piece::Record(sent) => {
                    batch.push(self.to_record(sent));
                    if dice.random_bool(0.5) {
                        self.send_records(&std::mem::take(&mut batch)).await;
                    }
                }
            }
        }
        self.send_records(&batch).await;
    }

    /// The delivery is in the state of the case. A time of receipt that matters is that of the case only in its own order.
    async fn check_state(&self, context: &str, is_in_order: bool) {
        let (case, expected) = (self.case, &self.case.expect.r#final);
        let after = show(&self.driver, &self.delivery).await;
        let status = match expected.state.as_str() {
            "out" => 30,
            "delivered" => 40,
            "failed" => 50,
            "returned" => 60,
            other => panic!("{}: unknown state {other}", case.name),
        };
        let found = (&after["status"], &after["attempts"], &after["is_waiting"]);
        let is_waiting = !expected.waiting.is_empty();
        assert_eq!(found, (&json!(status), &json!(expected.attempts), &json!(is_waiting)), "{context}");
        let tasks: BTreeSet<String> = serde_json::from_value(after["tasks"].clone()).unwrap();
        assert_eq!(tasks, expected.tasks, "{context}");
        if is_in_order || case.expect.same_for_any_order {
            assert_eq!(after["flags"], json!(expected.flags), "{context}");
        }
        let listed = after["records"].as_array().unwrap().iter();
        let mut ids: Vec<Uuid> = listed.map(|record| text(&record["id"]).parse().unwrap()).collect();
        ids.sort_unstable();
        assert_eq!(ids, self.stored.iter().copied().collect::<Vec<_>>(), "{context}: each record once");
        self.check_handover(&after, context);
        let of_shipment = match status {
            40 => 90,
            60 => 92,
            _ => return,
        };
        assert_eq!(status_of(&self.driver, &self.shipment).await, of_shipment, "{context}");
    }

    /// The record that delivered says when, as far as its phone could know it.
    fn check_handover(&self, after: &Value, context: &str) {
        let Some(name) = &self.case.expect.r#final.delivered_record else {
            assert_eq!(after["delivered_at"], Value::Null, "{context}");
            return;
        };
        let sent = self.case.list_records().find(|sent| sent.id == *name).unwrap();
        let at: DateTime<Utc> = text(&after["delivered_at"]).parse().unwrap();
        let later = at - self.to_time(&sent.at);
        let is_doubtful = after["flags"] == json!(["clock"]);
        let is_shown =
            if is_doubtful { later < TimeDelta::zero() } else { later.abs() < TimeDelta::seconds(1) };
        assert!(is_shown, "{context}: delivered at {at}");
    }

    /// Somebody else counts what the driver took, which is as much as the case says, and once.
    async fn check_cash(&self, context: &str) {
        let Some(cash) = &self.case.expect.r#final.cod else {
            assert_eq!(show(&self.driver, &self.delivery).await["is_cash_waiting"], false, "{context}");
            return;
        };
        let counter = self.app.admin(ATLANTICO).await;
        let waiting = cash::list_waiting(&counter).await;
        assert_eq!(waiting.as_array().unwrap().len(), 1, "{context}: {waiting}");
        let handover = counter.post(cash::PATH, cash::to_count(&waiting[0], cash)).await.data();
        assert_eq!(dec(text(&handover["expected"])), dec(cash), "{context}");
        let after = show(&counter, &self.delivery).await;
        assert_eq!(dec(text(&after["cod_taken"])), dec(cash), "{context}");
    }
}

async fn start_app() -> TestApp {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, cash::FLAG, true).await;
    app
}

#[tokio::test]
async fn each_upload_of_a_phone_has_its_answers_and_leads_to_its_state() {
    let app = start_app().await;
    for case in read_cases() {
        let mut replay = Replay::start(&app, &case).await;
        for (upload, verdicts) in case.uploads.iter().zip(&case.expect.verdicts) {
            replay.come_to(upload).await;
            for blob in &upload.blobs {
                replay.send_file(blob).await;
            }
            let records: Vec<Value> = upload.records.iter().map(|sent| replay.to_record(sent)).collect();
            assert_eq!(replay.send_records(&records).await, *verdicts, "{}", case.name);
        }
        replay.check_state(&case.name, true).await;
        replay.check_cash(&case.name).await;
    }
}

#[tokio::test]
async fn what_phones_send_in_any_order_and_again_leads_to_the_same_state() {
    let mut dice = SmallRng::seed_from_u64(SEED);
    for case in read_cases() {
        let app = start_app().await;
        let pieces = case.list_pieces();
        for order in case.draw_orders(&mut dice) {
            let context = format!("{}: {order:?}", case.name);
            let mut replay = Replay::start(&app, &case).await;
            for upload in &case.uploads {
                replay.come_to(upload).await;
            }
            let sent: Vec<Piece<'_>> = order.iter().map(|at| pieces[*at]).collect();
            replay.send_pieces(&sent, &mut dice).await;
            replay.check_state(&context, false).await;
            replay.check_cash(&context).await;
        }
    }
}
