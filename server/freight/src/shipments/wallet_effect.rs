//! What a call for many would do to the wallets of the clients, shown before it is decided.

use std::collections::BTreeMap;

use poem_openapi::Object;
use policy::{Action, Resource};
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use access::ctx::Ctx;
use ledger::ClientBalance;
use pricing::prices::priced::PriceMoney;
use server_core::http::error::ApiResult;
use trade::money::in_currency;

/// A client's wallet before and after.
#[derive(Object, Debug)]
pub struct WalletEffect {
    pub client_id: Uuid,
    pub client_name: Option<String>,
    /// ISO 4217.
    pub currency: String,
    pub balance_before: Decimal,
    pub balance_after: Decimal,
    /// With the credit that is left; below zero when it does not cover all.
    pub available_after: Decimal,
}

/// Money that moves into the wallet of a client, or out of it when it is below zero.
pub struct Movement {
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    pub money: PriceMoney,
}

/// The sums for each currency.
pub fn sums(amounts: impl Iterator<Item = PriceMoney>) -> Vec<PriceMoney> {
    let mut sums: BTreeMap<String, Decimal> = BTreeMap::new();
    for money in amounts {
        *sums.entry(money.currency).or_default() += money.amount;
    }
    sums.into_iter().map(|(currency, amount)| PriceMoney { amount, currency }).collect()
}

/// The wallets that the movements concern; none for a user who may not see wallets.
pub async fn wallets(tx: &mut TenantTx, ctx: &Ctx, movements: &[Movement]) -> ApiResult<Vec<WalletEffect>> {
    if !ctx.grants.allow(Resource::Wallet, Action::Show) {
        return Ok(Vec::new());
    }
    let mut effects: BTreeMap<(Uuid, String), WalletEffect> = BTreeMap::new();
    for Movement { client_id, client_name, money } in movements {
        let Some(client_id) = *client_id else { continue };
        let effect = effects.entry((client_id, money.currency.clone())).or_insert_with(|| WalletEffect {
            client_id,
            client_name: client_name.clone(),
            currency: money.currency.clone(),
            balance_before: Decimal::ZERO,
            balance_after: Decimal::ZERO,
            available_after: Decimal::ZERO,
        });
        effect.balance_after += money.amount;
        effect.available_after += money.amount;
    }
    let ids: Vec<Uuid> = effects.keys().map(|(id, _)| *id).collect();
    for ClientBalance { client_id, currency, balance, available } in ledger::load_balances(tx, &ids).await? {
        if let Some(effect) = effects.get_mut(&(client_id, currency)) {
            effect.balance_before += balance;
            effect.balance_after += balance;
            effect.available_after += available;
        }
    }
    Ok(effects.into_values().map(WalletEffect::in_plain_figures).collect())
}

impl WalletEffect {
    /// Without the zeros behind the decimals of the currency.
    fn in_plain_figures(mut self) -> Self {
        for amount in [&mut self.balance_before, &mut self.balance_after, &mut self.available_after] {
            *amount = in_currency(*amount, Some(self.currency.as_str()));
        }
        self
    }
}
