//! Fixed texts of the order view, and words for the values of a shipment.

use crate::shipments::fields::{ContentsType, NonDelivery};
use paper::data::{Data, Field};
use server_core::http::messages::Language;

/// A text in English, Portuguese, Spanish and Chinese.
type Words = [&'static str; 4];

/// The longest caption of all languages.
const LONGEST: usize = 26;

macro_rules! captions {
    ($($path:literal: $words:expr),+ $(,)?) => {
        const CAPTIONS: &[(&str, Words)] = &[$(($path, $words)),+];
        pub const FIELDS: &[Field] = &[$(Field::new($path, { let words: Words = $words; words[0] }, LONGEST)),+];
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

pub fn set(data: &mut Data, language: Language) {
    for (path, words) in CAPTIONS {
        data.set(path, one_of(*words, language));
    }
}

/// The title of the order view.
pub const fn title(language: Language) -> &'static str {
    one_of(["Shipment", "Remessa", "Envío", "运单"], language)
}

pub const fn contents(kind: ContentsType, language: Language) -> &'static str {
    let words = match kind {
        ContentsType::Documents => ["Documents", "Documentos", "Documentos", "文件"],
        ContentsType::Gift => ["Gift", "Presente", "Regalo", "礼品"],
        ContentsType::Sample => ["Commercial sample", "Amostra comercial", "Muestra comercial", "商业样品"],
        ContentsType::Merchandise => ["Merchandise", "Mercadoria", "Mercancía", "商品"],
        ContentsType::Return => ["Returned goods", "Devolução", "Devolución", "退货"],
        ContentsType::Medicine => ["Medicine", "Medicamento", "Medicamento", "药品"],
        ContentsType::Other => ["Other", "Outro", "Otro", "其他"],
    };
    one_of(words, language)
}

pub const fn undeliverable(instruction: NonDelivery, language: Language) -> &'static str {
    let words = match instruction {
        NonDelivery::Return => {
            ["Return to sender", "Devolver ao remetente", "Devolver al remitente", "退回寄件人"]
        }
        NonDelivery::Abandon => {
            ["Treat as abandoned", "Tratar como abandonado", "Tratar como abandonado", "按放弃处理"]
        }
        NonDelivery::Redirect => [
            "Redirect to another address",
            "Enviar para outro endereço",
            "Reenviar a otra dirección",
            "改寄其他地址",
        ],
    };
    one_of(words, language)
}

const fn one_of([en, pt, es, zh]: Words, language: Language) -> &'static str {
    match language {
        Language::En => en,
        Language::PtBr => pt,
        Language::Es => es,
        Language::ZhCn => zh,
    }
}
