//! Starts what a postal operator is asked: the row of the request and the task that asks, in the transaction of the change.

use policy::Action;
use serde::Serialize;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::correios;
use super::model::UnitRequestKind;
use super::operator_task::AskOperator;
use super::operators::{self, OperatorRow};
use super::store::{self, NewUnitRequest, PostalParcel};
use crate::bags::guards::WeightReader;
use crate::bags::model::{Bag, BagKind};
use crate::bags::state::{BagStatus, BagStep};
use crate::bags::store::BAGS;
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};
use server_core::live::Audience;
use server_core::process;
use server_core::record::{Change, Where};
use trade::identifiers::S10;

/// Tracking codes that a refusal names.
const NAMED: usize = 20;

/// The column of a bag whose operator is asked.
#[derive(Debug, Serialize)]
struct AskedColumns {
    status: BagStatus,
}

impl AskedColumns {
    const fn new() -> Self {
        Self { status: BagStatus::Registering }
    }
}

/// Asks the post of its destination for the code of a closed bag. For one that is asked already: asks again.
pub async fn register(ctx: &Ctx, scope: &RowScope, id: Uuid, version: i32) -> ApiResult<Bag> {
    let filter = crate::bags::build_filter(scope, Where::all());
    let mut change: Change<Bag> = Change::begin(ctx.begin().await?, ctx, &BAGS, filter, id).await?;
    change.allow(change.before.verdict(BagStep::Register), Some(version))?;
    let request_id = match store::find_open(&mut change.tx, id).await? {
        Some(open) => open,
        None => write_request(&mut change.tx, ctx, &change.before).await?,
    };
    change.write(&AskedColumns::new()).await?;
    enqueue(ctx, scope, &mut change, request_id).await?;
    let facts = json!({ "postal_operator": change.before.postal_operator });
    change.record(Action::Register, facts, &Audience::Staff).await?;
    change.finish().await
}

async fn write_request(tx: &mut TenantTx, ctx: &Ctx, bag: &Bag) -> ApiResult<Uuid> {
    let office = bag.destination_office.as_deref().unwrap_or_default();
    let operator = operators::find_of_office(tx, office).await?;
    let operator = operator.ok_or_else(|| ApiError::refused(MessageCode::BagOperatorMissing))?;
    let parcels = store::list_parcels(tx, bag.id).await?;
    check_limits(bag, &operator, &parcels, WeightReader::of(ctx))?;
    let numbers: Vec<String> = parcels.into_iter().map(|parcel| parcel.tracking_code).collect();
    let form = correios::build_unit(bag, &numbers);
    let form = form.ok_or_else(|| ApiError::refused(MessageCode::BagNotPostal))?;
    let new = NewUnitRequest {
        bag_id: bag.id,
        kind: UnitRequestKind::Register,
        operator: &operator.name,
        operator_label: &operator.label,
        form: Some(form),
        unit_code: None,
        reason: None,
        by: ctx.user.id,
        at: ctx.now(),
    };
    store::insert(tx, &new).await
}

/// Refusals that the operator would give, told before it is asked.
fn check_limits(
    bag: &Bag,
    operator: &OperatorRow,
    parcels: &[PostalParcel],
    reader: WeightReader,
) -> ApiResult<()> {
    let unnumbered = list_unnumbered(parcels);
    if !unnumbered.is_empty() {
        let params = Params::from([("codes", unnumbered.join(", ").into())]);
        return Err(ApiError::refused(MessageCode::BagUnitNumberMissing).with_params(params));
    }
    let max_g = match bag.kind {
        BagKind::Bag => operator.max_bag_g,
        BagKind::Pallet => operator.max_pallet_g,
    };
    let is_too_many = i32::try_from(parcels.len()).is_ok_and(|count| count > operator.max_parcels);
    if is_too_many || bag.gross_g.is_some_and(|gross_g| gross_g > max_g) {
        let params = [("parcels", operator.max_parcels.into()), ("weight", reader.write(max_g).into())];
        return Err(ApiError::refused(MessageCode::BagUnitTooLarge).with_params(Params::from(params)));
    }
    Ok(())
}

/// Parcels without a number that the post has for them alone.
fn list_unnumbered(parcels: &[PostalParcel]) -> Vec<&str> {
    let has_own =
        |parcel: &&PostalParcel| parcel.parcel_count <= 1 && S10::parse(&parcel.tracking_code).is_ok();
    let mut codes: Vec<&str> = parcels
        .iter()
        .filter(|parcel| !has_own(parcel))
        .map(|parcel| parcel.tracking_code.as_str())
        .collect();
    codes.dedup();
    codes.truncate(NAMED);
    codes
}

/// Asks the operator of a registered bag to take it back. The bag is opened once the operator has said yes.
pub async fn request_withdrawal(
    ctx: &Ctx,
    scope: &RowScope,
    change: &mut Change<Bag>,
    reason: &str,
) -> ApiResult<()> {
    let bag = &change.before;
    let office = bag.destination_office.clone().unwrap_or_default();
    let unit_code = bag.unit_code.clone();
    let operator = operators::find_of_office(&mut change.tx, &office).await?;
    let operator = operator.ok_or_else(|| ApiError::refused(MessageCode::BagOperatorMissing))?;
    let new = NewUnitRequest {
        bag_id: change.id,
        kind: UnitRequestKind::Cancel,
        operator: &operator.name,
        operator_label: &operator.label,
        form: None,
        unit_code: unit_code.as_deref(),
        reason: Some(reason),
        by: ctx.user.id,
        at: ctx.now(),
    };
    let request_id = store::insert(&mut change.tx, &new).await?;
    change.write(&AskedColumns::new()).await?;
    enqueue(ctx, scope, change, request_id).await
}

async fn enqueue(ctx: &Ctx, scope: &RowScope, change: &mut Change<Bag>, request_id: Uuid) -> ApiResult<()> {
    let process = AskOperator {
        request_id,
        bag_id: change.id,
        number: change.before.number.clone(),
        scope: scope.clone(),
    };
    process::enqueue(&mut change.tx, ctx, process).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parcel(code: &str, parcel_count: i16) -> PostalParcel {
        PostalParcel { tracking_code: code.into(), parcel_count }
    }

    #[test]
    fn each_parcel_needs_a_number_of_its_own() {
        let parcels = [
            parcel("NX006288545BR", 1),
            parcel("AB12", 1),
            parcel("LX821947508BR", 2),
            parcel("LX821947508BR", 2),
        ];
        assert_eq!(list_unnumbered(&parcels[1..]), ["AB12", "LX821947508BR"]);
        assert!(list_unnumbered(&parcels[..1]).is_empty() || S10::parse("NX006288545BR").is_err());
    }
}
