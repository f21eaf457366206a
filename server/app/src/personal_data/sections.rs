//! The parts of an export, each a file of the archive. A statement reads the next 500 rows of its owner, after an id.

use policy::{Action, Resource};

/// A file of the archive.
pub struct Section {
    pub name: &'static str,
    pub sql: &'static str,
    /// The right to list the client's records; none for what belongs to the user.
    pub right: Option<(Resource, Action)>,
}

pub const SECTIONS: &[Section] = &[
    Section { name: "account", sql: ACCOUNT, right: None },
    Section { name: "account_addresses", sql: ACCOUNT_ADDRESSES, right: None },
    Section { name: "client", sql: CLIENT, right: Some((Resource::Account, Action::Show)) },
    Section { name: "address_book", sql: ADDRESS_BOOK, right: Some((Resource::SavedAddress, Action::List)) },
    Section { name: "saved_parcels", sql: SAVED_PARCELS, right: Some((Resource::SavedParcel, Action::List)) },
    Section { name: "shipments", sql: SHIPMENTS, right: Some((Resource::Shipment, Action::List)) },
    Section { name: "invoices", sql: INVOICES, right: Some((Resource::Invoice, Action::List)) },
    Section { name: "claims", sql: CLAIMS, right: Some((Resource::Claim, Action::List)) },
    Section { name: "tickets", sql: TICKETS, right: Some((Resource::SupportTicket, Action::List)) },
];

pub const ACCOUNT: &str = "
    select id, jsonb_build_object(
        'name', name, 'email', email, 'company_position', company_position, 'document', document, 'birthday', birthday,
        'phone_house', phone_house, 'phone_work', phone_work, 'phone_fax', phone_fax, 'phone_whatsapp', phone_whatsapp,
        'language', language, 'time_zone', time_zone, 'created_at', created_at, 'last_login_at', last_login_at)
    from users where id = $1 and id > $2";

pub const ACCOUNT_ADDRESSES: &str = "
    select id, jsonb_build_object(
        'label', label, 'country_id', country_id, 'postcode', postcode, 'address_1', address_1, 'address_2', address_2,
        'address_number', address_number, 'address_complement', address_complement, 'city', city,
        'is_default', is_default)
    from addresses where user_id = $1 and id > $2 order by id limit 500";

pub const CLIENT: &str = "
    select id, jsonb_build_object(
        'code', code, 'name', name, 'trading_name', trading_name, 'responsible', responsible, 'document', document,
        'ie', ie, 'birthday', birthday, 'email', email, 'phone', phone, 'emails', emails, 'phones', phones,
        'suite_code', suite_code, 'country_id', country_id, 'postcode', postcode, 'address_1', address_1,
        'address_2', address_2, 'address_number', address_number, 'address_complement', address_complement,
        'city', city, 'created_at', created_at)
    from clients where id = $1 and id > $2";

pub const ADDRESS_BOOK: &str = "
    select id, jsonb_build_object(
        'name', name, 'trading_name', trading_name, 'responsible', responsible, 'document', document, 'ie', ie,
        'email', email, 'phone', phone, 'country_id', country_id, 'postcode', postcode, 'address_1', address_1,
        'address_2', address_2, 'address_number', address_number, 'address_complement', address_complement,
        'city', city, 'created_at', created_at)
    from saved_addresses where client_id = $1 and id > $2 order by id limit 500";

pub const SAVED_PARCELS: &str = "
    select id, jsonb_build_object(
        'name', name, 'length_mm', length_mm, 'width_mm', width_mm, 'height_mm', height_mm, 'weight_g', weight_g,
        'created_at', created_at)
    from saved_parcels where client_id = $1 and id > $2 order by id limit 500";

pub const SHIPMENTS: &str = "
    select s.id, jsonb_build_object(
        'tracking_code', s.tracking_code, 'external_ref', s.external_ref, 'status', s.status,
        'created_at', s.created_at, 'confirmed_at', s.confirmed_at, 'shipped_on', s.shipped_on,
        'contents_type', s.contents_type, 'declared_value', s.declared_value, 'currency', s.currency,
        'total', s.total, 'total_currency', s.total_currency,
        'from', jsonb_build_object('name', s.from_name, 'document', s.from_document, 'email', s.from_email,
            'phone', s.from_phone, 'country_id', s.from_country_id, 'postcode', s.from_postcode,
            'address_1', s.from_address_1, 'address_2', s.from_address_2, 'address_number', s.from_address_number,
            'address_complement', s.from_address_complement, 'city', s.from_city),
        'to', jsonb_build_object('name', s.to_name, 'document', s.to_document, 'email', s.to_email,
            'phone', s.to_phone, 'country_id', s.to_country_id, 'postcode', s.to_postcode,
            'address_1', s.to_address_1, 'address_2', s.to_address_2, 'address_number', s.to_address_number,
            'address_complement', s.to_address_complement, 'city', s.to_city))
    from shipments s where s.client_id = $1 and s.id > $2 order by s.id limit 500";

pub const INVOICES: &str = "
    select id, jsonb_build_object(
        'kind', kind, 'code', code, 'status', status, 'client_name', client_name, 'issued_at', issued_at,
        'due_on', due_on, 'currency', currency, 'total', total, 'tax', tax, 'paid', paid, 'credited', credited)
    from invoices where client_id = $1 and status <> 'draft' and id > $2 order by id limit 500";

/// Without the names of staff.
pub const CLAIMS: &str = "
    select id, jsonb_build_object(
        'number', number, 'tracking_code', tracking_code, 'kind', kind, 'description', description, 'status', status,
        'currency', currency, 'claimed_amount', claimed_amount, 'decided_amount', decided_amount,
        'decision_note', decision_note, 'opened_at', created_at, 'decided_at', decided_at, 'paid_at', paid_at)
    from claims where client_id = $1 and id > $2 order by id limit 500";

/// Without the notes of staff.
pub const TICKETS: &str = "
    select t.id, jsonb_build_object(
        'number', t.number, 'status', t.status, 'created_at', t.created_at, 'closed_at', t.closed_at,
        'messages', (
            select coalesce(jsonb_agg(jsonb_build_object('at', m.created_at, 'by_staff', m.by_staff, 'text', m.body)
                order by m.seq), '[]')
            from support_messages m where m.ticket_id = t.id and m.note = 0))
    from support_tickets t where t.client_id = $1 and t.deleted_at is null and t.id > $2 order by t.id limit 500";
