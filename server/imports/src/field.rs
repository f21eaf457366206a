//! The fields that a column can be mapped to.

use serde::{Deserialize, Serialize};

/// The record that a field belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Shipment,
    Parcel,
    Item,
    /// A client; only in imports of clients.
    Client,
    /// Goods that come in; only in imports of stock.
    Stock,
}

/// How a cell of the field is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Any text up to this length.
    Text(usize),
    /// An identifier that can look like a number. Read as text; refused if a spreadsheet program has
    /// shortened it.
    Reference(usize),
    Postcode,
    Document,
    Email,
    Phone,
    HsCode,
    Country,
    State,
    Currency,
    Service,
    /// A group of clients, by its title.
    Group,
    /// One word of a short list.
    Choice(&'static [Choice]),
    Money,
    /// Money with four decimals: the price of one unit.
    UnitValue,
    Quantity,
    Count,
    /// Whole units of goods, of which there can be many.
    Units,
    /// A number of days up to a year.
    Days,
    Weight,
    Size,
    Date,
}

impl Kind {
    /// Whether its cells are numbers and not signs.
    pub fn is_number(self) -> bool {
        matches!(
            self,
            Self::Money
                | Self::UnitValue
                | Self::Quantity
                | Self::Count
                | Self::Units
                | Self::Days
                | Self::Weight
                | Self::Size
                | Self::Date
        )
    }

    /// Whether its numbers can have decimals.
    pub fn has_decimals(self) -> bool {
        self.is_number() && !matches!(self, Self::Count | Self::Units | Self::Days | Self::Date)
    }
}

/// How the lines of one shipment combine for a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// All lines that have a value have the same one.
    Same,
    /// One amount for the shipment, or a share of it on each line; the mapping says which.
    Total,
    /// Each line has its own value.
    Own,
}

/// The stored word and the folded words with this meaning.
pub type Choice = (&'static str, &'static [&'static str]);

const PERSON_TYPES: &[Choice] = &[
    (
        "1",
        &[
            "1",
            "f",
            "person",
            "individual",
            "pessoa fisica",
            "fisica",
            "pf",
            "persona fisica",
            "persona natural",
            "个人",
        ],
    ),
    (
        "2",
        &[
            "2",
            "j",
            "company",
            "business",
            "pessoa juridica",
            "juridica",
            "pj",
            "empresa",
            "persona juridica",
            "公司",
        ],
    ),
];

const DOCUMENT_TYPES: &[Choice] = &[
    ("1", &["1", "tax id", "taxid", "cpf", "cnpj", "cpf cnpj", "nif", "rut", "rfc", "vat", "ein", "税号"]),
    ("2", &["2", "passport", "passaporte", "pasaporte", "护照"]),
];

const INCOTERMS: &[Choice] = &[
    ("EXW", &["exw", "ex works"]),
    ("FCA", &["fca", "free carrier"]),
    ("FAS", &["fas"]),
    ("FOB", &["fob"]),
    ("CFR", &["cfr", "cnf"]),
    ("CIF", &["cif"]),
    ("CPT", &["cpt"]),
    ("CIP", &["cip"]),
    ("DAP", &["dap", "ddu"]),
    ("DPU", &["dpu", "dat"]),
    ("DDP", &["ddp"]),
];

const CONTENTS: &[Choice] = &[
    ("documents", &["documents", "document", "documentos", "documento", "docs", "doc", "文件"]),
    ("gift", &["gift", "gifts", "presente", "regalo", "礼品"]),
    ("sample", &["sample", "samples", "amostra", "amostras", "muestra", "muestras", "样品"]),
    (
        "merchandise",
        &["merchandise", "goods", "commercial", "non documents", "mercadoria", "mercancia", "货物", "商品"],
    ),
    ("return", &["return", "returned goods", "devolucao", "retorno", "devolucion", "退货"]),
    ("medicine", &["medicine", "medicines", "drugs", "medicamento", "medicamentos", "药品"]),
    ("other", &["other", "others", "outro", "outros", "otro", "otros", "其他"]),
];

const NON_DELIVERY: &[Choice] = &[
    ("return", &["return", "return to sender", "devolver", "退回"]),
    ("abandon", &["abandon", "abandonar", "放弃"]),
    ("redirect", &["redirect", "redirecionar", "redirigir", "转寄"]),
];

const LANGUAGES: &[Choice] = &[
    ("en", &["en", "en us", "en gb", "english", "ingles", "英语", "英文"]),
    ("pt-BR", &["pt br", "pt", "portuguese", "portugues", "葡萄牙语"]),
    ("es", &["es", "es es", "es mx", "spanish", "espanol", "espanhol", "castellano", "西班牙语"]),
    ("zh-CN", &["zh cn", "zh", "chinese", "chines", "chino", "中文", "简体中文"]),
];

macro_rules! fields {
    ($($field:ident = $wire:literal, $part:ident, $kind:expr, $rule:ident;)+) => {
        /// A field that a column or a constant can fill. At most one column fills each field.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[derive(poem_openapi::Enum, Serialize, Deserialize)]
        #[oai(rename = "ImportField")]
        pub enum Field { $(#[oai(rename = $wire)] #[serde(rename = $wire)] $field,)+ }

        impl Field {
            pub const ALL: &'static [Self] = &[$(Self::$field,)+];

            /// The name in the API.
            pub fn wire(self) -> &'static str {
                match self { $(Self::$field => $wire,)+ }
            }

            pub fn part(self) -> Part {
                match self { $(Self::$field => Part::$part,)+ }
            }

            pub fn kind(self) -> Kind {
                use Kind::*;
                match self { $(Self::$field => $kind,)+ }
            }

            pub fn rule(self) -> Rule {
                match self { $(Self::$field => Rule::$rule,)+ }
            }
        }
    };
}

fields! {
    Source = "source", Shipment, Reference(40), Same;
    ExternalRef = "external_ref", Shipment, Reference(120), Same;
    Service = "service", Shipment, Service, Same;
    ContentsType = "contents_type", Shipment, Choice(CONTENTS), Same;
    Incoterm = "incoterm", Shipment, Choice(INCOTERMS), Same;
    NonDelivery = "non_delivery", Shipment, Choice(NON_DELIVERY), Same;
    Currency = "currency", Shipment, Currency, Same;
    DeclaredValue = "declared_value", Shipment, Money, Total;
    FreightDeclared = "freight_declared", Shipment, Money, Total;
    InsuranceValue = "insurance_value", Shipment, Money, Total;
    Weight = "weight", Shipment, Weight, Total;
    ShippedOn = "shipped_on", Shipment, Date, Same;
    DueOn = "due_on", Shipment, Date, Same;
    Notes = "notes", Shipment, Text(4000), Same;

    FromPersonType = "from_person_type", Shipment, Choice(PERSON_TYPES), Same;
    FromName = "from_name", Shipment, Text(200), Same;
    FromTradingName = "from_trading_name", Shipment, Text(200), Same;
    FromResponsible = "from_responsible", Shipment, Text(200), Same;
    FromDocumentType = "from_document_type", Shipment, Choice(DOCUMENT_TYPES), Same;
    FromDocument = "from_document", Shipment, Document, Same;
    FromIe = "from_ie", Shipment, Reference(20), Same;
    FromEmail = "from_email", Shipment, Email, Same;
    FromPhone = "from_phone", Shipment, Phone, Same;
    FromCountry = "from_country", Shipment, Country, Same;
    FromPostcode = "from_postcode", Shipment, Postcode, Same;
    FromAddress1 = "from_address_1", Shipment, Text(200), Same;
    FromAddress2 = "from_address_2", Shipment, Text(200), Same;
    FromAddressNumber = "from_address_number", Shipment, Text(20), Same;
    FromAddressComplement = "from_address_complement", Shipment, Text(100), Same;
    FromState = "from_state", Shipment, State, Same;
    FromCity = "from_city", Shipment, Text(120), Same;

    ToPersonType = "to_person_type", Shipment, Choice(PERSON_TYPES), Same;
    ToName = "to_name", Shipment, Text(200), Same;
    ToTradingName = "to_trading_name", Shipment, Text(200), Same;
    ToResponsible = "to_responsible", Shipment, Text(200), Same;
    ToDocumentType = "to_document_type", Shipment, Choice(DOCUMENT_TYPES), Same;
    ToDocument = "to_document", Shipment, Document, Same;
    ToIe = "to_ie", Shipment, Reference(20), Same;
    ToEmail = "to_email", Shipment, Email, Same;
    ToPhone = "to_phone", Shipment, Phone, Same;
    ToCountry = "to_country", Shipment, Country, Same;
    ToPostcode = "to_postcode", Shipment, Postcode, Same;
    ToAddress1 = "to_address_1", Shipment, Text(200), Same;
    ToAddress2 = "to_address_2", Shipment, Text(200), Same;
    ToAddressNumber = "to_address_number", Shipment, Text(20), Same;
    ToAddressComplement = "to_address_complement", Shipment, Text(100), Same;
    ToState = "to_state", Shipment, State, Same;
    ToCity = "to_city", Shipment, Text(120), Same;

    ParcelNumber = "parcel_number", Parcel, Count, Own;
    ParcelWeight = "parcel_weight", Parcel, Weight, Own;
    Length = "length", Parcel, Size, Own;
    Width = "width", Parcel, Size, Own;
    Height = "height", Parcel, Size, Own;

    ItemRef = "item_ref", Item, Reference(120), Own;
    ItemDescription = "item_description", Item, Text(500), Own;
    ItemSku = "item_sku", Item, Reference(60), Own;
    ItemBatch = "item_batch", Item, Reference(60), Own;
    ItemHsCode = "item_hs_code", Item, HsCode, Own;
    ItemQuantity = "item_quantity", Item, Quantity, Own;
    ItemUnit = "item_unit", Item, Text(30), Own;
    ItemUnitValue = "item_unit_value", Item, UnitValue, Own;
    ItemValue = "item_value", Item, Money, Own;
    ItemNetWeight = "item_net_weight", Item, Weight, Own;
    ItemOriginCountry = "item_origin_country", Item, Country, Own;

    ClientCode = "client_code", Client, Reference(40), Own;
    ClientSuiteCode = "client_suite_code", Client, Reference(20), Own;
    ClientPersonType = "client_person_type", Client, Choice(PERSON_TYPES), Own;
    ClientName = "client_name", Client, Text(200), Own;
    ClientTradingName = "client_trading_name", Client, Text(200), Own;
    ClientResponsible = "client_responsible", Client, Text(200), Own;
    ClientDocumentType = "client_document_type", Client, Choice(DOCUMENT_TYPES), Own;
    ClientDocument = "client_document", Client, Document, Own;
    ClientIe = "client_ie", Client, Reference(20), Own;
    ClientBirthday = "client_birthday", Client, Date, Own;
    ClientEmail = "client_email", Client, Email, Own;
    ClientPhone = "client_phone", Client, Phone, Own;
    ClientCountry = "client_country", Client, Country, Own;
    ClientPostcode = "client_postcode", Client, Postcode, Own;
    ClientAddress1 = "client_address_1", Client, Text(200), Own;
    ClientAddressNumber = "client_address_number", Client, Text(20), Own;
    ClientAddressComplement = "client_address_complement", Client, Text(100), Own;
    ClientAddress2 = "client_address_2", Client, Text(200), Own;
    ClientState = "client_state", Client, State, Own;
    ClientCity = "client_city", Client, Text(120), Own;
    ClientGroup = "client_group", Client, Group, Own;
    ClientDefaultService = "client_default_service", Client, Service, Own;
    ClientLanguage = "client_language", Client, Choice(LANGUAGES), Own;
    ClientCurrency = "client_currency", Client, Currency, Own;
    ClientPaymentTermsDays = "client_payment_terms_days", Client, Days, Own;
    ClientNotes = "client_notes", Client, Text(2000), Own;

    StockSku = "stock_sku", Stock, Reference(60), Own;
    StockOwner = "stock_owner", Stock, Reference(40), Own;
    StockLot = "stock_lot", Stock, Reference(60), Own;
    StockExpirationDate = "stock_expiration_date", Stock, Date, Own;
    StockQuantity = "stock_quantity", Stock, Units, Own;
    StockWarehouse = "stock_warehouse", Stock, Reference(20), Own;
    StockPlace = "stock_place", Stock, Reference(32), Own;
    StockUnitCost = "stock_unit_cost", Stock, UnitValue, Own;
    StockCurrency = "stock_currency", Stock, Currency, Own;
}

impl Field {
    /// The country field that this field depends on: states, postcodes, documents and phones differ by
    /// country.
    pub fn country(self) -> Option<Self> {
        match self {
            Self::FromState | Self::FromPostcode | Self::FromDocument | Self::FromPhone => {
                Some(Self::FromCountry)
            }
            Self::ToState | Self::ToPostcode | Self::ToDocument | Self::ToPhone => Some(Self::ToCountry),
            Self::ClientState | Self::ClientPostcode | Self::ClientDocument | Self::ClientPhone => {
                Some(Self::ClientCountry)
            }
            _ => None,
        }
    }

    /// The field with the document type of this document number.
    pub fn document_type(self) -> Option<Self> {
        match self {
            Self::FromDocument => Some(Self::FromDocumentType),
            Self::ToDocument => Some(Self::ToDocumentType),
            Self::ClientDocument => Some(Self::ClientDocumentType),
            _ => None,
        }
    }

    /// Whether the cell depends on the country or the currency of its line, which are then read first.
    pub fn reads_others(self) -> bool {
        self.country().is_some() || matches!(self.kind(), Kind::Money | Kind::UnitValue)
    }

    pub fn is_total(self) -> bool {
        self.rule() == Rule::Total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wire_names_match_the_json_names() {
        for field in Field::ALL {
            assert_eq!(serde_json::to_value(field).unwrap(), field.wire());
        }
    }

    #[test]
    fn a_word_of_a_choice_has_one_meaning() {
        for choices in [PERSON_TYPES, DOCUMENT_TYPES, INCOTERMS, CONTENTS, NON_DELIVERY, LANGUAGES] {
            let mut words: Vec<&str> = choices.iter().flat_map(|(_, words)| words.iter().copied()).collect();
            assert!(words.iter().all(|word| *word == sheets::fold::fold(word)));
            let all = words.len();
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), all);
        }
    }
}
