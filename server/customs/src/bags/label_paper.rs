//! The label of a bag: 4 × 6 inches. For the post it is a CN 35, with the bars of the receptacle's number.

use std::sync::LazyLock;

use super::model::{Bag, BagKind};
use super::s9;
use freight::shipments::labels::model::Stationery;
use freight::shipments::labels::printing;
use paper::captions::{Words, bag as captions};
use paper::check;
use paper::data::Data;
use paper::layout::Layout;
use server_core::http::error::{ApiError, ApiResult};
use trade::figures;
use trade::print_format::PrintFormat;

const LAYOUT: &str = include_str!("../../../assets/layouts/bag_label.toml");

static READ: LazyLock<Option<Layout>> = LazyLock::new(|| check::parse_layout(LAYOUT).ok());

/// A bag with what its label says.
pub struct BagLabel<'a> {
    pub bag: &'a Bag,
    pub carrier: &'a str,
    /// In the language of the company's labels.
    pub stationery: Stationery,
}

impl BagLabel<'_> {
    /// Draws the label. Texts with letters that the fonts lack are in Latin letters.
    pub async fn draw(&self, format: PrintFormat) -> ApiResult<Vec<u8>> {
        let layout =
            READ.as_ref().ok_or_else(|| ApiError::internal(anyhow::anyhow!("no layout of bag labels")))?;
        printing::draw_document(format, layout.clone(), self.data()).await
    }

    const fn choose(&self, words: Words) -> &'static str {
        words.in_language(self.stationery.language)
    }

    fn data(&self) -> Data {
        let Self { bag, carrier, stationery } = self;
        let title = format!("{carrier} {}", bag.number);
        let mut data = Data::new(title, (*carrier).to_owned(), stationery.mark.clone());
        captions::CAPTIONS.set(&mut data, stationery.language);
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        data.set("carrier", *carrier);
        data.set("form", self.form());
        data.set("origin", bag.origin_airport.clone());
        data.set("destination", bag.destination_airport.clone());
        data.set("origin_office", text(&bag.origin_office));
        data.set("destination_office", text(&bag.destination_office));
        data.set("category", bag.category.map(|one| one.as_str().to_owned()).unwrap_or_default());
        data.set("subclass", text(&bag.subclass));
        data.set("dispatch", bag.dispatch_no.map(|number| format!("{number:04}")).unwrap_or_default());
        data.set("receptacle", bag.receptacle_no.map(|number| format!("{number:03}")).unwrap_or_default());
        data.set("weight", self.weight());
        data.set("parcels", bag.parcel_count.to_string());
        data.set("date", self.day());
        data.set("service", self.service());
        data.set("seal", text(&bag.seal));
        data.set("provider", text(&bag.provider_name));
        data.set("marks", self.marks());
        data.set("code", text(&bag.s9_code));
        data.set("code_shown", bag.s9_code.as_deref().map(s9::in_groups).unwrap_or_default());
        data.set("number", bag.number.clone());
        data
    }

    const fn form(&self) -> &'static str {
        match (&self.bag.origin_office, self.bag.kind) {
            (Some(_), _) => "CN 35",
            (None, BagKind::Bag) => self.choose(captions::BAG),
            (None, BagKind::Pallet) => self.choose(captions::PALLET),
        }
    }

    /// On the scale; nothing while the bag is open.
    fn weight(&self) -> String {
        let unit = self.stationery.habits.weight_unit;
        let write = |grams| figures::weight(grams, unit, self.stationery.language);
        self.bag.gross_g.map(write).unwrap_or_default()
    }

    fn day(&self) -> String {
        let Stationery { time_zone, language, habits, .. } = &self.stationery;
        let local = self.bag.closed_at.map(|at| at.with_timezone(time_zone).date_naive());
        local.map(|day| figures::date(day, *language, *habits)).unwrap_or_default()
    }

    fn service(&self) -> String {
        let Some(titles) = &self.bag.service_title_locale else { return String::new() };
        let in_language = |key: &str| titles.get(key)?.as_str().filter(|title| !title.is_empty());
        let title = in_language(self.stationery.language.locale_key()).or_else(|| in_language("en"));
        title.unwrap_or_default().to_owned()
    }

    fn marks(&self) -> String {
        let last = self.bag.is_last.then(|| self.choose(captions::LAST));
        let insured = self.bag.is_insured.then(|| self.choose(captions::INSURED));
        [last, insured].into_iter().flatten().collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_can_be_read() {
        assert!(READ.is_some());
    }
}
