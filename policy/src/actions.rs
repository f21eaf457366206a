//! The actions of each resource.

use crate::action::Action::{self, Activate, Attach, Create, Deactivate, Delete, List, Select, Show, Update};
use crate::resource::Resource;

/// Records that others choose, without an inactive state.
const ON_CHOICES: &[Action] = &[List, Show, Create, Update, Delete, Select];

const ON_SHIPMENTS: &[Action] = &[
    List,
    Show,
    Action::Export,
    Create,
    Update,
    Action::Confirm,
    Action::Reprice,
    Action::Cancel,
    Action::Duplicate,
    Action::PrintLabel,
    Action::Proof,
    Action::RecordEvent,
    Action::Hold,
    Action::Release,
];

const ON_PICKUPS: &[Action] = &[
    List,
    Show,
    Create,
    Update,
    Action::Schedule,
    Action::Collect,
    Action::Fail,
    Action::Cancel,
    Action::Proof,
];

const ON_INBOUND_PARCELS: &[Action] = &[
    List,
    Show,
    Create,
    Update,
    Action::Receive,
    Action::Identify,
    Action::PutAway,
    Action::Abandon,
    Action::Cancel,
];

const ON_REPACKS: &[Action] =
    &[List, Show, Create, Action::Start, Action::Scan, Action::Finish, Action::Cancel];

const ON_CLAIMS: &[Action] = &[
    List,
    Show,
    Create,
    Update,
    Action::Approve,
    Action::Refuse,
    Action::Pay,
    Action::Reopen,
    Action::Withdraw,
];

const ON_CLIENTS: &[Action] =
    &[List, Show, Create, Update, Activate, Deactivate, Delete, Select, Action::SetCredit, Action::Merge];

const ON_DELIVERIES: &[Action] = &[
    List,
    Show,
    Create,
    Update,
    Action::Assign,
    Action::Reopen,
    Action::Return,
    Action::Cancel,
    Action::Proof,
];

const ON_ROUTES: &[Action] =
    &[List, Show, Create, Update, Action::Load, Action::Start, Action::Close, Action::Cancel, Action::Record];

const ON_REPORT_SCHEDULES: &[Action] = &[
    List,
    Show,
    Create,
    Update,
    Delete,
    Action::Pause,
    Action::Resume,
    Action::TakeOver,
    Action::Run,
    Action::Send,
];

const ON_MANIFESTS: &[Action] = &[
    List,
    Show,
    Action::Export,
    Create,
    Update,
    Action::Close,
    Action::Reopen,
    Action::Send,
    Action::RecordAnswer,
    Action::Amend,
    Action::AmendLate,
    Action::Cancel,
];

const ON_BAGS: &[Action] = &[
    List,
    Show,
    Create,
    Update,
    Action::Scan,
    Action::Remove,
    Action::Move,
    Action::Close,
    Action::Register,
    Action::Reopen,
    Action::Cancel,
];

const ON_MAWBS: &[Action] = &[
    List,
    Show,
    Action::Export,
    Create,
    Update,
    Action::Scan,
    Action::Remove,
    Action::Book,
    Action::Issue,
    Action::Amend,
    Action::AmendLate,
    Action::Void,
    Action::RecordEvent,
];

const ON_STOCKS: &[Action] = &[
    List,
    Show,
    Action::Receive,
    Action::Move,
    Action::Remove,
    Action::Adjust,
    Action::Return,
    Action::Reverse,
    Action::Hold,
    Action::Release,
];

const ON_PICK_LISTS: &[Action] =
    &[List, Show, Create, Action::Allocate, Action::Scan, Action::Finish, Action::Pack, Action::Cancel];

const ON_INVENTORIES: &[Action] = &[
    List,
    Show,
    Create,
    Action::Start,
    Action::Count,
    Action::Finish,
    Action::Recount,
    Action::Approve,
    Action::Cancel,
];

const ON_PURCHASES: &[Action] = &[
    List,
    Show,
    Create,
    Update,
    Action::Order,
    Action::Receive,
    Action::Return,
    Action::Close,
    Action::Cancel,
];

const ON_BUYING_REQUESTS: &[Action] =
    &[List, Show, Create, Action::Quote, Action::Accept, Action::Buy, Action::Refund, Action::Cancel];

const ON_MASTERS: &[Action] = &[
    List,
    Show,
    Create,
    Update,
    Action::Close,
    Action::Reopen,
    Action::Depart,
    Action::Arrive,
    Action::Deliver,
    Action::Cancel,
];

const ON_BREAK_BAGS: &[Action] = &[
    List,
    Show,
    Create,
    Action::Scan,
    Action::Resolve,
    Action::Finish,
    Action::Reopen,
    Action::Close,
    Action::Cancel,
];

const ON_USERS: &[Action] = &[
    List,
    Show,
    Create,
    Update,
    Delete,
    Activate,
    Deactivate,
    Action::Invite,
    Action::ResetPassword,
    Action::ResetSecondFactor,
    Action::Switch,
];

const ON_TICKETS: &[Action] = &[
    List,
    Show,
    Create,
    Update,
    Action::Reply,
    Action::Note,
    Action::AppendRecipient,
    Action::Assign,
    Action::Close,
    Action::Reopen,
    Action::Archive,
    Action::Unarchive,
    Activate,
    Deactivate,
    Delete,
];

const ON_PRICE_TABLES: &[Action] = &[
    List,
    Show,
    Create,
    Update,
    Delete,
    Activate,
    Deactivate,
    Action::Publish,
    Action::Archive,
    Select,
    Action::Simulate,
];

const ON_INVOICES: &[Action] = &[
    List,
    Show,
    Action::Export,
    Create,
    Update,
    Delete,
    Action::Issue,
    Action::Send,
    Action::Pay,
    Action::Credit,
    Action::Void,
];

impl Resource {
    /// The actions of this resource, which this function and those below share out by area: each hands what it does not know to
    /// the next. Each action is required by an operation or a menu entry. A rule with any other
    /// action is an error in the policy.
    pub const fn actions(self) -> &'static [Action] {
        match self {
            Self::AuditEntry => &[List, Action::Export],
            Self::Report => &[Show, Action::Export, Action::Cost, Action::Personal],
            Self::FeatureFlag => &[List, Update],
            Self::Dashboard | Self::PriceCost => &[Show],
            Self::Account | Self::TenantSetting => &[Show, Update],
            Self::Shipment => ON_SHIPMENTS,
            Self::ShipmentImport => &[List, Show, Create, Update, Action::Process],
            Self::RegulatoryRequest => {
                &[List, Show, Create, Update, Delete, Action::ChangeStatus, Attach, Action::Verify]
            }
            Self::Tracking => &[Action::Search],
            Self::Room => &[List, Show, Create, Update, Action::Send],
            Self::BackgroundTask => &[List, Show, Action::Cancel, Action::Retry, Delete, Action::Clear],
            Self::Notification => &[List, Update, Delete],
            Self::Client => ON_CLIENTS,
            Self::ClientDetails => &[Update],
            Self::Colleague => &[List, Create, Action::Invite, Deactivate, Delete],
            Self::Service => &[List, Show, Create, Update, Activate, Deactivate, Delete, Select],
            Self::Contact
            | Self::PartyAddress
            | Self::BankAccount
            | Self::PartnerService
            | Self::PriceAssignment
            | Self::Upload
            | Self::Airport => &[List, Show, Create, Update, Delete],
            Self::PartyDocument => &[List, Show, Create, Update, Action::Verify, Delete],
            Self::PriceTable => ON_PRICE_TABLES,
            Self::User => ON_USERS,
            Self::Bank => &[List, Show, Create, Update, Activate, Deactivate, Delete, Action::Import],
            Self::Package | Self::FaqQuestion => &[List, Show, Create, Update, Activate, Deactivate, Delete],
            Self::TaxRule => &[List, Show, Create, Update, Delete, Action::Assess],
            Self::UserProfile | Self::SavedAddress | Self::FuelRate => ON_CHOICES,
            Self::SupportTicket => ON_TICKETS,
            Self::SupportMail => &[List, Show, Action::Retry, Delete],
            Self::Subsidiary
            | Self::Partner
            | Self::Provider
            | Self::Warehouse
            | Self::ClientGroup
            | Self::DocumentType
            | Self::AdvancedPost
            | Self::TrackingEvent
            | Self::ServiceGroup
            | Self::StockItem
            | Self::StockPlace
            | Self::SupportSubject
            | Self::SupportDepartment
            | Self::SupportTemplate
            | Self::FaqGroup => &[List, Show, Create, Update, Activate, Deactivate, Delete, Select],
            Self::Country | Self::Currency | Self::OfferedLocale => &[List, Show, Update],
            Self::Policy => &[Action::Explain],
            Self::Domain => &[List, Create, Action::Verify, Update, Delete],
            Self::SavedView => &[List, Create, Update, Delete],
            Self::ReportSchedule => ON_REPORT_SCHEDULES,
            Self::Indication => &[List, Action::Invite, Update],
            Self::Review => &[List, Show, Action::Submit, Action::Answer, Action::Publish, Action::Hide],
            Self::ApiToken | Self::Webhook | Self::Shop | Self::OrderLayer => self.actions_of_integrations(),
            _ => self.actions_on_money(),
        }
    }

    /// The actions of what other systems use.
    const fn actions_of_integrations(self) -> &'static [Action] {
        match self {
            Self::ApiToken => &[List, Create, Update, Action::Rotate, Action::Revoke],
            Self::Webhook => &[List, Show, Create, Update, Delete, Action::Rotate],
            Self::Shop => &[List, Create, Update, Action::Revoke],
            Self::OrderLayer => &[Show, Update, Action::Send],
            _ => &[],
        }
    }

    /// The actions on money.
    const fn actions_on_money(self) -> &'static [Action] {
        match self {
            Self::Wallet => &[List, Show, Action::Refund, Action::Adjust],
            Self::Quote => &[List, Show, Create, Update, Action::Send, Action::Withdraw],
            Self::Deposit => &[List, Show, Create, Action::Confirm, Action::Refuse, Action::Withdraw],
            Self::Claim => ON_CLAIMS,
            Self::Invoice => ON_INVOICES,
            Self::ExchangeRate => &[List, Create, Action::Import],
            _ => self.actions_in_hand(),
        }
    }

    /// The actions on parcels, goods and cash in hand: of warehouses and drivers.
    const fn actions_in_hand(self) -> &'static [Action] {
        match self {
            Self::Receiving => {
                &[List, Action::Scan, Action::Measure, Action::Identify, Action::Withdraw, Action::Close]
            }
            Self::CarrierLabel | Self::CarrierHandover => &[Show, Create, Action::Cancel],
            Self::SavedParcel => &[List, Create, Delete],
            Self::Pickup => ON_PICKUPS,
            Self::Reweigh => &[List, Show, Action::Accept, Action::Dispute, Action::Decide],
            Self::InboundParcel => ON_INBOUND_PARCELS,
            Self::Repack => ON_REPACKS,
            Self::Delivery => ON_DELIVERIES,
            Self::Route => ON_ROUTES,
            Self::Stock => ON_STOCKS,
            Self::PickList => ON_PICK_LISTS,
            Self::Inventory => ON_INVENTORIES,
            Self::Purchase => ON_PURCHASES,
            Self::BuyingRequest => ON_BUYING_REQUESTS,
            Self::CashHandover => &[List, Show, Create, Action::Decide],
            Self::CodPayout => &[List, Show, Create, Action::Reverse],
            _ => self.actions_in_transport(),
        }
    }

    /// The actions on bags, waybills and manifests, in which shipments go together.
    const fn actions_in_transport(self) -> &'static [Action] {
        match self {
            Self::Bag => ON_BAGS,
            Self::Mawb => ON_MAWBS,
            Self::MawbRange => &[List, Create, Action::Close],
            Self::CargoMessage => &[List, Show, Create, Action::Retry, Action::Close],
            Self::Manifest => ON_MANIFESTS,
            Self::Master => ON_MASTERS,
            Self::BreakBag => ON_BREAK_BAGS,
            _ => &[],
        }
    }
}
