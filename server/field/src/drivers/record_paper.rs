//! The paper of what drivers recorded: its sheet, the company, times, failures, files and pictures. Deliveries and pickups add what is theirs.

use std::sync::LazyLock;

use chrono::{DateTime, Utc};

use super::record::ProofKind;
use super::record_pictures::ProofPicture;
use crate::deliveries::model::FieldFileRef;
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
use trade::countries::country;
use trade::figures;
use trade::street::join_street;

const LAYOUT: &str = include_str!("../../../assets/layouts/proof_of_delivery.toml");

static READ: LazyLock<Option<Layout>> = LazyLock::new(|| check::parse_layout(LAYOUT).ok());

/// A file of a record, with the time of the record.
pub type TimedFile<'a> = (DateTime<Utc>, &'a FieldFileRef);

/// An attempt without a result.
pub struct FailedAttempt<'a> {
    pub at: DateTime<Utc>,
    /// The code of a reason.
    pub reason: &'a str,
    pub driver: Option<&'a str>,
    pub note: Option<&'a str>,
}

/// The sheet that all papers of records share.
pub struct RecordPaper<'a> {
    pub settings: &'a Settings,
    /// In the reader's language.
    pub stationery: Stationery,
    pub pictures: Vec<ProofPicture>,
}

impl RecordPaper<'_> {
    /// The captions, the number and the company.
    pub fn begin(&self, title: Words, number: &str) -> Data {
        let settings = self.settings;
        let name = self.choose(title);
        let mut data = Data::new(
            format!("{name} {number}"),
            settings.document_name().to_owned(),
            self.stationery.mark.clone(),
        );
        captions::CAPTIONS.set(&mut data, self.stationery.language);
        data.set("title", name);
        data.set("number", number.to_owned());
        data.set("issuer.name", settings.document_name());
        data.set("issuer.document", settings.details.tax_number.clone().unwrap_or_default());
        data.set("issuer.address", settings.details.address_lines().join("\n"));
        data.set("issuer.contact", settings.contact_line());
        data.set("footer", self.stationery.footer.clone().unwrap_or_default());
        data
    }

    pub const fn choose(&self, words: Words) -> &'static str {
        words.in_language(self.stationery.language)
    }

    /// Day and time, in the time zone of the company.
    pub fn moment(&self, at: DateTime<Utc>) -> String {
        let local = at.with_timezone(&self.stationery.time_zone);
        let day = figures::date(local.date_naive(), self.stationery.language, self.stationery.habits);
        format!("{day} {}", local.format("%H:%M"))
    }

    /// The rows of failed attempts, with the names of their reasons.
    pub fn list_failures(&self, failures: &[FailedAttempt<'_>], reasons: &[(&str, Words)]) -> Vec<Row> {
        let to_row = |failure: &FailedAttempt<'_>| {
            let reason = captions::find_reason(reasons, failure.reason);
            Row::from([
                ("time", self.moment(failure.at)),
                ("reason", reason.map_or(failure.reason, |words| self.choose(words)).to_owned()),
                ("driver", failure.driver.unwrap_or_default().to_owned()),
                ("note", failure.note.unwrap_or_default().to_owned()),
            ])
        };
        failures.iter().map(to_row).collect()
    }

    /// The rows of all files, with their hashes.
    pub fn list_files<'a>(&self, files: impl Iterator<Item = TimedFile<'a>>) -> Vec<Row> {
        let to_row = |(at, file): TimedFile<'a>| {
            Row::from([
                ("kind", self.choose(words_of_kind(file.kind)).to_owned()),
                ("time", self.moment(at)),
                ("hash", file.sha256.clone()),
            ])
        };
        files.map(to_row).collect()
    }

    /// Draws the paper. Texts with letters that the fonts lack are in Latin letters.
    pub async fn print(self, data: Data) -> ApiResult<Vec<u8>> {
        let layout =
            READ.as_ref().ok_or_else(|| ApiError::internal(anyhow::anyhow!("no layout of proofs")))?;
        let layout = layout.clone().on(self.stationery.paper);
        let (title, pictures) = (data.title.clone(), self.list_pictures());
        printing::pdf(move |sheets| {
            let data = data.make_printable(sheets.fonts);
            layout.print(sheets, &data)?;
            pictures::print(sheets, [layout.page.width, layout.page.height], &title, &pictures)
        })
        .await
    }

    /// Each with its kind and time.
    fn list_pictures(&self) -> Vec<Picture> {
        let to_picture = |picture: &ProofPicture| {
            let kind = self.choose(words_of_kind(picture.file.kind));
            Picture { caption: format!("{kind} · {}", self.moment(picture.at)), file: picture.bytes.clone() }
        };
        self.pictures.iter().map(to_picture).collect()
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

pub fn write_address(address: &Address) -> String {
    let country = country(address.country_id).map(|country| country.alpha2.as_str());
    let house = join_street(country, address.address_1.as_deref(), address.address_number.as_deref());
    let street = house.into_iter().chain(address.address_complement.clone()).collect::<Vec<_>>().join(", ");
    let town = [address.postcode.clone(), Some(address.city.clone())];
    let town = town.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let lines = [street, address.address_2.clone().unwrap_or_default(), town];
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Degrees, with the accuracy of the phone.
pub fn write_place(latitude: Option<f64>, longitude: Option<f64>, accuracy_m: Option<f64>) -> String {
    let Some((latitude, longitude)) = latitude.zip(longitude) else { return String::new() };
    let accuracy = accuracy_m.map(|metres| format!(" ± {metres:.0} m")).unwrap_or_default();
    format!("{latitude:.5}, {longitude:.5}{accuracy}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drivers::attempt_reason::AttemptReason;
    use crate::pickups::model::PickupFailReason;

    #[test]
    fn the_layout_can_be_read() {
        assert!(READ.is_some());
    }

    #[test]
    fn every_reason_has_a_name() {
        for reason in AttemptReason::ALL {
            assert!(
                captions::find_reason(captions::DELIVERY_REASONS, reason.as_str()).is_some(),
                "{reason:?}"
            );
        }
        for reason in PickupFailReason::ALL {
            assert!(captions::find_reason(captions::PICKUP_REASONS, reason.as_str()).is_some(), "{reason:?}");
        }
    }
}
