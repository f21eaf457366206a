//! `/public/deliveries`: what a recipient chooses by the link of an e-mail.

use chrono::NaiveDate;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::Resource;
use serde_json::json;
use tenancy::TenantTx;

use super::days::{check_day, list_days};
use super::store::{self, LinkedDelivery, RecipientWish};
use crate::deliveries::model::RecipientChoice;
use crate::drivers::attempt_reason::AttemptReason;
use server_core::audit::{self, Actor};
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::limit::DELIVERY_LINKS;
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::http::record_link::RecordLink;
use server_core::http::visit::Visit;
use server_core::live::{self, Audience};
use server_core::tags::Tag;

/// The secret of the link in the e-mail.
#[derive(Object)]
pub struct DeliveryLink {
    /// The token: the last part of the link.
    #[oai(validator(max_length = 100))]
    pub token: String,
}

/// Wish of a recipient after a failed attempt.
#[derive(Object)]
pub struct DeliveryChoice {
    /// The token: the last part of the link.
    #[oai(validator(max_length = 100))]
    pub token: String,
    pub choice: RecipientChoice,
    /// For another day, and the last one to fetch it: one of `days`.
    pub on: Option<NaiveDate>,
    /// For a neighbour: name and house. Else what the driver should know.
    #[oai(validator(max_length = 500))]
    pub note: Option<String>,
}

/// A delivery as its recipient sees it.
#[derive(Object)]
pub struct PublicDelivery {
    pub number: String,
    pub recipient_name: String,
    pub city: String,
    /// Why the newest attempt failed.
    pub fail_reason: Option<AttemptReason>,
    /// Days for another attempt.
    pub days: Vec<NaiveDate>,
    /// Choice that was made; null as long as the link can be used.
    pub choice: Option<RecipientChoice>,
    pub on: Option<NaiveDate>,
    pub note: Option<String>,
}

pub struct PublicDeliveryApi;

#[OpenApi(prefix_path = "/public/deliveries", tag = "Tag::Deliveries")]
impl PublicDeliveryApi {
    /// Show a failed delivery by its link
    ///
    /// Returns 409 `link_not_valid` when the link is unknown or too old, another e-mail has replaced it, or the parcels are loaded
    /// again.
    #[oai(path = "/show", method = "post", operation_id = "public_delivery_show")]
    async fn public_delivery_show(
        &self,
        visit: Visit,
        body: Body<DeliveryLink>,
    ) -> ApiResult<Json<Item<PublicDelivery>>> {
        visit.limit_visitors(DELIVERY_LINKS).await?;
        let mut tx = visit.begin().await?;
        let delivery = find(&mut tx, &visit, &body.token).await?;
        tx.commit().await?;
        answer(&visit, delivery).await
    }

    /// Choose what happens with a failed delivery
    ///
    /// Once: a second call returns 409 `link_not_valid`. Staff decide with it: nothing else happens by itself, except that another
    /// day becomes the day of the delivery while it is on no run.
    #[oai(path = "/choose", method = "post", operation_id = "public_delivery_choose")]
    async fn public_delivery_choose(
        &self,
        visit: Visit,
        body: Body<DeliveryChoice>,
    ) -> ApiResult<Json<Item<PublicDelivery>>> {
        visit.limit_visitors(DELIVERY_LINKS).await?;
        let days = list_days(visit.settings().await?.today(visit.now()));
        let mut tx = visit.begin().await?;
        let delivery = find(&mut tx, &visit, &body.token).await?;
        if delivery.choice.is_some() {
            return Err(ApiError::refused(MessageCode::LinkNotValid));
        }
        let chosen = check(&body, &days)?;
        store::choose(&mut tx, delivery.id, &chosen, visit.now()).await?;
        let actor = Actor::server(&visit.state, visit.request_id.clone());
        let facts = json!({
            "choice": [null, chosen.choice], "choice_on": [null, chosen.on], "choice_note": [null, chosen.note],
        });
        audit::record(&mut tx, actor, "delivery.update", Some(delivery.id), facts).await?;
        live::records_changed(&mut tx, &Audience::Staff, Resource::Delivery.name(), &[delivery.id]);
        let after = find(&mut tx, &visit, &body.token).await?;
        tx.commit().await?;
        answer(&visit, after).await
    }
}

async fn find(tx: &mut TenantTx, visit: &Visit, token: &str) -> ApiResult<LinkedDelivery> {
    let refused = || ApiError::refused(MessageCode::LinkNotValid);
    let link = RecordLink::parse(token).ok_or_else(refused)?;
    store::find(tx, &link, visit.now()).await?.ok_or_else(refused)
}

async fn answer(visit: &Visit, delivery: LinkedDelivery) -> ApiResult<Json<Item<PublicDelivery>>> {
    let today = visit.settings().await?.today(visit.now());
    let data = PublicDelivery {
        number: delivery.number,
        recipient_name: delivery.recipient_name,
        city: delivery.city,
        fail_reason: delivery.fail_reason,
        days: list_days(today),
        choice: delivery.choice,
        on: delivery.choice_on,
        note: delivery.choice_note,
    };
    Ok(Json(Item { data }))
}

fn check(sent: &DeliveryChoice, days: &[NaiveDate]) -> ApiResult<RecipientWish> {
    let mut errors = FieldErrors::default();
    let note = optional(sent.note.as_ref());
    let on = check_day(sent.choice, sent.on, days, &mut errors);
    match sent.choice {
        RecipientChoice::OtherAddress => {
            errors.push("choice", MessageCode::UnknownOption);
        }
        RecipientChoice::Neighbour if note.is_none() => errors.push("note", MessageCode::Required),
        _ => {}
    }
    errors.into_result()?;
    Ok(RecipientWish { choice: sent.choice, on, note })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(choice: RecipientChoice, on: Option<NaiveDate>, note: Option<&str>) -> DeliveryChoice {
        DeliveryChoice { token: String::new(), choice, on, note: note.map(str::to_owned) }
    }

    #[test]
    fn another_day_is_one_of_those_offered_and_a_neighbour_has_a_name() {
        use RecipientChoice::{AnotherDay, Hold, Neighbour, Post, Return};
        let day = NaiveDate::from_ymd_opt(2026, 11, 30);
        let days = [day.unwrap()];
        for dated in [AnotherDay, Hold] {
            assert_eq!(check(&sent(dated, day, None), &days).unwrap().on, day);
            for wrong in [None, NaiveDate::from_ymd_opt(2027, 1, 1)] {
                assert!(check(&sent(dated, wrong, None), &days).is_err(), "{dated:?}");
            }
        }
        assert!(check(&sent(Neighbour, None, Some("  ")), &days).is_err());
        assert_eq!(
            check(&sent(Neighbour, day, Some(" Ana, 12 ")), &days).unwrap(),
            RecipientWish { choice: Neighbour, on: None, note: Some("Ana, 12".into()) },
        );
        let elsewhere = sent(RecipientChoice::OtherAddress, None, Some("Rua B, 2"));
        assert!(check(&elsewhere, &days).is_err(), "only the client can");
        for choice in [Post, Return] {
            assert!(check(&sent(choice, None, None), &days).is_ok());
        }
    }
}
