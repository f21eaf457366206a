//! The form of a payout, and its checks.

use chrono::NaiveDate;
use rust_decimal::Decimal;
use uuid::Uuid;

use super::model::{CodPayout, CodPayoutInput, PayoutMethod};
use parties::company_accounts::CompanyAccount;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::messages::{MessageCode, Params};
use trade::money::{decimals_of, has_too_many_decimals};

/// How and when a client is paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentFields {
    pub bank: Option<PaidFrom>,
    pub paid_on: NaiveDate,
    pub note: Option<String>,
}

/// A payment at the bank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaidFrom {
    pub account_id: Uuid,
    pub label: String,
    pub reference: String,
}

/// The days that a payment can have.
#[derive(Clone, Copy, Debug)]
pub struct PaymentDays {
    /// Today at the company, which is the day of a payment to the wallet.
    pub today: NaiveDate,
    /// Today at the company or where the user is, whose day may have begun before.
    pub last: NaiveDate,
}

impl CodPayoutInput {
    /// Checks all but the cash; returns all errors at once. `account` is none for an account that is not the company's.
    pub fn check(&self, account: Option<CompanyAccount>, days: PaymentDays) -> ApiResult<PaymentFields> {
        let mut errors = FieldErrors::default();
        if self.amount <= Decimal::ZERO {
            errors.push("amount", MessageCode::MustBePositive);
        } else if has_too_many_decimals(self.amount, decimals_of(&self.currency)) {
            let decimals = decimals_of(&self.currency);
            errors.push_with(
                "amount",
                MessageCode::TooManyDecimals,
                Params::from([("max", decimals.into())]),
            );
        }
        let fields = match self.method {
            PayoutMethod::Wallet => (None, days.today),
            PayoutMethod::Bank => {
                let bank = self.check_bank(account, &mut errors);
                (bank, self.check_day(days, &mut errors))
            }
        };
        errors.into_result()?;
        let (bank, paid_on) = fields;
        Ok(PaymentFields { bank, paid_on, note: optional(self.note.as_ref()) })
    }

    fn check_bank(&self, account: Option<CompanyAccount>, errors: &mut FieldErrors) -> Option<PaidFrom> {
        let account = account.filter(|account| account.currency == self.currency);
        if self.bank_account_id.is_none() {
            errors.push("bank_account_id", MessageCode::Required);
        } else if account.is_none() {
            errors.push("bank_account_id", MessageCode::UnknownOption);
        }
        let reference = optional(self.reference.as_ref());
        if reference.is_none() {
            errors.push("reference", MessageCode::Required);
        }
        let (account, reference) = account.zip(reference)?;
        Some(PaidFrom { account_id: account.id, label: account.label, reference })
    }

    fn check_day(&self, days: PaymentDays, errors: &mut FieldErrors) -> NaiveDate {
        match self.paid_on {
            None => errors.push("paid_on", MessageCode::Required),
            Some(day) if day > days.last => errors.push("paid_on", MessageCode::DayInTheFuture),
            Some(_) => {}
        }
        self.paid_on.unwrap_or(days.today)
    }

    /// Whether a payout with the same key was made by this very call. Its deliveries are compared by the caller.
    pub fn is_of(&self, made: &CodPayout) -> bool {
        let is_same_bank = match self.method {
            PayoutMethod::Wallet => true,
            PayoutMethod::Bank => {
                made.bank_account_id == self.bank_account_id
                    && made.reference == optional(self.reference.as_ref())
                    && Some(made.paid_on) == self.paid_on
            }
        };
        made.client_id == self.client_id
            && made.subsidiary_id == self.subsidiary_id
            && made.currency == self.currency
            && made.amount == self.amount
            && made.method == self.method
            && is_same_bank
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn days() -> PaymentDays {
        PaymentDays { today: day("2026-11-28"), last: day("2026-11-29") }
    }

    fn input(method: PayoutMethod) -> CodPayoutInput {
        CodPayoutInput {
            key: Uuid::from_u128(1),
            client_id: Uuid::from_u128(2),
            subsidiary_id: None,
            currency: "BRL".into(),
            delivery_ids: None,
            amount: Decimal::from(150),
            method,
            bank_account_id: None,
            reference: None,
            paid_on: None,
            note: Some(" ".into()),
        }
    }

    fn account(currency: &str) -> CompanyAccount {
        CompanyAccount { id: Uuid::from_u128(7), label: "Banco · 1".into(), currency: currency.into() }
    }

    #[test]
    fn a_payment_to_the_wallet_is_of_today_and_names_no_bank() {
        let sent = CodPayoutInput { paid_on: Some(day("2026-01-01")), ..input(PayoutMethod::Wallet) };
        let fields = sent.check(None, days()).unwrap();
        assert_eq!(fields, PaymentFields { bank: None, paid_on: day("2026-11-28"), note: None });
    }

    #[test]
    fn a_payment_at_the_bank_names_account_reference_and_day() {
        let blank = input(PayoutMethod::Bank).check(None, days()).unwrap_err();
        assert!(blank.has(MessageCode::Required));
        let sent = CodPayoutInput {
            bank_account_id: Some(Uuid::from_u128(7)),
            reference: Some(" E-1 ".into()),
            paid_on: Some(day("2026-11-29")),
            ..input(PayoutMethod::Bank)
        };
        let fields = sent.check(Some(account("BRL")), days()).unwrap();
        assert_eq!(fields.bank.unwrap().reference, "E-1");
        let other_currency = sent.check(Some(account("USD")), days()).unwrap_err();
        assert!(other_currency.has(MessageCode::UnknownOption));
        let late = CodPayoutInput { paid_on: Some(day("2026-11-30")), ..sent };
        assert!(late.check(Some(account("BRL")), days()).unwrap_err().has(MessageCode::DayInTheFuture));
    }

    #[test]
    fn an_amount_is_above_zero_and_in_coins_of_its_currency() {
        for (amount, code) in [("0", MessageCode::MustBePositive), ("1.005", MessageCode::TooManyDecimals)] {
            let sent = CodPayoutInput { amount: amount.parse().unwrap(), ..input(PayoutMethod::Wallet) };
            assert!(sent.check(None, days()).unwrap_err().has(code), "{amount}");
        }
    }
}
