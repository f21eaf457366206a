//! A client's references to another client of the same company, in filters, searches, lists of ids and forms.

use poem::http::Method;
use policy::{Grants, Policy, UserType};
use serde_json::{Value, json};
use server_core::settings::CLIENT_WEBHOOKS;
use uuid::Uuid;

use super::{Asks, asks, other_client};
use crate::chat;
use crate::imports::sent;
use crate::isolation::document::{Operation, operations};
use crate::isolation::neighbour::Neighbour;
use crate::isolation::probe::{OF_MANY_SHIPMENTS, confirm_of, of_many};
use crate::shipments::{complete, created};
use crate::support::{ATLANTICO, Answer, Person, TestApp};

/// Records of the company that every client can name.
const OF_THE_COMPANY: &[&str] = &["service_id", "support_subject_id", "warehouse_id"];

#[tokio::test]
async fn references_to_another_client_do_not_exist() {
    let app = TestApp::start().await;
    // Without it, clients reach no webhooks.
    app.switch(ATLANTICO, CLIENT_WEBHOOKS, true).await;
    let neighbour = Neighbour::of(&app).await;
    let person = other_client(&app, &neighbour.client_id).await;
    let mut visitor = app.visitor(ATLANTICO);
    visitor.visit().await;
    let grants = Policy::load_shipped().grants(UserType::Client);
    let mut walked = 0;
    for operation in operations() {
        for reference in operation.references() {
            let name = reference.rsplit('.').next().unwrap();
            if OF_THE_COMPANY.contains(&name) {
                continue;
            }
            let theirs = neighbour.named(name);
            let stranger = Stranger { person: &person, visitor: &visitor, operation: &operation };
            if may(&grants, &operation) {
                stranger.name(&reference, &theirs).await;
                walked += 1;
            } else {
                let answer = stranger.ask(&reference, &theirs).await;
                assert_eq!(answer.status, 403, "{} {reference}: {}", operation.id, answer.text());
            }
        }
    }
    assert!(walked > 10, "only {walked} references were walked");
    neighbour.assert_untouched().await;
}

fn may(grants: &Grants, operation: &Operation) -> bool {
    match asks(&operation.id).unwrap() {
        Asks::Nothing | Asks::Session => true,
        Asks::Right(resource, action) => grants.allow(resource, action),
    }
}

/// These look in what belongs to the company or to all, not to a client.
const OF_COMPANY: &[&str] =
    &["lookup_airports", "tracking_event_select", "tracking_event_options", "faq_show"];

/// A user of another client who calls an operation.
struct Stranger<'a> {
    person: &'a Person,
    visitor: &'a Person,
    operation: &'a Operation,
}

impl Stranger<'_> {
    async fn name(&self, reference: &str, theirs: &str) {
        let told = |answer: &Answer| format!("{} {reference}: {}", self.operation.id, answer.text());
        match self.operation.id.as_str() {
            it if crate::money::knows(it) => {
                crate::money::ignores(self.person, self.operation, reference, theirs).await;
            }
            // The streets that the company looked up by postcode are no client's.
            "address_search" => {
                let answer = self.ask(reference, theirs).await;
                let found = answer.json()["data"].as_array().unwrap().clone();
                assert!(found.iter().all(|one| one["postcode"] == "01310-100"), "{}", told(&answer));
            }
            list if list.ends_with("_list") && list != "saved_parcel_list" => {
                let answer = self.ask(reference, theirs).await;
                assert_eq!(answer.json()["data"], json!([]), "{}", told(&answer));
            }
            it if matches!(it, "stock_item_select" | "stock_warehouse_select")
                || (it.ends_with("_select") && reference == "search") =>
            {
                assert_eq!(self.ask(reference, theirs).await.json()["data"], json!([]));
            }
            "saved_address_create" | "saved_address_update" => self.name_of_address(reference, theirs).await,
            "saved_parcel_create" => self.save_a_parcel(reference, theirs).await,
            // Only the client's own are known, whoever is named.
            "saved_parcel_list"
            | "saved_address_select"
            | "shipment_proposal"
            | "hs_code_select"
            | "pickup_candidates" => self.hears_of_its_own(reference, theirs).await,
            it if OF_COMPANY.contains(&it) => {
                assert_eq!(self.ask(reference, theirs).await.status, 200);
            }
            // Everybody with the code can track a parcel; a client's user sees no more than the public.
            "tracking_search" => self.track(reference, theirs).await,
            it if crate::quotes::knows(it) => self.name_of_quote(reference, theirs).await,
            it if chat::knows(it) => chat::refuses(self.person, it, reference, theirs).await,
            "shipment_create" | "shipment_update" => self.name_of_shipment(reference, theirs).await,
            it if it.starts_with("shipment_import_") => self.name_of_import(reference, theirs).await,
            // Versions and costs are for the staff; a table without prices in force has none to tell.
            "price_table_simulate" => {
                let answer = self.ask(reference, theirs).await;
                assert!([404, 409].contains(&answer.status), "{}", told(&answer));
            }
            "saved_view_set_default" => self.set_default(reference, theirs).await,
            it if it.starts_with("pickup_") => {
                crate::pickups::ignores(self.person, self.operation, reference, theirs).await;
            }
            it if it.starts_with("report_") => {
                crate::reports::finds_nothing(self.person, self.operation, reference, theirs).await;
            }
            "inbound_parcel_create" => self.announce_for(theirs).await,
            "buying_request_create" => crate::stock::asks_for_itself(self.person, theirs).await,
            "repack_create" | "repack_preview" | "pick_list_create" => self.pack(reference, theirs).await,
            "shop_create" | "shop_order_create" => self.name_of_order(reference, theirs).await,
            "colleague_create" => self.name_of_colleague(reference, theirs).await,
            it if OF_MANY_SHIPMENTS.contains(&it) => self.name_of_many(reference, theirs).await,
            "shipment_confirm_many" => self.confirm(theirs).await,
            other => {
                panic!("{other} names `{reference}`: say here what another client's is worth to a client")
            }
        }
    }

    async fn hears_of_its_own(&self, reference: &str, theirs: &str) {
        let own = self.person.get(&self.operation.path).await;
        let answer = self.ask(reference, theirs).await;
        assert_eq!(answer.json(), own.json(), "{} {reference}", self.operation.id);
    }

    async fn track(&self, reference: &str, theirs: &str) {
        let path = format!("{}?{reference}={theirs}", self.operation.path);
        assert_eq!(self.person.get(&path).await.json(), self.visitor.get(&path).await.json());
    }

    async fn name_of_address(&self, reference: &str, theirs: &str) {
        let answer = self.address_naming(reference, theirs).await;
        self.assert_own(&answer, reference, theirs);
    }

    async fn save_a_parcel(&self, reference: &str, theirs: &str) {
        let form = json!({ "name": "Eva", "weight_g": 900, reference: theirs });
        self.assert_own(&self.person.post(&self.operation.path, form).await, reference, theirs);
    }

    async fn name_of_order(&self, reference: &str, theirs: &str) {
        crate::orders::ignores(self.person, self.operation, reference, theirs).await;
    }

    async fn set_default(&self, reference: &str, theirs: &str) {
        let path = self.operation.filled("shipments");
        let form = Some(json!({ reference: theirs }));
        self.person.send(Method::PUT, &path, form).await.code_at(reference);
    }

    /// A client announces for itself, whoever is named.
    async fn announce_for(&self, theirs: &str) {
        let places = self.person.get("/api/inbound-parcels/places").await.data();
        let form = json!({
            "client_id": theirs, "warehouse_id": places[0]["warehouse_id"], "external_code": "RR900000001CN",
        });
        let own = self.person.get("/api/profile").await.data()["client_id"].clone();
        assert_eq!(self.person.post(&self.operation.path, form).await.data()["client_id"], own);
    }

    async fn pack(&self, reference: &str, theirs: &str) {
        if self.operation.id == "pick_list_create" {
            return crate::stock::ignores(self.person, reference, theirs).await;
        }
        let asked = json!({ reference: [theirs] });
        self.person.post(&self.operation.path, asked).await.code_at(reference);
    }

    async fn confirm(&self, theirs: &str) {
        let answer = self.person.post(&self.operation.path, confirm_of(theirs)).await;
        assert_eq!(answer.status, 404, "{}", answer.text());
    }

    /// Another client's quote cannot be confirmed; another client is ignored.
    async fn name_of_quote(&self, reference: &str, theirs: &str) {
        let answer = crate::quotes::naming(self.person, &self.operation.id, reference, theirs).await;
        if self.operation.id == "shipment_confirm" {
            answer.code_at(reference);
        } else {
            self.assert_own(&answer, reference, theirs);
        }
    }

    /// Profiles are the company's; a client's user gives those with rights of its own.
    async fn name_of_colleague(&self, reference: &str, theirs: &str) {
        let form = json!({ "name": "Eva", "email": "eva@aurora.test", reference: [theirs] });
        let answer = self.person.post(&self.operation.path, form).await;
        assert_eq!(answer.code_at(reference), "unknown_option", "{}", answer.text());
    }

    async fn name_of_import(&self, reference: &str, theirs: &str) {
        let path = &self.operation.path;
        let answer = if self.operation.id == "shipment_import_create" {
            let file = ("file", "a.csv", &b"order,country\nA-1,BR\n"[..]);
            self.person.upload(path, file, &[(reference, theirs)]).await
        } else {
            let own = sent(self.person, "a.csv", b"order,country\nA-1,BR\n").await;
            let form = json!({ "mapping": own["mapping"], "version": own["version"], reference: theirs });
            self.person.patch(&self.operation.filled(own["id"].as_str().unwrap()), form).await
        };
        self.assert_own(&answer, reference, theirs);
    }

    async fn name_of_shipment(&self, reference: &str, theirs: &str) {
        let answer = if self.operation.id == "shipment_create" {
            let mut form = complete(self.person).await;
            form[reference] = theirs.into();
            self.person.post("/api/shipments", form).await
        } else {
            let own = created(self.person).await;
            let form = json!({ "version": own["version"], reference: theirs });
            let path = self.operation.filled(own["id"].as_str().unwrap());
            self.person.patch(&path, form).await
        };
        self.assert_own(&answer, reference, theirs);
    }

    /// A request about many shipments finds none of another client's; a count is zero.
    async fn name_of_many(&self, reference: &str, theirs: &str) {
        let (form, expected) = if let Some(name) = reference.strip_prefix("filters.") {
            (json!({ "filters": [{ name: theirs }] }), 200)
        } else if let Some(name) = reference.strip_prefix("filter.") {
            (of_many(json!({ "filter": { name: theirs } })), 422)
        } else if reference == "ids" {
            (of_many(json!({ "ids": [theirs] })), 404)
        } else {
            // Another value for the client's own shipment; it stays its client's, whoever is named.
            let own = created(self.person).await;
            let form = of_many(json!({ "ids": [own["id"]], reference: theirs }));
            if reference == "client_id" {
                let answer = self.person.post(&self.operation.path, form).await;
                assert_eq!(answer.data()[0]["unchanged"], true, "{}", answer.text());
                return;
            }
            (form, 422)
        };
        let answer = self.person.post(&self.operation.path, form).await;
        assert_eq!(answer.status, expected, "{reference}: {}", answer.text());
        if expected == 200 {
            assert_eq!(answer.data()[0]["total"], 0, "{reference}");
        }
    }

    /// An address of the client whose form names the other client.
    async fn address_naming(&self, reference: &str, theirs: &str) -> Answer {
        let mut form = crate::partners::form(&format!("Eva {}", self.operation.id));
        if self.operation.id == "saved_address_create" {
            form[reference] = theirs.into();
            return self.person.post("/api/saved_addresses", form).await;
        }
        let own = self.person.post("/api/saved_addresses", form).await.data();
        let path = self.operation.filled(own["id"].as_str().unwrap());
        self.person.patch(&path, json!({ "version": own["version"], reference: theirs })).await
    }

    /// The reference is refused at its field, or ignored: the record is this client's own.
    fn assert_own(&self, answer: &Answer, reference: &str, theirs: &str) {
        if answer.status == 422 {
            answer.code_at(reference);
            return;
        }
        assert_ne!(answer.data()[reference], Value::from(theirs), "{} {reference}", self.operation.id);
    }

    async fn ask(&self, reference: &str, theirs: &str) -> Answer {
        // A code is no id: the path names nobody then.
        let id = Uuid::try_parse(theirs).unwrap_or_default().to_string();
        let path = super::path(self.operation, &id);
        if self.operation.method == Method::GET {
            let theirs = theirs.replace(' ', "%20");
            let sign = if path.contains('?') { '&' } else { '?' };
            return self.person.get(&format!("{path}{sign}{reference}={theirs}")).await;
        }
        if self.operation.takes_form {
            let fields = [("_method", self.operation.method.as_str()), (reference, theirs)];
            return self.person.submit(&path, &fields).await;
        }
        let mut form = self.operation.example.clone().unwrap_or(json!({}));
        let is_list = ["ids", "codes"].iter().any(|end| reference.ends_with(end));
        form[reference] = if is_list { json!([theirs]) } else { theirs.into() };
        self.person.send(self.operation.method.clone(), &path, Some(form)).await
    }
}
