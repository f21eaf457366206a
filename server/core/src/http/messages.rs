//! The closed list of message codes and their texts.
//!
//! The texts are in `openapi/messages/<language>.json`, which the web uses as well, so a message has the same wording
//! everywhere.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rust_decimal::Decimal;
use serde_json::Value;

use trade::figures::{self, Money};
use trade::identifiers::IdentifierError;
pub use trade::language::Language;

/// Parameters of a message, e.g. `{"max": 30}` for "at most {{max}}".
pub type Params = BTreeMap<&'static str, Value>;

macro_rules! message_codes {
    ($($variant:ident = $code:literal),+ $(,)?) => {
        /// All messages of the server, by code.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
        )]
        pub enum MessageCode { $($variant),+ }

        impl MessageCode {
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }
        }
    };
}

message_codes! {
    // Whole answers.
    ValidationFailed = "validation_failed",
    Unauthenticated = "unauthenticated",
    Forbidden = "forbidden",
    NotFound = "not_found",
    MethodNotAllowed = "method_not_allowed",
    UnsupportedMediaType = "unsupported_media_type",
    MalformedRequest = "malformed_request",
    PayloadTooLarge = "payload_too_large",
    StorageFull = "storage_full",
    RequestNotTrusted = "request_not_trusted",
    RateLimited = "rate_limited",
    StaleVersion = "stale_version",
    KeyUsed = "key_used",
    NewerMessages = "newer_messages",
    TaxRuleNeeded = "tax_rule_needed",
    TaxRuleShipped = "tax_rule_shipped",
    TicketNotOpen = "ticket_not_open",
    TicketNotClosed = "ticket_not_closed",
    TicketNotArchived = "ticket_not_archived",
    TicketArchived = "ticket_archived",
    TicketForStaff = "ticket_for_staff",
    TicketOfOthers = "ticket_of_others",
    RoomOfTwoClients = "room_of_two_clients",
    RoomWithoutMembers = "room_without_members",
    RoomOfOthers = "room_of_others",
    UnknownHost = "unknown_host",
    TenantSuspended = "tenant_suspended",
    TenantMigrating = "tenant_migrating",
    Busy = "busy",
    Unavailable = "unavailable",
    Internal = "internal",
    LoginFailed = "login_failed",
    LinkNotValid = "link_not_valid",
    EmailNotValidated = "email_not_validated",
    SocialUnavailable = "social_unavailable",
    SocialNotCompleted = "social_not_completed",
    PostcodeNotFound = "postcode_not_found",
    OwnDevice = "own_device",
    SignInExpired = "sign_in_expired",
    SecondFactorOn = "second_factor_on",
    SecondFactorNotOn = "second_factor_not_on",
    TooManyAddresses = "too_many_addresses",
    TooManyDomains = "too_many_domains",
    DomainTaken = "domain_taken",
    DomainPrimary = "domain_primary",
    DomainCurrent = "domain_current",
    DomainNotProven = "domain_not_proven",
    DomainProofMissing = "domain_proof_missing",
    DomainProofDiffers = "domain_proof_differs",
    NameServerSilent = "name_server_silent",
    OperatorRefused = "operator_refused",

    // Fields.
    Required = "required",
    Invalid = "invalid",
    TooShort = "too_short",
    TooLong = "too_long",
    TooFew = "too_few",
    TooMany = "too_many",
    AboveZero = "above_zero",
    SameCurrency = "same_currency",
    NoExchangeRate = "no_exchange_rate",
    ColumnsMissing = "columns_missing",
    SystemEvent = "system_event",
    CodeKept = "code_kept",
    InvalidEventCode = "invalid_event_code",
    MaxWeightBelowMin = "max_weight_below_min",
    AboveServiceLimit = "above_service_limit",
    BelowServiceLimit = "below_service_limit",
    SidesAboveServiceLimit = "sides_above_service_limit",
    GirthAboveServiceLimit = "girth_above_service_limit",
    NotWithService = "not_with_service",
    TooSmall = "too_small",
    TooLarge = "too_large",
    TooManyDecimals = "too_many_decimals",
    MustBePositive = "must_be_positive",
    NotText = "not_text",
    NoVisibleText = "no_visible_text",
    NotANumber = "not_a_number",
    NotADate = "not_a_date",
    UnknownOption = "unknown_option",
    UnknownPlaceholder = "unknown_placeholder",
    LayoutSyntax = "layout_syntax",
    LayoutPage = "layout_page",
    LayoutBoxes = "layout_boxes",
    LayoutOutside = "layout_outside",
    LayoutSize = "layout_size",
    LayoutColumns = "layout_columns",
    LayoutIncomplete = "layout_incomplete",
    LayoutUnknownField = "layout_unknown_field",
    LayoutLetters = "layout_letters",
    LayoutOverflow = "layout_overflow",
    LayoutTooLong = "layout_too_long",
    Taken = "taken",
    TakenByExcluded = "taken_by_excluded",
    RecordExcluded = "record_excluded",
    RecordNotExcluded = "record_not_excluded",
    NotUsedHere = "not_used_here",
    TaxRuleAmbiguous = "tax_rule_ambiguous",
    TaxOrderDiffers = "tax_order_differs",
    TaxUnknown = "tax_unknown",
    TaxPerItem = "tax_per_item",
    SearchTooBroad = "search_too_broad",
    ConfirmationDiffers = "confirmation_differs",
    TooYoung = "too_young",
    InvalidEmail = "invalid_email",
    InvalidPhone = "invalid_phone",
    InvalidCpf = "invalid_cpf",
    InvalidCnpj = "invalid_cnpj",
    InvalidHost = "invalid_host",
    ReservedHost = "reserved_host",
    InvalidHsCode = "invalid_hs_code",
    InvalidPostcode = "invalid_postcode",
    PostcodeNotRecipients = "postcode_not_recipients",
    InvalidTrackingUrl = "invalid_tracking_url",
    InvalidTrackingCode = "invalid_tracking_code",
    UnknownCountry = "unknown_country",
    CountryNotServed = "country_not_served",
    OwnCountry = "own_country",
    OwnCurrency = "own_currency",
    OwnLanguage = "own_language",
    AirportShared = "airport_shared",
    CurrencyPriced = "currency_priced",
    CurrencyInWallet = "currency_in_wallet",
    UnknownState = "unknown_state",
    UnknownService = "unknown_service",
    ServiceNotOfSubsidiary = "service_not_of_subsidiary",
    UnknownClient = "unknown_client",
    FileTooLarge = "file_too_large",
    NotAPicture = "not_a_picture",
    NotADocument = "not_a_document",
    PictureTooLarge = "picture_too_large",
    PictureTooHeavy = "picture_too_heavy",
    DrawingNotPlain = "drawing_not_plain",
    PasswordNotMixed = "password_not_mixed",
    PasswordBreached = "password_breached",
    WrongPassword = "wrong_password",
    WrongCode = "wrong_code",

    // Clients and partners.
    InvalidIban = "invalid_iban",
    InvalidSwift = "invalid_swift",
    InvalidRoutingNumber = "invalid_routing_number",
    IbanOfOtherCountry = "iban_of_other_country",
    InvalidPixKey = "invalid_pix_key",
    InvalidSubclass = "invalid_subclass",
    InvalidTaxId = "invalid_tax_id",
    ExpiresBeforeIssue = "expires_before_issue",
    TagTooLong = "tag_too_long",
    TooManyRecords = "too_many_records",
    ClientMerged = "client_merged",
    MergeWithItself = "merge_with_itself",
    MergeSharedReferences = "merge_shared_references",
    InvalidPercent = "invalid_percent",
    InvalidTime = "invalid_time",
    DocumentOfClient = "document_of_client",

    // Money.
    InsufficientFunds = "insufficient_funds",
    NoCredit = "no_credit",
    AlreadyReversed = "already_reversed",
    AmountZero = "amount_zero",
    DepositDecided = "deposit_decided",
    PaymentKnown = "payment_known",
    CardNumber = "card_number",
    DayInTheFuture = "day_in_the_future",
    DayBeyondQuotes = "day_beyond_quotes",
    PeriodEndsBefore = "period_ends_before",
    NothingToInvoice = "nothing_to_invoice",
    InvoiceIssued = "invoice_issued",
    InvoiceNotIssued = "invoice_not_issued",
    InvoiceNotOpen = "invoice_not_open",
    InvoiceCredited = "invoice_credited",
    InvoiceHasPayments = "invoice_has_payments",
    PaymentCredited = "payment_credited",
    InvoiceWithoutAmount = "invoice_without_amount",
    InvoiceWithoutRecipient = "invoice_without_recipient",

    // Users.
    NotYourself = "not_yourself",
    BeyondYourRights = "beyond_your_rights",
    UserNotBelow = "user_not_below",
    UserActive = "user_active",
    UserNotActive = "user_not_active",
    OrganizationNotActive = "organization_not_active",
    PartnerProfilesOnly = "partner_profiles_only",
    ProviderProfilesOnly = "provider_profiles_only",
    UserHasJoined = "user_has_joined",
    TooManyInvitations = "too_many_invitations",
    UserNotJoined = "user_not_joined",
    UserHasSignedIn = "user_has_signed_in",
    UserErased = "user_erased",
    ConsentRequired = "consent_required",
    LastAdmin = "last_admin",
    NotWhileSwitched = "not_while_switched",
    NotSwitched = "not_switched",
    ProfileInUse = "profile_in_use",
    ProfileOfRecord = "profile_of_record",

    // Background processes.
    ProcessCancelled = "process_cancelled",
    ProcessFailed = "process_failed",
    ProcessNotCancellable = "process_not_cancellable",
    ProcessPending = "process_pending",
    ProcessNotRetryable = "process_not_retryable",

    // Shipments.
    ShipmentNotEditable = "shipment_not_editable",
    ShipmentPriceDependsOnIt = "shipment_price_depends_on_it",
    ShipmentIncomplete = "shipment_incomplete",
    ShipmentWithoutItems = "shipment_without_items",
    ShipmentWithoutPrice = "shipment_without_price",
    ShipmentWithoutWeight = "shipment_without_weight",
    ShipmentAboveValueLimit = "shipment_above_value_limit",
    ShipmentAboveWeightLimit = "shipment_above_weight_limit",
    LastMileUnavailable = "last_mile_unavailable",
    PriceChanged = "price_changed",
    ShipmentNotConfirmable = "shipment_not_confirmable",
    ShipmentAwaitsPayment = "shipment_awaits_payment",
    ShipmentNotCancellable = "shipment_not_cancellable",
    ShipmentNotPrintable = "shipment_not_printable",
    LabelLettersMissing = "label_letters_missing",
    NothingToPrint = "nothing_to_print",
    TooManyLabels = "too_many_labels",
    ShipmentNotTrackable = "shipment_not_trackable",
    TrackingRangeExhausted = "tracking_range_exhausted",
    ShipmentFinished = "shipment_finished",
    EventNotUndoable = "event_not_undoable",
    EventAlreadyRecorded = "event_already_recorded",
    EventInTheFuture = "event_in_the_future",
    EventNeedsConfirmation = "event_needs_confirmation",
    EventNeedsCancellation = "event_needs_cancellation",
    EventNeedsPrint = "event_needs_print",
    ShipmentOnHold = "shipment_on_hold",
    ShipmentUnconfirmed = "shipment_unconfirmed",
    TooManySelected = "too_many_selected",
    TrackingEnded = "tracking_ended",
    TooManySubscriptions = "too_many_subscriptions",
    TooManyViews = "too_many_views",

    // Received parcels.
    ParcelDeparted = "parcel_departed",
    ParcelIdentified = "parcel_identified",
    ParcelNumberUnknown = "parcel_number_unknown",
    ParcelReceived = "parcel_received",
    ParcelWithdrawn = "parcel_withdrawn",

    // Deliveries and runs.
    AttemptReasonUnknown = "attempt_reason_unknown",
    AttemptsUsedUp = "attempts_used_up",
    DayInThePast = "day_in_the_past",
    DeliveryOnRoute = "delivery_on_route",
    DeliveryState = "delivery_state",
    FileHashDiffers = "file_hash_differs",
    NotATime = "not_a_time",
    NotDelivered = "not_delivered",
    NothingLoaded = "nothing_loaded",
    ParcelNotOnRoute = "parcel_not_on_route",
    ParcelsNotLoaded = "parcels_not_loaded",
    PlacesMissing = "places_missing",
    ProofMissing = "proof_missing",
    RecipientIncomplete = "recipient_incomplete",
    RecordIdReused = "record_id_reused",
    RouteNotReady = "route_not_ready",
    RouteState = "route_state",
    RouteUnderWay = "route_under_way",
    ShipmentInDelivery = "shipment_in_delivery",
    ShipmentNotDeliverable = "shipment_not_deliverable",
    StopDone = "stop_done",
    StopsOpen = "stops_open",
    WindowEmpty = "window_empty",

    // Regulatory requests.
    RegulatoryStepRefused = "regulatory_step_refused",
    RegulatoryChecklistIncomplete = "regulatory_checklist_incomplete",
    RegulatoryAuthorizationExpired = "regulatory_authorization_expired",
    RegulatoryNothingToAnswer = "regulatory_nothing_to_answer",
    RegulatoryRequestLocked = "regulatory_request_locked",
    RegulatoryRequestSent = "regulatory_request_sent",

    // Price tables.
    PriceTablePublished = "price_table_published",
    PriceTableDiffers = "price_table_differs",
    PriceTableOfOtherService = "price_table_of_other_service",
    PriceVersionPublished = "price_version_published",
    PriceVersionDraft = "price_version_draft",
    PriceVersionHasErrors = "price_version_has_errors",
    PriceVersionHasWarnings = "price_version_has_warnings",
    PriceVersionMissing = "price_version_missing",
    PriceSheetHasErrors = "price_sheet_has_errors",
    PriceSheetWithoutPrices = "price_sheet_without_prices",
    PriceTableDamaged = "price_table_damaged",
    PriceValidityOverlaps = "price_validity_overlaps",
    PriceAssignmentOverlaps = "price_assignment_overlaps",

    // Quotes.
    QuoteExpired = "quote_expired",
    QuoteConfirmed = "quote_confirmed",
    QuoteAccepted = "quote_accepted",
    QuoteWithdrawn = "quote_withdrawn",
    QuoteWithoutService = "quote_without_service",
    PriceBelowMargin = "price_below_margin",
    PriceNeedsApproval = "price_needs_approval",
    QuoteOfOtherShipment = "quote_of_other_shipment",
    ServiceNotOffered = "service_not_offered",

    // Lines, files and mappings of imports.
    ImportRequired = "import_required",
    ImportNotANumber = "import_not_a_number",
    ImportNotADate = "import_not_a_date",
    ImportNegative = "import_negative",
    ImportOutOfRange = "import_out_of_range",
    ImportTooManyDecimals = "import_too_many_decimals",
    ImportMustBePositive = "import_must_be_positive",
    ImportTooLong = "import_too_long",
    ImportUnknownCountry = "import_unknown_country",
    ImportCountryNotServed = "import_country_not_served",
    ImportUnknownState = "import_unknown_state",
    ImportUnknownService = "import_unknown_service",
    ImportUnknownCurrency = "import_unknown_currency",
    ImportUnknownGroup = "import_unknown_group",
    ImportTooYoung = "import_too_young",
    ImportTaken = "import_taken",
    ImportUnknownWord = "import_unknown_word",
    ImportOtherCurrency = "import_other_currency",
    ImportInvalidHsCode = "import_invalid_hs_code",
    ImportInvalidTaxId = "import_invalid_tax_id",
    ImportInvalidEmail = "import_invalid_email",
    ImportInvalidPhone = "import_invalid_phone",
    ImportInvalidPostcode = "import_invalid_postcode",
    ImportShortenedNumber = "import_shortened_number",
    ImportBrokenFormula = "import_broken_formula",
    ImportFormulaWithoutResult = "import_formula_without_result",
    ImportTooManyCells = "import_too_many_cells",
    ImportDiffersInShipment = "import_differs_in_shipment",
    ImportRepeatedItem = "import_repeated_item",
    ImportTooManyLines = "import_too_many_lines",
    ImportHeldBack = "import_held_back",
    ImportLineCaption = "import_line_caption",
    ImportReasonCaption = "import_reason_caption",
    ImportUnknownFormat = "import_unknown_format",
    ImportEmpty = "import_empty",
    ImportTooLarge = "import_too_large",
    ImportFileTooLong = "import_file_too_long",
    ImportEndlessRow = "import_endless_row",
    ImportTooManyColumns = "import_too_many_columns",
    ImportCellTooLong = "import_cell_too_long",
    ImportTooHeavy = "import_too_heavy",
    ImportOldWorkbook = "import_old_workbook",
    ImportDamaged = "import_damaged",
    ImportUnreadable = "import_unreadable",
    ImportMappingOutdated = "import_mapping_outdated",
    ImportNotOpen = "import_not_open",
    ImportNothingToCorrect = "import_nothing_to_correct",
    ImportUnknownSheet = "import_unknown_sheet",
    ImportAmbiguousNumbers = "import_ambiguous_numbers",
    ImportNothingMapped = "import_nothing_mapped",
    ImportUnknownColumn = "import_unknown_column",
    ImportRepeatedColumn = "import_repeated_column",
    ImportRepeatedField = "import_repeated_field",
}

type Catalogue = BTreeMap<String, String>;

static CATALOGUES: LazyLock<[Catalogue; 4]> = LazyLock::new(|| {
    [
        include_str!("../../../../openapi/messages/en.json"),
        include_str!("../../../../openapi/messages/pt-BR.json"),
        include_str!("../../../../openapi/messages/es.json"),
        include_str!("../../../../openapi/messages/zh-CN.json"),
    ]
    .map(|text| serde_json::from_str(text).expect("openapi/messages/*.json are maps of texts"))
});

impl MessageCode {
    pub fn from_name(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.as_str() == code)
    }

    /// The message in a language, with `{{name}}` replaced from `params`, and `{{name, money}}` by the amount with the
    /// currency of `params`. The number one has a text of its own where a language has a singular.
    pub fn text(self, language: Language, params: &Params) -> String {
        let catalogue = &CATALOGUES[Language::ALL.iter().position(|one| *one == language).unwrap_or(0)];
        let one = is_one(params).then(|| catalogue.get(&format!("{}{ONE}", self.as_str()))).flatten();
        let text = one.or_else(|| catalogue.get(self.as_str()));
        let mut text = text.cloned().unwrap_or_else(|| self.as_str().to_owned());
        for (name, value) in params {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            if let Some(money) = money(&value, params) {
                text = text.replace(&format!("{{{{{name}, money}}}}"), &figures::money(&money, language));
            }
            text = text.replace(&format!("{{{{{name}}}}}"), &value);
        }
        text
    }
}

/// End of the key of a text in the singular, as i18next reads it.
const ONE: &str = "_one";
/// Parameters that count something. The web uses the same (`web/src/api/errors.ts`).
const COUNTED: [&str; 4] = ["count", "seconds", "min", "max"];

fn is_one(params: &Params) -> bool {
    let counted = COUNTED.iter().find_map(|name| params.get(name));
    counted.and_then(serde_json::Value::as_i64) == Some(1)
}

/// A parameter as an amount in the currency of the message.
fn money(value: &str, params: &Params) -> Option<Money> {
    let amount: Decimal = value.parse().ok()?;
    Some(Money { amount, currency: params.get("currency")?.as_str()?.to_owned() })
}

impl From<IdentifierError> for MessageCode {
    fn from(wrong: IdentifierError) -> Self {
        match wrong {
            IdentifierError::Cpf => Self::InvalidCpf,
            IdentifierError::Cnpj => Self::InvalidCnpj,
            IdentifierError::S10 => Self::InvalidTrackingCode,
            IdentifierError::HsCode => Self::InvalidHsCode,
            IdentifierError::Cep => Self::InvalidPostcode,
            IdentifierError::Phone => Self::InvalidPhone,
            IdentifierError::Iban => Self::InvalidIban,
            IdentifierError::Swift => Self::InvalidSwift,
            IdentifierError::RoutingNumber => Self::InvalidRoutingNumber,
            IdentifierError::TaxId | IdentifierError::Awb => Self::Invalid,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_text_in_every_language_and_no_text_is_left_over() {
        for (language, catalogue) in Language::ALL.iter().zip(CATALOGUES.iter()) {
            for code in MessageCode::ALL {
                assert!(
                    catalogue.contains_key(code.as_str()),
                    "{} lacks {}",
                    language.as_str(),
                    code.as_str()
                );
            }
            let of_no_code = |key: &&String| MessageCode::from_name(key.trim_end_matches(ONE)).is_none();
            let left: Vec<_> = catalogue.keys().filter(of_no_code).collect();
            assert!(left.is_empty(), "{} has texts without a code: {left:?}", language.as_str());
        }
    }

    #[test]
    fn a_message_names_its_values() {
        let params = Params::from([("max", 30.into())]);
        assert!(MessageCode::TooLong.text(Language::En, &params).contains("30"));
    }

    #[test]
    fn one_of_something_is_singular() {
        let text = |language, count: i32| {
            MessageCode::ProfileInUse.text(language, &Params::from([("count", count.into())]))
        };
        assert!(text(Language::En, 1).contains("1 user."));
        assert!(text(Language::En, 2).contains("2 users."));
        assert!(text(Language::PtBr, 1).contains("1 usuário."));
        assert!(text(Language::ZhCn, 1).contains('1'), "Chinese has one form");
        let wait = Params::from([("seconds", 1.into())]);
        assert!(MessageCode::RateLimited.text(Language::Es, &wait).ends_with("1 segundo."));
    }

    #[test]
    fn a_message_writes_amounts_as_its_language_does() {
        let params = Params::from([
            ("available", "200.00".into()),
            ("currency", "BRL".into()),
            ("needed", "1234.5".into()),
        ]);
        let texts = Language::ALL.map(|language| MessageCode::InsufficientFunds.text(language, &params));
        for (text, amount) in
            texts.iter().zip(["BRL 1,234.50", "BRL 1.234,50", "BRL 1.234,50", "BRL 1,234.50"])
        {
            assert!(text.contains(amount) && !text.contains("{{"), "{text}");
        }
    }
}
