//! One cent above and below each limit, and the days of each change.

use crate::taxes::{AdvanceFee, DutyTerms, TaxBuyer, TaxChannel, TaxCollected, TaxContents, settle};

use super::support::{Parcel, dec, line, parcel};

/// Checks duty and tax of parcels.
fn due(cases: impl IntoIterator<Item = (Parcel, &'static str)>) {
    for (parcel, expected) in cases {
        let is_amounts = expected.starts_with(|first: char| first.is_ascii_digit());
        let expected = if is_amounts { format!("{expected} 0.00") } else { expected.to_owned() };
        assert_eq!(parcel.due(), expected, "{:?}", parcel.0);
    }
}

fn brazil(goods: &str, day: &str) -> Parcel {
    parcel("BR", "USD", goods, day).state("SP").inside()
}

#[test]
fn brazil_has_two_bands_inside_the_programme() {
    const DAY: &str = "2026-11-25";
    due([
        (brazil("50.00", DAY), "0.00 10.24"),
        (brazil("50.01", DAY), "0.01 10.25"),
        (brazil("40.00", DAY).freight("10.00"), "0.00 10.24"),
        (brazil("3000.00", DAY), "1770.00 976.99"),
        (brazil("3000.01", DAY), "over_simplified_limit"),
        (brazil("100", DAY).state("MG"), "30.00 26.63"),
        (brazil("100", DAY).change(|parcel| parcel.buyer = TaxBuyer::Business), "60.00 32.77"),
        (brazil("100", DAY).change(|parcel| parcel.state = None), "state_required"),
        (brazil("100", DAY).channel(TaxChannel::Entry), "ordinary_regime"),
    ]);
}

#[test]
fn brazil_changed_its_bands_three_times() {
    due([
        (brazil("100", "2024-07-31"), "60.00 32.77"),
        (brazil("100", "2024-08-01"), "40.00 28.67"),
        (brazil("50.00", "2026-05-11"), "10.00 12.29"),
        (brazil("50.01", "2026-05-11"), "10.01 12.29"),
        (brazil("100", "2026-05-11"), "40.00 28.67"),
        (brazil("50.00", "2026-05-12"), "0.00 10.24"),
        (brazil("100", "2026-05-12"), "30.00 26.63"),
        (brazil("100", "2025-03-31").state("BA"), "40.00 28.67"),
        (brazil("100", "2025-04-01").state("BA"), "40.00 35.00"),
        (brazil("100", "2023-07-31"), "no_rule:BR"),
    ]);
}

#[test]
fn medicines_of_a_person_have_their_own_limit_in_brazil() {
    let medicine =
        |goods: &str| brazil(goods, "2026-11-25").change(|parcel| parcel.contents = TaxContents::Medicine);
    due([
        (medicine("5000"), "0.00 1024.10"),
        (medicine("10000.00"), "0.00 2048.19"),
        (medicine("10000.01"), "over_simplified_limit"),
        (medicine("5000").change(|parcel| parcel.buyer = TaxBuyer::Business), "over_simplified_limit"),
    ]);
}

fn austria(goods: &str, day: &str) -> Parcel {
    parcel("AT", "EUR", goods, day)
}

#[test]
fn european_union_asks_three_euros_a_line_under_ioss_and_by_post() {
    const DAY: &str = "2026-07-01";
    due([
        (austria("150.00", "2026-06-30").inside(), "0.00 30.00"),
        (austria("150.00", DAY).inside(), "3.00 30.60"),
        (austria("150.00", DAY).channel(TaxChannel::Postal), "3.00 30.60"),
        (austria("150.00", DAY).inside().channel(TaxChannel::Postal), "3.00 30.60"),
        (austria("150.01", DAY).inside().tariff("0.05"), "7.50 31.50"),
        (austria("150.00", "2028-06-30").inside(), "3.00 30.60"),
        (austria("150.00", "2028-07-01").inside().tariff("0.05"), "7.50 31.50"),
        (austria("150.00", DAY), "rate:eu.duty"),
        (austria("150.00", DAY).tariff("0.05"), "7.50 31.50"),
        (austria("45.00", DAY).gift(), "0.00 0.00"),
        (austria("45.01", DAY).gift().channel(TaxChannel::Postal), "3.00 9.60"),
        (parcel("ES", "EUR", "100", DAY).state("GC").inside(), "outside_tax_territory"),
        (parcel("NO", "NOK", "100", DAY), "not_covered:NO"),
    ]);
}

#[test]
fn territories_are_told_by_state_and_by_postcode() {
    const DAY: &str = "2026-11-25";
    const OUTSIDE: &str = "outside_tax_territory";
    let place = |country: &str, state: Option<&str>, postcode: Option<&str>| {
        let currency = match country {
            "GB" => "GBP",
            "US" => "USD",
            "AU" => "AUD",
            _ => "EUR",
        };
        parcel(country, currency, "100", DAY).inside().tariff("0").change(|parcel| {
            parcel.state = state.map(str::to_owned);
            parcel.postcode = postcode.map(str::to_owned);
        })
    };
    for (country, state, postcode) in [
        ("ES", Some("CN"), None),
        ("ES", Some("GC"), Some("35001")),
        ("ES", None, Some("35001")),
        ("ES", Some("CN"), Some("38001")),
        ("ES", None, Some("51001")),
        ("ES", None, Some("E-52001")),
        ("DE", None, Some("27498")),
        ("DE", Some("BW"), Some("78266")),
        ("IT", Some("SO"), Some("23041")),
        ("IT", Some("CO"), Some("22061")),
        ("FI", Some("01"), None),
        ("FI", None, Some("22100")),
        ("GR", None, Some("63086")),
        ("FR", Some("974"), None),
        ("FR", None, Some("97200")),
        ("GB", None, Some("JE2 3AB")),
        ("GB", None, Some("GY1 1AA")),
        ("US", Some("VI"), None),
        ("US", None, Some("96910")),
        ("AU", Some("NSW"), Some("2899")),
    ] {
        assert_eq!(place(country, state, postcode).due(), OUTSIDE, "{country} {state:?} {postcode:?}");
    }
    due([
        (place("GB", Some("BFS"), None), "other_regime"),
        (place("GB", None, Some("BT1 1AA")), "other_regime"),
        (place("GB", None, Some("IM1 1AA")), "0.00 20.00"),
        (place("ES", Some("M"), Some("28001")), "3.00 21.63"),
        (place("ES", None, Some("28001")), "3.00 21.63"),
        (place("ES", Some("M"), None), "3.00 21.63"),
        (place("ES", None, None), "state_required"),
        (place("GB", None, None), "state_required"),
        (place("GB", Some("ENG"), None), "0.00 20.00"),
        (place("GB", None, Some("B1 1AA")), "0.00 20.00"),
        (place("PT", None, None), "state_required"),
        (place("IT", None, None), "state_required"),
        (place("IT", None, Some("20121")), "3.00 22.66"),
        (place("FR", None, None), "state_required"),
        (place("FR", None, Some("75001")), "3.00 20.60"),
        (place("FI", None, None), "state_required"),
        (place("PT", None, Some("1000-001")), "3.00 23.69"),
        (place("PT", None, Some("9500-321")), "3.00 16.48"),
        (place("PT", Some("30"), None), "3.00 22.66"),
    ]);
}

#[test]
fn distinct_lines_share_a_code_and_an_origin() {
    let coat_and_scarves =
        [line("6202.93", "CN", "60"), line("6214.10", "CN", "20"), line("621410", "CN", "20")];
    let other_origin = [line("621410", "CN", "50"), line("621410", "IN", "50")];
    let uncoded = [line("", "CN", "50"), line("", "CN", "50")];
    for (lines, duty) in [
        (&coat_and_scarves[..], "6.00"),
        (&other_origin, "6.00"),
        (&uncoded, "6.00"),
        (&uncoded[..1], "3.00"),
    ] {
        let found = austria("0", "2026-07-01").inside().lines(lines).assess();
        assert_eq!(found.lines[0].amount.to_string(), duty);
    }
}

#[test]
fn member_states_change_their_vat() {
    due([
        (parcel("EE", "EUR", "100", "2025-06-30"), "0.00 22.00"),
        (parcel("EE", "EUR", "100", "2025-07-01"), "0.00 24.00"),
        (parcel("RO", "EUR", "100", "2025-07-31"), "0.00 19.00"),
        (parcel("RO", "EUR", "100", "2025-08-01"), "0.00 21.00"),
    ]);
}

#[test]
fn united_kingdom_relieves_up_to_135_pounds() {
    let kingdom = |goods: &str| parcel("GB", "GBP", goods, "2026-11-25").state("ENG").tariff("0.12");
    due([
        (kingdom("135.00").inside(), "0.00 27.00"),
        (kingdom("135.01").inside(), "16.20 30.24"),
        (kingdom("135.00").change(|parcel| parcel.buyer = TaxBuyer::Business), "0.00 0.00"),
        (kingdom("39.00").gift(), "0.00 0.00"),
        (kingdom("39.01").gift(), "0.00 7.80"),
        (kingdom("100").state("NIR"), "other_regime"),
    ]);
}

fn canada(goods: &str, from: &str) -> Parcel {
    parcel("CA", "CAD", goods, "2026-11-25").state("ON").from(from).tariff("0.18")
}

#[test]
fn canada_relieves_couriers_from_its_neighbours_further() {
    due([
        (canada("40.00", "US"), "0.00 0.00"),
        (canada("40.01", "US"), "0.00 5.20"),
        (canada("150.00", "MX"), "0.00 19.50"),
        (canada("150.01", "US"), "27.00 23.01"),
        (canada("20.00", "JP"), "0.00 0.00"),
        (canada("20.01", "JP"), "3.60 3.07"),
        (canada("20.00", "US").channel(TaxChannel::Postal), "0.00 0.00"),
        (canada("20.01", "US").channel(TaxChannel::Postal), "3.60 3.07"),
        (canada("30.00", "US").change(|parcel| parcel.dispatch = "JP".into()), "5.40 4.60"),
        (canada("60.00", "JP").gift(), "0.00 0.00"),
        (canada("100", "JP").tariff("0").state("BC"), "0.00 12.00"),
        (canada("100", "JP").tariff("0").state("QC"), "0.00 14.98"),
        (canada("100", "JP").change(|parcel| parcel.state = None), "state_required"),
        (canada("100", "JP").tariff("0").change(|parcel| parcel.buyer = TaxBuyer::Business), "0.00 5.00"),
    ]);
}

#[test]
fn limits_of_the_pacific_and_the_americas() {
    const DAY: &str = "2026-11-25";
    let dollars = |country: &str, goods: &str, day: &str| parcel(country, "USD", goods, day);
    let heavy =
        |kilograms: &str| dollars("EC", "100", DAY).change(|parcel| parcel.weight_kg = Some(dec(kilograms)));
    due([
        (parcel("AU", "AUD", "1000.00", DAY).inside(), "0.00 100.00"),
        (parcel("AU", "AUD", "1000.01", DAY).inside(), "50.00 105.00"),
        (parcel("AU", "AUD", "1000.00", DAY), "0.00 0.00"),
        (dollars("MX", "100", "2025-08-14"), "19.00 0.00"),
        (dollars("MX", "100", "2025-08-15"), "33.50 0.00"),
        (dollars("MX", "2500.00", DAY), "837.50 0.00"),
        (dollars("MX", "2500.01", DAY), "over_simplified_limit"),
        (dollars("MX", "100", DAY).from("US"), "rate_unconfirmed"),
        (dollars("CL", "41.00", "2025-10-24"), "0.00 0.00"),
        (dollars("CL", "41.01", "2025-10-24"), "2.46 8.26"),
        (dollars("CL", "41.00", "2025-10-25"), "0.00 7.79"),
        (dollars("CL", "500.00", DAY).inside(), "0.00 95.00"),
        (dollars("CL", "500.01", DAY), "30.00 100.70"),
        (dollars("EC", "400.00", DAY), "22.00 0.00"),
        (dollars("EC", "400.01", DAY), "over_simplified_limit"),
        (heavy("4.000"), "20.50 0.00"),
        (heavy("4.001"), "not_four_by_four"),
        (dollars("PE", "200.00", DAY).freight("30"), "0.00 0.00"),
        (dollars("PE", "200.01", DAY).freight("30"), "9.20 43.06"),
        (dollars("PE", "2000.01", DAY), "over_simplified_limit"),
    ]);
}

#[test]
fn colombia_lowered_its_limit_and_a_court_undid_it() {
    let colombia = |goods: &str, day: &str| parcel("CO", "USD", goods, day);
    due([
        (colombia("200.00", "2025-12-31"), "0.00 38.00"),
        (colombia("200.01", "2025-12-31"), "20.00 41.80"),
        (colombia("50.00", "2026-01-01"), "0.00 9.50"),
        (colombia("50.01", "2026-01-01"), "5.00 10.45"),
        (colombia("100", "2026-04-08"), "10.00 20.90"),
        (colombia("100", "2026-04-09"), "0.00 19.00"),
        (colombia("200.00", "2026-11-25").from("US"), "0.00 0.00"),
        (colombia("50.01", "2026-02-15").from("US"), "5.00 10.45"),
        (colombia("2000.01", "2026-11-25"), "over_simplified_limit"),
    ]);
}

fn states(hs: &str, origin: &str, goods: &str, day: &str) -> Parcel {
    parcel("US", "USD", goods, day).from(origin).hs(hs)
}

#[test]
fn surcharges_of_the_united_states_are_dated_and_exclude_each_other() {
    const BALLS: &str = "9506.62.40.40";
    const ALUMINIUM: &str = "7601.10.30.00";
    const FERROALLOY: &str = "7202.11.10.00";
    for (hs, origin, day, percent) in [
        (BALLS, "CN", "2026-02-23", "27.5"),
        (BALLS, "CN", "2026-02-24", "17.5"),
        (BALLS, "CN", "2026-07-24", "20"),
        (BALLS, "BR", "2026-07-21", "10"),
        (BALLS, "BR", "2026-07-22", "35"),
        (BALLS, "BR", "2026-07-24", "37.5"),
        (BALLS, "GB", "2026-07-24", "10"),
        (BALLS, "KR", "2026-07-24", "12.5"),
        (ALUMINIUM, "GB", "2026-02-23", "27.6"),
        (ALUMINIUM, "AE", "2026-07-24", "52.6"),
        (FERROALLOY, "CN", "2026-07-24", "26.4"),
        (FERROALLOY, "ZA", "2026-07-24", "1.4"),
        (FERROALLOY, "KR", "2026-02-23", "0"),
    ] {
        let found = states(hs, origin, "10000", day).channel(TaxChannel::Entry).assess();
        assert!(found.refused.is_empty(), "{found:?}");
        assert_eq!(found.total(), dec(percent) * dec("100"), "{hs} {origin} {day}");
    }
}

#[test]
fn a_partner_with_an_agreement_pays_up_to_a_total() {
    for (tariff, total) in [("0", "100.00"), ("0.085", "100.00"), ("0.17", "170.00")] {
        let shoes = states("640399", "IT", "1000", "2026-11-25").tariff(tariff);
        assert_eq!(shoes.assess().total().to_string(), total);
    }
}

#[test]
fn mail_to_the_united_states_paid_a_flat_rate_for_a_time() {
    let mail = |goods: &str, day: &str| states("9506.62.40.40", "CN", goods, day).channel(TaxChannel::Postal);
    due([
        (mail("800.00", "2026-02-23"), "160.00 0.00"),
        (mail("800.00", "2026-02-24"), "80.00 0.00"),
        (mail("800.01", "2026-02-24"), "140.00 0.00"),
        (mail("750.00", "2026-07-23"), "75.00 0.00"),
        (mail("750.00", "2026-07-24"), "150.00 0.00"),
        (mail("100.00", "2026-07-24").gift(), "0.00 0.00"),
        (mail("100.00", "2026-07-24").hs("610910"), "rate:us.duty rate:us.s301cn"),
        (states("610910", "IN", "100", "2026-02-23").tariff("0.165"), "past_rates_not_kept"),
    ]);
}

#[test]
fn rates_of_lists_come_with_the_line() {
    let shirt = states("610910", "CN", "100", "2026-11-25").tariff("0.165");
    let listed = shirt.change(|parcel| {
        parcel.lines[0].listed_rates.insert("us.s301cn".into(), dec("0.075"));
        parcel.lines[0].listed_rates.insert("us.s301fl".into(), dec("0"));
    });
    due([(listed, "24.00 0.00")]);
}

#[test]
fn taxes_have_the_decimals_of_the_currency() {
    let yen = austria("20000", "2026-11-25")
        .change(|parcel| parcel.currency = "JPY".into())
        .inside()
        .fx("EUR", "JPY", "171.35");
    let amounts: Vec<String> = yen.assess().lines.iter().map(|line| line.amount.to_string()).collect();
    assert_eq!(amounts, ["514", "4103"]);
}

#[test]
fn limits_are_compared_in_their_own_currency() {
    let pounds = |goods: &str| {
        austria(goods, "2026-11-25").inside().tariff("0.05").change(|parcel| parcel.currency = "GBP".into())
    };
    // 130.43 × 1.15 is 149.9945 and rounds to 149.99; 130.44 × 1.15 is 150.006 and rounds to 150.01.
    assert_eq!(pounds("130.43").fx("GBP", "EUR", "1.15").assess().lines[0].code.as_str(), "flat_per_line");
    assert_eq!(pounds("130.44").fx("GBP", "EUR", "1.15").assess().lines[0].code.as_str(), "tariff");
}

#[test]
fn a_line_tells_its_figures_and_its_law() {
    let found = brazil("100", "2026-11-25").assess();
    let [duty, icms] = found.lines.as_slice() else { panic!("{found:?}") };
    assert_eq!(
        (duty.code.as_str(), duty.tax.as_str(), duty.rule.as_str()),
        ("percent_less", "br.ii", "br-ii-programme-2026-high")
    );
    assert_eq!(
        (duty.params.base, duty.params.rate, duty.params.amount),
        (dec("100"), Some(dec("0.6")), Some(dec("30")))
    );
    assert_eq!(duty.params.limit_from, Some(dec("50")));
    assert_eq!(
        (icms.code.as_str(), icms.params.base, icms.params.rate),
        ("gross_up", dec("130"), Some(dec("0.17")))
    );
    assert!(duty.legal_ref.contains("Lei 15.502/2026") && icms.legal_ref.contains("87/1996"));
}

#[test]
fn terms_of_delivery_say_who_pays() {
    let fee = AdvanceFee { rate: dec("0.02"), minimum: dec("5.00") };
    let import = brazil("100", "2026-11-25").assess();
    let paid = settle(&import, DutyTerms::Ddp, Some(&fee));
    assert_eq!(
        (paid.charged_total(), paid.advance_fee, paid.on_delivery_total()),
        (dec("61.63"), dec("5.00"), dec("0"))
    );
    let unpaid = settle(&import, DutyTerms::Ddu, Some(&fee));
    assert_eq!((unpaid.charged_total(), unpaid.on_delivery_total()), (dec("0"), dec("56.63")));

    let sale = austria("100", "2026-11-25").inside().assess();
    let ioss = settle(&sale, DutyTerms::Ddp, None);
    assert_eq!((ioss.charged_total(), ioss.at_sale.len()), (dec("3.00"), 1));
    assert!(ioss.at_sale.iter().all(|line| line.collected == TaxCollected::Sale));

    let nothing = settle(&canada("20", "JP").assess(), DutyTerms::Ddp, Some(&fee));
    assert_eq!(nothing.charged_total(), dec("0"));
}

#[test]
fn a_declaration_without_sense_is_refused() {
    due([
        (brazil("-1", "2026-11-25"), "invalid:value"),
        (brazil("1", "2026-11-25").lines(&[]), "invalid:lines"),
        (brazil("100000000001", "2026-11-25"), "invalid:value"),
        (brazil("1", "2026-11-25").freight("-0.01"), "invalid:freight"),
        (brazil("1", "2026-11-25").tariff("11"), "invalid:tariff_rate"),
        (brazil("1", "2026-11-25").fx("USD", "BRL", "0"), "invalid:fx"),
        (brazil("0", "2026-11-25"), "0.00 0.00"),
    ]);
}
