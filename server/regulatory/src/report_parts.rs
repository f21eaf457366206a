//! Columns and joins of regulatory requests for reports, beside a shipment `s`.

use server_core::record::{ReportColumn, ReportPart};

/// The newest request to the health authority.
pub const REGULATORY: ReportPart = ReportPart::new(
    "left join lateral (
         select r.status from regulatory_requests r where r.shipment_id = s.id order by r.created_at desc, r.id desc limit 1
     ) rq on true",
    &[ReportColumn::code("regulatory_state", "rq.status")],
);
