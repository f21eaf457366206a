//! The rights of a user, and the explanation of each.

use poem::http::StatusCode;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Grants, Owner, Resource, Rule, Scope, UserType};
use tenancy::TenantTx;
use uuid::Uuid;

use super::rules::{PolicyStep, PolicyStepCode as Code, PolicyVerdict as Verdict, list_sign_in_steps, rules};
use crate::audit_log::{self, AuditScope};
use access::api_tokens;
use access::ctx::Ctx;
use access::profiles::names::{ActionName, ResourceName, ScopeName};
use access::profiles::{self, ProfileRule, Subject};
use access::scope::RowScope;
use access::users::acting_user::{self, ActingUser};
use account::saved_views;
use field::{cash_handovers, cod_payouts, deliveries, pickups, runs};
use freight::{address_book, event_kinds, packages, shipments};
use integrations::webhooks;
use money::{claims, deposits, indications, invoices};
use parties::{advanced_posts, banks, client_groups, clients, partners, providers, subsidiaries, warehouses};
use pricing::prices;
use pricing::quotes;
use pricing::service_groups;
use pricing::services;
use pricing::tax_rules;
use receiving::reweighs::{self, ReweighReader};
use receiving::{inbound, repacks};
use reports::schedules;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Items};
use server_core::http::record_state::{self, RecordOwner, RecordState};
use server_core::process;
use server_core::tags::Tag;
use site::domains;
use site::flags::Flag;
use stock::{buying_requests, inventories, pick_lists, purchases, stock_items, stock_places, stocks};
use support::{departments, faq, reviews, subjects, templates, tickets};

/// Whether a user can do something, and all checks.
#[derive(Object)]
pub struct PolicyAnswer {
    pub allowed: bool,
    /// Records that the rules allow.
    pub scope: ScopeName,
    /// All checks in order; one that refuses is enough for a refusal.
    pub steps: Vec<PolicyStep>,
}

pub struct PolicyApi;

#[OpenApi(tag = "Tag::Permissions")]
impl PolicyApi {
    /// List what a user can do
    ///
    /// The rights from the user type and the active profiles, as every call checks them. Rights that all users have are
    /// left out.
    #[oai(path = "/users/:id/rights", method = "get", operation_id = "user_rights")]
    async fn user_rights(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Items<ProfileRule>>> {
        ctx.require(Resource::Policy, Action::Explain)?;
        let policy = &ctx.state().policy;
        let mut tx = ctx.begin().await?;
        let asked = profiles::subject(&mut tx, *id).await?.ok_or_else(ApiError::not_found)?;
        let profiles = profiles::load_assigned(&mut tx, *id).await?;
        tx.commit().await?;
        let grants = profiles::compute_grants(policy, asked.to_profile_user(), &profiles);
        let rule = |(resource, action)| Rule { resource, action, scope: grants.scope(resource, action) };
        let rules = Resource::all_rights().map(rule);
        let data = rules.filter(|it| it.scope > policy.rights_of_all_users().scope(it.resource, it.action));
        Ok(Json(Items { data: data.map(|rule| ProfileRule::from(&rule)).collect() }))
    }

    /// Explain why a user can or cannot do something
    ///
    /// The answer is the same as that of the guard of the call: rules, scope and, for a record, its state, as
    /// if that user called this host. A feature flag that is off closes its screen and all calls but the choice of
    /// a record.
    #[oai(path = "/backoffice/policy/explain", method = "get", operation_id = "policy_explain")]
    async fn policy_explain(
        &self,
        ctx: Ctx,
        /// Id of the user to explain.
        user: Query<Uuid>,
        action: Query<ActionName>,
        resource: Query<ResourceName>,
        /// A record of the resource: its id, or the name of a host or a feature flag.
        #[oai(validator(max_length = 253))]
        id: Query<Option<String>>,
    ) -> ApiResult<Json<Item<PolicyAnswer>>> {
        ctx.require(Resource::Policy, Action::Explain)?;
        let (resource, action) = (resource.0.0, action.0.0);
        let settings = ctx.settings();
        let mut tx = ctx.begin().await?;
        let asked = profiles::subject(&mut tx, user.0).await?.ok_or_else(ApiError::not_found)?;
        let profiles = profiles::load_assigned(&mut tx, user.0).await?;
        let (grants, mut steps) =
            rules(&ctx.state().policy, asked.to_profile_user(), &profiles, resource, action);
        steps.splice(0..0, list_sign_in_steps(&asked));
        if !resource.has_action(action) {
            steps.push(PolicyStep::new(Code::ActionUnknown, Verdict::Refuses));
        }
        steps.extend(flag_step(resource, action, |flag| settings.flag(flag)));
        steps.extend(bound_step(resource, grants.scope(resource, action), &asked));
        if let Some(record) = id.0.filter(|_| grants.allow(resource, action)) {
            let of_record = RecordQuestion {
                ctx: &ctx,
                user: user.0,
                by: &asked,
                grants: &grants,
                resource,
                action,
                record,
            };
            steps.extend(of_record.steps(&mut tx).await?);
        }
        tx.commit().await?;
        let refused = steps.iter().any(|step| step.verdict == Verdict::Refuses);
        let allowed = grants.allow(resource, action) && !refused;
        let scope = ScopeName(grants.scope(resource, action));
        Ok(Json(Item { data: PolicyAnswer { allowed, scope, steps } }))
    }
}

/// The flag that opens the resource, if there is one.
fn flag_step(resource: Resource, action: Action, on: impl Fn(&str) -> bool) -> Option<PolicyStep> {
    let flag = policy::flag_of(resource).filter(|_| action != Action::Select)?;
    let (code, verdict) =
        if on(flag) { (Code::FlagOn, Verdict::Neutral) } else { (Code::FlagOff, Verdict::Refuses) };
    Some(PolicyStep { flag: Some(flag.to_owned()), ..PolicyStep::new(code, verdict) })
}

/// The partner or subsidiaries of the user, if they restrict the rules.
fn bound_step(resource: Resource, scope: Scope, by: &Subject) -> Option<PolicyStep> {
    if let Some(partner) = &by.partner {
        let narrows = resource.owner() == Owner::Party && scope != Scope::None;
        let step = PolicyStep::new(Code::BoundToPartner, Verdict::Neutral);
        return narrows.then_some(PolicyStep { partner: Some(partner.name.clone()), ..step });
    }
    let own = by.subsidiaries.as_ref()?;
    // In the audit log these users only see entries about themselves or their shipments.
    let narrows = (resource.is_of_branches() || resource == Resource::AuditEntry) && scope == Scope::Any;
    let titles = own.iter().map(|one| one.title.clone()).collect();
    let step = PolicyStep::new(Code::BoundToSubsidiaries, Verdict::Neutral);
    narrows.then_some(PolicyStep { subsidiaries: Some(titles), ..step })
}

/// An action on a record.
pub(super) struct RecordQuestion<'a> {
    ctx: &'a Ctx,
    user: Uuid,
    pub(super) by: &'a Subject,
    pub(super) grants: &'a Grants,
    pub(super) resource: Resource,
    pub(super) action: Action,
    record: String,
}

impl RecordQuestion<'_> {
    async fn steps(&self, tx: &mut TenantTx) -> ApiResult<Vec<PolicyStep>> {
        let state = match self.load_record_state(tx).await {
            Ok(Some(state)) => state,
            Ok(None) => return Ok(vec![PolicyStep::new(Code::RecordNotAsked, Verdict::Neutral)]),
            Err(error) if error.status() == StatusCode::NOT_FOUND => {
                return Ok(vec![PolicyStep::new(Code::RecordMissing, Verdict::Refuses)]);
            }
            Err(error) => return Err(error),
        };
        Ok(vec![self.reach(state.owner), self.state(state)])
    }

    /// The state of the record, from the same code as its buttons and guards; none without a record.
    async fn load_record_state(&self, tx: &mut TenantTx) -> ApiResult<Option<RecordState>> {
        let action = self.action;
        if matches!(action, Action::Create | Action::Select | Action::Clear) {
            return Ok(None);
        }
        let id = || self.record.parse::<Uuid>().map_err(|_| ApiError::not_found());
        let state = match self.resource {
            Resource::Shipment => shipments::load_record_state(tx, id()?, action).await?,
            Resource::ShipmentImport => imports::load_record_state(tx, id()?, action).await?,
            Resource::RegulatoryRequest => regulatory::load_record_state(tx, id()?, action).await?,
            Resource::BackgroundTask => process::load_record_state(tx, id()?, action).await?,
            Resource::TrackingEvent => event_kinds::load_record_state(tx, id()?, action).await?,
            Resource::Package => packages::load_record_state(tx, id()?, action).await?,
            Resource::ServiceGroup => service_groups::load_record_state(tx, id()?, action).await?,
            Resource::Service => services::load_record_state(tx, id()?, action).await?,
            Resource::PriceTable | Resource::FuelRate | Resource::PriceAssignment => {
                prices::load_record_state(tx, self.resource, id()?, action).await?
            }
            Resource::Quote => self.load_quote_state(tx, id()?).await?,
            Resource::SavedAddress => address_book::load_record_state(tx, id()?, action).await?,
            Resource::User => acting_user::load_record_state(tx, id()?, action, &self.acting_user()).await?,
            Resource::AdvancedPost => advanced_posts::load_record_state(tx, id()?, action).await?,
            Resource::Bank => banks::load_record_state(tx, id()?, action).await?,
            Resource::TaxRule if action != Action::Assess => {
                tax_rules::load_record_state(tx, &self.record, action).await?
            }
            Resource::Subsidiary => subsidiaries::load_record_state(tx, id()?, action).await?,
            Resource::Invoice => invoices::load_record_state(tx, id()?, action).await?,
            Resource::Deposit => deposits::load_record_state(tx, id()?, action).await?,
            Resource::Client => clients::load_record_state(tx, id()?, action).await?,
            Resource::ClientGroup => client_groups::load_record_state(tx, id()?, action).await?,
            Resource::Partner => partners::load_record_state(tx, id()?, action).await?,
            Resource::Warehouse => warehouses::load_record_state(tx, id()?, action).await?,
            Resource::Provider => providers::load_record_state(tx, id()?, action).await?,
            Resource::UserProfile => profiles::load_record_state(tx, id()?, action).await?,
            Resource::Domain => {
                let host = self.ctx.visit.host.as_ref();
                domains::load_record_state(tx, &self.record, action, host, self.ctx.now()).await?
            }
            Resource::AuditEntry => audit_log::load_record_state(tx, id()?, &self.log()).await?,
            Resource::SavedView => {
                saved_views::load_record_state(tx, id()?, action, self.by.is_outside()).await?
            }
            Resource::FeatureFlag => self.flag_state()?,
            Resource::SupportTicket => tickets::load_record_state(tx, id()?, action).await?,
            Resource::SupportSubject => subjects::load_record_state(tx, id()?, action).await?,
            Resource::SupportDepartment => departments::load_record_state(tx, id()?, action).await?,
            Resource::SupportTemplate => templates::load_record_state(tx, id()?, action).await?,
            Resource::Account => RecordState::of_user(id()?),
            _ => return self.load_state_in_hand(tx).await,
        };
        Ok(Some(state))
    }

    /// The same for parcels that somebody has in hand.
    async fn load_state_in_hand(&self, tx: &mut TenantTx) -> ApiResult<Option<RecordState>> {
        let action = self.action;
        let id = || self.record.parse::<Uuid>().map_err(|_| ApiError::not_found());
        let state = match self.resource {
            Resource::Pickup => pickups::load_record_state(tx, id()?, action, self.ctx.now()).await?,
            Resource::Delivery => deliveries::load_record_state(tx, id()?, action).await?,
            Resource::Route => runs::load_record_state(tx, id()?, action, self.own_driver()).await?,
            Resource::Bag
            | Resource::Mawb
            | Resource::MawbRange
            | Resource::CargoMessage
            | Resource::Master
            | Resource::BreakBag => customs::load_record_state(tx, self.resource, id()?, action).await?,
            Resource::Manifest => manifests::load_record_state(tx, id()?, action).await?,
            Resource::CashHandover => cash_handovers::load_record_state(tx, id()?, action, self.user).await?,
            Resource::CodPayout => cod_payouts::load_record_state(tx, id()?, action).await?,
            Resource::Claim => claims::load_record_state(tx, id()?, action).await?,
            Resource::Reweigh => self.load_reweigh_state(tx, id()?).await?,
            Resource::InboundParcel => inbound::load_record_state(tx, id()?, action, self.ctx.now()).await?,
            Resource::Repack => repacks::load_record_state(tx, id()?, action).await?,
            _ => return self.load_stock_state(tx).await,
        };
        Ok(Some(state))
    }

    /// The same for goods in stock, tokens, schedules of reports, and webhooks.
    async fn load_stock_state(&self, tx: &mut TenantTx) -> ApiResult<Option<RecordState>> {
        let action = self.action;
        let id = || self.record.parse::<Uuid>().map_err(|_| ApiError::not_found());
        let state = match self.resource {
            Resource::BuyingRequest => {
                let today = self.ctx.state().settings.get_within(tx).await?.today(self.ctx.now());
                buying_requests::load_record_state(tx, id()?, action, today).await?
            }
            Resource::Stock => {
                let today = self.ctx.state().settings.get_within(tx).await?.today(self.ctx.now());
                stocks::load_record_state(tx, id()?, action, today).await?
            }
            Resource::StockItem => stock_items::load_record_state(tx, id()?, action).await?,
            Resource::StockPlace => stock_places::load_record_state(tx, id()?, action).await?,
            Resource::PickList => pick_lists::load_record_state(tx, id()?, action).await?,
            Resource::Inventory => inventories::load_record_state(tx, id()?, action).await?,
            Resource::ApiToken => api_tokens::load_record_state(tx, id()?, action, self.ctx.now()).await?,
            Resource::ReportSchedule => {
                schedules::load_record_state(tx, id()?, action, self.ctx.now()).await?
            }
            Resource::Webhook => webhooks::load_record_state(tx, id()?, action, self.ctx.now()).await?,
            Resource::Purchase => purchases::load_record_state(tx, id()?, action).await?,
            _ => return self.load_state_of_words(tx).await,
        };
        Ok(Some(state))
    }

    /// The same for what the company and its clients tell others.
    async fn load_state_of_words(&self, tx: &mut TenantTx) -> ApiResult<Option<RecordState>> {
        let action = self.action;
        let id = || self.record.parse::<Uuid>().map_err(|_| ApiError::not_found());
        let state = match self.resource {
            Resource::Indication => indications::load_record_state(tx, id()?).await?,
            Resource::Shop => api_tokens::shops::load_record_state(tx, id()?, action, self.ctx.now()).await?,
            Resource::Review => {
                reviews::load_record_state(tx, id()?, action, self.by.client_id, self.ctx.now()).await?
            }
            Resource::Upload => self.load_upload_state(tx, id()?).await?,
            Resource::DocumentType => parties::document_types::load_record_state(tx, id()?, action).await?,
            Resource::FaqGroup => faq::groups::load_record_state(tx, id()?, action).await?,
            Resource::FaqQuestion => faq::questions::load_record_state(tx, id()?, action).await?,
            _ => return Ok(None),
        };
        Ok(Some(state))
    }

    async fn load_quote_state(&self, tx: &mut TenantTx, id: Uuid) -> ApiResult<RecordState> {
        let today = self.ctx.state().settings.get_within(tx).await?.today(self.ctx.now());
        quotes::load_record_state(tx, id, self.action, today).await
    }

    async fn load_reweigh_state(&self, tx: &mut TenantTx, id: Uuid) -> ApiResult<RecordState> {
        let today = self.ctx.state().settings.get_within(tx).await?.today(self.ctx.now());
        let is_outside = self.by.is_outside();
        let reader = ReweighReader { grants: self.grants, user_id: self.user, is_outside, today };
        reweighs::load_record_state(tx, id, self.action, &reader).await
    }

    /// A flag can always be changed.
    fn flag_state(&self) -> ApiResult<RecordState> {
        Flag::from_name(&self.record).ok_or_else(ApiError::not_found)?;
        Ok(RecordState::of_company(record_state::Verdict::Yes))
    }

    /// The user, if only own runs are open to that user.
    fn own_driver(&self) -> Option<Uuid> {
        (self.grants.scope(self.resource, self.action) == Scope::Own).then_some(self.user)
    }

    /// The entries that the user can read, from the same code as the log.
    fn log(&self) -> AuditScope {
        let shipments = match (&self.by.partner, &self.by.subsidiaries) {
            (Some(partner), _) => RowScope::Partner(partner.id),
            (None, Some(own)) => RowScope::Subsidiaries(own.iter().map(|one| one.id).collect()),
            (None, None) => return AuditScope::Everybodys,
        };
        let sees = self.grants.allow(Resource::Shipment, Action::Show);
        AuditScope::bound(self.user, sees.then_some(shipments))
    }

    fn acting_user(&self) -> ActingUser<'_> {
        ActingUser {
            id: self.user,
            grants: self.grants,
            is_switched: false,
            policy: &self.ctx.state().policy,
        }
    }

    /// Whether the record is within the user's scope, from the same code as its calls.
    fn reach(&self, owner: RecordOwner) -> PolicyStep {
        let code = match owner {
            RecordOwner::ByNobody | RecordOwner::Among(true) => Code::RecordReached,
            RecordOwner::ByUser(id) if id == self.user => Code::RecordReached,
            RecordOwner::ByUser(_) | RecordOwner::Among(false) => Code::RecordOfOthers,
            RecordOwner::ByParties { client_id, subsidiary_id, partner_id } => {
                self.reach_of(client_id, subsidiary_id, partner_id)
            }
        };
        let verdict = if code == Code::RecordReached { Verdict::Allows } else { Verdict::Refuses };
        PolicyStep::new(code, verdict)
    }

    fn reach_of(&self, client: Option<Uuid>, subsidiary: Option<Uuid>, partner: Option<Uuid>) -> Code {
        let by = self.by;
        if let Some(own) = &by.partner {
            return if partner == Some(own.id) { Code::RecordReached } else { Code::RecordOfOtherPartner };
        }
        if self.grants.scope(self.resource, self.action) != Scope::Any {
            let is_own = by.user_type == UserType::Client && client.is_some() && client == by.client_id;
            return if is_own { Code::RecordReached } else { Code::RecordOfOthers };
        }
        match &by.subsidiaries {
            Some(own)
                if self.resource.is_of_branches() && !own.iter().any(|one| Some(one.id) == subsidiary) =>
            {
                Code::RecordOfOtherSubsidiary
            }
            _ => Code::RecordReached,
        }
    }

    fn state(&self, RecordState { status, verdict, .. }: RecordState) -> PolicyStep {
        let step = match verdict {
            record_state::Verdict::Yes => PolicyStep::new(Code::StateAllows, Verdict::Allows),
            record_state::Verdict::Already => PolicyStep::new(Code::StateAlready, Verdict::Neutral),
            record_state::Verdict::No(code, params) => PolicyStep {
                message_code: Some(code.as_str().to_owned()),
                message: Some(code.text(self.ctx.language(), &params)),
                ..PolicyStep::new(Code::StateRefuses, Verdict::Refuses)
            },
        };
        PolicyStep { status, ..step }
    }
}
