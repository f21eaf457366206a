//! Columns and joins of prices for reports: `x` is a cell of a table, a surcharge or an assignment, `t` the table, `n` its version.

use server_core::record::{ReportColumn, ReportPart};

/// The carrier of a shipment's last mile, by its service `v`.
pub const SERVICE_PROVIDER: ReportPart = ReportPart::new(
    "left join services sv on sv.id = s.service_id left join providers pr on pr.id = sv.last_mile_provider_id",
    &[ReportColumn::text(
        "provider",
        "coalesce(pr.title_locale ->> p.language, pr.title_locale ->> 'en', pr.code)",
    )],
);

/// The beginning of a condition: shipments of the services of a provider.
pub const OF_PROVIDER: &str =
    "s.service_id = any(select g.id from services g where g.last_mile_provider_id = ";

/// Cells of price tables. A place that a table does not serve has no cell, so no row is zero.
pub const CELLS: &str = "price_cells x join price_table_versions n on n.id = x.version_id
    join price_tables t on t.id = n.price_table_id and t.excluded_at is null";
/// Surcharges of price tables.
pub const SURCHARGES: &str = "price_surcharges x join price_table_versions n on n.id = x.version_id
    join price_tables t on t.id = n.price_table_id and t.excluded_at is null";
/// Tables without costs, for those who may not see them.
pub const IS_SELL: &str = "t.kind = 'sell'";

const TABLE: &[ReportColumn] = &[
    ReportColumn::text("table", "t.code"),
    ReportColumn::text("table_title", "t.title"),
    ReportColumn::code("table_kind", "t.kind"),
    ReportColumn::number("table_version", "n.number"),
    ReportColumn::code("table_state", "n.status"),
    ReportColumn::day("valid_from", "n.valid_from"),
    ReportColumn::day("valid_to", "n.valid_to"),
    ReportColumn::text("currency", "t.currency"),
];

pub const PRICE_TABLE: ReportPart = ReportPart::of_base(TABLE);

pub const TABLE_SERVICE: ReportPart = ReportPart::new(
    "left join services v on v.id = t.service_id",
    &[ReportColumn::text(
        "service",
        "coalesce(v.title_locale ->> p.language, v.title_locale ->> 'en', v.code)",
    )],
);

pub const CELL: ReportPart = ReportPart::of_base(&[
    ReportColumn::text("zone", "x.zone"),
    ReportColumn::number(
        "from_weight",
        "coalesce((select max(b.up_to) from price_bands b where b.version_id = x.version_id and b.up_to < x.up_to), 0)",
    ),
    ReportColumn::number("up_to_weight", "x.up_to"),
    ReportColumn::text("weight_unit", "t.weight_unit"),
    ReportColumn::code("method", "x.method"),
    ReportColumn::amount("amount", "x.amount", "currency"),
    ReportColumn::number("step", "x.step"),
    ReportColumn::price("step_amount", "x.step_amount", "currency"),
    ReportColumn::price(
        "zone_minimum",
        "(select z.minimum from price_zones z where z.version_id = x.version_id and z.code = x.zone)",
        "currency",
    ),
]);

pub const ZONE_MEMBERS: ReportPart = ReportPart::new(
    "left join lateral (
         select string_agg(distinct r.alpha2, ', ') as countries
         from price_zone_members q join ref.countries r on r.id = q.country_id
         where q.version_id = x.version_id and q.zone = x.zone
     ) zm on true",
    &[ReportColumn::text("zone_members", "zm.countries")],
);

pub const SURCHARGE: ReportPart = ReportPart::of_base(&[
    ReportColumn::text("surcharge", "x.code"),
    ReportColumn::code("basis", "x.basis"),
    ReportColumn::number("rate", "x.amount"),
    ReportColumn::price("minimum", "x.minimum", "currency"),
    ReportColumn::price("maximum", "x.maximum", "currency"),
    ReportColumn::number("free_below", "x.free_below"),
    ReportColumn::flag("has_conditions", "x.conditions <> '[]'"),
    ReportColumn::number("surcharge_cost", "x.cost_amount").of_costs(),
]);

/// Which tables apply to whom.
pub const ASSIGNMENTS: &str = "price_assignments x";
/// Assignments of prices, for those who may not see costs.
pub const HAS_SELL_TABLE: &str = "x.sell_table_id is not null";

pub const ASSIGNMENT: ReportPart = ReportPart::of_base(&[
    ReportColumn::code("scope", "x.scope"),
    ReportColumn::text(
        "scope_name",
        "coalesce((select c.name from clients c where c.id = x.client_id),
                  (select g.title from client_groups g where g.id = x.group_id),
                  (select a.name from partners a where a.id = x.partner_id),
                  (select v.code from services v where v.id = x.service_id))",
    ),
    ReportColumn::text("service", "(select v.code from services v where v.id = x.service_id)"),
    ReportColumn::text("sell_table", "(select t.code from price_tables t where t.id = x.sell_table_id)"),
    ReportColumn::text("cost_table", "(select t.code from price_tables t where t.id = x.cost_table_id)")
        .of_costs(),
    ReportColumn::day("valid_from", "x.valid_from"),
    ReportColumn::day("valid_to", "x.valid_to"),
]);
