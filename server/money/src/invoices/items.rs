//! Items of an invoice: charges of shipments, and what staff add to a draft.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::InvoiceSummary;
use ledger::{Charge, TransactionKind};
use server_core::http::amounts::check_amount;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::title::LocaleTitle;
use trade::money::{decimals_of, has_too_many_decimals};

/// Numbers up to this one belong to charges, which can be exchanged for others while own items keep their numbers.
const LAST_CHARGE: i32 = 5_000;
/// Own items of one invoice.
const MOST: i64 = 100;
const MOST_UNITS: i64 = 1_000_000;
const QUANTITY_DECIMALS: u32 = 3;

pub const COUNT: &str = "
    select coalesce(max(seq), $2), count(*) from invoice_items
    where invoice_id = $1 and transaction_id is null and seq > $2";
pub const ADD: &str = "
    insert into invoice_items (invoice_id, seq, tracking_code, details, service_amount, tax_amount, accounts)
    values ($1, $2, '', $3, $4, 0, '[]')";
pub const FIND: &str = "
    select details from invoice_items
    where invoice_id = $1 and seq = $2 and transaction_id is null and shipment_id is null";
pub const WRITE: &str = "
    update invoice_items set details = $3, service_amount = $4
    where invoice_id = $1 and seq = $2 and transaction_id is null";
pub const DROP: &str =
    "delete from invoice_items where invoice_id = $1 and seq = $2 and transaction_id is null";
/// The revenue account is known when the invoice is issued: until then its branch can change.
pub const SET_ACCOUNT: &str = "
    update invoice_items
    set accounts = jsonb_set(jsonb_build_array(jsonb_build_object('kind', 'service', 'owner', $2::text)),
                             '{0,amount}', ('\"' || service_amount::text || '\"')::jsonb)
    where invoice_id = $1 and transaction_id is null
    returning service_amount";

/// Subject of an item: the shipment as the client knows it, or what staff wrote.
#[derive(Object, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvoiceItemDetails {
    /// Why it was charged.
    pub kind: Option<TransactionKind>,
    /// Title of the service.
    pub service: Option<LocaleTitle>,
    /// The sender's own number of the shipment.
    pub reference: Option<String>,
    pub to_name: Option<String>,
    pub to_city: Option<String>,
    /// ISO 3166-1 alpha-2.
    pub to_country: Option<String>,
    pub parcels: Option<i16>,
    pub charged_at: Option<DateTime<Utc>>,
    /// Text of an item that staff added; null for a shipment.
    pub description: Option<String>,
    /// Quantity of an item that staff added.
    pub quantity: Option<Decimal>,
    /// Price of one unit. Below zero for a discount.
    pub unit_price: Option<Decimal>,
    /// How the item is taxed, or why not, as printed on the invoice.
    pub tax_note: Option<String>,
}

/// An item of an invoice.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct InvoiceItem {
    /// Number of the item. Items that staff added come last, with numbers above 5,000.
    pub seq: i32,
    /// Null for an item that staff added.
    pub shipment_id: Option<Uuid>,
    /// Empty for an item that staff added.
    pub tracking_code: String,
    #[sqlx(json)]
    pub details: InvoiceItemDetails,
    /// Freight, surcharges and fees. Negative when money is returned to the client.
    pub service_amount: Decimal,
    /// Duties and taxes that the company pays for the client.
    pub tax_amount: Decimal,
    pub total: Decimal,
    /// Amount credited by credit notes.
    pub credited_service: Decimal,
    pub credited_tax: Decimal,
    /// The most that a credit note can still take back of the item, taxes included. Items of one shipment have it together.
    pub creditable: Decimal,
    /// It is a charge for the price of its shipment.
    #[oai(skip)]
    pub is_price: bool,
}

/// The fields of an item that staff write.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvoiceItemInput {
    #[oai(validator(max_length = 300))]
    pub description: String,
    /// Above zero, with up to three decimals.
    pub quantity: Decimal,
    /// Price of one unit, in the currency of the invoice. Below zero for a discount.
    pub unit_price: Decimal,
    /// How the item is taxed, or why not. Printed on the invoice.
    #[oai(validator(max_length = 200))]
    pub tax_note: Option<String>,
}

/// An item that fits its invoice.
pub struct OwnItem {
    pub details: InvoiceItemDetails,
    pub amount: Decimal,
}

impl InvoiceItemInput {
    /// Normalizes and checks the item; returns all errors at once.
    pub fn check(&self, currency: &str) -> ApiResult<OwnItem> {
        let mut errors = FieldErrors::default();
        let description = required("description", &self.description, &mut errors);
        check_quantity(self.quantity, &mut errors);
        check_amount(&mut errors, "unit_price", Some(self.unit_price.abs()), None);
        let exact = self.quantity.checked_mul(self.unit_price).unwrap_or(Decimal::MAX);
        let amount =
            exact.round_dp_with_strategy(decimals_of(currency), RoundingStrategy::MidpointAwayFromZero);
        // The amount of a wrong quantity says nothing of the price.
        if !errors.contains("quantity") && !errors.contains("unit_price") {
            if amount.is_zero() {
                errors.push("unit_price", MessageCode::Required);
            } else {
                check_amount(&mut errors, "unit_price", Some(amount.abs()), Some(currency));
            }
        }
        errors.into_result()?;
        let details = InvoiceItemDetails {
            description: Some(description),
            quantity: Some(self.quantity.normalize()),
            unit_price: Some(self.unit_price.normalize()),
            tax_note: optional(self.tax_note.as_ref()),
            ..InvoiceItemDetails::default()
        };
        Ok(OwnItem { details, amount })
    }
}

fn check_quantity(quantity: Decimal, errors: &mut FieldErrors) {
    if quantity <= Decimal::ZERO {
        errors.push("quantity", MessageCode::MustBePositive);
    } else if quantity > Decimal::from(MOST_UNITS) {
        errors.push_with("quantity", MessageCode::TooLarge, Params::from([("max", MOST_UNITS.into())]));
    } else if has_too_many_decimals(quantity, QUANTITY_DECIMALS) {
        let max = Params::from([("max", QUANTITY_DECIMALS.into())]);
        errors.push_with("quantity", MessageCode::TooManyDecimals, max);
    }
}

/// Adds an item to a locked draft. 409 `too_many` above the number that an invoice can have.
pub async fn add(tx: &mut TenantTx, invoice: Uuid, item: &OwnItem) -> ApiResult<()> {
    let (last, count): (i32, i64) =
        sqlx::query_as(COUNT).bind(invoice).bind(LAST_CHARGE).fetch_one(&mut **tx).await?;
    if count >= MOST {
        let max = Params::from([("max", MOST.into())]);
        return Err(ApiError::refused_field("description", MessageCode::TooMany, max));
    }
    sqlx::query(ADD)
        .bind(invoice)
        .bind(last + 1)
        .bind(Json(&item.details))
        .bind(item.amount)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// An item that staff added, as its form has it; 404 for another one.
pub async fn find(tx: &mut TenantTx, invoice: Uuid, seq: i32) -> ApiResult<InvoiceItemInput> {
    let found: Option<Json<InvoiceItemDetails>> =
        sqlx::query_scalar(FIND).bind(invoice).bind(seq).fetch_optional(&mut **tx).await?;
    let Json(details) = found.ok_or_else(ApiError::not_found)?;
    Ok(InvoiceItemInput {
        description: details.description.unwrap_or_default(),
        quantity: details.quantity.unwrap_or(Decimal::ONE),
        unit_price: details.unit_price.unwrap_or_default(),
        tax_note: details.tax_note,
    })
}

pub async fn write(tx: &mut TenantTx, invoice: Uuid, seq: i32, item: &OwnItem) -> ApiResult<()> {
    sqlx::query(WRITE)
        .bind(invoice)
        .bind(seq)
        .bind(Json(&item.details))
        .bind(item.amount)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub async fn remove(tx: &mut TenantTx, invoice: Uuid, seq: i32) -> ApiResult<()> {
    sqlx::query(DROP).bind(invoice).bind(seq).execute(&mut **tx).await?;
    Ok(())
}

/// The revenue of all items that staff added, for the branch that issues the draft; none without such items, or when
/// discounts take all of it.
pub async fn book_revenue(tx: &mut TenantTx, draft: &InvoiceSummary) -> ApiResult<Option<Charge>> {
    let charge = Charge::service(draft.subsidiary_id, Decimal::ZERO);
    let amounts: Vec<Decimal> =
        sqlx::query_scalar(SET_ACCOUNT).bind(draft.id).bind(&charge.owner).fetch_all(&mut **tx).await?;
    let amount: Decimal = amounts.into_iter().sum();
    Ok(Some(Charge { amount, ..charge }).filter(|charge| !charge.amount.is_zero()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(quantity: &str, unit_price: &str) -> InvoiceItemInput {
        InvoiceItemInput {
            description: " Storage ".to_owned(),
            quantity: quantity.parse().unwrap(),
            unit_price: unit_price.parse().unwrap(),
            tax_note: Some("  ".to_owned()),
        }
    }

    #[test]
    fn an_item_costs_its_quantity_times_the_price_of_a_unit() {
        for (quantity, unit_price, currency, amount) in [
            ("3", "12.50", "BRL", "37.50"),
            ("1.5", "0.33", "USD", "0.50"),
            ("2", "100.25", "JPY", "201"),
            ("1", "-20", "BRL", "-20"),
        ] {
            let checked = item(quantity, unit_price).check(currency).unwrap();
            assert_eq!(checked.amount, amount.parse::<Decimal>().unwrap(), "{quantity} × {unit_price}");
            assert_eq!(checked.details.description.as_deref(), Some("Storage"));
            assert_eq!(checked.details.tax_note, None);
        }
    }

    #[test]
    fn an_item_without_an_amount_is_refused() {
        for (quantity, unit_price) in
            [("0", "5"), ("-1", "5"), ("1", "0"), ("0.001", "0.01"), ("1000001", "1"), ("1.2345", "1")]
        {
            assert!(item(quantity, unit_price).check("BRL").is_err(), "{quantity} × {unit_price}");
        }
        assert!(item("1000000", "999999999999").check("BRL").is_err());
    }

    #[test]
    fn a_wrong_quantity_is_the_only_problem() {
        for quantity in ["0", "1000001", "999999999"] {
            let refused = format!("{:?}", item(quantity, "999999999").check("BRL").err());
            assert!(refused.contains("quantity") && !refused.contains("unit_price"), "{refused}");
        }
    }
}
