//! Saved parcels: sizes and weights that a client, a partner or the company itself sends again and again. The form of a
//! shipment takes them over; the parcels of shipments keep their own copy.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use access::ctx::Ctx;
use access::references::{self, still_active};
use access::scope::RowScope;
use parties::owned::{self, Owner, OwnerType};
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::required;
use server_core::http::list::{Item, Items};
use server_core::http::messages::{MessageCode, Params};
use server_core::record::{Table, Where};
use server_core::settings;
use server_core::tags::Tag;
use trade::units::to_tenth;

/// Parcels of one client.
const MOST: i64 = 100;

/// A parcel to save, with at least one measure. It belongs to a client, to a partner, or to the company itself.
#[derive(Object, Clone, Debug, Serialize, sqlx::FromRow)]
pub struct SavedParcelInput {
    /// Client whose parcel it is; null for the company's own. Ignored for users of a client or a partner.
    pub client_id: Option<Uuid>,
    /// Unique among the parcels of the client; capital letters and accents make no difference.
    #[oai(validator(max_length = 60))]
    pub name: String,
    /// In millimetres, rounded to one decimal.
    #[oai(validator(minimum(value = "1"), maximum(value = "100000")))]
    pub length_mm: Option<f64>,
    /// In millimetres, rounded to one decimal.
    #[oai(validator(minimum(value = "1"), maximum(value = "100000")))]
    pub width_mm: Option<f64>,
    /// In millimetres, rounded to one decimal.
    #[oai(validator(minimum(value = "1"), maximum(value = "100000")))]
    pub height_mm: Option<f64>,
    /// With its packaging, in grams.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000000000")))]
    pub weight_g: Option<i32>,
}

/// A parcel to choose again.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct SavedParcel {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: SavedParcelInput,
    pub created_at: DateTime<Utc>,
    #[sqlx(skip)]
    pub can: SavedParcelCan,
}

/// Actions that the current user can do on this parcel.
#[derive(Object, Clone, Copy, Debug, Default)]
pub struct SavedParcelCan {
    pub delete: bool,
}

/// The columns of a parcel: the form and its owners.
#[derive(Serialize)]
struct StoredParcel<'a> {
    #[serde(flatten)]
    input: &'a SavedParcelInput,
    partner_id: Option<Uuid>,
}

impl SavedParcelInput {
    /// Normalizes the input and reports errors at their fields.
    fn check(mut self, mut errors: FieldErrors) -> ApiResult<Self> {
        self.name = required("name", &self.name, &mut errors);
        for side in [&mut self.length_mm, &mut self.width_mm, &mut self.height_mm] {
            *side = side.map(to_tenth);
        }
        let sides = [self.length_mm, self.width_mm, self.height_mm];
        if self.weight_g.is_none() && sides.iter().all(Option::is_none) {
            errors.push("length_mm", MessageCode::Required);
        }
        errors.into_result()?;
        Ok(self)
    }
}

const SAVED_PARCELS: Table = Table {
    name: "saved_parcels",
    resource: "saved_parcel",
    columns: "client_id, partner_id, name, length_mm, width_mm, height_mm, weight_g",
    read: &[],
    unique: &[("saved_parcels_pkey", "name")],
    order: "name_key",
};
pub const COUNT: &str = "select count(*) from saved_parcels where owner_id = $1";

pub struct SavedParcelApi;

#[OpenApi(prefix_path = "/saved-parcels", tag = "Tag::Shipments")]
impl SavedParcelApi {
    /// List saved parcels by name
    ///
    /// Those of one client; without `client_id` the company's own.
    #[oai(path = "/", method = "get", operation_id = "saved_parcel_list")]
    async fn saved_parcel_list(
        &self,
        ctx: Ctx,
        /// Client whose parcels are listed. Ignored for users of a client or a partner.
        client_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Items<SavedParcel>>> {
        let scope = ctx.scope(Resource::SavedParcel, Action::List)?;
        let filter = Where::all().and("owner_id = ", Some(find_owner(&scope, client_id.0)));
        let mut tx = ctx.begin().await?;
        let rows = SAVED_PARCELS.all(&mut tx, &filter).await?;
        tx.commit().await?;
        Ok(Json(Items { data: rows.into_iter().map(|row| seen_by(&ctx, row)).collect() }))
    }

    /// Save a parcel
    ///
    /// Returns 422 `taken` at `name` when the client has a parcel of this name, and 409 `too_many_saved_parcels` when it has
    /// 100.
    #[oai(path = "/", method = "post", operation_id = "saved_parcel_create")]
    async fn saved_parcel_create(
        &self,
        ctx: Ctx,
        body: Body<SavedParcelInput>,
    ) -> ApiResult<Json<Item<SavedParcel>>> {
        let scope = ctx.scope(Resource::SavedParcel, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let input = check_input(&mut tx, &scope, body.0).await?;
        let owner = find_owner(&scope, input.client_id);
        lock_owner(&mut tx, &scope, input.client_id).await?;
        let count: i64 = sqlx::query_scalar(COUNT).bind(owner).fetch_one(&mut *tx).await?;
        if count >= MOST {
            let params = Params::from([("max", MOST.into())]);
            return Err(ApiError::refused(MessageCode::TooManySavedParcels).with_params(params));
        }
        let (_, _, partner_id) = scope.parts();
        let stored = StoredParcel { input: &input, partner_id };
        let id = SAVED_PARCELS.create(&mut tx, &ctx, &stored).await?;
        let parcel = SAVED_PARCELS.find(&mut tx, id).await?;
        tx.commit().await?;
        Ok(Json(Item { data: seen_by(&ctx, parcel) }))
    }

    /// Delete a saved parcel
    ///
    /// Shipments keep their own copy.
    #[oai(path = "/:id", method = "delete", operation_id = "saved_parcel_delete")]
    async fn saved_parcel_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        let scope = ctx.scope(Resource::SavedParcel, Action::Delete)?;
        let (client_id, _, partner_id) = scope.parts();
        let filter = Where::all()
            .and("id = ", Some(*id))
            .and("client_id = ", client_id)
            .and("partner_id = ", partner_id);
        let mut tx = ctx.begin().await?;
        let before: SavedParcel = SAVED_PARCELS.lock_among(&mut tx, &filter).await?;
        SAVED_PARCELS.delete(&mut tx, &ctx, *id, &before.input).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// The owner as its column says: the client, or else the partner, or else the company (the nil id).
fn find_owner(scope: &RowScope, client_id: Option<Uuid>) -> Uuid {
    let (_, _, partner_id) = scope.parts();
    scope.client_of(client_id, None).or(partner_id).unwrap_or_default()
}

/// Locks the owner, so that its parcels are counted exactly. Those of the company wait for its settings.
async fn lock_owner(tx: &mut TenantTx, scope: &RowScope, client_id: Option<Uuid>) -> ApiResult<()> {
    let (_, _, partner_id) = scope.parts();
    let client = client_id.map(|id| Owner { owner_type: OwnerType::Client, owner_id: id });
    let partner = partner_id.map(|id| Owner { owner_type: OwnerType::Partner, owner_id: id });
    let Some(owner) = client.or(partner) else { return settings::lock(tx).await };
    match owned::lock_row(tx, owner).await? {
        true => Ok(()),
        false => Err(ApiError::invalid_field("client_id", MessageCode::UnknownClient)),
    }
}

/// The input with the owner that the scope allows.
async fn check_input(
    tx: &mut TenantTx,
    scope: &RowScope,
    mut input: SavedParcelInput,
) -> ApiResult<SavedParcelInput> {
    let mut errors = FieldErrors::default();
    input.client_id = scope.client_of(input.client_id, None);
    if !still_active(tx, references::CLIENT, input.client_id, None).await? {
        errors.push("client_id", MessageCode::UnknownClient);
    }
    input.check(errors)
}

fn seen_by(ctx: &Ctx, parcel: SavedParcel) -> SavedParcel {
    let delete = ctx.grants.allow(Resource::SavedParcel, Action::Delete);
    SavedParcel { can: SavedParcelCan { delete }, ..parcel }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parcel_without_a_measure_is_refused_and_sides_are_rounded() {
        let input = |length_mm, weight_g| SavedParcelInput {
            client_id: None,
            name: " Box ".into(),
            length_mm,
            width_mm: None,
            height_mm: None,
            weight_g,
        };
        assert!(input(None, None).check(FieldErrors::default()).is_err());
        assert!(input(None, Some(900)).check(FieldErrors::default()).is_ok());
        let checked = input(Some(304.84), None).check(FieldErrors::default()).unwrap();
        assert_eq!((checked.name.as_str(), checked.length_mm), ("Box", Some(304.8)));
    }
}
