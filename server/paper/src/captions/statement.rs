//! Texts of the statement of a wallet.

use super::{Captions, Words};

pub const CAPTIONS: Captions = Captions(&[
    ("title", Words(["Account statement", "Extrato da carteira", "Extracto de la cuenta", "账户对账单"])),
    ("caption.from", Words(["From", "Emitente", "Emisor", "开具方"])),
    ("caption.holder", Words(["Client", "Cliente", "Cliente", "客户"])),
    ("caption.period", Words(["Period", "Período", "Período", "账期"])),
    ("caption.issued", Words(["Issued on", "Emissão", "Emisión", "开具日期"])),
    ("caption.opening", Words(["Opening balance", "Saldo inicial", "Saldo inicial", "期初余额"])),
    ("caption.in", Words(["Money in", "Entradas", "Ingresos", "收入"])),
    ("caption.out", Words(["Money out", "Saídas", "Salidas", "支出"])),
    ("caption.closing", Words(["Closing balance", "Saldo final", "Saldo final", "期末余额"])),
    ("caption.date", Words(["Date", "Data", "Fecha", "日期"])),
    ("caption.description", Words(["Description", "Descrição", "Descripción", "说明"])),
    ("caption.reference", Words(["Reference", "Referência", "Referencia", "参考号"])),
    ("caption.amount", Words(["Amount", "Valor", "Importe", "金额"])),
    ("caption.balance", Words(["Balance", "Saldo", "Saldo", "余额"])),
]);

pub const NO_ENTRIES: Words = Words([
    "No entries in this month.",
    "Nenhum lançamento neste mês.",
    "Sin movimientos en este mes.",
    "本月没有收支明细。",
]);

pub const DEPOSIT_CONFIRMED: Words =
    Words(["Deposit received", "Depósito recebido", "Depósito recibido", "充值到账"]);
pub const SHIPMENT_CONFIRMED: Words =
    Words(["Shipment charged", "Cobrança da remessa", "Envío cobrado", "运单扣费"]);
pub const SHIPMENT_CANCELED: Words = Words([
    "Shipment canceled, amount returned",
    "Remessa cancelada, valor estornado",
    "Envío cancelado, importe devuelto",
    "运单取消，费用退回",
]);
pub const SHIPMENT_REWEIGHED: Words = Words([
    "Shipment reweighed, price difference",
    "Nova pesagem da remessa, diferença de preço",
    "Envío pesado de nuevo, diferencia de precio",
    "运单重量复核，补退差额",
]);
pub const SHIPMENT_REPRICED: Words = Words([
    "Shipment price changed",
    "Preço da remessa alterado",
    "Cambio de precio de un envío",
    "运单价格变更",
]);
pub const PICKUP_CANCELLED: Words = Words([
    "Pickup canceled, fee",
    "Coleta cancelada, taxa",
    "Recolección cancelada, cargo",
    "取消揽收，手续费",
]);
pub const PARCELS_HANDLED: Words = Words([
    "Storage, packing and buying of goods",
    "Armazenagem, embalagem e compra de itens",
    "Almacenaje, empaque y compra de artículos",
    "仓储、打包与代购",
]);
pub const CASH_COLLECTED: Words = Words([
    "Cash on delivery collected",
    "Cobrança na entrega recebida",
    "Cobro contra entrega recibido",
    "代收货款已收取",
]);
pub const CASH_RETURNED: Words = Words([
    "Cash returned, delivery reopened",
    "Dinheiro devolvido, entrega reaberta",
    "Efectivo devuelto, entrega reabierta",
    "现金退回，派送已重新打开",
]);
pub const COD_PAID_OUT: Words = Words([
    "Cash on delivery paid out",
    "Repasse da cobrança na entrega",
    "Pago del cobro contra entrega",
    "代收货款已结付",
]);
pub const CASH_HANDED_OVER: Words = Words([
    "Cash handed in by the driver",
    "Dinheiro entregue pelo motorista",
    "Efectivo entregado por el conductor",
    "司机已上交现金",
]);
pub const REFUND: Words = Words([
    "Refund by bank transfer",
    "Reembolso por transferência",
    "Reembolsado por transferencia",
    "退款至银行账户",
]);
pub const ADJUSTMENT: Words = Words(["Adjustment", "Ajuste", "Ajuste", "余额调整"]);
pub const INVOICE: Words = Words([
    "Billed on an invoice, payable by its due date",
    "Incluído na fatura, a pagar até o vencimento",
    "Facturado, a pagar hasta el vencimiento",
    "已计入账单，按到期日付款",
]);
pub const INVOICE_PAID: Words = Words([
    "Invoice paid from the wallet",
    "Fatura paga com o saldo",
    "Factura pagada con el saldo",
    "用余额支付账单",
]);
pub const CREDIT_NOTE: Words = Words(["Credit note", "Nota de crédito", "Nota de crédito", "贷项单"]);
pub const CLAIM_PAID: Words = Words(["Claim paid", "Sinistro pago", "Reclamación pagada", "索赔赔付"]);
pub const CLIENT_MERGE: Words = Words([
    "Balance from a merged account",
    "Saldo de um cadastro unificado",
    "Saldo de un duplicado fusionado",
    "合并客户转入余额",
]);
pub const REVERSAL: Words = Words([
    "Earlier entry reversed",
    "Estorno de um lançamento anterior",
    "Movimiento anterior anulado",
    "冲销先前明细",
]);
