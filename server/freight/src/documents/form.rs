//! The kinds of documents, and the layouts that they have.

use paper::data::Vocabulary;
use trade::wire_name;

use super::fields;

wire_name! {
    /// A document that can be printed for a shipment.
    DocumentKind {
        /// The label on the parcel.
        Label = "label",
        /// CN 22 up to 300 SDR and 2 kg, otherwise CN 23.
        CustomsDeclaration = "customs_declaration",
        CommercialInvoice = "commercial_invoice",
        /// The shipment on paper, in the language of the reader.
        OrderView = "order_view",
    }
}

wire_name! {
    /// A document with a layout that a company can replace.
    DocumentForm { Cn22 = "cn22", Cn23 = "cn23", CommercialInvoice = "commercial_invoice", OrderView = "order_view" }
}

impl DocumentKind {
    /// The papers that goods show at customs, in the order in which they lie under the label.
    pub const CUSTOMS_PAPERS: [Self; 2] = [Self::CustomsDeclaration, Self::CommercialInvoice];
    /// The label, and the papers that go with it.
    pub const LABEL_WITH_PAPERS: &[Self] = &[Self::Label, Self::CustomsDeclaration, Self::CommercialInvoice];
}

impl DocumentForm {
    /// The layout of the product, a TOML file.
    pub const fn built_in(self) -> &'static str {
        match self {
            Self::Cn22 => include_str!("../../../assets/layouts/cn22.toml"),
            Self::Cn23 => include_str!("../../../assets/layouts/cn23.toml"),
            Self::CommercialInvoice => include_str!("../../../assets/layouts/commercial_invoice.toml"),
            Self::OrderView => include_str!("../../../assets/layouts/order_view.toml"),
        }
    }

    /// The document that has this form.
    pub const fn kind(self) -> DocumentKind {
        match self {
            Self::Cn22 | Self::Cn23 => DocumentKind::CustomsDeclaration,
            Self::CommercialInvoice => DocumentKind::CommercialInvoice,
            Self::OrderView => DocumentKind::OrderView,
        }
    }

    pub const fn vocabulary(self) -> &'static Vocabulary {
        match self {
            Self::Cn22 | Self::Cn23 => &fields::CUSTOMS,
            Self::CommercialInvoice => &fields::INVOICE,
            Self::OrderView => &fields::ORDER,
        }
    }
}
