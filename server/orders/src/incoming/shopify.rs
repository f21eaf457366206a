//! Orders of Shopify, as its webhooks `orders/create` and `orders/paid` send them.

use rust_decimal::Decimal;
use serde_json::Value;
use server_core::http::amounts::UNIT_DECIMALS;

use super::json::{join_name, read_decimal, read_first, read_list, read_text};
use super::line_value::share_total;
use super::model::{OrderItem, OrderParty};
use super::topic::{ReadOrder, note_guess, note_left_out};
use freight::shipments::shop_order::OrderProblem;

/// None for something else than an order.
pub fn read_order(order: &Value) -> Option<ReadOrder> {
    let mut problems = Vec::new();
    let number = read_first(order, &["name", "order_number", "id"])?;
    let (address, is_guess) = find_address(order);
    let recipient = address.map_or_else(OrderParty::default, |address| to_party(order, address));
    if is_guess {
        note_guess(&mut problems, "to_address_1", None, recipient.street.as_deref());
    }
    let currency = read_text(order, "currency");
    let mut items = Vec::new();
    for line in read_list(order, "line_items") {
        if line["requires_shipping"] == false {
            note_left_out(&mut problems, "items", read_first(line, &["name", "title"]));
            continue;
        }
        let (of_line, before) = to_items(line, currency.as_deref());
        for item in of_line {
            if item.quantity <= Decimal::ZERO {
                note_left_out(&mut problems, "items", Some(item.description));
                continue;
            }
            note_guesses(&mut problems, items.len(), &item, before.as_deref());
            items.push(item);
        }
    }
    Some(ReadOrder { number, currency, recipient, items, notes: read_text(order, "note"), problems })
}

/// The address to send to. Orders without one are for digital goods, or for somebody who is known otherwise.
fn find_address(order: &Value) -> (Option<&Value>, bool) {
    let there = |value: &'_ Value| value.is_object();
    let [shipping, billing] = [&order["shipping_address"], &order["billing_address"]];
    let usual = &order["customer"]["default_address"];
    match (there(shipping), there(billing), there(usual)) {
        (true, ..) => (Some(shipping), false),
        (false, true, _) => (Some(billing), true),
        (false, false, true) => (Some(usual), true),
        (false, false, false) => (None, false),
    }
}

fn to_party(order: &Value, address: &Value) -> OrderParty {
    OrderParty {
        name: read_text(address, "name").or_else(|| join_name(address)),
        company: read_text(address, "company"),
        email: read_first(order, &["email", "contact_email"]),
        phone: read_text(address, "phone").or_else(|| read_text(order, "phone")),
        document: None,
        street: read_text(address, "address1"),
        house_number: None,
        complement: read_text(address, "address2"),
        district: None,
        city: read_text(address, "city"),
        state: read_first(address, &["province_code", "province"]),
        postcode: read_text(address, "zip"),
        country: read_text(address, "country_code"),
    }
}

/// Notes the value of an item that was another one before discounts, and its weight, which shops guess.
fn note_guesses(problems: &mut Vec<OrderProblem>, at: usize, item: &OrderItem, before: Option<&str>) {
    if before.is_some() {
        let used = item.unit_value.map(|value| value.to_string());
        note_guess(problems, &format!("items.{at}.unit_value"), before, used.as_deref());
    }
    if let Some(grams) = item.unit_weight_g {
        note_guess(problems, &format!("items.{at}.net_weight_g"), None, Some(&grams.to_string()));
    }
}

/// The items of a line with what was paid for them after discounts, and the price before them if it is another one.
fn to_items(line: &Value, currency: Option<&str>) -> (Vec<OrderItem>, Option<String>) {
    let quantity = read_decimal(line, "current_quantity").or_else(|| read_decimal(line, "quantity"));
    let quantity = quantity.unwrap_or_default();
    let price =
        read_decimal(line, "price").or_else(|| read_decimal(&line["price_set"]["shop_money"], "amount"));
    let ordered = read_decimal(line, "quantity").filter(|ordered| *ordered > Decimal::ZERO);
    let amounts =
        read_list(line, "discount_allocations").iter().filter_map(|one| read_decimal(one, "amount"));
    let discount = amounts.fold(Decimal::ZERO, Decimal::saturating_add);
    let of_unit = ordered.and_then(|ordered| discount.checked_div(ordered)).unwrap_or_default();
    let item = OrderItem {
        description: read_first(line, &["name", "title"]).unwrap_or_default(),
        sku: read_text(line, "sku"),
        quantity,
        unit_value: price.map(|price| price.round_dp(UNIT_DECIMALS).normalize()),
        unit_weight_g: read_decimal(line, "grams").filter(|grams| *grams > Decimal::ZERO),
        hs_code: None,
        origin_country: None,
    };
    let Some(before) = price.filter(|_| !of_unit.is_zero()) else { return (vec![item], None) };
    let paid = before.saturating_sub(of_unit).max(Decimal::ZERO).saturating_mul(quantity);
    (share_total(item, paid, currency), Some(before.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn order() -> Value {
        json!({
            "id": 5_512_340_001_i64, "name": "#1042", "order_number": 1042, "currency": "BRL", "email": "maria@example.com",
            "note": "Presente", "phone": null,
            "shipping_address": {
                "first_name": "Maria", "last_name": "Müller", "name": "Maria Müller", "company": null, "phone": "+49 30 901820",
                "address1": "Hauptstraße 5", "address2": "3. OG", "city": "Berlin", "province": "Berlin",
                "province_code": "BE", "zip": "10119", "country": "Germany", "country_code": "DE",
            },
            "line_items": [
                {
                    "title": "Caneca", "name": "Caneca - Azul", "sku": "CAN-1", "quantity": 2, "price": "64.95", "grams": 450,
                    "requires_shipping": true, "discount_allocations": [{ "amount": "10.00" }],
                },
                { "title": "Vale", "name": "Vale", "quantity": 1, "price": "50.00", "grams": 0, "requires_shipping": false },
            ],
        })
    }

    #[test]
    fn an_order_is_read_with_what_it_does_not_say() {
        let read = read_order(&order()).unwrap();
        assert_eq!((&*read.number, read.currency.as_deref()), ("#1042", Some("BRL")));
        let to = &read.recipient;
        assert_eq!((to.name.as_deref(), to.street.as_deref()), (Some("Maria Müller"), Some("Hauptstraße 5")));
        assert_eq!((to.complement.as_deref(), to.state.as_deref()), (Some("3. OG"), Some("BE")));
        assert_eq!((to.country.as_deref(), to.email.as_deref()), (Some("DE"), Some("maria@example.com")));
        assert_eq!(read.items.len(), 1);
        assert_eq!(read.items[0].description, "Caneca - Azul");
        assert_eq!(read.items[0].unit_value, Some(Decimal::new(5995, 2)), "what was paid for one");
        let fields: Vec<&str> = read.problems.iter().map(|one| one.field.as_str()).collect();
        assert_eq!(fields, ["items.0.unit_value", "items.0.net_weight_g", "items"]);
        assert_eq!(read.problems[0].sent.as_deref(), Some("64.95"));
        assert_eq!(read.problems[2].sent.as_deref(), Some("Vale"));
    }

    #[test]
    fn a_discount_is_taken_from_the_sum_of_its_line() {
        let mut order = order();
        order["line_items"][0]["quantity"] = 300.into();
        order["line_items"][0]["price"] = "0.10".into();
        order["line_items"][0]["discount_allocations"][0]["amount"] = "20.00".into();
        let read = read_order(&order).unwrap();
        let values = read.items.iter().map(|item| (item.quantity, item.unit_value));
        let expected = [(299, Decimal::new(333, 4)), (1, Decimal::new(4, 2))];
        assert_eq!(
            values.collect::<Vec<_>>(),
            expected.map(|(units, value)| (Decimal::from(units), Some(value)))
        );
        assert!(read.problems.iter().any(|one| one.field == "items.1.unit_value"));
    }

    #[test]
    fn a_price_that_stands_in_the_money_of_the_shop_alone_is_read() {
        let line = json!({ "quantity": 1, "price_set": { "shop_money": { "amount": "7.50" } } });
        let (items, before) = to_items(&line, Some("BRL"));
        assert_eq!((items[0].unit_value, before), (Some(Decimal::new(75, 1)), None));
    }

    #[test]
    fn another_address_is_a_guess() {
        let mut order = order();
        order["billing_address"] = order["shipping_address"].take();
        let read = read_order(&order).unwrap();
        assert_eq!(read.recipient.city.as_deref(), Some("Berlin"));
        assert!(read.problems.iter().any(|one| one.field == "to_address_1"));
        order["billing_address"] = Value::Null;
        assert_eq!(read_order(&order).unwrap().recipient.city, None);
    }

    #[test]
    fn goods_that_were_taken_back_are_left_out() {
        let mut order = order();
        order["line_items"][0]["current_quantity"] = 0.into();
        let read = read_order(&order).unwrap();
        assert!(read.items.is_empty() && read.problems.iter().all(|one| one.field == "items"));
    }

    #[test]
    fn something_else_is_no_order() {
        for odd in [json!(null), json!([]), json!({}), json!({ "name": " " }), json!("order")] {
            assert!(read_order(&odd).is_none(), "{odd}");
        }
    }
}
