//! Which zone serves a destination.

use proptest::prelude::*;

use super::super::request::Destination;
use super::super::rows::{MemberRow, VersionRows};
use super::super::tariff::Tariff;
use super::super::zones::{ZoneIndex, bounds};
use super::super::{postcode, rows::ZoneRow};
use super::support::*;

fn ranged(zone: &str, from: &str, to: &str) -> MemberRow {
    MemberRow { postcode_from: Some(from.into()), postcode_to: Some(to.into()), ..member(zone, "BR") }
}

fn brazil(postcode: Option<&str>, state_id: Option<i32>, airport: Option<&str>) -> Destination {
    let (postcode, airport) = (postcode.map(str::to_owned), airport.map(str::to_owned));
    Destination { country_id: country_id("BR"), state_id, postcode, airport }
}

fn served(rows: &VersionRows, destination: &Destination) -> Option<String> {
    Tariff::compile(rows).unwrap().zone(destination).map(|zone| zone.code.to_string())
}

#[test]
fn the_highest_priority_that_matches_wins() {
    let mut rows = version("BRL", weight_unit("kg"));
    let priority = |code: &str, priority| ZoneRow { priority, ..zone(code) };
    rows.zones =
        vec![priority("rest", 0), priority("state", 1), priority("capital", 2), priority("cargo", 3)];
    rows.members = vec![
        member("rest", "BR"),
        MemberRow { state_id: Some(26), ..member("state", "BR") },
        ranged("capital", "01000", "05999"),
        MemberRow { airport: Some("GRU".into()), ..member("cargo", "BR") },
    ];
    for (destination, expected) in [
        (brazil(None, None, None), "rest"),
        (brazil(Some("20000-000"), Some(19), None), "rest"),
        (brazil(Some("13000-000"), Some(26), None), "state"),
        (brazil(Some("05999-999"), Some(26), None), "capital"),
        (brazil(Some("01310-100"), Some(26), Some("gru")), "cargo"),
    ] {
        assert_eq!(served(&rows, &destination).as_deref(), Some(expected), "{destination:?}");
    }
    let elsewhere = Destination { country_id: country_id("AR"), ..Destination::default() };
    assert_eq!(served(&rows, &elsewhere), None);
}

#[test]
fn countries_between_and_behind_those_with_members_are_not_served() {
    let mut rows = version("USD", weight_unit("kg"));
    rows.zones = vec![zone("A"), zone("B")];
    rows.members = vec![member("B", "CC"), member("A", "AC")];
    let index = ZoneIndex::new(&rows);
    let find = |country_id| {
        index.find(&Destination { country_id, ..Destination::default() }).map(|found| found.zone)
    };
    assert_eq!((find(country_id("AC")), find(country_id("CC"))), (Some(0), Some(1)));
    for alpha2 in ["AA", "AB", "AD", "CB", "CD", "ZZ"] {
        assert_eq!(find(country_id(alpha2)), None, "{alpha2}");
    }
    assert_eq!(find(-1), None);
}

proptest! {
    #[test]
    fn the_index_finds_what_a_search_of_all_ranges_finds(
        ranges in proptest::collection::vec((0..900_u32, 1..120_u32, 0..3_i16), 1..30), postcode in 0..1_000_u32,
    ) {
        let mut rows = version("BRL", weight_unit("kg"));
        for (index, (from, length, priority)) in ranges.iter().enumerate() {
            let code = format!("Z{index:02}");
            rows.zones.push(ZoneRow { priority: *priority, ..zone(&code) });
            rows.members.push(ranged(&code, &format!("{from:05}"), &format!("{:05}", from + length)));
        }
        let postcode = format!("{postcode:05}-000");
        let key = postcode::key(country_id("BR"), &postcode);
        let contains = |row: &MemberRow| bounds(row).is_some_and(|(from, to)| from <= key && key <= to);
        let matching = rows.members.iter().zip(&rows.zones).filter(|(row, _)| contains(row));
        let highest = matching.clone().map(|(_, zone)| zone.priority).max();
        let found = served(&rows, &brazil(Some(&postcode), None, None));
        let mut candidates = matching.filter(|(_, zone)| Some(zone.priority) == highest).map(|(_, zone)| zone.code.to_string());
        match found {
            None => prop_assert_eq!(highest, None),
            Some(found) => prop_assert!(candidates.any(|code| code == found)),
        }
    }
}
