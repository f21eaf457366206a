//! Texts of the label on a parcel.

use super::Words;

pub const FROM: Words = Words(["From", "Remetente", "Remitente", "寄件人"]);
pub const TO: Words = Words(["To", "Destinatário", "Destinatario", "收件人"]);
pub const DATE: Words = Words(["Date", "Data", "Fecha", "日期"]);
pub const REFERENCE: Words = Words(["Reference", "Referência", "Referencia", "参考号"]);
pub const PARCEL: Words = Words(["Parcel", "Volume", "Bulto", "件数"]);
pub const WEIGHT: Words = Words(["Weight", "Peso", "Peso", "重量"]);
pub const SIZE: Words = Words(["Size", "Medidas", "Medidas", "尺寸"]);
pub const CONTENTS: Words = Words(["Contents", "Conteúdo", "Contenido", "内件品名"]);
pub const VALUE: Words = Words(["Declared value", "Valor declarado", "Valor declarado", "申报价值"]);
pub const TERMS: Words = Words(["Incoterm", "Incoterm", "Incoterm", "贸易术语"]);
pub const COUNTRY: Words = Words(["Country", "País", "País", "国家"]);
pub const STATE: Words = Words(["State", "Estado", "Estado", "州/省"]);
pub const AIRPORT: Words = Words(["Airport", "Aeroporto", "Aeropuerto", "机场"]);
pub const UNDELIVERABLE: Words =
    Words(["If undeliverable", "Se não for entregue", "Si no se entrega", "无法投递时"]);
pub const RETURN_TO_SENDER: Words =
    Words(["Return to sender", "Devolver ao remetente", "Devolver al remitente", "退回寄件人"]);
pub const ABANDON: Words =
    Words(["Treat as abandoned", "Tratar como abandonado", "Tratar como abandonado", "按放弃处理"]);
pub const REDIRECT: Words = Words([
    "Redirect to another address",
    "Enviar para outro endereço",
    "Reenviar a otra dirección",
    "改寄其他地址",
]);
pub const TRACK: Words = Words(["Scan to track", "Rastreie aqui", "Rastrear aquí", "扫码查询"]);
pub const REPRINT: Words = Words(["Reprint", "Reimpressão", "Reimpresión", "补打"]);
