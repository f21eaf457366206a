//! The permission that each operation of the document requires.

use policy::{Action, Resource};

use crate::isolation::PUBLIC;

pub enum Asks {
    /// None: users need not be signed in.
    Nothing,
    /// A session of any user.
    Session,
    /// A right of the policy.
    Right(Resource, Action),
}

/// None if the operation is not in any list.
pub fn asks(operation: &str) -> Option<Asks> {
    if PUBLIC.contains(&operation) {
        return Some(Asks::Nothing);
    }
    if SESSION.contains(&operation) {
        return Some(Asks::Session);
    }
    let exception = EXCEPTIONS.iter().find(|(id, ..)| *id == operation);
    let right = exception.map(|&(_, resource, action)| (resource, action)).or_else(|| named(operation));
    right.map(|(resource, action)| Asks::Right(resource, action))
}

/// The right that the operation is named after: `bank_update` asks for `bank`, `update`.
fn named(operation: &str) -> Option<(Resource, Action)> {
    let rights =
        Resource::ALL.iter().flat_map(|resource| Action::ALL.iter().map(move |action| (*resource, *action)));
    let mut known = rights.filter(|(resource, action)| resource.knows(*action));
    known.find(|(resource, action)| format!("{resource}_{action}") == operation)
}

/// For all signed-in users, without a right. This list can only shrink.
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

/// Refused while an administrator acts as another user, who alone can change their sign-in data.
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

/// Operations whose right is not in their name.
pub const EXCEPTIONS: &[(&str, Resource, Action)] = &[
    ("invoice_pdf", Resource::Invoice, Action::Show),
    ("invoice_proposal", Resource::Invoice, Action::Create),
    ("invoice_generate", Resource::Invoice, Action::Create),
    ("invoice_issue_many", Resource::Invoice, Action::Issue),
    ("wallet_entry_list", Resource::Wallet, Action::Show),
    ("deposit_confirm_many", Resource::Deposit, Action::Confirm),
    ("deposit_accounts", Resource::Deposit, Action::Create),
    ("deposit_receipt", Resource::Deposit, Action::Show),
    ("price_version_list", Resource::PriceTable, Action::Show),
    ("price_version_create", Resource::PriceTable, Action::Create),
    ("price_version_show", Resource::PriceTable, Action::Show),
    ("price_version_update", Resource::PriceTable, Action::Update),
    ("price_version_delete", Resource::PriceTable, Action::Delete),
    ("price_version_publish", Resource::PriceTable, Action::Publish),
    ("price_version_archive", Resource::PriceTable, Action::Archive),
    ("price_version_check", Resource::PriceTable, Action::Show),
    ("price_version_compare", Resource::PriceTable, Action::Show),
    ("price_version_export", Resource::PriceTable, Action::Show),
    ("price_version_import", Resource::PriceTable, Action::Update),
    ("price_grid_show", Resource::PriceTable, Action::Show),
    ("price_grid_update", Resource::PriceTable, Action::Update),
    ("quote_calculate", Resource::Quote, Action::Create),
    ("quote_choose", Resource::Quote, Action::Update),
    ("shipment_quote", Resource::Quote, Action::Create),
    ("shipment_charges", Resource::Shipment, Action::Show),
    ("support_ticket_seen", Resource::SupportTicket, Action::Show),
    ("support_ticket_accept_mail", Resource::SupportTicket, Action::Reply),
    ("support_ticket_resume_mail", Resource::SupportTicket, Action::Note),
    ("support_ticket_revoke_mail", Resource::SupportTicket, Action::Note),
    ("support_mail_file", Resource::SupportMail, Action::Show),
    ("support_mail_open", Resource::SupportMail, Action::Retry),
    ("support_ticket_create_form", Resource::SupportTicket, Action::Create),
    ("support_ticket_edit_form", Resource::SupportTicket, Action::Update),
    ("support_ticket_draft", Resource::SupportTicket, Action::Show),
    ("support_ticket_draft_save", Resource::SupportTicket, Action::Reply),
    ("support_ticket_new_draft", Resource::SupportTicket, Action::Create),
    ("support_ticket_new_draft_save", Resource::SupportTicket, Action::Create),
    ("support_ticket_attach", Resource::SupportTicket, Action::Reply),
    ("support_ticket_new_attach", Resource::SupportTicket, Action::Create),
    ("support_ticket_detach", Resource::SupportTicket, Action::List),
    ("support_ticket_file", Resource::SupportTicket, Action::Show),
    ("support_ticket_picture", Resource::SupportTicket, Action::Show),
    ("support_department_staff", Resource::SupportDepartment, Action::Select),
    ("support_address_search", Resource::SupportTicket, Action::Create),
    ("support_address_users", Resource::SupportTicket, Action::Create),
    ("room_unread", Resource::Room, Action::List),
    ("room_search_list", Resource::Room, Action::List),
    ("room_contact_list", Resource::Room, Action::Create),
    ("room_message_list", Resource::Room, Action::Show),
    ("room_read", Resource::Room, Action::Show),
    ("room_file", Resource::Room, Action::Show),
    ("room_member_picture", Resource::Room, Action::Show),
    ("room_attach", Resource::Room, Action::Send),
    ("room_draft", Resource::Room, Action::Send),
    ("room_react", Resource::Room, Action::Send),
    ("room_add_members", Resource::Room, Action::Update),
    ("room_remove_member", Resource::Room, Action::Update),
    ("room_open_ticket", Resource::SupportTicket, Action::Create),
    ("notification_restore", Resource::Notification, Action::Delete),
    ("provider_warehouse_select", Resource::Warehouse, Action::Select),
    ("client_duplicates", Resource::Client, Action::List),
    ("client_merge_preview", Resource::Client, Action::Merge),
    ("partner_address", Resource::Partner, Action::Show),
    ("partner_config_list", Resource::Partner, Action::Show),
    ("partner_config_show", Resource::Partner, Action::Show),
    ("partner_config_update", Resource::Partner, Action::Update),
    ("party_document_file", Resource::PartyDocument, Action::Show),
    ("dashboard_chart", Resource::Dashboard, Action::Show),
    ("dashboard_waiting", Resource::Dashboard, Action::Show),
    ("shipment_undo_event", Resource::Shipment, Action::RecordEvent),
    ("user_profile_matrix", Resource::UserProfile, Action::Show),
    ("user_rights", Resource::Policy, Action::Explain),
    ("user_devices", Resource::User, Action::Show),
    ("list_columns_show", Resource::SavedView, Action::List),
    ("saved_view_set_default", Resource::SavedView, Action::Update),
    ("list_columns_update", Resource::SavedView, Action::Update),
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
    ("live_event_list", Resource::Account, Action::Show),
    ("tenant_setting_brand", Resource::TenantSetting, Action::Update),
    ("tenant_setting_test_email", Resource::TenantSetting, Action::Update),
    ("tenant_setting_tracking_email_list", Resource::TenantSetting, Action::Show),
    ("tenant_setting_tracking_email_update", Resource::TenantSetting, Action::Update),
    ("tenant_setting_tracking_email_preview", Resource::TenantSetting, Action::Update),
    ("tenant_setting_tracking_email_test", Resource::TenantSetting, Action::Update),
    ("tenant_setting_document_layout_list", Resource::TenantSetting, Action::Show),
    ("tenant_setting_document_layout_show", Resource::TenantSetting, Action::Show),
    ("tenant_setting_document_layout_version", Resource::TenantSetting, Action::Show),
    ("tenant_setting_document_layout_update", Resource::TenantSetting, Action::Update),
    ("tenant_setting_document_layout_preview", Resource::TenantSetting, Action::Update),
    ("lookup_services", Resource::Service, Action::Select),
    ("country_restore", Resource::Country, Action::Update),
    ("airport_restore", Resource::Airport, Action::Update),
    ("currency_restore", Resource::Currency, Action::Update),
    ("lookup_shipment_events", Resource::TrackingEvent, Action::Select),
    ("shipment_import_fields", Resource::ShipmentImport, Action::Create),
    ("shipment_import_check", Resource::ShipmentImport, Action::Process),
    ("shipment_import_choose_sheet", Resource::ShipmentImport, Action::Update),
    ("shipment_import_correct", Resource::ShipmentImport, Action::Process),
    ("shipment_import_cancel", Resource::ShipmentImport, Action::Process),
    ("shipment_import_refused_lines", Resource::ShipmentImport, Action::Show),
    ("shipment_import_refused", Resource::ShipmentImport, Action::Show),
    ("client_import_list", Resource::Client, Action::Create),
    ("client_import_fields", Resource::Client, Action::Create),
    ("client_import_create", Resource::Client, Action::Create),
    ("client_import_show", Resource::Client, Action::Create),
    ("client_import_update", Resource::Client, Action::Create),
    ("client_import_choose_sheet", Resource::Client, Action::Create),
    ("client_import_correct", Resource::Client, Action::Create),
    ("client_import_check", Resource::Client, Action::Create),
    ("client_import_process", Resource::Client, Action::Create),
    ("client_import_cancel", Resource::Client, Action::Create),
    ("client_import_refused_lines", Resource::Client, Action::Create),
    ("client_import_refused", Resource::Client, Action::Create),
    ("regulatory_request_change_status_many", Resource::RegulatoryRequest, Action::ChangeStatus),
    ("regulatory_request_resend", Resource::RegulatoryRequest, Action::ChangeStatus),
    ("regulatory_request_record", Resource::RegulatoryRequest, Action::ChangeStatus),
    ("regulatory_request_history", Resource::RegulatoryRequest, Action::Show),
    ("regulatory_request_document", Resource::RegulatoryRequest, Action::Show),
    ("regulatory_request_detach", Resource::RegulatoryRequest, Action::Update),
    ("shipment_count", Resource::Shipment, Action::List),
    ("shipment_proposal", Resource::Shipment, Action::Create),
    ("hs_code_select", Resource::Shipment, Action::Create),
    ("shipment_label", Resource::Shipment, Action::PrintLabel),
    ("shipment_document", Resource::Shipment, Action::PrintLabel),
    ("shipment_print_labels", Resource::Shipment, Action::PrintLabel),
    ("shipment_event_list", Resource::Shipment, Action::Show),
    ("portal_home_show", Resource::Shipment, Action::List),
    ("notification_read", Resource::Notification, Action::Update),
    ("notification_read_by_get", Resource::Notification, Action::Update),
    ("notification_unread", Resource::Notification, Action::Update),
    ("notification_unread_by_get", Resource::Notification, Action::Update),
    ("notification_all_read", Resource::Notification, Action::Update),
    ("notification_all_read_by_get", Resource::Notification, Action::Update),
    ("background_task_file", Resource::BackgroundTask, Action::Show),
];
