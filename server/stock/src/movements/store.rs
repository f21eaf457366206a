//! SQL of the list of movements.

use tenancy::TenantTx;
use uuid::Uuid;

use super::model::StockMovement;
use super::posting::MovementKey;
use crate::movement_kind::MovementKind;
use access::scope::RowScope;
use server_core::http::error::{ApiError, ApiResult};
use server_core::record::{Listing, Where};

pub const MOVEMENTS: Listing = Listing {
    columns: concat!(
        "m.id, m.kind, m.posted_at, m.occurred_at, t.item_id, i.sku, i.title, i.client_id, m.lot_id, t.code as lot,
              t.expires_on as expiration_date, m.quantity, m.from_place_id,
              f.warehouse_code || ' · ' || f.code as from_place, m.to_place_id,
              o.warehouse_code || ' · ' || o.code as to_place, m.outside, m.from_after, m.to_after, m.source_type,
              m.source_id, w.id as pick_list_id, w.number as pick_list_number, m.of_movement_id,
              (select r.id from stock_movements r where r.of_movement_id = m.id and r.kind = 'reversal') as reversed_by,
              (select coalesce(sum(r.quantity), 0)::integer from stock_movements r
               where r.of_movement_id = m.id and r.kind = 'return'
                 and not exists (select from stock_movements b where b.of_movement_id = r.id and b.kind = 'reversal')
              ) as returned,
              exists (select from stock_movements q join stock_reservations r on r.id = q.reservation_id
                      join pick_lists k on k.id = r.source_id
                      where m.kind = 'return' and q.id = m.of_movement_id
                        and (k.status = 0 or m.posted_at <= k.packed_at)) as is_settled,
              exists (select from stock_photos h where h.movement_id = m.id) as has_photo, m.removal, m.reason, m.actor_id, ",
        access::user_name!("m.actor_id"),
        " as actor_name, f.subsidiary_id as from_subsidiary_id, o.subsidiary_id as to_subsidiary_id"
    ),
    // Each has its lot and item; a count that asks for nothing of them leaves them out.
    from: "stock_movements m left join stock_lots t on t.id = m.lot_id left join stock_items i on i.id = t.item_id
           left join stock_places f on f.id = m.from_place_id left join stock_places o on o.id = m.to_place_id
           left join stock_reservations v on v.id = m.reservation_id left join pick_lists w on w.id = v.source_id",
    order: "m.position desc",
};

const OF_BRANCHES: &str = "(array[f.subsidiary_id, o.subsidiary_id] && ";
pub const OF_STOCK: &str = "exists (
    select from stock_levels l
    where l.lot_id = m.lot_id and (l.place_id = m.from_place_id or l.place_id = m.to_place_id) and l.id = ";
pub const OF_PICK_LIST: &str =
    "m.reservation_id in (select r.id from stock_reservations r where r.source_id = ";
// By the lots that lie or lay in the place: the movements of a lot have an index, those of a place have none.
const OF_PLACE: &str = "exists (
    select from stock_levels e
    where e.lot_id = m.lot_id and (e.place_id = m.from_place_id or e.place_id = m.to_place_id) and e.place_id = ";

/// The list of a pick ($1), or of a return of a pick.
pub const PICKED_FOR: &str = "
    select r.source_id
    from stock_movements m left join stock_movements o on o.id = m.of_movement_id
    join stock_reservations r on r.id = coalesce(m.reservation_id, o.reservation_id)
    where m.id = $1";

/// Those of the imports of files $1 of which goods came in.
pub const RECEIVED_IMPORTS: &str = "
    select k.id from unnest($1::uuid[]) k(id)
    where exists (select from stock_movements m where m.source_type = 'import' and m.source_id = k.id)";

/// The movements that a user reaches: of places of the own branches, or of the own goods.
pub fn build_filter(scope: &RowScope, filter: Where) -> Where {
    let (client, subsidiaries, partner) = scope.parts();
    let filter = filter.and("i.client_id = ", client.or(partner.map(|_| Uuid::nil())));
    filter.and_inside(OF_BRANCHES, subsidiaries.map(<[Uuid]>::to_vec))
}

/// The filters of the list.
#[derive(Clone, Copy, Debug, Default)]
pub struct MovementFilter {
    pub stock_id: Option<Uuid>,
    pub item_id: Option<Uuid>,
    pub lot_id: Option<Uuid>,
    pub place_id: Option<Uuid>,
    pub pick_list_id: Option<Uuid>,
    pub kind: Option<MovementKind>,
}

impl MovementFilter {
    pub fn narrow(&self, filter: Where) -> Where {
        filter
            .and("m.lot_id = ", self.lot_id)
            .and("t.item_id = ", self.item_id)
            .and_inside(OF_STOCK, self.stock_id)
            .and_inside(OF_PLACE, self.place_id)
            .and_inside(OF_PICK_LIST, self.pick_list_id)
            .and("m.kind = ", self.kind.map(MovementKind::as_str))
    }
}

/// The movement of an id that the user reaches; 404 when there is none.
pub async fn find(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<StockMovement> {
    let filter = build_filter(scope, Where::all()).and("m.id = ", Some(id));
    MOVEMENTS.find(tx, &filter).await?.ok_or_else(ApiError::not_found)
}

/// The movement that was posted before with a key, if the user reaches it.
pub async fn find_posted(
    tx: &mut TenantTx,
    scope: &RowScope,
    key: MovementKey,
    kind: MovementKind,
) -> ApiResult<Option<StockMovement>> {
    MOVEMENTS.find(tx, &filter_key(scope, key, kind)).await
}

/// The pick that was posted before with a key for a list, if the user reaches it.
pub async fn find_posted_pick(
    tx: &mut TenantTx,
    scope: &RowScope,
    key: MovementKey,
    pick_list_id: Uuid,
) -> ApiResult<Option<StockMovement>> {
    let filter = filter_key(scope, key, MovementKind::Pick).and_inside(OF_PICK_LIST, Some(pick_list_id));
    MOVEMENTS.find(tx, &filter).await
}

/// The list for which goods of a movement were picked, also of one that brought some back; none for any other.
pub async fn find_pick_list(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<Uuid>> {
    Ok(sqlx::query_scalar(PICKED_FOR).bind(id).fetch_optional(&mut **tx).await?)
}

/// Those of these imports of files of which goods came in.
pub async fn list_received_imports(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(RECEIVED_IMPORTS).bind(ids).fetch_all(&mut **tx).await?)
}

fn filter_key(scope: &RowScope, key: MovementKey, kind: MovementKind) -> Where {
    build_filter(scope, Where::all())
        .and("m.source_type = ", Some(key.source_type))
        .and("m.source_id = ", Some(key.source_id))
        .and("m.line = ", Some(key.line))
        .and("m.kind = ", Some(kind.as_str()))
}
