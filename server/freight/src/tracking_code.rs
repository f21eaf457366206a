//! The tenant's tracking codes, which have the format of postal item numbers. [`S10::parse`] reads them.

use tenancy::TenantTx;
use trade::identifiers::S10;

pub const PUT_RANGE: &str = "
    insert into tracking_ranges (prefix, country, next_serial) values ($1, $2, $3)
    on conflict (prefix) do nothing";

/// A tenant's range of tracking codes. The next serial is in the database, which gives out serials in blocks;
/// this type converts them to codes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrackingRange {
    prefix: String,
    country: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TrackingRangeError {
    #[error("a tracking range needs two capital letters and a country code")]
    Malformed,
    #[error("the tracking range is used up")]
    Exhausted,
}

impl TrackingRange {
    pub fn new(prefix: &str, country: &str) -> Result<Self, TrackingRangeError> {
        match S10::compose(prefix, 0, country) {
            Ok(_) => Ok(Self { prefix: prefix.to_owned(), country: country.to_owned() }),
            Err(_) => Err(TrackingRangeError::Malformed),
        }
    }

    /// The code of one serial.
    pub fn code(&self, serial: u32) -> Result<S10, TrackingRangeError> {
        S10::compose(&self.prefix, serial, &self.country).map_err(|_| TrackingRangeError::Exhausted)
    }

    /// The codes of a block of serials; an error if the range ends inside the block.
    pub fn codes(&self, first: u32, count: u32) -> Result<Vec<S10>, TrackingRangeError> {
        let end = first.checked_add(count).ok_or(TrackingRangeError::Exhausted)?;
        (first..end).map(|serial| self.code(serial)).collect()
    }
}

/// Adds a range to the tenant, unless it has one with this prefix. True when it was added.
pub async fn put_range(
    tx: &mut TenantTx,
    prefix: &str,
    country: &str,
    first_serial: i32,
) -> sqlx::Result<bool> {
    let put = sqlx::query(PUT_RANGE).bind(prefix).bind(country).bind(first_serial);
    Ok(put.execute(&mut **tx).await?.rows_affected() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range() -> TrackingRange {
        TrackingRange::new("LX", "BR").unwrap()
    }

    #[test]
    fn a_block_of_serials_becomes_codes_in_order() {
        let codes: Vec<String> = range().codes(9, 3).unwrap().into_iter().map(String::from).collect();
        assert_eq!(codes, ["LX000000093BR", "LX000000102BR", "LX000000116BR"]);
    }

    #[test]
    fn a_range_that_ends_inside_a_block_is_an_error() {
        assert_eq!(range().codes(S10::SERIALS - 2, 3), Err(TrackingRangeError::Exhausted));
        assert_eq!(range().codes(S10::SERIALS - 2, 2).unwrap().len(), 2);
        assert_eq!(range().codes(u32::MAX, 1), Err(TrackingRangeError::Exhausted));
    }

    #[test]
    fn a_range_needs_upper_case_letters() {
        for (prefix, country) in [("lx", "BR"), ("L", "BR"), ("L1", "BR"), ("LX", "br"), ("LX", "")] {
            assert_eq!(TrackingRange::new(prefix, country), Err(TrackingRangeError::Malformed));
        }
    }
}
