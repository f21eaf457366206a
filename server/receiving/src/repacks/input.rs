//! Forms of requests to pack received parcels into one shipment.

use poem_openapi::Object;
use uuid::Uuid;

use super::model::RepackOption;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::messages::MessageCode;

/// Parcels to pack into one shipment.
#[derive(Object)]
pub struct RepackInput {
    /// Parcels of one client in one warehouse.
    #[oai(validator(min_items = 1, max_items = 50, unique_items))]
    pub parcel_ids: Vec<Uuid>,
    #[oai(default, validator(max_items = 2, unique_items))]
    pub options: Vec<RepackOption>,
    /// For the packer.
    #[oai(validator(max_length = 500))]
    pub note: Option<String>,
}

/// The version of a request.
#[derive(Object)]
pub struct RepackVersion {
    /// Version that was read; 409 `stale_version` if the request has changed since.
    pub version: i32,
}

/// The code of a parcel in the hand of the packer.
#[derive(Object)]
pub struct RepackScan {
    #[oai(validator(min_length = 1, max_length = 120))]
    pub code: String,
}

/// Parcel that was packed.
#[derive(Object)]
pub struct RepackResult {
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000")))]
    pub weight_g: i32,
    /// All three sides, or none.
    #[oai(validator(minimum(value = "1"), maximum(value = "10000")))]
    pub length_mm: Option<f64>,
    #[oai(validator(minimum(value = "1"), maximum(value = "10000")))]
    pub width_mm: Option<f64>,
    #[oai(validator(minimum(value = "1"), maximum(value = "10000")))]
    pub height_mm: Option<f64>,
    /// Parcels that were not scanned, each with the reason. They stay where they are.
    #[oai(default, validator(max_items = 50))]
    pub missing: Vec<MissingParcelInput>,
    /// Version that was read; 409 `stale_version` if the request has changed since.
    pub version: i32,
}

/// Why a parcel is not packed.
#[derive(Object)]
pub struct MissingParcelInput {
    pub parcel_id: Uuid,
    /// The client sees it.
    #[oai(validator(min_length = 1, max_length = 200))]
    pub reason: String,
}

/// Why a request is cancelled.
#[derive(Object)]
pub struct RepackCancellation {
    /// The client sees it.
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read; 409 `stale_version` if the request has changed since.
    pub version: i32,
}

impl RepackResult {
    /// The three sides, or none of them.
    pub fn read_size(&self) -> ApiResult<Option<[f64; 3]>> {
        let sides =
            [("length_mm", self.length_mm), ("width_mm", self.width_mm), ("height_mm", self.height_mm)];
        let mut errors = FieldErrors::default();
        if sides.iter().any(|(_, side)| side.is_some()) {
            for (field, _) in sides.iter().filter(|(_, side)| side.is_none()) {
                errors.push(*field, MessageCode::Required);
            }
        }
        errors.into_result()?;
        Ok(match sides.map(|(_, side)| side) {
            [Some(length), Some(width), Some(height)] => Some([length, width, height]),
            _ => None,
        })
    }

    /// The reason why a parcel is not packed.
    pub fn find_reason(&self, parcel_id: Uuid) -> Option<&str> {
        let found = self.missing.iter().find(|one| one.parcel_id == parcel_id);
        found.map(|one| one.reason.trim()).filter(|reason| !reason.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_has_three_sides_or_none() {
        let read = |width_mm| {
            let result = RepackResult {
                weight_g: 1500,
                length_mm: width_mm,
                width_mm,
                height_mm: None,
                missing: Vec::new(),
                version: 1,
            };
            result.read_size()
        };
        assert_eq!(read(None).unwrap(), None);
        assert!(read(Some(10.0)).is_err());
    }
}
