//! Another manifest, which has a bag or a waybill already.

use tenancy::TenantTx;
use uuid::Uuid;

use access::scope::RowScope;
use customs::bags::transport as bags;
use customs::waybills::transport::{self as waybills, BagOnWaybill};
use server_core::http::error::ApiResult;
use server_core::http::messages::{MessageCode, Params};

/// SQL of whether the manifest `m` has what stands on it: one that was cancelled, or whose withdrawal was sent and not rejected, has
/// nothing any more.
macro_rules! has_contents {
    () => {
        "m.status <> 0 and not (m.purpose = 'deletion' and m.status in (30, 40))"
    };
}
/// SQL of whether readers outside have the manifest `m` although its air waybill `w` is void: until its withdrawal is sent, or they
/// reject it, what stands on it goes on no other one.
macro_rules! is_known_without_waybill {
    () => {
        "w.status = 0 and (m.is_known or m.status = 25) and not (m.status = 45 and m.purpose <> 'deletion')"
    };
}
pub(crate) use {has_contents, is_known_without_waybill};

/// Another manifest that has one of these bags ($1), itself, on its waybill ($3), or on a void one that set them free ($4).
pub const TAKEN_BAGS: &str = concat!(
    "select m.number, m.subsidiary_id from manifests m ",
    customs::join_waybill!("m.mawb_id"),
    " where (m.bag_ids && $1 or m.mawb_id = any($3) or m.mawb_id = any($4) and ",
    is_known_without_waybill!(),
    ") and m.id is distinct from $2 and ",
    has_contents!(),
    " order by m.number limit 1"
);
/// The manifests that have a bag: itself, on their waybill ($2), or in their closed version, which has its number ($4) and parcels ($3),
/// though the waybill has given it up.
pub const OF_BAG: &str = concat!(
    "select m.id from manifests m
    where m.id in (
        select id from manifests where bag_ids && array[$1::uuid]
        union
        select id from manifests where mawb_id = any($2)
        union
        select l.manifest_id from manifest_lines l join manifests o on o.id = l.manifest_id and o.revision = l.revision
        where l.shipment_id = any($3) and l.line -> 'bags' @> to_jsonb($4::text)
    ) and ",
    has_contents!(),
    " limit 100"
);

/// Parcels of a bag by which its manifests are found.
const MOST_ASKED: usize = 10;
/// The manifest that has a waybill.
pub const OF_WAYBILL: &str = concat!(
    "select m.number, m.subsidiary_id from manifests m where m.mawb_id = $1 and m.id is distinct from $2 and ",
    has_contents!(),
    " order by m.number limit 1"
);

/// Another manifest, which has what somebody wants to put on one.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct OtherManifest {
    pub number: String,
    pub subsidiary_id: Option<Uuid>,
}

impl OtherManifest {
    /// Why it does not come onto a manifest: the `code` with the number, which is not said of another branch's manifest.
    pub fn to_refusal(&self, scope: &RowScope, code: MessageCode) -> (MessageCode, Params) {
        match self.number_within(scope) {
            Some(number) => (code, Params::from([("number", number.into())])),
            None => (MessageCode::ManifestOtherBranch, Params::new()),
        }
    }

    /// Its number, if the user reaches it.
    pub fn number_within(&self, scope: &RowScope) -> Option<&str> {
        scope.has_branch(self.subsidiary_id).then_some(self.number.as_str())
    }
}

/// Another manifest that has one of these bags.
pub async fn find_taken_bag(
    tx: &mut TenantTx,
    bag_ids: &[Uuid],
    own: Option<Uuid>,
) -> ApiResult<Option<OtherManifest>> {
    if bag_ids.is_empty() {
        return Ok(None);
    }
    let carried = waybills::list_of_bags(tx, bag_ids).await?;
    let (released, present) = carried.iter().partition::<Vec<_>, _>(|it| it.is_released);
    let list_waybills = |of: Vec<&BagOnWaybill>| of.iter().map(|it| it.mawb_id).collect::<Vec<Uuid>>();
    let find = sqlx::query_as(TAKEN_BAGS).bind(bag_ids).bind(own);
    let find = find.bind(list_waybills(present)).bind(list_waybills(released));
    Ok(find.fetch_optional(&mut **tx).await?)
}

/// The manifests that have a bag: at most 100.
pub async fn list_of_bag(tx: &mut TenantTx, bag_id: Uuid) -> ApiResult<Vec<Uuid>> {
    let carried = waybills::list_of_bags(tx, &[bag_id]).await?;
    let mawb_ids: Vec<Uuid> = carried.iter().map(|it| it.mawb_id).collect();
    let number = bags::find_bags(tx, &[bag_id]).await?.pop().map(|bag| bag.number);
    // They came onto a manifest together: some of them tell it.
    let parcels = bags::list_contents(tx, &[bag_id]).await?;
    let shipments: Vec<Uuid> = parcels.iter().take(MOST_ASKED).map(|parcel| parcel.shipment_id).collect();
    let query = sqlx::query_scalar(OF_BAG).bind(bag_id).bind(mawb_ids).bind(shipments).bind(number);
    Ok(query.fetch_all(&mut **tx).await?)
}

/// Another manifest that has this waybill.
pub async fn find_of_waybill(
    tx: &mut TenantTx,
    mawb_id: Uuid,
    own: Option<Uuid>,
) -> ApiResult<Option<OtherManifest>> {
    Ok(sqlx::query_as(OF_WAYBILL).bind(mawb_id).bind(own).fetch_optional(&mut **tx).await?)
}
