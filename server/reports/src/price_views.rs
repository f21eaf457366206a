//! The report of price tables. In the SQL, `x` is the price, the surcharge or the assignment of a row, `n` the version of its
//! price table, and `t` the table.

use policy::Resource;
use pricing::report_parts::{
    ASSIGNMENT, ASSIGNMENTS, CELL, CELLS, HAS_SELL_TABLE, IS_SELL, PRICE_TABLE, SURCHARGE, SURCHARGES,
    TABLE_SERVICE,
};

use super::views::{ReportFilterKey, ReportRecordKind, ReportScope, ReportView, ReportViewKey};

const CELLS_VIEW: ReportView = ReportView {
    key: ReportViewKey::Cells,
    resource: Resource::PriceTable,
    right: None,
    base: CELLS,
    parts: &[&PRICE_TABLE, &TABLE_SERVICE, &CELL],
    columns: &[
        "table",
        "table_kind",
        "table_version",
        "table_state",
        "valid_from",
        "valid_to",
        "service",
        "zone",
        "zone_members",
        "from_weight",
        "up_to_weight",
        "weight_unit",
        "method",
        "amount",
        "currency",
        "step",
        "step_amount",
        "zone_minimum",
    ],
    scope: ReportScope::NONE,
    filters: &[(ReportFilterKey::PriceTable, "(t.id = "), (ReportFilterKey::Service, "(t.service_id = ")],
    periods: &["valid_from"],
    groups: &["zone", "table", "table_state"],
    always: None,
    active: Some("n.status = 'published'"),
    without_costs: Some(IS_SELL),
    once: None,
    keys: &[
        ("t.code", "text"),
        ("n.number", "integer"),
        ("x.version_id", "uuid"),
        ("x.zone", "text"),
        ("x.up_to", "numeric"),
    ],
    is_ascending: true,
    record: Some((ReportRecordKind::PriceTable, "t.id")),
    countries: &[],
};

pub const PRICE_TABLE_REPORT: &[ReportView] = &[
    CELLS_VIEW,
    ReportView {
        key: ReportViewKey::Surcharges,
        base: SURCHARGES,
        parts: &[&PRICE_TABLE, &TABLE_SERVICE, &SURCHARGE],
        columns: &[
            "table",
            "table_version",
            "table_state",
            "surcharge",
            "basis",
            "rate",
            "currency",
            "minimum",
            "maximum",
            "free_below",
            "has_conditions",
            "surcharge_cost",
        ],
        groups: &["surcharge", "table", "basis"],
        keys: &[("t.code", "text"), ("n.number", "integer"), ("x.version_id", "uuid"), ("x.code", "text")],
        ..CELLS_VIEW
    },
    ReportView {
        key: ReportViewKey::Assignments,
        resource: Resource::PriceAssignment,
        base: ASSIGNMENTS,
        parts: &[&ASSIGNMENT],
        columns: &["scope", "scope_name", "service", "sell_table", "cost_table", "valid_from", "valid_to"],
        filters: &[
            (ReportFilterKey::Client, "(x.client_id = "),
            (ReportFilterKey::ClientGroup, "(x.group_id = "),
            (ReportFilterKey::Partner, "(x.partner_id = "),
            (ReportFilterKey::Service, "(x.service_id = "),
        ],
        groups: &["scope"],
        active: None,
        without_costs: Some(HAS_SELL_TABLE),
        keys: &[("x.scope_key", "text"), ("x.id", "uuid")],
        record: None,
        ..CELLS_VIEW
    },
];
