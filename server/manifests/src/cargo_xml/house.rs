//! XFZB 3.00: a house waybill.

use std::io;

use super::message::{MessageKind, XmlMessage};
use super::party::{CustomsNote, write_document_note, write_note, write_party, write_place};
use crate::snapshot::{ManifestHead, ManifestLine, Master};

const HOUSE: MessageKind = MessageKind {
    root: "HouseWaybill",
    namespace: "iata:housewaybill:1",
    title: "House Waybill",
    type_code: "703",
    version: "3.00",
};

/// The message of one house; none for a manifest without a waybill.
pub fn write_house(head: &ManifestHead, line: &ManifestLine) -> io::Result<Option<Vec<u8>>> {
    let Some(master) = &head.master else { return Ok(None) };
    let mut message = XmlMessage::begin(&HOUSE, head, &line.house, Some(&line.shipper.name))?;
    message.open("rsm:MasterConsignment")?;
    message.kilograms("IncludedTareGrossWeightMeasure", master.weight_g)?;
    message.text("TotalPieceQuantity", &master.pieces.to_string())?;
    message.open("TransportContractDocument")?;
    message.text("ID", &master.number)?;
    message.close()?;
    write_place(&mut message, "OriginLocation", &master.origin)?;
    write_place(&mut message, "FinalDestinationLocation", &master.destination)?;
    write_consignment(&mut message, master, line)?;
    message.finish().map(Some)
}

fn write_consignment(message: &mut XmlMessage, master: &Master, line: &ManifestLine) -> io::Result<()> {
    message.open("IncludedHouseConsignment")?;
    message.text("ID", &line.house)?;
    message.text("NilCarriageValueIndicator", "true")?;
    let has_value = !line.value.is_zero();
    if !has_value {
        message.text("NilCustomsValueIndicator", "true")?;
    }
    if has_value {
        message.money("DeclaredValueForCustomsAmount", line.value, &line.currency)?;
    }
    match line.insurance.filter(|sum| !sum.is_zero()) {
        Some(sum) => message.money("InsuranceValueAmount", sum, &line.currency)?,
        None => message.text("NilInsuranceValueIndicator", "true")?,
    }
    message.text("TotalChargePrepaidIndicator", "true")?;
    message.text("TotalDisbursementPrepaidIndicator", "true")?;
    if let (Some(freight), Some(currency)) = (line.freight, &line.freight_currency) {
        message.money("TotalPrepaidChargeAmount", freight, currency)?;
    }
    message.kilograms("IncludedTareGrossWeightMeasure", line.weight_g)?;
    if line.items > 0 {
        message.text("PackageQuantity", &line.items.to_string())?;
    }
    message.text("TotalPieceQuantity", &line.pieces.to_string())?;
    message.text("SummaryDescription", &line.description)?;
    write_party(message, "ConsignorParty", &line.shipper)?;
    write_party(message, "ConsigneeParty", &line.consignee)?;
    write_place(message, "OriginLocation", &master.origin)?;
    write_place(message, "FinalDestinationLocation", &master.destination)?;
    write_document_note(message, "SHP", &line.shipper)?;
    write_document_note(message, "CNE", &line.consignee)?;
    // The number of the house is not one of an airline.
    let note = CustomsNote {
        content_code: "DI",
        content: "NON-IATA",
        role: "WBI",
        country: &line.consignee.country,
    };
    write_note(message, &note)?;
    write_item(message, line)?;
    message.close()
}

fn write_item(message: &mut XmlMessage, line: &ManifestLine) -> io::Result<()> {
    message.open("IncludedHouseConsignmentItem")?;
    message.text("SequenceNumeric", "1")?;
    for code in &line.hs_codes {
        message.text("TypeCode", code)?;
    }
    message.kilograms("GrossWeightMeasure", line.weight_g)?;
    if line.items > 0 {
        message.text("PackageQuantity", &line.items.to_string())?;
    }
    message.text("PieceQuantity", &line.pieces.to_string())?;
    message.text("Information", "NDA")?;
    message.open("NatureIdentificationTransportCargo")?;
    message.text("Identification", &line.description)?;
    message.close()?;
    message.close()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cargo_xml::structure::assert_structure;
    use crate::test_snapshot::snapshot;

    const EXAMPLE: &str = include_str!("../../../tests/data/customs/manifests/riege-SEL22222222_XFZB.xml");

    /// Elements that the example does not need.
    const MORE: [&str; 4] = [
        "DeclaredValueForCustomsAmount",
        "InsuranceValueAmount",
        "CountrySubDivisionName",
        "DirectTelephoneCommunication",
    ];

    #[test]
    fn a_house_has_the_structure_of_the_example() {
        let snapshot = snapshot();
        let written = write_house(&snapshot.head, &snapshot.lines[0]).unwrap().unwrap();
        let written = String::from_utf8(written).unwrap();
        assert_structure(&written, &[EXAMPLE], &MORE);
        for part in [
            "<TypeCode>703</TypeCode>",
            "<ID>957-12345675</ID>",
            "<Content>CPF27186582826</Content>",
            "<Content>NON-IATA</Content>",
            "<DeclaredValueForCustomsAmount currencyID=\"USD\">35.00</DeclaredValueForCustomsAmount>",
            "<CityName>São Paulo</CityName>",
        ] {
            assert!(written.contains(part), "{part}\n{written}");
        }
    }

    #[test]
    fn the_same_line_gives_the_same_bytes_and_signs_are_escaped() {
        let mut snapshot = snapshot();
        snapshot.lines[0].description = "Cups & <plates>\u{0}".into();
        let write = || write_house(&snapshot.head, &snapshot.lines[0]).unwrap().unwrap();
        assert_eq!(write(), write());
        assert!(String::from_utf8(write()).unwrap().contains(">Cups &amp; &lt;plates&gt;<"));
    }
}
