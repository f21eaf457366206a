//! The parcels of a request, what it costs, and what becomes of each when it is packed.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::RepackOption;
use crate::inbound::model::InboundParcel;
use crate::inbound::packing;
use crate::inbound::store::{self as parcels, INBOUND_PARCELS};
use crate::rules::repack::split_fee;
use access::scope::RowScope;
use parties::storage_places::{StorageTerms, find_storage_place};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::{MessageCode, Params};
use trade::countries::decimals_of;

/// Parcels of one request.
const MAX_PARCELS: i64 = 50;

/// The parcels that a client asks for, locked, with what their packing costs.
pub struct RepackPlan {
    pub parcels: Vec<InboundParcel>,
    pub client_id: Uuid,
    pub warehouse_id: Uuid,
    pub fee: Decimal,
    pub currency: String,
}

/// What a parcel costs when it is packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedCosts {
    pub fee_share: Decimal,
    pub storage: Decimal,
    pub storage_currency: String,
}

/// Locks the parcels of a new request; 422 at `parcel_ids` when they cannot be packed together. A warehouse without terms packs for
/// nothing, in the company's `currency`.
pub async fn plan(
    tx: &mut TenantTx,
    scope: &RowScope,
    ids: &[Uuid],
    options: &[RepackOption],
    currency: &str,
    now: DateTime<Utc>,
) -> ApiResult<RepackPlan> {
    let refuse = |code| ApiError::invalid_field("parcel_ids", code);
    packing::lock_many(tx, ids).await?;
    let filter = parcels::build_filter(scope).among("i.id", Some(ids.to_vec()));
    let found: Vec<InboundParcel> = INBOUND_PARCELS.listing.all(tx, &filter, MAX_PARCELS).await?;
    let Some(first) = found.first().filter(|_| found.len() == ids.len()) else {
        return Err(refuse(MessageCode::UnknownOption));
    };
    if let Some(taken) = found.iter().find(|one| !one.state(now).is_free()) {
        let params = Params::from([("code", taken.external_code.clone().into())]);
        return Err(refuse_with("parcel_ids", MessageCode::ParcelNotFree, params));
    }
    let owner = (first.client_id, first.warehouse_id);
    let (Some(client_id), Some(warehouse_id)) = owner else { return Err(refuse(MessageCode::ParcelsApart)) };
    if found.iter().any(|one| (one.client_id, one.warehouse_id) != owner) {
        return Err(refuse(MessageCode::ParcelsApart));
    }
    // A warehouse that takes in no parcels any more packs those that it has as it said then.
    let place = find_storage_place(tx, warehouse_id).await?;
    let kept = || found.iter().find_map(|one| one.terms.clone());
    let (fee, currency) = match place.map(|place| place.storage).or_else(kept) {
        Some(terms) => (calculate_fee(&terms, found.len(), options), terms.currency),
        None => (Decimal::ZERO, currency.to_owned()),
    };
    Ok(RepackPlan { parcels: found, client_id, warehouse_id, fee, currency })
}

/// One error at a field, with the values of its text.
pub fn refuse_with(field: &str, code: MessageCode, params: Params) -> ApiError {
    let mut errors = FieldErrors::default();
    errors.push_with(field, code, params);
    ApiError::invalid(errors)
}

/// What the packing costs. A single parcel is sent on as it is.
pub fn calculate_fee(terms: &StorageTerms, parcels: usize, options: &[RepackOption]) -> Decimal {
    let joining = if parcels > 1 {
        terms.repack_fee + terms.repack_parcel_fee * Decimal::from(parcels)
    } else {
        Decimal::ZERO
    };
    let of_option = |option: &RepackOption| match option {
        RepackOption::RemoveInvoices => terms.remove_invoices_fee,
        RepackOption::Padding => terms.padding_fee,
    };
    joining + options.iter().map(of_option).sum::<Decimal>()
}

/// What each packed parcel costs: its share of the fee by its value, and its storage until now. Parcels with values in several
/// currencies, or without one, share equally.
pub fn share_costs(
    packed: &[&InboundParcel],
    fee: Decimal,
    currency: &str,
    now: DateTime<Utc>,
) -> Vec<PackedCosts> {
    let common = packed.first().and_then(|one| one.currency.as_deref());
    let is_common = packed.iter().all(|one| one.value.is_some() && one.currency.as_deref() == common);
    let value = |one: &&InboundParcel| one.value.filter(|_| is_common).unwrap_or(Decimal::ONE);
    let values: Vec<Decimal> = packed.iter().map(value).collect();
    let shares = split_fee(fee, &values, decimals_of(currency));
    packed
        .iter()
        .zip(shares)
        .map(|(one, fee_share)| {
            let storage = one.calculate_storage(now);
            let (storage, storage_currency) =
                storage.map_or_else(Default::default, |storage| (storage.amount, storage.currency));
            PackedCosts { fee_share, storage, storage_currency }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms() -> StorageTerms {
        let fee = |text: &str| text.parse().unwrap();
        StorageTerms {
            free_days: 30,
            free_days_packed: 7,
            fee_per_day: fee("1.00"),
            currency: "USD".into(),
            cap_days: None,
            repack_fee: fee("5.00"),
            repack_parcel_fee: fee("1.50"),
            remove_invoices_fee: fee("2.00"),
            padding_fee: fee("3.00"),
            goods_fee_per_day: Decimal::ZERO,
            charge_abandoned: false,
            rates: Vec::new(),
        }
    }

    #[test]
    fn joining_costs_for_several_parcels_only() {
        let fee = |parcels, options: &[RepackOption]| calculate_fee(&terms(), parcels, options).to_string();
        assert_eq!(fee(1, &[]), "0");
        assert_eq!(fee(3, &[]), "9.50");
        assert_eq!(fee(1, &[RepackOption::RemoveInvoices, RepackOption::Padding]), "5.00");
    }
}
