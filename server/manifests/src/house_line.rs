//! The line of a shipment on a manifest.

use rust_decimal::Decimal;
use uuid::Uuid;

use super::snapshot::{HouseParty, ManifestLine, PartyDocument, PartyDocumentKind};
use freight::shipments::to_manifest::DeclaredShipment;
use trade::countries::country;
use trade::party::{BRAZIL, DocumentType, PersonType};

/// A shipment in a transport, with what of it is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseSource {
    pub shipment_id: Uuid,
    /// Code of the shipment.
    pub house: String,
    /// Parcels of it that are in this transport.
    pub pieces: i32,
    pub weight_g: i64,
    /// Numbers of the bags with its parcels.
    pub bags: Vec<String>,
}

pub fn build_line(seq: i32, source: &HouseSource, shipment: &DeclaredShipment) -> ManifestLine {
    let amount = |amount: Option<Decimal>| amount.filter(|it| !it.is_zero()).map(|it| it.normalize());
    ManifestLine {
        seq,
        house: source.house.clone(),
        bags: source.bags.clone(),
        shipper: shipper(shipment),
        consignee: consignee(shipment),
        description: shipment.description.clone().unwrap_or_default(),
        hs_codes: shipment.hs_codes.clone(),
        pieces: source.pieces,
        items: i32::try_from(shipment.items).unwrap_or(i32::MAX),
        weight_g: source.weight_g,
        value: shipment.declared_value.unwrap_or_default().normalize(),
        currency: shipment.currency.clone().unwrap_or_default().trim().to_owned(),
        freight: amount(shipment.freight),
        freight_currency: amount(shipment.freight).and(shipment.freight_currency.clone()),
        insurance: amount(shipment.insurance_value),
        incoterm: shipment.incoterm.clone(),
    }
}

/// Fields of an address as the shipment has them.
struct AddressParts<'a> {
    address_1: &'a Option<String>,
    number: &'a Option<String>,
    complement: &'a Option<String>,
    address_2: &'a Option<String>,
}

fn shipper(shipment: &DeclaredShipment) -> HouseParty {
    let street = AddressParts {
        address_1: &shipment.from_address_1,
        number: &shipment.from_address_number,
        complement: &shipment.from_address_complement,
        address_2: &shipment.from_address_2,
    };
    HouseParty {
        name: clean(&shipment.from_name),
        document: to_document(
            shipment.from_document.as_deref(),
            shipment.from_country_id,
            shipment.from_person_type,
            shipment.from_document_type,
        ),
        street: street.write(),
        city: clean(&shipment.from_city),
        state: some_text(&shipment.from_state),
        postcode: some_text(&shipment.from_postcode),
        country: write_country(shipment.from_country_id),
        phone: to_digits(&shipment.from_phone),
    }
}

fn consignee(shipment: &DeclaredShipment) -> HouseParty {
    let street = AddressParts {
        address_1: &shipment.to_address_1,
        number: &shipment.to_address_number,
        complement: &shipment.to_address_complement,
        address_2: &shipment.to_address_2,
    };
    HouseParty {
        name: clean(&shipment.to_name),
        document: to_document(
            shipment.to_document.as_deref(),
            shipment.to_country_id,
            shipment.to_person_type,
            shipment.to_document_type,
        ),
        street: street.write(),
        city: clean(&shipment.to_city),
        state: some_text(&shipment.to_state),
        postcode: some_text(&shipment.to_postcode),
        country: write_country(shipment.to_country_id),
        phone: to_digits(&shipment.to_phone),
    }
}

impl AddressParts<'_> {
    /// In one line, the street first.
    fn write(&self) -> String {
        let parts = [self.address_1, self.number, self.complement, self.address_2];
        let parts: Vec<String> = parts.into_iter().map(clean).filter(|part| !part.is_empty()).collect();
        parts.join(" ")
    }
}

fn clean(text: &Option<String>) -> String {
    text.as_deref().unwrap_or_default().trim().to_owned()
}

fn some_text(text: &Option<String>) -> Option<String> {
    Some(clean(text)).filter(|text| !text.is_empty())
}

fn to_digits(phone: &Option<String>) -> Option<String> {
    let digits: String = phone.iter().flat_map(|it| it.chars()).filter(char::is_ascii_digit).collect();
    Some(digits).filter(|digits| !digits.is_empty())
}

fn write_country(id: Option<i16>) -> String {
    id.and_then(country).map(|it| it.alpha2.clone()).unwrap_or_default()
}

fn to_document(
    number: Option<&str>,
    country_id: Option<i16>,
    person: PersonType,
    document: Option<DocumentType>,
) -> Option<PartyDocument> {
    let number = number.map(str::trim).filter(|number| !number.is_empty())?;
    let is_passport = document == Some(DocumentType::Passport);
    let kind = match (is_passport, country_id == Some(BRAZIL), person) {
        (true, ..) => PartyDocumentKind::Passport,
        (false, true, PersonType::Person) => PartyDocumentKind::Cpf,
        (false, true, PersonType::Company) => PartyDocumentKind::Cnpj,
        (false, false, _) => PartyDocumentKind::Other,
    };
    Some(PartyDocument { kind, number: number.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn documents_are_named_as_customs_of_brazil_do() {
        let of = |country, person, document| {
            to_document(Some(" 27186582826 "), country, person, document).unwrap().to_note()
        };
        assert_eq!(of(Some(BRAZIL), PersonType::Person, None), "CPF27186582826");
        assert_eq!(of(Some(BRAZIL), PersonType::Company, Some(DocumentType::TaxId)), "CNPJ27186582826");
        assert_eq!(of(Some(BRAZIL), PersonType::Person, Some(DocumentType::Passport)), "PASSPORT27186582826");
        assert_eq!(of(None, PersonType::Person, None), "27186582826");
        assert_eq!(to_document(Some(" "), None, PersonType::Person, None), None);
    }

    #[test]
    fn an_address_is_one_line() {
        let (street, number, nothing) = (text(" Rua A "), text("10"), text(" "));
        let parts =
            AddressParts { address_1: &street, number: &number, complement: &nothing, address_2: &None };
        assert_eq!(parts.write(), "Rua A 10");
        assert_eq!(to_digits(&text("+55 11 98765-4321")).as_deref(), Some("5511987654321"));
        assert_eq!(write_country(Some(BRAZIL)), "BR");
    }
}
