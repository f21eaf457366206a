//! XFWB 3.00: the waybill of the airline.

use std::io;

use super::message::{MessageKind, XmlMessage};
use super::party::{write_document_note, write_party, write_place};
use crate::snapshot::{ManifestHead, Master, MasterAgent, MasterCharges, MasterLeg, MasterRate};
use rust_decimal::Decimal;

const WAYBILL: MessageKind = MessageKind {
    root: "Waybill",
    namespace: "iata:waybill:1",
    title: "Master Air Waybill",
    // 741 is a consolidation; 740 would be one without houses.
    type_code: "741",
    version: "3.00",
};

/// The message; none for a manifest without a waybill, or without the parties of it.
pub fn write_waybill(head: &ManifestHead) -> io::Result<Option<Vec<u8>>> {
    let Some(master) = &head.master else { return Ok(None) };
    let (Some(shipper), Some(consignee)) = (&master.shipper, &master.consignee) else { return Ok(None) };
    let mut message = XmlMessage::begin(&WAYBILL, head, &master.number, master.signatory.as_deref())?;
    message.open("rsm:MasterConsignment")?;
    write_totals(&mut message, head, master)?;
    write_party(&mut message, "ConsignorParty", shipper)?;
    write_party(&mut message, "ConsigneeParty", consignee)?;
    if let Some(agent) = &master.agent {
        write_agent(&mut message, agent, &shipper.country)?;
    }
    write_place(&mut message, "OriginLocation", &master.origin)?;
    write_place(&mut message, "FinalDestinationLocation", &master.destination)?;
    for (index, leg) in master.legs.iter().enumerate() {
        write_leg(&mut message, index + 1, leg)?;
    }
    for code in &master.handling {
        message.open("HandlingSPHInstructions")?;
        message.text("DescriptionCode", code)?;
        message.close()?;
    }
    write_document_note(&mut message, "SHP", shipper)?;
    write_document_note(&mut message, "CNE", consignee)?;
    if let Some(charges) = &master.charges {
        message.open("ApplicableOriginCurrencyExchange")?;
        message.text("SourceCurrencyCode", &charges.currency)?;
        message.close()?;
        write_other_charges(&mut message, charges)?;
    }
    write_rating(&mut message, master)?;
    if let Some(charges) = &master.charges {
        write_total_rating(&mut message, charges)?;
    }
    message.finish().map(Some)
}

fn write_totals(message: &mut XmlMessage, head: &ManifestHead, master: &Master) -> io::Result<()> {
    let is_prepaid = master.charges.as_ref().is_none_or(|charges| charges.is_prepaid).to_string();
    message.text("ID", &head.number)?;
    let currency = master.charges.as_ref().map(|charges| charges.currency.as_str());
    write_declared(message, "Carriage", master.declared_carriage.zip(currency))?;
    write_declared(message, "Customs", master.declared_customs.zip(currency))?;
    message.text("NilInsuranceValueIndicator", "true")?;
    message.text("TotalChargePrepaidIndicator", &is_prepaid)?;
    message.text("TotalDisbursementPrepaidIndicator", &is_prepaid)?;
    message.kilograms("IncludedTareGrossWeightMeasure", master.weight_g)?;
    if let Some(cm3) = master.volume_cm3 {
        let cubic_metres = Decimal::new(cm3, 6).normalize().to_string();
        message.with("GrossVolumeMeasure", &[("unitCode", "MTQ")], &cubic_metres)?;
    }
    message.text("TotalPieceQuantity", &master.pieces.to_string())
}

/// A declared value, or that there is none.
fn write_declared(message: &mut XmlMessage, what: &str, value: Option<(Decimal, &str)>) -> io::Result<()> {
    match value {
        Some((amount, currency)) => message.money(&format!("DeclaredValueFor{what}Amount"), amount, currency),
        None => message.text(&format!("Nil{what}ValueIndicator"), "true"),
    }
}

fn write_agent(message: &mut XmlMessage, agent: &MasterAgent, country: &str) -> io::Result<()> {
    message.open("FreightForwarderParty")?;
    message.text("Name", &agent.name)?;
    message.text_if("CargoAgentID", Some(&agent.iata_code))?;
    message.open("FreightForwarderAddress")?;
    message.text_if("CityName", Some(&agent.city))?;
    message.text_if("CountryID", Some(country))?;
    message.close()?;
    if let Some(code) = &agent.settlement_code {
        write_place(message, "SpecifiedCargoAgentLocation", code)?;
    }
    message.close()
}

fn write_leg(message: &mut XmlMessage, number: usize, leg: &MasterLeg) -> io::Result<()> {
    message.open("SpecifiedLogisticsTransportMovement")?;
    message.text("StageCode", "Main-Carriage")?;
    message.text("ModeCode", "4")?;
    message.text("Mode", "Air transport")?;
    message.text("ID", &leg.flight)?;
    message.text("SequenceNumeric", &number.to_string())?;
    message.open("UsedLogisticsTransportMeans")?;
    message.text("Name", leg.flight.get(..2).unwrap_or_default())?;
    message.close()?;
    message.open("ArrivalEvent")?;
    write_airport(message, "OccurrenceArrivalLocation", &leg.destination)?;
    message.close()?;
    message.open("DepartureEvent")?;
    let time = leg.departs_at.as_deref().unwrap_or("00:00");
    message.text("ScheduledOccurrenceDateTime", &format!("{}T{time}:00", leg.departs_on))?;
    write_airport(message, "OccurrenceDepartureLocation", &leg.origin)?;
    message.close()?;
    message.close()
}

fn write_airport(message: &mut XmlMessage, name: &str, airport: &str) -> io::Result<()> {
    message.open(name)?;
    message.text("ID", airport)?;
    message.text("TypeCode", "Airport")?;
    message.close()
}

fn write_other_charges(message: &mut XmlMessage, charges: &MasterCharges) -> io::Result<()> {
    for charge in &charges.others {
        message.open("ApplicableLogisticsAllowanceCharge")?;
        message.text("ID", &charge.code)?;
        message.text("PrepaidIndicator", &charges.is_prepaid.to_string())?;
        message.text("PartyTypeCode", if charge.is_of_carrier { "C" } else { "A" })?;
        message.money("ActualAmount", charge.amount, &charges.currency)?;
        message.close()?;
    }
    Ok(())
}

fn write_rating(message: &mut XmlMessage, master: &Master) -> io::Result<()> {
    message.open("ApplicableRating")?;
    // The face of the waybill.
    message.text("TypeCode", "F")?;
    let rates = master.charges.as_ref().map(|charges| charges.rates.as_slice()).unwrap_or_default();
    message.text("ConsignmentItemQuantity", &rates.len().max(1).to_string())?;
    message.open("IncludedMasterConsignmentItem")?;
    message.text("SequenceNumeric", "1")?;
    message.kilograms("GrossWeightMeasure", master.weight_g)?;
    message.text("PieceQuantity", &master.pieces.to_string())?;
    message.open("NatureIdentificationTransportCargo")?;
    message.text("Identification", &master.goods)?;
    message.close()?;
    for (index, rate) in rates.iter().enumerate() {
        // Weight and goods stand in the first item.
        if index > 0 {
            message.close()?;
            message.open("IncludedMasterConsignmentItem")?;
            message.text("SequenceNumeric", &(index + 1).to_string())?;
        }
        write_rate(message, rate, master)?;
    }
    message.close()?;
    message.close()
}

fn write_rate(message: &mut XmlMessage, rate: &MasterRate, master: &Master) -> io::Result<()> {
    let currency = master.charges.as_ref().map(|charges| charges.currency.as_str()).unwrap_or_default();
    message.open("ApplicableFreightRateServiceCharge")?;
    message.text("CategoryCode", &rate.rate_class)?;
    message.text_if("CommodityItemID", rate.commodity.as_deref())?;
    message.kilograms("ChargeableWeightMeasure", rate.chargeable_weight_g)?;
    message.text("AppliedRate", &rate.rate.normalize().to_string())?;
    message.money("AppliedAmount", rate.amount, currency)?;
    message.close()
}

fn write_total_rating(message: &mut XmlMessage, charges: &MasterCharges) -> io::Result<()> {
    let due = |is_of_carrier| -> Decimal {
        charges.others.iter().filter(|it| it.is_of_carrier == is_of_carrier).map(|it| it.amount).sum()
    };
    let (agent, carrier) = (due(false), due(true));
    message.open("ApplicableTotalRating")?;
    message.text("TypeCode", "F")?;
    message.open("ApplicablePrepaidCollectMonetarySummation")?;
    message.text("PrepaidIndicator", &charges.is_prepaid.to_string())?;
    message.money("WeightChargeTotalAmount", charges.weight_charge, &charges.currency)?;
    if !agent.is_zero() {
        message.money("AgentTotalDuePayableAmount", agent, &charges.currency)?;
    }
    if !carrier.is_zero() {
        message.money("CarrierTotalDuePayableAmount", carrier, &charges.currency)?;
    }
    message.money("GrandTotalAmount", charges.weight_charge + agent + carrier, &charges.currency)?;
    message.close()?;
    message.close()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cargo_xml::structure::assert_structure;
    use crate::test_snapshot::snapshot;

    const EXAMPLES: [&str; 4] = [
        include_str!("../../../tests/data/customs/manifests/riege-888-11111111_XFWB.xml"),
        include_str!("../../../tests/data/customs/manifests/riege-xfwbExample.xml"),
        include_str!("../../../tests/data/customs/manifests/riege-888-11111111_XFWB_ACAS_US.xml"),
        include_str!(
            "../../../tests/data/customs/manifests/riege-888-11111111_XFWB_pieceQuantityItemCountMismatch.xml"
        ),
    ];

    /// Elements that the examples do not need; the house waybill has the signature of the sender.
    const MORE: [&str; 4] = [
        "SignatoryConsignorAuthentication",
        "AgentTotalDuePayableAmount",
        "CountrySubDivisionName",
        "DeclaredValueForCustomsAmount",
    ];

    #[test]
    fn a_waybill_has_the_structure_of_the_examples() {
        let snapshot = snapshot();
        let written = String::from_utf8(write_waybill(&snapshot.head).unwrap().unwrap()).unwrap();
        assert_structure(&written, &EXAMPLES, &MORE);
        for part in [
            "<TypeCode>741</TypeCode>",
            "<IncludedTareGrossWeightMeasure unitCode=\"KGM\">42</IncludedTareGrossWeightMeasure>",
            "<GrossVolumeMeasure unitCode=\"MTQ\">0.18</GrossVolumeMeasure>",
            "<GrandTotalAmount currencyID=\"USD\">180.60</GrandTotalAmount>",
            "<Content>CNPJ11222333000181</Content>",
        ] {
            assert!(written.contains(part), "{part}\n{written}");
        }
    }

    #[test]
    fn an_amendment_says_that_it_updates() {
        let mut snapshot = snapshot();
        snapshot.head.purpose = crate::snapshot::ManifestPurpose::Update;
        snapshot.head.version = 2;
        let written = String::from_utf8(write_waybill(&snapshot.head).unwrap().unwrap()).unwrap();
        assert!(written.contains("<PurposeCode>Update</PurposeCode>"));
        assert!(written.contains("<ID>957-12345675_GRU-M-26-000001_2</ID>"));
    }
}
