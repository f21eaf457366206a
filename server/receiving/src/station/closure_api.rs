//! `/receiving/{id}/close`: a shipment goes on without the parcels that did not come.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::api::{answer, begin, lock_shipment, refuse_departed};
use super::model::{ReceivedParcel, ReceivingClosure, list_missing};
use super::scan;
use super::store::{self, Receiver};
use crate::reweighs::{self, Weigher};
use access::ctx::Ctx;
use freight::shipments::in_hand;
use freight::tracking_events::{self, LockedShipment, NewEvent, Source};
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::require;
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{self, Notice, NotificationCode, NotificationStatus};
use server_core::tags::Tag;

/// An internal note in the history of the shipment.
const NOTE: &str = "NOTE";

pub struct ReceivingClosureApi;

#[OpenApi(prefix_path = "/receiving", tag = "Tag::Receiving")]
impl ReceivingClosureApi {
    /// Go on without the parcels that did not come
    ///
    /// For the shipment of a received parcel: its parcels that are not there are missing from now on. It is priced without them,
    /// as soon as those that are there are measured, and its client is told. A missing parcel that comes later is received like
    /// any other. Returns 409 `parcels_complete` when none is missing, and `parcel_departed` once the shipment has left.
    #[oai(path = "/:id/close", method = "post", operation_id = "receiving_close")]
    async fn receiving_close(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ReceivingClosure>,
    ) -> ApiResult<Json<Item<ReceivedParcel>>> {
        let scope = ctx.scope(Resource::Receiving, Action::Close)?;
        let settings = ctx.settings();
        let mut tx = ctx.begin().await?;
        let parcel = begin(&mut tx, &ctx, &scope, *id, Action::Close).await?;
        require("reason", &body.reason)?;
        let reason = body.reason.trim();
        refuse_departed(&mut tx, parcel.shipment_id).await?;
        let shipment = lock_shipment(&mut tx, parcel.shipment_id).await?.ok_or_else(ApiError::not_found)?;
        let (shipment_id, tracking_code) = (shipment.id, shipment.tracking_code.clone());
        let numbers = list_absent(&mut tx, &shipment).await?;
        store::close(&mut tx, shipment_id, &numbers, reason, &Receiver::of(&ctx, &scope)).await?;
        let listed = numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let note = Some(format!("{listed}: {reason}"));
        let event = NewEvent { note, ..NewEvent::now(NOTE, Source::User, &ctx) };
        tracking_events::record_for(&mut tx, shipment, &event).await?;
        let facts = json!({ "tracking_code": tracking_code, "missing": numbers, "reason": reason });
        scan::tell(&mut tx, &ctx, Action::Close, *id, facts).await?;
        notify_client(&mut tx, &ctx, shipment_id, &tracking_code, numbers.len(), reason).await?;
        reweighs::judge(&mut tx, &Weigher::from(&ctx), &settings, shipment_id).await?;
        answer(tx, &ctx, *id).await
    }
}

/// The parcels that are not there, and of which nobody has said that they do not come. Returns 409 without any.
async fn list_absent(tx: &mut TenantTx, shipment: &LockedShipment) -> ApiResult<Vec<i16>> {
    let received: Vec<i16> =
        store::list_numbers(tx, shipment.id).await?.into_iter().map(|(seq, _)| seq).collect();
    let parcel_count = in_hand::load_facts(tx, shipment.id, 1).await?.parcel_count;
    let known = store::list_missing(tx, shipment.id).await?;
    let mut absent = list_missing(parcel_count, &received);
    absent.retain(|number| !known.contains(number));
    if absent.is_empty() { Err(ApiError::refused(MessageCode::ParcelsComplete)) } else { Ok(absent) }
}

/// Notifies the users of the client how many parcels are missing, and why.
async fn notify_client(
    tx: &mut TenantTx,
    ctx: &Ctx,
    shipment_id: Uuid,
    tracking_code: &str,
    count: usize,
    reason: &str,
) -> ApiResult<()> {
    let users = in_hand::list_client_users(tx, shipment_id).await?;
    let id = shipment_id.to_string();
    let to_notice = |user_id| {
        let action =
            NotificationAction::route(ActionLabel::ViewShipment, RouteName::Shipment, &[("id", &id)]);
        let mut notice = Notice::new(user_id, NotificationCode::ParcelsMissing)
            .with("tracking_code", tracking_code)
            .with("count", count)
            .with("why", reason)
            .action(NotificationAction { close: true, ..action });
        notice.reference = Some(format!("missing:{shipment_id}"));
        notice.subjects = vec![shipment_id];
        notice.update = true;
        notice.status(NotificationStatus::Warning)
    };
    let notices: Vec<Notice> = users.into_iter().map(to_notice).collect();
    notify::push_all(tx, ctx.now(), &notices).await?;
    Ok(())
}
