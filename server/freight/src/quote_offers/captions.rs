//! Fixed texts of a quote on paper in four languages.

use paper::data::Data;
use server_core::http::messages::Language;

/// In English, Portuguese, Spanish and Chinese.
type Words = [&'static str; 4];

const CAPTIONS: &[(&str, Words)] = &[
    ("title", ["Quote", "Cotação", "Cotización", "报价单"]),
    ("caption.from", ["From", "Emitente", "Emisor", "开具方"]),
    ("caption.to", ["For", "Para", "Para", "客户"]),
    ("caption.day", ["Date", "Data", "Fecha", "日期"]),
    ("caption.until", ["Valid until", "Válida até", "Válida hasta", "有效期至"]),
    ("caption.service", ["Service", "Serviço", "Servicio", "服务"]),
    ("caption.route", ["Route", "Trajeto", "Trayecto", "路线"]),
    ("caption.parcels", ["Parcels", "Volumes", "Bultos", "包裹"]),
    ("caption.item", ["Price", "Preço", "Precio", "费用"]),
    ("caption.amount", ["Amount", "Valor", "Importe", "金额"]),
    ("caption.total", ["Total", "Total", "Total", "合计"]),
    ("caption.accept", ["How to accept", "Como aceitar", "Cómo aceptar", "如何接受"]),
];

const TEXTS: &[(&str, Words)] = &[
    ("freight", ["Freight and surcharges", "Frete e adicionais", "Flete y recargos", "运费及附加费"]),
    ("insurance", ["Insurance", "Seguro", "Seguro", "保险"]),
    ("tax", ["Duties and taxes", "Tributos", "Impuestos y aranceles", "税费"]),
    (
        "delivery",
        [
            "Estimate of duties and taxes that the recipient pays on delivery, not in the total",
            "Estimativa dos tributos que o destinatário paga na entrega, fora do total",
            "Estimación de impuestos que paga el destinatario en la entrega, fuera del total",
            "收件人签收时支付的税费估算，不计入合计",
        ],
    ),
    (
        "accept",
        [
            "Open the link in our e-mail to accept this price. It holds while the parcels, the route and the values stay the same.",
            "Abra o link do nosso e-mail para aceitar este preço. Ele vale enquanto os volumes, o trajeto e os valores forem os mesmos.",
            "Abra el enlace de nuestro correo para aceptar este precio. Se mantiene mientras los bultos, el trayecto y los valores sean los mismos.",
            "请打开邮件中的链接接受此价格。在包裹、路线和申报价值不变的情况下，价格保持有效。",
        ],
    ),
];

const fn one_of(words: Words, language: Language) -> &'static str {
    match language {
        Language::En => words[0],
        Language::PtBr => words[1],
        Language::Es => words[2],
        Language::ZhCn => words[3],
    }
}

/// Sets the captions of the layout.
pub fn set(data: &mut Data, language: Language) {
    for (path, words) in CAPTIONS {
        data.set(path, one_of(*words, language));
    }
}

/// A text of the paper.
pub fn text(name: &str, language: Language) -> &'static str {
    let found = TEXTS.iter().chain(CAPTIONS).find(|(known, _)| *known == name);
    found.map_or("", |(_, words)| one_of(*words, language))
}
