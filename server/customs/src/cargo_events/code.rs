//! The meaning of the status codes of airlines, as data.

use trade::wire_name;

wire_name! {
    /// How far a consignment is, as its carrier tells.
    CargoStage {
        /// The carrier has it.
        Accepted = "accepted",
        Departed = "departed",
        Arrived = "arrived",
        /// Checked in at its destination.
        Received = "received",
        Customs = "customs",
        Delivered = "delivered",
    }
}

/// A field of the line of a status, between two strokes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeField {
    /// `LA8191`
    Flight,
    /// `LA`
    Carrier,
    /// `12NOV`, or with the time `12NOV2105`
    Day,
    /// `GRU`
    Station,
    /// `MIAGRU`
    Route,
    /// `MSCA`
    Discrepancy,
}

/// A status code that is known.
#[derive(Clone, Copy, Debug)]
pub struct KnownCode {
    pub code: &'static str,
    /// The fields of its line before the pieces.
    pub fields: &'static [CodeField],
    /// Where the consignment is after it; none if it says nothing about that.
    pub stage: Option<CargoStage>,
}

/// The code of a line about something that is wrong, which a second code names.
pub const DISCREPANCY: &str = "DIS";
/// The code of goods that are on the list of a flight.
pub const MANIFESTED: &str = "MAN";
/// The code of goods that were checked in from a flight.
pub const RECEIVED: &str = "RCF";

const AT_STATION: &[CodeField] = &[CodeField::Day, CodeField::Station];
const OF_FLIGHT: &[CodeField] = &[CodeField::Flight, CodeField::Day, CodeField::Station];
const BY_FLIGHT: &[CodeField] = &[CodeField::Flight, CodeField::Day, CodeField::Route];
const BY_CARRIER: &[CodeField] = &[CodeField::Carrier, CodeField::Day, CodeField::Station];
const WITH_DISCREPANCY: &[CodeField] =
    &[CodeField::Flight, CodeField::Day, CodeField::Station, CodeField::Discrepancy];

const fn describe(code: &'static str, fields: &'static [CodeField], stage: Option<CargoStage>) -> KnownCode {
    KnownCode { code, fields, stage }
}

/// In the order of the way: booked, papers picked up; freight on hand, received from the shipper, prepared for a flight, on its
/// list, departed; handed to another carrier, to be handed over, received by it; arrived, checked in; papers arrived, papers
/// handed out; the consignee told; reported to customs, in their hands, cleared; delivered, delivered to the door; wrong.
pub const KNOWN_CODES: &[KnownCode] = {
    use CargoStage::{Accepted, Arrived, Customs, Delivered, Departed, Received};
    &[
        describe("BKD", BY_FLIGHT, None),
        describe("DPU", AT_STATION, None),
        describe("FOH", AT_STATION, Some(Accepted)),
        describe("RCS", AT_STATION, Some(Accepted)),
        describe("PRE", BY_FLIGHT, Some(Accepted)),
        describe(MANIFESTED, BY_FLIGHT, Some(Accepted)),
        describe("DEP", BY_FLIGHT, Some(Departed)),
        // Between two carriers on the way.
        describe("TFD", BY_CARRIER, None),
        describe("TRM", BY_CARRIER, None),
        describe("RCT", BY_CARRIER, None),
        describe("ARR", OF_FLIGHT, Some(Arrived)),
        describe(RECEIVED, OF_FLIGHT, Some(Received)),
        // Papers, which may come with another flight than the goods.
        describe("AWR", OF_FLIGHT, None),
        describe("AWD", AT_STATION, None),
        describe("NFD", AT_STATION, Some(Received)),
        describe("CRC", OF_FLIGHT, Some(Customs)),
        describe("TGC", AT_STATION, Some(Customs)),
        describe("CCD", AT_STATION, Some(Customs)),
        describe("DLV", AT_STATION, Some(Delivered)),
        describe("DDL", AT_STATION, Some(Delivered)),
        describe(DISCREPANCY, WITH_DISCREPANCY, None),
    ]
};

/// Lines of a message that say nothing about the way: other services, customs and security, units, names of signers.
pub const BESIDE_CODES: [&str; 5] = ["OSI", "OCI", "ULD", "SRI", "COR"];

pub fn find_known(code: &str) -> Option<&'static KnownCode> {
    KNOWN_CODES.iter().find(|known| known.code == code)
}

impl CargoStage {
    /// Whether it comes later on the way than the other.
    pub fn is_after(self, other: Self) -> bool {
        self as usize > other as usize
    }

    /// Whether the code that leads to it is told of the destination; elsewhere it says that the goods are on their way.
    pub fn is_at_destination(self) -> bool {
        self.is_after(Self::Departed)
    }
}

/// The meaning of a discrepancy for pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiscrepancyMeaning {
    /// Goods are not where they should be.
    Missing,
    /// They turned up.
    Found,
    /// They are not on the flight of which it was told.
    LeftBehind,
    /// They are on it after all.
    Loaded,
    /// Papers, or nothing that changes where the goods are.
    Other,
}

pub fn read_discrepancy(code: &str) -> DiscrepancyMeaning {
    match code {
        "MSCA" | "MSMB" => DiscrepancyMeaning::Missing,
        "FDCA" | "FDMB" => DiscrepancyMeaning::Found,
        "OFLD" | "SSPD" => DiscrepancyMeaning::LeftBehind,
        "DFLD" => DiscrepancyMeaning::Loaded,
        _ => DiscrepancyMeaning::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_is_known_once() {
        for known in KNOWN_CODES {
            assert_eq!(
                KNOWN_CODES.iter().filter(|other| other.code == known.code).count(),
                1,
                "{}",
                known.code
            );
            assert!(!BESIDE_CODES.contains(&known.code));
        }
    }

    #[test]
    fn stages_follow_each_other() {
        for pair in CargoStage::ALL.windows(2) {
            assert!(pair[1].is_after(pair[0]) && !pair[0].is_after(pair[1]));
        }
        assert!(!CargoStage::Departed.is_at_destination() && CargoStage::Arrived.is_at_destination());
    }

    #[test]
    fn codes_that_miss_goods_and_find_them_are_pairs() {
        for (missing, found) in [("MSCA", "FDCA"), ("MSMB", "FDMB")] {
            assert_eq!(read_discrepancy(missing), DiscrepancyMeaning::Missing);
            assert_eq!(read_discrepancy(found), DiscrepancyMeaning::Found);
        }
        for papers in ["MSAW", "FDAW", "MSAV", "FDAV", "OVCD", "XXXX"] {
            assert_eq!(read_discrepancy(papers), DiscrepancyMeaning::Other, "{papers}");
        }
    }
}
