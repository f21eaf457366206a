//! The side menu: what policy, the tenant's flags and the screens that exist leave of it.

use serde::Serialize;

use crate::{
    grants::Grants,
    resource::{Action, Resource},
};

/// Which entries a user gets. Served in `/profile`; groups are drawn from their members.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Menu {
    pub dashboard: bool,
    pub services: bool,
    pub bags: bool,
    pub mawbs: bool,
    pub pickups: bool,
    pub deliveries: bool,
    pub shipments: bool,
    pub manifests: bool,
    pub tracking: bool,
    pub stocks: bool,
    pub clients: bool,
    pub packages: bool,
    pub report_shipments: bool,
    pub report_detailed_shipments: bool,
    pub report_stocks: bool,
    pub report_detail_stock: bool,
    pub notifications: bool,
    pub reviews: bool,
    pub my_account: bool,
    pub supports: bool,
    /// In the user's menu rather than in the side bar.
    pub processes: bool,
    /// From here on in the group Administration.
    pub subsidiaries: bool,
    pub partners: bool,
    pub users: bool,
    pub profiles: bool,
    pub feature_flags: bool,
    pub audit_log: bool,
    pub tenant_settings: bool,
}

/// The entries of [`Menu`], in the order they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    Dashboard,
    Services,
    Bags,
    Mawbs,
    Pickups,
    Deliveries,
    Shipments,
    Manifests,
    Tracking,
    Stocks,
    Clients,
    Packages,
    ReportShipments,
    ReportDetailedShipments,
    ReportStocks,
    ReportDetailStock,
    Notifications,
    Reviews,
    MyAccount,
    Supports,
    Processes,
    Subsidiaries,
    Partners,
    Users,
    Profiles,
    FeatureFlags,
    AuditLog,
    TenantSettings,
}

/// Entries whose screen exists. No other is ever shown, so that no link leads nowhere.
pub const BUILT: &[Entry] = &[
    Entry::Shipments,
    Entry::Tracking,
    Entry::Packages,
    Entry::MyAccount,
    Entry::Processes,
    Entry::Subsidiaries,
    Entry::Partners,
    Entry::Users,
    Entry::Profiles,
    Entry::FeatureFlags,
    Entry::AuditLog,
    Entry::TenantSettings,
];

impl Entry {
    /// The tenant's flag that switches the entry on; without one it is always there.
    pub const fn flag(self) -> Option<&'static str> {
        match self {
            Self::Services => Some("services"),
            Self::Bags | Self::Mawbs => Some("bags_master"),
            Self::Pickups => Some("pickup"),
            Self::Deliveries => Some("delivery"),
            Self::Stocks => Some("stock"),
            Self::Clients => Some("clients"),
            Self::Packages => Some("auxiliar"),
            Self::Reviews => Some("reviews"),
            _ => None,
        }
    }

    /// What policy must allow. None while the right itself is still to come.
    pub const fn needs(self) -> Option<(Resource, Action)> {
        match self {
            Self::Shipments => Some((Resource::Shipment, Action::List)),
            Self::Tracking => Some((Resource::Tracking, Action::Search)),
            Self::Packages => Some((Resource::Package, Action::List)),
            Self::MyAccount => Some((Resource::Account, Action::Show)),
            Self::Processes => Some((Resource::BackgroundTask, Action::List)),
            Self::Subsidiaries => Some((Resource::Subsidiary, Action::List)),
            Self::Partners => Some((Resource::Partner, Action::List)),
            Self::Users => Some((Resource::User, Action::List)),
            Self::Profiles => Some((Resource::UserProfile, Action::List)),
            Self::FeatureFlags => Some((Resource::FeatureFlag, Action::List)),
            Self::AuditLog => Some((Resource::AuditEntry, Action::List)),
            Self::TenantSettings => Some((Resource::TenantSetting, Action::Show)),
            _ => None,
        }
    }
}

/// How a menu flag stands in a tenant that has not said otherwise.
pub fn default_on(flag: &str) -> bool {
    matches!(flag, "stock" | "integrations")
}

/// `flag` tells whether the tenant has that flag on.
pub fn menu(grants: &Grants, flag: impl Fn(&str) -> bool) -> Menu {
    let shows = |entry: Entry| {
        BUILT.contains(&entry)
            && entry.flag().is_none_or(&flag)
            && entry.needs().is_some_and(|(resource, action)| grants.allow(resource, action))
    };
    Menu {
        dashboard: shows(Entry::Dashboard),
        services: shows(Entry::Services),
        bags: shows(Entry::Bags),
        mawbs: shows(Entry::Mawbs),
        pickups: shows(Entry::Pickups),
        deliveries: shows(Entry::Deliveries),
        shipments: shows(Entry::Shipments),
        manifests: shows(Entry::Manifests),
        tracking: shows(Entry::Tracking),
        stocks: shows(Entry::Stocks),
        clients: shows(Entry::Clients),
        packages: shows(Entry::Packages),
        report_shipments: shows(Entry::ReportShipments),
        report_detailed_shipments: shows(Entry::ReportDetailedShipments),
        report_stocks: shows(Entry::ReportStocks),
        report_detail_stock: shows(Entry::ReportDetailStock),
        notifications: shows(Entry::Notifications),
        reviews: shows(Entry::Reviews),
        my_account: shows(Entry::MyAccount),
        supports: shows(Entry::Supports),
        processes: shows(Entry::Processes),
        subsidiaries: shows(Entry::Subsidiaries),
        partners: shows(Entry::Partners),
        users: shows(Entry::Users),
        profiles: shows(Entry::Profiles),
        feature_flags: shows(Entry::FeatureFlags),
        audit_log: shows(Entry::AuditLog),
        tenant_settings: shows(Entry::TenantSettings),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Policy, UserType};

    #[test]
    fn everybody_gets_the_built_entries_that_policy_grants_and_nothing_dead() {
        for user_type in UserType::ALL {
            let runs_it = matches!(user_type, UserType::Admin | UserType::Dev);
            let built = Menu {
                shipments: true,
                tracking: true,
                packages: user_type != UserType::Client,
                my_account: true,
                processes: true,
                subsidiaries: runs_it,
                partners: runs_it,
                users: user_type == UserType::Admin,
                profiles: user_type == UserType::Admin,
                feature_flags: runs_it,
                audit_log: runs_it,
                tenant_settings: runs_it,
                ..Menu::default()
            };
            assert_eq!(menu(&Policy::shipped().grants(user_type), |_| true), built, "{user_type:?}");
        }
    }

    #[test]
    fn without_a_grant_there_is_no_entry() {
        assert_eq!(menu(&Grants::NONE, |_| true), Menu::default());
    }

    #[test]
    fn a_built_entry_says_what_it_needs() {
        assert!(BUILT.iter().all(|entry| entry.needs().is_some()));
    }

    #[test]
    fn entries_that_are_always_there_are_granted_to_every_type() {
        let always = [Entry::Shipments, Entry::Tracking, Entry::MyAccount];
        for (entry, user_type) in always.into_iter().flat_map(|it| UserType::ALL.map(|t| (it, t))) {
            let (resource, action) = entry.needs().unwrap();
            assert_eq!(entry.flag(), None);
            assert!(Policy::shipped().grants(user_type).allow(resource, action), "{entry:?} {user_type:?}");
        }
    }
}
