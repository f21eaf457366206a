//! Converts a shipment to the pages of its label. Pure: no SQL, no request.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use serde_json::Value;
use tenancy::Tenant;

use super::store::{Consignment, ItemRow, ParcelRow, ShipmentRow};
use crate::documents::form::DocumentKind;
use crate::shipments::fields::{DocumentType, NonDelivery, ShipmentFields};
use paper::label::{self, Label};
use paper::mark::Mark;
use paper::party::{Party, short_state};
use server_core::http::messages::Language;
use server_core::mail::{MailError, PublicOrigin, TenantLink};
use server_core::settings::Settings;
use trade::figures::{Habits, Money};
use trade::identifiers::{Cep, Phone, S10, TaxId};
use trade::paper_format::PaperFormat;
use trade::parcel_code;
use trade::party::UNITED_STATES;
use trade::street::join_street;
use trade::units::{SizeUnit, WeightUnit};

/// Data that all labels and documents of a tenant share.
#[derive(Clone)]
pub struct Stationery {
    /// The company's language for labels, which does not depend on the user: the same people read them.
    pub language: Language,
    pub habits: Habits,
    pub carrier: String,
    pub mark: Option<Arc<Mark>>,
    /// At the foot of documents.
    pub footer: Option<String>,
    pub paper: PaperFormat,
    pub time_zone: Tz,
    pub origin: PublicOrigin,
    pub tenant: Arc<Tenant>,
}

impl Stationery {
    pub fn new(
        settings: &Settings,
        mark: Option<Arc<Mark>>,
        origin: PublicOrigin,
        tenant: Arc<Tenant>,
    ) -> Self {
        Self {
            language: settings.default_language,
            habits: Habits {
                weight_unit: WeightUnit::from_code(settings.weight_unit).unwrap_or(WeightUnit::Kilograms),
                size_unit: SizeUnit::from_code(settings.size_unit).unwrap_or(SizeUnit::Centimetres),
                month_first: settings.country_id == UNITED_STATES,
            },
            carrier: settings.name.clone(),
            mark,
            footer: settings.details.document_footer.clone(),
            paper: settings.paper(),
            time_zone: settings.time_zone.parse().unwrap_or(Tz::UTC),
            origin,
            tenant,
        }
    }

    pub fn in_language(&self, language: Language) -> Self {
        Self { language, ..self.clone() }
    }

    /// One page per parcel; one page for a shipment without parcels.
    pub fn pages(&self, of: &Consignment) -> Result<Vec<Label>, MailError> {
        let page = self.page(of)?;
        let count = u32::try_from(of.parcels.len()).unwrap_or(u32::MAX);
        if count == 0 {
            return Ok(vec![page]);
        }
        let whole_weight = page.parcel.weight_g.filter(|_| count == 1);
        let pages = (1..=count).zip(&of.parcels).map(|(number, parcel)| {
            let weight_g = parcel.weight_g.or(whole_weight);
            let parcel = label::Parcel { number, of: count, weight_g, size_mm: size(parcel) };
            let mut page = Label { parcel, ..page.clone() };
            if let Some(suffix) = parcel_code::suffix(number, count) {
                page.bar_code += &suffix;
                page.bar_code_shown += &format!(" {suffix}");
            }
            page
        });
        Ok(pages.collect())
    }

    /// The page of a shipment with a single parcel.
    fn page(&self, of: &Consignment) -> Result<Label, MailError> {
        let (shipment, fields) = (&of.shipment, &of.shipment.fields);
        let code = &shipment.tracking_code;
        let link = TenantLink::new(&self.origin, &self.tenant, &format!("/tracking?codes={code}"))?;
        Ok(Label {
            language: self.language,
            habits: self.habits,
            carrier: self.carrier.clone(),
            mark: self.mark.clone(),
            service: self.one_of(shipment.service_titles.as_ref()),
            date: self.day_of(shipment.created_at, fields.shipped_on),
            bar_code_shown: S10::parse(code).map_or_else(|_| code.clone(), |code| code.to_formatted()),
            bar_code: code.clone(),
            tracking_url: link.to_string(),
            reference: fields.external_ref.clone(),
            sender: self.sender(shipment),
            receiver: self.receiver(shipment),
            airport: None,
            parcel: label::Parcel { number: 1, of: 1, weight_g: fields.declared_weight_g, size_mm: None },
            contents: contents(&of.first_items),
            incoterm: fields.incoterm.clone(),
            declared_value: declared_value(fields),
            non_delivery: match fields.non_delivery {
                NonDelivery::Return => label::NonDelivery::Return,
                NonDelivery::Abandon => label::NonDelivery::Abandon,
                NonDelivery::Redirect => label::NonDelivery::Redirect,
            },
            is_reprint: shipment.label_prints > 0,
        })
    }

    /// The day of departure, or else of creation. A reprint has the same date.
    pub fn day_of(&self, created_at: DateTime<Utc>, shipped_on: Option<NaiveDate>) -> NaiveDate {
        shipped_on.unwrap_or_else(|| created_at.with_timezone(&self.time_zone).date_naive())
    }

    /// The text of a `*_locale` map in the language of the label, or in any other language.
    pub fn one_of(&self, texts: Option<&Value>) -> String {
        let Some(texts) = texts.and_then(Value::as_object) else { return String::new() };
        let keys = [self.language.locale_key(), Language::En.locale_key()];
        let text = keys.iter().find_map(|key| texts.get(*key)).or_else(|| texts.values().next());
        text.and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    pub fn sender(&self, shipment: &ShipmentRow) -> Party {
        let fields = &shipment.fields;
        Party {
            name: or_empty(&fields.from_name),
            also: also(&fields.from_name, [&fields.from_trading_name, &fields.from_responsible]),
            street: Street {
                country_code: shipment.from_country_code.as_deref(),
                street: &fields.from_address_1,
                number: &fields.from_address_number,
                complement: &fields.from_address_complement,
                district: &fields.from_address_2,
            }
            .lines(),
            city: or_empty(&fields.from_city),
            state: short_state(shipment.from_state_code.as_deref(), shipment.from_state_name.as_deref()),
            postcode: postcode(&fields.from_postcode, shipment.from_country_code.as_deref()),
            country: self.one_of(shipment.from_country_names.as_ref()),
            country_english: english(shipment.from_country_names.as_ref()),
            country_code: or_empty(&shipment.from_country_code),
            phone: fields.from_phone.as_deref().map(Phone::format_stored),
            email: fields.from_email.clone(),
            document: document(&fields.from_document, fields.from_document_type),
        }
    }

    pub fn receiver(&self, shipment: &ShipmentRow) -> Party {
        let fields = &shipment.fields;
        Party {
            name: or_empty(&fields.to_name),
            also: also(&fields.to_name, [&fields.to_trading_name, &fields.to_responsible]),
            street: Street {
                country_code: shipment.to_country_code.as_deref(),
                street: &fields.to_address_1,
                number: &fields.to_address_number,
                complement: &fields.to_address_complement,
                district: &fields.to_address_2,
            }
            .lines(),
            city: or_empty(&fields.to_city),
            state: short_state(shipment.to_state_code.as_deref(), shipment.to_state_name.as_deref()),
            postcode: postcode(&fields.to_postcode, shipment.to_country_code.as_deref()),
            country: self.one_of(shipment.to_country_names.as_ref()),
            country_english: english(shipment.to_country_names.as_ref()),
            country_code: or_empty(&shipment.to_country_code),
            phone: fields.to_phone.as_deref().map(Phone::format_stored),
            email: fields.to_email.clone(),
            document: document(&fields.to_document, fields.to_document_type),
        }
    }
}

/// The file name of a shipment's document, valid on every operating system. A label needs no kind.
pub fn pdf_name(tracking_code: &str, kind: Option<DocumentKind>) -> String {
    let plain = label_name(tracking_code);
    match kind {
        Some(kind) => format!("{plain}-{}.pdf", kind.as_str().replace('_', "-")),
        None => format!("{plain}.pdf"),
    }
}

/// The name of a label's file, without an extension.
pub fn label_name(tracking_code: &str) -> String {
    tracking_code.chars().filter(char::is_ascii_alphanumeric).collect()
}

fn or_empty(text: &Option<String>) -> String {
    text.clone().unwrap_or_default()
}

/// Additional names, without duplicates.
fn also(name: &Option<String>, others: [&Option<String>; 2]) -> Vec<String> {
    let [first, second] = others;
    let first = first.as_ref().filter(|_| first != name);
    let second = second.as_ref().filter(|it| Some(*it) != name.as_ref() && Some(*it) != first);
    first.into_iter().chain(second).cloned().collect()
}

struct Street<'a> {
    country_code: Option<&'a str>,
    street: &'a Option<String>,
    number: &'a Option<String>,
    complement: &'a Option<String>,
    district: &'a Option<String>,
}

impl Street<'_> {
    fn lines(&self) -> Vec<String> {
        let house = join_street(self.country_code, self.street.as_deref(), self.number.as_deref());
        let parts: Vec<&str> = house.as_deref().into_iter().chain(self.complement.as_deref()).collect();
        let first = Some(parts.join(", ")).filter(|line| !line.is_empty());
        first.into_iter().chain(self.district.clone()).collect()
    }
}

pub fn english(names: Option<&Value>) -> String {
    let name = names.and_then(|names| names[Language::En.locale_key()].as_str());
    name.unwrap_or_default().to_owned()
}

fn postcode(stored: &Option<String>, country_code: Option<&str>) -> String {
    let stored = stored.as_deref().unwrap_or_default();
    let cep = Cep::parse(stored).ok().filter(|_| country_code == Some("BR"));
    cep.map_or_else(|| stored.to_owned(), |cep| cep.to_formatted())
}

/// The tax number, which customs need. A passport number is not printed, for privacy.
fn document(number: &Option<String>, kind: Option<DocumentType>) -> Option<String> {
    let number = number.as_deref().filter(|_| kind != Some(DocumentType::Passport))?;
    Some(match TaxId::parse(number) {
        Ok(TaxId::Cpf(cpf)) => format!("CPF {}", cpf.to_formatted()),
        Ok(TaxId::Cnpj(cnpj)) => format!("CNPJ {}", cnpj.to_formatted()),
        Err(_) => number.to_owned(),
    })
}

/// For example `Ceramic mug × 2; Rice × 5 kg; Poster`.
fn contents(items: &[ItemRow]) -> String {
    let lines = items.iter().map(|item| {
        let quantity = item.quantity.normalize();
        match item.unit.as_deref().filter(|unit| !unit.is_empty()) {
            Some(unit) => format!("{} × {quantity} {unit}", item.description),
            None if quantity == 1.into() => item.description.clone(),
            None => format!("{} × {quantity}", item.description),
        }
    });
    lines.collect::<Vec<_>>().join("; ")
}

fn declared_value(fields: &ShipmentFields) -> Option<Money> {
    let (amount, currency) = fields.declared_value.zip(fields.currency.as_deref())?;
    Some(Money { amount, currency: currency.trim().to_owned() })
}

pub fn size(parcel: &ParcelRow) -> Option<[f64; 3]> {
    Some([parcel.length_mm?, parcel.width_mm?, parcel.height_mm?])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn a_street_has_the_format_of_its_country() {
        let (street, number) = (some("Rua São Bento"), some("99"));
        let (complement, district) = (some("apto. 1204"), some("Centro"));
        let lines = |country_code| {
            Street {
                country_code,
                street: &street,
                number: &number,
                complement: &complement,
                district: &district,
            }
            .lines()
        };
        assert_eq!(lines(Some("BR")), ["Rua São Bento, 99, apto. 1204", "Centro"]);
        assert_eq!(lines(Some("US")), ["99 Rua São Bento, apto. 1204", "Centro"]);
        assert_eq!(lines(Some("DE")), ["Rua São Bento 99, apto. 1204", "Centro"]);
        let none = None;
        let bare =
            Street { country_code: None, street: &street, number: &none, complement: &none, district: &none };
        assert_eq!(bare.lines(), ["Rua São Bento"]);
    }

    #[test]
    fn tax_numbers_are_printed_and_passports_are_not() {
        assert_eq!(document(&some("52998224725"), None).as_deref(), Some("CPF 529.982.247-25"));
        assert_eq!(document(&some("AB123456"), Some(DocumentType::Passport)), None);
        assert_eq!(document(&some("12-345"), None).as_deref(), Some("12-345"));
    }

    #[test]
    fn contents_list_the_goods_with_quantities() {
        let item = |description: &str, quantity: &str, unit: Option<&str>| ItemRow {
            shipment_id: uuid::Uuid::nil(),
            description: description.to_owned(),
            quantity: quantity.parse().unwrap(),
            unit: unit.map(str::to_owned),
        };
        let items =
            [item("Mug", "2.000", None), item("Rice", "1.500", Some("kg")), item("Poster", "1.000", None)];
        assert_eq!(contents(&items), "Mug × 2; Rice × 1.5 kg; Poster");
    }

    #[test]
    fn a_name_is_printed_once() {
        let name = some("Ana");
        assert!(also(&name, [&name, &None]).is_empty());
        assert_eq!(also(&name, [&some("Loja"), &some("Loja")]), ["Loja"]);
        assert_eq!(also(&None, [&some("Loja"), &some("Bia")]), ["Loja", "Bia"]);
    }
}
