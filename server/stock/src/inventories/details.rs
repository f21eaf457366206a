//! The lines of an inventory, as a user may see them.

use std::collections::BTreeMap;

use tenancy::TenantTx;

use super::lines::{self, CountRow, LineRow};
use super::model::{Inventory, InventoryCount, InventoryDetails, InventoryFigures, InventoryLine};
use super::state::InventoryStatus;
use super::store;
use access::ctx::Ctx;
use server_core::http::error::ApiResult;

/// The inventory with its places and lines. Figures that the user must not see are not even read.
pub async fn load(tx: &mut TenantTx, ctx: &Ctx, inventory: Inventory) -> ApiResult<InventoryDetails> {
    let places = store::list_places(tx, inventory.id).await?;
    let rows = lines::list(tx, inventory.id).await?;
    let has_figures = inventory.shows_figures(ctx);
    let mut counts = if has_figures { lines::list_counts(tx, inventory.id).await? } else { BTreeMap::new() };
    let is_counted = matches!(inventory.status, InventoryStatus::Counting | InventoryStatus::Recount);
    let to_line = |row: LineRow| {
        let own = counts.remove(&row.line).unwrap_or_default();
        let figures = has_figures.then(|| to_figures(&row, own));
        to_line(row, is_counted, figures)
    };
    let lines = rows.into_iter().map(to_line).collect();
    Ok(InventoryDetails { inventory: inventory.seen_by(ctx), places, lines })
}

fn to_line(row: LineRow, is_counted: bool, figures: Option<InventoryFigures>) -> InventoryLine {
    InventoryLine {
        line: row.line,
        place_id: row.place_id,
        place: row.place,
        lot_id: row.lot_id,
        item_id: row.item_id,
        sku: row.sku,
        ean: row.ean,
        title: row.title,
        unit: row.unit,
        lot: row.lot,
        expiration_date: row.expires_on,
        found: row.found,
        open: row.is_open && is_counted,
        recount: row.round > 1,
        figures,
    }
}

fn to_figures(row: &LineRow, counts: Vec<CountRow>) -> InventoryFigures {
    let to_count = |count: CountRow| InventoryCount {
        quantity: count.quantity,
        balance: count.balance,
        counted_by: count.counted_by,
        counter_name: count.counter_name,
        counted_at: count.counted_at,
    };
    InventoryFigures {
        quantity: row.quantity,
        balance: row.balance,
        variance: row.variance,
        movement_id: row.movement_id,
        counts: counts.into_iter().map(to_count).collect(),
    }
}
