//! Texts of the proof of a delivery, in the order of `Words`: English, Portuguese, Spanish, Chinese.

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
    ("caption.proof", Words(["Proof", "Comprovante", "Comprobante", "凭证"])),
    ("caption.time", Words(["Time", "Hora", "Hora", "时间"])),
    ("caption.failure", Words(["Failed attempt", "Tentativa sem sucesso", "Intento fallido", "失败记录"])),
    ("caption.hash", Words(["SHA-256"; 4])),
]);

/// For a pickup, in place of those of a delivery with the same names. Where a delivery has the document of the receiver, a
/// pickup has the number of its run.
pub const OF_PICKUP: Captions = Captions(&[
    ("caption.carrier", Words(["Picked up by", "Coletado por", "Recolectado por", "承运方"])),
    ("caption.recipient", Words(["Sender", "Remetente", "Remitente", "寄件人"])),
    ("caption.delivered", Words(["Picked up on", "Coletado em", "Recolectado el", "揽收时间"])),
    ("caption.receiver", Words(["Handed over by", "Entregue por", "Entregado por", "交件人"])),
    ("caption.document", Words(["Run", "Rota", "Ruta", "路线"])),
    ("caption.sender", Words(["Recipient", "Destinatário", "Destinatario", "收件人"])),
    (
        "caption.parcels",
        Words(["Parcels picked up", "Volumes coletados", "Bultos recolectados", "已揽收件数"]),
    ),
]);

pub const TITLE: Words =
    Words(["Proof of delivery", "Comprovante de entrega", "Comprobante de entrega", "签收证明"]);

/// The paper of failed attempts, while nothing was handed over.
pub const ATTEMPTS_TITLE: Words = Words([
    "Record of delivery attempts",
    "Registro de tentativas de entrega",
    "Registro de intentos de entrega",
    "派送尝试记录",
]);
pub const PICKUP_TITLE: Words =
    Words(["Proof of pickup", "Comprovante de coleta", "Comprobante de recolección", "揽收证明"]);
pub const PICKUP_ATTEMPTS_TITLE: Words = Words([
    "Record of pickup attempts",
    "Registro de tentativas de coleta",
    "Registro de intentos de recolección",
    "揽收尝试记录",
]);

/// Why a delivery failed, by the codes of drivers.
pub const DELIVERY_REASONS: &[(&str, Words)] = &[
    (
        "address_not_found",
        Words(["Address not found", "Endereço não encontrado", "Dirección no encontrada", "找不到地址"]),
    ),
    ("closed", Words(["Closed", "Fechado", "Cerrado", "已关门"])),
    (
        "cod_not_paid",
        Words([
            "Cash on delivery not paid",
            "Cobrança na entrega não paga",
            "Contra reembolso no pagado",
            "未支付货到付款",
        ]),
    ),
    ("damaged", Words(["Parcel damaged", "Volume danificado", "Bulto dañado", "包裹破损"])),
    (
        "id_missing",
        Words(["No document shown", "Documento não apresentado", "No mostró documento", "未出示证件"]),
    ),
    ("no_access", Words(["No access", "Sem acesso", "Sin acceso", "无法进入"])),
    ("no_attempt", Words(["Not attempted", "Não houve tentativa", "Sin intento", "未尝试派送"])),
    ("out_of_time", Words(["Out of time", "Faltou tempo", "Faltó tiempo", "时间不足"])),
    (
        "parcel_not_on_board",
        Words(["Parcel not on board", "Volume não embarcado", "Bulto no cargado", "包裹未装车"]),
    ),
    (
        "recipient_absent",
        Words(["Recipient absent", "Destinatário ausente", "Destinatario ausente", "收件人不在"]),
    ),
    (
        "refused",
        Words([
            "Refused by the recipient",
            "Recusada pelo destinatário",
            "Rechazada por el destinatario",
            "收件人拒收",
        ]),
    ),
    ("vehicle_breakdown", Words(["Vehicle breakdown", "Veículo quebrou", "Avería del vehículo", "车辆故障"])),
];
/// Why a pickup failed.
pub const PICKUP_REASONS: &[(&str, Words)] = &[
    (
        "address_not_found",
        Words(["Address not found", "Endereço não encontrado", "Dirección no encontrada", "找不到地址"]),
    ),
    ("closed", Words(["Closed", "Fechado", "Cerrado", "已关门"])),
    ("no_access", Words(["No access", "Sem acesso", "Sin acceso", "无法进入"])),
    (
        "not_ready",
        Words(["Parcels not ready", "Volumes não estavam prontos", "Bultos no preparados", "包裹未备好"]),
    ),
    ("out_of_time", Words(["Out of time", "Sem tempo na rota", "Sin tiempo en la ruta", "时间不足"])),
    (
        "refused",
        Words(["Handover refused", "Entrega ao motorista recusada", "Entrega rechazada", "拒绝交付"]),
    ),
    ("sender_absent", Words(["Nobody there", "Ninguém no local", "No había nadie", "无人在场"])),
    (
        "too_large",
        Words([
            "Too large for the vehicle",
            "Grande demais para o veículo",
            "Demasiado grande para el vehículo",
            "超出车辆容量",
        ]),
    ),
    ("vehicle_breakdown", Words(["Vehicle breakdown", "Pane do veículo", "Avería del vehículo", "车辆故障"])),
];

/// The name of a reason; none for an unknown code.
pub fn find_reason(reasons: &[(&str, Words)], code: &str) -> Option<Words> {
    reasons.iter().find(|(known, _)| *known == code).map(|(_, words)| *words)
}

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
