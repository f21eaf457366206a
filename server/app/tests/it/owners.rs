//! Each table of a company has one owner, the only area that writes it. Other areas call functions of the owner. What they
//! read themselves is a list that only shrinks.

use std::collections::{BTreeMap, BTreeSet};

use regex::Regex;

use crate::support::sources::{of_server, root};

/// It stands above all areas: its commands fill, export and import companies.
const ABOVE: &str = "app";

/// A table and the area that writes it.
const OWNERS: &[(&str, &str)] = &[
    ("account_links", "access"),
    ("addresses", "account"),
    ("advanced_posts", "parties"),
    ("api_tokens", "access"),
    ("audit_entries", "core"),
    ("audit_seals", "core"),
    ("background_tasks", "core"),
    ("bag_dispatches", "customs"),
    ("bag_parcels", "customs"),
    ("bag_seals", "customs"),
    ("bag_unit_requests", "customs"),
    ("bags", "customs"),
    ("bank_accounts", "parties"),
    ("banks", "parties"),
    ("billable_charges", "ledger"),
    ("brand_assets", "site"),
    ("break_bag_lines", "customs"),
    ("break_bag_scans", "customs"),
    ("break_bags", "customs"),
    ("buying_requests", "stock"),
    ("cargo_events", "customs"),
    ("cargo_messages", "customs"),
    ("carrier_handovers", "carriers"),
    ("carrier_labels", "carriers"),
    ("cash_handovers", "field"),
    ("chat_drafts", "live"),
    ("chat_files", "live"),
    ("chat_members", "live"),
    ("chat_messages", "live"),
    ("chat_reactions", "live"),
    ("chat_reads", "live"),
    ("chat_rooms", "live"),
    ("chat_windows", "live"),
    ("claims", "money"),
    ("client_groups", "parties"),
    ("clients", "parties"),
    ("cod_payout_lines", "field"),
    ("cod_payouts", "field"),
    ("contacts", "parties"),
    ("default_views", "account"),
    ("deliveries", "field"),
    ("delivery_cash", "field"),
    ("delivery_shipments", "field"),
    ("deposits", "money"),
    ("document_layouts", "freight"),
    ("document_types", "parties"),
    ("email_changes", "access"),
    ("event_kinds", "freight"),
    ("exchange_rates", "site"),
    ("faq_groups", "support"),
    ("faq_questions", "support"),
    ("feature_flags", "core"),
    ("field_files", "field"),
    ("field_records", "field"),
    ("fuel_rates", "pricing"),
    ("inbound_parcels", "receiving"),
    ("indications", "money"),
    ("inventories", "stock"),
    ("inventory_counts", "stock"),
    ("inventory_lines", "stock"),
    ("inventory_places", "stock"),
    ("invoice_documents", "money"),
    ("invoice_items", "money"),
    ("invoice_payments", "money"),
    ("invoice_series", "money"),
    ("invoices", "money"),
    ("known_devices", "access"),
    ("ledger_accounts", "ledger"),
    ("ledger_postings", "ledger"),
    ("ledger_transactions", "ledger"),
    ("legal_consents", "access"),
    ("legal_texts", "access"),
    ("list_columns", "account"),
    ("live_events", "core"),
    ("live_head", "core"),
    ("lookup_edits", "site"),
    ("manifest_answers", "manifests"),
    ("manifest_gateways", "manifests"),
    ("manifest_lines", "manifests"),
    ("manifest_versions", "manifests"),
    ("manifests", "manifests"),
    ("master_bags", "customs"),
    ("masters", "customs"),
    ("mawb_contents", "customs"),
    ("mawb_ranges", "customs"),
    ("mawb_revisions", "customs"),
    ("mawbs", "customs"),
    ("missing_parcels", "receiving"),
    ("notification_choices", "account"),
    ("notification_deliveries", "core"),
    ("notification_subjects", "core"),
    ("notifications", "core"),
    ("order_calls", "orders"),
    ("own_airports", "site"),
    ("packages", "freight"),
    ("parcel_measurements", "receiving"),
    ("parcels", "freight"),
    ("partner_configs", "parties"),
    ("partner_services", "parties"),
    ("partners", "parties"),
    ("party_addresses", "parties"),
    ("party_documents", "parties"),
    ("pending_identities", "access"),
    ("pending_sign_ins", "access"),
    ("pick_list_lines", "stock"),
    ("pick_lists", "stock"),
    ("pickup_shipments", "field"),
    ("pickups", "field"),
    ("policy_state", "access"),
    ("postal_operators", "customs"),
    ("postcode_cache", "site"),
    ("price_assignments", "pricing"),
    ("price_bands", "pricing"),
    ("price_cells", "pricing"),
    ("price_scopes", "pricing"),
    ("price_surcharges", "pricing"),
    ("price_table_publications", "pricing"),
    ("price_table_versions", "pricing"),
    ("price_tables", "pricing"),
    ("price_zone_members", "pricing"),
    ("price_zones", "pricing"),
    ("profile_rules", "access"),
    ("profiles", "access"),
    ("providers", "parties"),
    ("purchase_lines", "stock"),
    ("purchase_receipts", "stock"),
    ("purchases", "stock"),
    ("quotes", "pricing"),
    ("received_parcels", "receiving"),
    ("recovery_codes", "access"),
    ("referral_codes", "money"),
    ("regulatory_documents", "regulatory"),
    ("regulatory_history", "regulatory"),
    ("regulatory_requests", "regulatory"),
    ("repacks", "receiving"),
    ("report_runs", "reports"),
    ("report_schedules", "reports"),
    ("returned_cash", "field"),
    ("reviews", "support"),
    ("reweighs", "receiving"),
    ("route_stops", "field"),
    ("routes", "field"),
    ("saved_addresses", "freight"),
    ("saved_parcels", "freight"),
    ("saved_views", "account"),
    ("second_factors", "access"),
    ("service_groups", "pricing"),
    ("services", "pricing"),
    ("sessions", "access"),
    ("settings", "core"),
    ("shipment_charges", "freight"),
    ("shipment_events", "freight"),
    ("shipment_import_lines", "imports"),
    ("shipment_import_mappings", "imports"),
    ("shipment_imports", "imports"),
    ("shipment_items", "freight"),
    ("shipments", "freight"),
    ("sign_in_providers", "access"),
    ("social_attempts", "access"),
    ("stock_items", "stock"),
    ("stock_levels", "stock"),
    ("stock_lots", "stock"),
    ("stock_movements", "stock"),
    ("stock_photos", "stock"),
    ("stock_places", "stock"),
    ("stock_reservations", "stock"),
    ("subsidiaries", "parties"),
    ("support_correspondents", "support"),
    ("support_counter", "support"),
    ("support_departments", "support"),
    ("support_drafts", "support"),
    ("support_files", "support"),
    ("support_mail_refusals", "support"),
    ("support_mails", "support"),
    ("support_message_mails", "support"),
    ("support_messages", "support"),
    ("support_recipients", "support"),
    ("support_seen", "support"),
    ("support_subjects", "support"),
    ("support_templates", "support"),
    ("support_tickets", "support"),
    ("tax_rules", "pricing"),
    ("tracking_email_texts", "freight"),
    ("tracking_ranges", "freight"),
    ("tracking_subscriptions", "freight"),
    ("uploads", "support"),
    ("user_identities", "access"),
    ("user_profiles", "access"),
    ("user_subsidiaries", "access"),
    ("users", "access"),
    ("warehouses", "parties"),
    ("webhook_deliveries", "integrations"),
    ("webhook_endpoints", "integrations"),
    ("webhook_events", "integrations"),
];

/// An area and a table of another area that it reads. This list only shrinks.
const FOREIGN_READS: &[(&str, &str)] = &[
    ("access", "client_groups"),
    ("access", "clients"),
    ("access", "partners"),
    ("access", "providers"),
    ("access", "services"),
    ("access", "subsidiaries"),
    ("core", "brand_assets"),
    ("core", "clients"),
    ("core", "exchange_rates"),
    ("core", "lookup_edits"),
    ("core", "notification_choices"),
    ("core", "partners"),
    ("core", "policy_state"),
    ("core", "sign_in_providers"),
    ("core", "users"),
    ("freight", "brand_assets"),
    ("freight", "clients"),
    ("freight", "lookup_edits"),
    ("freight", "partners"),
    ("freight", "price_assignments"),
    ("freight", "quotes"),
    ("freight", "regulatory_requests"),
    ("freight", "services"),
    ("freight", "subsidiaries"),
    ("freight", "users"),
    ("imports", "background_tasks"),
    ("imports", "client_groups"),
    ("imports", "clients"),
    ("imports", "lookup_edits"),
    ("imports", "partners"),
    ("imports", "services"),
    ("imports", "subsidiaries"),
    ("ledger", "clients"),
    ("live", "clients"),
    ("live", "partners"),
    ("live", "shipments"),
    ("live", "support_tickets"),
    ("live", "users"),
    ("money", "bank_accounts"),
    ("money", "banks"),
    ("money", "billable_charges"),
    ("money", "clients"),
    ("money", "contacts"),
    ("money", "ledger_accounts"),
    ("money", "ledger_postings"),
    ("money", "ledger_transactions"),
    ("money", "lookup_edits"),
    ("money", "services"),
    ("money", "shipments"),
    ("money", "subsidiaries"),
    ("money", "users"),
    ("parties", "deposits"),
    ("parties", "ledger_accounts"),
    ("parties", "own_airports"),
    ("parties", "services"),
    ("parties", "shipment_imports"),
    ("parties", "shipments"),
    ("parties", "user_subsidiaries"),
    ("parties", "users"),
    ("pricing", "client_groups"),
    ("pricing", "clients"),
    ("pricing", "partners"),
    ("pricing", "providers"),
    ("pricing", "shipment_charges"),
    ("pricing", "shipments"),
    ("regulatory", "shipments"),
    ("site", "clients"),
    ("site", "ledger_accounts"),
    ("site", "price_table_versions"),
    ("site", "price_tables"),
    ("site", "settings"),
    ("site", "support_subjects"),
    ("support", "clients"),
    ("support", "partners"),
    ("support", "services"),
    ("support", "shipments"),
    ("support", "subsidiaries"),
    ("support", "user_subsidiaries"),
    ("support", "users"),
];

/// The table that a statement, a `record::Table` or `record::Records` write.
const WRITTEN: &str =
    r#"\b(?:insert into|update|delete from)\s+(\w+)|\b(?:Table|Records) \{\s*(?:name|table): "(\w+)""#;
/// A table that a statement or a `record::Listing` reads.
const READ: &str = r#"\b(?:from|join)\s+(\w+)|\bfrom: "(\w+)"#;

#[test]
fn each_table_has_an_owner() {
    let owned: Vec<&str> = OWNERS.iter().map(|(table, _)| *table).collect();
    assert!(owned.is_sorted(), "OWNERS is in the order of the tables");
    assert_eq!(owned, Vec::from_iter(tables()));
}

#[test]
fn a_table_is_written_by_its_owner_only() {
    let owners: BTreeMap<&str, &str> = OWNERS.iter().copied().collect();
    let written = named_tables(WRITTEN);
    assert!(written.len() >= OWNERS.len(), "the sources write only {} tables", written.len());
    let foreign: Vec<_> = written
        .iter()
        .filter(|(area, table)| owners.get(table.as_str()).is_some_and(|owner| owner != area))
        .collect();
    assert!(foreign.is_empty(), "an area writes a table of another: {foreign:#?}");
}

#[test]
fn an_area_reads_only_the_foreign_tables_of_the_list() {
    let owners: BTreeMap<&str, &str> = OWNERS.iter().copied().collect();
    let read = named_tables(READ);
    let foreign: BTreeSet<(&str, &str)> = read
        .iter()
        .map(|(area, table)| (area.as_str(), table.as_str()))
        .filter(|(area, table)| owners.get(table).is_some_and(|owner| owner != area))
        .collect();
    let listed: BTreeSet<(&str, &str)> = FOREIGN_READS.iter().copied().collect();
    let added: Vec<_> = foreign.difference(&listed).collect();
    assert!(added.is_empty(), "ask the owner of the table instead of reading it: {added:#?}");
    let gone: Vec<_> = listed.difference(&foreign).collect();
    assert!(gone.is_empty(), "no longer read, take them out of the list: {gone:#?}");
}

#[test]
fn statements_and_blocks_name_their_tables() {
    let named = |pattern: &str, text: &str| names(&Regex::new(pattern).unwrap(), text);
    assert_eq!(named(WRITTEN, "insert into users (id) values ($1)"), ["users"]);
    assert_eq!(named(WRITTEN, "delete from\n  sessions s using users u"), ["sessions"]);
    assert_eq!(named(WRITTEN, "const BANKS: Table = Table {\n    name: \"banks\","), ["banks"]);
    assert_eq!(named(WRITTEN, "Records = Records {\n    table: \"deposits\","), ["deposits"]);
    assert_eq!(named(READ, "select 1 from users u left join clients c on true"), ["users", "clients"]);
    assert_eq!(named(READ, "Listing { from: \"deposits d\" }"), ["deposits"]);
}

/// The tables that migrations create in a company's schema, in order.
fn tables() -> BTreeSet<String> {
    let comment = Regex::new("--[^\n]*").unwrap();
    let created = Regex::new(r"create table (?:if not exists )?(\w+)").unwrap();
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(root().join("migrations/tenant")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "sql") {
            let text = std::fs::read_to_string(&path).unwrap();
            let text = comment.replace_all(&text, "");
            found.extend(created.captures_iter(&text).map(|capture| capture[1].to_owned()));
        }
    }
    found
}

/// Areas with the tables that their sources name after a pattern.
fn named_tables(pattern: &str) -> BTreeSet<(String, String)> {
    let (pattern, tables) = (Regex::new(pattern).unwrap(), tables());
    let mut found = BTreeSet::new();
    for source in of_server() {
        let area = source.name.split('/').next().unwrap_or_default();
        if area == ABOVE || source.name.contains("/tests") {
            continue;
        }
        let named = names(&pattern, &code(&source.text)).into_iter();
        found.extend(named.filter(|name| tables.contains(name)).map(|name| (area.to_owned(), name)));
    }
    found
}

/// What the groups of a pattern find.
fn names(pattern: &Regex, text: &str) -> Vec<String> {
    let found = pattern.captures_iter(text);
    found
        .filter_map(|capture| capture.iter().skip(1).flatten().next().map(|name| name.as_str().into()))
        .collect()
}

/// A source without its tests and its lines of comments.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}
