//! Names of columns in files of clients, in the four languages, as data. The names of a party's fields (`phrases::PARTY`)
//! apply to clients too.

use super::field::Field;

/// Folded phrases of each field. A phrase that ends in `~` is a weak sign, because other fields use it too.
pub const CLIENT_PHRASES: &[(Field, &str)] = &[
    (
        Field::ClientCode,
        "code|client code|client id|client number|client no|customer code|customer id|customer number|customer no|\
         account|account number|account no|external reference|external ref|external id|reference|ref|erp code|id~|\
         codigo|codigo do cliente|codigo cliente|cod cliente|cod|id do cliente|numero do cliente|numero cliente|conta~|\
         referencia|referencia externa|codigo de cliente|codigo del cliente|numero de cliente|id de cliente|\
         id cliente|cuenta~|客户编号|客户代码|客户号|编号|参考号|外部编号",
    ),
    (
        Field::ClientSuiteCode,
        "suite|suite code|suite number|suite no|box|box number|mailbox|mailbox number|pmb|locker|locker number|\
         codigo da suite|codigo suite|numero da suite|suite do cliente|casillero|numero de casillero|\
         codigo de casillero|codigo de suite|numero de suite|仓位号|客户仓号|仓号|套间号|信箱号|会员号",
    ),
    (
        Field::ClientPersonType,
        "person type|client type|customer type|type of client|person or company|type~|pf pj|pessoa|tipo pessoa|\
         tipo de pessoa|tipo de cliente|tipo cliente|tipo~|persona|tipo persona|tipo de persona|客户类型|类型",
    ),
    (
        Field::ClientName,
        "client|customer|client name|customer name|legal name|registered name|business name|nome do cliente|\
         nome cliente|nome razao social|razao social nome|nome da empresa|empresa|nombre del cliente|nombre cliente|\
         nombre o razon social|nombre razon social|denominacion social|客户|客户名称|客户姓名|公司名称",
    ),
    (
        Field::ClientTradingName,
        "dba|brand name|fantasia|nome comercial|apelido|nombre de fantasia|marca comercial|商号名称|简称",
    ),
    (
        Field::ClientBirthday,
        "birthday|birth date|date of birth|dob|data de nascimento|nascimento|dt nascimento|aniversario|\
         fecha de nacimiento|nacimiento|cumpleanos|出生日期|生日",
    ),
    (
        Field::ClientGroup,
        "group|client group|customer group|segment|category|grupo|grupo de clientes|grupo do cliente|segmento|\
         categoria|grupo de cliente|客户组|分组|客户分组|类别",
    ),
    (
        Field::ClientDefaultService,
        "service|default service|usual service|preferred service|servico|servico padrao|servico preferido|\
         servicio|servicio predeterminado|servicio habitual|服务|默认服务",
    ),
    (Field::ClientLanguage, "language|preferred language|lang|idioma|lingua|lengua|idioma preferido|语言"),
    (
        Field::ClientCurrency,
        "currency|currency code|billing currency|moeda|moeda de cobranca|moneda|divisa|moneda de factura|币种|货币",
    ),
    (
        Field::ClientPaymentTermsDays,
        "payment terms|payment terms days|payment days|terms|net days|credit days|due days|prazo|prazo de pagamento|\
         prazo pagamento|prazo em dias|dias de prazo|condicao de pagamento|plazo|plazo de pago|dias de plazo|\
         dias de credito|condicion de pago|付款期限|账期|付款天数",
    ),
    (
        Field::ClientNotes,
        "notes|note|remarks|comments|observacao|observacoes|obs|anotacoes|observaciones|notas|comentarios|备注",
    ),
];

/// Words that may be added to the name of a column without changing its meaning: `E-mail do cliente` is `E-mail`.
pub const CLIENT_WORDS: &str = "client|customer|cliente|account holder|titular|客户";
