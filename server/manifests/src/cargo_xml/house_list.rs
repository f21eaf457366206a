//! XFHL 2.00: the houses of a waybill.

use std::io;

use super::message::{MessageKind, XmlMessage};
use super::party::write_place;
use crate::snapshot::{ManifestLine, ManifestSnapshot, Master};

const HOUSE_LIST: MessageKind = MessageKind {
    root: "HouseManifest",
    namespace: "iata:housemanifest:1",
    title: "House Manifest",
    type_code: "785",
    version: "2.00",
};

/// The message; none for a manifest without a waybill.
pub fn write_house_list(snapshot: &ManifestSnapshot) -> io::Result<Option<Vec<u8>>> {
    let Some(master) = &snapshot.head.master else { return Ok(None) };
    let mut message = XmlMessage::begin(&HOUSE_LIST, &snapshot.head, &master.number, None)?;
    message.open("rsm:MasterConsignment")?;
    message.kilograms("IncludedTareGrossWeightMeasure", master.weight_g)?;
    message.text("TotalPieceQuantity", &master.pieces.to_string())?;
    message.open("TransportContractDocument")?;
    message.text("ID", &master.number)?;
    message.close()?;
    write_place(&mut message, "OriginLocation", &master.origin)?;
    write_place(&mut message, "FinalDestinationLocation", &master.destination)?;
    for line in &snapshot.lines {
        write_house(&mut message, master, line)?;
    }
    message.finish().map(Some)
}

fn write_house(message: &mut XmlMessage, master: &Master, line: &ManifestLine) -> io::Result<()> {
    message.open("IncludedHouseConsignment")?;
    message.text("SequenceNumeric", &line.seq.to_string())?;
    message.kilograms("GrossWeightMeasure", line.weight_g)?;
    message.text("TotalPieceQuantity", &line.pieces.to_string())?;
    message.text("SummaryDescription", &line.description)?;
    message.open("TransportContractDocument")?;
    message.text("ID", &line.house)?;
    message.close()?;
    write_place(message, "OriginLocation", &master.origin)?;
    write_place(message, "FinalDestinationLocation", &master.destination)?;
    message.close()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cargo_xml::structure::read_paths;
    use crate::test_snapshot::snapshot;

    #[test]
    fn each_house_has_its_elements_in_order() {
        let written = String::from_utf8(write_house_list(&snapshot()).unwrap().unwrap()).unwrap();
        let paths = read_paths(&written);
        let children = |path: &str| paths.get(path).cloned().unwrap_or_default();
        let house = "HouseManifest/MasterConsignment/IncludedHouseConsignment";
        assert_eq!(
            children(house),
            [
                "SequenceNumeric",
                "GrossWeightMeasure",
                "TotalPieceQuantity",
                "SummaryDescription",
                "TransportContractDocument",
                "OriginLocation",
                "FinalDestinationLocation",
            ]
        );
        assert_eq!(written.matches("<IncludedHouseConsignment>").count(), 3);
        assert!(written.contains("xmlns:rsm=\"iata:housemanifest:1\"") && written.contains("<TypeCode>785<"));
    }
}
