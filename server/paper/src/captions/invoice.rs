//! Texts of an invoice and of a credit note.

use super::{Captions, Words};

pub const CAPTIONS: Captions = Captions(&[
    ("caption.from", Words(["From", "Emitente", "Emisor", "开具方"])),
    ("caption.to", Words(["Bill to", "Cliente", "Facturar a", "付款方"])),
    ("caption.issued", Words(["Issued on", "Emissão", "Emisión", "开具日期"])),
    ("caption.due", Words(["Due on", "Vencimento", "Vencimiento", "到期日"])),
    ("caption.period", Words(["Period", "Período", "Período", "账期"])),
    ("caption.date", Words(["Date", "Data", "Fecha", "日期"])),
    ("caption.shipment", Words(["Shipment", "Remessa", "Envío", "运单"])),
    ("caption.description", Words(["Description", "Descrição", "Descripción", "说明"])),
    ("caption.services", Words(["Services", "Serviços", "Servicios", "服务费"])),
    ("caption.duties", Words(["Duties and taxes", "Tributos", "Impuestos y aranceles", "税费"])),
    ("caption.total", Words(["Total", "Total", "Total", "合计"])),
    ("caption.note", Words(["Note", "Observação", "Nota", "备注"])),
    ("caption.pay", Words(["How to pay", "Como pagar", "Cómo pagar", "付款方式"])),
]);

pub const INVOICE: Words = Words(["Invoice", "Fatura", "Factura", "账单"]);
pub const CREDIT_NOTE: Words = Words(["Credit note", "Nota de crédito", "Nota de crédito", "贷项单"]);
pub const CORRECTS: Words =
    Words(["Corrects invoice", "Corrige a fatura", "Corrige la factura", "被冲减的账单"]);
pub const REFERENCE: Words =
    Words(["Payment reference", "Referência do pagamento", "Referencia del pago", "付款参考号"]);

pub const REPRICED: Words = Words(["Price changed", "Preço alterado", "Cambio de precio", "价格变更"]);
pub const REWEIGHED: Words = Words(["Reweighed", "Nova pesagem", "Pesado de nuevo", "重量复核"]);
pub const CANCELED: Words =
    Words(["Canceled, credited", "Cancelada, estorno", "Cancelado, devolución", "已取消，费用退回"]);
pub const PICKUP_FEE: Words = Words([
    "Fee of a canceled pickup",
    "Taxa de coleta cancelada",
    "Cargo por recolección cancelada",
    "取消揽收手续费",
]);
pub const HANDLING: Words = Words([
    "Storage, packing and buying",
    "Armazenagem, embalagem e compras",
    "Almacenaje, empaque y compras",
    "仓储、打包与代购",
]);
pub const REVERSED: Words = Words(["Reversed", "Estorno", "Devolución", "费用退回"]);
