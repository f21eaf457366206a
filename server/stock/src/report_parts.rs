//! Columns and joins of stock for reports: `l` is a lot in a place, `m` a movement, `x` what a lot had and has in a place over a period.
//! The lot is `t`, its item `i`, the place `p0`.

use server_core::record::{ReportColumn, ReportPart};

/// Goods of a lot in a place.
pub const LEVELS: &str =
    "stock_levels l join stock_lots t on t.id = l.lot_id join stock_items i on i.id = t.item_id
    join stock_places p0 on p0.id = l.place_id";

const OWNER: ReportColumn = ReportColumn::text("owner", "i.client_name");
const SKU: ReportColumn = ReportColumn::text("sku", "i.sku");
const TITLE: ReportColumn = ReportColumn::text("title", "i.title");
const LOT: ReportColumn = ReportColumn::text("lot", "t.code");
const EXPIRES_ON: ReportColumn = ReportColumn::day("expires_on", "t.expires_on");
const PARTNER: ReportColumn = ReportColumn::text("partner", "t.partner_name");
const PROVIDER: ReportColumn = ReportColumn::text("provider", "t.provider_name");
const UNIT_COST: ReportColumn = ReportColumn::price("unit_cost", "t.unit_cost", "currency").of_costs();
const CURRENCY: ReportColumn = ReportColumn::text("currency", "t.currency").of_costs();
const WAREHOUSE: ReportColumn = ReportColumn::text("warehouse", "p0.warehouse_code");
const PLACE: ReportColumn = ReportColumn::text("place", "p0.code");

/// `available` is what an allocation can take: of a lot that is available and has not expired, and not in quarantine.
pub const LEVEL: ReportPart = ReportPart::of_base(&[
    SKU,
    TITLE,
    OWNER,
    PARTNER,
    PROVIDER,
    LOT,
    EXPIRES_ON,
    ReportColumn::number("days_left", "t.expires_on - p.today"),
    WAREHOUSE,
    PLACE,
    ReportColumn::code("lot_status", "t.status"),
    ReportColumn::number("on_hand", "l.on_hand").with_sum(),
    ReportColumn::number("reserved", "l.reserved").with_sum(),
    ReportColumn::number(
        "available",
        "case when t.status = 'available' and (t.expires_on is null or t.expires_on >= p.today) and p0.kind <> 'quarantine'
              then l.on_hand - l.reserved else 0 end",
    )
    .with_sum(),
    // For the whole item: it repeats in its rows of the warehouse, and has no sum.
    ReportColumn::number(
        "expected",
        "(select coalesce(sum(greatest(n.quantity - n.received, 0)), 0)
          from purchase_lines n join purchases u on u.id = n.purchase_id
          where n.item_id = i.id and u.warehouse_id = p0.warehouse_id and u.status in (20, 30))",
    ),
    ReportColumn::number("expired", "case when t.expires_on < p.today then l.on_hand else 0 end").with_sum(),
    ReportColumn::number("min_quantity", "i.min_quantity"),
    ReportColumn::flag(
        "below_min",
        "coalesce((select sum(o.on_hand) from stock_levels o join stock_lots ot on ot.id = o.lot_id
                   where ot.item_id = i.id) < i.min_quantity, false)",
    ),
    UNIT_COST,
    ReportColumn::amount("stock_value", "l.on_hand * t.unit_cost", "currency").of_costs(),
    CURRENCY,
    ReportColumn::moment("first_received_at", "l.first_received_at"),
    ReportColumn::moment("last_moved_at", "l.last_moved_at"),
    ReportColumn::moment("last_counted_at", "p0.last_counted_at"),
]);

/// Units that were taken out for good in the period.
pub const REMOVED: ReportPart = ReportPart::new(
    "left join lateral (
         select sum(q.quantity) as units from stock_movements q
         where q.lot_id = l.lot_id and q.from_place_id = l.place_id and q.kind = 'remove'
           and (p.since is null or q.posted_at >= p.since) and (p.until is null or q.posted_at < p.until)
           and not exists (select from stock_movements b where b.of_movement_id = q.id and b.kind = 'reversal')
     ) rm on true",
    &[ReportColumn::number("removed_in_period", "coalesce(rm.units, 0)").with_sum()],
);

/// A lot in a place over the period: what was there before, came, went and is there after it.
pub const BALANCES: &str = "lateral (
    select y.lot_id, y.place_id, coalesce(sum(y.units) filter (where y.posted_at < p.since), 0) as opening,
           coalesce(sum(y.units) filter (where y.units > 0 and (p.since is null or y.posted_at >= p.since)), 0) as units_in,
           coalesce(-sum(y.units) filter (where y.units < 0 and (p.since is null or y.posted_at >= p.since)), 0) as units_out,
           coalesce(sum(y.units), 0) as closing
    from (
        select a.lot_id, a.from_place_id as place_id, -a.quantity as units, a.posted_at
        from stock_movements a where a.from_place_id is not null
        union all
        select a.lot_id, a.to_place_id, a.quantity, a.posted_at from stock_movements a where a.to_place_id is not null
    ) y
    where p.until is null or y.posted_at < p.until
    group by y.lot_id, y.place_id
) x join stock_lots t on t.id = x.lot_id join stock_items i on i.id = t.item_id join stock_places p0 on p0.id = x.place_id";

pub const BALANCE: ReportPart = ReportPart::of_base(&[
    SKU,
    TITLE,
    OWNER,
    PARTNER,
    PROVIDER,
    LOT,
    EXPIRES_ON,
    WAREHOUSE,
    PLACE,
    ReportColumn::number("opening_units", "x.opening").with_sum(),
    ReportColumn::number("units_in", "x.units_in").with_sum(),
    ReportColumn::number("units_out", "x.units_out").with_sum(),
    ReportColumn::number("closing_units", "x.closing").with_sum(),
    UNIT_COST,
    ReportColumn::amount("stock_value", "x.closing * t.unit_cost", "currency").of_costs(),
    CURRENCY,
]);

/// The stock of such a row.
pub const BALANCE_STOCK: &str =
    "(select l.id from stock_levels l where l.lot_id = x.lot_id and l.place_id = x.place_id)";

/// Movements in the order of the ledger.
pub const MOVEMENTS: &str =
    "stock_movements m join stock_lots t on t.id = m.lot_id join stock_items i on i.id = t.item_id
    left join stock_places f on f.id = m.from_place_id left join stock_places o on o.id = m.to_place_id";

/// The stock that a movement changed: where goods went, or else where they were.
pub const MOVEMENT_STOCK: &str = "(select l.id from stock_levels l
    where l.lot_id = m.lot_id and l.place_id = coalesce(m.to_place_id, m.from_place_id))";

pub const MOVEMENT: ReportPart = ReportPart::of_base(&[
    ReportColumn::moment("posted_at", "m.posted_at"),
    ReportColumn::moment("occurred_at", "m.occurred_at"),
    ReportColumn::code("kind", "m.kind"),
    ReportColumn::code("source", "m.source_type"),
    SKU,
    TITLE,
    OWNER,
    LOT,
    EXPIRES_ON,
    ReportColumn::text("from_place", "f.warehouse_code || ' · ' || f.code"),
    ReportColumn::text("to_place", "o.warehouse_code || ' · ' || o.code"),
    ReportColumn::number("units_in", "case when m.to_place_id is not null then m.quantity end").with_sum(),
    ReportColumn::number("units_out", "case when m.from_place_id is not null then m.quantity end").with_sum(),
    ReportColumn::number("from_after", "m.from_after"),
    ReportColumn::number("to_after", "m.to_after"),
    ReportColumn::code("removal", "m.removal"),
    ReportColumn::text("reason", "m.reason").of_free_text(),
    ReportColumn::text("actor", access::user_name!("m.actor_id")).of_staff(),
    ReportColumn::flag("reverses", "m.kind = 'reversal'"),
    UNIT_COST,
    ReportColumn::amount("moved_value", "m.quantity * t.unit_cost", "currency").of_costs(),
    CURRENCY,
]);
