//! Sheets whose prices could be taken for others: units of prices, tables below each other, signs of money, headers in two
//! rows, and rates of air cargo.

use super::super::finding::Severity;
use super::super::measure::WeightUnit;
use super::super::rows::Price;
use super::super::sheet::{Correction, Method, Reading, Role, SheetCode, read_breaks, read_prices};
use super::support::*;

const KG: WeightUnit = WeightUnit::Kilograms;

fn read(text: &str, code: &str) -> Reading {
    read_prices(&rows(text), KG, currency(code), &Correction::default()).expect(text).reading
}

fn errors(reading: &Reading) -> Vec<(SheetCode, usize, usize)> {
    let errors = reading.findings.iter().filter(|one| one.severity == Severity::Error);
    errors.map(|one| (one.code, one.row, one.column)).collect()
}

#[test]
fn the_unit_of_the_weights_is_not_that_of_the_prices() {
    for header in ["Weight/KG", "重量/KG", "Peso / kg", "Weight (kg)"] {
        let down = read(&format!("{header} | A | B\n1 | 10.00 | 12.00\n2 | 15.00 | 18.00"), "USD");
        assert_eq!((errors(&down), cells(&down)[0].as_str()), (vec![], "A≤1=10.00"), "{header}");
    }
    let across = read("Zone/kg | 0.5 | 1 | 2\n1 | 10.00 | 15.00 | 20.00\n2 | 12.00 | 18.00 | 24.00", "USD");
    assert_eq!((errors(&across), cells(&across)[0].as_str()), (vec![], "1≤0.5=10.00"));
    let title = read("Rates per kg | |\nWeight/kg | A | B\n45 | 4.10 | 5.10", "USD");
    assert_eq!(cells(&title), ["A≤45=4.10 per unit", "B≤45=5.10 per unit"]);
}

#[test]
fn prices_for_a_step_of_weight_are_refused() {
    for header in ["Zone A per 100 g", "Zona 1 US$/500g", "Each additional 0.5 kg", "Zona A kg adicional"] {
        let reading = read(&format!("Up to kg | {header}\n10 | 1.50\n20 | 1.40"), "USD");
        assert_eq!(errors(&reading), [(SheetCode::StepPrices, 1, 2)], "{header}");
    }
    let first = "Zone | First 0.5 kg | Each additional 0.5 kg\nA | 10.00 | 3.00\nB | 12.00 | 4.00";
    assert!(read_prices(&rows(first), KG, currency("USD"), &Correction::default()).is_none());
}

#[test]
fn a_unit_alone_in_the_header_of_prices_is_asked_about_until_somebody_says_it() {
    let grid = rows("Weight | Zone A (kg)\n45 | 4.10\n100 | 3.90");
    let read = |role: Option<Method>| {
        let role = role.map(|method| (1, Role::Price { zone: None, method }));
        let correction = Correction { roles: role.into_iter().collect(), ..Correction::default() };
        read_prices(&grid, KG, currency("USD"), &correction).unwrap().reading
    };
    assert_eq!(errors(&read(None)), [(SheetCode::PerUnitUnclear, 1, 2)]);
    for (method, price) in
        [(Method::PerUnit, "Zone A kg≤45=4.10 per unit"), (Method::Cell, "Zone A kg≤45=4.10")]
    {
        let reading = read(Some(method));
        assert_eq!((errors(&reading), cells(&reading)[0].as_str()), (vec![], price));
    }
}

#[test]
fn a_second_table_below_the_prices_is_refused_row_by_row_and_can_be_left_out() {
    for title in
        ["Per kg rates above 30 kg | |", "Multiplier rate per 1 kg | |", "Weight kg | A per kg | B per kg"]
    {
        let text =
            format!("Weight kg | A | B\n1 | 10.00 | 12.00\n30 | 100.00 | 120.00\n{title}\n45 | 4.10 | 5.10");
        let reading = read(&text, "USD");
        assert_eq!(
            errors(&reading),
            [(SheetCode::SecondTable, 4, 1), (SheetCode::SecondTable, 5, 1)],
            "{title}"
        );
        assert_eq!(cells(&reading).len(), 4, "{title}");
    }
    // A printed page repeats its header, and a note has no prices below it.
    let pages = "Weight kg | A\n1 | 10.00\nWeight kg | A\n2 | 15.00\nFuel is charged per kg |";
    assert_eq!((errors(&read(pages, "USD")), cells(&read(pages, "USD")).len()), (vec![], 2));
}

#[test]
fn signs_of_other_currencies_are_refused_in_cells_headers_and_titles() {
    for (text, code, at) in [
        ("kg | A\n1 | $10.00\n2 | $15.00", "BRL", (2, 2)),
        ("kg | A\n1 | ¥1000\n2 | ¥1500", "USD", (2, 2)),
        ("kg | A ($)\n1 | 10.00\n2 | 15.00", "EUR", (1, 2)),
        ("kg | A (zł)\n1 | 10.00\n2 | 15.00", "EUR", (1, 2)),
        ("kg | A (cents)\n1 | 1000\n2 | 1500", "USD", (1, 2)),
        ("All prices in HK$ |\nkg | A\n1 | 10.00\n2 | 15.00", "USD", (1, 1)),
        ("kg | A | Currency\n1 | 10.00 | EUR\n2 | 15.00 | EUR", "USD", (2, 3)),
        ("kg | A | B\n1 | 10.00 | € 12.00\n2 | 15.00 | € 18.00", "USD", (2, 3)),
    ] {
        let reading = read(text, code);
        assert_eq!(errors(&reading).first(), Some(&(SheetCode::OtherCurrency, at.0, at.1)), "{text}");
    }
    assert_eq!(errors(&read("kg | A ($)\n1 | $10.00\n2 | US$ 15.00", "USD")), []);
}

#[test]
fn a_code_of_another_currency_alone_in_a_header_or_a_title_is_refused() {
    for text in [
        "Weight | Zone A | Zone B\nkg | EUR | EUR\n1 | 10.00 | 12.00\n2 | 15.00 | 18.00",
        "CAD | | \nWeight | Zone A | Zone B\n1 | 10.00 | 12.00\n2 | 15.00 | 18.00",
        "Weight | EUR\n1 | 10.00\n2 | 15.00",
        "Weight | Zone A | Zone B\n1 | 10.00 | 12.00\n2 | 15.00 | 18.00\nAll rates in pounds sterling | |",
        "Rates in Swiss francs | |\nWeight | Zone A | Zone B\n1 | 10.00 | 12.00\n2 | 15.00 | 18.00",
        "Tarifas en pesos mexicanos | |\nPeso | Zona A | Zona B\n1 | 10.00 | 12.00\n2 | 15.00 | 18.00",
    ] {
        let found = errors(&read(text, "USD"));
        assert!(
            !found.is_empty() && found.iter().all(|one| one.0 == SheetCode::OtherCurrency),
            "{text}: {found:?}"
        );
    }
    for places in ["MAD | BCN", "EUR | ASIA"] {
        assert_eq!(errors(&read(&format!("kg | {places}\n1 | 10.00 | 12.00\n2 | 15.00 | 18.00"), "USD")), []);
    }
    let sterling = "Rates in pounds sterling |\nWeight | A\n1 | 10.00\n2 | 15.00";
    assert_eq!(cells(&read(sterling, "GBP")), ["A≤1=10.00", "A≤2=15.00"], "money, and no unit of weight");
    assert_eq!(errors(&read("kg | A | B\n1 | 10.00 | TBA\n2 | 15.00 | 18.00", "USD")), []);
}

#[test]
fn zones_down_can_have_a_column_of_their_currency() {
    let text = "Zone | Currency | 1 kg | 2 kg\nA | USD | 10.00 | 12.00\nB | USD | 13.00 | 15.00";
    let reading = read(text, "USD");
    assert_eq!((errors(&reading), cells(&reading)[0].as_str()), (vec![], "A≤1=10.00"));
    let other = [(SheetCode::OtherCurrency, 2, 2), (SheetCode::OtherCurrency, 3, 2)];
    assert_eq!(errors(&read(text, "EUR")), other);
}

#[test]
fn a_column_with_the_same_prices_in_another_currency_can_be_ignored() {
    let grid = rows("Weight | Zone A (USD) | Zone A (EUR)\n1 | 10.00 | 9.00\n2 | 13.00 | 12.00");
    let ignored = [(2, Role::Ignored)].into_iter().collect();
    let correction = Correction { roles: ignored, ..Correction::default() };
    let reading = read_prices(&grid, KG, currency("USD"), &correction).unwrap().reading;
    assert_eq!((errors(&reading), reading.cells.len()), (vec![], 2));
}

#[test]
fn rows_whose_prices_are_of_another_kind_are_refused_and_can_be_left_out() {
    let text = "Weight | Unit | Zone A\n10 | shipment | 100.00\n30 | shipment | 150.00\n70 | kg | 5.00";
    assert_eq!(errors(&read(text, "USD")), [(SheetCode::SecondTable, 4, 2)]);
    let words = "Weight | Zone A\n10 | 100.00\n30 | 150.00\nHeavy goods per kg | 5.00";
    assert_eq!(errors(&read(words, "USD")), [(SheetCode::SecondTable, 4, 1)]);
    let one = "Zone | Weight | Price\nA | 1 | 10.00\nA | 2 | 12.00";
    assert_eq!(errors(&read(one, "USD")), []);
}

/// The last price of a grid that ends with this row, and the first finding about the row.
fn last_price(row: &str) -> (Option<Price>, Option<SheetCode>) {
    let reading = read(&format!("Weight | Zone A\n10 | 100.00\n30 | 150.00\n{row}"), "USD");
    let found = reading.findings.iter().filter(|one| one.code != SheetCode::LastBandOpen);
    let last = reading.cells.iter().find(|cell| cell.band_seq == 3);
    (last.map(|cell| cell.price), found.map(|one| one.code).next())
}

#[test]
fn rows_with_prices_per_weight_below_those_of_bands_are_taken_and_told() {
    let added = |step: &str, amount: &str| Price::BaseStep {
        amount: dec("150.00"),
        step: dec(step),
        step_amount: dec(amount),
    };
    for row in ["Each additional kg", "kg adicional", "Excedente (por kg)", "Over 30 kg, per additional kg"] {
        let taken = (Some(added("1", "5.00")), Some(SheetCode::AdditionalRow));
        assert_eq!(last_price(&format!("{row} | 5.00")), taken, "{row}");
    }
    assert_eq!(last_price("Each additional 500 g | 2.50").0, Some(added("0.5", "2.50")));
    let whole = (Some(Price::PerUnit { amount: dec("5.00") }), Some(SheetCode::PerUnitRow));
    assert_eq!(last_price("Over 30 kg per kg | 5.00"), whole);
    assert_eq!(
        last_price("per kg above 30 | 2.00").0,
        Some(added("1", "2.00")),
        "60.00 is not the price of 30 kg"
    );
    assert_eq!(last_price("per kg above 30 | 4.00"), (None, Some(SheetCode::PerRowUnclear)));
    assert_eq!(last_price("Over 40 kg per kg | 5.00").1, Some(SheetCode::BandGap));
    assert_eq!(last_price("Each additional lb | 5.00"), (None, Some(SheetCode::OtherUnit)));
    let beside = "Weight | Rate type | Zone A\n10 | flat | 100.00\n30 | flat | 150.00\n70 | per kg | 5.00";
    assert_eq!(cells(&read(beside, "USD"))[2], "Zone A≤70=5.00 per unit");
    assert_eq!(errors(&read(beside, "USD")), []);
}

#[test]
fn a_row_for_each_price_can_have_its_zone() {
    let cells_of = |text: &str| cells(&read(text, "USD"));
    let expected = ["A≤0.5=10.00", "A≤1=15.00", "B≤0.5=12.00", "B≤1=18.00"];
    for text in [
        "Zone | Weight (kg) | Price\nA | 0.5 | 10.00\nA | 1 | 15.00\nB | 0.5 | 12.00\nB | 1 | 18.00",
        "Country | Weight from | Weight to | Price\nA | 0 | 0.5 | 10.00\nB | 0 | 0.5 | 12.00\nA | 0.5 | 1 | 15.00\nB | 0.5 | 1 | 18.00\nWithout VAT | | |",
    ] {
        assert_eq!(
            (cells_of(text), errors(&read(text, "USD"))),
            (expected.map(str::to_owned).to_vec(), vec![])
        );
    }
    let faulty = "Zone | Weight (kg) | Price\nA | 1 | 10.00\nB | 1 | 12.00\nA | 2 | 15.00\nB | 2 | -18.00";
    assert_eq!(errors(&read(faulty, "USD")), [(SheetCode::NegativePrice, 5, 3)], "the row of the sheet");
    assert_eq!(
        cells_of("Zona | Peso | Preço\nSul | 1 | 10.00\nSul | 2 | 12.00"),
        ["Sul≤1=10.00", "Sul≤2=12.00"]
    );
}

#[test]
fn the_unit_of_the_weights_can_have_a_column_of_its_own() {
    let reading = read("Weight | Unit | Zone A\n500 | g | 10.00\n1000 | g | 15.00", "USD");
    assert_eq!(cells(&reading), ["Zone A≤0.5=10.00", "Zone A≤1=15.00"]);
}

#[test]
fn least_amounts_and_extra_charges_are_no_zones() {
    let text = "Weight kg | Zone A per kg | Minimum | ETA | Surcharge\n45 | 4.10 | 50.00 | 3 | 2.50\n100 | 3.50 | 50.00 | 3 | 2.50";
    let reading = read(text, "USD");
    assert_eq!((reading.zones.len(), errors(&reading)), (1, vec![]));
    assert_eq!(reading.findings.iter().filter(|one| one.code == SheetCode::ColumnIgnored).count(), 3);
    let taxed = read("kg | Zone A | Zone A incl. VAT\n1 | 10.00 | 12.00\n2 | 15.00 | 18.00", "USD");
    assert_eq!(errors(&taxed), [(SheetCode::RepeatedColumn, 1, 3)]);
}

#[test]
fn a_first_weight_that_cannot_be_read_names_no_zone() {
    let reading = read("Weight | A\nhalf | 10.00\n1 | 13.00", "USD");
    assert_eq!(
        (errors(&reading), reading.zones[0].code.to_string()),
        (vec![(SheetCode::UnreadableWeight, 2, 1)], "A".into())
    );
}

#[test]
fn a_destination_with_two_rows_of_rates_is_asked_about_and_an_airport_beside_its_country_is_a_name() {
    let read = |text: &str| read_breaks(&rows(text), KG, currency("USD"), None).unwrap();
    let twice = read(
        "To | N | +45 | +100\nFRA | 6.20 | 4.80 | 4.10\nfra | 5.20 | 4.70 | 4.00\n | 5.00 | 4.00 | 3.00\nWithout fuel | | |",
    );
    let expected = [(SheetCode::RepeatedCell, 3, 1), (SheetCode::UnreadableZone, 4, 1)];
    assert_eq!((errors(&twice), twice.zones.len(), twice.cells.len()), (expected.to_vec(), 1, 3));
    let airports =
        read("Country | Airport | N | +45\nGermany | FRA | 6.20 | 4.80\nGermany | MUC | 6.30 | 4.90");
    let names: Vec<_> = airports.zones.iter().map(|zone| zone.code.to_string()).collect();
    assert_eq!((errors(&airports), names), (vec![], vec!["FRA".to_owned(), "MUC".to_owned()]));
}

#[test]
fn columns_that_only_count_are_told_and_rates_are_no_such() {
    let text = "No. | kg | A | B\n1 | 45 | 10.00 | 4.10/kg\n2 | 100 | 15.00 | 3.90/kg";
    let reading = read(text, "USD");
    let told: Vec<_> = reading.findings.iter().map(|one| (one.code, one.row, one.column)).collect();
    assert_eq!(told, [(SheetCode::ColumnIgnored, 1, 1)]);
    assert_eq!(reading.zones.len(), 2);
}

#[test]
fn bounds_below_the_name_of_the_weights_are_those_of_the_weights() {
    for (header, bounds) in
        [("Peso (kg)", "De | Até"), ("Weight (kg)", "From | To"), ("重量（公斤）", "起 | 至")]
    {
        let text = format!(
            "{header} | | Zona 1 | Zona 2\n{bounds} | |\n0 | 0.5 | 10.00 | 12.00\n0.5 | 1 | 15.00 | 18.00"
        );
        let reading = read(&text, "USD");
        let expected = ["Zona 1≤0.5=10.00", "Zona 2≤0.5=12.00", "Zona 1≤1=15.00", "Zona 2≤1=18.00"];
        assert_eq!(
            (errors(&reading), cells(&reading)),
            (vec![], expected.map(str::to_owned).to_vec()),
            "{header}"
        );
    }
    let title = "Peso (kg) | | Preço (R$) |\nDe | Até | Zona 1 | Zona 2\n0 | 0,5 | 10,00 | 12,00\n0,5 | 1 | 15,00 | 18,00";
    assert_eq!(cells(&read(title, "BRL"))[0], "Zona 1≤0.5=10.00");
}

#[test]
fn lower_bounds_can_begin_with_nothing() {
    let reading = read("From kg | A\n0 | 10.00\n1 | 15.00", "USD");
    assert_eq!(
        (errors(&reading), cells(&reading)),
        (vec![], vec!["A≤0.999=10.00".into(), "A≤99999=15.00".into()])
    );
}

#[test]
fn a_row_of_minimums_is_no_name_of_zones() {
    let reading = read("Weight kg | A | B\nMinimum | 50.00 | 60.00\n45 | 4.10 | 5.10", "USD");
    assert_eq!(errors(&reading), [(SheetCode::UnreadableWeight, 2, 1)]);
    assert_eq!(reading.zones[0].code.to_string(), "A");
}

#[test]
fn weights_that_rise_with_either_mark_are_asked_about() {
    let reading = read("Peso (kg) | Zona 1\n1.000 | 10,50\n2.000 | 15,50", "BRL");
    assert_eq!(errors(&reading), [(SheetCode::NumberFormatUnclear, 2, 1)]);
    let heavy = read("Weight kg | A\n45 | 10.50\n100 | 12.00\n1,000 | 15.00", "USD");
    assert_eq!((errors(&heavy), heavy.bands[2].up_to), (vec![], dec("1000")));
    let grams = read("Peso (g) | Zona 1\n1.000 | 10,50\n2.000 | 15,50", "BRL");
    assert_eq!((errors(&grams), grams.bands[1].up_to), (vec![], dec("2")));
}

#[test]
fn breaks_of_air_cargo_are_read_in_every_form_and_in_their_own_currency_and_unit() {
    let read = |text: &str, unit, code: &str| read_breaks(&rows(text), unit, currency(code), None).unwrap();
    for header in [
        "M | N | +45 | +100",
        "Min | -45 | +45 | +100",
        "Min. | -45kg | 45kg+ | 100kg+",
        "MIN | N | 45K | 100K",
        "Minimum | Normal | Q45 | Q100",
        "Min | <45 kg | ≥45 kg | ≥100 kg",
        "Min | N | +45 kgs | +100 kgs",
    ] {
        let reading = read(&format!("To | {header}\nFRA | 75.00 | 6.20 | 4.80 | 4.10"), KG, "USD");
        let ladder: Vec<_> = reading.bands.iter().map(|band| band.up_to.to_string()).collect();
        assert_eq!(
            (errors(&reading), ladder),
            (vec![], vec!["45".into(), "100".into(), "99999".to_owned()]),
            "{header}"
        );
        assert_eq!(reading.zones[0].minimum, Some(dec("75.00")), "{header}");
    }
    for (text, unit, code, at) in [
        (
            "Rates in USD | | |\nTo | N | +45 | +100\nFRA | 6.20 | 4.80 | 4.10",
            KG,
            SheetCode::OtherCurrency,
            (1, 1),
        ),
        ("To | Currency | N | +45\nFRA | USD | 6.20 | 4.80", KG, SheetCode::OtherCurrency, (2, 2)),
        ("To | N | +45 | +100\nFRA | 6.20 | 4.80 | 4.10", WeightUnit::Pounds, SheetCode::OtherUnit, (1, 3)),
        ("To | N | +45 | +100\nFRA | 6.20 | 4.80 | 4.10", WeightUnit::Grams, SheetCode::OtherUnit, (1, 3)),
    ] {
        assert_eq!(errors(&read(text, unit, "EUR")).first(), Some(&(code, at.0, at.1)), "{text}");
    }
}

#[test]
fn a_range_of_weights_is_no_lower_bound() {
    for header in ["Faixa de peso", "Tramo de peso (kg)", "Rango de peso"] {
        let plain = read(&format!("{header} | Zona 1\n0.5 | 10.00\n1 | 15.00"), "USD");
        assert_eq!(cells(&plain), ["Zona 1≤0.5=10.00", "Zona 1≤1=15.00"], "{header}");
        let text = format!("{header} | Zona 1\nDe 0 a 1 kg | 10.00\nDe 1.01 a 5 kg | 15.00");
        assert_eq!(cells(&read(&text, "USD")), ["Zona 1≤1=10.00", "Zona 1≤5=15.00"], "{header}");
    }
}

#[test]
fn the_last_band_may_say_that_it_has_no_end() {
    for end in ["and above", "∞", "-", "ou mais", "y más", "以上"] {
        let reading = read(&format!("From kg | To kg | A\n0 | 1 | 10.00\n1 | {end} | 40.00"), "USD");
        assert_eq!((errors(&reading), cells(&reading)[1].as_str()), (vec![], "A≤99999=40.00"), "{end}");
    }
}

#[test]
fn rows_of_letters_are_told_and_never_taken_for_weights() {
    let text = " | Zone 1 | Zone 2\nLetter | 10.00 | 12.00\nPak | 11.00 | 13.00\n1 kg | 12.00 | 14.00\n2 kg | 13.00 | 15.00";
    let reading = read(text, "USD");
    assert_eq!((errors(&reading), cells(&reading)[0].as_str()), (vec![], "Zone 1≤1=12.00"));
    let bare = rows(" | Zone 1 | Zone 2\nLetter | 10.00 | 12.00\nPak | 11.00 | 13.00");
    assert!(read_prices(&bare, KG, currency("USD"), &Correction::default()).is_none());
}

#[test]
fn a_first_price_that_cannot_be_read_is_told_and_names_no_zone() {
    let reading = read("Weight kg | A\n1 | 10.00?\n2 | 15.00", "USD");
    assert_eq!(
        (errors(&reading), reading.zones[0].code.to_string()),
        (vec![(SheetCode::UnreadablePrice, 2, 2)], "A".into())
    );
}

#[test]
fn discounts_and_fuel_are_no_zones() {
    let reading =
        read("kg | A | Discount | Fuel surcharge\n1 | 10.00 | 5.00 | 2.00\n2 | 15.00 | 5.00 | 2.00", "USD");
    assert_eq!((reading.zones.len(), reading.findings.len()), (1, 2));
}
