//! Texts of the order view, and words for the values of a shipment.

use super::{Captions, Words};
use crate::data::Field;

/// The longest caption of all languages.
const LONGEST: usize = 26;

macro_rules! captions {
    ($($path:literal: $words:expr),+ $(,)?) => {
        pub const CAPTIONS: Captions = Captions(&[$(($path, Words($words))),+]);
        /// The names of the captions, for layouts.
        pub const FIELDS: &[Field] = &[$(Field::new($path, { let words: [&str; 4] = $words; words[0] }, LONGEST)),+];
    };
}

captions! {
    "caption.title": ["Shipment", "Remessa", "Envío", "运单"],
    "caption.date": ["Date", "Data", "Fecha", "日期"],
    "caption.due": ["Estimated delivery", "Previsão de entrega", "Entrega prevista", "预计送达"],
    "caption.reference": ["Reference", "Referência", "Referencia", "参考号"],
    "caption.client": ["Client", "Cliente", "Cliente", "客户"],
    "caption.sender": ["Sender", "Remetente", "Remitente", "寄件人"],
    "caption.receiver": ["Recipient", "Destinatário", "Destinatario", "收件人"],
    "caption.contents": ["Contents", "Conteúdo", "Contenido", "内件类型"],
    "caption.value": ["Declared value", "Valor declarado", "Valor declarado", "申报价值"],
    "caption.freight": ["Declared freight", "Frete declarado", "Flete declarado", "申报运费"],
    "caption.insured": ["Insured value", "Valor segurado", "Valor asegurado", "投保金额"],
    "caption.weight": ["Weight", "Peso", "Peso", "重量"],
    "caption.volumetric": ["Volumetric weight", "Peso cubado", "Peso volumétrico", "体积重"],
    "caption.chargeable": ["Chargeable weight", "Peso taxado", "Peso facturable", "计费重"],
    "caption.undeliverable": ["If undeliverable", "Se não for entregue", "Si no se entrega", "无法投递时"],
    "caption.parcel": ["Parcel", "Volume", "Bulto", "包裹"],
    "caption.size": ["Size", "Medidas", "Medidas", "尺寸"],
    "caption.goods": ["Item", "Item", "Artículo", "物品"],
    "caption.hs_code": ["HS code", "Código SH", "Código HS", "HS 编码"],
    "caption.origin": ["Origin", "Origem", "Origen", "原产地"],
    "caption.quantity": ["Quantity", "Quantidade", "Cantidad", "数量"],
    "caption.unit_value": ["Unit value", "Valor unitário", "Valor unitario", "单价"],
    "caption.total": ["Total", "Total", "Total", "合计"],
    "caption.when": ["Date and time", "Data e hora", "Fecha y hora", "时间"],
    "caption.event": ["Event", "Evento", "Evento", "轨迹"],
    "caption.place": ["Place", "Local", "Lugar", "地点"],
}

pub const TITLE: Words = Words(["Shipment", "Remessa", "Envío", "运单"]);

pub const DOCUMENTS: Words = Words(["Documents", "Documentos", "Documentos", "文件"]);
pub const GIFT: Words = Words(["Gift", "Presente", "Regalo", "礼品"]);
pub const SAMPLE: Words = Words(["Commercial sample", "Amostra comercial", "Muestra comercial", "商业样品"]);
pub const MERCHANDISE: Words = Words(["Merchandise", "Mercadoria", "Mercancía", "商品"]);
pub const RETURN: Words = Words(["Returned goods", "Devolução", "Devolución", "退货"]);
pub const MEDICINE: Words = Words(["Medicine", "Medicamento", "Medicamento", "药品"]);
pub const OTHER: Words = Words(["Other", "Outro", "Otro", "其他"]);
