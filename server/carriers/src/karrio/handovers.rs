//! Pickups and manifests at Karrio: their calls, their forms and their answers.

use reqwest::Method;
use serde_json::{Map, Value, json};

use super::answers::{self, decode, find_made, read_amount, read_text};
use super::client::{Karrio, UNREADABLE, is_segment};
use super::forms::build_party;
use crate::handovers::HandoverKind;
use crate::server::{CarrierResult, HandedParcel, HandoverOrder, MadeHandover};

/// Where the server has them.
const fn path_of(kind: HandoverKind) -> &'static str {
    match kind {
        HandoverKind::Pickup => "pickups",
        HandoverKind::Manifest => "manifests",
    }
}

impl Karrio<'_> {
    pub(super) async fn order_handover(&self, order: &HandoverOrder) -> CarrierResult<MadeHandover> {
        let form = match order.kind {
            HandoverKind::Pickup => build_pickup(order, self.account),
            HandoverKind::Manifest => build_manifest(order),
        };
        let (reference, path) = (Some(order.reference.as_str()), path_of(order.kind));
        let answer = self.call_as(reference, Method::POST, path, Some(&form)).await?.accept()?;
        let made = read_handover(&answer).ok_or(UNREADABLE)?;
        self.fetch_manifest(order.kind, made).await
    }

    /// The one of exactly this reference: servers that do not know the filter answer with all.
    pub(super) async fn look_for_handover(
        &self,
        kind: HandoverKind,
        reference: &str,
    ) -> CarrierResult<Option<MadeHandover>> {
        let path = format!("{}?request_id={reference}", path_of(kind));
        let answer = self.call(Method::GET, &path, None).await?.accept()?;
        match find_handover(&answer, reference)? {
            Some(made) => self.fetch_manifest(kind, made).await.map(Some),
            None => Ok(None),
        }
    }

    pub(super) async fn take_pickup_back(&self, remote_id: &str) -> CarrierResult<()> {
        if !is_segment(remote_id) {
            return Err(UNREADABLE);
        }
        let path = format!("pickups/{remote_id}/cancel");
        let answer = self.call(Method::POST, &path, Some(&json!({}))).await?;
        let was_cancelled = answer.status == 409 && answer.body["status"] == "cancelled";
        // Nobody comes for one that the server does not know.
        if was_cancelled || answer.status == 404 { Ok(()) } else { answer.accept().map(drop) }
    }

    /// The document of a manifest, which answers have no more than lists.
    async fn fetch_manifest(&self, kind: HandoverKind, made: MadeHandover) -> CarrierResult<MadeHandover> {
        if kind == HandoverKind::Pickup || made.file.is_some() || !is_segment(&made.remote_id) {
            return Ok(made);
        }
        let path = format!("manifests/{}/document", made.remote_id);
        let answer = self.call(Method::POST, &path, None).await?;
        Ok(MadeHandover { file: answers::read_document(&answer.body), ..made })
    }
}

/// The carrier is asked through the connection of the labels, also where the server has two of the same carrier.
fn build_pickup(order: &HandoverOrder, account: &str) -> Value {
    let numbers: Vec<&str> = order.parcels.iter().map(|parcel| parcel.tracking_number.as_str()).collect();
    let mut form = Map::from_iter([
        ("carrier_code".to_owned(), json!(order.carrier_name)),
        ("options".to_owned(), json!({ "connection_id": account })),
        ("address".to_owned(), build_party(&order.place)),
        ("tracking_numbers".to_owned(), json!(numbers)),
    ]);
    if let Some(visit) = &order.visit {
        form.insert("pickup_date".into(), json!(visit.on));
        form.insert("ready_time".into(), json!(visit.ready_at));
        form.insert("closing_time".into(), json!(visit.close_at));
        if let Some(instruction) = &visit.instruction {
            form.insert("instruction".into(), json!(instruction));
        }
    }
    Value::Object(form)
}

fn build_manifest(order: &HandoverOrder) -> Value {
    let id = |parcel: &HandedParcel| parcel.remote_id.clone();
    json!({
        "carrier_name": order.carrier_name, "address": build_party(&order.place), "reference": order.reference,
        "shipment_ids": order.parcels.iter().map(id).collect::<Vec<String>>(),
    })
}

fn read_handover(body: &Value) -> Option<MadeHandover> {
    let charge = &body["pickup_charge"];
    Some(MadeHandover {
        remote_id: read_text(&body["id"])?,
        number: read_text(&body["confirmation_number"]),
        charged: read_amount(&charge["amount"], &charge["currency"]),
        file: decode(&body["doc"]["manifest"]),
    })
}

fn find_handover(body: &Value, reference: &str) -> CarrierResult<Option<MadeHandover>> {
    let is_own = |one: &Value| one["meta"]["request_id"] == reference && one["status"] != "cancelled";
    find_made(body, is_own, read_handover)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::test_server::handover;

    #[test]
    fn a_pickup_is_asked_of_the_connection_of_the_labels() {
        let form = build_pickup(&handover(HandoverKind::Pickup), "my_post");
        assert_eq!(
            (&form["carrier_code"], &form["options"]["connection_id"]),
            (&json!("generic"), &json!("my_post"))
        );
        assert_eq!((&form["pickup_date"], &form["ready_time"]), (&json!("2026-12-01"), &json!("10:00")));
        assert_eq!((&form["closing_time"], &form["instruction"]), (&json!("17:30"), &json!("Dock 3")));
        assert_eq!(
            (&form["tracking_numbers"], &form["address"]["city"]),
            (&json!(["1Z"]), &json!("São Paulo"))
        );
    }

    #[test]
    fn a_manifest_names_the_labels_by_the_ids_of_the_server() {
        let form = build_manifest(&handover(HandoverKind::Manifest));
        assert_eq!((&form["carrier_name"], &form["shipment_ids"]), (&json!("generic"), &json!(["shp_1"])));
        assert_eq!(form["address"]["country_code"], "BR");
    }

    #[test]
    fn a_pickup_has_its_number_and_what_the_carrier_charges() {
        let charge = json!({ "name": "Pickup", "amount": 4.5, "currency": "USD" });
        let body = json!({ "id": "pck_1", "confirmation_number": "27241", "pickup_charge": charge });
        let made = read_handover(&body).unwrap();
        assert_eq!((made.remote_id.as_str(), made.number.as_deref()), ("pck_1", Some("27241")));
        assert_eq!(made.charged.unwrap().amount.to_string(), "4.50");
        assert!(
            read_handover(&json!({ "id": "manf_1" })).unwrap().charged.is_none(),
            "a manifest costs nothing"
        );
    }

    #[test]
    fn only_what_was_made_under_this_very_reference_is_found() {
        let one = |id: &str, reference: &str, status: &str| json!({ "id": id, "status": status, "meta": { "request_id": reference } });
        let listed = json!({ "results": [one("a", "h-10", "scheduled"), one("b", "h-1", "cancelled"), one("c", "h-1", "scheduled")] });
        assert_eq!(find_handover(&listed, "h-1").unwrap().unwrap().remote_id, "c");
        assert!(find_handover(&listed, "h-2").unwrap().is_none());
        assert!(find_handover(&json!({}), "h-2").is_err(), "an unclear answer says nothing");
    }
}
