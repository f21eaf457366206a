//! The PDF that proves a delivery.

use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;

use super::model::{DeliveryDetails, DeliveryRecord, DeliveryShipment, FieldFileRef, ReceiverKind};
use super::proof_pictures::ProofPicture;
use crate::drivers::record::{ProofKind, RecordKind};
use freight::shipments::labels::model::Stationery;
use freight::shipments::labels::printing;
use paper::captions::{Words, proof as captions};
use paper::check;
use paper::data::{Data, Row};
use paper::layout::Layout;
use paper::pictures::{self, Picture};
use server_core::address::Address;
use server_core::http::error::{ApiError, ApiResult};
use server_core::settings::Settings;
use trade::figures::{self, Money};

const LAYOUT: &str = include_str!("../../../assets/layouts/proof_of_delivery.toml");

static READ: LazyLock<Option<Layout>> = LazyLock::new(|| check::parse_layout(LAYOUT).ok());

/// A delivery with all that its proof says.
pub struct ProofPaper<'a> {
    pub details: &'a DeliveryDetails,
    pub settings: &'a Settings,
    /// In the reader's language.
    pub stationery: Stationery,
    pub pictures: Vec<ProofPicture>,
}

impl ProofPaper<'_> {
    /// Draws the paper. Texts with letters that the fonts lack are in Latin letters.
    pub async fn draw(&self) -> ApiResult<Vec<u8>> {
        let layout =
            READ.as_ref().ok_or_else(|| ApiError::internal(anyhow::anyhow!("no layout of proofs")))?;
        let layout = layout.clone().on(self.stationery.paper);
        let data = self.data();
        let (title, pictures) = (data.title.clone(), self.list_pictures());
        printing::pdf(move |sheets| {
            let is_written = data.missing_letters(sheets.fonts).is_none();
            let data = if is_written { data } else { data.in_latin(sheets.fonts) };
            layout.print(sheets, &data)?;
            pictures::print(sheets, [layout.page.width, layout.page.height], &title, &pictures)
        })
        .await
    }

    /// Each with its kind and time.
    fn list_pictures(&self) -> Vec<Picture> {
        let to_picture = |picture: &ProofPicture| {
            let kind = self.choose(words_of_kind(picture.file.kind));
            let caption = format!("{kind} · {}", self.moment(picture.record.at));
            Picture { caption, file: picture.bytes.clone() }
        };
        self.pictures.iter().map(to_picture).collect()
    }

    const fn choose(&self, words: Words) -> &'static str {
        words.in_language(self.stationery.language)
    }

    fn data(&self) -> Data {
        let (delivery, settings) = (&self.details.delivery, self.settings);
        let number = delivery.number.clone();
        let title = format!("{} {number}", self.choose(captions::TITLE));
        let mut data = Data::new(title, settings.document_name().to_owned(), self.stationery.mark.clone());
        captions::CAPTIONS.set(&mut data, self.stationery.language);
        data.set("number", number);
        data.set("issuer.name", settings.document_name());
        data.set("issuer.document", settings.details.tax_number.clone().unwrap_or_default());
        data.set("issuer.address", settings.details.address_lines().join("\n"));
        let ways = [settings.contact_email.as_deref(), settings.contact_phone.as_deref()];
        data.set("issuer.contact", ways.into_iter().flatten().collect::<Vec<_>>().join(" · "));
        data.set("recipient.name", delivery.recipient_name.clone());
        data.set("recipient.address", write_address(&delivery.address));
        data.set("delivered", delivery.delivered_at.map(|at| self.moment(at)).unwrap_or_default());
        data.set("receiver", self.receiver());
        let record = self.handover();
        let text = |text: Option<&String>| text.cloned().unwrap_or_default();
        data.set("document", text(record.and_then(|record| record.document_number.as_ref())));
        let notes =
            [record.and_then(|one| one.note.as_ref()), record.and_then(|one| one.proof_impossible.as_ref())];
        data.set("note", notes.into_iter().flatten().cloned().collect::<Vec<_>>().join("\n"));
        data.set("place", record.map(write_place).unwrap_or_default());
        data.set("driver", self.driver());
        data.set("attempts", delivery.attempts.to_string());
        data.set("cash", self.cash());
        data.set_rows("shipments", self.details.shipments.iter().map(to_row).collect());
        data.set_rows("files", self.list_files());
        data.set("footer", self.stationery.footer.clone().unwrap_or_default());
        data
    }

    /// The record that handed the parcels over.
    fn handover(&self) -> Option<&DeliveryRecord> {
        let at = self.details.delivery.delivered_at?;
        let is_it = |record: &&DeliveryRecord| record.at == at && record.kind == RecordKind::Deliver;
        self.details.records.iter().find(is_it)
    }

    /// The amount that was to be collected, and the one that was, once it is counted.
    fn cash(&self) -> String {
        let delivery = &self.details.delivery;
        let Some(currency) = delivery.cod_currency.as_deref() else { return String::new() };
        let amount = |amount: Decimal| {
            let money = Money { amount, currency: currency.to_owned() };
            figures::money(&money, self.stationery.language)
        };
        let due = delivery.cod_due.map(amount);
        let taken = delivery.cod_taken.map(amount);
        match (due, taken) {
            (Some(due), Some(taken)) => format!("{due} · {}: {taken}", self.choose(captions::COLLECTED)),
            (due, taken) => due.or(taken).unwrap_or_default(),
        }
    }

    /// Who drove on the stop of that record.
    fn driver(&self) -> String {
        let stop_id = self.handover().map(|record| record.stop_id);
        let stop = self.details.stops.iter().find(|stop| Some(stop.id) == stop_id);
        stop.and_then(|stop| stop.driver_name.clone()).unwrap_or_default()
    }

    fn receiver(&self) -> String {
        let delivery = &self.details.delivery;
        let kind = delivery.relationship.map(|kind| self.choose(words_of_receiver(kind)));
        match (&delivery.received_by, kind) {
            (Some(name), Some(kind)) => format!("{name} ({kind})"),
            (name, kind) => name.as_deref().or(kind).unwrap_or_default().to_owned(),
        }
    }

    /// Day and time, in the time zone of the company.
    fn moment(&self, at: DateTime<Utc>) -> String {
        let local = at.with_timezone(&self.stationery.time_zone);
        let day = figures::date(local.date_naive(), self.stationery.language, self.stationery.habits);
        format!("{day} {}", local.format("%H:%M"))
    }

    fn list_files(&self) -> Vec<Row> {
        let of_record = |record: &DeliveryRecord| -> Vec<Row> {
            record.files.iter().map(|file| self.list_file(record, file)).collect()
        };
        self.details.records.iter().flat_map(of_record).collect()
    }

    fn list_file(&self, record: &DeliveryRecord, file: &FieldFileRef) -> Row {
        Row::from([
            ("kind", self.choose(words_of_kind(file.kind)).to_owned()),
            ("time", self.moment(record.at)),
            ("hash", file.sha256.clone()),
        ])
    }
}

/// The name of a proof.
const fn words_of_kind(kind: ProofKind) -> Words {
    match kind {
        ProofKind::Name => captions::NAME,
        ProofKind::Photo => captions::PHOTO,
        ProofKind::Signature => captions::SIGNATURE,
        ProofKind::Document => captions::DOCUMENT,
        ProofKind::Pin => captions::PIN,
    }
}

/// Who took the parcels.
const fn words_of_receiver(kind: ReceiverKind) -> Words {
    match kind {
        ReceiverKind::Recipient => captions::BY_RECIPIENT,
        ReceiverKind::Family => captions::BY_FAMILY,
        ReceiverKind::Neighbour => captions::BY_NEIGHBOUR,
        ReceiverKind::Reception => captions::BY_RECEPTION,
        ReceiverKind::Other => captions::BY_OTHER,
    }
}

fn to_row(shipment: &DeliveryShipment) -> Row {
    Row::from([
        ("code", shipment.tracking_code.clone()),
        ("client", shipment.client_name.clone().unwrap_or_default()),
        ("parcels", format!("{} / {}", shipment.done.len(), shipment.parcel_count)),
    ])
}

fn write_address(address: &Address) -> String {
    let street = [&address.address_1, &address.address_number, &address.address_complement];
    let street = street.into_iter().flatten().cloned().collect::<Vec<_>>().join(", ");
    let town = [address.postcode.clone(), Some(address.city.clone())];
    let town = town.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let lines = [street, address.address_2.clone().unwrap_or_default(), town];
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Degrees, with the accuracy of the phone.
fn write_place(record: &DeliveryRecord) -> String {
    match (record.latitude, record.longitude) {
        (Some(latitude), Some(longitude)) => {
            let accuracy = record.accuracy_m.map(|metres| format!(" ± {metres:.0} m")).unwrap_or_default();
            format!("{latitude:.5}, {longitude:.5}{accuracy}")
        }
        _ => String::new(),
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
