//! Headings of the statement of a payout of cash on delivery.

use super::Words;

pub const PAYOUT: Words = Words(["Payout", "Repasse", "Pago", "结付单"]);
pub const PAID_ON: Words = Words(["Paid on", "Pago em", "Pagado el", "结付日期"]);
pub const METHOD: Words = Words(["Paid by", "Forma de repasse", "Forma de pago", "结付方式"]);
pub const REFERENCE: Words = Words(["Reference", "Referência", "Referencia", "参考号"]);
pub const STATUS: Words = Words(["Status", "Situação", "Estado", "状态"]);
pub const DELIVERY: Words = Words(["Delivery", "Entrega", "Entrega", "派送单"]);
pub const SHIPMENTS: Words = Words(["Shipments", "Remessas", "Envíos", "运单"]);
pub const RECIPIENT: Words = Words(["Recipient", "Destinatário", "Destinatario", "收件人"]);
pub const COLLECTED_ON: Words = Words(["Collected on", "Recebido em", "Cobrado el", "收款日期"]);
pub const AMOUNT: Words = Words(["Amount", "Valor", "Importe", "金额"]);
pub const CURRENCY: Words = Words(["Currency", "Moeda", "Moneda", "币种"]);

pub const WALLET: Words = Words(["Wallet", "Carteira", "Billetera", "钱包"]);
pub const BANK: Words = Words(["Bank", "Banco", "Banco", "银行"]);
pub const PAID_OUT: Words = Words(["Paid", "Repassado", "Pagado", "已结付"]);
pub const REVERSED: Words = Words(["Reversed", "Estornado", "Anulado", "已冲销"]);
