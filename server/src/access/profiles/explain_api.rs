//! `GET /backoffice/policy/explain`.

use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Grants, Resource, UserType};
use tenancy::TenantTx;
use uuid::Uuid;

use super::explain::{PolicyStep, PolicyStepCode as Code, PolicyVerdict as Verdict, rules};
use super::names::{ActionName, ResourceName, ScopeName};
use super::store;
use crate::freight;
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
        let (grants, mut steps) = rules(&ctx.state().policy, asked.user_type, &profiles, (resource, action));
        if !asked.active {
            steps.insert(0, PolicyStep::new(Code::UserInactive, Verdict::Refuses));
        }
        if !resource.knows(action) {
            steps.push(PolicyStep::new(Code::ActionUnknown, Verdict::Refuses));
        }
        steps.extend(flag_step(resource, action, |flag| settings.flag(flag)));
        if let Some(id) = id.0 {
            let of_record = Asked { resource, action, id, client_id: asked.client_id };
            steps.extend(record_steps(&mut tx, &of_record, asked.user_type, &grants).await?);
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

struct Asked {
    resource: Resource,
    action: Action,
    id: Uuid,
    client_id: Option<Uuid>,
}

async fn record_steps(
    tx: &mut TenantTx,
    asked: &Asked,
    user_type: UserType,
    grants: &Grants,
) -> ApiResult<Vec<PolicyStep>> {
    let standing = match asked.resource {
        Resource::Shipment => freight::shipments::standing(tx, asked.id, asked.action).await?,
        _ => return Ok(vec![PolicyStep::new(Code::RecordNotAsked, Verdict::Neutral)]),
    };
    let Some(standing) = standing else {
        return Ok(vec![PolicyStep::new(Code::RecordMissing, Verdict::Refuses)]);
    };
    let everything = grants.scope(asked.resource, asked.action) == policy::Scope::Any;
    let own = user_type == UserType::Client && standing.client_id == asked.client_id;
    let reach = match everything || own {
        true => PolicyStep::new(Code::RecordReached, Verdict::Allows),
        false => PolicyStep::new(Code::RecordOfOthers, Verdict::Refuses),
    };
    let state = match standing.allows {
        true => PolicyStep::new(Code::StateAllows, Verdict::Allows),
        false => PolicyStep::new(Code::StateRefuses, Verdict::Refuses),
    };
    Ok(vec![reach, PolicyStep { status: Some(standing.status.code()), ..state }])
}
