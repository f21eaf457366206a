//! The names that layouts of documents can use.

use paper::captions::order;
use paper::data::{Field, TableFields, Vocabulary};

pub const CUSTOMS: Vocabulary =
    Vocabulary { groups: &[SHIPMENT, SENDER, RECEIVER, TOTALS, CATEGORY], tables: &[ITEMS] };
pub const INVOICE: Vocabulary =
    Vocabulary { groups: &[SHIPMENT, SENDER, RECEIVER, TOTALS, SALE], tables: &[ITEMS] };
pub const ORDER: Vocabulary = Vocabulary {
    groups: &[SHIPMENT, SENDER, RECEIVER, TOTALS, JOURNEY, order::FIELDS],
    tables: &[ITEMS, PARCELS, EVENTS],
};

/// Names of a party: `sender.name` and so on.
macro_rules! party {
    ($side:literal, [$name:literal, $address:literal, $country:literal, $phone:literal, $email:literal, $tax:literal]) => {
        &[
            Field::new(concat!($side, ".name"), $name, 200),
            Field::new(concat!($side, ".address"), $address, 1100),
            Field::new(concat!($side, ".country"), $country, 60),
            Field::new(concat!($side, ".phone"), $phone, 30),
            Field::new(concat!($side, ".email"), $email, 254),
            Field::new(concat!($side, ".document"), $tax, 46),
        ]
    };
}

/// Fields of every document.
const SHIPMENT: &[Field] = &[
    Field::new("carrier", "Atlantic Couriers", 60),
    Field::new("footer", "Atlântico Courier Ltda. · CNPJ 11.222.333/0001-81", 300),
    Field::new("service", "Express Air", 60),
    Field::new("code", "LX821947508BR", 13),
    Field::new("code_shown", "LX 821 947 508 BR", 17),
    Field::new("tracking_url", "https://courier.example/tracking?codes=LX821947508BR", 90),
    Field::new("date", "25/11/2026", 10),
    Field::new("reference", "PO-2026-00417", 120),
    Field::new("currency", "USD", 3),
    Field::new("incoterm", "DAP", 20),
    Field::new("undeliverable", "Return to sender", 26),
    Field::new("pieces", "2", 3),
    Field::new("postage", "USD 35.40", 24),
    Field::new("insured", "USD 129.90", 24),
    Field::new("origin", "São Paulo, Brazil", 90),
];

const SENDER: &[Field] = party!(
    "sender",
    [
        "Livraria Atlântica Ltda.",
        "Rua São Bento, 99, sala 1204\nCentro\n01011-100 São Paulo SP\nBrazil",
        "Brazil",
        "+55 11 98765-4321",
        "export@livraria.example",
        "CNPJ 11.222.333/0001-81"
    ]
);
const RECEIVER: &[Field] = party!(
    "receiver",
    [
        "Maria Müller",
        "Hauptstraße 12\n10115 Berlin\nGermany",
        "Germany",
        "+49 30 1234567",
        "maria@mueller.example",
        "DE123456789"
    ]
);

const TOTALS: &[Field] = &[
    Field::new("total.net", "1.260", 14),
    Field::new("total.gross", "1.500", 14),
    Field::new("total.value", "129.90", 20),
];

const CATEGORY: &[Field] = &[
    Field::new("category.gift", "", 1),
    Field::new("category.documents", "", 1),
    Field::new("category.sample", "", 1),
    Field::new("category.returned", "", 1),
    Field::new("category.sale", "X", 1),
    Field::new("category.other", "", 1),
    Field::new("category.text", "", 12),
    Field::new("invoice", "PO-2026-00417", 120),
    Field::new("comments", "Sanitary inspection, protocol 25351.123456/2026-11", 130),
    Field::new("licence", "036687.1234567/2026", 100),
];

const SALE: &[Field] = &[
    Field::new("number", "PO-2026-00417", 120),
    Field::new("reason", "Sale", 24),
    Field::new("place", "Berlin", 120),
    Field::new("freight", "35.40", 20),
    Field::new("total.invoice", "165.30", 20),
    Field::new("signer", "Ana Silva", 200),
];

const JOURNEY: &[Field] = &[
    Field::new("route", "São Paulo, Brazil → Berlin, Germany", 310),
    Field::new("client", "Livraria Atlântica Ltda.", 200),
    Field::new("contents", "Merchandise", 20),
    Field::new("declared", "USD 129.90", 24),
    Field::new("due", "02/12/2026", 10),
    Field::new("weight.declared", "1.5 kg", 16),
    Field::new("weight.volumetric", "1.25 kg", 16),
    Field::new("weight.chargeable", "1.5 kg", 16),
];

const ITEMS: TableFields = TableFields {
    path: "items",
    columns: &[
        Field::new("number", "1", 4),
        Field::new("description", "Illustrated books, hard cover, in Portuguese", 500),
        Field::new("quantity", "3 pcs", 46),
        Field::new("net_weight", "0.420", 12),
        Field::new("unit_value", "14.4333", 20),
        Field::new("value", "43.30", 20),
        Field::new("hs_code", "4901.99", 14),
        Field::new("origin", "Brazil", 60),
        Field::new("origin_code", "BR", 2),
        Field::new("sku", "BOOK-01", 60),
    ],
    rows: 3,
};

const PARCELS: TableFields = TableFields {
    path: "parcels",
    columns: &[
        Field::new("number", "1/2", 7),
        Field::new("size", "30 × 20 × 15.5 cm", 40),
        Field::new("weight", "0.75 kg", 16),
    ],
    rows: 2,
};

const EVENTS: TableFields = TableFields {
    path: "events",
    columns: &[
        Field::new("when", "26/11/2026 14:05", 22),
        Field::new("event", "Received at the warehouse", 200),
        Field::new("place", "São Paulo", 200),
    ],
    rows: 2,
};
