//! Columns and joins of shipments, parcels, items, events and frozen charges for reports. The shipment is `s`, a parcel `k`, an item `i`.

use policy::{Action, Resource};

use server_core::record::{ReportColumn, ReportPart};

const fn price(key: &'static str, sql: &'static str) -> ReportColumn {
    ReportColumn::amount(key, sql, "total_currency").for_those(Resource::Quote, Action::List)
}

/// A row for each shipment.
pub const SHIPMENTS: &str = "shipments s";

/// The beginning of a condition: shipments of the clients of a group.
pub const OF_CLIENT_GROUP: &str = "s.client_id = any(select g.id from clients g where g.group_id = ";

/// Columns of the shipment itself.
pub const SHIPMENT: ReportPart = ReportPart::of_base(&[
    ReportColumn::moment("created_at", "s.created_at"),
    ReportColumn::moment("confirmed_at", "s.confirmed_at"),
    ReportColumn::text("tracking_code", "s.tracking_code"),
    ReportColumn::text("external_ref", "s.external_ref"),
    ReportColumn::code("direction", "s.direction"),
    ReportColumn::code("status", "s.status"),
    ReportColumn::moment("last_event_at", "s.last_event_at"),
    ReportColumn::text("from_name", "s.from_name").of_people(),
    ReportColumn::text("from_city", "s.from_city"),
    ReportColumn::text("to_name", "s.to_name").of_people(),
    ReportColumn::text("to_document", "s.to_document").of_people(),
    ReportColumn::text("to_email", "s.to_email").of_people(),
    ReportColumn::text("to_phone", "s.to_phone").of_people(),
    ReportColumn::text("to_address", "concat_ws(', ', s.to_address_1, s.to_address_number, s.to_address_2)")
        .of_people(),
    ReportColumn::text("to_postcode", "s.to_postcode").of_people(),
    ReportColumn::text("to_city", "s.to_city"),
    ReportColumn::code("incoterm", "s.incoterm"),
    // Who pays duties and taxes.
    ReportColumn::code(
        "tax_payer",
        "case s.incoterm when 'DDP' then 'sender' when 'DAP' then 'recipient' end",
    ),
    ReportColumn::code("contents_type", "s.contents_type"),
    ReportColumn::number("parcels", "s.parcel_count").with_sum(),
    ReportColumn::number("items", "s.item_count").with_sum(),
    ReportColumn::weight("declared_weight", "s.declared_weight_g").with_sum(),
    ReportColumn::weight("volumetric_weight", "s.volumetric_weight_g").with_sum(),
    ReportColumn::weight("chargeable_weight", "s.chargeable_weight_g").with_sum(),
    ReportColumn::amount("declared_value", "s.declared_value", "value_currency"),
    ReportColumn::amount("insured_value", "s.insurance_value", "value_currency"),
    ReportColumn::text("value_currency", "s.currency"),
    ReportColumn::day("due_on", "s.due_on"),
    ReportColumn::day("shipped_on", "s.shipped_on"),
]);

/// The newest event, in the company's own words where it has some.
pub const LAST_EVENT: ReportPart = ReportPart::new(
    "left join ref.tracking_events re on re.code = s.last_event_code
     left join event_kinds ek on ek.code = s.last_event_code",
    &[ReportColumn::text(
        "last_event",
        "coalesce(ek.short_description_locale, re.short_description_locale) ->> p.language",
    )],
);

pub const CLIENT: ReportPart = ReportPart::new(
    "left join clients c on c.id = s.client_id",
    &[
        ReportColumn::text("client", "c.name"),
        ReportColumn::text("client_code", "c.code"),
        ReportColumn::text("client_document", "c.document").of_people(),
    ],
);

pub const SERVICE: ReportPart = ReportPart::new(
    "left join services v on v.id = s.service_id",
    &[ReportColumn::text(
        "service",
        "coalesce(v.title_locale ->> p.language, v.title_locale ->> 'en', v.code)",
    )],
);

pub const SUBSIDIARY: ReportPart = ReportPart::new(
    "left join subsidiaries b on b.id = s.subsidiary_id",
    &[ReportColumn::text("subsidiary", "coalesce(b.title_locale ->> p.language, b.title)")],
);

pub const PARTNER: ReportPart = ReportPart::new(
    "left join partners a on a.id = s.partner_id",
    &[ReportColumn::text("partner", "a.name"), ReportColumn::text("partner_code", "a.code")],
);

pub const FROM_COUNTRY: ReportPart = ReportPart::new(
    "left join ref.countries fc on fc.id = s.from_country_id
     left join lookup_edits fe on fe.lookup = 'country' and fe.code = fc.alpha2",
    &[
        ReportColumn::text("from_country", "coalesce(fe.name_locale, fc.name_locale) ->> p.language"),
        ReportColumn::text("from_country_code", "fc.alpha2"),
    ],
);

pub const TO_COUNTRY: ReportPart = ReportPart::new(
    "left join ref.countries n on n.id = s.to_country_id
     left join lookup_edits ne on ne.lookup = 'country' and ne.code = n.alpha2",
    &[
        ReportColumn::text("to_country", "coalesce(ne.name_locale, n.name_locale) ->> p.language"),
        ReportColumn::text("to_country_code", "n.alpha2"),
    ],
);

pub const TO_STATE: ReportPart = ReportPart::new(
    "left join ref.states z on z.id = s.to_state_id",
    &[ReportColumn::text("to_state", "z.code")],
);

/// Milestones of its way. Events that somebody corrected do not count.
pub const MILESTONES: ReportPart = ReportPart::new(
    "left join lateral (
         select min(e.occurred_at) filter (where e.code = 'DEPARTED') as departed_at,
                min(e.occurred_at) filter (where e.code = 'ARRIVED') as arrived_at,
                min(e.occurred_at) filter (where e.code = 'CLEARED') as cleared_at,
                min(e.occurred_at) filter (where e.code = 'DELIVERED') as delivered_at
         from shipment_events e
         where e.shipment_id = s.id and e.code in ('DEPARTED', 'ARRIVED', 'CLEARED', 'DELIVERED')
           and not exists (select from shipment_events u where u.corrects = e.id)
     ) ms on true",
    &[
        ReportColumn::moment("departed_at", "ms.departed_at"),
        ReportColumn::moment("arrived_at", "ms.arrived_at"),
        ReportColumn::moment("cleared_at", "ms.cleared_at"),
        ReportColumn::moment("delivered_at", "ms.delivered_at"),
        ReportColumn::number(
            "days_in_transit",
            "(ms.delivered_at at time zone p.zone)::date - (s.confirmed_at at time zone p.zone)::date",
        ),
        ReportColumn::number(
            "days_origin",
            "(ms.departed_at at time zone p.zone)::date - (s.confirmed_at at time zone p.zone)::date",
        ),
        ReportColumn::number(
            "days_transit",
            "(ms.arrived_at at time zone p.zone)::date - (ms.departed_at at time zone p.zone)::date",
        ),
        ReportColumn::number(
            "days_customs",
            "(ms.cleared_at at time zone p.zone)::date - (ms.arrived_at at time zone p.zone)::date",
        ),
        ReportColumn::number(
            "days_last_mile",
            "(ms.delivered_at at time zone p.zone)::date - (ms.cleared_at at time zone p.zone)::date",
        ),
        ReportColumn::code(
            "on_time",
            "case when ms.delivered_at is null or s.due_on is null then null
                  when (ms.delivered_at at time zone p.zone)::date <= s.due_on then 'yes' else 'no' end",
        ),
    ],
);

/// The lines of its last revision without estimates, which the addressee pays. Summed before anything is joined to them. Freight
/// and fuel without a cost leave the cost open; other lines, a discount for example, need none.
pub const CHARGES: ReportPart = ReportPart::new(
    "left join lateral (
         select sum(l.amount) as total, min(l.currency) as currency,
                case when bool_and(l.cost is not null or l.code not in ('base', 'fuel')) then coalesce(sum(l.cost), 0) end as cost,
                sum(l.amount) filter (where l.code in ('base', 'minimum', 'margin', 'fx_spread')) as freight,
                sum(l.amount) filter (where l.code = 'fuel') as fuel,
                sum(l.amount) filter (where l.code = 'surcharge') as surcharges,
                sum(l.amount) filter (where l.code = 'insurance') as insurance,
                sum(l.cost) filter (where l.code = 'insurance') as insurer_cost,
                sum(l.amount) filter (where l.code = 'service_tax') as service_tax,
                sum(l.amount) filter (where l.code = 'import') as duty,
                sum(l.amount) filter (where l.code = 'discount') as discount,
                string_agg(l.code || coalesce(' ' || l.of_code, '') || ' ' || trim_scale(l.amount), ' · ' order by l.seq) as lines,
                string_agg(l.code || coalesce(' ' || l.of_code, '') || ' ' || coalesce(trim_scale(l.cost)::text, '?'), ' · '
                           order by l.seq) as cost_lines,
                bool_or(l.cost is null and l.code in ('base', 'fuel')) as lacks_cost
         from shipment_charges l
         where l.shipment_id = s.id and not l.estimate
           and l.revision = (select max(f.revision) from shipment_charges f where f.shipment_id = s.id)
     ) h on true",
    &[
        price("total", "h.total"),
        ReportColumn::text("total_currency", "h.currency").for_those(Resource::Quote, Action::List),
        price("freight", "h.freight"),
        price("fuel", "h.fuel"),
        price("surcharges", "h.surcharges"),
        price("insurance", "h.insurance"),
        price("service_tax", "h.service_tax"),
        price("duty", "h.duty"),
        price("discount", "h.discount"),
        ReportColumn::amount("cost", "h.cost", "total_currency").of_costs(),
        ReportColumn::amount("margin", "h.total - h.cost", "total_currency").of_costs(),
        ReportColumn::percent("margin_pct", "round((h.total - h.cost) * 100 / nullif(h.total, 0), 2)").of_costs(),
        ReportColumn::amount("insurer_cost", "h.insurer_cost", "total_currency").of_costs(),
        ReportColumn::text("sell_lines", "h.lines").of_costs(),
        ReportColumn::text("cost_lines", "h.cost_lines").of_costs(),
        ReportColumn::flag("lacks_cost", "coalesce(h.lacks_cost, false)").of_costs(),
    ],
);

/// The insured value in per cent, as it was charged.
pub const INSURANCE_RATE: ReportPart = ReportPart {
    needs: Some(&CHARGES),
    ..ReportPart::of_base(&[ReportColumn::percent(
        "insurance_rate",
        "case when h.currency = s.currency then round(h.insurance * 100 / nullif(s.insurance_value, 0), 2) end",
    )
    .for_those(Resource::Quote, Action::List)])
};

pub const GOODS: ReportPart = ReportPart::new(
    "left join lateral (
         select left(string_agg(g.description, '; ' order by g.seq), 500) as contents,
                string_agg(distinct g.hs_code, ', ') as hs_codes
         from shipment_items g where g.shipment_id = s.id
     ) gd on true",
    &[ReportColumn::text("contents", "gd.contents"), ReportColumn::text("hs_codes", "gd.hs_codes")],
);

pub const SIZES: ReportPart = ReportPart::new(
    "left join lateral (
         select string_agg(concat_ws('×', (q.length_mm / 10)::numeric(9, 1), (q.width_mm / 10)::numeric(9, 1),
                                     (q.height_mm / 10)::numeric(9, 1)), ' · ' order by q.seq) as sizes
         from parcels q where q.shipment_id = s.id and q.length_mm is not null
     ) sz on true",
    &[ReportColumn::text("sizes", "sz.sizes")],
);

/// A row for each parcel.
pub const PARCEL: ReportPart = ReportPart::per_row(
    "left join parcels k on k.shipment_id = s.id",
    &[
        ReportColumn::number("parcel", "k.seq"),
        ReportColumn::weight("parcel_weight", "k.weight_g").with_sum(),
        ReportColumn::number("length_cm", "(k.length_mm / 10)::numeric(9, 1)"),
        ReportColumn::number("width_cm", "(k.width_mm / 10)::numeric(9, 1)"),
        ReportColumn::number("height_cm", "(k.height_mm / 10)::numeric(9, 1)"),
    ],
);

/// Whether the row is the one of its shipment that has the amounts.
pub const IS_FIRST_PARCEL: &str =
    "(k.seq is null or k.seq = (select min(f.seq) from parcels f where f.shipment_id = s.id))";

/// A row for each item.
pub const ITEM: ReportPart = ReportPart::per_row(
    "left join shipment_items i on i.shipment_id = s.id",
    &[
        ReportColumn::number("item", "i.seq"),
        ReportColumn::text("item_description", "i.description"),
        ReportColumn::text("item_hs_code", "i.hs_code"),
        ReportColumn::text("item_sku", "i.sku"),
        ReportColumn::number("item_quantity", "i.quantity").with_sum(),
        ReportColumn::price("item_unit_value", "i.unit_value", "value_currency"),
        ReportColumn::number("item_net_weight_g", "i.net_weight_g::numeric(14, 3)"),
    ],
);

pub const IS_FIRST_ITEM: &str =
    "(i.seq is null or i.seq = (select min(f.seq) from shipment_items f where f.shipment_id = s.id))";
