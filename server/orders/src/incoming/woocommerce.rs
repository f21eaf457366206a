//! Orders of WooCommerce, as its webhooks `order.created` and `order.updated` send them.

use rust_decimal::Decimal;
use serde_json::Value;
use server_core::http::amounts::UNIT_DECIMALS;

use super::json::{join_name, read_decimal, read_first, read_list, read_text};
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
    Some(ReadOrder {
        number,
        currency: read_text(order, "currency"),
        recipient,
        items: read_list(order, "line_items").iter().map(to_item).collect(),
        notes: read_text(order, "customer_note"),
        problems,
    })
}

/// Whether the shop waits for something before it sends: such an order comes again when it goes on.
pub fn is_waiting(order: &Value) -> bool {
    let status = read_text(order, "status").unwrap_or_default();
    !["processing", "completed", "on-hold"].contains(&status.as_str())
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

/// `total` is after discounts and without taxes. A shop does not send weights.
fn to_item(line: &Value) -> OrderItem {
    let quantity = read_decimal(line, "quantity").unwrap_or_default();
    let total = read_decimal(line, "total");
    let of_unit = total.filter(|_| quantity > Decimal::ZERO).and_then(|total| total.checked_div(quantity));
    OrderItem {
        description: read_text(line, "name").unwrap_or_default(),
        sku: read_text(line, "sku"),
        quantity,
        unit_value: of_unit.map(|value| value.round_dp(UNIT_DECIMALS).normalize()),
        unit_weight_g: None,
        hs_code: None,
        origin_country: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
            [("processing", false), ("on-hold", false), ("pending", true), ("cancelled", true), ("", true)]
        {
            assert_eq!(is_waiting(&json!({ "status": status })), waits, "{status}");
        }
        assert!(read_order(&json!({ "status": "processing" })).is_none());
    }
}
