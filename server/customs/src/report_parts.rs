//! Columns and joins of consolidation for reports about a shipment `s`.

use policy::Resource;

use server_core::record::{ReportColumn, ReportPart};

/// The bags that have its parcels.
pub const BAGS: ReportPart = ReportPart::new(
    "left join lateral (
         select string_agg(distinct b.number, ', ') as numbers, string_agg(distinct b.seal, ', ') as seals
         from bag_parcels q join bags b on b.id = q.bag_id
         where q.shipment_id = s.id and q.left_at is null and b.status <> 0
     ) bg on true",
    &[
        ReportColumn::text("bag", "bg.numbers").naming(Resource::Bag),
        ReportColumn::text("seal", "bg.seals").naming(Resource::Bag),
    ],
);

/// The air waybills of its bags, or of itself without a bag.
pub const WAYBILLS: ReportPart = ReportPart::new(
    "left join lateral (
         select string_agg(distinct m.number, ', ') as numbers, string_agg(distinct nullif(m.flights, ''), ', ') as flights
         from mawb_contents x join mawbs m on m.id = x.mawb_id
         where x.released_at is null and m.status <> 0
           and (x.shipment_id = s.id or x.bag_id in (
               select q.bag_id from bag_parcels q where q.shipment_id = s.id and q.left_at is null))
     ) mw on true",
    &[
        ReportColumn::text("mawb", "mw.numbers").naming(Resource::Mawb),
        ReportColumn::text("flight", "mw.flights").naming(Resource::Mawb),
    ],
);
