//! Names of columns in the four languages and in the trade, as data.

use super::field::Field;

/// Folded phrases of each field. A phrase that ends in `~` is a weak sign, because other fields use it too.
pub const PHRASES: &[(Field, &str)] = &[
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
         codigo sa|codigo arancelario|partida arancelaria|posicion arancelaria|fraccion arancelaria|subpartida|\
         subpartida arancelaria|clasificacion arancelaria|海关编码|税号",
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

pub const FROM: &str = "from|sender|shipper|consignor|exporter|seller|supplier|vendor|origin|ship from|pickup|remetente|\
    expedidor|exportador|origem|fornecedor|vendedor|remitente|origen|proveedor|发件人|寄件人|发货人|寄方|发件";
pub const TO: &str = "to|recipient|receiver|consignee|importer|buyer|customer|addressee|destination|ship to|deliver to|\
    delivery|destinatario|destino|importador|comprador|cliente|收件人|收货人|收方|目的|收件";

/// Fields of a sender or a receiver; the first field is the sender's.
pub const PARTY: &[(Field, Field, &str)] = &[
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
