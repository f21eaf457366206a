//! The PDF that proves a delivery.

use std::sync::LazyLock;

use chrono::{DateTime, Utc};

use super::model::{DeliveryDetails, DeliveryRecord, DeliveryShipment, FieldFileRef, ReceiverKind};
use crate::drivers::record::ProofKind;
use freight::shipments::labels::model::Stationery;
use freight::shipments::labels::printing;
use paper::check;
use paper::data::{Data, Row};
use paper::layout::Layout;
use server_core::address::Address;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::Language;
use server_core::settings::Settings;
use trade::figures;

const LAYOUT: &str = include_str!("../../../assets/layouts/proof_of_delivery.toml");

static READ: LazyLock<Option<Layout>> = LazyLock::new(|| check::parse_layout(LAYOUT).ok());

/// In English, Portuguese, Spanish and Chinese.
type Words = [&'static str; 4];

const CAPTIONS: &[(&str, Words)] = &[
    ("title", ["Proof of delivery", "Comprovante de entrega", "Comprobante de entrega", "签收证明"]),
    ("caption.carrier", ["Delivered by", "Entregue por", "Entregado por", "承运方"]),
    ("caption.recipient", ["Recipient", "Destinatário", "Destinatario", "收件人"]),
    ("caption.delivered", ["Delivered on", "Entregue em", "Entregado el", "签收时间"]),
    ("caption.receiver", ["Received by", "Recebido por", "Recibido por", "签收人"]),
    ("caption.document", ["Document", "Documento", "Documento", "证件号"]),
    ("caption.driver", ["Driver", "Motorista", "Conductor", "司机"]),
    ("caption.place", ["Place", "Local", "Lugar", "位置"]),
    ("caption.attempts", ["Attempts", "Tentativas", "Intentos", "派送次数"]),
    ("caption.note", ["Note", "Observação", "Nota", "备注"]),
    ("caption.shipment", ["Shipment", "Remessa", "Envío", "运单"]),
    ("caption.sender", ["Client", "Cliente", "Cliente", "客户"]),
    ("caption.parcels", ["Parcels delivered", "Volumes entregues", "Bultos entregados", "已签收件数"]),
    ("caption.proof", ["Proof", "Prova", "Prueba", "凭证"]),
    ("caption.time", ["Time", "Hora", "Hora", "时间"]),
    ("caption.hash", ["SHA-256", "SHA-256", "SHA-256", "SHA-256"]),
];

const KINDS: [(ProofKind, Words); 4] = [
    (ProofKind::Name, ["Name", "Nome", "Nombre", "姓名"]),
    (ProofKind::Photo, ["Photo", "Foto", "Foto", "照片"]),
    (ProofKind::Signature, ["Signature", "Assinatura", "Firma", "签名"]),
    (ProofKind::Document, ["Document", "Documento", "Documento", "证件"]),
];

const RECEIVERS: [(ReceiverKind, Words); 5] = [
    (ReceiverKind::Recipient, ["recipient", "destinatário", "destinatario", "本人"]),
    (ReceiverKind::Family, ["family", "família", "familia", "家人"]),
    (ReceiverKind::Neighbour, ["neighbor", "vizinho", "vecino", "邻居"]),
    (ReceiverKind::Reception, ["reception", "portaria", "recepción", "前台"]),
    (ReceiverKind::Other, ["other", "outro", "otro", "其他"]),
];

/// A delivery with all that its proof says.
pub struct ProofPaper<'a> {
    pub details: &'a DeliveryDetails,
    pub settings: &'a Settings,
    /// In the reader's language.
    pub stationery: Stationery,
}

impl ProofPaper<'_> {
    /// Draws the paper. Texts with letters that the fonts lack are in Latin letters.
    pub async fn draw(&self) -> ApiResult<Vec<u8>> {
        let layout =
            READ.as_ref().ok_or_else(|| ApiError::internal(anyhow::anyhow!("no layout of proofs")))?;
        let layout = layout.clone().on(self.stationery.paper);
        let data = self.data();
        printing::pdf(move |sheets| {
            let is_written = data.missing_letters(sheets.fonts).is_none();
            let data = if is_written { data } else { data.in_latin(sheets.fonts) };
            layout.print(sheets, &data).map(|_| ())
        })
        .await
    }

    fn choose(&self, words: Words) -> &'static str {
        match self.stationery.language {
            Language::En => words[0],
            Language::PtBr => words[1],
            Language::Es => words[2],
            Language::ZhCn => words[3],
        }
    }

    fn data(&self) -> Data {
        let (delivery, settings) = (&self.details.delivery, self.settings);
        let number = delivery.number.clone();
        let title = format!("{} {number}", self.choose(CAPTIONS[0].1));
        let mut data = Data::new(title, settings.document_name().to_owned(), self.stationery.mark.clone());
        for (path, words) in CAPTIONS {
            data.set(path, self.choose(*words));
        }
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
        data.set_rows("shipments", self.details.shipments.iter().map(to_row).collect());
        data.set_rows("files", self.list_files());
        data.set("footer", self.stationery.footer.clone().unwrap_or_default());
        data
    }

    /// The record that handed the parcels over.
    fn handover(&self) -> Option<&DeliveryRecord> {
        let at = self.details.delivery.delivered_at?;
        let is_it = |record: &&DeliveryRecord| record.at == at && record.reason.is_none();
        self.details.records.iter().find(is_it)
    }

    /// Who drove on the stop of that record.
    fn driver(&self) -> String {
        let stop_id = self.handover().map(|record| record.stop_id);
        let stop = self.details.stops.iter().find(|stop| Some(stop.id) == stop_id);
        stop.and_then(|stop| stop.driver_name.clone()).unwrap_or_default()
    }

    fn receiver(&self) -> String {
        let delivery = &self.details.delivery;
        let kind = delivery.relationship.and_then(|kind| {
            RECEIVERS.iter().find(|(known, _)| *known == kind).map(|(_, words)| self.choose(*words))
        });
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
        let files = self
            .details
            .records
            .iter()
            .flat_map(|record| record.files.iter().map(move |file| (record, file)));
        let to_row = |(record, file): (&DeliveryRecord, &FieldFileRef)| {
            let words = KINDS.iter().find(|(kind, _)| *kind == file.kind).map(|(_, words)| *words);
            Row::from([
                ("kind", words.map(|words| self.choose(words)).unwrap_or_default().to_owned()),
                ("time", self.moment(record.at)),
                ("hash", file.sha256.clone()),
            ])
        };
        files.map(to_row).collect()
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

    #[test]
    fn every_kind_of_proof_and_receiver_has_a_name() {
        assert!(ProofKind::ALL.iter().all(|kind| KINDS.iter().any(|(known, _)| known == kind)));
        assert!(ReceiverKind::ALL.iter().all(|kind| RECEIVERS.iter().any(|(known, _)| known == kind)));
    }
}
