//! Parts that all documents of a shipment share.

use rust_decimal::Decimal;

use super::goods::{self, Totals};
use super::store::Papers;
use super::words;
use crate::shipments::labels::model::{Stationery, english};
use paper::data::{Data, Row};
use paper::party::{Party, join_parts};
use server_core::mail::{MailError, TenantLink};
use trade::figures::{self, Money};
use trade::identifiers::S10;

/// Texts of the company, the shipment, its parties and its goods, in the language of the stationery.
pub fn data(stationery: &Stationery, papers: &Papers, name: &str) -> Result<Data, MailError> {
    let shipment = papers.shipment();
    let fields = &shipment.fields;
    let code = &shipment.tracking_code;
    let link = TenantLink::new(&stationery.origin, &stationery.tenant, &format!("/tracking?codes={code}"))?;
    let title = format!("{name} {code}");
    let mut data = Data::new(title, stationery.carrier.clone(), stationery.mark.clone());
    let (sender, receiver) = (stationery.sender(shipment), stationery.receiver(shipment));
    let date = stationery.day_of(shipment.created_at, fields.shipped_on);
    data.set("carrier", &stationery.carrier);
    data.set("footer", stationery.footer.clone().unwrap_or_default());
    data.set("service", stationery.one_of(shipment.service_titles.as_ref()));
    data.set("code", code);
    data.set("code_shown", S10::parse(code).map_or_else(|_| code.clone(), |code| code.to_formatted()));
    data.set("tracking_url", link.to_string());
    data.set("date", figures::date(date, stationery.language, stationery.habits));
    data.set("reference", fields.external_ref.clone().unwrap_or_default());
    data.set("currency", papers.currency());
    data.set("incoterm", fields.incoterm.clone().unwrap_or_default());
    data.set("undeliverable", words::undeliverable(fields.non_delivery, stationery.language));
    data.set("pieces", papers.consignment.parcels.len().max(1).to_string());
    data.set("postage", money(stationery, papers, fields.freight_declared));
    data.set("insured", money(stationery, papers, fields.insurance_value));
    data.set("origin", join_parts(&[&sender.city, &sender.country], ", "));
    party(&mut data, SENDER, &sender);
    party(&mut data, RECEIVER, &receiver);
    totals(&mut data, stationery, papers);
    Ok(data)
}

/// An amount with its currency; empty without one.
pub fn money(stationery: &Stationery, papers: &Papers, amount: Option<Decimal>) -> String {
    let money = amount.map(|amount| Money { amount, currency: papers.currency().to_owned() });
    money.map(|money| figures::money(&money, stationery.language)).unwrap_or_default()
}

type Paths = [&'static str; 6];

const SENDER: Paths =
    ["sender.name", "sender.address", "sender.country", "sender.phone", "sender.email", "sender.document"];
const RECEIVER: Paths = [
    "receiver.name",
    "receiver.address",
    "receiver.country",
    "receiver.phone",
    "receiver.email",
    "receiver.document",
];

fn party(data: &mut Data, [name, address, country, phone, email, document]: Paths, party: &Party) {
    data.set(name, &party.name);
    data.set(address, party.address().join("\n"));
    data.set(country, &party.country);
    data.set(phone, party.phone.clone().unwrap_or_default());
    data.set(email, party.email.clone().unwrap_or_default());
    data.set(document, party.document.clone().unwrap_or_default());
}

fn totals(data: &mut Data, stationery: &Stationery, papers: &Papers) {
    let totals = Totals::of(papers);
    data.set("total.net", goods::kilograms(totals.net_mg, stationery.language));
    let gross = totals.gross_g.map(|grams| goods::kilograms_of_grams(grams, stationery.language));
    data.set("total.gross", gross.unwrap_or_default());
    data.set("total.value", goods::amount(totals.value, papers.currency(), stationery.language));
    data.set_rows("items", items(stationery, papers));
}

fn items(stationery: &Stationery, papers: &Papers) -> Vec<Row> {
    let (language, currency) = (stationery.language, papers.currency());
    let shown =
        |amount: Option<Decimal>| amount.map(|it| goods::amount(it, currency, language)).unwrap_or_default();
    let rows = papers.goods.iter().zip(1..).map(|(item, number)| {
        let names = item.origin_names.as_ref();
        let net = goods::net_mg(item).map(|milligrams| goods::kilograms(milligrams, language));
        let country = stationery.one_of(names);
        Row::from([
            ("number", i32::to_string(&number)),
            ("description", item.description.clone()),
            ("quantity", goods::quantity(item, language)),
            ("net_weight", net.unwrap_or_default()),
            ("unit_value", shown(item.unit_value)),
            ("value", shown(goods::line_value(item, currency))),
            ("hs_code", item.hs_code.clone().unwrap_or_default()),
            ("origin", if country.is_empty() { english(names) } else { country }),
            ("origin_code", item.origin_code.clone().unwrap_or_default()),
            ("sku", item.sku.clone().unwrap_or_default()),
        ])
    });
    rows.collect()
}
