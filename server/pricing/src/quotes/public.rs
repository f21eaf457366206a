//! The calculator of the public page.

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

use super::catalogue::ServiceFilter;
use super::input::QuoteShipment;
use super::offer::QuoteCalculation;
use super::places::{self, Age};
use super::price::{PricingContext, PricingRequest, price};
use crate::prices::tariffs::Tariffs;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::limit::PUBLIC_QUOTES;
use server_core::http::list::Item;
use server_core::http::visit::Visit;
use server_core::settings::PUBLIC_CALCULATOR;
use server_core::tags::Tag;

pub struct PublicQuoteApi;

#[OpenApi(tag = "Tag::Quotes")]
impl PublicQuoteApi {
    /// Calculate the prices of a shipment without signing in
    ///
    /// Uses the company's general price tables, never those of a client, a group or a partner, and returns no costs.
    /// Returns 404 unless the flag `public_calculator` is on, and 429 after too many calculations from one IP address.
    #[oai(path = "/public/quotes/calculate", method = "post", operation_id = "public_quote_calculate")]
    async fn public_quote_calculate(
        &self,
        visit: Visit,
        body: Body<QuoteShipment>,
    ) -> ApiResult<Json<Item<QuoteCalculation>>> {
        let settings = visit.settings().await?;
        if !settings.flag(PUBLIC_CALCULATOR) {
            return Err(ApiError::not_found());
        }
        visit.limit_address(PUBLIC_QUOTES).await?;
        let mut shipment = body.0;
        let mut errors = FieldErrors::default();
        shipment.normalize(&settings.currency, &mut errors);
        let request = shipment.request(&mut errors);
        let mut tx = visit.begin().await?;
        let to_state = places::check(&mut tx, &shipment, Age::New, &mut errors).await?;
        errors.into_result()?;
        let asked = PricingRequest {
            shipment: &shipment,
            request: &request,
            to_state,
            client_id: None,
            partner_id: None,
            services: ServiceFilter { profiles: Some(Vec::new()), ..ServiceFilter::default() },
            on: settings.today(visit.now()),
        };
        let context = PricingContext { tariffs: visit.state.slot::<Tariffs>(), settings: &settings };
        let priced = price(&mut tx, context, &asked).await?;
        tx.commit().await?;
        Ok(Json(Item { data: QuoteCalculation::of(&priced, false) }))
    }
}
