//! The paper of a master: a delivery bill (CN 38), a waybill of a lorry (CMR) or a bill of lading.

use std::sync::LazyLock;

use chrono::{DateTime, NaiveDate, Utc};

use super::model::{Master, MasterBag, MasterKind};
use super::state::MasterStatus;
use crate::waybills::paper::{write_day, write_kilograms};
use freight::shipments::labels::model::Stationery;
use freight::shipments::labels::printing;
use paper::captions::{Captions, master as captions};
use paper::check;
use paper::data::{Data, Row};
use paper::layout::Layout;
use parties::transport_places::PlaceOnPaper;
use server_core::http::error::{ApiError, ApiResult};
use trade::countries;
use trade::language::Language;

const LAYOUT: &str = include_str!("../../../assets/layouts/master.toml");

static READ: LazyLock<Option<Layout>> = LazyLock::new(|| check::parse_layout(LAYOUT).ok());

/// A master with its bags as its paper says them.
pub struct MasterPaper<'a> {
    pub master: &'a Master,
    pub bags: &'a [MasterBag],
    /// The company's name on papers.
    pub company: &'a str,
    /// The warehouse from which it leaves.
    pub sender: Option<PlaceOnPaper>,
    /// None if the company's records do not say who receives it.
    pub consignee: Option<PlaceOnPaper>,
    pub stationery: Stationery,
}

impl MasterPaper<'_> {
    /// Draws the paper. Texts with letters that the fonts lack are in Latin letters.
    pub async fn draw(&self) -> ApiResult<Vec<u8>> {
        let layout =
            READ.as_ref().ok_or_else(|| ApiError::internal(anyhow::anyhow!("no layout of masters")))?;
        let layout = layout.clone().on(self.stationery.paper);
        printing::draw(layout, self.data()).await
    }

    fn data(&self) -> Data {
        let Self { master, bags, company, sender, consignee, stationery } = self;
        let mut data = Data::new(
            format!("{} {}", write_kind(master.kind), master.number),
            (*company).to_owned(),
            stationery.mark.clone(),
        );
        captions::CAPTIONS.set(&mut data, Language::En);
        choose_captions(master.kind).set(&mut data, Language::En);
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let day = |day: Option<NaiveDate>| day.map(write_day).unwrap_or_default();
        let country = countries::country(master.to_country_id);
        let country = country.map(|country| country.alpha2.clone()).unwrap_or_default();
        data.set("carrier_mark", *company);
        data.set("draft", self.mark());
        data.set("number", master.number.clone());
        let from = sender.as_ref().map_or_else(|| master.from_place.clone(), PlaceOnPaper::write);
        data.set("sender", format!("{company}\n{from}"));
        let to = || format!("{}\n{country}", master.to_place);
        data.set("consignee", consignee.as_ref().map_or_else(to, PlaceOnPaper::write));
        data.set("from", format!("{} ({})", master.from_place, master.warehouse_code));
        data.set("to", format!("{}, {country}", master.to_place));
        data.set("provider", text(&master.provider_name));
        data.set("vehicle", text(&master.vehicle));
        data.set("reference", text(&master.reference));
        data.set("departs", day(master.departs_on));
        data.set("arrives", day(master.arrives_on));
        data.set("bag_count", master.bag_count.to_string());
        data.set("parcel_count", master.parcel_count.to_string());
        data.set("gross", write_kilograms(master.gross_g));
        data.set("note", text(&master.note));
        data.set("closed", self.write_moment(master.closed_at));
        data.set("departed", self.write_moment(master.departed_at));
        data.set("delivered", self.write_moment(master.delivered_at));
        data.set_rows("bags", (1..).zip(bags.iter()).map(|(line, bag)| to_row(line, bag)).collect());
        data
    }

    /// Why it does not stand as it is.
    const fn mark(&self) -> &'static str {
        match self.master.status {
            MasterStatus::Void => "VOID",
            MasterStatus::Draft => "DRAFT",
            _ => "",
        }
    }

    /// By the company's clock.
    fn write_moment(&self, at: Option<DateTime<Utc>>) -> String {
        let local = at.map(|at| at.with_timezone(&self.stationery.time_zone));
        local.map(|local| local.format("%d %b %Y %H:%M").to_string()).unwrap_or_default()
    }
}

const fn write_kind(kind: MasterKind) -> &'static str {
    match kind {
        MasterKind::Cn38 => "CN 38",
        MasterKind::Cmr => "CMR",
        MasterKind::Bl => "Bill of lading",
    }
}

const fn choose_captions(kind: MasterKind) -> Captions {
    match kind {
        MasterKind::Cn38 => captions::CN38,
        MasterKind::Cmr => captions::CMR,
        MasterKind::Bl => captions::BL,
    }
}

fn to_row(line: usize, bag: &MasterBag) -> Row {
    Row::from([
        ("line", line.to_string()),
        ("bag", bag.number.clone()),
        ("receptacle", bag.s9_code.clone().unwrap_or_default()),
        ("airport", bag.destination_airport.clone()),
        ("seal", bag.seal.clone().unwrap_or_default()),
        ("parcels", bag.parcel_count.to_string()),
        ("gross", bag.gross_g.map(|grams| write_kilograms(grams.into())).unwrap_or_default()),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bags::model::BagKind;
    use crate::bags::state::BagStatus;
    use uuid::Uuid;

    #[test]
    fn the_layout_can_be_read() {
        assert!(READ.is_some());
    }

    #[test]
    fn each_kind_has_the_boxes_of_its_form() {
        let boxes = |kind| {
            let mut data = Data::default();
            choose_captions(kind).set(&mut data, Language::En);
            [data.text("form").to_owned(), data.text("caption.vehicle").to_owned()]
        };
        assert_eq!(boxes(MasterKind::Cn38), ["CN 38", "Transport no."]);
        assert_eq!(boxes(MasterKind::Cmr), ["CMR", "Vehicle"]);
        assert_eq!(boxes(MasterKind::Bl), ["B/L", "Vessel and voyage"]);
    }

    #[test]
    fn an_open_bag_has_no_weight_yet() {
        let bag = MasterBag {
            id: Uuid::nil(),
            number: "GRU-26-000014".into(),
            kind: BagKind::Bag,
            status: BagStatus::Open,
            destination_airport: "FRA".into(),
            seal: None,
            parcel_count: 12,
            gross_g: None,
            s9_code: None,
        };
        let row = to_row(3, &bag);
        assert_eq!([&row["line"], &row["bag"], &row["gross"]], ["3", "GRU-26-000014", ""]);
        let row = to_row(3, &MasterBag { gross_g: Some(14_250), ..bag });
        assert_eq!(row["gross"], "14.25 K");
    }
}
