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

/// Cells of price tables: those of a draft are in rows, those of a published version in the content of its publication
/// (`prices::content`). A place that a table does not serve has no cell, so no row is zero.
pub const CELLS: &str = "price_table_versions n
    join price_tables t on t.id = n.price_table_id and t.excluded_at is null
    cross join lateral (
        select c.version_id, c.zone, c.up_to, c.method, c.amount, c.step, c.step_amount, b.from_weight,
               z.minimum as zone_minimum, m.countries
        from price_cells c join price_zones z on z.version_id = c.version_id and z.code = c.zone
        join (select g.up_to, coalesce(lag(g.up_to) over (order by g.up_to), 0) as from_weight
              from price_bands g where g.version_id = n.id) b on b.up_to = c.up_to
        left join (select q.zone, string_agg(distinct r.alpha2, ', ') as countries
                   from price_zone_members q join ref.countries r on r.id = q.country_id
                   where q.version_id = n.id group by q.zone) m on m.zone = c.zone
        where c.version_id = n.id
        union all
        (with d as materialized (
            select f.version_id, convert_from(f.content, 'UTF8')::jsonb -> 'rows' as rows
            from price_table_publications f where f.version_id = n.id
        ), b as materialized (
            select g.seq, g.up_to, coalesce(lag(g.up_to) over (order by g.up_to), 0) as from_weight
            from d cross join jsonb_to_recordset(d.rows -> 'bands') g (seq integer, up_to numeric)
        ), z as materialized (
            select g.code, g.minimum from d cross join jsonb_to_recordset(d.rows -> 'zones') g (code text, minimum numeric)
        ), m as materialized (
            select q.zone, string_agg(distinct r.alpha2, ', ') as countries
            from d cross join jsonb_to_recordset(d.rows -> 'members') q (zone text, country_id smallint)
            join ref.countries r on r.id = q.country_id group by q.zone
        )
        select d.version_id, c.zone, b.up_to, c.price ->> 'method', (c.price ->> 'amount')::numeric,
               (c.price ->> 'step')::numeric, (c.price ->> 'step_amount')::numeric, b.from_weight, z.minimum, m.countries
        from d cross join jsonb_to_recordset(d.rows -> 'cells') c (zone text, band_seq integer, price jsonb)
        join b on b.seq = c.band_seq left join z on z.code = c.zone left join m on m.zone = c.zone)
    ) x";
/// Surcharges of price tables, from the same two places.
pub const SURCHARGES: &str = "price_table_versions n
    join price_tables t on t.id = n.price_table_id and t.excluded_at is null
    cross join lateral (
        select s.version_id, s.code, s.basis, s.amount, s.minimum, s.maximum, s.free_below, s.conditions, s.cost_amount
        from price_surcharges s where s.version_id = n.id
        union all
        select f.version_id, s.code, s.basis ->> 'basis', s.amount, s.min, s.max, s.free_below, s.conditions,
               s.cost_amount
        from price_table_publications f
        cross join lateral jsonb_to_recordset(convert_from(f.content, 'UTF8')::jsonb -> 'rows' -> 'surcharges')
            s (code text, basis jsonb, amount numeric, min numeric, max numeric, free_below numeric, conditions jsonb,
               cost_amount numeric)
        where f.version_id = n.id
    ) x";
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
    ReportColumn::text("zone_members", "x.countries"),
    ReportColumn::number("from_weight", "x.from_weight"),
    ReportColumn::number("up_to_weight", "x.up_to"),
    ReportColumn::text("weight_unit", "t.weight_unit"),
    ReportColumn::code("method", "x.method"),
    ReportColumn::amount("amount", "x.amount", "currency"),
    ReportColumn::number("step", "x.step"),
    ReportColumn::price("step_amount", "x.step_amount", "currency"),
    ReportColumn::price("zone_minimum", "x.zone_minimum", "currency"),
]);

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
