//! Names of columns in the four languages and in the trade.

use std::sync::LazyLock;

use super::field::Field;
use super::fold::fold;

/// Minimum score of a column name for a guess.
const LEAST: f64 = 60.0;

/// The party that a column describes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    From,
    To,
}

/// Folded phrases of each field. A phrase that ends in `~` is a weak sign, because other fields use it too.
const PHRASES: &[(Field, &str)] = &[
    (
        Field::ExternalRef,
        "shipment|shipment id|shipment number|shipment no|shipment ref|shipment reference|asn|dn|asn dn|delivery note|\
         order|order id|order number|order no|order ref|po~|so~|po so~|purchase order~|sales order~|waybill|awb|hawb|\
         reference|ref|external ref|external reference|customer reference|your reference|consignment|consignment number|\
         remessa|numero da remessa|pedido|numero do pedido|n pedido|numero pedido|numero de pedido|encomenda|envio|\
         numero do envio|numero de envio|embarque|guia|numero de guia|referencia|nota fiscal|nf|nfe|\
         invoice~|invoice number~|id~|codigo~|code~|单号|运单号|订单号|订单编号|参考号",
    ),
    (
        Field::Service,
        "service|service type|service level|shipping service|shipping method|ship via|mode|shipment mode|transport mode|\
         servico|tipo de servico|modalidade|modal|servicio|tipo de servicio|服务|运输方式|服务类型",
    ),
    (
        Field::ContentsType,
        "contents|contents type|content type|category of contents|nature of goods|tipo de conteudo|conteudo|\
         natureza|tipo de contenido|contenido|内容类型|内件类型",
    ),
    (Field::Incoterm, "incoterm|incoterms|inco term|inco terms|terms of trade|贸易术语"),
    (Field::NonDelivery, "non delivery|undeliverable|nao entrega|no entrega"),
    (Field::Currency, "currency|currency code|moeda|moneda|divisa|币种|货币"),
    (
        Field::DeclaredValue,
        "declared value|total value|customs value|value of goods|goods value|valor declarado|valor total|\
         valor da mercadoria|valor aduaneiro|valor de la mercancia|申报价值|总价值|货值",
    ),
    (
        Field::FreightDeclared,
        "freight|freight cost|freight value|freight charge|shipping cost|shipping fee|postage|frete|valor do frete|\
         custo do frete|flete|valor del flete|costo de envio|运费",
    ),
    (
        Field::InsuranceValue,
        "insurance|insurance value|insured value|insurance cost|item insurance|line item insurance|seguro|\
         valor do seguro|valor segurado|valor del seguro|保险|保险费|保价",
    ),
    (
        Field::Weight,
        "weight|gross weight|total weight|shipment weight|actual weight|declared weight|peso|peso bruto|peso total|\
         peso real|重量|毛重|总重量",
    ),
    (
        Field::ShippedOn,
        "ship date|shipped date|shipping date|shipped on|date shipped|dispatch date|departure date|data de envio|\
         data do envio|data de postagem|data de embarque|fecha de envio|fecha de embarque|fecha de despacho|发货日期",
    ),
    (
        Field::DueOn,
        "due date|due on|delivery date|scheduled delivery|scheduled delivery date|expected delivery|\
         expected delivery date|promised date|eta|data de entrega|previsao de entrega|data prevista|fecha de entrega|\
         fecha prevista|entrega estimada|预计送达|交货日期|送达日期",
    ),
    (Field::Notes, "notes|note|remarks|comments|observacao|observacoes|obs|observaciones|notas|备注"),
    (
        Field::Source,
        "source|channel|sales channel|marketplace|origem do pedido|canal|canal de venda|来源|渠道",
    ),
    (
        Field::ParcelNumber,
        "parcel|parcel number|package number|box number|carton number|volume|numero do volume|bulto|箱号",
    ),
    (
        Field::ParcelWeight,
        "parcel weight|package weight|box weight|carton weight|peso do volume|peso del bulto|箱重",
    ),
    (Field::Length, "length|comprimento|largo|longitud|长|长度"),
    (Field::Width, "width|largura|ancho|anchura|宽|宽度"),
    (Field::Height, "height|altura|alto|高|高度"),
    (
        Field::ItemRef,
        "line id|line number|line no|item id|line item id|line ref|id da linha|id do item|id~|行号",
    ),
    (
        Field::ItemDescription,
        "item description|description|description of goods|goods description|product|product name|product description|\
         item|item name|goods|commodity|descricao|descricao do item|descricao do produto|produto|mercadoria|\
         descripcion|descripcion del producto|producto|mercancia|商品|品名|商品名称|商品描述|货物描述",
    ),
    (
        Field::ItemSku,
        "sku|item code|product code|part number|codigo do produto|codigo del producto|商品编码|货号",
    ),
    (Field::ItemBatch, "batch|batch number|lot|lot number|lote|numero do lote|numero de lote|批号|批次"),
    (
        Field::ItemHsCode,
        "hs|hs code|hscode|tariff|tariff code|tariff number|commodity code|ncm|codigo ncm|codigo hs|codigo sh|\
         codigo arancelario|partida arancelaria|海关编码|税号",
    ),
    (
        Field::ItemQuantity,
        "quantity|qty|item quantity|line item quantity|pieces|units|no of units|quantidade|qtd|qtde|quantidade do item|\
         cantidad|unidades|数量|件数",
    ),
    (Field::ItemUnit, "unit|uom|unit of measure|unidade|unidade de medida|unidad|unidad de medida|单位"),
    (
        Field::ItemUnitValue,
        "unit price|unit value|price|price per unit|item price|pack price|preco|preco unitario|valor unitario|\
         precio|precio unitario|单价",
    ),
    (
        Field::ItemValue,
        "item value|line value|line item value|line total|item total|value~|amount~|valor do item|valor da linha|\
         total do item|valor~|valor del articulo|total de linea|金额|价值",
    ),
    (
        Field::ItemNetWeight,
        "net weight|item weight|unit weight|line weight|peso liquido|peso do item|peso neto|净重",
    ),
    (
        Field::ItemOriginCountry,
        "country of origin|origin of goods|manufacturing country|made in|pais de fabricacao|pais de origem do produto|\
         pais de fabricacion|原产国|原产地",
    ),
];

const FROM: &str = "from|sender|shipper|consignor|exporter|seller|supplier|vendor|origin|ship from|pickup|remetente|\
    expedidor|exportador|origem|fornecedor|vendedor|remitente|origen|proveedor|发件人|寄件人|发货人|寄方|发件";
const TO: &str = "to|recipient|receiver|consignee|importer|buyer|customer|addressee|destination|ship to|deliver to|\
    delivery|destinatario|destino|importador|comprador|cliente|收件人|收货人|收方|目的|收件";

/// Fields of a sender or a receiver; the first field is the sender's.
const PARTY: &[(Field, Field, &str)] = &[
    (
        Field::FromName,
        Field::ToName,
        "name|full name|contact name|company|company name|nome|nome completo|razao social|nombre|nombre completo|razon social|姓名|名称|公司",
    ),
    (
        Field::FromTradingName,
        Field::ToTradingName,
        "trading name|trade name|nome fantasia|nombre comercial|商号",
    ),
    (
        Field::FromResponsible,
        Field::ToResponsible,
        "responsible|contact|contact person|attention|attn|responsavel|contato|aos cuidados|responsable|contacto|联系人",
    ),
    (Field::FromPersonType, Field::ToPersonType, "person type|tipo de pessoa|tipo de persona"),
    (Field::FromDocumentType, Field::ToDocumentType, "document type|tipo de documento|证件类型"),
    (
        Field::FromDocument,
        Field::ToDocument,
        "document|document number|tax id|tax number|vat|vat number|cpf|cnpj|cpf cnpj|cnpj cpf|documento|rut|rfc|nif|证件号|税号",
    ),
    (Field::FromIe, Field::ToIe, "ie|inscricao estadual|state registration"),
    (
        Field::FromEmail,
        Field::ToEmail,
        "email|e mail|email address|mail|correo|correo electronico|邮箱|电子邮件",
    ),
    (
        Field::FromPhone,
        Field::ToPhone,
        "phone|phone number|telephone|tel|mobile|cell|celular|telefone|telefono|fone|whatsapp|电话|手机",
    ),
    (
        Field::FromCountry,
        Field::ToCountry,
        "country|country code|country name|pais|codigo do pais|codigo del pais|国家|国家代码|国",
    ),
    (
        Field::FromPostcode,
        Field::ToPostcode,
        "postcode|postal code|zip|zip code|zipcode|cep|codigo postal|cp|邮编|邮政编码",
    ),
    (
        Field::FromAddress1,
        Field::ToAddress1,
        "address|address 1|address line 1|street|street address|endereco|logradouro|rua|direccion|direccion 1|calle|domicilio|地址|街道",
    ),
    (
        Field::FromAddress2,
        Field::ToAddress2,
        "address 2|address line 2|district|neighborhood|bairro|direccion 2|colonia|barrio|地址2",
    ),
    (Field::FromAddressNumber, Field::ToAddressNumber, "number|address number|house number|numero|门牌号"),
    (
        Field::FromAddressComplement,
        Field::ToAddressComplement,
        "complement|apartment|apt|suite|complemento|房号",
    ),
    (
        Field::FromState,
        Field::ToState,
        "state|province|region|state code|estado|uf|provincia|departamento|省|州|省份",
    ),
    (
        Field::FromCity,
        Field::ToCity,
        "city|town|municipality|cidade|municipio|ciudad|localidad|poblacion|城市|市",
    ),
];

struct Phrase {
    field: Field,
    tokens: Vec<String>,
    weight: f64,
}

static DIRECT: LazyLock<Vec<Phrase>> = LazyLock::new(|| {
    let phrases = |(field, list): &(Field, &'static str)| phrases_of(*field, list);
    PHRASES.iter().flat_map(phrases).collect()
});

static NOUNS: LazyLock<Vec<(Side, Phrase)>> = LazyLock::new(|| {
    let sides = |(from, to, list): &(Field, Field, &'static str)| {
        let from = phrases_of(*from, list).into_iter().map(|phrase| (Side::From, phrase));
        from.chain(phrases_of(*to, list).into_iter().map(|phrase| (Side::To, phrase))).collect::<Vec<_>>()
    };
    PARTY.iter().flat_map(sides).collect()
});

static SIDES: LazyLock<Vec<(Side, Vec<String>)>> = LazyLock::new(|| {
    let words =
        |side, list: &str| list.split('|').map(|word| (side, tokens(word.trim()))).collect::<Vec<_>>();
    let mut sides = [words(Side::From, FROM), words(Side::To, TO)].concat();
    sides.sort_by_key(|(_, words)| std::cmp::Reverse(words.len()));
    sides
});

/// The fields that a column name can mean, with their scores.
pub fn candidates(name: &str) -> Vec<(Field, f64)> {
    let tokens = tokens(name);
    let mut found: Vec<(Field, f64)> = DIRECT
        .iter()
        .map(|phrase| (phrase.field, phrase.weight * likeness(&phrase.tokens, &tokens)))
        .chain(party_candidates(&tokens))
        .filter(|(_, score)| *score >= LEAST * 0.95)
        .collect();
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
        Some((Side::From, rest)) if rest.is_empty() => vec![(Field::FromName, 80.0)],
        Some((Side::To, rest)) if rest.is_empty() => vec![(Field::ToName, 80.0)],
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
        let found = candidates(name);
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
            .chain([FROM, TO]);
        for phrase in all.flat_map(|list| list.split('|')).map(|text| text.trim().trim_end_matches('~')) {
            assert_eq!(phrase, fold(phrase));
        }
    }
}
