//! How the client pays a shipment that is confirmed.

use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use ledger::{WalletMoney, load_wallet_money};
use pricing::prices::priced::PriceMoney;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};
use trade::money::in_currency;
use trade::wire_name;

wire_name! {
    /// How a client pays a shipment.
    ShipmentPayment {
        /// With the money that it paid in.
        Wallet = "wallet",
        /// Later, within its credit. The next invoice has the charge.
        Invoice = "invoice",
    }
}

impl ShipmentPayment {
    /// Checks a charge that was posted: its wallet is locked, so that no other charge can take the same money.
    pub async fn check(self, tx: &mut TenantTx, client_id: Uuid, total: &PriceMoney) -> ApiResult<()> {
        let money = load_wallet_money(tx, client_id, &total.currency).await?;
        self.verdict(money, total)
    }

    fn verdict(self, after: WalletMoney, total: &PriceMoney) -> ApiResult<()> {
        let zero = Decimal::ZERO;
        match self {
            Self::Invoice if after.credit_granted <= zero => {
                Err(ApiError::refused_field("payment", MessageCode::NoCredit, Params::new()))
            }
            Self::Wallet if after.balance < zero => {
                let amount = |amount: Decimal| in_currency(amount, Some(&total.currency)).to_string();
                let available = (after.balance + total.amount).max(zero);
                Err(ApiError::refused(MessageCode::InsufficientFunds).with_params(Params::from([
                    ("available", amount(available).into()),
                    ("needed", amount(total.amount).into()),
                    ("currency", total.currency.clone().into()),
                ])))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wallet_pays_with_its_money_and_an_invoice_with_credit() {
        let total = PriceMoney { amount: Decimal::TEN, currency: "USD".into() };
        let after = |balance: i64, credit: i64| WalletMoney {
            balance: balance.into(),
            credit_granted: credit.into(),
        };
        let code = |way: ShipmentPayment, after| way.verdict(after, &total).map_err(|error| error.code());
        assert_eq!(code(ShipmentPayment::Wallet, after(0, 0)), Ok(()));
        assert_eq!(code(ShipmentPayment::Wallet, after(-1, 100)), Err(MessageCode::InsufficientFunds));
        assert_eq!(code(ShipmentPayment::Invoice, after(-1, 100)), Ok(()));
        let refused = ShipmentPayment::Invoice.verdict(after(5, 0), &total).unwrap_err();
        assert!(refused.has(MessageCode::NoCredit));
    }
}
