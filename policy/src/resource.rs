//! Resources, and whose their records are. `action.rs` has all actions, `actions.rs` says which of them a resource has.

use crate::action::Action;
use crate::named::named;

named! {
    /// A comment says what the resource is, and after "Own:" which records count as own.
    Resource {
        /// The current user's home: figures of what the user can list.
        Dashboard = "dashboard",
        /// The current user.
        Account = "account",
        /// Own: those of the user's client or partner. Parcels and items have no rules of their own; the rules of
        /// their shipment apply.
        Shipment = "shipment",
        /// Files of shipments. Own: those of the user's client or partner.
        ShipmentImport = "shipment_import",
        /// Labels of the last mile, which are bought from carriers.
        CarrierLabel = "carrier_label",
        /// Labels of the last mile that carriers pick up, or get a manifest of.
        CarrierHandover = "carrier_handover",
        /// Parcels that a warehouse receives, weighs and measures.
        Receiving = "receiving",
        /// Parcels that are collected where they are. Own: those of the user's client.
        Pickup = "pickup",
        /// Shipments that measure otherwise than they were declared. Own: those of own shipments.
        Reweigh = "reweigh",
        /// Parcels that come to a warehouse for a client. Own: those of the user's client.
        InboundParcel = "inbound_parcel",
        /// Parcels of a client that are packed into one shipment. Own: those of the user's client.
        Repack = "repack",
        /// What goes to one consignee on one day.
        Delivery = "delivery",
        /// The runs of drivers. Own: those that the user drives.
        Route = "route",
        /// A list of the goods in a transport, for partners, airlines and customs.
        Manifest = "manifest",
        /// Parcels that are packed together for their transport.
        Bag = "bag",
        /// Goods that are kept in warehouses, and their movements. Own: those of the user's client.
        Stock = "stock",
        /// Goods that are kept in stock, of the company or of a client. Own: those of the user's client.
        StockItem = "stock_item",
        /// Shelves, floors and docks of warehouses.
        StockPlace = "stock_place",
        /// Goods to pick for somebody. Own: those of the user's client.
        PickList = "pick_list",
        /// Counts of what lies in places.
        Inventory = "inventory",
        /// Goods that are ordered from suppliers.
        Purchase = "purchase",
        /// Goods that the company buys for clients. Own: those of the user's client.
        BuyingRequest = "buying_request",
        /// Cash that drivers have handed in, and what they still have.
        CashHandover = "cash_handover",
        /// Cash on delivery that clients got, and what they still get. Own: those of the user's client.
        CodPayout = "cod_payout",
        /// Master air waybills: contracts with airlines over bags and loose shipments.
        Mawb = "mawb",
        /// Numbers of air waybills that airlines have given, of the company as a whole.
        MawbRange = "mawb_range",
        /// Messages of airlines about their waybills. They name people, so they have rights of their own.
        CargoMessage = "cargo_message",
        /// Bags that go together with the post, a lorry or a ship.
        Master = "master",
        /// The unpacking of what a waybill or a master brought.
        BreakBag = "break_bag",
        /// Requests to the health authority. Own: those about own shipments.
        RegulatoryRequest = "regulatory_request",
        /// The catalogue of events, without an owner. The events of a shipment follow the shipment's rules.
        TrackingEvent = "tracking_event",
        /// The prices of a shipment. Own: those of the user's client or partner.
        Quote = "quote",
        /// The search for a shipment by its code. Own: shipments of the user's client or partner.
        Tracking = "tracking",
        /// The address book: senders and recipients. Own: those of the user's client or partner.
        SavedAddress = "saved_address",
        /// Parcels to use again in shipments. Own: those of the user's client or partner.
        SavedParcel = "saved_parcel",
        /// Own: the tickets of the user's client or partner. Everybody also sees what is addressed to them.
        SupportTicket = "support_ticket",
        /// Subjects of tickets.
        SupportSubject = "support_subject",
        /// Groups of staff that answer tickets.
        SupportDepartment = "support_department",
        /// Texts that staff insert into replies.
        SupportTemplate = "support_template",
        /// Headings of the page with questions and answers.
        FaqGroup = "faq_group",
        /// Questions that many ask, with their answers. Everybody reads those that are published.
        FaqQuestion = "faq_question",
        /// Files that the company shares. Own: those for the user's client, for all clients or for all partners.
        Upload = "upload",
        /// The words of clients about delivered shipments. Own: those of the user's client or partner.
        Review = "review",
        /// Rooms of the messenger. Own: those that the user belongs to.
        Room = "room",
        /// E-mails that arrived for tickets.
        SupportMail = "support_mail",
        /// Long work, such as an export. Own: started by the user.
        BackgroundTask = "background_task",
        /// Own: those of the user.
        Notification = "notification",
        Client = "client",
        /// Contact data and address of a client, which its users change themselves. Own: those of the user's client.
        ClientDetails = "client_details",
        /// Users of a client, whom its users see, invite and deactivate. Own: those of the user's client.
        Colleague = "colleague",
        /// Groups of clients.
        ClientGroup = "client_group",
        Service = "service",
        /// Headings under which services are offered.
        ServiceGroup = "service_group",
        /// Price tables with their versions and grids.
        PriceTable = "price_table",
        /// Cost tables, costs of surcharges, and margins.
        PriceCost = "price_cost",
        /// Which price tables apply to whom.
        PriceAssignment = "price_assignment",
        /// Fuel percentages of carriers.
        FuelRate = "fuel_rate",
        /// Packaging that the company offers.
        Package = "package",
        User = "user",
        /// Rules of import taxes.
        TaxRule = "tax_rule",
        /// Branches of the company.
        Subsidiary = "subsidiary",
        /// Agents and resellers.
        Partner = "partner",
        /// Airlines, posts, couriers and brokers that work for the company.
        Provider = "provider",
        /// Places where parcels are received, sorted, stored or cleared.
        Warehouse = "warehouse",
        /// People at clients, partners and subsidiaries. Who may see the owner may see them.
        Contact = "contact",
        /// Addresses of clients, partners and subsidiaries.
        PartyAddress = "party_address",
        /// Bank accounts of clients, partners and subsidiaries; without `show`, their numbers are masked.
        BankAccount = "bank_account",
        /// Documents of clients, partners and subsidiaries.
        PartyDocument = "party_document",
        /// Types of these documents that the company adds to the fixed ones.
        DocumentType = "document_type",
        /// Places where clients hand in parcels.
        AdvancedPost = "advanced_post",
        /// The services that partners carry out.
        PartnerService = "partner_service",
        /// Banks of accounts.
        Bank = "bank",
        /// The money of clients. Own: of the user's client.
        Wallet = "wallet",
        /// Payments that clients announced. Own: by the user's client.
        Deposit = "deposit",
        /// Claims for goods that were lost or damaged. Own: of the user's client.
        Claim = "claim",
        /// Clients that others have sent. Own: whom the user's client has sent.
        Indication = "indication",
        /// Invoices and credit notes. Own: those of the user's client.
        Invoice = "invoice",
        /// Exchange rates by date.
        ExchangeRate = "exchange_rate",
        /// Airports, with the company's own data of each, and those that only it has.
        Airport = "airport",
        /// Currencies, with what the company decides about each.
        Currency = "currency",
        /// Languages of the company's pages, with what the company decides about each.
        OfferedLocale = "offered_locale",
        /// Countries, with what the company decides about each.
        Country = "country",
        /// Named sets of rules for users.
        UserProfile = "user_profile",
        /// The explanation of a permission.
        Policy = "policy",
        FeatureFlag = "feature_flag",
        TenantSetting = "tenant_setting",
        /// Hosts of the company.
        Domain = "domain",
        AuditEntry = "audit_entry",
        /// Tables with totals over the records that the user may list.
        Report = "report",
        /// Reports that are made at set times and sent to users. Own: those of the user.
        ReportSchedule = "report_schedule",
        /// Filters of lists. Own: saved by the user.
        SavedView = "saved_view",
        /// Tokens by which programs call the API. Own: those that the user made, who alone gives them rights.
        ApiToken = "api_token",
        /// Addresses of other systems that are told what happens.
        Webhook = "webhook",
        /// Online shops whose orders become shipments. Own: those that the user connected, in whose name they order.
        Shop = "shop",
        /// The company's own host, to which orders are forwarded.
        OrderLayer = "order_layer",
    }
}

/// Owner of an own record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The user's client or partner.
    Party,
    /// The user.
    User,
    /// The tenant; `own` has no meaning.
    Nobody,
}

impl Resource {
    pub const fn owner(self) -> Owner {
        match self {
            Self::Shipment
            | Self::ShipmentImport
            | Self::Pickup
            | Self::RegulatoryRequest
            | Self::Reweigh
            | Self::Quote
            | Self::Tracking
            | Self::SavedAddress
            | Self::SavedParcel
            | Self::ClientDetails
            | Self::Colleague
            | Self::SupportTicket
            | Self::Wallet
            | Self::Deposit
            | Self::Claim
            | Self::CodPayout
            | Self::Invoice
            | Self::InboundParcel
            | Self::Repack
            | Self::Stock
            | Self::StockItem
            | Self::PickList
            | Self::BuyingRequest
            | Self::Upload
            | Self::Review
            | Self::Indication
            | Self::Webhook => Owner::Party,
            Self::Dashboard
            | Self::Account
            | Self::Route
            | Self::Room
            | Self::BackgroundTask
            | Self::Notification
            | Self::SavedView
            | Self::ReportSchedule
            | Self::ApiToken
            | Self::Shop => Owner::User,
            _ => Owner::Nobody,
        }
    }

    /// Whether a record of it of the company tells of the records of all branches and clients: only staff who see all of them
    /// have rights on it.
    pub const fn is_of_whole_company(self) -> bool {
        matches!(self, Self::Webhook)
    }

    /// Whether its records belong to branches, so that staff bound to subsidiaries reach only some. A client belongs to
    /// no branch, and so does its address book.
    pub const fn is_of_branches(self) -> bool {
        matches!(
            self,
            Self::Shipment
                | Self::ShipmentImport
                | Self::CarrierLabel
                | Self::CarrierHandover
                | Self::Receiving
                | Self::Pickup
                | Self::Reweigh
                | Self::InboundParcel
                | Self::Repack
                | Self::Delivery
                | Self::Route
                | Self::Manifest
                | Self::Bag
                | Self::Stock
                | Self::StockPlace
                | Self::PickList
                | Self::Inventory
                | Self::Purchase
                | Self::BuyingRequest
                | Self::CashHandover
                | Self::CodPayout
                | Self::Claim
                | Self::Mawb
                | Self::CargoMessage
                | Self::Master
                | Self::BreakBag
                | Self::RegulatoryRequest
                | Self::Quote
                | Self::Tracking
                | Self::SupportTicket
                | Self::Invoice
                | Self::Review
        )
    }

    /// All resources with their actions.
    pub fn all_rights() -> impl Iterator<Item = (Self, Action)> {
        Self::ALL.iter().flat_map(|&it| it.actions().iter().map(move |&action| (it, action)))
    }

    pub fn has_action(self, action: Action) -> bool {
        self.actions().contains(&action)
    }
}
