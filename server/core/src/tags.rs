//! The tags of the OpenAPI documents.

use poem_openapi::Tags;

#[derive(Tags)]
pub enum Tag {
    /// Sign-in, sign-out and the session cookie.
    Access,
    /// The second factor of a sign-in: codes from an app.
    SecondFactor,
    /// Sign-in through identity providers, and the account created at the first sign-in.
    Social,
    /// Users of the company, managed by administrators.
    Users,
    /// Profiles: permissions in addition to the user type, and explanations of permissions.
    Permissions,
    /// The signed-in user.
    Account,
    /// The signed-in user's own data and sign-in settings.
    MyAccount,
    /// The tenant of this domain: name, theme, languages, configuration.
    Site,
    /// Figures of the month, charts, and what needs attention.
    Dashboard,
    /// Settings and feature flags of the company.
    Company,
    /// Files that the company shares with its staff, partners and clients.
    Uploads,
    /// How other systems work with the company: tokens of programs, and webhooks.
    Integrations,
    /// Hosts of the company: claim, verification, primary host.
    Domains,
    /// Saved views and chosen columns of lists.
    Lists,
    /// Data to choose from: countries, currencies, services.
    Lookups,
    /// Shared countries, airports and currencies with the company's own words and switches.
    Reference,
    /// Clients of the company.
    Parties,
    /// The packaging a company offers.
    Packages,
    /// The services a company sells.
    Services,
    /// The words of clients about delivered shipments.
    Reviews,
    /// Rules of import taxes, and the taxes due on a declaration.
    Taxes,
    /// Price tables with their versions, fuel rates and assignments.
    Prices,
    /// The prices of a shipment by service.
    Quotes,
    /// Branches of the company, with their users and shipments.
    Subsidiaries,
    /// Agents and resellers of the company.
    Partners,
    /// Airlines, posts, couriers, brokers and others that work for the company, and warehouses.
    Providers,
    /// Exchange rates by date.
    Money,
    /// Wallets, deposits and invoices of clients.
    Finance,
    /// Saved senders and recipients.
    AddressBook,
    /// Shipments with their parcels and items.
    Shipments,
    /// Parcels that a warehouse receives, weighs and measures.
    Receiving,
    /// Parcels that are collected where they are.
    Pickups,
    /// Deliveries to consignees, and the runs of drivers.
    Deliveries,
    /// Calls of the phone of a driver.
    Field,
    /// Bags with parcels, air waybills and other masters, and manifests.
    Consolidation,
    /// Goods in warehouses: places, items, lots, movements and pick lists.
    Stock,
    /// Requests to the health authority about shipments.
    Regulatory,
    /// Shipments imported from files.
    Imports,
    /// Tickets with their messages and recipients, subjects and departments.
    Support,
    /// Rooms with their members and messages.
    Chat,
    /// Events of a shipment, and its public view.
    Tracking,
    /// Tables with totals over the records of the company.
    Reports,
    /// The audit log.
    Audit,
    /// Background tasks, their progress and results.
    Processes,
    /// Notifications of the signed-in user.
    Notifications,
    /// Changes as they happen.
    Live,
}

/// Tags of the operator's document.
#[derive(Tags)]
pub enum OperatorTag {
    /// Creation, suspension and deletion of tenants.
    Tenants,
    /// Hosts of tenants.
    Domains,
    /// Feature flags of tenants.
    Flags,
    /// The log of this API.
    Log,
}
