//! What each operation of the document asks of who calls it.

use policy::{Action, Resource};

use crate::isolation::PUBLIC;

pub enum Asks {
    /// Nothing: it is there for people who are not signed in.
    Nothing,
    /// To be signed in, as whoever.
    Session,
    /// A right that policy gives.
    Right(Resource, Action),
}

/// None when nobody has said it yet.
pub fn asks(operation: &str) -> Option<Asks> {
    if PUBLIC.contains(&operation) {
        return Some(Asks::Nothing);
    }
    if SESSION.contains(&operation) {
        return Some(Asks::Session);
    }
    let entry = RIGHTS.iter().find(|(id, ..)| *id == operation);
    entry.map(|&(_, resource, action)| Asks::Right(resource, action))
}

/// For whoever is signed in, without a right of its own. This list may only shrink.
pub const SESSION: &[&str] = &[
    "logout",
    "user_switch_back",
    "current_person_show",
    "profile_show",
    "locale_update",
    "address_search",
    "lookup_airports",
    "lookup_currencies",
    "lookup_chargeable_currencies",
    "lookup_banks",
    "lookup_packages",
    "lookup_advanced_posts",
];

/// Refused while somebody acts as another: what a person signs in with is nobody else's to change.
pub const NOT_WHILE_SWITCHED: &[&str] = &[
    "account_password",
    "account_email_change",
    "account_email_cancel",
    "account_email_confirm",
    "account_device_update",
    "account_device_delete",
    "account_device_delete_others",
    "account_second_factor_begin",
    "account_second_factor_enable",
    "account_second_factor_renew_codes",
    "account_second_factor_disable",
];

pub const RIGHTS: &[(&str, Resource, Action)] = &[
    ("user_list", Resource::User, Action::List),
    ("user_create", Resource::User, Action::Create),
    ("user_show", Resource::User, Action::Show),
    ("user_update", Resource::User, Action::Update),
    ("user_delete", Resource::User, Action::Delete),
    ("user_activate", Resource::User, Action::Activate),
    ("user_deactivate", Resource::User, Action::Deactivate),
    ("user_invite", Resource::User, Action::Invite),
    ("user_reset_password", Resource::User, Action::ResetPassword),
    ("user_reset_second_factor", Resource::User, Action::ResetSecondFactor),
    ("user_switch", Resource::User, Action::Switch),
    ("user_profile_list", Resource::UserProfile, Action::List),
    ("user_profile_create", Resource::UserProfile, Action::Create),
    ("user_profile_select", Resource::UserProfile, Action::Select),
    ("user_profile_matrix", Resource::UserProfile, Action::Show),
    ("user_profile_show", Resource::UserProfile, Action::Show),
    ("user_profile_update", Resource::UserProfile, Action::Update),
    ("user_profile_delete", Resource::UserProfile, Action::Delete),
    ("policy_explain", Resource::Policy, Action::Explain),
    ("saved_view_list", Resource::SavedView, Action::List),
    ("saved_view_create", Resource::SavedView, Action::Create),
    ("saved_view_delete", Resource::SavedView, Action::Delete),
    ("list_columns_show", Resource::SavedView, Action::List),
    ("list_columns_update", Resource::SavedView, Action::Update),
    ("account_show", Resource::Account, Action::Show),
    ("account_update", Resource::Account, Action::Update),
    ("account_picture", Resource::Account, Action::Show),
    ("account_password", Resource::Account, Action::Update),
    ("account_email_change", Resource::Account, Action::Update),
    ("account_email_cancel", Resource::Account, Action::Update),
    ("account_email_confirm", Resource::Account, Action::Update),
    ("account_device_list", Resource::Account, Action::Show),
    ("account_device_update", Resource::Account, Action::Update),
    ("account_device_delete", Resource::Account, Action::Update),
    ("account_device_delete_others", Resource::Account, Action::Update),
    ("account_second_factor_show", Resource::Account, Action::Show),
    ("account_second_factor_begin", Resource::Account, Action::Update),
    ("account_second_factor_enable", Resource::Account, Action::Update),
    ("account_second_factor_renew_codes", Resource::Account, Action::Update),
    ("account_second_factor_disable", Resource::Account, Action::Update),
    ("account_address_list", Resource::Account, Action::Show),
    ("account_address_create", Resource::Account, Action::Update),
    ("account_address_update", Resource::Account, Action::Update),
    ("account_address_delete", Resource::Account, Action::Update),
    ("account_notification_list", Resource::Account, Action::Show),
    ("account_notification_update", Resource::Account, Action::Update),
    ("account_activity_list", Resource::Account, Action::Show),
    ("audit_entry_list", Resource::AuditEntry, Action::List),
    ("audit_entry_export", Resource::AuditEntry, Action::Export),
    ("feature_flag_list", Resource::FeatureFlag, Action::List),
    ("feature_flag_update", Resource::FeatureFlag, Action::Update),
    ("tenant_setting_show", Resource::TenantSetting, Action::Show),
    ("tenant_setting_update", Resource::TenantSetting, Action::Update),
    ("domain_list", Resource::Domain, Action::List),
    ("domain_create", Resource::Domain, Action::Create),
    ("domain_verify", Resource::Domain, Action::Verify),
    ("domain_update", Resource::Domain, Action::Update),
    ("domain_delete", Resource::Domain, Action::Delete),
    ("tenant_setting_brand", Resource::TenantSetting, Action::Update),
    ("tenant_setting_test_letter", Resource::TenantSetting, Action::Update),
    ("lookup_services", Resource::Service, Action::Select),
    ("lookup_shipment_events", Resource::TrackingEvent, Action::List),
    ("package_list", Resource::Package, Action::List),
    ("package_create", Resource::Package, Action::Create),
    ("package_show", Resource::Package, Action::Show),
    ("package_update", Resource::Package, Action::Update),
    ("package_activate", Resource::Package, Action::Activate),
    ("package_deactivate", Resource::Package, Action::Deactivate),
    ("subsidiary_list", Resource::Subsidiary, Action::List),
    ("subsidiary_select", Resource::Subsidiary, Action::Select),
    ("subsidiary_show", Resource::Subsidiary, Action::Show),
    ("subsidiary_create", Resource::Subsidiary, Action::Create),
    ("subsidiary_update", Resource::Subsidiary, Action::Update),
    ("subsidiary_activate", Resource::Subsidiary, Action::Activate),
    ("subsidiary_deactivate", Resource::Subsidiary, Action::Deactivate),
    ("partner_list", Resource::Partner, Action::List),
    ("partner_select", Resource::Partner, Action::Select),
    ("partner_show", Resource::Partner, Action::Show),
    ("partner_create", Resource::Partner, Action::Create),
    ("partner_update", Resource::Partner, Action::Update),
    ("partner_activate", Resource::Partner, Action::Activate),
    ("partner_deactivate", Resource::Partner, Action::Deactivate),
    ("client_select", Resource::Client, Action::Select),
    ("shipment_import_list", Resource::ShipmentImport, Action::List),
    ("shipment_import_create", Resource::ShipmentImport, Action::Create),
    ("shipment_import_fields", Resource::ShipmentImport, Action::Create),
    ("shipment_import_show", Resource::ShipmentImport, Action::Show),
    ("shipment_import_update", Resource::ShipmentImport, Action::Update),
    ("shipment_import_check", Resource::ShipmentImport, Action::Process),
    ("shipment_import_process", Resource::ShipmentImport, Action::Process),
    ("shipment_import_cancel", Resource::ShipmentImport, Action::Process),
    ("shipment_import_refused_lines", Resource::ShipmentImport, Action::Show),
    ("shipment_import_refused", Resource::ShipmentImport, Action::Show),
    ("shipment_list", Resource::Shipment, Action::List),
    ("shipment_create", Resource::Shipment, Action::Create),
    ("shipment_show", Resource::Shipment, Action::Show),
    ("shipment_update", Resource::Shipment, Action::Update),
    ("shipment_cancel", Resource::Shipment, Action::Cancel),
    ("shipment_duplicate", Resource::Shipment, Action::Duplicate),
    ("shipment_label", Resource::Shipment, Action::PrintLabel),
    ("shipment_print_labels", Resource::Shipment, Action::PrintLabel),
    ("shipment_event_list", Resource::Shipment, Action::Show),
    ("shipment_record_event", Resource::Shipment, Action::RecordEvent),
    ("background_task_list", Resource::BackgroundTask, Action::List),
    ("background_task_show", Resource::BackgroundTask, Action::Show),
    ("background_task_delete", Resource::BackgroundTask, Action::Delete),
    ("background_task_cancel", Resource::BackgroundTask, Action::Cancel),
    ("background_task_clear", Resource::BackgroundTask, Action::Clear),
    ("background_task_file", Resource::BackgroundTask, Action::Show),
];
