//! Status messages in XML (Cargo-XML XFSU).

use chrono::{DateTime, NaiveDateTime, Timelike, Utc};
use trade::identifiers::Awb;

use super::code::{DISCREPANCY, MANIFESTED, RECEIVED};
use super::fields::{is_capitals, is_near, read_flight, to_grams, to_pieces};
use super::report::{
    CargoMessageKind, CargoPieces, CargoReport, LocalMoment, ReadMessage, ReadProblem, shorten,
};
use crate::xml_tree::{XmlElement, read_xml};

const NAMESPACE: &str = "iata:statusmessage:1";
/// Other messages of air cargo.
const OTHERS: [&str; 7] = [
    "Waybill",
    "HouseWaybill",
    "HouseManifest",
    "FlightManifest",
    "BookingList",
    "Response",
    "TransportLoadingReport",
];

pub fn read_status_xml(text: &str, received_at: DateTime<Utc>) -> ReadMessage {
    let Ok(root) = read_xml(text) else {
        return ReadMessage::fail(CargoMessageKind::Unknown, ReadProblem::BadXml);
    };
    if OTHERS.contains(&root.name.as_str()) {
        return ReadMessage::fail(CargoMessageKind::Other, ReadProblem::OtherMessage);
    }
    if root.name != "StatusMessage" || root.namespace.as_deref() != Some(NAMESPACE) {
        return ReadMessage::fail(CargoMessageKind::Unknown, ReadProblem::NotAMessage);
    }
    let mut message = ReadMessage::of_kind(CargoMessageKind::StatusXml);
    let header = root.text_at(&["BusinessHeaderDocument", "ID"]);
    for consignment in root.all("MasterConsignment") {
        read_consignment(&mut message, consignment, header, received_at);
    }
    message.finish()
}

fn read_consignment(
    message: &mut ReadMessage,
    consignment: &XmlElement,
    header: Option<&str>,
    received_at: DateTime<Utc>,
) {
    let number = consignment.text_at(&["TransportContractDocument", "ID"]).or(header).unwrap_or_default();
    let Ok(awb) = Awb::parse(number) else {
        let problem = if number.is_empty() { ReadProblem::NoWaybill } else { ReadProblem::WaybillNumber };
        return message.leave_unread(1, number, problem);
    };
    let total = consignment.text_at(&["TotalPieceQuantity"]).and_then(to_pieces);
    let whole = match read_pieces(consignment) {
        Ok(own) => CargoPieces { total: total.or(own.total), ..own },
        Err(problem) => return message.leave_unread(1, number, problem),
    };
    for (index, status) in consignment.all("ReportedStatus").enumerate() {
        let code = status.text_at(&["ReasonCode"]).unwrap_or_default();
        if !is_capitals(code, 3) {
            message.leave_unread(index + 1, code, ReadProblem::Code);
            continue;
        }
        for part in status.all("AssociatedStatusConsignment") {
            match read_part(&awb, code, part, whole, received_at) {
                Ok(report) => message.push(index + 1, report),
                Err(problem) => message.leave_unread(index + 1, code, problem),
            }
        }
    }
}

fn read_part(
    awb: &Awb,
    code: &str,
    part: &XmlElement,
    whole: CargoPieces,
    received_at: DateTime<Utc>,
) -> Result<CargoReport, ReadProblem> {
    let own = read_pieces(part)?;
    let own = if own.pieces.is_some() { own } else { whole };
    let discrepancy = part.text_at(&["DiscrepancyDescriptionCode"]);
    if code == DISCREPANCY && discrepancy.is_none_or(|code| !is_capitals(code, 4)) {
        return Err(ReadProblem::Discrepancy);
    }
    let place = find_place(code, part);
    let moment = place.moment.ok_or(ReadProblem::Day).and_then(|text| read_moment(text, received_at))?;
    let station = place.station.ok_or(ReadProblem::Place)?;
    let is_place = |text: &str| is_capitals(text, 3);
    if !is_place(station) || place.to_station.is_some_and(|text| !is_place(text)) {
        return Err(ReadProblem::Place);
    }
    Ok(CargoReport {
        awb: awb.clone(),
        code: code.to_owned(),
        discrepancy: discrepancy.filter(|_| code == DISCREPANCY).map(str::to_owned),
        pieces: CargoPieces { total: own.total.max(whole.total), ..own },
        flight: read_movement(part)?,
        moment,
        station: Some(station.to_owned()),
        to_station: place.to_station.map(str::to_owned),
        sheet: None,
        remark: part.text_at(&["StatusDescription"]).map(shorten),
    })
}

fn read_pieces(element: &XmlElement) -> Result<CargoPieces, ReadProblem> {
    let pieces = match element.text_at(&["PieceQuantity"]) {
        Some(text) => Some(to_pieces(text).ok_or(ReadProblem::Pieces)?),
        None => None,
    };
    let weight_g = match element.find(&["GrossWeightMeasure"]).filter(|weight| !weight.text.is_empty()) {
        Some(weight) => {
            let unit = if weight.attribute("unitCode") == Some("LBR") { 'L' } else { 'K' };
            Some(to_grams(&weight.text, unit).ok_or(ReadProblem::Pieces)?)
        }
        None => None,
    };
    let is_whole = element.text_at(&["TransportSplitDescription"]) == Some("T");
    Ok(CargoPieces { pieces, weight_g, total: pieces.filter(|_| is_whole) })
}

/// Where and when, as it is told for a code.
#[derive(Default)]
struct ToldPlace<'a> {
    moment: Option<&'a str>,
    station: Option<&'a str>,
    to_station: Option<&'a str>,
}

fn find_place<'a>(code: &str, part: &'a XmlElement) -> ToldPlace<'a> {
    const MOVEMENT: &str = "SpecifiedLogisticsTransportMovement";
    let at = |path: &[&str]| part.text_at(path);
    let departure = at(&[MOVEMENT, "DepartureEvent", "OccurrenceDepartureLocation", "ID"]);
    let arrival = at(&[MOVEMENT, "ArrivalEvent", "OccurrenceArrivalLocation", "ID"]);
    let station = at(&[MOVEMENT, "SpecifiedLocation", "ID"]).or_else(|| at(&["SpecifiedLocation", "ID"]));
    let event = at(&[MOVEMENT, "SpecifiedEvent", "OccurrenceDateTime"])
        .or_else(|| at(&["SpecifiedEvent", "OccurrenceDateTime"]));
    let departed = || {
        at(&[MOVEMENT, "DepartureEvent", "DepartureOccurrenceDateTime"])
            .or_else(|| at(&[MOVEMENT, "DepartureEvent", "ScheduledOccurrenceDateTime"]))
    };
    let arrived = || {
        at(&[MOVEMENT, "ArrivalEvent", "ArrivalOccurrenceDateTime"])
            .or_else(|| at(&[MOVEMENT, "ArrivalEvent", "ScheduledOccurrenceDateTime"]))
    };
    if matches!(code, "BKD" | "PRE" | MANIFESTED | "DEP") {
        return ToldPlace {
            moment: departed().or(event),
            station: departure.or(station),
            to_station: arrival.or(station.filter(|_| departure.is_some())),
        };
    }
    let is_of_flight = matches!(code, "ARR" | RECEIVED | "AWR");
    let moment = if is_of_flight { event.or_else(arrived) } else { event.or_else(arrived).or_else(departed) };
    ToldPlace { moment, station: station.or(arrival).or(departure), to_station: None }
}

/// The flight, whose number stands with or without its carrier.
fn read_movement(part: &XmlElement) -> Result<Option<String>, ReadProblem> {
    let Some(movement) = part.find(&["SpecifiedLogisticsTransportMovement"]) else { return Ok(None) };
    let Some(number) = movement.text_at(&["ID"]) else { return Ok(None) };
    let carrier = movement
        .text_at(&["CarrierParty", "PrimaryID"])
        .or_else(|| movement.text_at(&["UsedLogisticsTransportMeans", "Name"]))
        .unwrap_or_default();
    let is_bare = number.bytes().next().is_some_and(|letter| letter.is_ascii_digit());
    let flight = read_flight(&format!("{carrier}{number}")).filter(|_| is_bare);
    flight.or_else(|| read_flight(number)).map(Some).ok_or(ReadProblem::Flight)
}

/// `2026-11-12T21:05:00`; with an offset it is the clock of the place all the same.
fn read_moment(text: &str, received_at: DateTime<Utc>) -> Result<LocalMoment, ReadProblem> {
    let local = DateTime::parse_from_rfc3339(text)
        .map(|moment| moment.naive_local())
        .or_else(|_| NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f"))
        .map_err(|_| ReadProblem::Day)?;
    if !is_near(local.date(), received_at) {
        return Err(ReadProblem::Day);
    }
    let time = local.time().with_second(0).and_then(|time| time.with_nanosecond(0));
    Ok(LocalMoment { day: local.date(), time })
}
