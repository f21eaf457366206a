//! Connected shops: they sign their orders, and the log says what became of each.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::TimeDelta;
use hmac::{Hmac, KeyInit, Mac};
use poem::http::Method;
use serde_json::{Value, json};
use sha2::Sha256;

use crate::client_merge::clients;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

pub const SHOPS: &str = "/api/shops";
const SECRET: &str = "shpss_0123456789abcdef";

/// A connected shop, and the company that it is of.
struct Connected {
    app: TestApp,
    staff: Person,
    shop: Value,
    secret: String,
}

impl Connected {
    async fn of(kind: &str) -> Self {
        let app = TestApp::start().await;
        let staff = app.staff(ATLANTICO).await;
        let form = json!({ "kind": kind, "name": "Loja de verão", "channel": "verao" });
        let made = staff.post(SHOPS, form).await.data();
        let mut connected = Self {
            secret: made["secret"].as_str().unwrap_or(SECRET).to_owned(),
            shop: made["shop"].clone(),
            app,
            staff,
        };
        if kind == "shopify" {
            assert_eq!((&connected.shop["status"], &made["secret"]), (&json!(5), &Value::Null));
            let form = json!({ "version": 1, "secret": SECRET });
            connected.shop = connected.staff.patch(&connected.path(""), form).await.data();
        }
        assert_eq!(connected.shop["status"], 10);
        connected
    }

    fn path(&self, end: &str) -> String {
        format!("{SHOPS}/{}{end}", self.shop["id"].as_str().unwrap())
    }

    async fn send(&self, topic: &str, body: &str, more: &[(&'static str, &str)]) -> Answer {
        self.send_to(ATLANTICO, topic, body, &sign(&self.secret, body), more).await
    }

    /// As the server of a shop does: without cookies and without the headers of pages.
    async fn send_to(
        &self,
        host: &str,
        topic: &str,
        body: &str,
        signature: &str,
        more: &[(&'static str, &str)],
    ) -> Answer {
        let visitor = self.app.visitor(host);
        let mut request = visitor.request(Method::POST, self.shop["path"].as_str().unwrap());
        let headers = request.headers_mut();
        for of_pages in ["origin", "sec-fetch-site", "x-csrf-token", "x-requested-with"] {
            headers.remove(of_pages);
        }
        let is_shopify = self.shop["kind"] == "shopify";
        let [signed, named] = match is_shopify {
            true => ["x-shopify-hmac-sha256", "x-shopify-topic"],
            false => ["x-wc-webhook-signature", "x-wc-webhook-topic"],
        };
        headers.insert("content-type", "application/json".parse().unwrap());
        headers.insert(signed, signature.parse().unwrap());
        headers.insert(named, topic.parse().unwrap());
        for (name, value) in more {
            headers.insert(*name, value.parse().unwrap());
        }
        request.set_body(body.to_owned());
        visitor.call(request).await
    }

    async fn show(&self) -> Value {
        let shops = self.staff.get(SHOPS).await.data();
        shops.as_array().unwrap().iter().find(|one| one["id"] == self.shop["id"]).unwrap().clone()
    }

    async fn outcomes(&self) -> Vec<String> {
        let calls = self.show().await["calls"].clone();
        calls.as_array().unwrap().iter().map(|call| call["outcome"].as_str().unwrap().to_owned()).collect()
    }
}

fn sign(secret: &str, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(body.as_bytes());
    STANDARD.encode(mac.finalize().into_bytes())
}

fn of_shopify(number: &str) -> String {
    json!({
        "id": 5_512_340_001_i64, "name": number, "currency": "BRL", "email": "maria@example.com",
        "shipping_address": {
            "name": "Maria Müller", "address1": "Hauptstraße 5", "city": "Berlin", "province_code": "BE", "zip": "10119",
            "country_code": "DE", "phone": "12",
        },
        "line_items": [{ "name": "Caneca", "sku": "CAN-1", "quantity": 2, "price": "64.95", "grams": 450 }],
    })
    .to_string()
}

#[tokio::test]
async fn a_signed_order_of_shopify_becomes_a_draft_once() {
    let shop = Connected::of("shopify").await;
    let body = of_shopify("#1042");
    let taken = shop.send("orders/create", &body, &[]).await;
    assert_eq!((taken.status, &taken.json()["outcome"]), (200, &json!("created")));
    let path = format!("/api/shipments/{}", taken.json()["shipment_id"].as_str().unwrap());
    let draft = shop.staff.get(&path).await.data();
    assert_eq!((&draft["source"], &draft["external_ref"]), (&json!("verao"), &json!("#1042")));
    assert_eq!((&draft["to_address_1"], &draft["to_phone"]), (&json!("Hauptstraße 5"), &Value::Null));
    let problems = draft["order"]["problems"].as_array().unwrap();
    for field in ["to_phone", "contents_type", "parcels", "items.0.net_weight_g"] {
        assert!(problems.iter().any(|one| one["field"] == field), "{field}: {problems:?}");
    }
    let again = shop.send("orders/paid", &body, &[]).await;
    assert_eq!(again.json()["outcome"], "known");
    assert_eq!(again.json()["shipment_id"], taken.json()["shipment_id"]);
    assert_eq!(shop.outcomes().await, ["known", "created"], "the newest first");
    let entries = shop.app.admin(ATLANTICO).await.get("/api/audit_entries?per_page=10").await.data();
    let entry = entries.as_array().unwrap().iter().find(|one| one["action"] == "shipment.create").unwrap();
    assert_eq!(entry["api_token"]["name"], "Loja de verão");
    let edit = json!({ "version": draft["version"], "notes": "Fragile" });
    shop.staff.patch(&path, edit).await.data();
    let over = body.replacen('{', "{\"cancelled_at\":\"2026-11-26T12:00:00Z\",", 1);
    let kept = shop.send("orders/cancelled", &over, &[]).await;
    assert_eq!(kept.json()["outcome"], "kept", "somebody has changed the draft");
    assert_ne!(shop.staff.get(&path).await.data()["status"], 0);
}

/// The database has no such character, and a shop that gets errors gives up.
#[tokio::test]
async fn an_order_with_an_invisible_character_is_taken_without_it() {
    let shop = Connected::of("shopify").await;
    let body = of_shopify("#7").replace("\"DE\"", "\"D\\u0000E\"").replace("Berlin", "Ber\\u0000lin");
    let taken = shop.send("orders/create", &body, &[]).await;
    assert_eq!((taken.status, &taken.json()["outcome"]), (200, &json!("created")), "{}", taken.text());
    let path = format!("/api/shipments/{}", taken.json()["shipment_id"].as_str().unwrap());
    let draft = shop.staff.get(&path).await.data();
    assert_eq!(draft["to_city"], "Berlin");
    assert!(draft["to_country_id"].is_number());
}

#[tokio::test]
async fn only_what_the_shop_has_signed_is_taken() {
    let shop = Connected::of("shopify").await;
    let body = of_shopify("#1");
    for wrong in [sign("another secret of a shop", &body), sign(SECRET, "{}"), String::new(), "x".into()] {
        let refused = shop.send_to(ATLANTICO, "orders/create", &body, &wrong, &[]).await;
        assert_eq!((refused.status, refused.message_code()), (401, "unauthenticated".into()), "{wrong}");
    }
    assert!(shop.show().await["refused_at"].is_string(), "people read that the secret is another one");
    let elsewhere = shop.send_to(PACIFIC, "orders/create", &body, &sign(SECRET, &body), &[]).await;
    assert_eq!(elsewhere.status, 401);
    assert!(shop.outcomes().await.is_empty());
    assert_eq!(shop.send("orders/create", &body, &[]).await.status, 200);
    assert_eq!(shop.show().await["refused_at"], Value::Null);
}

#[tokio::test]
async fn nothing_is_made_of_tests_other_events_and_what_is_no_order() {
    let shop = Connected::of("shopify").await;
    let body = of_shopify("#9999");
    shop.send("orders/create", &body, &[("x-shopify-test", "true")]).await;
    shop.send("products/update", "{}", &[]).await;
    assert_eq!(shop.send("orders/create", "{", &[]).await.status, 200, "the same again is not better");
    assert_eq!(shop.outcomes().await, ["refused", "ignored", "test"]);
    assert_eq!(shop.show().await["calls"][0]["code"], "order_unreadable");
    let found = shop.staff.get("/api/shipments?source=verao").await.json();
    assert_eq!(found["meta"]["total"], 0);
    let large = format!("\"{}\"", "a".repeat(1024 * 1024));
    assert_eq!(shop.send("orders/create", &large, &[]).await.status, 413);
}

#[tokio::test]
async fn an_order_of_woocommerce_waits_until_it_is_paid() {
    let shop = Connected::of("woocommerce").await;
    let ping = shop.send_to(ATLANTICO, "", "webhook_id=17", "", &[]).await;
    assert_eq!(ping.status, 200, "WooCommerce saves no webhook whose ping fails");
    let order = |status: &str| {
        json!({
            "id": 727, "number": "727", "status": status, "currency": "BRL",
            "billing": { "first_name": "João", "last_name": "Souza", "address_1": "Rua da Aurora", "number": "295",
                         "city": "Recife", "state": "PE", "postcode": "50050-000", "country": "BR" },
            "shipping": {}, "line_items": [{ "name": "Camiseta", "quantity": 3, "total": "50.00" }],
        })
        .to_string()
    };
    for unpaid in ["pending", "on-hold"] {
        shop.send("order.updated", &order(unpaid), &[]).await;
    }
    let taken = shop.send("order.updated", &order("processing"), &[]).await;
    assert_eq!(taken.json()["outcome"], "created", "{}", taken.text());
    assert_eq!(shop.outcomes().await, ["created", "ignored", "ignored"]);
    let path = format!("/api/shipments/{}", taken.json()["shipment_id"].as_str().unwrap());
    let draft = shop.staff.get(&path).await.data();
    assert_eq!((&draft["to_name"], &draft["declared_value"]), (&json!("João Souza"), &json!("50")));
    assert!(draft["missing"].as_array().unwrap().contains(&json!("declared_weight_g")));
    let cancelled = shop.send("order.updated", &order("cancelled"), &[]).await;
    assert_eq!(cancelled.json()["outcome"], "cancelled", "{}", cancelled.text());
    assert_eq!(shop.staff.get(&path).await.data()["status"], 0, "nobody had changed the draft");
    let again = shop.send("order.updated", &order("refunded"), &[]).await;
    assert_eq!(again.json()["outcome"], "ignored");
}

#[tokio::test]
async fn a_shop_that_was_ended_orders_nothing() {
    let shop = Connected::of("woocommerce").await;
    let (admin, other) = (shop.app.admin(ATLANTICO).await, shop.app.client(ATLANTICO).await);
    let version = json!({ "version": shop.shop["version"] });
    assert_eq!(other.post(&shop.path("/revoke"), version.clone()).await.status, 404);
    let ended = admin.post(&shop.path("/revoke"), version).await.data();
    assert_eq!((&ended["status"], &ended["can"]["update"]), (&json!(40), &json!(false)));
    let refused = shop.send("order.created", "{}", &[]).await;
    assert_eq!((refused.status, refused.message_code()), (401, "unauthenticated".into()));
    let late = shop.staff.patch(&shop.path(""), json!({ "version": 2, "name": "Late" })).await;
    assert_eq!((late.status, late.message_code()), (409, "shop_ended".into()));
}

#[tokio::test]
async fn a_shop_expires_and_tokens_do_not_show_it() {
    let shop = Connected::of("woocommerce").await;
    let tokens = shop.staff.get("/api/api-tokens").await.data();
    assert!(tokens.as_array().unwrap().is_empty());
    let path = format!("/api/api-tokens/{}/revoke", shop.shop["id"].as_str().unwrap());
    assert_eq!(shop.staff.post(&path, json!({ "version": 1 })).await.status, 404);
    shop.app.state.clock.advance(TimeDelta::days(366));
    assert_eq!(shop.send("order.created", "{}", &[]).await.status, 401);
}

#[tokio::test]
async fn a_client_is_not_deleted_while_a_shop_sends_it_orders() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let [client, _] = clients(&admin).await;
    let form = json!({ "kind": "woocommerce", "name": "Loja", "channel": "loja", "client_id": client["id"] });
    let shop = staff.post(SHOPS, form.clone()).await.data()["shop"].clone();
    let path = format!("/api/clients/{}", client["id"].as_str().unwrap());
    let refused = admin.delete(&path).await;
    assert_eq!((refused.status, refused.message_code()), (409, "client_has_shops".into()));
    assert!(refused.text().contains("Loja (Sofia Reis)"), "{}", refused.text());
    let path_of_shop = format!("{SHOPS}/{}/revoke", shop["id"].as_str().unwrap());
    admin.post(&path_of_shop, json!({ "version": shop["version"] })).await.data();
    admin.delete(&path).await.data();
    let late = staff.post(SHOPS, form).await;
    assert_eq!((late.status, late.code_at("client_id")), (422, "unknown_client".into()), "it is deleted");
}

#[tokio::test]
async fn one_channel_belongs_to_one_shop() {
    let shop = Connected::of("shopify").await;
    let form = |channel: &str| json!({ "kind": "shopify", "name": "Second", "channel": channel });
    let taken = shop.staff.post(SHOPS, form("verao")).await;
    assert_eq!((taken.status, taken.code_at("channel")), (422, "taken".into()));
    assert_eq!(shop.staff.post(SHOPS, form("Verão 2")).await.code_at("channel"), "invalid_channel");
    let mut unknown = form("outra");
    unknown["client_id"] = "0199d3c2-7c1a-7000-8000-000000000001".into();
    assert_eq!(shop.staff.post(SHOPS, unknown).await.code_at("client_id"), "unknown_client");
    let secrets = shop.app.admin(ATLANTICO).await.get("/api/audit_entries").await.text();
    assert!(!secrets.contains(SECRET));
}
