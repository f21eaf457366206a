//! The goods of an order: items with values and weights, and their parcels.

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde_json::{Value, json};

use super::mapping::Mapping;
use super::model::{OrderItem, ShopOrderInput};
use freight::shipments::shop_order::OrderProblemKind;
use server_core::http::amounts::UNIT_DECIMALS;
use server_core::http::messages::MessageCode;
use trade::money::round_to_coins;

/// Grams of goods, and the value of one unit: above it, somebody has mistyped.
const MOST: i64 = 1_000_000_000;

impl Mapping<'_> {
    pub(super) fn put_goods(&mut self, order: &ShopOrderInput) {
        let currency = order.currency.as_ref().map(|code| code.trim().to_uppercase());
        let currency = currency.filter(|code| !code.is_empty());
        let is_code = |code: &String| code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
        if let Some(wrong) = currency.as_ref().filter(|code| !is_code(code)) {
            self.leave_out("currency", MessageCode::UnknownOption, wrong);
        }
        let currency = currency.filter(is_code);
        let sold: Vec<&OrderItem> = order.items.iter().filter(|item| self.is_sold(item)).collect();
        let has_values = currency.is_some();
        let items: Vec<Value> =
            sold.iter().enumerate().map(|(at, item)| self.read_item(at, item, has_values)).collect();
        let value = currency.as_ref().and_then(|code| add_values(&sold, code));
        self.set("currency", json!(currency));
        self.set("declared_value", json!(value));
        self.set("items", items);
        self.put_parcels(order, &sold);
    }

    /// Goods that were taken back are in the order, but not in the parcel.
    fn is_sold(&mut self, item: &OrderItem) -> bool {
        let is_sold = item.quantity > Decimal::ZERO;
        if !is_sold {
            self.note("items", OrderProblemKind::LeftOut, Some(&item.description), None);
        }
        is_sold
    }

    fn read_item(&mut self, at: usize, item: &OrderItem, has_values: bool) -> Value {
        let field = |name: &str| format!("items.{at}.{name}");
        let description = self.fit(&field("description"), Some(&item.description), 500);
        let description = description.or_else(|| {
            let guess = item.sku.clone().filter(|sku| !sku.trim().is_empty())?;
            self.note(&field("description"), OrderProblemKind::Guessed, None, Some(&guess));
            Some(guess)
        });
        let description = description.unwrap_or_else(|| {
            self.note(&field("description"), OrderProblemKind::Guessed, None, Some("?"));
            "?".to_owned()
        });
        let sku = self.fit(&field("sku"), item.sku.as_ref(), 60);
        let hs_code = self.fit(&field("hs_code"), item.hs_code.as_ref(), 14);
        let origin = self.find_country(&field("origin_country_id"), item.origin_country.as_ref());
        let grams = item.unit_weight_g.filter(|grams| *grams > Decimal::ZERO);
        let grams = grams.and_then(|grams| grams.checked_mul(item.quantity));
        let grams = self.bound(&field("net_weight_g"), grams);
        let value = item.unit_value.filter(|_| has_values).map(|value| value.round_dp(UNIT_DECIMALS));
        let value = self.bound(&field("unit_value"), value);
        json!({
            "description": description, "sku": sku, "hs_code": hs_code, "origin_country_id": origin,
            "quantity": item.quantity, "unit_value": value, "net_weight_g": grams.and_then(|grams| grams.to_f64()),
        })
    }

    /// A figure that is too large is left out.
    fn bound(&mut self, field: &str, figure: Option<Decimal>) -> Option<Decimal> {
        let figure = figure?;
        if figure <= Decimal::from(MOST) {
            return Some(figure);
        }
        self.leave_out(field, MessageCode::Invalid, &figure.to_string());
        None
    }

    /// Without parcels, the items are in one, whose packing weighs nothing.
    fn put_parcels(&mut self, order: &ShopOrderInput, sold: &[&OrderItem]) {
        if !order.parcels.is_empty() {
            return self.set("parcels", json!(order.parcels));
        }
        let weigh = |item: &&OrderItem| {
            item.unit_weight_g.filter(|grams| *grams > Decimal::ZERO)?.checked_mul(item.quantity)
        };
        let grams = add_all(sold.iter().map(weigh)).map(|grams| grams.ceil());
        if let Some(grams) = grams.and_then(|grams| grams.to_i32()).filter(|grams| i64::from(*grams) <= MOST)
        {
            self.note("parcels", OrderProblemKind::Guessed, None, Some(&format!("1 × {grams} g")));
            self.set("parcels", json!([{ "weight_g": grams }]));
        }
    }
}

/// The value of all goods, of which documents print each in whole coins; none if that of some is unknown.
fn add_values(items: &[&OrderItem], currency: &str) -> Option<Decimal> {
    let total = |item: &&OrderItem| {
        let value = item.unit_value?.round_dp(UNIT_DECIMALS).checked_mul(item.quantity)?;
        Some(round_to_coins(value, Some(currency)))
    };
    add_all(items.iter().map(total)).filter(|sum| *sum <= Decimal::from(MOST))
}

/// The sum of some figures; none if there are none, or one of them is unknown.
fn add_all(mut figures: impl Iterator<Item = Option<Decimal>>) -> Option<Decimal> {
    let first = figures.next()??;
    figures.try_fold(first, |sum, figure| sum.checked_add(figure?))
}
