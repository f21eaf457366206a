//! Columns and joins of pickups and deliveries for reports about a shipment `s`.

use policy::{Action, Resource};

use server_core::record::{ReportColumn, ReportPart};

/// The pickup that brought it, or is to bring it.
pub const PICKUP: ReportPart = ReportPart::new(
    "left join lateral (
         select q.number from pickup_shipments x join pickups q on q.id = x.pickup_id
         where x.shipment_id = s.id and x.outcome in ('expected', 'collected', 'added') limit 1
     ) pk on true",
    &[ReportColumn::text("pickup", "pk.number").naming(Resource::Pickup)],
);

/// Its newest delivery, with the run.
pub const DELIVERY: ReportPart = ReportPart::new(
    "left join lateral (
         select d.number, d.attempts, d.fail_reason, d.received_by, d.record_id is not null as has_proof, d.cod_due,
                d.cod_taken, d.cod_currency, o.driver_name
         from delivery_shipments x join deliveries d on d.id = x.delivery_id
         left join route_stops y on y.id = d.stop_id left join routes o on o.id = y.route_id
         where x.shipment_id = s.id and d.status <> 0 order by d.created_at desc, d.id desc limit 1
     ) dl on true",
    &[
        ReportColumn::text("delivery", "dl.number").naming(Resource::Delivery),
        ReportColumn::text("driver", "dl.driver_name").naming(Resource::Delivery).naming_a_person(),
        ReportColumn::number("attempts", "dl.attempts"),
        ReportColumn::code("fail_reason", "dl.fail_reason"),
        ReportColumn::text("received_by", "dl.received_by").of_people(),
        ReportColumn::flag("proof", "dl.has_proof"),
        ReportColumn::amount("cod_due", "dl.cod_due", "cod_currency").for_those(Resource::Delivery, Action::Show),
        ReportColumn::amount("cod_taken", "dl.cod_taken", "cod_currency").for_those(Resource::Delivery, Action::Show),
        ReportColumn::text("cod_currency", "dl.cod_currency").for_those(Resource::Delivery, Action::Show),
    ],
);
