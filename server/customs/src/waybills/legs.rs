//! Flights of a waybill: each is known, begins where the one before ends, and not before it.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Utc};
use chrono_tz::Tz;

use super::parts::WaybillLeg;
use parties::transport_places::AirportPlace;
use server_core::http::error::FieldErrors;
use server_core::http::fields::optional;
use server_core::http::messages::MessageCode;
use server_core::http::moments::check_near_day;

/// Airports by their codes.
pub type Airports = HashMap<String, AirportPlace>;

/// A leg with codes in capitals and without blanks.
pub fn clean_leg(leg: &WaybillLeg) -> WaybillLeg {
    let to_code = |text: &str| text.trim().to_uppercase();
    WaybillLeg {
        flight: leg.flight.split_whitespace().collect::<String>().to_uppercase(),
        origin: to_code(&leg.origin),
        destination: to_code(&leg.destination),
        departure_time: optional(leg.departure_time.as_ref()),
        arrival_time: optional(leg.arrival_time.as_ref()),
        ..leg.clone()
    }
}

/// Two characters of the airline, one to four digits, and a letter at most.
pub fn is_flight(text: &str) -> bool {
    let Some((airline, number)) = text.split_at_checked(2) else { return false };
    let digits = number.strip_suffix(|c: char| c.is_ascii_uppercase()).unwrap_or(number);
    airline.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        && airline.bytes().any(|byte| byte.is_ascii_uppercase())
        && (1..=4).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reports what is wrong with legs from one airport to another at their fields: `legs.0.flight`.
pub fn check_legs(legs: &[WaybillLeg], ends: &RouteEnds<'_>, airports: &Airports, errors: &mut FieldErrors) {
    for (index, leg) in legs.iter().enumerate() {
        check_leg(index, leg, airports, errors);
        let from = match index {
            0 => ends.origin,
            _ => legs[index - 1].destination.as_str(),
        };
        if leg.origin != from {
            errors.push(at(index, "origin"), MessageCode::LegsApart);
        }
        let before = index.checked_sub(1).and_then(|before| arrives(&legs[before]));
        // Both at the same airport, so local times are compared.
        if before.is_some_and(|before| departs(leg) < before) {
            errors.push(at(index, "departs_on"), MessageCode::LegBeforeArrival);
        }
    }
    let is_short = legs.last().is_some_and(|leg| leg.destination != ends.destination);
    if is_short {
        errors.push(at(legs.len() - 1, "destination"), MessageCode::LegsApart);
    }
}

/// Reports flights of years ahead at their fields.
pub fn check_days(legs: &[WaybillLeg], today: NaiveDate, errors: &mut FieldErrors) {
    for (index, leg) in legs.iter().enumerate() {
        check_near_day(&at(index, "departs_on"), leg.departs_on, today, errors);
        if let Some(day) = leg.arrives_on {
            check_near_day(&at(index, "arrives_on"), day, today, errors);
        }
    }
}

/// The airports between which a waybill carries.
#[derive(Clone, Copy, Debug)]
pub struct RouteEnds<'a> {
    pub origin: &'a str,
    pub destination: &'a str,
}

fn at(index: usize, field: &str) -> String {
    format!("legs.{index}.{field}")
}

fn check_leg(index: usize, leg: &WaybillLeg, airports: &Airports, errors: &mut FieldErrors) {
    if !is_flight(&leg.flight) {
        errors.push(at(index, "flight"), MessageCode::Invalid);
    }
    for (field, code) in [("origin", &leg.origin), ("destination", &leg.destination)] {
        if !airports.contains_key(code) {
            errors.push(at(index, field), MessageCode::UnknownOption);
        }
    }
    for (field, time) in [("departure_time", &leg.departure_time), ("arrival_time", &leg.arrival_time)] {
        if time.as_deref().is_some_and(|text| read_time(text).is_none()) {
            errors.push(at(index, field), MessageCode::Invalid);
        }
    }
    if leg.arrival_time.is_some() && leg.arrives_on.is_none() {
        errors.push(at(index, "arrives_on"), MessageCode::Required);
    }
    if !is_forward(leg, airports) {
        errors.push(at(index, "arrives_on"), MessageCode::LegTimes);
    }
}

/// Whether it arrives after it departs, as far as that is known. Across the date line it can arrive a day earlier.
fn is_forward(leg: &WaybillLeg, airports: &Airports) -> bool {
    let Some(arrives_on) = leg.arrives_on else { return true };
    let zone = |code: &str| airports.get(code).and_then(|airport| airport.time_zone.parse::<Tz>().ok());
    let moment = |day: NaiveDate, time: &Option<String>, code: &str| -> Option<DateTime<Utc>> {
        let local = day.and_time(read_time(time.as_deref()?)?);
        Some(zone(code)?.from_local_datetime(&local).earliest()?.to_utc())
    };
    let departs = moment(leg.departs_on, &leg.departure_time, &leg.origin);
    let arrives = moment(arrives_on, &leg.arrival_time, &leg.destination);
    match (departs, arrives) {
        (Some(departs), Some(arrives)) => departs < arrives,
        _ => leg.departs_on.pred_opt().is_none_or(|earliest| arrives_on >= earliest),
    }
}

fn read_time(text: &str) -> Option<NaiveTime> {
    NaiveTime::parse_from_str(text, "%H:%M").ok().filter(|_| text.len() == 5)
}

/// The latest moment at which it may depart.
fn departs(leg: &WaybillLeg) -> NaiveDateTime {
    let time = leg.departure_time.as_deref().and_then(read_time).unwrap_or(LAST);
    leg.departs_on.and_time(time)
}

/// The earliest moment at which it may arrive.
fn arrives(leg: &WaybillLeg) -> Option<NaiveDateTime> {
    let time = leg.arrival_time.as_deref().and_then(read_time).unwrap_or(NaiveTime::MIN);
    leg.arrives_on.map(|day| day.and_time(time))
}

/// A time of a day that is not known.
const LAST: NaiveTime = match NaiveTime::from_hms_opt(23, 59, 59) {
    Some(time) => time,
    None => NaiveTime::MIN,
};

#[cfg(test)]
mod tests {
    use super::super::test_waybill::leg;
    use super::*;

    fn airports() -> Airports {
        let airport = |code: &str, zone: &str| {
            let place = AirportPlace {
                iata: code.into(),
                country_id: 1,
                time_zone: zone.into(),
                city: None,
                name: code.into(),
            };
            (code.to_owned(), place)
        };
        HashMap::from([
            airport("MIA", "America/New_York"),
            airport("GRU", "America/Sao_Paulo"),
            airport("AKL", "Pacific/Auckland"),
            airport("LAX", "America/Los_Angeles"),
        ])
    }

    fn problems(legs: &[WaybillLeg]) -> Vec<(String, MessageCode)> {
        let mut errors = FieldErrors::default();
        check_legs(legs, &RouteEnds { origin: "MIA", destination: "GRU" }, &airports(), &mut errors);
        errors.into_problems().map(|(field, code, _)| (field, code)).collect()
    }

    fn timed(leg: WaybillLeg, departure: &str, day: &str, arrival: &str) -> WaybillLeg {
        WaybillLeg {
            departure_time: Some(departure.into()),
            arrives_on: Some(day.parse().unwrap()),
            arrival_time: Some(arrival.into()),
            ..leg
        }
    }

    #[test]
    fn a_flight_of_another_age_is_refused_at_its_day() {
        let mut errors = FieldErrors::default();
        let far = timed(leg("LA8191", "MIA", "GRU", "2199-11-25"), "10:00", "2199-11-26", "06:00");
        check_days(&[far], "2026-11-30".parse().unwrap(), &mut errors);
        let fields: Vec<String> = errors.into_problems().map(|(field, _, _)| field).collect();
        assert_eq!(fields, ["legs.0.arrives_on", "legs.0.departs_on"]);
    }

    #[test]
    fn flights_are_written_in_one_form() {
        for text in ["LA8191", "LA1", "G33456", "5X12A"] {
            assert!(is_flight(text), "{text}");
        }
        for text in ["LA", "L8191X2", "LA81911", "8191", "LÃ12"] {
            assert!(!is_flight(text), "{text}");
        }
        let cleaned = clean_leg(&leg(" la 8191 ", "mia", "gru", "2026-12-01"));
        assert_eq!((cleaned.flight.as_str(), cleaned.origin.as_str()), ("LA8191", "MIA"));
    }

    #[test]
    fn legs_join_from_end_to_end() {
        assert_eq!(problems(&[]), []);
        assert_eq!(problems(&[leg("LA8191", "MIA", "GRU", "2026-12-01")]), []);
        let gap = [leg("AA1", "MIA", "LAX", "2026-12-01"), leg("LA2", "MIA", "GRU", "2026-12-02")];
        assert_eq!(problems(&gap), [("legs.1.origin".to_owned(), MessageCode::LegsApart)]);
        let short = [leg("AA1", "MIA", "LAX", "2026-12-01")];
        assert_eq!(problems(&short), [("legs.0.destination".to_owned(), MessageCode::LegsApart)]);
        let unknown = [leg("AA1", "MIA", "QQQ", "2026-12-01"), leg("LA2", "QQQ", "GRU", "2026-12-02")];
        let fields: Vec<_> = problems(&unknown).into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["legs.0.destination", "legs.1.origin"]);
    }

    #[test]
    fn a_flight_arrives_after_its_departure_in_the_zones_of_its_airports() {
        let good = timed(leg("LA8191", "MIA", "GRU", "2026-12-01"), "22:30", "2026-12-02", "09:10");
        assert_eq!(problems(&[good]), []);
        // 22:30 in Miami is 00:30 of the next day in São Paulo.
        let wrong = timed(leg("LA8191", "MIA", "GRU", "2026-12-01"), "22:30", "2026-12-02", "00:15");
        assert_eq!(problems(&[wrong]), [("legs.0.arrives_on".to_owned(), MessageCode::LegTimes)]);
        let backwards = timed(leg("NZ6", "AKL", "LAX", "2026-12-02"), "19:00", "2026-12-02", "10:00");
        assert!(is_forward(&backwards, &airports()), "it crosses the date line");
    }

    #[test]
    fn a_leg_does_not_depart_before_the_one_before_has_arrived() {
        let first = timed(leg("AA1", "MIA", "LAX", "2026-12-01"), "08:00", "2026-12-01", "11:00");
        let early = timed(leg("LA2", "LAX", "GRU", "2026-12-01"), "10:30", "2026-12-02", "06:00");
        let late = timed(leg("LA2", "LAX", "GRU", "2026-12-01"), "12:30", "2026-12-02", "06:00");
        let early = [first.clone(), early];
        assert_eq!(problems(&early), [("legs.1.departs_on".to_owned(), MessageCode::LegBeforeArrival)]);
        assert_eq!(problems(&[first.clone(), late]), []);
        assert_eq!(problems(&[first, leg("LA2", "LAX", "GRU", "2026-12-01")]), [], "the time is not known");
    }

    #[test]
    fn times_have_two_digits_each() {
        let typed =
            WaybillLeg { departure_time: Some("9:5".into()), ..leg("LA8191", "MIA", "GRU", "2026-12-01") };
        assert_eq!(problems(&[typed]), [("legs.0.departure_time".to_owned(), MessageCode::Invalid)]);
    }
}
