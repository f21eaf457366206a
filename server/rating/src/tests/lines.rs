//! The lines of a quote: their order, their explanation, and the reasons of a refusal.

use serde_json::json;

use super::super::client_view::ClientView;
use super::super::condition::{Area, Condition};
use super::super::fx::{FuelRate, Fx};
use super::super::measure::{Length, LengthUnit, Weight};
use super::super::money::Money;
use super::super::outcome::RefusalCode;
use super::super::rate::{CostTerms, ImportCharge, ImportCharges, ServiceTax, Terms, rate};
use super::super::request::{Contents, Handling, Origin, Parcel};
use super::super::rows::*;
use super::super::tariff::Tariff;
use super::quotes::*;
use super::support::*;

#[test]
fn surcharges_multiply_their_basis_within_their_bounds() {
    let all = vec![LineRef::Base, LineRef::Surcharges];
    let rows = table(vec![
        surcharge("FIX", Basis::Fixed, "3.50"),
        surcharge("KG", Basis::PerKg, "1.111"),
        surcharge("PIECE", Basis::PerPiece, "2.00"),
        surcharge("PCT", Basis::PctOf { lines: all }, "10"),
        SurchargeRow { min: Some(dec("5")), ..surcharge("VALUE", Basis::PctValue, "1") },
        SurchargeRow { max: Some(dec("1.50")), ..surcharge("MOST", Basis::PctValue, "1") },
        SurchargeRow { free_below: Some(dec("200.01")), ..surcharge("FREE", Basis::PctValue, "1") },
        SurchargeRow { free_below: Some(dec("200")), ..surcharge("FROM", Basis::PctValue, "1") },
    ]);
    let mut request = brazil("2.5");
    request.parcels[0].pieces = 3;
    assert_eq!(
        lines(&rated(&rows, &request, &usd())),
        [
            "base 100.00",
            "surcharge:FIX 3.50",
            "surcharge:KG 8.33",
            "surcharge:PIECE 6.00",
            "surcharge:PCT 11.78",
            "surcharge:VALUE 5.00",
            "surcharge:MOST 1.50",
            "surcharge:FROM 2.00",
        ]
    );
    request.declared_value = Some(money("0", "USD"));
    assert!(rated(&rows, &request, &usd()).lines.iter().all(|line| line.amount.amount != dec("5")));
}

#[test]
fn a_surcharge_can_depend_on_the_origin() {
    let remote =
        Area { country_id: country_id("BR"), state_id: None, postcodes: Some(("69".into(), "69".into())) };
    let of_origin = SurchargeRow {
        conditions: vec![Condition::OriginIn { areas: vec![remote] }],
        ..surcharge("COLLECTION", Basis::PerPiece, "1.00")
    };
    let rows = table(vec![of_origin]);
    let mut request = brazil("1");
    request.destination.postcode = Some("69000-000".into());
    assert_eq!(lines(&rated(&rows, &request, &usd())), ["base 100.00"]);
    let postcode = Some("69000-000".into());
    request.origin = Origin { country_id: country_id("BR"), state_id: None, postcode };
    assert_eq!(lines(&rated(&rows, &request, &usd())), ["base 100.00", "surcharge:COLLECTION 1.00"]);
}

#[test]
fn conditions_choose_shipments_and_pieces() {
    let cm = |value: &str| Length { value: dec(value), unit: LengthUnit::Centimetres };
    let kg = |value: &str| Weight::new(dec(value), KG);
    let with = |code: &str, condition: Condition| SurchargeRow {
        conditions: vec![condition],
        ..surcharge(code, Basis::PerPiece, "1.00")
    };
    let remote =
        Area { country_id: country_id("BR"), state_id: None, postcodes: Some(("69".into(), "69".into())) };
    let rows = table(vec![
        with("REMOTE", Condition::DestinationIn { areas: vec![remote] }),
        with("ZONE", Condition::ZoneIn { zones: vec!["Z".into()] }),
        with("MEDICINE", Condition::ContentsIn { contents: vec![Contents::Medicine] }),
        with("BATTERY", Condition::Handling { handling: Handling::Battery }),
        with("PIECES", Condition::PiecesOver { limit: 2 }),
        with("HEAVY", Condition::ChargeableOver { limit: kg("5") }),
        with("PARCEL", Condition::ParcelWeightOver { limit: kg("1") }),
        with("LONG", Condition::LongestSideOver { limit: cm("100") }),
        with("SECOND", Condition::SecondSideOver { limit: cm("76") }),
        with("SUM", Condition::SidesSumOver { limit: cm("150") }),
        with("GIRTH", Condition::LengthAndGirthOver { limit: cm("300") }),
    ]);
    let mut request = brazil("1");
    assert_eq!(lines(&rated(&rows, &request, &usd())), ["base 100.00", "surcharge:ZONE 1.00"]);
    request.destination.postcode = Some("69000-000".into());
    request.contents = Contents::Medicine;
    request.handling = vec![Handling::Fragile, Handling::Battery];
    request.parcels.push(Parcel { pieces: 2, size: Some(size("120x20x10 cm")), ..parcel("2.5", "kg") });
    assert_eq!(
        lines(&rated(&rows, &request, &usd())),
        [
            "base 100.00",
            "surcharge:REMOTE 3.00",
            "surcharge:ZONE 3.00",
            "surcharge:MEDICINE 3.00",
            "surcharge:BATTERY 3.00",
            "surcharge:PIECES 3.00",
            "surcharge:HEAVY 3.00",
            "surcharge:PARCEL 2.00",
            "surcharge:LONG 2.00",
        ]
    );
    // A limit is not exceeded by itself: 40 in = 101.6 cm.
    request.parcels[1].size = Some(size("40x30x30 in"));
    let rows = table(vec![
        with("PIECES", Condition::PiecesOver { limit: 3 }),
        with("LONG", Condition::LongestSideOver { limit: cm("101.6") }),
        with("SECOND", Condition::SecondSideOver { limit: cm("76.1") }),
        with("SUM", Condition::SidesSumOver { limit: cm("254") }),
        with("GIRTH", Condition::LengthAndGirthOver { limit: cm("406.3") }),
    ]);
    let found = lines(&rated(&rows, &request, &usd()));
    assert_eq!(found, ["base 100.00", "surcharge:SECOND 2.00", "surcharge:GIRTH 2.00"]);
}

#[test]
fn fuel_applies_to_the_named_lines_and_to_the_discounted_base() {
    let mut rows =
        table(vec![surcharge("PICKUP", Basis::Fixed, "10.00"), surcharge("REMOTE", Basis::Fixed, "30.00")]);
    rows.fuel_on = vec![LineRef::Base, LineRef::Surcharge("REMOTE".into())];
    rows.minimum = Some(dec("120.00"));
    rows.adjustments = vec![
        AdjustmentRow {
            kind: AdjustmentKind::Discount,
            pct: dec("10"),
            on: vec![LineRef::Base],
            before_fuel: true,
        },
        AdjustmentRow {
            kind: AdjustmentKind::Margin,
            pct: dec("50"),
            on: vec![LineRef::Base, LineRef::Fuel],
            before_fuel: false,
        },
    ];
    let fuel = FuelRate { pct: dec("20"), ..fuel() };
    let tax = ServiceTax { code: "ISS".into(), pct: dec("5") };
    let terms = Terms { fuel: Some(&fuel), service_tax: Some(&tax), ..usd() };
    let outcome = rated(&rows, &brazil("1"), &terms);
    assert_eq!(
        lines(&outcome),
        [
            "base 100.00",
            "minimum 20.00",
            "discount -12.00",
            "surcharge:REMOTE 30.00",
            "fuel 27.60",
            "surcharge:PICKUP 10.00",
            "margin 67.80",
            "service_tax:ISS 12.17",
        ]
    );
    assert_eq!(outcome.total, Some(money("255.57", "USD")));
    assert_eq!(refusals(&rated(&rows, &brazil("1"), &usd())), [RefusalCode::NoFuelRate]);
}

#[test]
fn the_fuel_rate_of_a_day_is_the_latest_before_it() {
    let row = |from: &str, pct: &str| FuelRate { valid_from: from.parse().unwrap(), pct: dec(pct) };
    let rows = [row("2026-10-12", "32.00"), row("2026-10-05", "31.75")];
    let on = |day: &str| FuelRate::on(&rows, day.parse().unwrap()).map(|row| row.pct);
    assert_eq!(
        (on("2026-10-04"), on("2026-10-05"), on("2026-10-11")),
        (None, Some(dec("31.75")), Some(dec("31.75")))
    );
    assert_eq!(on("2027-01-01"), Some(dec("32.00")));
}

#[test]
fn each_line_is_explained_by_code_and_parameters() {
    let mut rows = dhl();
    rows.minimum = Some(dec("1000"));
    let mut request = request("BR", vec![Parcel { size: Some(size("18x14x10 in")), ..parcel("3", "lb") }]);
    request.insured_value = Some(money("120.00", "USD"));
    let fuel = fuel();
    let outcome = rated(&rows, &request, &Terms { fuel: Some(&fuel), ..Terms::in_currency(currency("BRL")) });
    let lines = serde_json::to_value(&outcome.lines).unwrap();
    assert_eq!(
        lines[0],
        json!({
            "code": "base",
            "params": {
                "zone": "zone L", "pieces": 1, "unit": "lb", "weight": "19", "rated_as": "19", "band": {"from": "18", "up_to": "19"},
                "calculation": {"method": "cell"},
            },
            "amount": {"amount": "4977.13", "currency": "BRL"},
            "original": {"amount": "952.78", "currency": "USD"},
            "cost": null,
            "taxable": true,
        })
    );
    assert_eq!(
        lines[1]["params"],
        json!({
            "minimum": {"amount": "1000", "currency": "USD"}, "freight": {"amount": "952.78", "currency": "USD"},
        })
    );
    assert_eq!(
        lines[2]["params"],
        json!({"pct": "31.75", "on": {"amount": "1000.00", "currency": "USD"}, "valid_from": "2026-10-01"})
    );
    assert_eq!(lines[3]["params"]["bound"], json!({"kind": "min", "amount": "5.00"}));
    let weights = serde_json::to_value(&outcome.weights).unwrap();
    assert_eq!((&weights["counted_as"], &weights["divisor"]), (&json!("volumetric"), &json!("139")));
    assert_eq!(outcome.exchange.unwrap().row.unwrap().rate, dec("5.2238"));
}

#[test]
fn the_spread_is_a_line_of_its_own() {
    let mut fx = ptax();
    fx.spread_pct = Some(dec("4"));
    let tariff = Tariff::compile(&table(vec![surcharge("FIX", Basis::Fixed, "3.33")])).unwrap();
    let outcome = rate(&tariff, &fx, &brazil("1"), &Terms::in_currency(currency("BRL")));
    assert_eq!(lines(&outcome), ["base 522.38", "surcharge:FIX 17.40", "fx_spread 21.59"]);
    assert_eq!(outcome.table_total(), Some(money("103.33", "USD")));
    let same = rate(&tariff, &fx, &brazil("1"), &usd());
    assert_eq!((lines(&same).len(), same.exchange), (2, None));
    let terms = Terms {
        cost: Some(CostTerms { tariff: &tariff, fuel: None }),
        ..Terms::in_currency(currency("BRL"))
    };
    let cost = rate(&tariff, &fx, &brazil("1"), &terms).cost.unwrap();
    assert_eq!(lines(&cost), ["base 522.38", "surcharge:FIX 17.40"]);
    let missing = rate(&tariff, &Fx::default(), &brazil("1"), &Terms::in_currency(currency("BRL")));
    assert_eq!(refusals(&missing), [RefusalCode::NoExchangeRate]);
}

#[test]
fn postal_tariffs_price_each_parcel() {
    let mut rows = japan_post("japanpost-ems.csv");
    rows.members.push(member("zone5", "XX"));
    let parcels =
        vec![Parcel { pieces: 2, ..parcel("20", "kg") }, parcel("0.5", "kg"), parcel("20.0004", "kg")];
    let request = request("XX", parcels);
    let outcome = rated(&rows, &request, &Terms::in_currency(currency("JPY")));
    let each = |kg: &str| {
        let request = super::support::request("XX", vec![parcel(kg, "kg")]);
        rated(&rows, &request, &Terms::in_currency(currency("JPY"))).total.unwrap().amount
    };
    assert_eq!(outcome.total.unwrap().amount, dec("3") * each("20") + each("0.5"));
    assert_eq!(outcome.lines.len(), 2);
    rows.priced_per = super::super::weighing::Per::Shipment;
    assert_eq!(
        refusals(&rated(&rows, &request, &Terms::in_currency(currency("JPY")))),
        [RefusalCode::OverWeight]
    );
}

struct Duty {
    is_estimate: bool,
}

impl ImportCharges for Duty {
    fn assess(&self, freight: Money, insurance: Money) -> Vec<ImportCharge> {
        let amount = Money::exact(freight.amount + insurance.amount, freight.currency).percent(dec("60"));
        vec![ImportCharge { code: "II".into(), legal_ref: None, amount, is_estimate: self.is_estimate }]
    }
}

#[test]
fn unpaid_duties_are_estimates_outside_of_the_total() {
    let rows = table(vec![]);
    let paid = rated(&rows, &brazil("1"), &Terms { import: Some(&Duty { is_estimate: false }), ..usd() });
    assert_eq!(lines(&paid), ["base 100.00", "import:II 60.00"]);
    let unpaid = rated(&rows, &brazil("1"), &Terms { import: Some(&Duty { is_estimate: true }), ..usd() });
    assert_eq!((lines(&unpaid), unpaid.estimates.len()), (vec!["base 100.00".to_owned()], 1));
    assert_eq!(unpaid.total, Some(money("100.00", "USD")));
}

#[test]
fn cost_stands_beside_sell_and_never_reaches_a_client() {
    let mut sell = table(vec![
        SurchargeRow { cost_amount: Some(dec("2.00")), ..surcharge("LABEL", Basis::Fixed, "3.00") },
        SurchargeRow { cost_amount: Some(dec("1.00")), ..surcharge("REMOTE", Basis::Fixed, "9.00") },
    ]);
    sell.adjustments.push(AdjustmentRow {
        kind: AdjustmentKind::Margin,
        pct: dec("25"),
        on: vec![LineRef::Base],
        before_fuel: false,
    });
    let mut cost =
        table(vec![surcharge("REMOTE", Basis::Fixed, "7.00"), surcharge("SECURITY", Basis::Fixed, "0.50")]);
    cost.cells[0].price = amount("80.00");
    let cost = Tariff::compile(&cost).unwrap();
    let terms = Terms { cost: Some(CostTerms { tariff: &cost, fuel: None }), ..usd() };
    let outcome = rated(&sell, &brazil("1"), &terms);
    let beside: Vec<_> = outcome
        .cost_beside_sell()
        .into_iter()
        .map(|row| {
            let shown = |money: Option<Money>| money.map_or("-".to_owned(), |money| money.amount.to_string());
            format!(
                "{}{} {} {}",
                row.key.0,
                row.key.1.as_deref().unwrap_or(""),
                shown(row.sell),
                shown(row.cost)
            )
        })
        .collect();
    assert_eq!(
        beside,
        [
            "base 100.00 80.00",
            "surchargeLABEL 3.00 2.00",
            "surchargeREMOTE 9.00 7.00",
            "margin 25.00 -",
            "surchargeSECURITY - 0.50",
        ]
    );
    let view = ClientView::from(&outcome);
    assert_eq!((view.total, view.lines[0].amount), (outcome.total, money("125.00", "USD")));
    let sum: rust_decimal::Decimal = view.lines.iter().map(|line| line.amount.amount).sum();
    assert_eq!(sum, view.total.unwrap().amount);
    let text = serde_json::to_string(&view).unwrap();
    assert!(!text.contains("cost") && !text.contains("margin") && !text.contains("100.00"), "{text}");
    sell.adjustments.clear();
    let plain = serde_json::to_string(&ClientView::from(&rated(&sell, &brazil("1"), &terms))).unwrap();
    assert!(plain.contains("rated_as") && !plain.contains("cost"), "{plain}");
}
