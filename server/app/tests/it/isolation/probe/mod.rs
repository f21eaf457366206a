//! The answer of each operation to a reference to a record of another tenant.

mod shipments;

use std::sync::atomic::{AtomicU32, Ordering};

use poem::http::Method;
use serde_json::{Value, json};

use super::assert_nothing_of;
use super::document::Operation;
use super::neighbour::Neighbour;
use super::parties;
use crate::chat;
use crate::money;
use crate::plain_records;
use crate::support::{Answer, Person};

/// Resources whose single records can be explained, and the path of the neighbour's record.
const EXPLAINED: &[(&str, &str)] = &[
    ("resource=shipment_import&action=process", "shipment_imports"),
    ("resource=background_task&action=cancel", "background_tasks"),
    ("resource=package&action=update", "packages"),
    ("resource=quote&action=update", "quotes"),
    ("resource=pickup&action=update", "shipment-pickups"),
    ("resource=delivery&action=update", "shipment-deliveries"),
    ("resource=route&action=update", "routes"),
    ("resource=bag&action=update", "bags"),
    ("resource=stock&action=move", "stocks"),
    ("resource=stock_item&action=update", "stock-items"),
    ("resource=stock_place&action=update", "stock-places"),
    ("resource=pick_list&action=cancel", "pick-lists"),
    ("resource=inventory&action=cancel", "inventories"),
    ("resource=purchase&action=cancel", "purchases"),
    ("resource=buying_request&action=cancel", "buying-requests"),
    ("resource=cash_handover&action=decide", "cash-handovers"),
    ("resource=cod_payout&action=reverse", "cod-payouts"),
    ("resource=claim&action=approve", "claims"),
    ("resource=mawb&action=update", "mawbs"),
    ("resource=mawb_range&action=close", "mawb-ranges"),
    ("resource=manifest&action=update", "manifests"),
    ("resource=cargo_message&action=retry", "cargo-messages"),
    ("resource=master&action=update", "masters"),
    ("resource=break_bag&action=scan", "break-bags"),
    ("resource=reweigh&action=accept", "reweighs"),
    ("resource=inbound_parcel&action=update", "inbound-parcels"),
    ("resource=repack&action=cancel", "repacks"),
    ("resource=price_table&action=update", "price_tables"),
    ("resource=review&action=answer", "reviews"),
    ("resource=faq_group&action=update", "faq-groups"),
    ("resource=faq_question&action=update", "faq-questions"),
    ("resource=upload&action=update", "uploads"),
    ("resource=user&action=switch", "users"),
    ("resource=subsidiary&action=update", "subsidiaries"),
    ("resource=partner&action=update", "partners"),
    ("resource=saved_address&action=update", "saved_addresses"),
    ("resource=regulatory_request&action=update", "anvisa_solicita"),
    ("resource=user_profile&action=delete", "user_profiles"),
    ("resource=domain&action=delete", "domains"),
    ("resource=api_token&action=revoke", "api-tokens"),
    ("resource=report_schedule&action=pause", "report-schedules"),
    ("resource=webhook&action=update", "webhooks"),
];

/// A request about many shipments: their labels, or an export, which needs columns.
pub fn of_many(mut selection: Value) -> Value {
    selection["reason"] = "damage".into();
    selection["columns"] = json!([{ "column": "tracking_code", "heading": "Code" }]);
    selection
}

/// The confirmation of one shipment by the call for many.
pub fn confirm_of(shipment: &str) -> Value {
    json!({ "shipments": [{ "id": shipment, "version": 1 }], "key": uuid::Uuid::now_v7() })
}

/// Their answers contain only the company's own records, whatever is asked.
const FILTERED: &[&str] = &[
    "lookup_airports",
    "shipment_proposal",
    "client_duplicates",
    "tracking_event_options",
    "pickup_candidates",
    "faq_show",
];

/// Forms of plain records that name others.
const PLAIN: &[&str] = &[
    "provider_create",
    "provider_update",
    "service_create",
    "service_update",
    "stock_item_create",
    "stock_item_update",
    "subsidiary_create",
    "subsidiary_update",
    "warehouse_create",
    "warehouse_update",
];

/// An id as the field takes it.
fn value_of(reference: &str, id: &str) -> Value {
    if reference.ends_with("_ids") { json!([id]) } else { json!(id) }
}

/// Sets a field of a plain record to an id, and returns where it is refused.
fn put(form: &mut Value, reference: &str, id: &str) -> String {
    let Some(name) = reference.strip_prefix("storage.rates.") else {
        form[reference] = value_of(reference, id);
        return reference.to_owned();
    };
    let rate = json!({ "fee_per_day": "1", "valid_from": "2026-01-01", name: id });
    form["storage"] = json!({ "free_days": 1, "fee_per_day": "1", "currency": "BRL", "rates": [rate] });
    format!("storage.rates.0.{name}")
}

/// Operations with many shipments.
pub const OF_MANY_SHIPMENTS: &[&str] = &[
    "shipment_print_labels",
    "shipment_export",
    "shipment_count",
    "shipment_hold",
    "shipment_release",
    "shipment_update_many",
    "shipment_cancel_preview",
    "shipment_cancel_many",
    "shipment_confirm_preview",
];

/// Operations on parcels that somebody has in hand.
fn is_in_hand(operation: &str) -> bool {
    const OWN: [&str; 14] = [
        "receiving_scan",
        "pickup_",
        "repack_",
        "inbound_parcel_",
        "bag_",
        "mawb_",
        "manifest_",
        "stock_",
        "pick_list_",
        "inventory_",
        "purchase_",
        "buying_request_",
        "master_",
        "break_bag_",
    ];
    OWN.iter().any(|part| operation.starts_with(part)) || crate::deliveries::knows(operation)
}

/// An operation to call with the neighbour's data.
pub struct Probe<'a> {
    pub stranger: &'a Person,
    pub neighbour: &'a Neighbour,
    /// A confirmed shipment of the stranger.
    pub confirmed: &'a Value,
    pub operation: &'a Operation,
}

impl Probe<'_> {
    pub async fn name(&self, reference: &str) {
        let theirs = self.neighbour.named(reference);
        let path = self.operation.path.as_str();
        match self.operation.id.as_str() {
            it if money::knows(it) => money::refuses(self.stranger, self.operation, reference, &theirs).await,
            it if it.ends_with("_select") || FILTERED.contains(&it) => {
                self.asked(reference, &theirs).await;
            }
            list if list == "address_search" || (list.ends_with("_list") && !path.contains('{')) => {
                assert_eq!(self.asked(reference, &theirs).await["data"], json!([]), "{reference}");
            }
            "tracking_search" => {
                assert_eq!(self.asked(reference, &theirs).await["data"][0]["found"], false);
            }
            it if crate::quotes::knows(it) => self.name_of_quote(reference, &theirs).await,
            it if crate::prices::knows(it) => {
                crate::prices::refuses(self.stranger, it, reference, &theirs).await;
            }
            "colleague_create" => self.invite_a_colleague(reference, &theirs).await,
            "user_create" | "user_update" => self.name_of_user(reference, &theirs).await,
            "policy_explain" => self.unexplained(&theirs).await,
            "provider_carrier_update" => crate::carriers::refuses(self.stranger, reference, &theirs).await,
            it if PLAIN.contains(&it) => self.name_of_plain(reference, &theirs).await,
            it if parties::knows(it) => {
                parties::refuses(self.stranger, self.operation, reference, &theirs).await;
            }
            "saved_address_create" | "saved_address_update" => self.name_of_address(reference, theirs).await,
            "saved_parcel_create" => self.save_a_parcel(reference, &theirs).await,
            it if chat::knows(it) => chat::refuses(self.stranger, it, reference, &theirs).await,
            "shipment_create" | "shipment_update" | "shipment_reprice" => {
                self.name_of_shipment(reference, &theirs).await;
            }
            "shipment_import_create" => self.name_of_new_import(reference, &theirs).await,
            "shipment_import_update" => self.name_of_import(reference, &theirs).await,
            request if request.starts_with("regulatory_request_") => {
                self.name_of_request(reference, &theirs).await;
            }
            "saved_view_set_default" => self.set_default_view(reference, &theirs).await,
            // The file contains the same entries as the list.
            "audit_entry_export" => {
                let answer = self.stranger.post(path, json!({ reference: theirs })).await;
                assert_eq!(answer.status, 202, "{}", answer.text());
            }
            it if it.starts_with("report_") => self.name_of_report(reference, &theirs).await,
            "tenant_setting_update" => self.set_of_the_company(reference, &theirs).await,
            it if is_in_hand(it) => self.name_in_hand(reference, &theirs).await,
            "api_token_create" => crate::api_tokens::refuses(self.stranger, reference, &theirs).await,
            it if it.starts_with("shop_") => {
                crate::orders::refuses(self.stranger, it, reference, &theirs).await;
            }
            "tax_rule_create" => self.follow_a_tax_rule().await,
            "upload_create" | "upload_update" => {
                crate::uploads::refuses(self.stranger, self.operation, reference, &theirs).await;
            }
            it if it.starts_with("faq_question_") => {
                crate::faq::refuses(self.stranger, self.operation, reference, &theirs).await;
            }
            it if it.starts_with("shipment_") => self.name_of_known_shipments(reference, &theirs).await,
            other => unknown(other, reference),
        }
    }

    async fn name_of_report(&self, reference: &str, theirs: &str) {
        if self.operation.id.starts_with("report_schedule_") {
            crate::reports::schedules::refuses(self.stranger, self.operation, reference, theirs).await;
        } else {
            crate::reports::finds_nothing(self.stranger, self.operation, reference, theirs).await;
        }
    }

    async fn name_in_hand(&self, reference: &str, theirs: &str) {
        let (stranger, operation) = (self.stranger, self.operation);
        match operation.id.as_str() {
            "receiving_scan" => {
                let form = json!({ "key": uuid::Uuid::now_v7(), "code": "Z-1", "keep_unknown": true, reference: theirs });
                self.refused(&stranger.post(&operation.path, form).await, reference);
            }
            it if it.starts_with("pickup_") => {
                crate::pickups::refuses(stranger, operation, reference, theirs).await;
            }
            it if it.starts_with("bag_") => {
                crate::bags::refuses(stranger, operation, reference, theirs).await;
            }
            it if it.starts_with("mawb_") => {
                crate::waybills::refuses(stranger, operation, reference, theirs).await;
            }
            it if it.starts_with("master_") => {
                crate::masters::refuses(stranger, operation, reference, theirs).await;
            }
            it if it.starts_with("break_bag_") => {
                crate::break_bags::refuses(stranger, operation, reference, theirs).await;
            }
            it if it.starts_with("manifest_") => {
                crate::manifests::refuses(stranger, operation, reference, theirs).await;
            }
            it if crate::stock::knows(it) => {
                crate::stock::refuses(stranger, operation, reference, theirs).await;
            }
            it if it.starts_with("repack_") => crate::repacks::refuses(stranger, operation, theirs).await,
            it if it.starts_with("inbound_parcel_") => {
                crate::inbound_parcels::refuses(stranger, it, reference, theirs).await;
            }
            _ => crate::deliveries::refuses(stranger, operation, reference, theirs).await,
        }
    }

    async fn set_default_view(&self, reference: &str, theirs: &str) {
        let path = self.operation.filled("shipments");
        let form = Some(json!({ "view_id": theirs }));
        self.refused(&self.stranger.send(Method::PUT, &path, form).await, reference);
    }

    /// An administrator has no colleagues at a client.
    async fn invite_a_colleague(&self, reference: &str, theirs: &str) {
        let form = json!({ "name": "Eva", "email": "eva@pacific.test", reference: [theirs] });
        assert_eq!(self.stranger.post(&self.operation.path, form).await.status, 404);
    }

    async fn set_of_the_company(&self, reference: &str, theirs: &str) {
        let path = &self.operation.path;
        let revision = self.stranger.get(path).await.data()["revision"].clone();
        let form = json!({ "revision": revision, reference: theirs });
        self.refused(&self.stranger.patch(path, form).await, reference);
    }

    /// A quote, a calculation or a confirmation with the neighbour's record.
    async fn name_of_quote(&self, reference: &str, theirs: &str) {
        let operation = self.operation.id.as_str();
        let answer = crate::quotes::naming(self.stranger, operation, reference, theirs).await;
        assert!([409, 422].contains(&answer.status), "{operation} {reference}: {}", answer.text());
        answer.code_at(reference);
    }

    /// A rule of the neighbour's cannot be followed by another one.
    async fn follow_a_tax_rule(&self) {
        let path = &self.operation.path;
        let theirs = &self.neighbour.records(&format!("{path}/")).unwrap()[0];
        let mut form = crate::tax_rules::form("ZZ", "Next");
        form["follows"] = json!({ "id": theirs, "version": 1 });
        assert_eq!(self.stranger.post(path, form).await.status, 404);
    }

    async fn name_of_plain(&self, reference: &str, theirs: &str) {
        let path = self.operation.path.as_str();
        let record = plain_records::ALL.iter().find(|one| path.starts_with(one.path)).unwrap();
        // Another name for each reference, because codes and titles are unique.
        static NAMED: AtomicU32 = AtomicU32::new(10);
        let mut form = (record.form)(&format!("Eva {}", NAMED.fetch_add(1, Ordering::Relaxed)));
        if self.operation.id.ends_with("_create") {
            let field = put(&mut form, reference, theirs);
            self.refused(&self.stranger.post(path, form).await, &field);
        } else {
            let own = self.stranger.post(record.path, form).await.data();
            let path = self.operation.filled(own["id"].as_str().unwrap());
            let mut change = json!({ "version": own["version"] });
            let field = put(&mut change, reference, theirs);
            self.refused(&self.stranger.patch(&path, change).await, &field);
        }
    }

    async fn name_of_address(&self, reference: &str, theirs: String) {
        let mut form = crate::partners::form("Eva");
        let answer = if self.operation.id == "saved_address_create" {
            form[reference] = theirs.into();
            self.stranger.post(&self.operation.path, form).await
        } else {
            let own = self.stranger.post("/api/saved_addresses", form).await.data();
            let path = self.operation.filled(own["id"].as_str().unwrap());
            self.stranger.patch(&path, json!({ "version": own["version"], reference: theirs })).await
        };
        self.refused(&answer, reference);
    }

    async fn save_a_parcel(&self, reference: &str, theirs: &str) {
        let form = json!({ "name": "Eva", "weight_g": 900, reference: theirs });
        self.refused(&self.stranger.post(&self.operation.path, form).await, reference);
    }

    async fn name_of_user(&self, reference: &str, theirs: &str) {
        let theirs = value_of(reference, theirs);
        let answer = if self.operation.id == "user_create" {
            let mut form = crate::users::form("Eva", "eva@pacific.test");
            form["user_type"] = if reference == "client_id" { 30.into() } else { 20.into() };
            form[reference] = theirs;
            self.stranger.post("/api/users", form).await
        } else {
            let of_staff = matches!(reference, "subsidiary_ids" | "partner_id");
            let account = if of_staff { "staff" } else { "client2" };
            let own = crate::users::demo_user(self.stranger, account).await;
            let form = json!({ "version": own["version"], reference: theirs });
            self.stranger.patch(&crate::users::path(&own), form).await
        };
        self.refused(&answer, reference);
    }

    /// Explaining a permission on the neighbour's record answers that the record does not exist.
    async fn unexplained(&self, theirs: &str) {
        let own = self.stranger.get("/api/profile").await.data()["id"].clone();
        let of_rooms = EXPLAINED.iter().map(|(asked, room)| {
            (*asked, self.neighbour.records(&format!("/api/{room}")).unwrap()[0].as_str())
        });
        for (asked, id) in of_rooms.chain([("resource=shipment&action=show", theirs)]) {
            let asked = format!("{}?user={}&{asked}&id={id}", self.operation.path, own.as_str().unwrap());
            let answer = self.stranger.get(&asked).await.data();
            let steps = answer["steps"].as_array().unwrap();
            assert_eq!(answer["allowed"], false, "{asked}: {answer}");
            assert!(steps.iter().any(|step| step["code"] == "record_missing"), "{asked}: {answer}");
        }
    }

    async fn asked(&self, reference: &str, theirs: &str) -> Value {
        let theirs_encoded = theirs.replace(' ', "%20");
        let answer =
            self.stranger.get(&format!("{}?{reference}={theirs_encoded}", self.operation.path)).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_nothing_of(self.neighbour, &answer, theirs);
        answer.json()
    }

    fn refused(&self, answer: &Answer, field: &str) {
        assert_eq!(answer.status, 422, "{} {field}: {}", self.operation.id, answer.text());
        answer.code_at(field);
    }
}

fn unknown(operation: &str, reference: &str) -> ! {
    panic!("{operation} names `{reference}`: say in `Probe::name` what a neighbour's is worth there")
}
