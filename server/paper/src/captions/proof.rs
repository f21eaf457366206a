//! Texts of the proof of a delivery.

use super::{Captions, Words};

pub const CAPTIONS: Captions = Captions(&[
    ("title", TITLE),
    ("caption.carrier", Words(["Delivered by", "Entregue por", "Entregado por", "承运方"])),
    ("caption.recipient", Words(["Recipient", "Destinatário", "Destinatario", "收件人"])),
    ("caption.delivered", Words(["Delivered on", "Entregue em", "Entregado el", "签收时间"])),
    ("caption.receiver", Words(["Received by", "Recebido por", "Recibido por", "签收人"])),
    ("caption.document", Words(["Document", "Documento", "Documento", "证件号"])),
    ("caption.driver", Words(["Driver", "Motorista", "Conductor", "司机"])),
    ("caption.place", Words(["Place", "Local", "Lugar", "位置"])),
    ("caption.attempts", Words(["Attempts", "Tentativas", "Intentos", "派送次数"])),
    ("caption.cash", Words(["Cash on delivery", "Cobrança na entrega", "Cobro contra entrega", "货到付款"])),
    ("caption.note", Words(["Note", "Observação", "Nota", "备注"])),
    ("caption.shipment", Words(["Shipment", "Remessa", "Envío", "运单"])),
    ("caption.sender", Words(["Client", "Cliente", "Cliente", "客户"])),
    ("caption.parcels", Words(["Parcels delivered", "Volumes entregues", "Bultos entregados", "已签收件数"])),
    ("caption.proof", Words(["Proof", "Prova", "Prueba", "凭证"])),
    ("caption.time", Words(["Time", "Hora", "Hora", "时间"])),
    ("caption.hash", Words(["SHA-256"; 4])),
]);

pub const TITLE: Words =
    Words(["Proof of delivery", "Comprovante de entrega", "Comprobante de entrega", "签收证明"]);

/// Before the amount that was taken.
pub const COLLECTED: Words = Words(["collected", "recebido", "cobrado", "实收"]);

pub const NAME: Words = Words(["Name", "Nome", "Nombre", "姓名"]);
pub const PHOTO: Words = Words(["Photo", "Foto", "Foto", "照片"]);
pub const SIGNATURE: Words = Words(["Signature", "Assinatura", "Firma", "签名"]);
pub const DOCUMENT: Words = Words(["Document", "Documento", "Documento", "证件"]);
pub const PIN: Words = Words(["PIN", "PIN", "PIN", "取件码"]);

pub const BY_RECIPIENT: Words = Words(["recipient", "destinatário", "destinatario", "本人"]);
pub const BY_FAMILY: Words = Words(["family", "família", "familia", "家人"]);
pub const BY_NEIGHBOUR: Words = Words(["neighbor", "vizinho", "vecino", "邻居"]);
pub const BY_RECEPTION: Words = Words(["reception", "portaria", "recepción", "前台"]);
pub const BY_OTHER: Words = Words(["other", "outro", "otro", "其他"]);
