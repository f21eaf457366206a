//! The PDF of a quote.

use std::sync::LazyLock;

use rust_decimal::Decimal;

use super::store::CountryNames;
use freight::shipments::labels::model::Stationery;
use freight::shipments::labels::printing;
use paper::captions::{Words, quote as captions};
use paper::check;
use paper::data::{Data, Row};
use paper::layout::Layout;
use pricing::prices::priced::PriceMoney;
use pricing::quotes::QuoteRow;
use pricing::quotes::input::QuotePlace;
use pricing::quotes::offer::QuoteOffer;
use pricing::quotes::parcels;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::Language;
use server_core::settings::Settings;
use trade::figures;
use trade::goods::Parcel;
use trade::money::in_currency;

const LAYOUT: &str = include_str!("../../../assets/layouts/quote.toml");

static PARSED_LAYOUT: LazyLock<Option<Layout>> = LazyLock::new(|| check::parse_layout(LAYOUT).ok());

/// A quote with all that its paper says.
pub struct QuotePaper<'a> {
    pub quote: &'a QuoteRow,
    /// The chosen one, as the customer may see it.
    pub offer: &'a QuoteOffer,
    pub countries: &'a CountryNames,
    /// Name and address of the customer.
    pub to_name: &'a str,
    pub to_email: &'a str,
    pub settings: &'a Settings,
    /// In the customer's language.
    pub stationery: Stationery,
}

impl QuotePaper<'_> {
    /// Draws the paper. Texts with letters that the fonts lack are in Latin letters.
    pub async fn draw(&self) -> ApiResult<Vec<u8>> {
        let layout = PARSED_LAYOUT
            .as_ref()
            .ok_or_else(|| ApiError::internal(anyhow::anyhow!("no layout of quotes")))?;
        let layout = layout.clone().on(self.stationery.paper);
        printing::draw(layout, self.data()).await
    }

    /// The name of the file.
    pub fn file_name(&self) -> String {
        format!("quote-{}.pdf", self.quote.number)
    }

    fn language(&self) -> Language {
        self.stationery.language
    }

    fn data(&self) -> Data {
        let (language, habits) = (self.language(), self.stationery.habits);
        let Self { quote, offer, settings, .. } = self;
        let number = quote.number.to_string();
        let mut data = Data::new(
            format!("{} {number}", captions::TITLE.in_language(language)),
            settings.document_name().to_owned(),
            self.stationery.mark.clone(),
        );
        captions::CAPTIONS.set(&mut data, language);
        data.set("number", number);
        data.set("issuer.name", settings.document_name());
        data.set("issuer.document", settings.details.tax_number.clone().unwrap_or_default());
        data.set("issuer.address", settings.details.address_lines().join("\n"));
        data.set("issuer.contact", settings.contact_line());
        data.set("client.name", self.to_name);
        data.set("client.email", self.to_email);
        data.set("day", figures::date(quote.priced_on, language, habits));
        data.set("until", figures::date(quote.dates.valid_until, language, habits));
        data.set("service", self.stationery.one_of(Some(&offer.service_title_locale)));
        data.set("route", self.route());
        data.set("parcels", self.parcels());
        data.set_rows("items", self.items());
        data.set("currency", quote.currency.clone());
        data.set("total", offer.total.as_ref().map(|total| self.amount(total)).unwrap_or_default());
        data.set("accept", captions::ACCEPT.in_language(language));
        data.set("footer", self.stationery.footer.clone().unwrap_or_default());
        data
    }

    fn route(&self) -> String {
        let place = |place: &QuotePlace, country: String| {
            let parts = [place.city.clone(), place.postcode.clone(), Some(country)];
            parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
        };
        let names = |names| self.stationery.one_of(Some(names));
        let input = &self.quote.input;
        format!(
            "{} →\n{}",
            place(&input.origin, names(&self.countries.from_names)),
            place(&input.destination, names(&self.countries.to_names))
        )
    }

    /// A line for each kind of parcel: `2 × 1.5 kg, 40 × 30 × 20 cm`.
    fn parcels(&self) -> String {
        let (language, habits) = (self.language(), self.stationery.habits);
        let describe = |parcel: &Parcel| {
            let weight = figures::weight(parcel.weight_g.unwrap_or_default(), habits.weight_unit, language);
            match (parcel.length_mm, parcel.width_mm, parcel.height_mm) {
                (Some(length), Some(width), Some(height)) => {
                    format!(
                        "{weight}, {}",
                        figures::size([length, width, height], habits.size_unit, language)
                    )
                }
                _ => weight,
            }
        };
        let lines = self.quote.input.parcels.iter().filter_map(|entered| {
            let parcel = parcels::to_stored(std::slice::from_ref(entered)).into_iter().next()?;
            Some(format!("{} × {}", entered.pieces, describe(&parcel)))
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    fn items(&self) -> Vec<Row> {
        let offer = self.offer;
        let sums = [
            (captions::FREIGHT, &offer.total_freight),
            (captions::INSURANCE, &offer.total_insurance),
            (captions::TAX, &offer.total_tax),
            (captions::DELIVERY, &offer.addressee_pays),
        ];
        let shown = sums.into_iter().filter_map(|(words, sum)| Some((words, sum.as_ref()?)));
        let shown = shown.filter(|(_, sum)| sum.amount != Decimal::ZERO);
        let row = |words: Words, sum: &PriceMoney| {
            let description = words.in_language(self.language()).to_owned();
            Row::from([("description", description), ("amount", self.amount(sum))])
        };
        shown.map(|(words, sum)| row(words, sum)).collect()
    }

    /// Without the currency, unless it is another one than that of the quote.
    fn amount(&self, money: &PriceMoney) -> String {
        let amount = in_currency(money.amount, Some(&money.currency));
        if money.currency == self.quote.currency {
            return figures::number(&amount.to_string(), self.language());
        }
        figures::money(&figures::Money { amount, currency: money.currency.clone() }, self.language())
    }
}
