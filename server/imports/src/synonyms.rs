//! The fields that a column name can mean.

use std::sync::LazyLock;

use super::client_phrases::{CLIENT_PHRASES, CLIENT_WORDS};
use super::field::Field;
use super::kind::ImportKind;
use super::phrases::{FROM, PARTY, PHRASES, TO};
use super::read::{FileSizeUnit, FileWeightUnit};
use super::stock_phrases::STOCK_PHRASES;
use sheets::ColumnWords;
use sheets::fold::fold;

/// Minimum score of a column name for a guess.
const LEAST: f64 = 60.0;

/// The party that a column describes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    From,
    To,
}

struct Phrase {
    field: Field,
    tokens: Vec<String>,
    weight: f64,
}

static DIRECT: LazyLock<Vec<Phrase>> =
    LazyLock::new(|| PHRASES.iter().flat_map(|(field, list)| phrases_of(*field, list)).collect());

static NOUNS: LazyLock<Vec<(Side, Phrase)>> = LazyLock::new(|| {
    let of_side = |side: Side, field: Field, list: &'static str| {
        phrases_of(field, list).into_iter().map(move |phrase| (side, phrase))
    };
    let sides = PARTY
        .iter()
        .flat_map(|&(from, to, list)| of_side(Side::From, from, list).chain(of_side(Side::To, to, list)));
    sides.collect()
});

static CLIENT: LazyLock<Vec<Phrase>> = LazyLock::new(|| {
    let own = CLIENT_PHRASES.iter().flat_map(|(field, list)| phrases_of(*field, list));
    let shared = PARTY
        .iter()
        .flat_map(|(_, to, list)| of_client(*to).map(|field| phrases_of(field, list)).unwrap_or_default());
    // A suite is the number of a mailbox before it is a part of an address.
    let later = |phrase: Phrase| Phrase { weight: phrase.weight * 0.95, ..phrase };
    own.chain(shared.map(later)).collect()
});

static STOCK: LazyLock<Vec<Phrase>> =
    LazyLock::new(|| STOCK_PHRASES.iter().flat_map(|(field, list)| phrases_of(*field, list)).collect());

static CLIENT_NAMES: LazyLock<Vec<Vec<String>>> =
    LazyLock::new(|| CLIENT_WORDS.split('|').map(tokens).collect());

static SIDES: LazyLock<Vec<(Side, Vec<String>)>> = LazyLock::new(|| {
    let words =
        |side, list: &str| list.split('|').map(|word| (side, tokens(word.trim()))).collect::<Vec<_>>();
    let mut sides = [words(Side::From, FROM), words(Side::To, TO)].concat();
    sides.sort_by_key(|(_, words)| std::cmp::Reverse(words.len()));
    sides
});

/// The words by which a file's header is found.
pub const COLUMN_WORDS: ColumnWords = ColumnWords { is_known, names_a_party, is_unit };

/// Whether a column can have this name.
fn is_known(name: &str) -> bool {
    !candidates(ImportKind::Shipments, name).is_empty()
}

/// Whether a name is or contains a sender or a receiver.
fn names_a_party(name: &str) -> bool {
    let tokens = tokens(name);
    SIDES.iter().any(|(_, words)| {
        let is_small = matches!(words[0].as_str(), "to" | "from") && words.len() == 1;
        !is_small && tokens.windows(words.len()).any(|window| window == words.as_slice())
    })
}

/// Whether a name is only a unit, such as `(kg)`.
fn is_unit(name: &str) -> bool {
    let folded = fold(name);
    FileWeightUnit::of(&folded).is_some() || FileSizeUnit::of(&folded).is_some()
}

/// The fields that a column name can mean in files of a kind, with their scores.
pub fn candidates(kind: ImportKind, name: &str) -> Vec<(Field, f64)> {
    let tokens = tokens(name);
    let score =
        |phrase: &Phrase, tokens: &[String]| (phrase.field, phrase.weight * likeness(&phrase.tokens, tokens));
    let mut found: Vec<(Field, f64)> = match kind {
        ImportKind::Shipments => {
            let direct = DIRECT.iter().map(|phrase| score(phrase, &tokens));
            direct.chain(party_candidates(&tokens)).collect()
        }
        ImportKind::Clients => {
            let rest = without_client(&tokens);
            let best = |phrase: &Phrase| match (score(phrase, &tokens), score(phrase, &rest)) {
                (whole, rest) if rest.1 > whole.1 => rest,
                (whole, _) => whole,
            };
            CLIENT.iter().map(best).collect()
        }
        ImportKind::Stock => STOCK.iter().map(|phrase| score(phrase, &tokens)).collect(),
    };
    found.retain(|(_, score)| *score >= LEAST * 0.95);
    found.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    found.dedup_by_key(|(field, _)| *field);
    found
}

fn party_candidates(tokens: &[String]) -> Vec<(Field, f64)> {
    let side = SIDES.iter().find_map(|(side, words)| {
        let at = tokens.windows(words.len()).position(|window| window == words.as_slice())?;
        // In the middle of a name, these are prepositions.
        let small = matches!(words[0].as_str(), "to" | "from") && words.len() == 1;
        (!small || at == 0).then(|| (*side, [&tokens[..at], &tokens[at + words.len()..]].concat()))
    });
    let noun = |side: Side, rest: &[String]| -> Vec<(Field, f64)> {
        let own = NOUNS.iter().filter(|(own, _)| *own == side);
        own.map(|(_, phrase)| (phrase.field, likeness(&phrase.tokens, rest))).collect()
    };
    match side {
        // The contents decide between the names and the countries.
        Some((Side::From, rest)) if rest.is_empty() => {
            let goods = is_origin(tokens).then_some((Field::ItemOriginCountry, 78.5));
            [(Field::FromName, 80.0), (Field::FromCountry, 79.0)].into_iter().chain(goods).collect()
        }
        Some((Side::To, rest)) if rest.is_empty() => vec![(Field::ToName, 80.0), (Field::ToCountry, 79.0)],
        Some((side, rest)) => noun(side, &without_small_words(&rest)),
        // Without a party, a column describes the receiver. The name must then match completely: a brand's
        // name is not a receiver's.
        None => noun(Side::To, tokens)
            .into_iter()
            .filter(|(_, score)| *score >= 100.0)
            .map(|(f, s)| (f, s * 0.9))
            .collect(),
    }
}

/// The origin of a parcel, or of the goods in it.
fn is_origin(tokens: &[String]) -> bool {
    matches!(tokens, [word] if matches!(word.as_str(), "origin" | "origem" | "origen"))
}

/// The field of a client that corresponds to a receiver's.
fn of_client(to: Field) -> Option<Field> {
    let own = format!("client_{}", to.wire().strip_prefix("to_")?);
    Field::ALL.iter().copied().find(|field| field.wire() == own)
}

/// `E-mail do cliente` is an e-mail address.
fn without_client(tokens: &[String]) -> Vec<String> {
    let place = CLIENT_NAMES.iter().find_map(|words| {
        let at = tokens.windows(words.len()).position(|window| window == words.as_slice())?;
        Some((at, words.len()))
    });
    match place {
        Some((at, length)) => without_small_words(&[&tokens[..at], &tokens[at + length..]].concat()),
        None => tokens.to_vec(),
    }
}

fn without_small_words(tokens: &[String]) -> Vec<String> {
    let small =
        |token: &&String| !matches!(token.as_str(), "of" | "the" | "de" | "do" | "da" | "del" | "la" | "的");
    tokens.iter().filter(small).cloned().collect()
}

/// Up to 100, and a little more for long phrases: the share of words that both have in the same order.
fn likeness(phrase: &[String], name: &[String]) -> f64 {
    let mut rest = name.iter();
    if phrase.is_empty() || !phrase.iter().all(|word| rest.any(|other| other == word)) {
        return 0.0;
    }
    let (ours, theirs) = (phrase.len() as f64, name.len() as f64);
    200.0 * ours / (ours + theirs) + 2.0 * ours
}

/// The words of a name without its units. Chinese has no spaces, so each character is a word.
fn tokens(name: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for word in fold(name).split(' ').filter(|word| !word.is_empty()) {
        if word.is_ascii() {
            tokens.push(word.to_owned());
        } else {
            tokens.extend(word.chars().map(String::from));
        }
    }
    let is_unit = |word: &str| {
        matches!(
            word,
            "kg" | "kgs"
                | "kilograms"
                | "lb"
                | "lbs"
                | "pounds"
                | "g"
                | "grams"
                | "oz"
                | "cm"
                | "mm"
                | "m"
                | "in"
        ) || matches!(word, "inches" | "usd" | "brl" | "eur" | "cny" | "gbp" | "r" | "us")
    };
    while tokens.len() > 1 && tokens.last().is_some_and(|word| is_unit(word)) {
        tokens.pop();
    }
    tokens
}

fn phrases_of(field: Field, list: &str) -> Vec<Phrase> {
    let phrase = |text: &str| match text.strip_suffix('~') {
        Some(weak) => Phrase { field, tokens: tokens(weak), weight: 0.6 },
        None => Phrase { field, tokens: tokens(text), weight: 1.0 },
    };
    list.split('|').map(|text| phrase(text.trim())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(name: &str) -> Option<Field> {
        best_of(ImportKind::Shipments, name)
    }

    fn best_of(kind: ImportKind, name: &str) -> Option<Field> {
        let found = candidates(kind, name);
        found.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(field, _)| field)
    }

    #[test]
    fn names_are_understood_in_four_languages() {
        for (name, field) in [
            ("Recipient Name", Field::ToName),
            ("to_city", Field::ToCity),
            ("Nome do destinatário", Field::ToName),
            ("CEP Destino", Field::ToPostcode),
            ("UF remetente", Field::FromState),
            ("País", Field::ToCountry),
            ("Ciudad del destinatario", Field::ToCity),
            ("收件人姓名", Field::ToName),
            ("寄件人电话", Field::FromPhone),
            ("Peso (kg)", Field::Weight),
            ("Weight_lbs", Field::Weight),
            ("NCM", Field::ItemHsCode),
            ("Qtde", Field::ItemQuantity),
            ("Vendor", Field::FromName),
            ("Ship To Address Line 1", Field::ToAddress1),
            ("Valor Declarado (R$)", Field::DeclaredValue),
            ("Número do Pedido", Field::ExternalRef),
            ("Country of origin", Field::ItemOriginCountry),
            ("数量", Field::ItemQuantity),
        ] {
            assert_eq!(best(name), Some(field), "{name}");
        }
    }

    #[test]
    fn columns_of_clients_are_understood_in_four_languages() {
        for (name, field) in [
            ("Nome / Razão social", Field::ClientName),
            ("Nome fantasia", Field::ClientTradingName),
            ("CNPJ/CPF", Field::ClientDocument),
            ("Inscrição estadual", Field::ClientIe),
            ("E-mail do cliente", Field::ClientEmail),
            ("Logradouro", Field::ClientAddress1),
            ("Número", Field::ClientAddressNumber),
            ("Complemento", Field::ClientAddressComplement),
            ("UF", Field::ClientState),
            ("Serviço padrão", Field::ClientDefaultService),
            ("Código do cliente", Field::ClientCode),
            ("Customer number", Field::ClientCode),
            ("Suite", Field::ClientSuiteCode),
            ("Casillero", Field::ClientSuiteCode),
            ("Razón social", Field::ClientName),
            ("Correo electrónico", Field::ClientEmail),
            ("Plazo de pago", Field::ClientPaymentTermsDays),
            ("客户名称", Field::ClientName),
            ("客户邮箱", Field::ClientEmail),
            ("邮政编码", Field::ClientPostcode),
            ("Grupo", Field::ClientGroup),
        ] {
            assert_eq!(best_of(ImportKind::Clients, name), Some(field), "{name}");
        }
        for name in ["Peso (kg)", "Credit limit", "Saldo"] {
            assert_eq!(best_of(ImportKind::Clients, name), None, "{name}");
        }
    }

    #[test]
    fn the_columns_of_goods_are_found() {
        for (name, field) in [
            ("código", Field::StockSku),
            ("Lote", Field::StockLot),
            ("Validade", Field::StockExpirationDate),
            ("Quantidade", Field::StockQuantity),
            ("Local", Field::StockPlace),
            ("Custo unitário", Field::StockUnitCost),
            ("Warehouse", Field::StockWarehouse),
            ("Expiry date", Field::StockExpirationDate),
            ("Bin location", Field::StockPlace),
            ("Ubicación", Field::StockPlace),
            ("Cliente", Field::StockOwner),
            ("库位", Field::StockPlace),
        ] {
            assert_eq!(best_of(ImportKind::Stock, name), Some(field), "{name}");
        }
        for name in ["Descrição", "Peso (kg)"] {
            assert_eq!(best_of(ImportKind::Stock, name), None, "{name}");
        }
    }

    #[test]
    fn similar_names_are_not_matched() {
        for name in [
            "Brand",
            "Brand Name",
            "PQ First Sent to Client Date",
            "Managed By",
            "Dosage Form",
            "Project Code",
        ] {
            assert_eq!(best(name), None, "{name}");
        }
    }

    #[test]
    fn phrases_are_folded() {
        let all = PHRASES
            .iter()
            .map(|(_, list)| *list)
            .chain(PARTY.iter().map(|(.., list)| *list))
            .chain(CLIENT_PHRASES.iter().map(|(_, list)| *list))
            .chain(STOCK_PHRASES.iter().map(|(_, list)| *list))
            .chain([FROM, TO, CLIENT_WORDS]);
        for phrase in all.flat_map(|list| list.split('|')).map(|text| text.trim().trim_end_matches('~')) {
            assert_eq!(phrase, fold(phrase));
        }
    }
}
