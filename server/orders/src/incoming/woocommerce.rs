//! Orders of WooCommerce, as its webhooks `order.created` and `order.updated` send them.

use serde_json::Value;
use server_core::http::amounts::UNIT_DECIMALS;

use super::json::{join_name, read_decimal, read_first, read_list, read_text};
use super::line_value::share_total;
use super::model::{OrderItem, OrderParty};
use super::topic::{ReadOrder, note_guess};

/// None for something else than an order.
pub fn read_order(order: &Value) -> Option<ReadOrder> {
    let mut problems = Vec::new();
    let number = read_first(order, &["number", "id"])?;
    let (shipping, billing) = (&order["shipping"], &order["billing"]);
    let is_guess = read_text(shipping, "address_1").is_none() && read_text(billing, "address_1").is_some();
    let recipient = to_party(if is_guess { billing } else { shipping }, billing);
    if is_guess {
        note_guess(&mut problems, "to_address_1", None, recipient.street.as_deref());
    }
    let currency = read_text(order, "currency");
    let lines = read_list(order, "line_items").iter();
    Some(ReadOrder {
        number,
        items: lines.flat_map(|line| to_items(line, currency.as_deref())).collect(),
        currency,
        recipient,
        notes: read_text(order, "customer_note"),
        problems,
    })
}

/// Whether the shop still waits for its money: such an order comes again when it goes on. On hold, it waits for a transfer.
pub fn is_waiting(order: &Value) -> bool {
    !has_status(order, &["processing", "completed"])
}

/// Whether nothing is sent any more.
pub fn is_cancelled(order: &Value) -> bool {
    has_status(order, &["cancelled", "refunded"])
}

fn has_status(order: &Value, statuses: &[&str]) -> bool {
    read_text(order, "status").is_some_and(|status| statuses.contains(&status.as_str()))
}

/// Contacts and tax numbers are with the bill. House number, district and tax numbers come from add-ons for Brazil.
fn to_party(address: &Value, billing: &Value) -> OrderParty {
    OrderParty {
        name: join_name(address).or_else(|| join_name(billing)),
        company: read_text(address, "company"),
        email: read_text(billing, "email"),
        phone: read_text(address, "phone").or_else(|| read_text(billing, "phone")),
        document: read_first(billing, &["cpf", "cnpj"]),
        street: read_text(address, "address_1"),
        house_number: read_text(address, "number"),
        complement: read_text(address, "address_2"),
        district: read_text(address, "neighborhood"),
        city: read_text(address, "city"),
        state: read_text(address, "state"),
        postcode: read_text(address, "postcode"),
        country: read_text(address, "country"),
    }
}

/// `total` is after discounts and without taxes, as is `price`, which add-ons leave out. A shop does not send weights.
fn to_items(line: &Value, currency: Option<&str>) -> Vec<OrderItem> {
    let price = read_decimal(line, "price");
    let item = OrderItem {
        description: read_text(line, "name").unwrap_or_default(),
        sku: read_text(line, "sku"),
        quantity: read_decimal(line, "quantity").unwrap_or_default(),
        unit_value: price.map(|value| value.round_dp(UNIT_DECIMALS).normalize()),
        unit_weight_g: None,
        hs_code: None,
        origin_country: None,
    };
    match read_decimal(line, "total") {
        Some(total) => share_total(item, total, currency),
        None => vec![item],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::Decimal;
    use serde_json::json;

    fn order() -> Value {
        json!({
            "id": 727, "number": "727", "status": "processing", "currency": "BRL", "customer_note": "",
            "billing": {
                "first_name": "João", "last_name": "Souza", "company": "", "address_1": "Rua da Aurora", "number": "295",
                "neighborhood": "Boa Vista", "address_2": "", "city": "Recife", "state": "PE", "postcode": "50050-000",
                "country": "BR", "email": "joao@example.com", "phone": "(81) 3222-0000", "cpf": "529.982.247-25",
            },
            "shipping": {
                "first_name": "", "last_name": "", "company": "", "address_1": "", "address_2": "", "city": "", "state": "",
                "postcode": "", "country": "",
            },
            "line_items": [
                { "id": 315, "name": "Camiseta", "sku": "", "quantity": 3, "subtotal": "60.00", "total": "50.00", "price": 16.6667 },
            ],
        })
    }

    #[test]
    fn an_order_without_a_shipping_address_goes_to_the_address_of_the_bill() {
        let read = read_order(&order()).unwrap();
        let to = &read.recipient;
        assert_eq!((to.name.as_deref(), to.street.as_deref()), (Some("João Souza"), Some("Rua da Aurora")));
        assert_eq!(
            (to.house_number.as_deref(), to.document.as_deref()),
            (Some("295"), Some("529.982.247-25"))
        );
        assert_eq!(read.problems.len(), 1);
        assert_eq!(read.problems[0].field, "to_address_1");
        assert_eq!(read.items[0].unit_value, Some(Decimal::new(166_667, 4)));
        assert_eq!((read.items[0].unit_weight_g, read.items[0].sku.as_deref()), (None, None));
    }

    #[test]
    fn goods_are_worth_what_was_paid_for_their_line() {
        let values = |line: &Value| -> Vec<String> {
            let items = to_items(line, Some("BRL")).into_iter();
            items.map(|item| format!("{} × {:?}", item.quantity, item.unit_value)).collect()
        };
        assert_eq!(values(&json!({ "quantity": 3, "total": "50.00" })), ["3 × Some(16.6667)"]);
        let shared = values(&json!({ "quantity": 300, "total": "10.00" }));
        assert_eq!(shared, ["299 × Some(0.0333)", "1 × Some(0.04)"]);
        assert_eq!(values(&json!({ "quantity": 3, "price": 16.5 })), ["3 × Some(16.5)"]);
        assert_eq!(values(&json!({ "quantity": 3 })), ["3 × None"]);
    }

    #[test]
    fn the_shipping_address_is_no_guess() {
        let mut order = order();
        order["shipping"]["address_1"] = "Rua do Sol".into();
        let read = read_order(&order).unwrap();
        assert_eq!((read.recipient.street.as_deref(), read.problems.len()), (Some("Rua do Sol"), 0));
        assert_eq!(read.recipient.email.as_deref(), Some("joao@example.com"));
    }

    #[test]
    fn an_order_that_is_not_paid_waits() {
        for (status, waits) in
            [("processing", false), ("on-hold", true), ("pending", true), ("cancelled", true), ("", true)]
        {
            assert_eq!(is_waiting(&json!({ "status": status })), waits, "{status}");
        }
        assert!(read_order(&json!({ "status": "processing" })).is_none());
        let is_over = |status: &str| is_cancelled(&json!({ "status": status }));
        assert_eq!(["cancelled", "refunded", "on-hold", "failed"].map(is_over), [true, true, false, false]);
    }
}
