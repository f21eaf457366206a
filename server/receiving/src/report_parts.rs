//! Columns and joins of reception for reports about a shipment `s`.

use policy::{Action, Resource};
use server_core::record::{ReportColumn, ReportPart};

/// Parcels as the warehouse received and measured them.
pub const RECEIVED: ReportPart = ReportPart::new(
    "left join lateral (
         select min(r.received_at) as received_at, sum(r.weight_g) as weight_g
         from received_parcels r where r.shipment_id = s.id and r.withdrawn_at is null
     ) rc on true",
    &[
        ReportColumn::moment("received_at", "rc.received_at"),
        ReportColumn::weight("measured_weight", "rc.weight_g").with_sum(),
    ],
);

/// Parcels of the client that were packed into it.
pub const INBOUND: ReportPart = ReportPart::new(
    "left join lateral (
         select string_agg(x.external_code, ', ' order by x.external_code) as codes, min(x.warehouse_name) as warehouse,
                min(x.suite_code) as suite
         from inbound_parcels x where x.shipment_id = s.id
     ) ib on true",
    &[
        ReportColumn::text("inbound_codes", "ib.codes"),
        ReportColumn::text("warehouse", "ib.warehouse"),
        ReportColumn::text("suite", "ib.suite"),
    ],
);

/// The cost of storing its packed parcel. Joined as a whole: repackings are few beside shipments.
pub const STORAGE: ReportPart = ReportPart::new(
    "left join (
         select k.shipment_id, sum(k.storage_charged) as amount, min(k.currency)::text as currency
         from repacks k where k.storage_charged is not null group by k.shipment_id
     ) sg on sg.shipment_id = s.id",
    &[
        ReportColumn::amount("storage", "sg.amount", "storage_currency")
            .for_those(Resource::Quote, Action::List),
        ReportColumn::text("storage_currency", "sg.currency").for_those(Resource::Quote, Action::List),
    ],
);

/// Its last re-weighing.
pub const REWEIGH: ReportPart = ReportPart::new(
    "left join lateral (
         select w.verdict, w.difference, w.currency from reweighs w where w.shipment_id = s.id order by w.seq desc limit 1
     ) rw on true",
    &[
        ReportColumn::code("reweigh", "rw.verdict"),
        ReportColumn::amount("reweigh_difference", "rw.difference", "reweigh_currency"),
        ReportColumn::text("reweigh_currency", "rw.currency"),
    ],
);
