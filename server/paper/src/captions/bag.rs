//! Texts of the label of a bag.

use super::{Captions, Words};

pub const CAPTIONS: Captions = Captions(&[
    ("caption.from", Words(["From", "De", "De", "起运地"])),
    ("caption.to", Words(["To", "Para", "Para", "目的地"])),
    (
        "caption.origin_office",
        Words(["Office of origin", "Unidade de origem", "Oficina de origen", "原寄互换局"]),
    ),
    (
        "caption.destination_office",
        Words(["Office of destination", "Unidade de destino", "Oficina de destino", "寄达互换局"]),
    ),
    ("caption.category", Words(["Category", "Categoria", "Categoría", "类别"])),
    ("caption.subclass", Words(["Subclass", "Subclasse", "Subclase", "子类"])),
    ("caption.dispatch", Words(["Dispatch no.", "Expedição nº", "Despacho n.º", "总包号"])),
    ("caption.receptacle", Words(["Receptacle no.", "Recipiente nº", "Envase n.º", "袋号"])),
    ("caption.weight", Words(["Gross weight", "Peso bruto", "Peso bruto", "毛重"])),
    ("caption.parcels", Words(["Parcels", "Volumes", "Bultos", "件数"])),
    ("caption.date", Words(["Closed on", "Fechado em", "Cerrada el", "封袋日期"])),
    ("caption.service", Words(["Service", "Serviço", "Servicio", "服务"])),
    ("caption.seal", Words(["Seal", "Lacre", "Precinto", "封签号"])),
    ("caption.provider", Words(["Carrier", "Transportador", "Transportista", "承运商"])),
]);

/// In the place of the form's name, for a bag that no post carries.
pub const BAG: Words = Words(["Bag", "Malote", "Saca", "货袋"]);
pub const PALLET: Words = Words(["Pallet", "Palete", "Palé", "托盘"]);
pub const LAST: Words = Words(["Last", "Último", "Último", "末袋"]);
pub const INSURED: Words = Words(["Insured", "Segurado", "Asegurado", "保价"]);
