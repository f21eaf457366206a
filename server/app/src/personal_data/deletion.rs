//! `/account-deletion`: a user of a client asks for the deletion of the account, and what then happens to it.

use chrono::{DateTime, TimeDelta, Utc};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use access::ctx::Ctx;
use access::current_password::check_current;
use access::users::deletion_email::TellDeletionRequested;
use access::users::{erasure, staff};
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::list::Item;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{self, Notice, NotificationCode, NotificationStatus};
use server_core::process;
use server_core::tags::Tag;
use trade::money;

/// Days in which the user can withdraw the request.
pub const WAITING_DAYS: i64 = 14;

/// The deletion of the own account.
#[derive(Object)]
pub struct AccountDeletion {
    /// When the user asked for it; null without a request.
    pub requested_at: Option<DateTime<Utc>>,
    /// When the account will be deleted; null without a request.
    pub due_at: Option<DateTime<Utc>>,
    /// Number of open shipments of the client that the user can list, up to 10,000. The client keeps them.
    pub open_shipments: i64,
    /// Wallets of the client that are not empty, if the user can see them. The client keeps them.
    pub balances: Vec<DeletionBalance>,
    pub can: AccountDeletionCan,
}

/// Money in a wallet of the client.
#[derive(Object, sqlx::FromRow)]
pub struct DeletionBalance {
    /// ISO 4217.
    pub currency: String,
    /// Below zero when the client owes it.
    pub balance: Decimal,
}

/// Permissions of the user.
#[derive(Object)]
pub struct AccountDeletionCan {
    /// Only users of clients ask here; the company decides about its own users.
    pub request: bool,
    pub withdraw: bool,
}

/// A request for the deletion of the account.
#[derive(Object)]
pub struct AccountDeletionRequest {
    /// The current password.
    #[oai(validator(max_length = 1024))]
    current_password: String,
}

pub const OPEN_SHIPMENTS: &str = "
    select count(*) from (
        select from shipments where client_id = $1 and status not in (0, 90, 93, 95, 96) limit 10000) found";
pub const BALANCES: &str = "
    select currency::text as currency, balance from ledger_accounts
    where client_id = $1 and kind = 'client_wallet' and balance <> 0 order by currency";

pub struct AccountDeletionApi;

#[OpenApi(tag = "Tag::MyAccount")]
impl AccountDeletionApi {
    /// Show the deletion of the own account, and what is still open
    #[oai(path = "/account-deletion", method = "get", operation_id = "account_deletion_show")]
    async fn account_deletion_show(&self, ctx: Ctx) -> ApiResult<Json<Item<AccountDeletion>>> {
        ctx.require(Resource::Account, Action::Show)?;
        answer(ctx.begin().await?, &ctx).await
    }

    /// Ask for the deletion of the own account
    ///
    /// After 14 days, the personal data and the sign-in data of the account are removed. Invoices, the ledger, customs
    /// papers and the audit log are kept, as the law requires, and so are shipments and tickets of the client. Staff who
    /// manage users are notified, and the user gets an e-mail, then and after the deletion. Returns 404 for a user who belongs to no client, and 429 after too many wrong passwords.
    #[oai(path = "/account-deletion", method = "post", operation_id = "account_deletion_request")]
    async fn account_deletion_request(
        &self,
        ctx: Ctx,
        body: Body<AccountDeletionRequest>,
    ) -> ApiResult<Json<Item<AccountDeletion>>> {
        ctx.require(Resource::Account, Action::Update)?;
        ctx.refuse_while_switched()?;
        if ctx.user.client_id.is_none() {
            return Err(ApiError::not_found());
        }
        let mut errors = FieldErrors::default();
        check_current(&ctx, &body.current_password, &mut errors).await?;
        errors.into_result()?;
        let mut tx = ctx.begin().await?;
        if erasure::request(&mut tx, ctx.user.id, ctx.now()).await? {
            audit::record(&mut tx, &ctx, "account.ask_deletion", Some(ctx.user.id), json!({})).await?;
            notify_staff(&mut tx, &ctx).await?;
            let email = TellDeletionRequested { user_id: ctx.user.id, days: WAITING_DAYS };
            process::enqueue_quietly(&mut tx, email).await?;
        }
        answer(tx, &ctx).await
    }

    /// Withdraw the request for the deletion of the own account
    #[oai(path = "/account-deletion", method = "delete", operation_id = "account_deletion_withdraw")]
    async fn account_deletion_withdraw(&self, ctx: Ctx) -> ApiResult<Json<Item<AccountDeletion>>> {
        ctx.require(Resource::Account, Action::Update)?;
        ctx.refuse_while_switched()?;
        let mut tx = ctx.begin().await?;
        if erasure::withdraw(&mut tx, ctx.user.id, ctx.now()).await? {
            audit::record(&mut tx, &ctx, "account.withdraw_deletion", Some(ctx.user.id), json!({})).await?;
            notify::withdraw(&mut tx, &[ctx.user.id], ctx.now()).await?;
        }
        answer(tx, &ctx).await
    }
}

/// Commits and returns the state of the deletion.
async fn answer(mut tx: TenantTx, ctx: &Ctx) -> ApiResult<Json<Item<AccountDeletion>>> {
    let requested_at = erasure::requested_at(&mut tx, ctx.user.id).await?;
    let open_shipments = match client_if(ctx, Resource::Shipment, Action::List) {
        Some(client) => sqlx::query_scalar(OPEN_SHIPMENTS).bind(client).fetch_one(&mut *tx).await?,
        None => 0,
    };
    let balances: Vec<DeletionBalance> = match client_if(ctx, Resource::Wallet, Action::Show) {
        Some(client) => sqlx::query_as(BALANCES).bind(client).fetch_all(&mut *tx).await?,
        None => Vec::new(),
    };
    tx.commit().await?;
    let may_update = ctx.grants.allow(Resource::Account, Action::Update) && ctx.user.acting.is_none();
    let data = AccountDeletion {
        requested_at,
        due_at: requested_at.map(|at| at + TimeDelta::days(WAITING_DAYS)),
        open_shipments,
        balances: balances.into_iter().map(DeletionBalance::round_balance).collect(),
        can: AccountDeletionCan {
            request: may_update && ctx.user.client_id.is_some() && requested_at.is_none(),
            withdraw: may_update && requested_at.is_some(),
        },
    };
    Ok(Json(Item { data }))
}

/// The client of the user, if the user has this right.
fn client_if(ctx: &Ctx, resource: Resource, action: Action) -> Option<Uuid> {
    ctx.user.client_id.filter(|_| ctx.grants.allow(resource, action))
}

impl DeletionBalance {
    /// With as many decimals as the currency has.
    fn round_balance(self) -> Self {
        Self { balance: self.balance.round_dp(money::decimals_of(&self.currency)), ..self }
    }
}

/// One notification for each of the staff who can see users; it is withdrawn with the request.
async fn notify_staff(tx: &mut TenantTx, ctx: &Ctx) -> ApiResult<()> {
    let id = ctx.user.id.to_string();
    let action = NotificationAction::route(ActionLabel::ViewUser, RouteName::User, &[("id", &id)]);
    let notice = |user_id| {
        let mut notice = Notice::new(user_id, NotificationCode::AccountDeletionRequested)
            .status(NotificationStatus::Warning)
            .with("name", ctx.user.name.clone())
            .action(NotificationAction { close: true, ..action.clone() });
        notice.reference = Some(format!("account_deletion:{id}"));
        notice.subjects = vec![ctx.user.id];
        notice
    };
    let staff = staff::with_right(tx, &ctx.state().policy, Resource::User, Action::Show).await?;
    let notices: Vec<Notice> = staff.into_iter().map(notice).collect();
    notify::push_all(tx, ctx.now(), &notices).await?;
    Ok(())
}
