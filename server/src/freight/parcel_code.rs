//! The bar code of a parcel: the shipment's code and the parcel's number.

use crate::trade::identifiers::S10;

/// Digits of the parcel's number after the shipment's code.
const DIGITS: usize = 3;

/// The digits after the code; none for a shipment's only parcel.
pub fn suffix(number: u32, of: u32) -> Option<String> {
    (of > 1).then(|| format!("{number:0DIGITS$}"))
}

/// The shipment's code in the scanned code of a parcel. Other texts are returned unchanged.
pub fn shipment_code(scanned: &str) -> &str {
    let Some(at) = scanned.len().checked_sub(DIGITS).filter(|at| scanned.is_char_boundary(*at)) else {
        return scanned;
    };
    let (code, number) = scanned.split_at(at);
    let is_parcel = number.bytes().all(|byte| byte.is_ascii_digit()) && S10::parse(code).is_ok();
    if is_parcel { code } else { scanned }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parcel_code_contains_its_shipments_code() {
        assert_eq!((suffix(1, 1), suffix(2, 11).as_deref()), (None, Some("002")));
        assert_eq!(shipment_code("LX821947508BR002"), "LX821947508BR");
        assert_eq!(shipment_code("lx821947508br002"), "lx821947508br");
        for other in ["LX821947508BR", "LX821947509BR002", "LX821947508BR0A2", "PO-4471", "1", "", "ação123"]
        {
            assert_eq!(shipment_code(other), other);
        }
    }
}
