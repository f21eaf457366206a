//! Fixed texts of an invoice in four languages.

use crate::words::{Words, choose};
use ledger::TransactionKind;
use paper::data::Data;
use server_core::http::messages::Language;

const CAPTIONS: &[(&str, Words)] = &[
    ("caption.from", ["From", "Emitente", "Emisor", "开具方"]),
    ("caption.to", ["Bill to", "Cliente", "Facturar a", "付款方"]),
    ("caption.issued", ["Issued on", "Emissão", "Emisión", "开具日期"]),
    ("caption.due", ["Due on", "Vencimento", "Vencimiento", "到期日"]),
    ("caption.period", ["Period", "Período", "Período", "账期"]),
    ("caption.date", ["Date", "Data", "Fecha", "日期"]),
    ("caption.shipment", ["Shipment", "Remessa", "Envío", "运单"]),
    ("caption.description", ["Description", "Descrição", "Descripción", "说明"]),
    ("caption.services", ["Services", "Serviços", "Servicios", "服务费"]),
    ("caption.duties", ["Duties and taxes", "Tributos", "Impuestos y aranceles", "税费"]),
    ("caption.total", ["Total", "Total", "Total", "合计"]),
    ("caption.note", ["Note", "Observação", "Nota", "备注"]),
    ("caption.pay", ["How to pay", "Como pagar", "Cómo pagar", "付款方式"]),
];

const TEXTS: &[(&str, Words)] = &[
    ("title.invoice", ["Invoice", "Fatura", "Factura", "账单"]),
    ("title.note", ["Credit note", "Nota de crédito", "Nota de crédito", "贷项单"]),
    ("corrects", ["Corrects invoice", "Corrige a fatura", "Corrige la factura", "被冲减的账单"]),
    ("reference", ["Payment reference", "Referência do pagamento", "Referencia del pago", "付款参考号"]),
];

/// Sets the captions of the layout.
pub fn set(data: &mut Data, language: Language) {
    for (path, words) in CAPTIONS {
        data.set(path, choose(*words, language));
    }
}

/// A text of the document.
pub fn caption(name: &str, language: Language) -> &'static str {
    TEXTS.iter().find(|(known, _)| *known == name).map_or("", |(_, words)| choose(*words, language))
}

/// Kind of an item that is not the charge of a shipment itself.
pub fn of_kind(kind: TransactionKind, language: Language) -> Option<&'static str> {
    let words = match kind {
        TransactionKind::ShipmentRepriced => {
            ["Price changed", "Preço alterado", "Cambio de precio", "价格变更"]
        }
        TransactionKind::ParcelsHandled => {
            ["Storage and packing", "Armazenagem e embalagem", "Almacenaje y empaque", "仓储与打包"]
        }
        TransactionKind::ShipmentReweighed => ["Reweighed", "Nova pesagem", "Pesado de nuevo", "复重"],
        TransactionKind::ShipmentCancelled => {
            ["Canceled, credited", "Cancelada, estorno", "Cancelado, devolución", "已取消，费用退回"]
        }
        TransactionKind::Reversal => ["Reversed", "Estorno", "Devolución", "费用退回"],
        _ => return None,
    };
    Some(choose(words, language))
}
