//! A tenant with one record of each kind, created through the API.

mod conversations;
mod in_hand;
mod office;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::imports::sent;
use crate::plain_records;
use crate::process::{finished, owner_of};
use crate::shipments::complete;
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};

/// Part of every record that has a name.
pub const NAME: &str = "Zelda Nachbar";

/// One valid line and one that is refused.
const FILE: &[u8] = b"order,name,country,weight\nA-1,Zelda Nachbar,BR,1\nA-2,Zelda Nachbar,Atlantis,1\n";

pub struct Neighbour {
    staff: Person,
    /// By the first part of their paths.
    records: BTreeMap<&'static str, Vec<String>>,
    pub shipment_id: String,
    pub tracking_code: String,
    pub import_id: String,
    pub service_id: String,
    pub client_id: String,
    pub user_id: String,
    pub event_id: String,
    pub profile_id: String,
    pub subsidiary_id: String,
    pub partner_id: String,
    pub subject_id: String,
    department_id: String,
    /// URLs of files.
    pub links: Vec<String>,
    /// The records after their creation.
    before: Vec<(String, Value)>,
}

impl Neighbour {
    pub async fn of(app: &TestApp) -> Self {
        let staff = app.staff(ATLANTICO).await;
        let client_id = text(&staff.get("/api/clients/select").await.data()[0]["id"]);
        let user_id = text(&staff.get("/api/profile").await.data()["id"]);
        let mut form = complete(&staff).await;
        form["to_name"] = NAME.into();
        form["client_id"] = client_id.as_str().into();
        let shipment = staff.post("/api/shipments", form).await.data();
        let (shipment_id, tracking_code) = (text(&shipment["id"]), text(&shipment["tracking_code"]));
        let event = json!({ "tracking_codes": [tracking_code], "event_code": "COLLECTED", "location": NAME });
        let recorded = staff.post("/api/shipments/record_event", event).await.data()[0].clone();
        assert_eq!(recorded["recorded"], true);
        let import_id = text(&sent(&staff, "Zelda Nachbar.csv", FILE).await["id"]);
        let mut neighbour = Self {
            service_id: text(&shipment["service_id"]),
            records: BTreeMap::from([("shipments", vec![shipment_id.clone()])]),
            before: Vec::new(),
            links: vec![
                format!("/api/shipments/{shipment_id}/label"),
                format!("/api/shipments/{shipment_id}/documents/order_view"),
            ],
            staff,
            shipment_id,
            tracking_code,
            import_id,
            client_id,
            user_id,
            event_id: text(&recorded["event_id"]),
            profile_id: profile(app).await,
            subsidiary_id: crate::subsidiaries::opened(&app.admin(ATLANTICO).await, NAME).await,
            partner_id: crate::partners::added(&app.admin(ATLANTICO).await, NAME).await,
            subject_id: String::new(),
            department_id: String::new(),
        };
        neighbour.add_user(app).await;
        neighbour.add_processes(app).await;
        looked_up(app).await;
        neighbour.add_view().await;
        neighbour.add_account().await;
        neighbour.add_api_token().await;
        neighbour.add_report_schedule().await;
        neighbour.add_webhook(app).await;
        neighbour.add_plain_records(app).await;
        neighbour.add_party_records(app).await;
        neighbour.add_reweigh(app).await;
        neighbour.add_prices(app).await;
        neighbour.add_money(app).await;
        neighbour.add_quote().await;
        neighbour.add_saved_parcel().await;
        neighbour.add_regulatory_request().await;
        neighbour.add_parcels_in_hand(app).await;
        neighbour.add_stock(app).await;
        neighbour.add_domain(app).await;
        neighbour.add_tax_rule(app).await;
        neighbour.add_conversations(app).await;
        neighbour.records.insert("user_profiles", vec![neighbour.profile_id.clone()]);
        neighbour.before = neighbour.look().await;
        neighbour
    }

    async fn add_parcels_in_hand(&mut self, app: &TestApp) {
        self.add_received_parcel().await;
        self.add_pickup(app).await;
        self.add_delivery(app).await;
        // A driver with a difference takes no new cash.
        self.add_cod_payout(app).await;
        self.add_cash_handover(app).await;
        self.add_repack(app).await;
        self.add_consolidation(app).await;
    }

    /// Finished processes with their files, and a waiting one.
    async fn add_processes(&mut self, app: &TestApp) {
        let take_in = format!("/api/shipment_imports/{}/process", self.import_id);
        let print = json!({ "ids": [self.shipment_id] });
        let imported = self.staff.post(&take_in, json!({})).await.data();
        let labels = self.staff.post("/api/shipments/print_labels", print.clone()).await.data();
        app.run_processes().await;
        let open = text(&sent(&self.staff, "open.csv", FILE).await["id"]);
        let waiting = self.staff.post("/api/shipments/print_labels", print).await.data();
        // A task that names this user as its owner is still invisible to them.
        let named = finished(app, ATLANTICO, owner_of(&app.admin(PACIFIC).await).await).await;
        let tasks = [text(&imported["id"]), text(&labels["id"]), text(&waiting["id"]), named.to_string()];
        self.links.push(format!("/api/shipment_imports/{}/refused", self.import_id));
        for task in &tasks[..2] {
            self.links.push(format!("/api/background_tasks/{task}/file"));
        }
        self.records.insert("background_tasks", tasks.to_vec());
        let listed = self.staff.get("/api/notifications").await.data();
        let ids: Vec<String> = listed.as_array().unwrap().iter().map(|one| text(&one["id"])).collect();
        assert_eq!(ids.len(), 3, "two ends and a process under way");
        self.records.insert("notifications", ids);
        self.records.insert("shipment_imports", vec![self.import_id.clone(), open]);
        let file = ("file", "Zelda Nachbar.csv", &b"name,city,country\nZelda Nachbar,Berlin,DE\n"[..]);
        let clients = self.staff.upload("/api/client_imports", file, &[]).await.data();
        self.records.insert("client_imports", vec![text(&clients["id"])]);
        let file = ("file", "Zelda Nachbar.csv", &b"sku,place,quantity\nZELDA-NACHBAR,A-1,3\n"[..]);
        let goods = self.staff.upload("/api/stock_imports", file, &[]).await.data();
        self.records.insert("stock_imports", vec![text(&goods["id"])]);
    }

    /// An invited user without a password.
    async fn add_user(&mut self, app: &TestApp) {
        let admin = app.admin(ATLANTICO).await;
        let user = admin.post("/api/users", crate::users::form(NAME, "zelda@atlantico.test")).await.data();
        let id = text(&user["id"]);
        for room in ["users", "backoffice", "colleagues"] {
            self.records.insert(room, vec![id.clone()]);
        }
    }

    /// One of each.
    async fn add_plain_records(&mut self, app: &TestApp) {
        let admin = app.admin(ATLANTICO).await;
        for record in plain_records::ALL {
            let made = admin.post(record.path, (record.form)("Zelda 2")).await.data();
            self.records.insert(record.path.trim_start_matches("/api/"), vec![text(&made["id"])]);
        }
        let texts = json!({ "pt": NAME, "en": NAME });
        let form = json!({
            "code": "ZELDA", "stage": "transit", "public": false, "notify": false, "short_description_locale": texts,
            "description_locale": texts,
        });
        let made = admin.post("/api/tracking-events", form).await.data();
        self.records.insert("tracking-events", vec![text(&made["id"])]);
        self.records.insert("provider-warehouses", self.records["providers"].clone());
    }

    async fn add_view(&mut self) {
        let form = json!({ "list": "shipments", "name": NAME, "shared": true, "query": { "search": NAME } });
        let view = self.staff.post("/api/saved_views", form).await.data();
        self.records.insert("saved_views", vec![text(&view["id"])]);
        let columns = json!({ "columns": [{ "id": NAME, "visible": true }] });
        let put = self.staff.send(poem::http::Method::PUT, "/api/list_columns/shipments", Some(columns));
        assert_eq!(put.await.status, 200);
    }

    async fn add_api_token(&mut self) {
        let form = json!({ "name": NAME, "scopes": ["shipment.list"] });
        let made = self.staff.post("/api/api-tokens", form).await.data();
        self.records.insert("api-tokens", vec![text(&made["token"]["id"])]);
        let form = json!({ "kind": "woocommerce", "name": NAME, "channel": "zelda" });
        let made = self.staff.post("/api/shops", form).await.data();
        self.records.insert("shops", vec![text(&made["shop"]["id"])]);
    }

    async fn add_report_schedule(&mut self) {
        let made = crate::reports::schedules::schedule(&self.staff, json!({ "name": NAME })).await;
        self.records.insert("report-schedules", vec![text(&made["id"])]);
    }

    /// A webhook of the company, whose events wait: nobody has tested it.
    async fn add_webhook(&mut self, app: &TestApp) {
        let form = json!({ "url": "https://zelda-nachbar.example/hook", "patterns": ["shipment.*"] });
        let made = app.admin(ATLANTICO).await.post("/api/webhooks", form).await.data();
        self.records.insert("webhooks", vec![text(&made["webhook"]["id"])]);
    }

    /// The account and the sessions of the neighbour's staff user.
    async fn add_account(&mut self) {
        let id = text(&self.staff.get("/api/account").await.data()["id"]);
        let mut picture = std::io::Cursor::new(Vec::new());
        image::RgbImage::new(8, 8).write_to(&mut picture, image::ImageFormat::Png).unwrap();
        let file = ("picture", "a.png", &picture.into_inner()[..]);
        let fields = [("_method", "patch"), ("company_position", NAME)];
        let account = self.staff.upload(&format!("/api/account/{id}"), file, &fields).await.data();
        self.links.push(text(&account["picture_url"]));
        self.records.insert("account", vec![id]);
        let devices = self.staff.get("/api/account-devices").await.data();
        self.records.insert("account-device", vec![text(&devices[0]["id"])]);
        let address = crate::account::addresses::keep(&self.staff, NAME).await;
        self.records.insert("account-address", vec![text(&address["id"])]);
    }

    /// A claimed host.
    async fn add_domain(&mut self, app: &TestApp) {
        let form = json!({ "host": "zelda.example.com" });
        let domain = app.admin(ATLANTICO).await.post("/api/domains", form).await.data();
        self.records.insert("domains", vec![text(&domain["host"])]);
    }

    /// Ids for a path of the document; none if nothing was created for it.
    pub fn records(&self, path: &str) -> Option<&[String]> {
        let part = |at| self.records.get(path.split('/').nth(at)?).map(Vec::as_slice);
        part(3).or_else(|| part(2))
    }

    /// The neighbour's value for a reference: a parameter, a field or a list of ids.
    pub fn named(&self, reference: &str) -> String {
        let named = match reference.rsplit('.').next().unwrap() {
            "client_id" => &self.client_id,
            "service_id" | "service_ids" => &self.service_id,
            "import_id" => &self.import_id,
            "user_id" | "on_behalf_of_id" | "user" | "member_ids" | "assignee_id" | "driver_id" => {
                &self.user_id
            }
            "file_ids" => &self.records["room_files"][0],
            "profile_id" | "profile_ids" => &self.profile_id,
            "subsidiary_id" | "subsidiary_ids" => &self.subsidiary_id,
            "partner_id" => &self.partner_id,
            "provider_id" | "last_mile_provider_id" => &self.records["providers"][0],
            "faq_group_id" => &self.records["faq-groups"][0],
            "group_id" | "client_group_id" => &self.records["client_groups"][0],
            "bank_id" => &self.records["banks"][0],
            "type_id" => &self.records["document-types"][0],
            "client_ids" => &self.client_id,
            "shipment_ids" => &self.shipment_id,
            // No payment has the id of an invoice.
            "draft_id" | "payment_id" => &self.records["invoices"][0],
            "bank_account_id" => &self.records["bank_accounts"][0],
            "owner_id" | "except_id" | "duplicate_id" => &self.client_id,
            "default_service_id" => &self.service_id,
            "event_id" => &self.event_id,
            "sell_table_id" | "cost_table_id" | "price_table_id" => &self.records["price_tables"][0],
            "version_id" | "from_version_id" | "fallback_version_id" => {
                &self.records["price_table_versions"][0]
            }
            "recipient_ids" => &self.user_id,
            "view_id" => &self.records["saved_views"][0],
            "warehouse_id" => &self.records["warehouses"][0],
            "delivery_id" | "delivery_ids" => &self.records["shipment-deliveries"][0],
            "pickup_ids" => &self.records["shipment-pickups"][0],
            "route_id" | "route_stop_id" => &self.records["routes"][0],
            "parcel_id" | "parcel_ids" => &self.records["inbound-parcels"][0],
            "repack_id" => &self.records["repacks"][0],
            "bag_id" | "bag_ids" => &self.records["bags"][0],
            "mawb_id" => &self.records["mawbs"][0],
            "message_id" => &self.records["cargo-messages"][0],
            "master_id" => &self.records["masters"][0],
            "content_ids" | "removed_content_ids" => &self.records["mawb contents"][0],
            "item_id" => &self.records["stock-items"][0],
            "place_id" | "to_place_id" | "place_ids" => &self.records["stock-places"][0],
            "stock_id" | "lot_id" => &self.records["stocks"][0],
            "pick_list_id" => &self.records["pick-lists"][0],
            "quote_id" => &self.records["quotes"][0],
            "support_subject_id" | "mail_ticket_subject_id" => &self.subject_id,
            "department_id" => &self.department_id,
            "id" | "ids" | "resource_id" | "shipment_id" => &self.shipment_id,
            "codes" | "tracking_codes" => &self.tracking_code,
            "search" => NAME,
            other => panic!("give one of the neighbour's for `{other}`"),
        };
        named.to_owned()
    }

    /// Texts that must never be readable on another domain.
    pub fn marks(&self) -> impl Iterator<Item = &str> {
        let own = [&self.tracking_code, &self.service_id, &self.client_id];
        let records = self.records.values().flatten();
        records.chain(own).map(String::as_str).chain([NAME])
    }

    /// Ids of the records of these kinds.
    pub fn ids_of(&self, kinds: &'static [&'static str]) -> impl Iterator<Item = &str> {
        kinds.iter().flat_map(move |kind| &self.records[kind]).map(String::as_str)
    }

    /// Fails if a record has changed.
    pub async fn assert_untouched(&self) {
        for ((path, before), (_, after)) in self.before.iter().zip(self.look().await) {
            assert_eq!(*before, after, "{path} was changed from outside");
        }
        for link in &self.links {
            assert_eq!(self.staff.get(link).await.status, 200, "{link}");
        }
    }

    async fn look(&self) -> Vec<(String, Value)> {
        let mut paths = Vec::new();
        for room in
            ["shipments", "shipment_imports", "client_imports", "stock_imports", "support_tickets", "quotes"]
        {
            paths.extend(self.records[room].iter().map(|id| format!("/api/{room}/{id}")));
        }
        paths.extend(
            self.records["background_tasks"][..3].iter().map(|id| format!("/api/background_tasks/{id}")),
        );
        paths.extend([
            "/api/saved_views?list=shipments".to_owned(),
            format!("/api/shipments/{}/events", self.shipment_id),
            "/api/account".to_owned(),
            "/api/account-addresses".to_owned(),
            "/api/api-tokens".to_owned(),
            "/api/report-schedules".to_owned(),
        ]);
        let mut seen = Vec::new();
        for path in paths {
            let mut data = self.staff.get(&path).await.data();
            // The clocks of a ticket run by themselves.
            data.as_object_mut().map(|record| record.remove("clocks"));
            // Redis counts the calls of a token, and may not answer in time.
            for record in data.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
                record.remove("recent_calls");
            }
            seen.push((path, data));
        }
        seen
    }
}

/// A profile of this tenant.
async fn profile(app: &TestApp) -> String {
    const PROFILE: &str =
        "insert into profiles (id, name, kind) values (gen_random_uuid(), $1, 10) returning id::text";
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let id = sqlx::query_scalar(PROFILE).bind(NAME).fetch_one(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    id
}

/// A street that this tenant has looked up.
async fn looked_up(app: &TestApp) {
    const STREET: &str = "
        insert into postcode_cache (country_id, postcode, address_1, fetched_at) values (32, '01310100', $1, now())";
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query(STREET).bind(NAME).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}
