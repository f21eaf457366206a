//! Columns and joins of reviews for reports, beside a shipment `s`.

use policy::{Action, Resource};

use server_core::record::{ReportColumn, ReportPart};

/// The rating of its client, submitted (20) or published (30); not one that staff have hidden.
pub const REVIEW: ReportPart = ReportPart::new(
    "left join reviews rv on rv.shipment_id = s.id and rv.status in (20, 30)",
    &[ReportColumn::number("review", "rv.score").for_those(Resource::Review, Action::List)],
);
