//! Shipments: created and confirmed, received, packed into a bag; and the records of a driver.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::time::sleep;
use uuid::Uuid;

use super::{ConfirmedShipment, PAUSE};
use crate::soak::caller::{Call, Reply};
use crate::soak::ground::{COUNTRY, Ground, now, text};
use crate::soak::journal::{Answer, ClaimKind};

const SHIPMENTS: &str = "shipments";
const RECEIVING: &str = "receiving";
const BAGS: &str = "bags";
const DRIVER: &str = "driver";
/// Each batch is folded with all earlier records of its stop.
const DRIVER_PAUSE: Duration = Duration::from_secs(3);
const SHIPMENT_PATH: &str = "/api/shipments";

pub async fn ship(
    ground: Arc<Ground>,
    to_receiving: UnboundedSender<ConfirmedShipment>,
    to_billing: UnboundedSender<ConfirmedShipment>,
) -> anyhow::Result<()> {
    while !ground.is_over() {
        if let Some(created) = create(&ground).await?
            && let Some(confirmed) = confirm(&ground, &created).await?
        {
            to_receiving.send(confirmed.clone()).ok();
            to_billing.send(confirmed).ok();
        }
        sleep(PAUSE).await;
    }
    Ok(())
}

/// A shipment whose answer is lost is not created again, because the call has no key.
async fn create(ground: &Ground) -> anyhow::Result<Option<Value>> {
    let mark = ground.mark("parcel");
    let form = to_shipment(ground, &mark);
    Ok(match ground.client.send(Call::post(SHIPMENTS, SHIPMENT_PATH, &form)).await? {
        Reply::Done(mut answer) => {
            ground.journal.claim(ClaimKind::Shipment, mark);
            Some(answer["data"].take())
        }
        Reply::Unknown => {
            ground.journal.doubt(ClaimKind::Shipment, mark);
            None
        }
        Reply::Refused(_) => None,
    })
}

fn to_shipment(ground: &Ground, mark: &str) -> Value {
    json!({
        "service_id": ground.service_id, "contents_type": "merchandise", "currency": ground.currency,
        "declared_value": "96.00", "from_person_type": 2, "from_country_id": ground.country_id,
        "from_name": "Horizonte Comércio", "from_city": "São Paulo", "from_postcode": "01310-100",
        "from_address_1": "Avenida Paulista", "from_address_number": "1578",
        "to_name": mark, "to_country_id": COUNTRY, "to_city": "Hamburg", "to_postcode": "20099",
        "to_address_1": "Lange Reihe 27",
        "parcels": [{ "length_mm": 200, "width_mm": 150, "height_mm": 50, "weight_g": 300 }],
        "items": [{
            "description": "Livros de culinária", "quantity": "1", "unit_value": "96.00", "hs_code": "490199",
            "net_weight_g": 250, "origin_country_id": ground.country_id,
        }],
    })
}

async fn confirm(ground: &Ground, created: &Value) -> anyhow::Result<Option<ConfirmedShipment>> {
    let id = text(&created["id"])?;
    let path = format!("{SHIPMENT_PATH}/{id}/confirm");
    let form = json!({ "version": created["version"], "key": Uuid::now_v7() });
    if ground.client.insist(Call::post(SHIPMENTS, &path, &form)).await?.is_err() {
        return Ok(None);
    }
    ground.journal.claim(ClaimKind::Confirmation, id.as_str());
    ground.journal.claim(ClaimKind::Charge, id.as_str());
    Ok(Some(ConfirmedShipment { tracking_code: text(&created["tracking_code"])?, id }))
}

/// Ends when nobody confirms shipments any more.
pub async fn receive(
    ground: Arc<Ground>,
    mut confirmed: UnboundedReceiver<ConfirmedShipment>,
    to_bags: UnboundedSender<ConfirmedShipment>,
) -> anyhow::Result<()> {
    while let Some(shipment) = confirmed.recv().await {
        let form = json!({
            "key": Uuid::now_v7(), "code": shipment.tracking_code, "warehouse_id": ground.warehouse_id, "station": "Soak",
        });
        let answered = ground.staff.insist(Call::post(RECEIVING, "/api/receiving/scan", &form)).await?;
        let Ok(answer) = answered else { continue };
        if answer["data"]["outcome"] == "received" || answer["data"]["outcome"] == "known" {
            ground.journal.claim(ClaimKind::Received, shipment.tracking_code.as_str());
            to_bags.send(shipment).ok();
        } else {
            note_refusal(&ground, RECEIVING, &answer["data"]);
        }
    }
    Ok(())
}

pub async fn pack(
    ground: Arc<Ground>,
    mut received: UnboundedReceiver<ConfirmedShipment>,
) -> anyhow::Result<()> {
    let path = format!("/api/bags/{}/scan", ground.bag_id);
    while let Some(shipment) = received.recv().await {
        let form = json!({ "key": Uuid::now_v7(), "code": shipment.tracking_code, "station": "Soak" });
        let answered = ground.staff.insist(Call::post(BAGS, &path, &form)).await?;
        let Ok(answer) = answered else { continue };
        if answer["data"]["outcome"] == "added" || answer["data"]["outcome"] == "already_here" {
            ground.journal.claim(ClaimKind::Bagged, shipment.tracking_code);
        } else {
            note_refusal(&ground, BAGS, &answer["data"]);
        }
    }
    Ok(())
}

/// A scan is answered by 200 also when the parcel is refused.
fn note_refusal(ground: &Ground, area: &'static str, answer: &Value) {
    let code = answer["message_code"].as_str().unwrap_or("outcome");
    ground.journal.note(area, Answer::Refused, format!("{code} {}", answer["outcome"]));
}

/// Batches of a phone that sends each of them twice at the same time.
pub async fn deliver(ground: Arc<Ground>) -> anyhow::Result<()> {
    let device = Uuid::now_v7();
    let mut seq = 0;
    while !ground.is_over() {
        let mut marks = Vec::new();
        let mut records = Vec::new();
        for (stop, kind) in ground.stops.iter().cycle().skip(seq).zip(["note", "arrive", "note"]) {
            seq += 1;
            let mark = ground.mark("record");
            records.push(json!({
                "id": Uuid::now_v7(), "route_stop_id": stop, "device": device, "seq": seq, "kind": kind, "at": now(),
                "offset_s": 0, "payload": { "note": mark },
            }));
            marks.push(mark);
        }
        if send_twice(&ground, &json!({ "records": records })).await? {
            marks.into_iter().for_each(|mark| ground.journal.claim(ClaimKind::FieldRecord, mark));
        }
        sleep(DRIVER_PAUSE).await;
    }
    Ok(())
}

/// Whether all records are stored.
async fn send_twice(ground: &Ground, form: &Value) -> anyhow::Result<bool> {
    let call = Call::post(DRIVER, "/api/field/records", form);
    let (first, second) = tokio::join!(ground.staff.insist(call), ground.staff.insist(call));
    let (Ok(first), Ok(second)) = (first?, second?) else { return Ok(false) };
    for answer in [&first["data"], &second["data"]] {
        let mut others = answer.as_array().into_iter().flatten().filter(|one| one["verdict"] != "accepted");
        if let Some(other) = others.next() {
            ground.journal.note(DRIVER, Answer::Refused, other["verdict"].to_string());
            return Ok(false);
        }
    }
    Ok(true)
}
