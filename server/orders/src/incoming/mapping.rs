//! The fields of a shipment from an order. Pure. Each value that was guessed, cut or not usable is noted with its field.

use serde_json::{Map, Value, json};

use super::model::{OrderParty, ShopOrderInput};
use super::places::Places;
use freight::address_book::Party;
use freight::shipments::fields::ShipmentInput;
use freight::shipments::shop_order::{OrderProblem, OrderProblemKind};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use trade::goods::ContentsType;

/// Characters of a value that are shown with a problem.
const SHOWN: usize = 200;

/// A shipment to store, with what somebody has to look at.
pub struct MappedOrder {
    pub input: ShipmentInput,
    pub problems: Vec<OrderProblem>,
}

/// Fields that are being collected.
pub(super) struct Mapping<'a> {
    places: &'a Places,
    fields: Map<String, Value>,
    problems: Vec<OrderProblem>,
}

/// `sender` is the client, if the order names nobody; `home` is the country of the company.
pub fn to_shipment(
    order: &ShopOrderInput,
    places: &Places,
    sender: Option<Party>,
    home: i16,
) -> ApiResult<MappedOrder> {
    let mut mapping = Mapping { places, fields: Map::new(), problems: Vec::new() };
    mapping.set("source", order.channel.as_str());
    mapping.set("external_ref", order.number.as_str());
    mapping.set("client_id", json!(order.client_id));
    mapping.set("service_id", json!(order.service_id));
    mapping.put_text("notes", order.notes.as_ref(), 4000);
    match (&order.sender, sender) {
        (Some(sender), _) => mapping.put_party("from", sender),
        (None, Some(client)) => mapping.put_client(&client),
        (None, None) => {}
    }
    mapping.put_party("to", &order.recipient);
    mapping.put_direction(home);
    mapping.put_contents(order.contents_type);
    mapping.put_goods(order);
    let input = serde_json::from_value(Value::Object(mapping.fields)).map_err(ApiError::internal)?;
    Ok(MappedOrder { input, problems: mapping.problems })
}

impl Mapping<'_> {
    pub(super) fn set(&mut self, field: &str, value: impl Into<Value>) {
        self.fields.insert(field.to_owned(), value.into());
    }

    pub(super) fn note(
        &mut self,
        field: &str,
        kind: OrderProblemKind,
        sent: Option<&str>,
        used: Option<&str>,
    ) {
        let shown = |text: &str| text.chars().take(SHOWN).collect();
        self.problems.push(OrderProblem {
            field: field.to_owned(),
            kind,
            code: None,
            sent: sent.map(shown),
            used: used.map(shown),
        });
    }

    pub(super) fn leave_out(&mut self, field: &str, code: MessageCode, sent: &str) {
        self.note(field, OrderProblemKind::LeftOut, Some(sent), None);
        if let Some(last) = self.problems.last_mut() {
            last.code = Some(code.as_str().to_owned());
        }
    }

    /// A text without control characters, cut to the length of its field.
    pub(super) fn fit(&mut self, field: &str, text: Option<&String>, most: usize) -> Option<String> {
        let is_kept = |char: &char| !char.is_control() || (field == "notes" && *char == '\n');
        let whole: String = text?.chars().filter(is_kept).collect();
        let whole = whole.trim();
        if whole.chars().count() <= most {
            return (!whole.is_empty()).then(|| whole.to_owned());
        }
        let cut: String = whole.chars().take(most).collect();
        self.note(field, OrderProblemKind::Shortened, Some(whole), Some(&cut));
        Some(cut)
    }

    fn put_text(&mut self, field: &str, text: Option<&String>, most: usize) {
        let text = self.fit(field, text, most);
        self.set(field, json!(text));
    }

    fn put_party(&mut self, side: &str, party: &OrderParty) {
        let field = |name: &str| format!("{side}_{name}");
        let is_company = party.name.is_none() && party.company.is_some();
        self.set(&field("person_type"), if is_company { 2 } else { 1 });
        let name = if is_company { party.company.as_ref() } else { party.name.as_ref() };
        self.put_text(&field("name"), name, 200);
        self.put_text(&field("trading_name"), party.company.as_ref().filter(|_| !is_company), 200);
        for (name, text, most) in [
            ("email", &party.email, 254),
            ("phone", &party.phone, 40),
            ("document", &party.document, 40),
            ("address_1", &party.street, 200),
            ("address_number", &party.house_number, 20),
            ("address_complement", &party.complement, 100),
            ("address_2", &party.district, 200),
            ("city", &party.city, 120),
            ("postcode", &party.postcode, 20),
        ] {
            self.put_text(&field(name), text.as_ref(), most);
        }
        let country_id = self.find_country(&field("country_id"), party.country.as_ref());
        self.set(&field("country_id"), json!(country_id));
        let state = party.state.as_ref().map(|state| state.trim()).filter(|state| !state.is_empty());
        let Some((state, country_id)) = state.zip(country_id) else { return };
        match self.places.find_state(country_id, state) {
            Some(id) => self.set(&field("state_id"), id),
            // Many countries have no states that parcels need.
            None if self.places.states.iter().all(|known| known.country_id != country_id) => {}
            None => self.leave_out(&field("state_id"), MessageCode::UnknownState, state),
        }
    }

    pub(super) fn find_country(&mut self, field: &str, code: Option<&String>) -> Option<i16> {
        let code = code.map(|code| code.trim()).filter(|code| !code.is_empty())?;
        let found = self.places.find_country(code);
        if found.is_none() {
            self.leave_out(field, MessageCode::UnknownCountry, code);
        }
        found
    }

    /// The client as the sender, as the form of a shipment proposes it.
    fn put_client(&mut self, client: &Party) {
        self.note("from_name", OrderProblemKind::Guessed, None, client.name.as_deref());
        for (name, value) in [
            ("person_type", json!(client.person_type)),
            ("name", json!(client.name)),
            ("trading_name", json!(client.trading_name)),
            ("responsible", json!(client.responsible)),
            ("document_type", json!(client.document_type)),
            ("document", json!(client.document)),
            ("ie", json!(client.ie)),
            ("email", json!(client.email)),
            ("phone", json!(client.phone)),
            ("country_id", json!(client.country_id)),
            ("postcode", json!(client.postcode)),
            ("address_1", json!(client.address_1)),
            ("address_2", json!(client.address_2)),
            ("address_number", json!(client.address_number)),
            ("address_complement", json!(client.address_complement)),
            ("state_id", json!(client.state_id)),
            ("city", json!(client.city)),
        ] {
            self.set(&format!("from_{name}"), value);
        }
    }

    fn put_direction(&mut self, home: i16) {
        let country = |field: &str| self.fields.get(field).and_then(Value::as_i64);
        let direction = match (country("from_country_id"), country("to_country_id")) {
            (Some(from), Some(to)) if from == to => "domestic",
            (_, Some(to)) if to == i64::from(home) => "import",
            _ => "export",
        };
        self.set("direction", direction);
    }

    fn put_contents(&mut self, contents: Option<ContentsType>) {
        let usual = ContentsType::Merchandise;
        if contents.is_none() {
            self.note("contents_type", OrderProblemKind::Guessed, None, Some(usual.as_str()));
        }
        self.set("contents_type", contents.unwrap_or(usual).as_str());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::incoming::model::OrderItem;
    use crate::incoming::places::KnownState;
    use rust_decimal::Decimal;
    use std::collections::BTreeMap;

    fn places() -> Places {
        Places {
            countries: BTreeMap::from([("BR".to_owned(), 32), ("DE".to_owned(), 81)]),
            states: vec![KnownState {
                country_id: 32,
                id: 16,
                code: "RJ".into(),
                name: "Rio de Janeiro".into(),
            }],
        }
    }

    fn item(value: Option<i64>, weight: Option<i64>) -> OrderItem {
        OrderItem {
            description: "Caneca".into(),
            sku: Some("SKU-1".into()),
            quantity: Decimal::TWO,
            unit_value: value.map(|cents| Decimal::new(cents, 2)),
            unit_weight_g: weight.map(Decimal::from),
            hs_code: None,
            origin_country: None,
        }
    }

    fn order() -> ShopOrderInput {
        let party = |country: &str| OrderParty {
            name: Some(" Maria Müller ".into()),
            street: Some("Hauptstraße".into()),
            country: Some(country.into()),
            ..OrderParty::default()
        };
        ShopOrderInput {
            channel: "loja".into(),
            number: "1042".into(),
            client_id: None,
            service_id: None,
            currency: Some("brl".into()),
            contents_type: Some(ContentsType::Gift),
            sender: Some(party("br")),
            recipient: party("DE"),
            items: vec![item(Some(6495), Some(450))],
            parcels: vec![],
            notes: None,
        }
    }

    fn map(order: &ShopOrderInput) -> MappedOrder {
        to_shipment(order, &places(), None, 32).unwrap()
    }

    /// Fields with problems of a kind.
    fn noted(mapped: &MappedOrder, kind: OrderProblemKind) -> Vec<&str> {
        mapped.problems.iter().filter(|one| one.kind == kind).map(|one| one.field.as_str()).collect()
    }

    #[test]
    fn an_order_fills_a_shipment_and_says_what_it_guessed() {
        let mapped = map(&order());
        let fields = &mapped.input.fields;
        assert_eq!((fields.source.as_str(), fields.external_ref.as_deref()), ("loja", Some("1042")));
        assert_eq!((fields.from_country_id, fields.to_country_id), (Some(32), Some(81)));
        assert_eq!(fields.to_name.as_deref(), Some("Maria Müller"));
        assert_eq!(fields.declared_value, Some(Decimal::new(12_990, 2)));
        assert_eq!(mapped.input.items[0].net_weight_g, Some(900.0));
        assert_eq!(mapped.input.parcels[0].weight_g, Some(900));
        assert_eq!(noted(&mapped, OrderProblemKind::Guessed), ["parcels"]);
        assert_eq!(mapped.problems.len(), 1);
    }

    #[test]
    fn the_declared_value_is_what_documents_print_of_the_goods() {
        let mut order = order();
        let half = OrderItem {
            quantity: Decimal::ONE,
            unit_value: Some(Decimal::new(10_005, 3)),
            ..order.items[0].clone()
        };
        order.items = vec![half.clone()];
        assert_eq!(map(&order).input.fields.declared_value, Some(Decimal::new(1_001, 2)));
        order.items.push(half);
        let mapped = map(&order);
        assert_eq!(mapped.input.fields.declared_value, Some(Decimal::new(2_002, 2)));
    }

    #[test]
    fn a_value_that_is_not_known_is_left_to_people() {
        let mut order = order();
        order.items.push(item(None, None));
        order.contents_type = None;
        let mapped = map(&order);
        assert_eq!((mapped.input.fields.declared_value, mapped.input.parcels.len()), (None, 0));
        assert_eq!(noted(&mapped, OrderProblemKind::Guessed), ["contents_type"]);
        order.currency = Some("R$".into());
        let mapped = map(&order);
        assert_eq!(noted(&mapped, OrderProblemKind::LeftOut), ["currency"]);
        assert_eq!(mapped.input.items[0].unit_value, None, "an amount without a currency says nothing");
    }

    #[test]
    fn what_nobody_knows_is_left_out_with_what_was_sent() {
        let mut order = order();
        order.recipient.country = Some("XX".into());
        order.sender.as_mut().unwrap().state = Some("Atlantis".into());
        order.items[0].origin_country = Some("QQ".into());
        let mapped = map(&order);
        let of = |field: &str| mapped.problems.iter().find(|one| one.field == field).unwrap();
        assert_eq!(of("to_country_id").sent.as_deref(), Some("XX"));
        assert_eq!(of("from_state_id").code.as_deref(), Some("unknown_state"));
        assert_eq!(of("items.0.origin_country_id").code.as_deref(), Some("unknown_country"));
        assert_eq!(mapped.input.fields.to_country_id, None);
        order.sender.as_mut().unwrap().state = Some("rio de janeiro".into());
        assert_eq!(map(&order).input.fields.from_state_id, Some(16));
        order.recipient.country = Some("DE".into());
        order.recipient.state = Some("Berlin".into());
        assert!(
            !map(&order).problems.iter().any(|one| one.field == "to_state_id"),
            "no state is needed there"
        );
    }

    #[test]
    fn long_and_odd_texts_are_cut_and_shown() {
        let mut order = order();
        order.recipient.street = Some("a".repeat(250));
        order.recipient.city = Some("Ber\u{0}lin\n".into());
        order.items[0].description = " ".into();
        let mapped = map(&order);
        assert_eq!(mapped.input.fields.to_address_1.as_ref().unwrap().len(), 200);
        assert_eq!(mapped.input.fields.to_city.as_deref(), Some("Berlin"));
        assert_eq!(noted(&mapped, OrderProblemKind::Shortened), ["to_address_1"]);
        assert_eq!(mapped.input.items[0].description, "SKU-1");
        assert!(noted(&mapped, OrderProblemKind::Guessed).contains(&"items.0.description"));
    }

    #[test]
    fn goods_that_were_taken_back_are_not_sent() {
        let mut order = order();
        order.items.insert(0, OrderItem { quantity: Decimal::ZERO, ..item(Some(100), Some(5)) });
        let mapped = map(&order);
        assert_eq!((mapped.input.items.len(), mapped.input.parcels[0].weight_g), (1, Some(900)));
        assert_eq!(noted(&mapped, OrderProblemKind::LeftOut), ["items"]);
    }

    #[test]
    fn the_client_sends_what_names_no_sender() {
        let client = Party {
            person_type: freight::shipments::fields::PersonType::Company,
            name: Some("Loja Horizonte".into()),
            trading_name: None,
            responsible: None,
            document_type: None,
            document: None,
            ie: None,
            email: None,
            phone: None,
            country_id: Some(32),
            postcode: None,
            address_1: Some("Avenida Paulista".into()),
            address_2: None,
            address_number: None,
            address_complement: None,
            state_id: None,
            city: Some("São Paulo".into()),
        };
        let order = ShopOrderInput { sender: None, ..order() };
        let mapped = to_shipment(&order, &places(), Some(client), 81).unwrap();
        assert_eq!(mapped.input.fields.from_name.as_deref(), Some("Loja Horizonte"));
        assert_eq!(mapped.input.fields.direction.as_str(), "import");
        assert!(noted(&mapped, OrderProblemKind::Guessed).contains(&"from_name"));
    }
}
