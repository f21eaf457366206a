//! The shipped rules as a whole. `due` shows duty, tax and fee of a parcel, or the codes of the refusals.

use crate::taxes::{Finding, Fx, RuleRow, TaxBook, TaxKind, TaxKindName, TaxRule, check};

use super::support::{BOOK, date, groups, parcel, rows};

#[test]
fn shipped_rules_have_no_fault() {
    assert_eq!(check(&BOOK), []);
}

#[test]
fn each_row_has_its_law_and_source() {
    for row in rows() {
        assert!(!row.terms.legal_ref.is_empty() && !row.terms.source.is_empty(), "{}", row.id);
        assert!(row.terms.enabled || row.terms.note.is_some(), "{} is off without a reason", row.id);
    }
}

#[test]
fn rates_are_read_without_loss() {
    let rate = |id: &str| {
        rows()
            .into_iter()
            .find(|row| row.id == id)
            .and_then(|row| row.terms.rate)
            .map(|rate| rate.to_string())
    };
    assert_eq!(rate("ca-pst-qc").as_deref(), Some("0.09975"));
    assert_eq!(rate("fi-vat-import-2024").as_deref(), Some("0.255"));
}

#[test]
fn two_rules_that_describe_the_same_goods_are_found() {
    let mut all = rows();
    let twin = |id: &str, change: fn(&mut RuleRow)| {
        let mut row = rows().into_iter().find(|row| row.id == id).expect("a shipped row");
        row.id.push_str("-twin");
        change(&mut row);
        row
    };
    // Meets the shipped row on one value only, so it is an error; the next one begins where the other ends.
    all.push(twin("pe-igv-low", |row| row.terms.limit_to = Some("300".parse().unwrap())));
    all.push(twin("co-iva", |row| row.terms.seq = 5));
    all.push(twin("cl-duty", |row| row.terms.replaces = Some("cl.alcabala".into())));
    let rules = all.into_iter().map(|row| TaxRule::try_from(row).unwrap()).collect();
    let found = check(&TaxBook::new(rules, groups()));
    let ambiguous = |one: &str| {
        found.iter().any(
            |finding| matches!(finding, Finding::Ambiguous { rules, .. } if rules.iter().any(|id| id == one)),
        )
    };
    assert!(ambiguous("pe-igv-low-twin") && ambiguous("cl-duty-twin"));
    assert!(
        found.iter().any(|finding| matches!(finding, Finding::OrderDiffers { tax, .. } if tax == "co.iva"))
    );
    assert!(found.contains(&Finding::UnknownTax { rule: "cl-duty-twin".into(), tax: "cl.alcabala".into() }));
}

#[test]
fn a_row_without_its_figures_is_refused() {
    let mut row = rows().into_iter().find(|row| row.id == "br-ii-programme-2026-high").unwrap();
    row.terms.amount = None;
    row.terms.limit_to = Some("10".parse().unwrap());
    let errors = TaxRule::try_from(row).unwrap_err();
    let columns: Vec<_> = errors.iter().map(|error| (error.column, error.problem)).collect();
    assert_eq!(columns, [("amount", "missing"), ("limit_to", "invalid")]);
}

#[test]
fn unsure_rules_are_off_and_change_nothing() {
    let off: Vec<&TaxRule> = BOOK.rules().filter(|rule| !rule.enabled).collect();
    assert!(off.iter().any(|rule| rule.id == "eu-fee-handling"));
    assert_eq!(parcel("FR", "EUR", "100", "2026-11-25").postcode("75001").inside().due(), "3.00 20.60 0.00");
}

#[test]
fn limits_in_another_currency_need_its_rate() {
    let dollars = parcel("BR", "BRL", "100", "2026-11-25").state("SP");
    assert_eq!(dollars.due(), "fx:BRLUSD");
    assert_eq!(dollars.fx("USD", "BRL", "5.2238").inside().due(), "0.00 20.48 0.00");
    assert_eq!(Fx::default().convert("1".parse().unwrap(), "USD", "BRL"), None);
}

#[test]
fn kinds_of_the_shipped_rules_are_all_used_or_tested() {
    let used = |name: TaxKindName| BOOK.rules().any(|rule| rule.kind_name() == name);
    for kind in TaxKindName::ALL {
        // A threshold inside the base has no shipped rule; its test makes one.
        assert!(used(*kind) || *kind == TaxKindName::Excess, "{}", kind.as_str());
    }
    assert!(
        BOOK.rules().any(|rule| matches!(&rule.kind, TaxKind::TopUp { credit, .. } if credit == "us.duty"))
    );
}

#[test]
fn every_member_state_has_its_vat() {
    let members = groups().into_iter().filter(|group| group.code == "EU");
    for member in members {
        // Spain is asked for the place, because a part of it is outside.
        let postcode = match member.country.as_str() {
            "ES" => "28001",
            "FI" => "00100",
            "FR" => "75001",
            "IT" => "20121",
            "PT" => "1000-001",
            _ => "",
        };
        let parcel = parcel(&member.country, "EUR", "100", "2026-11-25").inside().postcode(postcode);
        let found = parcel.assess();
        assert_eq!(
            found.lines.iter().map(|line| line.tax.as_str()).collect::<Vec<_>>(),
            ["eu.duty", "eu.vat"]
        );
    }
}

#[test]
fn a_company_changes_and_adds_rules() {
    let shipped = || rows().into_iter().map(|row| TaxRule::try_from(row).unwrap()).collect::<Vec<_>>();
    let own = |id: &str, new_id: &str, change: fn(&mut TaxRule)| {
        let mut rule = shipped().into_iter().find(|rule| rule.id == id).unwrap();
        rule.id = new_id.into();
        change(&mut rule);
        rule
    };
    let off = own("br-ii-programme-2026-high", "br-ii-programme-2026-high", |rule| {
        rule.valid_to = Some("2026-12-31".parse().unwrap());
    });
    let next = own("br-ii-programme-2026-high", "br-ii-programme-2027-high", |rule| {
        rule.valid_from = "2027-01-01".parse().unwrap();
        rule.kind = TaxKind::Percent { rate: "0.50".parse().unwrap() };
    });
    let book = TaxBook::with_own(shipped(), vec![off, next], groups());
    assert_eq!(check(&book), []);
    let duty = |day: &str| {
        let super::support::Parcel(declaration) = parcel("BR", "USD", "100", day).state("SP").inside();
        crate::taxes::assess(&book, &declaration).lines[0].amount.to_string()
    };
    assert_eq!([duty("2026-12-31"), duty("2027-01-01")], ["30.00", "50.00"]);
}

#[test]
fn a_quote_ends_with_the_rules_of_its_day() {
    let until =
        |country: &str, day: &str| BOOK.unchanged_until(country, date(day)).map(|last| last.to_string());
    assert_eq!(until("BR", "2026-05-01").as_deref(), Some("2026-05-11"));
    assert_eq!(until("BR", "2026-05-12"), None);
    assert_eq!(until("CO", "2026-01-10").as_deref(), Some("2026-04-08"));
    assert_eq!(until("AT", "2026-11-25").as_deref(), Some("2028-06-30"));
}

#[test]
fn sixty_economies_have_their_surcharge_in_the_united_states() {
    let origins = BOOK.rules().filter(|rule| rule.tax == "us.s301fl" && rule.hs.is_none());
    assert_eq!(
        origins.filter_map(|rule| rule.origin.as_ref()).collect::<std::collections::BTreeSet<_>>().len(),
        60
    );
}
