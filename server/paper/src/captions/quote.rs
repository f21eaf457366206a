//! Texts of a quote.

use super::{Captions, Words};

pub const CAPTIONS: Captions = Captions(&[
    ("title", TITLE),
    ("caption.from", Words(["From", "Emitente", "Emisor", "开具方"])),
    ("caption.to", Words(["For", "Para", "Para", "客户"])),
    ("caption.day", Words(["Date", "Data", "Fecha", "日期"])),
    ("caption.until", Words(["Valid until", "Válida até", "Válida hasta", "有效期至"])),
    ("caption.service", Words(["Service", "Serviço", "Servicio", "服务"])),
    ("caption.route", Words(["Route", "Trajeto", "Trayecto", "路线"])),
    ("caption.parcels", Words(["Parcels", "Volumes", "Bultos", "包裹"])),
    ("caption.item", Words(["Price", "Preço", "Precio", "费用"])),
    ("caption.amount", Words(["Amount", "Valor", "Importe", "金额"])),
    ("caption.total", Words(["Total", "Total", "Total", "合计"])),
    ("caption.accept", Words(["How to accept", "Como aceitar", "Cómo aceptar", "如何接受"])),
]);

pub const TITLE: Words = Words(["Quote", "Cotação", "Cotización", "报价单"]);
pub const FREIGHT: Words =
    Words(["Freight and surcharges", "Frete e adicionais", "Flete y recargos", "运费及附加费"]);
pub const INSURANCE: Words = Words(["Insurance", "Seguro", "Seguro", "保险"]);
pub const TAX: Words = Words(["Duties and taxes", "Tributos", "Impuestos y aranceles", "税费"]);
pub const DELIVERY: Words = Words([
    "Estimate of duties and taxes that the recipient pays on delivery, not in the total",
    "Estimativa dos tributos que o destinatário paga na entrega, fora do total",
    "Estimación de impuestos que paga el destinatario en la entrega, fuera del total",
    "收件人签收时支付的税费估算，不计入合计",
]);
pub const ACCEPT: Words = Words([
    "Open the link in our e-mail to accept this price. It holds while the parcels, the route and the values stay the same.",
    "Abra o link do nosso e-mail para aceitar este preço. Ele vale enquanto os volumes, o trajeto e os valores forem os mesmos.",
    "Abra el enlace de nuestro correo para aceptar este precio. Se mantiene mientras los bultos, el trayecto y los valores sean los mismos.",
    "请打开邮件中的链接接受此价格。在包裹、路线和申报价值不变的情况下，价格保持有效。",
]);
