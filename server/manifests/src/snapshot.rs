//! A closed manifest. Its files are made of this and of nothing else.

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use trade::wire_name;

wire_name! {
    /// The purpose of a version: new, a change of one that was sent before, or void.
    ManifestPurpose { Creation = "creation", Update = "update", Deletion = "deletion" }
}

/// Head of a manifest: everything but its lines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ManifestHead {
    pub number: String,
    pub version: i32,
    pub purpose: ManifestPurpose,
    pub closed_at: DateTime<Utc>,
    /// The company that sends it.
    pub sender: String,
    pub partner: Option<String>,
    pub provider: Option<String>,
    pub master: Option<Master>,
    pub totals: ManifestTotals,
    /// The bags with its parcels.
    pub bags: Vec<ManifestBag>,
    /// Houses that the version which was sent before did not have.
    pub added: Vec<String>,
    /// Lines of that version which are no longer on it.
    pub dropped: Vec<ManifestLine>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestBag {
    pub id: Uuid,
    pub number: String,
    pub seal: Option<String>,
    pub parcels: i32,
    pub weight_g: i64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestTotals {
    pub houses: i32,
    pub pieces: i32,
    pub weight_g: i64,
    /// Declared values by currency, in the order of the currencies.
    pub values: Vec<AmountByCurrency>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AmountByCurrency {
    pub currency: String,
    pub amount: Decimal,
}

/// The waybill of the airline over all houses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Master {
    /// `957-12345675`.
    pub number: String,
    /// IATA codes of airports.
    pub origin: String,
    pub destination: String,
    pub pieces: i32,
    pub weight_g: i64,
    pub volume_cm3: Option<i64>,
    pub chargeable_weight_g: Option<i64>,
    /// Values declared for carriage and for customs; none where the waybill declares none.
    pub declared_carriage: Option<Decimal>,
    pub declared_customs: Option<Decimal>,
    pub legs: Vec<MasterLeg>,
    /// Without both parties there is no message about the waybill itself.
    pub shipper: Option<HouseParty>,
    pub consignee: Option<HouseParty>,
    pub agent: Option<MasterAgent>,
    pub charges: Option<MasterCharges>,
    /// Codes of special handling, such as `EAP`.
    pub handling: Vec<String>,
    pub goods: String,
    pub issued_on: Option<NaiveDate>,
    pub issued_at: Option<String>,
    pub signatory: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MasterLeg {
    /// Airline and number, such as `LA8191`.
    pub flight: String,
    pub origin: String,
    pub destination: String,
    pub departs_on: NaiveDate,
    /// `HH:MM` at the place of departure.
    pub departs_at: Option<String>,
}

/// The agent of the airline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MasterAgent {
    pub name: String,
    pub city: String,
    /// Seven digits that IATA gave it.
    pub iata_code: String,
    /// Four digits of its branch, for the settlement.
    pub settlement_code: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MasterCharges {
    pub currency: String,
    pub is_prepaid: bool,
    /// The price of the weight, line by line.
    pub rates: Vec<MasterRate>,
    pub weight_charge: Decimal,
    pub others: Vec<MasterCharge>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MasterRate {
    /// One letter: `Q` for a quantity rate, `N`, `M`, ...
    pub rate_class: String,
    pub commodity: Option<String>,
    pub chargeable_weight_g: i64,
    pub rate: Decimal,
    pub amount: Decimal,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MasterCharge {
    /// Two letters of the charge.
    pub code: String,
    /// Due to the carrier, otherwise to the agent.
    pub is_of_carrier: bool,
    pub amount: Decimal,
}

/// Someone who sends or gets a house, or the whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HouseParty {
    pub name: String,
    pub document: Option<PartyDocument>,
    pub street: String,
    pub city: String,
    pub state: Option<String>,
    pub postcode: Option<String>,
    /// Two letters; empty if it is not known.
    pub country: String,
    /// Digits with the prefix of the country.
    pub phone: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartyDocument {
    pub kind: PartyDocumentKind,
    pub number: String,
}

wire_name! {
    /// A document that customs ask for.
    PartyDocumentKind { Cpf = "CPF", Cnpj = "CNPJ", Passport = "PASSPORT", Other = "OTHER" }
}

/// A shipment on a manifest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ManifestLine {
    /// From 1.
    pub seq: i32,
    /// Number of the house waybill, which is the code of the shipment.
    pub house: String,
    /// Numbers of the bags that its parcels are in.
    pub bags: Vec<String>,
    pub shipper: HouseParty,
    pub consignee: HouseParty,
    pub description: String,
    /// Digits only, each once.
    pub hs_codes: Vec<String>,
    pub pieces: i32,
    /// Things in all pieces together.
    pub items: i32,
    pub weight_g: i64,
    pub value: Decimal,
    pub currency: String,
    pub freight: Option<Decimal>,
    pub freight_currency: Option<String>,
    pub insurance: Option<Decimal>,
    pub incoterm: Option<String>,
}

/// A closed manifest as a whole.
#[derive(Clone, Debug, PartialEq)]
pub struct ManifestSnapshot {
    pub head: ManifestHead,
    pub lines: Vec<ManifestLine>,
}

impl ManifestSnapshot {
    /// The houses of one bag, and what is in it as totals. None if it does not have the bag.
    pub fn of_bag(mut self, number: &str) -> Option<Self> {
        let bag = self.head.bags.iter().find(|bag| bag.number == number)?.clone();
        self.lines.retain(|line| line.bags.contains(&bag.number));
        let (pieces, weight_g) = (bag.parcels, bag.weight_g);
        self.head.totals = ManifestTotals { pieces, weight_g, ..ManifestTotals::of(&self.lines) };
        self.head.bags = vec![bag];
        Some(self)
    }

    /// SHA-256 of head and lines in their canonical form: one JSON object a line, keys in the order of the types.
    pub fn hash(&self) -> anyhow::Result<[u8; 32]> {
        let mut digest = Sha256::new();
        let head = serde_json::to_vec(&self.head)?;
        digest.update(head);
        for line in &self.lines {
            digest.update(b"\n");
            digest.update(serde_json::to_vec(line)?);
        }
        Ok(digest.finalize().into())
    }
}

impl ManifestHead {
    /// The same without its long lists, for a message about one house.
    pub fn without_lists(&self) -> Self {
        Self {
            number: self.number.clone(),
            version: self.version,
            purpose: self.purpose,
            closed_at: self.closed_at,
            sender: self.sender.clone(),
            partner: self.partner.clone(),
            provider: self.provider.clone(),
            master: self.master.clone(),
            totals: self.totals.clone(),
            bags: Vec::new(),
            added: Vec::new(),
            dropped: Vec::new(),
        }
    }
}

impl ManifestTotals {
    pub fn of(lines: &[ManifestLine]) -> Self {
        let mut values = std::collections::BTreeMap::<&str, Decimal>::new();
        for line in lines.iter().filter(|line| !line.currency.is_empty()) {
            *values.entry(&line.currency).or_default() += line.value;
        }
        let values = values
            .into_iter()
            .map(|(currency, amount)| AmountByCurrency {
                currency: currency.to_owned(),
                amount: amount.normalize(),
            })
            .collect();
        Self {
            houses: i32::try_from(lines.len()).unwrap_or(i32::MAX),
            pieces: lines.iter().map(|line| line.pieces).sum(),
            weight_g: lines.iter().map(|line| line.weight_g).sum(),
            values,
        }
    }
}

impl PartyDocument {
    /// As customs of Brazil and messages write it: `CPF27186582826`.
    pub fn to_note(&self) -> String {
        match self.kind {
            PartyDocumentKind::Other => self.number.clone(),
            kind => format!("{}{}", kind.as_str(), self.number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_snapshot::{line, snapshot};

    #[test]
    fn the_hash_is_that_of_the_same_words_after_they_were_stored() {
        let first = snapshot();
        let head: serde_json::Value = serde_json::to_value(&first.head).unwrap();
        let lines = serde_json::to_value(&first.lines).unwrap();
        let again = ManifestSnapshot {
            head: serde_json::from_value(head).unwrap(),
            lines: serde_json::from_value(lines).unwrap(),
        };
        assert_eq!(again.hash().unwrap(), first.hash().unwrap());
    }

    #[test]
    fn the_hash_changes_with_each_word() {
        let first = snapshot();
        let mut other = snapshot();
        other.lines[1].description.push('S');
        assert_ne!(other.hash().unwrap(), first.hash().unwrap());
        let mut updated = snapshot();
        updated.head.purpose = ManifestPurpose::Update;
        assert_ne!(updated.hash().unwrap(), first.hash().unwrap());
    }

    #[test]
    fn totals_keep_currencies_apart() {
        let mut lines = vec![line(1), line(2), line(3)];
        lines[2].currency = "BRL".into();
        let totals = ManifestTotals::of(&lines);
        let found: Vec<String> =
            totals.values.iter().map(|it| format!("{} {}", it.amount, it.currency)).collect();
        assert_eq!(found, ["35 BRL", "84.9 USD"]);
        assert_eq!((totals.houses, totals.pieces, totals.weight_g), (3, 3, 42_000));
    }
}
