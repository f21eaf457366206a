//! A manifest of three houses for the tests: the one of `server/tests/data/customs/manifests`.

use chrono::{NaiveDate, TimeZone, Utc};
use rust_decimal::Decimal;

use super::snapshot::{
    HouseParty, ManifestHead, ManifestLine, ManifestPurpose, ManifestSnapshot, ManifestTotals, Master,
    MasterAgent, MasterCharge, MasterCharges, MasterLeg, MasterRate, PartyDocument, PartyDocumentKind,
};

pub const FHL: &str = include_str!("../../tests/data/customs/manifests/FHL-4.txt");
pub const FWB: &str = include_str!("../../tests/data/customs/manifests/FWB-16.txt");
pub const FWB_17: &str = include_str!("../../tests/data/customs/manifests/FWB-17.txt");
pub const IATA_FWB: &str = include_str!("../../tests/data/customs/manifests/iata-FWB-Example1.txt");

pub fn snapshot() -> ManifestSnapshot {
    let lines = vec![line(1), line(2), line(3)];
    let head = ManifestHead {
        number: "GRU-M-26-000001".into(),
        version: 1,
        purpose: ManifestPurpose::Creation,
        closed_at: Utc.with_ymd_and_hms(2026, 11, 12, 10, 30, 0).unwrap(),
        sender: "Remessa Express".into(),
        partner: None,
        provider: Some("Correios".into()),
        master: Some(master()),
        totals: ManifestTotals::of(&lines),
        bags: Vec::new(),
        added: Vec::new(),
        dropped: Vec::new(),
    };
    ManifestSnapshot { head, lines }
}

pub fn line(seq: i32) -> ManifestLine {
    let (description, weight_g, items, value) = match seq {
        1 => ("Printed books", 12_000, 1, "35"),
        2 => ("T-shirts and shoes, cotton", 14_500, 2, "49.9"),
        _ => ("Phone case", 15_500, 1, "35"),
    };
    ManifestLine {
        seq,
        house: format!("RMS{seq:06}"),
        bags: vec!["MIA-B-26-000001".into()],
        shipper: alice(),
        consignee: bruno(),
        description: description.into(),
        hs_codes: vec!["490199".into()],
        pieces: 1,
        items,
        weight_g,
        value: value.parse().unwrap(),
        currency: "USD".into(),
        freight: Some(Decimal::from(12)),
        freight_currency: Some("USD".into()),
        insurance: None,
        incoterm: Some("DDP".into()),
    }
}

fn alice() -> HouseParty {
    HouseParty {
        name: "Alice Example".into(),
        street: "1 Main St".into(),
        city: "Miami".into(),
        state: Some("FL".into()),
        postcode: Some("33101".into()),
        country: "US".into(),
        ..HouseParty::default()
    }
}

fn bruno() -> HouseParty {
    HouseParty {
        name: "Bruno Exemplo".into(),
        document: Some(PartyDocument { kind: PartyDocumentKind::Cpf, number: "27186582826".into() }),
        street: "Rua A 10".into(),
        city: "São Paulo".into(),
        state: Some("SP".into()),
        postcode: Some("01310100".into()),
        country: "BR".into(),
        phone: Some("5511987654321".into()),
    }
}

fn shipper() -> HouseParty {
    HouseParty {
        name: "Remessa Express LLC".into(),
        street: "8400 NW Example St".into(),
        city: "Doral".into(),
        state: Some("FL".into()),
        postcode: Some("33122".into()),
        country: "US".into(),
        phone: Some("13055550100".into()),
        document: None,
    }
}

fn consignee() -> HouseParty {
    HouseParty {
        name: "Remessa Brasil Ltda".into(),
        street: "Rua Exemplo 100".into(),
        city: "Guarulhos".into(),
        state: Some("SP".into()),
        postcode: Some("07190100".into()),
        country: "BR".into(),
        phone: Some("551155550100".into()),
        document: Some(PartyDocument { kind: PartyDocumentKind::Cnpj, number: "11222333000181".into() }),
    }
}

fn charges() -> MasterCharges {
    let other = |code: &str, amount: &str| MasterCharge {
        code: code.into(),
        is_of_carrier: true,
        amount: amount.parse().unwrap(),
    };
    MasterCharges {
        currency: "USD".into(),
        is_prepaid: true,
        rates: vec![MasterRate {
            rate_class: "Q".into(),
            commodity: None,
            chargeable_weight_g: 42_000,
            rate: "3.1".parse().unwrap(),
            amount: "130.2".parse().unwrap(),
        }],
        weight_charge: "130.2".parse().unwrap(),
        others: vec![other("MY", "42"), other("SC", "8.4")],
    }
}

fn master() -> Master {
    Master {
        number: "957-12345675".into(),
        origin: "MIA".into(),
        destination: "GRU".into(),
        pieces: 3,
        weight_g: 42_000,
        volume_cm3: Some(180_000),
        chargeable_weight_g: Some(42_000),
        declared_carriage: None,
        declared_customs: Some(Decimal::from(1_250)),
        legs: vec![MasterLeg {
            flight: "LA8191".into(),
            origin: "MIA".into(),
            destination: "GRU".into(),
            departs_on: NaiveDate::from_ymd_opt(2026, 11, 12).unwrap(),
            departs_at: Some("21:40".into()),
        }],
        shipper: Some(shipper()),
        consignee: Some(consignee()),
        agent: Some(MasterAgent {
            name: "Remessa Express LLC".into(),
            city: "Miami".into(),
            iata_code: "0112345".into(),
            settlement_code: Some("0012".into()),
        }),
        charges: Some(charges()),
        handling: vec!["EAP".into(), "ECC".into()],
        goods: "Consolidation".into(),
        issued_on: NaiveDate::from_ymd_opt(2026, 11, 12),
        issued_at: Some("Miami".into()),
        signatory: Some("Remessa".into()),
    }
}
