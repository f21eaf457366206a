//! `GET /backoffice/policy/explain`.

use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Bearer, Grants, Owner, Resource, Scope, UserType};
use tenancy::TenantTx;
use uuid::Uuid;

use super::explain::{PolicyStep, PolicyStepCode as Code, PolicyVerdict as Verdict, rules};
use super::names::{ActionName, ResourceName, ScopeName};
use super::store::{self, Subject};
use crate::freight::shipments::{self, Standing};
use crate::http::ctx::Ctx;
use crate::http::error::{ApiError, ApiResult};
use crate::http::list::Item;
use crate::tags::Tag;

/// Whether somebody may do something, and all that was looked at for it.
#[derive(Object)]
pub struct PolicyAnswer {
    pub allowed: bool,
    /// To whose records the rules reach.
    pub scope: ScopeName,
    /// In the order they were looked at; a single one that refuses is enough.
    pub steps: Vec<PolicyStep>,
}

pub struct PolicyApi;

#[OpenApi(prefix_path = "/backoffice/policy", tag = "Tag::Permissions")]
impl PolicyApi {
    /// Why a user may or may not do something
    ///
    /// The answer is that of the guard of the call itself: rules, flags, scope and, for a record, its state.
    #[oai(path = "/explain", method = "get", operation_id = "policy_explain")]
    async fn policy_explain(
        &self,
        ctx: Ctx,
        /// Of the user asked about.
        user: Query<Uuid>,
        action: Query<ActionName>,
        resource: Query<ResourceName>,
        /// Of one record of the resource.
        id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Item<PolicyAnswer>>> {
        ctx.require(Resource::Policy, Action::Explain)?;
        let (resource, action) = (resource.0.0, action.0.0);
        let settings = ctx.state().settings.get(ctx.state(), ctx.tenant()).await?;
        let mut tx = ctx.begin().await?;
        let asked = store::subject(&mut tx, user.0).await?.ok_or_else(ApiError::not_found)?;
        let profiles = store::borne(&mut tx, user.0).await?;
        let bearer = Bearer { user_type: asked.user_type, has_partner: asked.partner.is_some() };
        let (grants, mut steps) = rules(&ctx.state().policy, bearer, &profiles, (resource, action));
        if !asked.active {
            steps.insert(0, PolicyStep::new(Code::UserInactive, Verdict::Refuses));
        }
        if let Some(partner) = asked.partner.as_ref().filter(|partner| !partner.active) {
            let step = PolicyStep::new(Code::PartnerInactive, Verdict::Refuses);
            steps.insert(0, PolicyStep { partner: Some(partner.name.clone()), ..step });
        }
        if !resource.knows(action) {
            steps.push(PolicyStep::new(Code::ActionUnknown, Verdict::Refuses));
        }
        steps.extend(flag_step(resource, action, |flag| settings.flag(flag)));
        steps.extend(bound_step(resource, grants.scope(resource, action), &asked));
        if let Some(id) = id.0 {
            let of_record = Asked { resource, action, id, by: &asked };
            steps.extend(record_steps(&mut tx, &of_record, &grants).await?);
        }
        tx.commit().await?;
        let refused = steps.iter().any(|step| step.verdict == Verdict::Refuses);
        let allowed = grants.allow(resource, action) && !refused;
        let scope = ScopeName(grants.scope(resource, action));
        Ok(Json(Item { data: PolicyAnswer { allowed, scope, steps } }))
    }
}

/// The flag that the entry of the menu asks for, where there is one.
fn flag_step(resource: Resource, action: Action, on: impl Fn(&str) -> bool) -> Option<PolicyStep> {
    let entry = policy::BUILT.iter().find(|entry| entry.needs() == Some((resource, action)))?;
    let flag = entry.flag()?;
    let (code, verdict) =
        if on(flag) { (Code::FlagOn, Verdict::Allows) } else { (Code::FlagOff, Verdict::Refuses) };
    Some(PolicyStep { flag: Some(flag.to_owned()), ..PolicyStep::new(code, verdict) })
}

/// What binds the user to a partner or to subsidiaries, where that narrows what the rules give.
fn bound_step(resource: Resource, scope: Scope, by: &Subject) -> Option<PolicyStep> {
    if let Some(partner) = &by.partner {
        let narrows = resource.owner() == Owner::Client && scope != Scope::None;
        let step = PolicyStep::new(Code::BoundToPartner, Verdict::Neutral);
        return narrows.then_some(PolicyStep { partner: Some(partner.name.clone()), ..step });
    }
    let own = by.subsidiaries.as_ref()?;
    let narrows = resource.owner() == Owner::Client && scope == Scope::Any;
    let titles = own.iter().map(|one| one.title.clone()).collect();
    let step = PolicyStep::new(Code::BoundToSubsidiaries, Verdict::Neutral);
    narrows.then_some(PolicyStep { subsidiaries: Some(titles), ..step })
}

struct Asked<'a> {
    resource: Resource,
    action: Action,
    id: Uuid,
    by: &'a Subject,
}

impl Asked<'_> {
    /// Whether a record lies within what the user reaches: as the scope of its calls has it.
    fn reach(&self, scope: Scope, standing: &Standing) -> PolicyStep {
        if let Some(partner) = &self.by.partner {
            return match standing.partner_id == Some(partner.id) {
                true => PolicyStep::new(Code::RecordReached, Verdict::Allows),
                false => PolicyStep::new(Code::RecordOfOtherPartner, Verdict::Refuses),
            };
        }
        let is_own = self.by.user_type == UserType::Client && standing.client_id == self.by.client_id;
        let elsewhere = self
            .by
            .subsidiaries
            .as_ref()
            .is_some_and(|own| !own.iter().any(|one| Some(one.id) == standing.subsidiary_id));
        match scope {
            Scope::Any if elsewhere => PolicyStep::new(Code::RecordOfOtherSubsidiary, Verdict::Refuses),
            Scope::Any => PolicyStep::new(Code::RecordReached, Verdict::Allows),
            _ if is_own => PolicyStep::new(Code::RecordReached, Verdict::Allows),
            _ => PolicyStep::new(Code::RecordOfOthers, Verdict::Refuses),
        }
    }
}

async fn record_steps(tx: &mut TenantTx, asked: &Asked<'_>, grants: &Grants) -> ApiResult<Vec<PolicyStep>> {
    let standing = match asked.resource {
        Resource::Shipment => shipments::standing(tx, asked.id, asked.action).await?,
        _ => return Ok(vec![PolicyStep::new(Code::RecordNotAsked, Verdict::Neutral)]),
    };
    let Some(standing) = standing else {
        return Ok(vec![PolicyStep::new(Code::RecordMissing, Verdict::Refuses)]);
    };
    let reach = asked.reach(grants.scope(asked.resource, asked.action), &standing);
    let state = match standing.allows {
        true => PolicyStep::new(Code::StateAllows, Verdict::Allows),
        false => PolicyStep::new(Code::StateRefuses, Verdict::Refuses),
    };
    Ok(vec![reach, PolicyStep { status: Some(standing.status.code()), ..state }])
}
