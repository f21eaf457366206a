//! Columns and joins of manifests for reports about a shipment `s`.

use policy::Resource;

use super::other_manifests::has_contents;
use server_core::record::{ReportColumn, ReportPart};

/// The manifest that lists it last, unless it was cancelled or withdrawn.
pub const MANIFEST: ReportPart = ReportPart::new(
    concat!(
        "left join lateral (
         select m.number, m.status, x.house
         from manifest_lines x join manifests m on m.id = x.manifest_id and m.revision = x.revision
         where x.shipment_id = s.id and ",
        has_contents!(),
        " order by m.created_at desc, m.id desc limit 1
     ) mf on true"
    ),
    &[
        ReportColumn::text("manifest", "mf.number").naming(Resource::Manifest),
        ReportColumn::text("house", "mf.house").naming(Resource::Manifest),
        ReportColumn::code("customs_state", "mf.status").naming(Resource::Manifest),
    ],
);
