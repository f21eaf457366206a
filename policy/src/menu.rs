//! The menu, filtered by policy and the tenant's flags.

use crate::{action::Action, grants::Grants, resource::Resource};

/// An entry of the menu, or a screen without an entry that only some users can open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Name in the API and in `web/src/app/menu-entries.ts` or `menu-office.ts`.
    pub name: &'static str,
    /// Rights that show it; one of them is enough.
    pub any_of: &'static [(Resource, Action)],
    /// The tenant's flag that shows it; none if it is always shown.
    pub flag: Option<&'static str>,
}

/// All entries, one row each. An entry is added together with its screen, so that no link is broken.
pub const MENU: &[Entry] = &[
    Entry { name: "dashboard", any_of: &[(Resource::Dashboard, Action::Show)], flag: None },
    Entry { name: "services", any_of: &[(Resource::Service, Action::List)], flag: Some("services") },
    Entry { name: "bags", any_of: &[(Resource::Bag, Action::List)], flag: Some("bags_master") },
    Entry {
        name: "mawbs",
        any_of: &[
            (Resource::Mawb, Action::List),
            (Resource::MawbRange, Action::List),
            (Resource::Master, Action::List),
            (Resource::BreakBag, Action::List),
            (Resource::CargoMessage, Action::List),
        ],
        flag: Some("bags_master"),
    },
    Entry { name: "pickups", any_of: &[(Resource::Pickup, Action::List)], flag: Some("pickup") },
    Entry { name: "deliveries", any_of: &[(Resource::Delivery, Action::List)], flag: Some("delivery") },
    Entry { name: "routes", any_of: &[(Resource::Route, Action::List)], flag: Some("delivery") },
    Entry { name: "field", any_of: &[(Resource::Route, Action::Record)], flag: Some("delivery") },
    Entry {
        name: "cash_handovers",
        any_of: &[(Resource::CashHandover, Action::List)],
        flag: Some("cash_on_delivery"),
    },
    Entry { name: "shipments", any_of: &[(Resource::Shipment, Action::List)], flag: None },
    Entry { name: "manifests", any_of: &[(Resource::Manifest, Action::List)], flag: None },
    Entry { name: "calculator", any_of: &[(Resource::Quote, Action::Create)], flag: None },
    Entry { name: "quotes", any_of: &[(Resource::Quote, Action::List)], flag: None },
    Entry { name: "tracking", any_of: &[(Resource::Tracking, Action::Search)], flag: None },
    Entry { name: "saved_addresses", any_of: &[(Resource::SavedAddress, Action::List)], flag: None },
    Entry { name: "receiving", any_of: &[(Resource::Receiving, Action::Scan)], flag: None },
    Entry { name: "reweighs", any_of: &[(Resource::Reweigh, Action::Decide)], flag: None },
    Entry { name: "inbound_parcels", any_of: &[(Resource::InboundParcel, Action::List)], flag: None },
    Entry { name: "repacks", any_of: &[(Resource::Repack, Action::List)], flag: None },
    Entry { name: "stocks", any_of: &[(Resource::Stock, Action::List)], flag: Some("stock") },
    Entry { name: "pick_lists", any_of: &[(Resource::PickList, Action::List)], flag: Some("stock") },
    Entry { name: "inventories", any_of: &[(Resource::Inventory, Action::List)], flag: Some("stock") },
    Entry {
        name: "buying_requests",
        any_of: &[(Resource::BuyingRequest, Action::List)],
        flag: Some("stock"),
    },
    Entry { name: "purchases", any_of: &[(Resource::Purchase, Action::List)], flag: Some("stock") },
    Entry { name: "stock_items", any_of: &[(Resource::StockItem, Action::List)], flag: Some("stock") },
    Entry { name: "stock_places", any_of: &[(Resource::StockPlace, Action::List)], flag: Some("stock") },
    Entry { name: "clients", any_of: &[(Resource::Client, Action::List)], flag: Some("clients") },
    Entry { name: "wallets", any_of: &[(Resource::Wallet, Action::List)], flag: None },
    Entry { name: "deposits", any_of: &[(Resource::Deposit, Action::List)], flag: None },
    Entry { name: "claims", any_of: &[(Resource::Claim, Action::List)], flag: None },
    Entry {
        name: "cod_payouts",
        any_of: &[(Resource::CodPayout, Action::List)],
        flag: Some("cash_on_delivery"),
    },
    Entry { name: "invoices", any_of: &[(Resource::Invoice, Action::List)], flag: None },
    Entry { name: "indications", any_of: &[(Resource::Indication, Action::List)], flag: Some("indications") },
    Entry { name: "documents", any_of: &[(Resource::Invoice, Action::List)], flag: None },
    Entry { name: "client_groups", any_of: &[(Resource::ClientGroup, Action::List)], flag: Some("clients") },
    Entry { name: "packages", any_of: &[(Resource::Package, Action::List)], flag: Some("auxiliar") },
    Entry { name: "reports_shipments", any_of: &[(Resource::Report, Action::Show)], flag: None },
    Entry { name: "reports_detailed_shipments", any_of: &[(Resource::Report, Action::Show)], flag: None },
    Entry { name: "reports_shipments_lacc", any_of: &[(Resource::Report, Action::Show)], flag: None },
    Entry { name: "reports_stocks", any_of: &[(Resource::Report, Action::Show)], flag: Some("stock") },
    Entry { name: "reports_detail_stock", any_of: &[(Resource::Report, Action::Show)], flag: Some("stock") },
    Entry { name: "reports_financial", any_of: &[(Resource::Report, Action::Show)], flag: None },
    Entry { name: "reports_insurance", any_of: &[(Resource::Report, Action::Show)], flag: None },
    Entry { name: "reports_price_table", any_of: &[(Resource::PriceAssignment, Action::List)], flag: None },
    Entry { name: "report_schedules", any_of: &[(Resource::ReportSchedule, Action::List)], flag: None },
    Entry { name: "notifications", any_of: &[(Resource::Notification, Action::List)], flag: None },
    Entry { name: "reviews", any_of: &[(Resource::Review, Action::List)], flag: Some("reviews") },
    Entry { name: "my_account", any_of: &[(Resource::Account, Action::Show)], flag: None },
    Entry { name: "processes", any_of: &[(Resource::BackgroundTask, Action::List)], flag: None },
    Entry { name: "support_tickets", any_of: &[(Resource::SupportTicket, Action::List)], flag: None },
    Entry { name: "tour", any_of: &[(Resource::Account, Action::Show)], flag: None },
    Entry { name: "regulatory_requests", any_of: &[(Resource::RegulatoryRequest, Action::List)], flag: None },
    Entry { name: "providers", any_of: &[(Resource::Provider, Action::List)], flag: None },
    Entry { name: "warehouses", any_of: &[(Resource::Warehouse, Action::List)], flag: None },
    Entry { name: "service_groups", any_of: &[(Resource::ServiceGroup, Action::List)], flag: None },
    Entry { name: "airports", any_of: &[(Resource::Airport, Action::List)], flag: None },
    Entry { name: "currencies", any_of: &[(Resource::Currency, Action::List)], flag: None },
    Entry { name: "locales", any_of: &[(Resource::OfferedLocale, Action::List)], flag: None },
    Entry { name: "countries", any_of: &[(Resource::Country, Action::List)], flag: None },
    Entry { name: "exchange_rates", any_of: &[(Resource::ExchangeRate, Action::List)], flag: None },
    Entry { name: "price_tables", any_of: &[(Resource::PriceTable, Action::List)], flag: None },
    Entry { name: "price_assignments", any_of: &[(Resource::PriceAssignment, Action::List)], flag: None },
    Entry { name: "fuel_rates", any_of: &[(Resource::FuelRate, Action::List)], flag: None },
    Entry { name: "tracking_events", any_of: &[(Resource::TrackingEvent, Action::List)], flag: None },
    Entry { name: "advanced_posts", any_of: &[(Resource::AdvancedPost, Action::List)], flag: None },
    Entry { name: "party_documents", any_of: &[(Resource::PartyDocument, Action::List)], flag: None },
    Entry {
        name: "integrations",
        any_of: &[
            (Resource::ApiToken, Action::List),
            (Resource::Webhook, Action::List),
            (Resource::Shop, Action::List),
            (Resource::OrderLayer, Action::Show),
        ],
        flag: Some("integrations"),
    },
    Entry { name: "uploads", any_of: &[(Resource::Upload, Action::List)], flag: None },
    Entry { name: "subsidiaries", any_of: &[(Resource::Subsidiary, Action::List)], flag: None },
    Entry { name: "partners", any_of: &[(Resource::Partner, Action::List)], flag: None },
    Entry { name: "banks", any_of: &[(Resource::Bank, Action::List)], flag: None },
    Entry { name: "tax_rules", any_of: &[(Resource::TaxRule, Action::List)], flag: None },
    Entry { name: "support_subjects", any_of: &[(Resource::SupportSubject, Action::List)], flag: None },
    Entry { name: "support_departments", any_of: &[(Resource::SupportDepartment, Action::List)], flag: None },
    Entry { name: "support_templates", any_of: &[(Resource::SupportTemplate, Action::List)], flag: None },
    Entry {
        name: "faq_questions",
        any_of: &[(Resource::FaqQuestion, Action::List), (Resource::FaqGroup, Action::List)],
        flag: None,
    },
    Entry { name: "users", any_of: &[(Resource::User, Action::List)], flag: None },
    Entry { name: "profiles", any_of: &[(Resource::UserProfile, Action::List)], flag: None },
    Entry { name: "tenant_settings", any_of: &[(Resource::TenantSetting, Action::Show)], flag: None },
    Entry { name: "feature_flags", any_of: &[(Resource::FeatureFlag, Action::List)], flag: None },
    Entry { name: "audit_log", any_of: &[(Resource::AuditEntry, Action::List)], flag: None },
];

/// Default of a menu flag in a tenant that has not set it.
pub fn default_on(flag: &str) -> bool {
    matches!(flag, "stock" | "integrations")
}

/// The flag of a tenant that opens a resource; none if it is always open.
pub fn flag_of(resource: Resource) -> Option<&'static str> {
    let is_of = |entry: &&Entry| entry.any_of.iter().any(|&(of, _)| of == resource);
    MENU.iter().find(is_of).and_then(|entry| entry.flag)
}

/// The resources that the tenant's flags close: screen and operations. Their records stay, and can be chosen where
/// others need them.
pub fn list_closed(flag: impl Fn(&str) -> bool) -> Vec<Resource> {
    Resource::ALL.iter().copied().filter(|&it| flag_of(it).is_some_and(|name| !flag(name))).collect()
}

/// Lists the entries for a user with these grants. `is_flag_on` says whether a flag of the tenant is on.
pub fn menu(grants: &Grants, is_flag_on: impl Fn(&str) -> bool) -> Vec<&'static Entry> {
    let is_on = |entry: &&Entry| entry.flag.is_none_or(&is_flag_on);
    let is_granted =
        |entry: &&Entry| entry.any_of.iter().any(|&(resource, action)| grants.allow(resource, action));
    MENU.iter().filter(is_on).filter(is_granted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Policy, Scope, UserType};

    fn names(grants: &Grants, flag: impl Fn(&str) -> bool) -> Vec<&'static str> {
        menu(grants, flag).into_iter().map(|entry| entry.name).collect()
    }

    /// The menu of a client.
    const OF_CLIENT: [&str; 35] = [
        "dashboard",
        "pickups",
        "shipments",
        "calculator",
        "quotes",
        "tracking",
        "saved_addresses",
        "inbound_parcels",
        "repacks",
        "stocks",
        "pick_lists",
        "buying_requests",
        "wallets",
        "deposits",
        "claims",
        "cod_payouts",
        "invoices",
        "indications",
        "documents",
        "reports_shipments",
        "reports_detailed_shipments",
        "reports_shipments_lacc",
        "reports_stocks",
        "reports_detail_stock",
        "reports_financial",
        "reports_insurance",
        "notifications",
        "reviews",
        "my_account",
        "processes",
        "support_tickets",
        "tour",
        "regulatory_requests",
        "integrations",
        "uploads",
    ];

    /// The menu of a member of the staff.
    const OF_STAFF: [&str; 68] = [
        "dashboard",
        "services",
        "bags",
        "mawbs",
        "pickups",
        "deliveries",
        "routes",
        "field",
        "cash_handovers",
        "shipments",
        "manifests",
        "calculator",
        "quotes",
        "tracking",
        "saved_addresses",
        "receiving",
        "reweighs",
        "inbound_parcels",
        "repacks",
        "stocks",
        "pick_lists",
        "inventories",
        "buying_requests",
        "purchases",
        "stock_items",
        "stock_places",
        "clients",
        "wallets",
        "deposits",
        "claims",
        "cod_payouts",
        "invoices",
        "indications",
        "documents",
        "client_groups",
        "packages",
        "reports_shipments",
        "reports_detailed_shipments",
        "reports_shipments_lacc",
        "reports_stocks",
        "reports_detail_stock",
        "reports_financial",
        "reports_insurance",
        "reports_price_table",
        "report_schedules",
        "notifications",
        "reviews",
        "my_account",
        "processes",
        "support_tickets",
        "tour",
        "regulatory_requests",
        "providers",
        "warehouses",
        "service_groups",
        "airports",
        "currencies",
        "locales",
        "countries",
        "exchange_rates",
        "price_tables",
        "price_assignments",
        "fuel_rates",
        "tracking_events",
        "advanced_posts",
        "party_documents",
        "integrations",
        "uploads",
    ];

    #[test]
    fn each_user_type_gets_the_entries_that_policy_grants() {
        let dev = [
            &OF_STAFF[..],
            &["subsidiaries", "partners", "banks", "tax_rules", "support_subjects", "support_departments"],
            &["support_templates", "faq_questions", "tenant_settings", "feature_flags", "audit_log"],
        ];
        let admin = MENU.iter().map(|entry| entry.name).collect::<Vec<_>>();
        let of = |user_type| names(&Policy::load_shipped().grants(user_type), |_| true);
        assert_eq!(of(UserType::Client), OF_CLIENT);
        assert_eq!(of(UserType::User), OF_STAFF);
        assert_eq!(of(UserType::Dev), dev.concat());
        assert_eq!(of(UserType::Admin), admin);
    }

    #[test]
    fn an_entry_needs_a_grant() {
        assert!(menu(&Grants::NONE, |_| true).is_empty());
    }

    #[test]
    fn one_right_of_an_entry_is_enough() {
        for entry in MENU {
            for &(resource, action) in entry.any_of {
                let mut grants = Grants::NONE;
                grants.give(resource, action, Scope::Own);
                assert!(names(&grants, |_| true).contains(&entry.name), "{resource} {action}");
            }
        }
    }

    #[test]
    fn an_entry_needs_its_flag() {
        let admin = Policy::load_shipped().grants(UserType::Admin);
        let off = names(&admin, |_| false);
        for entry in MENU {
            assert_eq!(off.contains(&entry.name), entry.flag.is_none(), "{}", entry.name);
        }
    }

    #[test]
    fn entries_have_unique_names_and_existing_rights() {
        for (at, entry) in MENU.iter().enumerate() {
            assert!(MENU[..at].iter().all(|other| other.name != entry.name), "{}", entry.name);
            assert!(
                entry.any_of.iter().all(|&(resource, action)| resource.has_action(action)),
                "{}",
                entry.name
            );
        }
    }
}
