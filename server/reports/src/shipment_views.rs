//! Reports of shipments.

use customs::report_parts as customs_parts;
use field::report_parts as field_parts;
use freight::report_parts::{
    CHARGES, CLIENT, FROM_COUNTRY, GOODS, INSURANCE_RATE, IS_FIRST_ITEM, IS_FIRST_PARCEL, ITEM, LAST_EVENT,
    MILESTONES, OF_CLIENT_GROUP, PARCEL, PARTNER, SERVICE, SHIPMENT, SHIPMENTS, SIZES, SUBSIDIARY,
    TO_COUNTRY, TO_STATE,
};
use manifests::report_parts as manifest_parts;
use money::report_parts::{CLAIM, CLAIM_AMOUNTS, INVOICES_OF_SHIPMENT};
use policy::{Action, Resource};
use pricing::report_parts::{OF_PROVIDER, SERVICE_PROVIDER};
use receiving::report_parts as receiving_parts;
use regulatory::report_parts::REGULATORY;
use support::report_parts::REVIEW;

use super::views::{ReportFilterKey, ReportRecordKind, ReportScope, ReportView, ReportViewKey};
use server_core::record::ReportPart;

const SCOPE: ReportScope = ReportScope {
    client: Some("s.client_id"),
    subsidiaries: Some("s.subsidiary_id = any("),
    partner: Some("s.partner_id"),
};

const FILTERS: &[(ReportFilterKey, &str)] = &[
    (ReportFilterKey::Client, "(s.client_id = "),
    (ReportFilterKey::ClientGroup, OF_CLIENT_GROUP),
    (ReportFilterKey::Subsidiary, "(s.subsidiary_id = "),
    (ReportFilterKey::Partner, "(s.partner_id = "),
    (ReportFilterKey::Provider, OF_PROVIDER),
    (ReportFilterKey::Service, "(s.service_id = "),
    (ReportFilterKey::Country, "s.to_country_id = any("),
    (ReportFilterKey::Status, "s.status = any("),
    (ReportFilterKey::Direction, "(s.direction = "),
];

const PERIODS: &[&str] = &["created_at", "confirmed_at", "departed_at", "delivered_at", "due_on"];
const GROUPS: &[&str] =
    &["client", "service", "to_country", "status", "direction", "subsidiary", "partner", "provider"];

const COMMON: &[&ReportPart] = &[
    &SHIPMENT,
    &LAST_EVENT,
    &CLIENT,
    &SUBSIDIARY,
    &SERVICE,
    &SERVICE_PROVIDER,
    &PARTNER,
    &FROM_COUNTRY,
    &TO_COUNTRY,
    &TO_STATE,
    &MILESTONES,
    &CHARGES,
    &INVOICES_OF_SHIPMENT,
];

const DETAILS: &[&ReportPart] = &[
    &SHIPMENT,
    &LAST_EVENT,
    &CLIENT,
    &SUBSIDIARY,
    &SERVICE,
    &SERVICE_PROVIDER,
    &PARTNER,
    &FROM_COUNTRY,
    &TO_COUNTRY,
    &TO_STATE,
    &GOODS,
    &SIZES,
    &receiving_parts::RECEIVED,
    &receiving_parts::INBOUND,
    &receiving_parts::REWEIGH,
    &receiving_parts::STORAGE,
    &CHARGES,
    &INVOICES_OF_SHIPMENT,
    &field_parts::PICKUP,
    &customs_parts::BAGS,
    &customs_parts::WAYBILLS,
    &manifest_parts::MANIFEST,
    &MILESTONES,
    &REGULATORY,
    &field_parts::DELIVERY,
    &CLAIM,
    &REVIEW,
];

/// The columns of a detailed report, with those of its rows in between.
const fn with_rows(rows: &'static ReportPart) -> [&'static ReportPart; 28] {
    let mut parts = [rows; 28];
    let mut at = 0;
    while at < DETAILS.len() {
        parts[at] = DETAILS[at];
        at += 1;
    }
    parts
}

const OF_PARCELS: &[&ReportPart] = &with_rows(&PARCEL);
const OF_ITEMS: &[&ReportPart] = &with_rows(&ITEM);

const BASE: ReportView = ReportView {
    key: ReportViewKey::Shipments,
    resource: Resource::Shipment,
    right: None,
    base: SHIPMENTS,
    parts: COMMON,
    columns: &[],
    scope: SCOPE,
    filters: FILTERS,
    periods: PERIODS,
    groups: GROUPS,
    always: None,
    active: Some("s.status <> 0"),
    without_costs: None,
    once: None,
    keys: &[("s.created_at", "timestamptz"), ("s.id", "uuid")],
    is_ascending: false,
    record: Some((ReportRecordKind::Shipment, "s.id")),
    countries: &[],
};

pub const SHIPMENTS_REPORT: &[ReportView] = &[ReportView {
    columns: &[
        "created_at",
        "tracking_code",
        "external_ref",
        "client",
        "subsidiary",
        "service",
        "direction",
        "from_country",
        "to_name",
        "to_city",
        "to_state",
        "to_country",
        "status",
        "last_event",
        "last_event_at",
        "parcels",
        "declared_weight",
        "chargeable_weight",
        "declared_value",
        "value_currency",
        "total",
        "total_currency",
        "payment",
        "due_on",
        "delivered_at",
        "days_in_transit",
        "on_time",
    ],
    ..BASE
}];

const DETAIL_COLUMNS: &[&str] = &[
    "created_at",
    "tracking_code",
    "client",
    "service",
    "to_name",
    "to_country",
    "status",
    "contents",
    "parcels",
    "declared_weight",
    "measured_weight",
    "chargeable_weight",
    "freight",
    "fuel",
    "surcharges",
    "insurance",
    "service_tax",
    "duty",
    "discount",
    "total",
    "total_currency",
    "cost",
    "margin",
    "margin_pct",
    "storage",
    "storage_currency",
    "invoice",
    "payment",
    "received_at",
    "bag",
    "mawb",
    "manifest",
    "delivered_at",
    "claim",
    "claim_state",
];

pub const DETAILED_SHIPMENTS: &[ReportView] = &[
    ReportView { parts: DETAILS, columns: DETAIL_COLUMNS, ..BASE },
    ReportView {
        key: ReportViewKey::Parcels,
        parts: OF_PARCELS,
        columns: &[
            "created_at",
            "tracking_code",
            "client",
            "parcel",
            "parcel_weight",
            "length_cm",
            "width_cm",
            "height_cm",
            "declared_weight",
            "total",
            "total_currency",
        ],
        once: Some(IS_FIRST_PARCEL),
        keys: &[("s.created_at", "timestamptz"), ("s.id", "uuid"), ("-coalesce(k.seq, 0)", "integer")],
        ..BASE
    },
    ReportView {
        key: ReportViewKey::Items,
        parts: OF_ITEMS,
        columns: &[
            "created_at",
            "tracking_code",
            "client",
            "item",
            "item_description",
            "item_hs_code",
            "item_sku",
            "item_quantity",
            "item_unit_value",
            "value_currency",
            "total",
            "total_currency",
        ],
        once: Some(IS_FIRST_ITEM),
        keys: &[("s.created_at", "timestamptz"), ("s.id", "uuid"), ("-coalesce(i.seq, 0)", "integer")],
        ..BASE
    },
];

/// Latin America and the Caribbean: region 419 of UN M49 without Bouvet Island and South Georgia.
pub const LATIN_AMERICA: &[&str] = &[
    "AG", "AI", "AR", "AW", "BB", "BL", "BO", "BQ", "BR", "BS", "BZ", "CL", "CO", "CR", "CU", "CW", "DM",
    "DO", "EC", "FK", "GD", "GF", "GP", "GT", "GY", "HN", "HT", "JM", "KN", "KY", "LC", "MF", "MQ", "MS",
    "MX", "NI", "PA", "PE", "PR", "PY", "SR", "SV", "SX", "TC", "TT", "UY", "VC", "VE", "VG", "VI",
];

pub const SHIPMENTS_LACC: &[ReportView] = &[ReportView {
    parts: DETAILS,
    columns: &[
        "created_at",
        "tracking_code",
        "client",
        "service",
        "to_country",
        "to_city",
        "chargeable_weight",
        "declared_value",
        "value_currency",
        "total",
        "total_currency",
        "mawb",
        "flight",
        "departed_at",
        "arrived_at",
        "cleared_at",
        "delivered_at",
        "days_origin",
        "days_transit",
        "days_customs",
        "days_last_mile",
        "customs_state",
    ],
    countries: LATIN_AMERICA,
    ..BASE
}];

pub const INSURANCE: &[ReportView] = &[ReportView {
    parts: &[
        &SHIPMENT,
        &CLIENT,
        &SUBSIDIARY,
        &SERVICE,
        &SERVICE_PROVIDER,
        &PARTNER,
        &FROM_COUNTRY,
        &TO_COUNTRY,
        &GOODS,
        &MILESTONES,
        &CHARGES,
        &INSURANCE_RATE,
        &CLAIM_AMOUNTS,
    ],
    columns: &[
        "confirmed_at",
        "tracking_code",
        "client",
        "from_country",
        "to_country",
        "service",
        "contents",
        "declared_value",
        "insured_value",
        "value_currency",
        "insurance_rate",
        "insurance",
        "total_currency",
        "insurer_cost",
        "status",
        "departed_at",
        "delivered_at",
        "claim_no",
        "claim_opened_at",
        "claim_state",
        "claimed",
        "decided",
        "claim_currency",
        "paid_at",
    ],
    periods: &["confirmed_at", "created_at", "departed_at", "delivered_at"],
    groups: &[
        "client",
        "service",
        "to_country",
        "status",
        "direction",
        "subsidiary",
        "partner",
        "provider",
        "claim_state",
    ],
    always: Some("s.insurance_value > 0 and s.confirmed_at is not null"),
    ..BASE
}];

pub const MARGINS: ReportView = ReportView {
    key: ReportViewKey::Margins,
    right: Some(Action::Cost),
    columns: &[
        "confirmed_at",
        "tracking_code",
        "client",
        "service",
        "sell_lines",
        "total",
        "cost_lines",
        "cost",
        "margin",
        "margin_pct",
        "total_currency",
        "lacks_cost",
    ],
    periods: &["confirmed_at", "created_at", "delivered_at"],
    always: Some("s.confirmed_at is not null"),
    ..BASE
};
