//! The worked replays of `server/tests/data/stock`: each step has its answer, and the levels are the sum of the movements after
//! each. The same steps again change nothing. So it is with steps by chance.

use std::collections::HashMap;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use stock::ledger::{LedgerRefusal, LevelKey};
use stock::levels;
use stock::movement_kind::MovementKind;
use stock::movements::posting::{MovementKey, Posting, PostingOutcome, post};
use stock::reservations::{self, NewReservation, Reservation, ReservationState};
use tenancy::TenantTx;
use uuid::Uuid;

use super::{INVENTORIES, MOVEMENTS, item, place, receive, text, warehouse};
use crate::support::{ATLANTICO, Person, TestApp};

const REPLAYS: &str = include_str!("../../../../tests/data/stock/ledger-replays.json");

/// A lot in places, and what happened to it in a case.
struct Replay {
    app: TestApp,
    admin: Person,
    staff: Person,
    warehouse: Value,
    lot_id: Uuid,
    places: HashMap<String, Uuid>,
    movements: Vec<Uuid>,
    reservations: HashMap<String, Uuid>,
    /// Keys of the file.
    keys: HashMap<String, Uuid>,
    /// Inventories by their names in the file.
    inventories: HashMap<String, Value>,
}

impl Replay {
    async fn start() -> Self {
        let app = TestApp::start().await;
        let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
        let own = warehouse(&admin, "ONE").await;
        let goods = item(&admin, "P1", json!({})).await;
        let mut places = HashMap::new();
        for (code, kind) in [("A1", "storage"), ("B1", "storage"), ("QUAR", "quarantine")] {
            let made = place(&admin, &own, code, kind).await;
            places.insert(format!("P1/L1@{code}"), Uuid::parse_str(text(&made["id"])).unwrap());
        }
        // Its lot comes with a receipt that is taken back.
        let received =
            receive(&admin, &goods, &json!({ "id": places["P1/L1@A1"] }), 1, json!({})).await.data();
        let path = format!("{MOVEMENTS}/{}/reverse", text(&received["movement"]["id"]));
        admin.post(&path, json!({ "key": Uuid::now_v7(), "reason": "for its lot" })).await.data();
        let lot_id = Uuid::parse_str(text(&received["movement"]["lot_id"])).unwrap();
        Self {
            app,
            admin,
            staff,
            warehouse: own,
            lot_id,
            places,
            movements: Vec::new(),
            reservations: HashMap::new(),
            keys: HashMap::new(),
            inventories: HashMap::new(),
        }
    }

    async fn begin(&self) -> TenantTx {
        self.app.state.tenancy.begin(&self.app.tenant(ATLANTICO)).await.unwrap()
    }

    fn place(&self, name: &Value) -> Option<Uuid> {
        name.as_str().map(|name| self.places[name])
    }

    fn key(&mut self, name: &Value) -> MovementKey {
        let source_id = *self.keys.entry(text(name).to_owned()).or_insert_with(Uuid::now_v7);
        MovementKey { source_type: "replay", source_id, line: 1 }
    }

    fn posting(&mut self, step: &Value) -> Posting {
        let kind = MovementKind::from_name(text(&step[2])).unwrap();
        Posting {
            key: self.key(&step[1]),
            kind,
            lot_id: self.lot_id,
            quantity: i32::try_from(step[5].as_i64().unwrap()).unwrap(),
            from_place_id: self.place(&step[3]),
            to_place_id: self.place(&step[4]),
            outside: kind.rule().outside,
            reservation_id: None,
            of_movement_id: None,
            removal: None,
            reason: Some("replay".into()),
            occurred_at: self.app.state.clock.now(),
            actor_id: None,
        }
    }

    /// Takes a movement back as a whole, whatever quantity the step names.
    async fn reverse(&mut self, step: &Value) -> String {
        let number: usize = text(&step[6])[1..].parse().unwrap();
        let form = json!({ "key": self.key(&step[1]).source_id, "reason": "replay" });
        let path = format!("{MOVEMENTS}/{}/reverse", self.movements[number - 1]);
        let answer = self.admin.post(&path, form).await;
        if answer.status == 409 {
            let free = answer.json()["params"]["free"].clone();
            return if free.is_null() { answer.message_code() } else { format!("not_enough free:{free}") };
        }
        self.name_movement(Uuid::parse_str(text(&answer.data()["movement"]["id"])).unwrap())
    }

    fn name_movement(&mut self, id: Uuid) -> String {
        if !self.movements.contains(&id) {
            self.movements.push(id);
        }
        let index = self.movements.iter().position(|one| *one == id).unwrap();
        format!("m{}", index + 1)
    }

    async fn post(&mut self, posting: Posting) -> String {
        let mut tx = self.begin().await;
        let now = self.app.state.clock.now();
        match post(&mut tx, now, &[posting]).await.unwrap() {
            PostingOutcome::Done(receipts) => {
                tx.commit().await.unwrap();
                self.name_movement(receipts[0].id)
            }
            PostingOutcome::Refused(refused) => match refused.refusal {
                LedgerRefusal::NotEnough { free } => format!("not_enough free:{free}"),
                LedgerRefusal::TooMuch => "too_much".to_owned(),
            },
        }
    }

    async fn reserve(&mut self, step: &Value) -> String {
        let now = self.app.state.clock.now();
        let wanted = NewReservation {
            lot_id: self.lot_id,
            place_id: self.place(&step[2]).unwrap(),
            quantity: i32::try_from(step[3].as_i64().unwrap()).unwrap(),
            expires_at: now + chrono::TimeDelta::hours(1),
            source_type: "replay",
            source_id: Uuid::now_v7(),
            line: 1,
            created_by: None,
        };
        let mut tx = self.begin().await;
        match reservations::hold(&mut tx, now, &[wanted]).await.unwrap() {
            Ok(ids) => {
                tx.commit().await.unwrap();
                self.reservations.insert(text(&step[1]).to_owned(), ids[0]);
                "held".to_owned()
            }
            Err(LedgerRefusal::NotEnough { free }) => format!("not_enough free:{free}"),
            Err(LedgerRefusal::TooMuch) => "too_much".to_owned(),
        }
    }

    async fn reservation(&self, tx: &mut TenantTx, name: &Value) -> Reservation {
        reservations::lock(tx, self.reservations[text(name)]).await.unwrap().unwrap()
    }

    async fn release(&self, step: &Value) -> String {
        let state = step[2].as_str().and_then(ReservationState::from_name);
        let mut tx = self.begin().await;
        let before = self.reservation(&mut tx, &step[1]).await;
        let now = self.app.state.clock.now();
        let state = state.unwrap_or(ReservationState::Released);
        reservations::end(&mut tx, now, &[before], state).await.unwrap();
        let after = self.reservation(&mut tx, &step[1]).await;
        tx.commit().await.unwrap();
        after.state.as_str().to_owned()
    }

    /// A pick of all that is held.
    async fn pick(&mut self, step: &Value) -> String {
        let mut tx = self.begin().await;
        let held = self.reservation(&mut tx, &step[2]).await;
        tx.commit().await.unwrap();
        if held.state != ReservationState::Held {
            return held.state.as_str().to_owned();
        }
        let posting = Posting {
            key: self.key(&step[1]),
            kind: MovementKind::Pick,
            lot_id: held.lot_id,
            quantity: held.open(),
            from_place_id: Some(held.place_id),
            to_place_id: None,
            outside: MovementKind::Pick.rule().outside,
            reservation_id: Some(held.id),
            of_movement_id: None,
            removal: None,
            reason: None,
            occurred_at: self.app.state.clock.now(),
            actor_id: None,
        };
        self.post(posting).await
    }

    /// One place is counted, by somebody who sees no figures.
    async fn count(&mut self, step: &Value) -> String {
        let admin = &self.admin;
        let place_id = self.place(&step[2]).unwrap();
        let form =
            json!({ "warehouse_id": self.warehouse["id"], "place_ids": [place_id], "tolerance": 1000 });
        let made = admin.post(INVENTORIES, form).await.data();
        let path = format!("{INVENTORIES}/{}", text(&made["id"]));
        let begun = admin.post(&format!("{path}/start"), json!({ "version": made["version"] })).await.data();
        let now = self.app.state.clock.now();
        let count = json!({
            "key": Uuid::now_v7(), "line": begun["lines"][0]["line"], "quantity": step[3], "counted_at": now,
        });
        admin.post(&format!("{path}/count"), json!({ "sent_at": now, "counts": [count] })).await.data();
        let ended = admin.post(&format!("{path}/finish"), json!({})).await.data();
        assert_eq!(ended["status"], 50);
        self.inventories.insert(text(&step[1]).to_owned(), made);
        format!("line variance:{}", ended["lines"][0]["figures"]["variance"])
    }

    /// Somebody else approves.
    async fn approve(&mut self, step: &Value) -> String {
        let path = format!("{INVENTORIES}/{}", text(&self.inventories[text(&step[1])]["id"]));
        let version = self.staff.get(&path).await.data()["version"].clone();
        let answer = self.staff.post(&format!("{path}/approve"), json!({ "version": version })).await;
        if answer.status == 409 {
            return match answer.message_code().as_str() {
                "inventory_posted" => "already_posted".to_owned(),
                "inventory_reserved" => {
                    format!("reserved_without_stock {}", answer.json()["params"]["count"])
                }
                other => other.to_owned(),
            };
        }
        let figures = answer.data()["lines"][0]["figures"].clone();
        let Some(movement) = figures["movement_id"].as_str() else {
            return format!("posted variance:{}", figures["variance"]);
        };
        self.movements.push(Uuid::parse_str(movement).unwrap());
        format!("m{} variance:{}", self.movements.len(), figures["variance"])
    }

    async fn walk(&mut self, step: &Value) -> String {
        match text(&step[0]) {
            "post" if step[2] == "reversal" => self.reverse(step).await,
            "post" => {
                let posting = self.posting(step);
                self.post(posting).await
            }
            "reserve" => self.reserve(step).await,
            "release" => self.release(step).await,
            "pick" => self.pick(step).await,
            "count" => self.count(step).await,
            "approve" => self.approve(step).await,
            other => panic!("no step `{other}`"),
        }
    }

    /// The units in the places, by their names; places without goods are left out.
    async fn levels(&self) -> Value {
        let mut tx = self.begin().await;
        let keys: Vec<LevelKey> =
            self.places.values().map(|id| LevelKey { lot_id: self.lot_id, place_id: *id }).collect();
        let locked = levels::lock(&mut tx, &keys, self.app.state.clock.now()).await.unwrap();
        let mut found = json!({});
        for (name, id) in &self.places {
            let level = locked.before[&LevelKey { lot_id: self.lot_id, place_id: *id }];
            if level.on_hand > 0 {
                found[name] = json!({ "on_hand": level.on_hand, "reserved": level.reserved });
            }
        }
        found
    }

    async fn assert_ledger_agrees(&self, told: &str) {
        let mut tx = self.begin().await;
        let actor = server_core::audit::Actor::server(&self.app.state, "replay".into());
        let found = stock::comparison::mark_differences(&mut tx, actor).await.unwrap();
        assert_eq!(found, [], "{told}");
    }
}

#[tokio::test]
async fn each_replay_has_its_answers_and_its_levels() {
    let file: Value = serde_json::from_str(REPLAYS).unwrap();
    let cases: Vec<&Value> = file["cases"].as_array().unwrap().iter().collect();
    assert!(cases.len() > 6);
    for case in cases {
        let name = text(&case["name"]);
        let mut replay = Replay::start().await;
        for step in case["steps"].as_array().unwrap() {
            assert_eq!(replay.walk(&step[0]).await, text(&step[1]), "{name}: {}", step[0]);
            replay.assert_ledger_agrees(name).await;
        }
        assert_eq!(replay.levels().await, case["levels"], "{name}");
        assert_eq!(replay.movements.len(), case["movements"].as_u64().unwrap() as usize, "{name}");
        // Movements that were posted are the same again.
        for step in case["steps"].as_array().unwrap() {
            let is_posted = text(&step[1]).starts_with('m') && text(&step[0][0]) == "post";
            if is_posted {
                assert_eq!(replay.walk(&step[0]).await, text(&step[1]), "{name}: again {}", step[0]);
            }
        }
        assert_eq!(replay.levels().await, case["levels"], "{name} again");
    }
}

const PLACES: [&str; 3] = ["P1/L1@A1", "P1/L1@B1", "P1/L1@QUAR"];

/// A movement that was posted by chance, and its answer.
struct PostedByChance {
    posting: Posting,
    answer: String,
    is_reversed: bool,
}

/// Which kind of step, between which places, of how many units.
type Chance = (u8, usize, usize, i32);

impl Replay {
    /// The movement that a chance asks for; none for one that is no movement.
    fn draw(&mut self, number: usize, chance: Chance, posted: &mut [PostedByChance]) -> Option<Posting> {
        let (kind, from, to, quantity) = chance;
        let (key, from, to) = (format!("k{number}"), PLACES[from], PLACES[to]);
        match kind {
            0 | 1 => Some(self.posting(&json!(["post", key, "receipt", null, to, quantity]))),
            2 if from != to => Some(self.posting(&json!(["post", key, "move", from, to, quantity]))),
            3 => Some(self.posting(&json!(["post", key, "remove", from, null, quantity]))),
            4 => Some(self.posting(&json!(["post", key, "adjust", null, to, quantity]))),
            5 => {
                let index = number % posted.len().max(1);
                let one = posted.get_mut(index).filter(|one| !one.is_reversed)?;
                one.is_reversed = true;
                let number: usize = one.answer[1..].parse().unwrap();
                Some(Posting {
                    key: self.key(&json!(key)),
                    kind: MovementKind::Reversal,
                    from_place_id: one.posting.to_place_id,
                    to_place_id: one.posting.from_place_id,
                    of_movement_id: Some(self.movements[number - 1]),
                    ..one.posting.clone()
                })
            }
            _ => None,
        }
    }

    /// A place is counted, no fewer than are held, and the difference approved; or goods are held and then picked or released.
    async fn count_or_hold(&mut self, number: usize, chance: Chance) {
        let (kind, from, _, quantity) = chance;
        let (name, place) = (format!("n{number}"), PLACES[from]);
        let level = self.levels().await[place].clone();
        if kind == 6 && !level.is_null() {
            let counted = level["reserved"].as_i64().unwrap() + i64::from(quantity);
            self.count(&json!(["count", name, place, counted])).await;
            self.approve(&json!(["approve", name])).await;
        }
        if kind == 7 && self.reserve(&json!(["reserve", name, place, quantity])).await == "held" {
            match quantity % 2 {
                0 => self.release(&json!(["release", name])).await,
                _ => self.pick(&json!(["pick", format!("k{number}"), name])).await,
            };
        }
    }
}

#[tokio::test]
async fn whatever_happens_the_levels_are_the_sum_of_the_movements() {
    let mut replay = Replay::start().await;
    let chances = prop::collection::vec((0..8_u8, 0..3_usize, 0..3_usize, 1..9_i32), 120);
    let chances = chances.new_tree(&mut TestRunner::deterministic()).unwrap().current();
    let mut posted: Vec<PostedByChance> = Vec::new();
    for (number, chance) in chances.into_iter().enumerate() {
        let told = format!("step {number}: {chance:?}");
        match replay.draw(number, chance, &mut posted) {
            Some(posting) => {
                let answer = replay.post(posting.clone()).await;
                if answer.starts_with('m') {
                    let is_reversed = posting.kind == MovementKind::Reversal;
                    posted.push(PostedByChance { posting, answer, is_reversed });
                }
            }
            None => replay.count_or_hold(number, chance).await,
        }
        replay.assert_ledger_agrees(&told).await;
        for (place, level) in replay.levels().await.as_object().unwrap() {
            assert!(level["reserved"].as_i64() <= level["on_hand"].as_i64(), "{told}: {place} {level}");
        }
    }
    assert!(posted.len() > 30, "most of it can be done");
    let before = replay.levels().await;
    for one in &posted {
        assert_eq!(replay.post(one.posting.clone()).await, one.answer, "{:?}", one.posting);
    }
    assert_eq!(replay.levels().await, before, "a replay changes nothing");
    replay.assert_ledger_agrees("after the replays").await;
}
