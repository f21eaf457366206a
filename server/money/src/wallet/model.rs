//! API types of a wallet.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use rust_decimal::Decimal;
use uuid::Uuid;

use super::store::AccountRow;
use crate::amount::with_decimals;
use crate::client::ClientRow;
use ledger::{AccountKind, TransactionKind};

/// The money of a client: what it has paid in and not used, in each currency.
#[derive(Object)]
pub struct Wallet {
    pub client_id: Uuid,
    pub client_code: String,
    pub client_name: String,
    /// In the order of the currencies. At least the client's own.
    pub balances: Vec<WalletBalance>,
    /// Days from the issue of an invoice until it is due; null for a client without terms of its own.
    pub payment_terms_days: Option<i16>,
    pub can: WalletCan,
}

/// The money of a client in one currency.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct WalletBalance {
    /// ISO 4217.
    pub currency: String,
    /// Below zero when the client owes it.
    pub balance: Decimal,
    /// Amount that the client may owe.
    pub credit_limit: Decimal,
    /// The part of the credit that the client owes: the debt of the wallet and unpaid invoices.
    pub credit_used: Decimal,
    /// Issued invoices that are not paid.
    pub invoiced: Decimal,
    /// Amount that the client can still spend.
    pub available: Decimal,
    /// Time of the last entry; null for none.
    pub last_entry_at: Option<DateTime<Utc>>,
}

/// Permissions of the user on a wallet.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalletCan {
    /// Report a deposit.
    pub deposit: bool,
    pub refund: bool,
    pub adjust: bool,
}

/// A wallet in one currency, in the list of all.
#[derive(serde::Serialize, Object, sqlx::FromRow)]
pub struct WalletSummary {
    pub client_id: Uuid,
    pub client_code: String,
    pub client_name: String,
    /// ISO 4217.
    pub currency: String,
    /// Below zero when the client owes it.
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub balance: Decimal,
    /// Amount that the client may owe.
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub credit_limit: Decimal,
    /// Issued invoices that are not paid.
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub invoiced: Decimal,
    /// Amount that the client can still spend.
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub available: Decimal,
    /// Time of the last entry; null for none.
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub last_entry_at: Option<DateTime<Utc>>,
}

/// An entry of the statement.
#[derive(serde::Serialize, Object, sqlx::FromRow)]
pub struct WalletEntry {
    /// Id of its transaction of the ledger.
    pub id: Uuid,
    pub kind: TransactionKind,
    /// Kind of the record behind it: `shipment`, `deposit`, `invoice`, `refund`, `adjustment` and others.
    pub ref_type: String,
    /// Id of that record.
    pub ref_id: String,
    /// Its label: a tracking code, a number or a reference.
    pub label: String,
    /// The reason that staff gave.
    pub note: Option<String>,
    /// ISO 4217.
    pub currency: String,
    /// Above zero for the client.
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub amount: Decimal,
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub balance_after: Decimal,
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub created_at: DateTime<Utc>,
}

impl WalletBalance {
    fn of(currency: &str, wallet: Option<&AccountRow>) -> Self {
        let read = |field: fn(&AccountRow) -> Decimal| {
            with_decimals(wallet.map(field).unwrap_or_default(), currency)
        };
        let balance = read(|row| row.balance);
        let credit_limit = read(|row| row.credit_granted);
        let invoiced = read(|row| row.credit_used_by_invoices);
        // Unpaid invoices and a negative balance use the credit; a positive balance pays for invoices first.
        let credit_used = (invoiced - balance).max(Decimal::ZERO);
        Self {
            currency: currency.to_owned(),
            balance,
            credit_limit,
            credit_used: with_decimals(credit_used, currency),
            invoiced,
            available: with_decimals(balance + credit_limit - invoiced, currency),
            last_entry_at: wallet.and_then(|row| row.last_at),
        }
    }
}

impl Wallet {
    /// A client without accounts and without a currency of its own has a wallet in the company's currency.
    pub fn of(
        client_id: Uuid,
        client: ClientRow,
        accounts: &[AccountRow],
        company_currency: &str,
        grants: &Grants,
    ) -> Self {
        let mut currencies: BTreeSet<&str> =
            accounts.iter().map(|account| account.currency.as_str()).collect();
        currencies.extend(client.credit_currency.as_deref());
        if let Some(own) = client.currency.as_deref() {
            currencies.insert(own);
        } else if currencies.is_empty() {
            currencies.insert(company_currency);
        }
        let to_balance = |currency: &&str| {
            let kind = AccountKind::ClientWallet;
            let found = accounts.iter().find(|account| account.kind == kind && account.currency == *currency);
            WalletBalance::of(currency, found)
        };
        let balances = currencies.iter().map(to_balance).collect();
        let can = WalletCan::of(grants);
        let payment_terms_days = client.payment_terms_days;
        Self {
            client_id,
            client_code: client.code,
            client_name: client.name,
            balances,
            payment_terms_days,
            can,
        }
    }
}

impl WalletCan {
    fn of(grants: &Grants) -> Self {
        Self {
            deposit: grants.allow(Resource::Deposit, Action::Create),
            refund: grants.allow(Resource::Wallet, Action::Refund),
            adjust: grants.allow(Resource::Wallet, Action::Adjust),
        }
    }
}

impl WalletSummary {
    /// With the decimals of the currency.
    pub fn with_decimals(self) -> Self {
        Self {
            balance: with_decimals(self.balance, &self.currency),
            credit_limit: with_decimals(self.credit_limit, &self.currency),
            invoiced: with_decimals(self.invoiced, &self.currency),
            available: with_decimals(self.available, &self.currency),
            ..self
        }
    }
}

impl WalletEntry {
    /// With the decimals of the currency.
    pub fn with_decimals(self) -> Self {
        Self {
            amount: with_decimals(self.amount, &self.currency),
            balance_after: with_decimals(self.balance_after, &self.currency),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(balance: i64, granted: i64, used: i64) -> AccountRow {
        AccountRow {
            kind: AccountKind::ClientWallet,
            currency: "USD".into(),
            balance: balance.into(),
            credit_granted: granted.into(),
            credit_used_by_invoices: used.into(),
            last_at: None,
        }
    }

    fn figures(row: &AccountRow) -> [String; 3] {
        let one = WalletBalance::of("USD", Some(row));
        [one.balance, one.credit_used, one.available].map(|amount| amount.to_string())
    }

    #[test]
    fn credit_is_used_by_debts_and_by_unpaid_invoices() {
        assert_eq!(figures(&account(-30, 100, 0)), ["-30.00", "30.00", "70.00"]);
        assert_eq!(figures(&account(0, 100, 30)), ["0.00", "30.00", "70.00"]);
        assert_eq!(figures(&account(50, 100, 30)), ["50.00", "0.00", "120.00"]);
    }

    #[test]
    fn a_client_without_entries_has_a_wallet_in_its_currency() {
        let client = |currency: Option<&str>, credit: Option<&str>| ClientRow {
            code: "C1".into(),
            name: "Ana".into(),
            currency: currency.map(str::to_owned),
            credit_currency: credit.map(str::to_owned),
            payment_terms_days: None,
            language: None,
        };
        let currencies = |client| {
            let wallet = Wallet::of(Uuid::nil(), client, &[], "BRL", &Grants::NONE);
            wallet.balances.into_iter().map(|one| one.currency).collect::<Vec<_>>()
        };
        assert_eq!(currencies(client(None, None)), ["BRL"]);
        assert_eq!(currencies(client(Some("JPY"), Some("USD"))), ["JPY", "USD"]);
    }
}
