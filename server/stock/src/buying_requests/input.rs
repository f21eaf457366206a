//! The forms of a request, and their checks.

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{BuyingQuote, BuyingRequestInput};
use super::state::BuyingRequestStatus;
use super::store::{self, NewBuyingRequest, QuoteColumns};
use access::ctx::Ctx;
use access::references;
use access::scope::RowScope;
use parties::clients;
use parties::storage_places::find_storage_place;
use parties::transport_places::{self, TransportOrigin};
use server_core::http::amounts::check_amount;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::messages::MessageCode;

/// Checks a new request; returns all problems at once.
pub async fn check(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    sent: &BuyingRequestInput,
) -> ApiResult<NewBuyingRequest> {
    let mut errors = FieldErrors::default();
    // A client asks for itself, whoever is named.
    let client_id = scope.client_of(sent.client_id, None);
    let warehouse = find_warehouse(tx, scope, sent.warehouse_id).await?;
    if warehouse.is_none() {
        errors.push("warehouse_id", MessageCode::UnknownOption);
    }
    let client_name = match client_id {
        Some(id) => clients::lock_active(tx, id).await?,
        None => None,
    };
    match (client_id, &client_name) {
        (None, _) => errors.push("client_id", MessageCode::Required),
        (Some(_), None) => errors.push("client_id", MessageCode::UnknownOption),
        _ => {}
    }
    let title = required("title", &sent.title, &mut errors);
    let url = optional(sent.url.as_ref());
    if url.as_deref().is_some_and(|url| !is_page(url)) {
        errors.push("url", MessageCode::InvalidPage);
    }
    errors.into_result()?;
    let (warehouse, client) = (warehouse.ok_or_else(ApiError::not_found)?, client_id.zip(client_name));
    let (client_id, client_name) = client.ok_or_else(ApiError::not_found)?;
    let today = ctx.settings().today(ctx.now());
    Ok(NewBuyingRequest {
        number: store::take_number(tx, &warehouse.code, today).await?,
        warehouse_id: warehouse.id,
        warehouse_code: warehouse.code,
        subsidiary_id: warehouse.subsidiary_id,
        client_id,
        client_name,
        title,
        url,
        details: optional(sent.details.as_ref()),
        quantity: sent.quantity,
        created_by: ctx.user.id,
    })
}

/// A warehouse that takes in parcels of clients, of the own branches. None for a partner.
async fn find_warehouse(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<Option<TransportOrigin>> {
    let (_, branches, partner) = scope.parts();
    if partner.is_some() || find_storage_place(tx, id).await?.is_none() {
        return Ok(None);
    }
    transport_places::find_origin(tx, id, branches).await
}

/// An address of the web with a host, which a browser opens as a page.
fn is_page(url: &str) -> bool {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let host = rest.and_then(|rest| rest.split(['/', '?', '#']).next());
    let has_host = host.is_some_and(|host| host.contains('.') && !host.contains('@'));
    has_host && !url.contains(char::is_whitespace)
}

/// Checks a quote; returns all problems at once.
pub async fn check_quote(
    tx: &mut TenantTx,
    sent: &BuyingQuote,
    today: NaiveDate,
    at: DateTime<Utc>,
) -> ApiResult<QuoteColumns> {
    let mut errors = FieldErrors::default();
    let currency = sent.currency.to_uppercase();
    if !references::is_currency(tx, &currency).await? {
        errors.push("currency", MessageCode::UnknownOption);
    }
    check_amounts(sent, &currency, &mut errors);
    if sent.quote_until < today {
        errors.push("quote_until", MessageCode::DayInThePast);
    }
    errors.into_result()?;
    Ok(QuoteColumns {
        status: BuyingRequestStatus::Quoted,
        currency,
        goods_amount: sent.goods_amount,
        shipping_amount: sent.shipping_amount,
        fee_amount: sent.fee_amount,
        quote_until: sent.quote_until,
        quote_note: optional(sent.quote_note.as_ref()),
        quoted_at: at,
    })
}

fn check_amounts(sent: &BuyingQuote, currency: &str, errors: &mut FieldErrors) {
    let amounts = [
        ("goods_amount", sent.goods_amount),
        ("shipping_amount", sent.shipping_amount),
        ("fee_amount", sent.fee_amount),
    ];
    for (field, amount) in amounts {
        check_amount(errors, field, Some(amount), Some(currency));
    }
    if sent.goods_amount == Decimal::ZERO {
        errors.push("goods_amount", MessageCode::Required);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_an_address_of_the_web() {
        for page in ["https://shop.example.com/p/1?c=2", "http://shop.example.com"] {
            assert!(is_page(page), "{page}");
        }
        for other in [
            "javascript:alert(1)",
            "https://",
            "https://shop",
            "shop.example.com",
            "https://a b.c",
            "https://x@y.z",
        ] {
            assert!(!is_page(other), "{other}");
        }
    }

    #[test]
    fn a_quote_costs_something_in_whole_coins() {
        let problems = |goods: &str, fee: &str| {
            let quote = BuyingQuote {
                currency: "USD".into(),
                goods_amount: goods.parse().unwrap(),
                shipping_amount: Decimal::ZERO,
                fee_amount: fee.parse().unwrap(),
                quote_until: NaiveDate::MAX,
                quote_note: None,
                version: 1,
            };
            let mut errors = FieldErrors::default();
            check_amounts(&quote, "USD", &mut errors);
            errors.into_problems().map(|(field, code, _)| (field, code)).collect::<Vec<_>>()
        };
        assert_eq!(problems("19.90", "0"), []);
        assert_eq!(problems("0", "2"), [("goods_amount".to_owned(), MessageCode::Required)]);
        assert_eq!(problems("1", "-2"), [("fee_amount".to_owned(), MessageCode::TooSmall)]);
        assert_eq!(problems("1.005", "0"), [("goods_amount".to_owned(), MessageCode::TooManyDecimals)]);
    }
}
