//! The list of a client's documents.

use server_core::record::{Listing, Sorts};

pub const SORTS: Sorts = &[("at", "d.at"), ("name", "d.name")];

/// Newest first. The client of the filter is looked up in each part by its index.
pub const DOCUMENTS: Listing = Listing {
    columns: "d.id, d.kind, d.record_id, d.name, d.at, d.amount, d.currency",
    from: "(select i.kind || ':' || i.id as id, i.kind, i.id as record_id, i.code as name, i.client_id, i.issued_at as at,
                   i.total as amount, i.currency::text as currency
            from invoices i where i.status <> 'draft'
            union all
            select 'receipt:' || p.id, 'receipt', p.id, p.file_name, p.client_id, p.created_at, p.amount, p.currency::text
            from deposits p where p.file_key is not null and p.file_name is not null
            union all
            select k.kind || ':' || s.id, k.kind, s.id, s.tracking_code, s.client_id, s.confirmed_at, null::numeric, null::text
            from shipments s cross join (values ('customs_declaration'), ('commercial_invoice')) k (kind)
            where s.confirmed_at is not null and s.status <> 0 and s.from_country_id <> s.to_country_id
                and cardinality(s.missing) = 0) d",
    order: "d.at desc, d.id desc",
};
