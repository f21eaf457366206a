//! The rooms of the published documents.

use poem_openapi::Tags;

#[derive(Tags)]
pub enum Tag {
    /// Sign-in, sign-out and the session cookie.
    Access,
    /// The second step of a sign-in, by codes of an app.
    SecondFactor,
    /// Sign-in by providers of identities, and the account of whoever comes by one for the first time.
    Social,
    /// The tenant's people, as administrators keep them.
    Users,
    /// Profiles: what people may do on top of their user type, and why they may not.
    Permissions,
    /// The signed-in user.
    Account,
    /// What the signed-in user says of themselves, and how they sign in.
    MyAccount,
    /// The tenant as its domain shows it: name, theme, languages, configuration.
    Site,
    /// What administrators decide about the company: settings and feature flags.
    Company,
    /// Hosts of the company: claimed, proven, primary.
    Domains,
    /// Lists as people keep them: saved views and chosen columns.
    Lists,
    /// Data to choose from: countries, currencies, services.
    Lookups,
    /// Clients and others the company works with.
    Parties,
    /// The packaging a company offers.
    Packages,
    /// Branches of the company, to which people and shipments belong.
    Subsidiaries,
    /// Agents and resellers the company works with.
    Partners,
    /// Shipments with their parcels and items.
    Shipments,
    /// Shipments brought in from files.
    Imports,
    /// What happened to a shipment, and its public view.
    Tracking,
    /// Who did what.
    Audit,
    /// Long work, its progress and its results.
    Processes,
}

/// Of the operator's document.
#[derive(Tags)]
pub enum OperatorTag {
    /// The life of tenants.
    Tenants,
    /// Hosts of tenants.
    Domains,
    /// Feature flags of tenants.
    Flags,
    /// What was done by this API.
    Log,
}
