//! The paper of a waybill.

use std::sync::LazyLock;

use chrono::NaiveDate;
use rust_decimal::Decimal;

use super::document::{DocumentContent, WaybillDocument};
use super::parts::{
    ChargeDue, WaybillAgent, WaybillCharge, WaybillLeg, WaybillParty, WaybillPayment, WaybillRate,
};
use freight::shipments::labels::model::Stationery;
use freight::shipments::labels::printing;
use paper::captions::air_waybill as captions;
use paper::check;
use paper::data::{Data, Row};
use paper::layout::Layout;
use paper::party::{join_parts, state_beside};
use server_core::http::error::{ApiError, ApiResult};
use trade::countries;
use trade::figures;
use trade::language::Language;
use trade::money;

const LAYOUT: &str = include_str!("../../../assets/layouts/air_waybill.toml");

static READ: LazyLock<Option<Layout>> = LazyLock::new(|| check::parse_layout(LAYOUT).ok());

/// A waybill as its paper says it.
pub struct WaybillPaper<'a> {
    pub document: &'a WaybillDocument,
    pub is_void: bool,
    pub stationery: Stationery,
}

impl WaybillPaper<'_> {
    /// Draws the paper. Texts with letters that the fonts lack are in Latin letters.
    pub async fn draw(&self) -> ApiResult<Vec<u8>> {
        let layout =
            READ.as_ref().ok_or_else(|| ApiError::internal(anyhow::anyhow!("no layout of waybills")))?;
        let layout = layout.clone().on(self.stationery.paper);
        printing::draw(layout, self.data()).await
    }

    fn data(&self) -> Data {
        let document = self.document;
        let number = document.number.as_str();
        let mut data = Data::new(
            format!("Air Waybill {number}"),
            document.airline.clone(),
            self.stationery.mark.clone(),
        );
        captions::CAPTIONS.set(&mut data, Language::En);
        data.set("number", number);
        data.set("digits", number.replace('-', ""));
        let (prefix, serial) = number.split_once('-').unwrap_or((number, ""));
        data.set("prefix", prefix);
        data.set("serial", serial);
        data.set("draft", self.mark());
        data.set("airline", write_airline(document));
        self.set_parties(&mut data);
        self.set_route(&mut data);
        self.set_charges(&mut data);
        data.set("counted", write_counted(document));
        data.set_rows("rates", list_rates(document));
        data.set_rows("contents", document.contents.iter().map(to_row).collect());
        data
    }

    /// Why it does not stand as it is.
    fn mark(&self) -> String {
        match (self.is_void, self.document.revision) {
            (true, _) => "VOID".to_owned(),
            (false, 0) => "DRAFT".to_owned(),
            (false, 1) => String::new(),
            (false, revision) => format!("AMENDED {}", revision - 1),
        }
    }

    fn set_parties(&self, data: &mut Data) {
        let input = &self.document.input;
        let party = |party: &Option<WaybillParty>| party.as_ref().map(write_party).unwrap_or_default();
        data.set("shipper", party(&input.shipper));
        data.set("consignee", party(&input.consignee));
        let agent = input.agent.as_ref();
        data.set("agent", agent.map(|agent| format!("{}\n{}", agent.name, agent.city)).unwrap_or_default());
        data.set("agent_code", agent.map(write_agent_code).unwrap_or_default());
        data.set("agent_account", agent.and_then(|agent| agent.account.clone()).unwrap_or_default());
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        data.set("signatory", text(&input.signatory));
        data.set("executed", self.write_execution());
        data.set("customs_reference", text(&input.customs_reference));
        let paper = if input.is_electronic { "e-AWB" } else { "" };
        data.set("accounting", paper);
    }

    fn write_execution(&self) -> String {
        let input = &self.document.input;
        let place = input.executed_at.clone().unwrap_or_else(|| self.document.origin_name.clone());
        let day = input.executed_on.map(write_day).unwrap_or_default();
        format!("{day}  {place}").trim().to_owned()
    }

    fn set_route(&self, data: &mut Data) {
        let WaybillDocument { input, origin_name, destination_name, .. } = self.document;
        let end = |name: &str, code: &str| {
            if name.is_empty() { code.to_owned() } else { format!("{name} ({code})") }
        };
        data.set("origin", input.origin_airport.clone());
        data.set("origin_name", end(origin_name, &input.origin_airport));
        data.set("destination_name", end(destination_name, &input.destination_airport));
        let stops: Vec<&str> = input.legs.iter().map(|leg| leg.destination.as_str()).collect();
        let routing = [vec![input.origin_airport.as_str()], stops].concat().join(" – ");
        data.set("routing", if input.legs.is_empty() { String::new() } else { routing });
        let flights: Vec<String> = input.legs.iter().map(write_flight).collect();
        data.set("flights", flights.join("   "));
        let handling = [input.handling_codes.join(" "), input.handling_note.clone().unwrap_or_default()];
        let handling: Vec<String> = handling.into_iter().filter(|text| !text.is_empty()).collect();
        data.set("handling", handling.join("\n"));
    }

    fn set_charges(&self, data: &mut Data) {
        let WaybillDocument { input, totals, .. } = self.document;
        let currency = input.currency.as_deref();
        let amount = |amount: Decimal| write_amount(amount, currency);
        let unless_none = |value: Decimal| if value.is_zero() { String::new() } else { amount(value) };
        data.set("currency", currency.unwrap_or_default());
        data.set("payment", if input.payment == WaybillPayment::Prepaid { "PPD" } else { "COLL" });
        data.set("declared_carriage", input.declared_carriage.map_or_else(|| "NVD".to_owned(), amount));
        data.set("declared_customs", input.declared_customs.map_or_else(|| "NCV".to_owned(), amount));
        data.set("weight_charge", unless_none(totals.weight_charge));
        data.set("due_agent", unless_none(totals.due_agent));
        data.set("due_carrier", unless_none(totals.due_carrier));
        data.set("total", unless_none(totals.total));
        let charges: Vec<String> =
            input.other_charges.iter().map(|charge| write_charge(charge, currency)).collect();
        data.set("other_charges", charges.join("   "));
    }
}

fn write_airline(document: &WaybillDocument) -> String {
    match &document.airline_code {
        Some(code) => format!("{} ({code})", document.airline),
        None => document.airline.clone(),
    }
}

fn write_party(party: &WaybillParty) -> String {
    let country =
        countries::country(party.country_id).map(|country| country.alpha2.clone()).unwrap_or_default();
    let (state, postcode) =
        (party.state.as_deref().unwrap_or_default(), party.postcode.as_deref().unwrap_or_default());
    let town = join_parts(&[&party.city, state_beside(&party.city, state), postcode, &country], ", ");
    let ways = [party.phone.as_ref(), party.document.as_ref(), party.account.as_ref()];
    let ways: Vec<&str> = ways.into_iter().flatten().map(String::as_str).collect();
    let lines = [party.name.clone(), party.street.clone(), town, ways.join(" · ")];
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// For example `57-1 2345/0012`.
fn write_agent_code(agent: &WaybillAgent) -> String {
    let branch = agent.settlement_code.as_ref().map(|code| format!("/{code}")).unwrap_or_default();
    format!("{}{branch}", agent.iata_code)
}

/// Months in English, so that no day is read as a month.
pub(crate) fn write_day(day: NaiveDate) -> String {
    day.format("%d %b %Y").to_string()
}

fn write_flight(leg: &WaybillLeg) -> String {
    format!("{}/{}", leg.flight, leg.departs_on.format("%d %b"))
}

fn write_charge(charge: &WaybillCharge, currency: Option<&str>) -> String {
    let due = if charge.due == ChargeDue::Agent { "A" } else { "C" };
    format!("{}{due} {}", charge.code, write_amount(charge.amount, currency))
}

fn write_amount(amount: Decimal, currency: Option<&str>) -> String {
    figures::number(&money::in_currency(amount, currency).to_string(), Language::En)
}

/// Kilograms, to the hundred grams as airlines write them, and finer only where it is.
pub(crate) fn write_kilograms(grams: i64) -> String {
    let mut kilograms = Decimal::new(grams, 3).normalize();
    if kilograms.scale() == 0 {
        kilograms.rescale(1);
    }
    format!("{} K", figures::number(&kilograms.to_string(), Language::En))
}

/// Says what the number of pieces counts.
fn write_counted(document: &WaybillDocument) -> String {
    let WaybillDocument { counted, totals, input, .. } = document;
    let parcels = format!(
        "{} parcels: {} in {} bags, {} loose",
        counted.parcels(),
        counted.bag_parcels,
        counted.bags,
        counted.loose_parcels
    );
    match input.pieces {
        Some(_) => format!("{} pieces as stated by the shipper. On board {parcels}.", totals.pieces),
        None => format!("Each parcel is a piece. {parcels}."),
    }
}

/// One row without rates; the first one has pieces, weight and goods.
fn list_rates(document: &WaybillDocument) -> Vec<Row> {
    let WaybillDocument { input, totals, .. } = document;
    let rate = |line: Option<(&WaybillRate, Decimal)>| -> Row {
        let chargeable_g =
            line.and_then(|(line, _)| line.chargeable_g).map_or(totals.chargeable_g, i64::from);
        let text =
            |write: &dyn Fn(&WaybillRate) -> String| line.map(|(line, _)| write(line)).unwrap_or_default();
        Row::from([
            ("class", text(&|line| line.rate_class.as_str().to_owned())),
            ("commodity", text(&|line| line.commodity.clone().unwrap_or_default())),
            ("chargeable", write_kilograms(chargeable_g)),
            ("rate", text(&|line| figures::number(&line.rate.normalize().to_string(), Language::En))),
            ("amount", line.map(|(_, sum)| write_amount(sum, input.currency.as_deref())).unwrap_or_default()),
        ])
    };
    let lines = input.rate_lines.iter().zip(totals.line_amounts.iter().copied());
    let mut rows: Vec<Row> = lines.map(|line| rate(Some(line))).collect();
    if rows.is_empty() {
        rows.push(rate(None));
    }
    let first = &mut rows[0];
    first.insert("pieces", totals.pieces.to_string());
    first.insert("gross", write_kilograms(totals.gross_g));
    first.insert("goods", write_goods(document));
    rows
}

fn write_goods(document: &WaybillDocument) -> String {
    let goods =
        document.input.goods.clone().unwrap_or_else(|| "CONSOLIDATION AS PER ATTACHED LIST".to_owned());
    let volume = document.input.volume_cm3.map(|volume| {
        let cubic_metres = (Decimal::from(volume) / Decimal::from(1_000_000)).round_dp(2);
        format!("VOL {cubic_metres} MC")
    });
    [Some(goods), volume].into_iter().flatten().collect::<Vec<_>>().join("\n")
}

fn to_row(content: &DocumentContent) -> Row {
    Row::from([
        ("code", content.code.clone()),
        ("seal", content.seal.clone().unwrap_or_default()),
        ("parcels", content.parcel_count.to_string()),
        ("weight", write_kilograms(content.weight_g.into())),
    ])
}

#[cfg(test)]
mod tests {
    use super::super::charges::calculate_totals;
    use super::super::model::{WaybillCount, WaybillInput};
    use super::super::parts::RateClass;
    use super::super::test_waybill::{party, waybill};
    use super::*;

    fn document(input: WaybillInput) -> WaybillDocument {
        let counted =
            WaybillCount { bags: 2, bag_parcels: 60, loose_shipments: 1, loose_parcels: 2, weight_g: 59_500 };
        WaybillDocument {
            number: "045-12345675".into(),
            revision: 1,
            airline: "LATAM Cargo".into(),
            airline_code: Some("LA".into()),
            totals: calculate_totals(&input, &counted),
            input,
            counted,
            origin_name: "Miami".into(),
            destination_name: "São Paulo".into(),
            issued_at: None,
            contents: Vec::new(),
        }
    }

    #[test]
    fn the_layout_can_be_read() {
        assert!(READ.is_some());
    }

    #[test]
    fn the_paper_says_what_is_counted() {
        let counted = write_counted(&document(waybill().input));
        assert_eq!(counted, "Each parcel is a piece. 62 parcels: 60 in 2 bags, 2 loose.");
        let typed = write_counted(&document(WaybillInput { pieces: Some(3), ..waybill().input }));
        assert_eq!(typed, "3 pieces as stated by the shipper. On board 62 parcels: 60 in 2 bags, 2 loose.");
    }

    #[test]
    fn weights_and_amounts_are_written_as_airlines_do() {
        assert_eq!(write_kilograms(781_500), "781.5 K");
        assert_eq!(write_kilograms(2_571_000), "2,571.0 K");
        let line = WaybillRate {
            rate_class: RateClass::Normal,
            commodity: None,
            chargeable_g: None,
            rate: "10.65".parse().unwrap(),
        };
        let rows = list_rates(&document(WaybillInput { rate_lines: vec![line], ..waybill().input }));
        let shown =
            ["pieces", "gross", "class", "chargeable", "rate", "amount"].map(|name| rows[0][name].as_str());
        assert_eq!(shown, ["62", "59.5 K", "N", "59.5 K", "10.65", "633.68"]);
    }

    #[test]
    fn a_party_is_its_lines_without_empty_ones() {
        let written =
            write_party(&WaybillParty { phone: Some("+13055550100".into()), ..party("Atlântico") });
        assert_eq!(written.lines().count(), 4);
        assert!(written.starts_with("Atlântico\n2801 NW 74th Ave\nMiami"));
    }
}
