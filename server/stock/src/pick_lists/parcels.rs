//! The parcels in which a list is packed: their sizes, and whether all that was picked lies in one of them.

use std::collections::BTreeMap;

use super::model::{PackingContent, PackingParcel};
use super::packing::PackedGoods;
use freight::shipments::packed::PackedParcel;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::messages::{MessageCode, Params};

/// The parcels as they are shipped: with three sides, or none.
pub fn check_sizes(parcels: &[PackingParcel]) -> ApiResult<Vec<PackedParcel>> {
    let mut errors = FieldErrors::default();
    for (index, parcel) in parcels.iter().enumerate() {
        let sides =
            [("length_mm", parcel.length_mm), ("width_mm", parcel.width_mm), ("height_mm", parcel.height_mm)];
        if sides.iter().any(|(_, side)| side.is_some()) {
            for (side, _) in sides.iter().filter(|(_, side)| side.is_none()) {
                errors.push(format!("parcels.{index}.{side}"), MessageCode::Required);
            }
        }
    }
    errors.into_result()?;
    Ok(parcels.iter().map(to_packed).collect())
}

fn to_packed(parcel: &PackingParcel) -> PackedParcel {
    let size_mm = match (parcel.length_mm, parcel.width_mm, parcel.height_mm) {
        (Some(length), Some(width), Some(height)) => Some([length, width, height]),
        _ => None,
    };
    PackedParcel { weight_g: parcel.weight_g, size_mm }
}

/// The parcels with their goods. One parcel without any has all; otherwise each picked unit is in one of them, and no other.
pub fn check_contents(parcels: &[PackingParcel], goods: &[PackedGoods]) -> ApiResult<Vec<PackingParcel>> {
    if let [only] = parcels
        && only.contents.is_empty()
    {
        let all = goods.iter().map(|one| PackingContent { line: one.line, quantity: one.quantity });
        return Ok(vec![PackingParcel { contents: all.collect(), ..only.clone() }]);
    }
    let mut errors = FieldErrors::default();
    let mut packed: BTreeMap<i16, i64> = BTreeMap::new();
    for (index, parcel) in parcels.iter().enumerate() {
        if parcel.contents.is_empty() {
            errors.push(format!("parcels.{index}.contents"), MessageCode::PickParcelEmpty);
        }
        for one in &parcel.contents {
            *packed.entry(one.line).or_default() += i64::from(one.quantity);
        }
    }
    for one in goods {
        let found = packed.remove(&one.line).unwrap_or_default();
        let picked = i64::from(one.quantity);
        let params =
            |units: i64| Params::from([("units", units.into()), ("goods", one.title.clone().into())]);
        if found < picked {
            errors.push_with("parcels", MessageCode::PickParcelShort, params(picked - found));
        } else if found > picked {
            errors.push_with("parcels", MessageCode::PickParcelOver, params(found - picked));
        }
    }
    if !packed.is_empty() {
        errors.push("parcels", MessageCode::PickNotOnList);
    }
    errors.into_result()?;
    Ok(parcels.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parcel(contents: &[(i16, i32)]) -> PackingParcel {
        let content = |(line, quantity): &(i16, i32)| PackingContent { line: *line, quantity: *quantity };
        PackingParcel {
            weight_g: 1500,
            length_mm: None,
            width_mm: None,
            height_mm: None,
            contents: contents.iter().map(content).collect(),
        }
    }

    fn goods(line: i16, quantity: i32) -> PackedGoods {
        PackedGoods {
            line,
            title: "Camiseta".into(),
            sku: "SKU-1".into(),
            hs_code: None,
            origin_country_id: None,
            weight_g: None,
            unit_value: None,
            quantity,
            lot: None,
        }
    }

    #[test]
    fn a_size_has_three_sides_or_none() {
        let read = |length_mm, width_mm| {
            check_sizes(&[PackingParcel { length_mm, width_mm, height_mm: width_mm, ..parcel(&[]) }])
        };
        assert_eq!(read(None, None).unwrap()[0].size_mm, None);
        assert_eq!(read(Some(30.0), Some(20.0)).unwrap()[0].size_mm, Some([30.0, 20.0, 20.0]));
        assert!(read(Some(30.0), None).is_err());
    }

    #[test]
    fn one_parcel_takes_all() {
        let whole = check_contents(&[parcel(&[])], &[goods(1, 3), goods(2, 1)]).unwrap();
        assert_eq!(whole, [parcel(&[(1, 3), (2, 1)])]);
    }

    #[test]
    fn each_picked_unit_is_in_one_of_the_parcels() {
        let list = [goods(1, 3), goods(2, 1)];
        let codes = |parcels: &[PackingParcel]| match check_contents(parcels, &list) {
            Ok(_) => Vec::new(),
            Err(error) => error.list_problems().iter().map(|(_, code)| *code).collect(),
        };
        assert_eq!(codes(&[parcel(&[(1, 2)]), parcel(&[(1, 1), (2, 1)])]), []);
        assert_eq!(codes(&[parcel(&[(1, 2), (2, 1)])]), [MessageCode::PickParcelShort]);
        assert_eq!(codes(&[parcel(&[(1, 4), (2, 1)])]), [MessageCode::PickParcelOver]);
        assert_eq!(codes(&[parcel(&[(1, 3), (2, 1), (9, 1)])]), [MessageCode::PickNotOnList]);
        assert_eq!(codes(&[parcel(&[(1, 3), (2, 1)]), parcel(&[])]), [MessageCode::PickParcelEmpty]);
    }
}
