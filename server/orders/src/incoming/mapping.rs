//! The fields of a shipment from an order. Pure. Each value that was guessed, cut or not usable is noted with its field.

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde_json::{Map, Value, json};

use super::model::{OrderItem, OrderParty, ShopOrderInput};
use super::places::Places;
use freight::address_book::Party;
use freight::shipments::fields::ShipmentInput;
use freight::shipments::shop_order::{OrderProblem, OrderProblemKind};
use server_core::http::amounts::UNIT_DECIMALS;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use trade::goods::ContentsType;
use trade::money::decimals_of;

/// Characters of a value that are shown with a problem.
const SHOWN: usize = 200;

/// A shipment to store, with what somebody has to look at.
pub struct MappedOrder {
    pub input: ShipmentInput,
    pub problems: Vec<OrderProblem>,
}

/// Fields that are being collected.
struct Mapping<'a> {
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
    mapping.put("source", order.channel.as_str());
    mapping.put("external_ref", order.number.as_str());
    mapping.put("client_id", json!(order.client_id));
    mapping.put("service_id", json!(order.service_id));
    mapping.put_text("notes", order.notes.as_ref(), 4000);
    match (&order.sender, sender) {
        (Some(sender), _) => mapping.put_party("from", sender),
        (None, Some(client)) => mapping.put_client(client),
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
    fn put(&mut self, field: &str, value: impl Into<Value>) {
        self.fields.insert(field.to_owned(), value.into());
    }

    fn note(&mut self, field: &str, kind: OrderProblemKind, sent: Option<&str>, used: Option<&str>) {
        let shown = |text: &str| text.chars().take(SHOWN).collect();
        self.problems.push(OrderProblem {
            field: field.to_owned(),
            kind,
            code: None,
            sent: sent.map(shown),
            used: used.map(shown),
        });
    }

    fn leave_out(&mut self, field: &str, code: MessageCode, sent: &str) {
        self.note(field, OrderProblemKind::LeftOut, Some(sent), None);
        if let Some(last) = self.problems.last_mut() {
            last.code = Some(code.as_str().to_owned());
        }
    }

    /// A text without control characters, cut to the length of its field.
    fn fit(&mut self, field: &str, text: Option<&String>, most: usize) -> Option<String> {
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
        self.put(field, json!(text));
    }

    fn put_party(&mut self, side: &str, party: &OrderParty) {
        let field = |name: &str| format!("{side}_{name}");
        let is_company = party.name.is_none() && party.company.is_some();
        self.put(&field("person_type"), if is_company { 2 } else { 1 });
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
        self.put(&field("country_id"), json!(country_id));
        let state = party.state.as_ref().map(|state| state.trim()).filter(|state| !state.is_empty());
        let Some((state, country_id)) = state.zip(country_id) else { return };
        match self.places.find_state(country_id, state) {
            Some(id) => self.put(&field("state_id"), id),
            // Many countries have no states that parcels need.
            None if self.places.states.iter().all(|known| known.country_id != country_id) => {}
            None => self.leave_out(&field("state_id"), MessageCode::UnknownState, state),
        }
    }

    fn find_country(&mut self, field: &str, code: Option<&String>) -> Option<i16> {
        let code = code.map(|code| code.trim()).filter(|code| !code.is_empty())?;
        let found = self.places.find_country(code);
        if found.is_none() {
            self.leave_out(field, MessageCode::UnknownCountry, code);
        }
        found
    }

    /// The client as the sender, as the form of a shipment proposes it.
    fn put_client(&mut self, client: Party) {
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
            self.put(&format!("from_{name}"), value);
        }
    }

    fn put_direction(&mut self, home: i16) {
        let country = |field: &str| self.fields.get(field).and_then(Value::as_i64);
        let direction = match (country("from_country_id"), country("to_country_id")) {
            (Some(from), Some(to)) if from == to => "domestic",
            (_, Some(to)) if to == i64::from(home) => "import",
            _ => "export",
        };
        self.put("direction", direction);
    }

    fn put_contents(&mut self, contents: Option<ContentsType>) {
        let usual = ContentsType::Merchandise;
        if contents.is_none() {
            self.note("contents_type", OrderProblemKind::Guessed, None, Some(usual.as_str()));
        }
        self.put("contents_type", contents.unwrap_or(usual).as_str());
    }

    fn put_goods(&mut self, order: &ShopOrderInput) {
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
            sold.iter().enumerate().map(|(at, item)| self.to_item(at, item, has_values)).collect();
        let value = currency.as_ref().and_then(|code| add_values(&sold, code));
        self.put("currency", json!(currency));
        self.put("declared_value", json!(value));
        self.put("items", items);
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

    fn to_item(&mut self, at: usize, item: &OrderItem, has_values: bool) -> Value {
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
        let weight = item.unit_weight_g.filter(|grams| *grams > Decimal::ZERO);
        let value = item.unit_value.filter(|_| has_values).map(|value| value.round_dp(UNIT_DECIMALS));
        json!({
            "description": description, "sku": sku, "hs_code": hs_code, "origin_country_id": origin,
            "quantity": item.quantity, "unit_value": value,
            "net_weight_g": weight.and_then(|grams| (grams * item.quantity).to_f64()),
        })
    }

    /// Without parcels, the items are in one, whose packing weighs nothing.
    fn put_parcels(&mut self, order: &ShopOrderInput, sold: &[&OrderItem]) {
        if !order.parcels.is_empty() {
            return self.put("parcels", json!(order.parcels));
        }
        let weigh = |item: &&OrderItem| item.unit_weight_g.filter(|grams| *grams > Decimal::ZERO);
        let weights: Option<Vec<Decimal>> =
            sold.iter().map(|item| weigh(item).and_then(|grams| grams.checked_mul(item.quantity))).collect();
        let grams = weights.filter(|all| !all.is_empty()).map(|all| all.iter().sum::<Decimal>().ceil());
        if let Some(grams) = grams.and_then(|grams| grams.to_i32()).filter(|grams| *grams <= 1_000_000_000) {
            self.note("parcels", OrderProblemKind::Guessed, None, Some(&format!("1 × {grams} g")));
            self.put("parcels", json!([{ "weight_g": grams }]));
        }
    }
}

/// The value of all goods; none if that of some is unknown.
fn add_values(items: &[&OrderItem], currency: &str) -> Option<Decimal> {
    let total = |item: &&OrderItem| item.unit_value?.checked_mul(item.quantity);
    let values: Vec<Decimal> = items.iter().map(total).collect::<Option<_>>()?;
    (!values.is_empty()).then(|| values.iter().sum::<Decimal>().round_dp(decimals_of(currency)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::incoming::places::KnownState;
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
