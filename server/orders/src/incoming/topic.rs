//! The subject of a call of a shop, and an order as it was read.

use serde_json::Value;

use super::model::{OrderItem, OrderParty, ShopOrderInput};
use super::{shopify, woocommerce};
use access::api_tokens::shops::{OpenShop, ShopKind};
use freight::shipments::shop_order::{OrderProblem, OrderProblemKind};

/// An order with what its reader guessed.
pub struct ReadOrder {
    pub number: String,
    pub currency: Option<String>,
    pub recipient: OrderParty,
    pub items: Vec<OrderItem>,
    pub notes: Option<String>,
    pub problems: Vec<OrderProblem>,
}

/// A call by what is done with it.
pub enum ShopEvent {
    Order(Box<ReadOrder>),
    /// The shop has cancelled the order of this number.
    Cancelled(String),
    /// The shop tries out the connection.
    Test,
    /// Another event, or an order that still waits to be paid.
    Other,
    Unreadable,
}

/// The headers that say what a call is about.
pub struct TopicHeaders<'a> {
    pub topic: &'a str,
    pub is_test: bool,
}

impl ShopEvent {
    pub fn parse(kind: ShopKind, headers: &TopicHeaders<'_>, body: &[u8]) -> Self {
        const OF_SHOPIFY: [&str; 4] = ["orders/create", "orders/paid", "orders/updated", "orders/cancelled"];
        const OF_WOOCOMMERCE: [&str; 2] = ["order.created", "order.updated"];
        let is_of_orders = match kind {
            ShopKind::Shopify => OF_SHOPIFY.contains(&headers.topic),
            ShopKind::WooCommerce => OF_WOOCOMMERCE.contains(&headers.topic),
        };
        if headers.is_test {
            return Self::Test;
        }
        if !is_of_orders {
            return Self::Other;
        }
        let Ok(order) = serde_json::from_slice::<Value>(body) else { return Self::Unreadable };
        let (is_cancelled, is_waiting, read) = match kind {
            ShopKind::Shopify => (order["cancelled_at"].is_string(), false, shopify::read_order(&order)),
            ShopKind::WooCommerce => {
                let is_cancelled = woocommerce::is_cancelled(&order);
                (is_cancelled, woocommerce::is_waiting(&order), woocommerce::read_order(&order))
            }
        };
        match read {
            None => Self::Unreadable,
            Some(read) if is_cancelled => Self::Cancelled(cut_number(&read.number)),
            Some(_) if is_waiting => Self::Other,
            Some(read) => Self::Order(Box::new(read)),
        }
    }
}

/// The number as the shipment has it.
fn cut_number(number: &str) -> String {
    number.chars().take(120).collect()
}

impl ReadOrder {
    /// The order of a shop, for its client and its service.
    pub fn of_shop(self, shop: &OpenShop) -> (ShopOrderInput, Vec<OrderProblem>) {
        let order = ShopOrderInput {
            channel: shop.channel.clone(),
            number: cut_number(&self.number),
            client_id: shop.client_id,
            service_id: shop.service_id,
            currency: self.currency,
            contents_type: None,
            sender: None,
            recipient: self.recipient,
            items: self.items,
            parcels: Vec::new(),
            notes: self.notes,
        };
        (order, self.problems)
    }
}

pub fn note_guess(problems: &mut Vec<OrderProblem>, field: &str, sent: Option<&str>, used: Option<&str>) {
    problems.push(OrderProblem {
        field: field.to_owned(),
        kind: OrderProblemKind::Guessed,
        code: None,
        sent: sent.map(str::to_owned),
        used: used.map(str::to_owned),
    });
}

pub fn note_left_out(problems: &mut Vec<OrderProblem>, field: &str, sent: Option<String>) {
    let (field, kind) = (field.to_owned(), OrderProblemKind::LeftOut);
    problems.push(OrderProblem { field, kind, code: None, sent, used: None });
}

/// WooCommerce asks a new address with a form that names the webhook, without a signature, and wants any good answer.
pub fn is_ping(kind: ShopKind, body: &[u8]) -> bool {
    let number = body.strip_prefix(b"webhook_id=");
    kind == ShopKind::WooCommerce
        && number
            .is_some_and(|number| (1..=20).contains(&number.len()) && number.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(kind: ShopKind, topic: &str, body: &str) -> &'static str {
        match ShopEvent::parse(kind, &TopicHeaders { topic, is_test: false }, body.as_bytes()) {
            ShopEvent::Order(_) => "order",
            ShopEvent::Cancelled(_) => "cancelled",
            ShopEvent::Test => "test",
            ShopEvent::Other => "other",
            ShopEvent::Unreadable => "unreadable",
        }
    }

    #[test]
    fn only_orders_that_go_on_are_taken() {
        let (shopify, woo) = (ShopKind::Shopify, ShopKind::WooCommerce);
        assert_eq!(parse(shopify, "orders/create", "{\"name\":\"#1\"}"), "order");
        assert_eq!(
            parse(shopify, "orders/updated", "{\"name\":\"#1\",\"cancelled_at\":\"2026-01-01\"}"),
            "cancelled"
        );
        assert_eq!(parse(shopify, "products/create", "{}"), "other");
        assert_eq!(parse(shopify, "orders/create", "{"), "unreadable");
        assert_eq!(parse(shopify, "orders/create", "{}"), "unreadable");
        assert_eq!(parse(woo, "order.updated", "{\"number\":\"7\",\"status\":\"processing\"}"), "order");
        assert_eq!(parse(woo, "order.created", "{\"number\":\"7\",\"status\":\"pending\"}"), "other");
        assert_eq!(parse(woo, "order.updated", "{\"number\":\"7\",\"status\":\"on-hold\"}"), "other");
        assert_eq!(parse(woo, "order.updated", "{\"number\":\"7\",\"status\":\"cancelled\"}"), "cancelled");
        assert_eq!(parse(woo, "orders/create", "{\"name\":\"#1\"}"), "other", "each shop has its own topics");
    }

    #[test]
    fn nothing_is_made_of_a_test() {
        let headers = TopicHeaders { topic: "orders/create", is_test: true };
        let event = ShopEvent::parse(ShopKind::Shopify, &headers, b"{\"name\":\"#9999\"}");
        assert!(matches!(event, ShopEvent::Test));
    }

    #[test]
    fn a_ping_is_nothing_but_the_number_of_a_webhook() {
        assert!(is_ping(ShopKind::WooCommerce, b"webhook_id=17"));
        for odd in ["webhook_id=", "webhook_id=17&a=1", "webhook_id=x", "{}", ""] {
            assert!(!is_ping(ShopKind::WooCommerce, odd.as_bytes()), "{odd}");
        }
        assert!(!is_ping(ShopKind::Shopify, b"webhook_id=17"));
    }
}
