//! How a shipment travels: in which bags, on which flights, since when.

mod model;
mod store;

pub use model::{ShipmentTransport, TransportRecord};

use tenancy::TenantTx;
use uuid::Uuid;

use self::store::{CarryingWaybill, ShortParcels};
use access::scope::RowScope;
use server_core::http::error::ApiResult;

/// The branches of which a user may open records; none where the user may not.
pub struct Openable {
    pub bags: Option<RowScope>,
    pub waybills: Option<RowScope>,
}

/// The ways of the parcels of a shipment, and what carries them.
#[derive(Default)]
pub struct ShipmentWays {
    /// In the order in which its parcels were packed.
    pub transports: Vec<ShipmentTransport>,
    pub bag_ids: Vec<Uuid>,
    pub waybill_ids: Vec<Uuid>,
}

/// The ways of a shipment; each names what the user can open.
pub async fn load_ways(tx: &mut TenantTx, shipment_id: Uuid, openable: &Openable) -> ApiResult<ShipmentWays> {
    let bags = store::list_bags(tx, shipment_id).await?;
    let bag_ids: Vec<Uuid> = bags.iter().map(|bag| bag.id).collect();
    let waybills = store::list_waybills(tx, &bag_ids, shipment_id).await?;
    let short = store::list_short(tx, shipment_id).await?;
    let show_waybill = |waybill: &CarryingWaybill| {
        show(&openable.waybills, waybill.subsidiary_id, waybill.id, &waybill.number)
    };
    let in_bags = bags.into_iter().map(|bag| {
        let flown_by = waybills.iter().find(|waybill| waybill.bag_id == Some(bag.id));
        let opened = show(&openable.bags, bag.subsidiary_id, bag.id, &bag.number);
        let short_count = count_short(&short, |it| it.bag_id == Some(bag.id));
        ShipmentTransport::in_bag(bag, flown_by, opened, flown_by.and_then(show_waybill), short_count)
    });
    let loose = waybills.iter().filter(|waybill| waybill.bag_id.is_none());
    let loose = loose.filter_map(|waybill| {
        let short_count = count_short(&short, |it| it.bag_id.is_none() && it.mawb_id == Some(waybill.id));
        ShipmentTransport::loose(waybill, show_waybill(waybill), short_count)
    });
    Ok(ShipmentWays {
        transports: in_bags.chain(loose).collect(),
        bag_ids,
        waybill_ids: waybills.iter().map(|waybill| waybill.id).collect(),
    })
}

fn count_short(short: &[ShortParcels], is_here: impl Fn(&ShortParcels) -> bool) -> i32 {
    let count = short.iter().filter(|it| is_here(it)).map(|it| it.parcel_count).sum::<i64>();
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// A record with its number, if the user may open it.
fn show(
    scope: &Option<RowScope>,
    subsidiary_id: Option<Uuid>,
    id: Uuid,
    number: &str,
) -> Option<TransportRecord> {
    let scope = scope.as_ref()?;
    scope.has_branch(subsidiary_id).then(|| TransportRecord { id, number: number.to_owned() })
}
