//! Checks before publishing, and comparisons of versions.

use super::super::checks::run_checks;
use super::super::compare::compare;
use super::super::finding::{Finding, FindingCode, Severity};
use super::super::measure::LengthUnit;
use super::super::rows::*;
use super::super::tariff::Tariff;
use super::support::*;

fn amount(text: &str) -> Price {
    Price::Cell { amount: dec(text) }
}

fn sound() -> VersionRows {
    one_zone("USD", weight_unit("kg"), &[("1", amount("10")), ("2", amount("20")), ("3", amount("30"))])
}

/// Zone and upper bound of the place of the only finding with the code.
fn only(rows: &VersionRows, code: FindingCode) -> Finding {
    let mut found = run_checks(rows).into_iter().filter(|finding| finding.code == code);
    let first = found.next().unwrap_or_else(|| panic!("{code:?} not in {:?}", run_checks(rows)));
    assert_eq!(found.next(), None);
    first
}

#[test]
fn published_tariffs_can_be_published() {
    assert_eq!(run_checks(&sound()), []);
    for (name, rows) in [
        ("ems", japan_post("japanpost-ems.csv")),
        ("air parcels", japan_post("japanpost-parcel-air.csv")),
        ("usps", usps()),
        ("dhl", dhl()),
        ("dhl in steps", dhl_in_steps()),
        ("colissimo", colissimo()),
    ] {
        let findings = run_checks(&rows);
        let serious: Vec<_> = findings.iter().filter(|finding| finding.severity != Severity::Note).collect();
        assert!(serious.is_empty(), "{name}: {serious:?}");
    }
}

#[test]
fn a_price_that_jumps_up_and_falls_back_is_warned_at_its_zone_and_row() {
    let reading = read_sheet("dhl-us-export-2026-corrupt-rows.csv", weight_unit("lb"), currency("USD"));
    let mut rows = version("USD", weight_unit("lb"));
    rows.weighing.rounding_step = Some(dec("1"));
    rows.members = reading
        .zones
        .iter()
        .zip(["US", "CA", "MX"])
        .map(|(zone, country)| member(&zone.code, country))
        .collect();
    (rows.zones, rows.bands, rows.cells) = (reading.zones, reading.bands, reading.cells);
    let findings = run_checks(&rows);
    let named: Vec<_> = findings
        .iter()
        .map(|finding| {
            let band = |place: &super::super::finding::FindingPlace| place.up_to.unwrap().to_string();
            let zone = finding.place.zone.clone().unwrap().to_string();
            (finding.code, zone, band(&finding.place), band(finding.other.as_ref().unwrap()))
        })
        .collect();
    let fall = |zone: &str| (FindingCode::PriceFalls, zone.to_owned(), "146".to_owned(), "145".to_owned());
    assert_eq!(named, [fall("zone A"), fall("zone C"), fall("zone L")]);
    assert_eq!((findings[0].value, findings[0].limit), (Some(dec("1195.86")), Some(dec("3347.75"))));
    assert!(findings.iter().all(|finding| finding.severity == Severity::Warning));
}

#[test]
fn each_fault_of_prices_is_named_at_its_cell() {
    for (code, prices) in [
        (FindingCode::ZeroPrice, [("1", amount("10")), ("2", amount("0")), ("3", amount("30"))]),
        (FindingCode::TooManyDecimals, [("1", amount("10")), ("2", amount("20.005")), ("3", amount("30"))]),
        (FindingCode::OutOfRange, [("1", amount("10")), ("2", amount("-20")), ("3", amount("30"))]),
        (FindingCode::LadderNotRising, [("1", amount("10")), ("1", amount("20")), ("3", amount("30"))]),
        (
            FindingCode::MixedBound,
            [
                ("1", amount("1")),
                ("2", Price::Break { amount: dec("5") }),
                ("3", Price::Break { amount: dec("4") }),
            ],
        ),
    ] {
        let rows = one_zone("USD", weight_unit("kg"), &prices);
        let finding = only(&rows, code);
        assert_eq!(finding.severity, Severity::Error);
        assert_eq!(finding.place.up_to, Some(rows.bands[1].up_to), "{finding:?}");
    }
    let mut gap = sound();
    gap.cells.remove(1);
    let finding = only(&gap, FindingCode::PriceGap);
    assert_eq!((finding.place.zone.as_deref(), finding.place.up_to), (Some("Z"), Some(dec("2"))));
    let mut short = sound();
    short.cells.remove(2);
    assert_eq!(only(&short, FindingCode::BandWithoutPrices).severity, Severity::Warning);
    let yen = one_zone("JPY", weight_unit("kg"), &[("1", amount("1450.5"))]);
    assert_eq!(only(&yen, FindingCode::TooManyDecimals).value, Some(dec("1450.5")));
    let dinar = one_zone("BHD", weight_unit("kg"), &[("1", amount("1.005"))]);
    assert_eq!(run_checks(&dinar), []);
}

#[test]
fn a_place_in_two_zones_is_refused_with_both() {
    let mut rows = japan_post("japanpost-ems.csv");
    rows.members.push(member("zone4", "PR"));
    rows.members.push(member("zone5", "SV"));
    let overlap = only(&rows, FindingCode::Overlap);
    let zones = [&overlap.place, overlap.other.as_ref().unwrap()]
        .map(|place| place.zone.clone().unwrap().to_string());
    assert_eq!((overlap.severity, overlap.place.country_id), (Severity::Error, Some(country_id("PR"))));
    assert!(zones.contains(&"zone4".to_owned()) && zones.contains(&"zone5".to_owned()));
    let repeated = only(&rows, FindingCode::RepeatedPlace);
    assert_eq!((repeated.severity, repeated.place.country_id), (Severity::Error, Some(country_id("SV"))));
    // Another priority decides, so there is no overlap.
    rows.zones[3].priority = 1;
    assert!(run_checks(&rows).iter().all(|finding| finding.code != FindingCode::Overlap));
}

#[test]
fn postcodes_in_two_ranges_or_in_none_are_named() {
    let mut rows = sound();
    rows.zones.push(zone("Y"));
    rows.cells.push(CellRow { zone: "Y".into(), band_seq: 1, price: amount("9") });
    let range = |zone: &str, from: &str, to: &str| MemberRow {
        postcode_from: Some(from.into()),
        postcode_to: Some(to.into()),
        ..member(zone, "BR")
    };
    rows.members = vec![range("Z", "01000000", "05999999"), range("Y", "06000000", "09999999")];
    assert_eq!(run_checks(&rows), []);
    rows.members[1] = range("Y", "05999-999", "09999");
    let overlap = only(&rows, FindingCode::Overlap);
    assert_eq!(overlap.place.postcodes, Some(("05999-999".into(), "09999".into())));
    assert_eq!(overlap.other.unwrap().zone.as_deref(), Some("Z"));
    rows.members[1] = range("Y", "07000", "09999");
    assert_eq!(only(&rows, FindingCode::PostcodeGap).severity, Severity::Note);
    // A state and a range may or may not meet.
    rows.members[0] = MemberRow { state_id: Some(26), ..member("Z", "BR") };
    assert_eq!(only(&rows, FindingCode::Overlap).severity, Severity::Warning);
    rows.members[1] = range("Y", "09999", "07000");
    assert_eq!(only(&rows, FindingCode::PostcodesReversed).severity, Severity::Error);
}

#[test]
fn zones_need_places_and_prices() {
    let mut rows = sound();
    rows.zones.push(ZoneRow { max_weight: Some(dec("70")), ..zone("empty") });
    let found: Vec<_> = run_checks(&rows)
        .into_iter()
        .map(|finding| (finding.code, finding.place.zone.unwrap().to_string()))
        .collect();
    let expected = [FindingCode::ZoneWithoutPrices, FindingCode::EmptyZone, FindingCode::LimitAboveLadder];
    assert_eq!(found, expected.map(|code| (code, "empty".to_owned())));
    let codes: Vec<_> =
        run_checks(&version("USD", weight_unit("kg"))).iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [FindingCode::NoBands, FindingCode::NoZones]);
}

fn surcharge(code: &str, basis: Basis) -> SurchargeRow {
    SurchargeRow {
        code: code.into(),
        seq: 1,
        basis,
        amount: dec("5"),
        min: None,
        max: None,
        free_below: None,
        conditions: Vec::new(),
        taxable: true,
        cost_amount: None,
    }
}

#[test]
fn rows_without_meaning_are_not_compiled() {
    let mut rows = sound();
    rows.surcharges = vec![
        surcharge("A", Basis::PctOf { lines: vec![LineRef::Surcharge("B".into())] }),
        SurchargeRow {
            seq: 2,
            ..surcharge("B", Basis::PctOf { lines: vec![LineRef::Surcharge("C".into())] })
        },
        SurchargeRow { min: Some(dec("9")), max: Some(dec("8")), seq: 3, ..surcharge("M", Basis::Fixed) },
    ];
    rows.weighing.inch_ceil = true;
    rows.priced_per = super::super::weighing::Per::Parcel;
    rows.weighing.volumetric = super::super::weighing::VolumetricRule::Max;
    rows.members.push(member("nowhere", "AR"));
    rows.cells.push(CellRow { zone: "Z".into(), band_seq: 1, price: amount("11") });
    let findings = Tariff::compile(&rows).unwrap_err();
    let codes: Vec<_> = findings.iter().map(|finding| finding.code).collect();
    assert_eq!(
        codes,
        [
            FindingCode::DivisorMissing,
            FindingCode::WeighedPerShipment,
            FindingCode::SizeUnitNotInches,
            FindingCode::UnknownReference,
            FindingCode::Duplicate,
            FindingCode::LaterReference,
            FindingCode::UnknownReference,
            FindingCode::MinimumAboveMaximum,
        ]
    );
    rows.weighing.size_unit = LengthUnit::Inches;
    assert!(
        Tariff::compile(&rows)
            .unwrap_err()
            .iter()
            .all(|finding| finding.code != FindingCode::SizeUnitNotInches)
    );
}

#[test]
fn versions_are_compared_cell_by_cell() {
    let before = sound();
    let mut after = sound();
    after.currency = before.currency;
    after.cells[0].price = amount("11");
    after.cells[1].price = amount("19");
    after.bands[2].up_to = dec("4");
    after.minimum = Some(dec("5"));
    after.members.push(member("Z", "AR"));
    after.zones.push(zone("Y"));
    let found = compare(&before, &after);
    let cells: Vec<_> = found
        .cells
        .iter()
        .map(|change| (change.key.1.to_string(), change.before.is_some(), change.after.is_some(), change.pct))
        .collect();
    assert_eq!(
        cells,
        [
            ("1".into(), true, true, Some(dec("10"))),
            ("2".into(), true, true, Some(dec("-5"))),
            ("3".into(), true, false, None),
            ("4".into(), false, true, None),
        ]
    );
    let sums = &found.summary;
    assert_eq!((sums.cells_raised, sums.cells_lowered, sums.cells_added, sums.cells_removed), (1, 1, 1, 1));
    assert_eq!((found.settings, found.members.len(), found.zones.len()), (vec!["minimum"], 1, 1));
    let same = compare(&dhl(), &dhl());
    assert!(same.cells.is_empty() && same.summary.cells_unchanged == 2_156 && same.members.is_empty());
}
