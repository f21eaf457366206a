//! Kinds of accounts and of transactions.

use trade::wire_name;

wire_name! {
    /// Kind of an account.
    AccountKind {
        /// Running account of a client, who can spend it and the credit granted.
        ClientWallet = "client_wallet",
        /// Issued invoices of a client that are not paid.
        ClientReceivable = "client_receivable",
        Revenue = "revenue",
        /// Duties and taxes collected for an authority. Never a revenue.
        TaxPayable = "tax_payable",
        CarrierPayable = "carrier_payable",
        /// A bank account of the company.
        Bank = "bank",
        /// Cash that a driver has of deliveries. Below zero while there is some.
        Cash = "cash",
        /// Cash in the safe of a branch, below zero like a bank.
        Safe = "safe",
        /// Cash on delivery that is the client's.
        CodPayable = "cod_payable",
        /// The debt of a driver for cash that was missing.
        DriverDebt = "driver_debt",
    }
}
wire_name! {
    /// Kind of a transaction.
    TransactionKind {
        DepositConfirmed = "deposit_confirmed",
        ShipmentConfirmed = "shipment_confirmed",
        ShipmentCancelled = "shipment_cancelled",
        ShipmentReweighed = "shipment_reweighed",
        /// Staff changed a confirmed shipment and its price.
        ShipmentRepriced = "shipment_repriced",
        /// The fee of a scheduled pickup that was cancelled.
        PickupCancelled = "pickup_cancelled",
        /// Parcels of a client were stored and packed.
        ParcelsHandled = "parcels_handled",
        /// A driver took cash for a delivery.
        CashCollected = "cash_collected",
        /// Cash that was counted went back: its delivery was opened again.
        CashReturned = "cash_returned",
        /// Cash of a driver was counted, and a difference decided.
        CashHandedOver = "cash_handed_over",
        /// Cash on delivery was paid out to its client.
        CodPaidOut = "cod_paid_out",
        Refund = "refund",
        /// Staff changed the balance, with a reason.
        Adjustment = "adjustment",
        Invoice = "invoice",
        InvoicePaid = "invoice_paid",
        CreditNote = "credit_note",
        ClientMerge = "client_merge",
        Reversal = "reversal",
    }
}
