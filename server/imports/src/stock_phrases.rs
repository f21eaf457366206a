//! Names of columns in files of goods that come in, in the four languages, as data.

use super::field::Field;

/// Folded phrases of each field. A phrase that ends in `~` is a weak sign, because other fields use it too.
pub const STOCK_PHRASES: &[(Field, &str)] = &[
    (
        Field::StockSku,
        "sku|item|item code|item number|product|product code|product number|part number|article|article number|code|ref|\
         reference|codigo|codigo do item|codigo do produto|cod|cod produto|produto|item de estoque|referencia|\
         codigo del articulo|codigo de articulo|codigo del producto|codigo de producto|articulo|producto|\
         货号|商品编号|商品编码|产品编号|编号|编码|商品",
    ),
    (
        Field::StockOwner,
        "owner|owner code|client|client code|customer|customer code|dono|proprietario|cliente|codigo do cliente|\
         depositante|propietario|dueno|codigo del cliente|depositario|货主|客户|客户编号|货主编号",
    ),
    (
        Field::StockLot,
        "lot|lot number|lot no|lot code|batch|batch number|batch no|lote|numero do lote|codigo do lote|n lote|\
         numero de lote|codigo de lote|批次|批号|批次号",
    ),
    (
        Field::StockExpirationDate,
        "expiration date|expiry date|expiry|expiration|expires|expires on|best before|use by|validade|data de validade|\
         dt validade|vencimento|data de vencimento|vence em|vencimiento|fecha de vencimiento|caducidad|\
         fecha de caducidad|有效期|有效期至|到期日|到期日期|保质期",
    ),
    (
        Field::StockQuantity,
        "quantity|qty|units|count|on hand|stock|pieces|quantidade|qtd|qtde|quant|unidades|pecas|saldo|estoque|\
         cantidad|cant|existencias|piezas|数量|件数|库存|库存数量",
    ),
    (
        Field::StockWarehouse,
        "warehouse|warehouse code|depot|armazem|deposito|codigo do armazem|galpao|almacen|codigo de almacen|\
         bodega|仓库|仓库编号|仓库代码",
    ),
    (
        Field::StockPlace,
        "place|location|bin|bin location|shelf|position|local|localizacao|endereco|endereco de estoque|posicao|\
         prateleira|ubicacion|posicion|estante|lugar|库位|货位|储位|位置",
    ),
    (
        Field::StockUnitCost,
        "unit cost|cost|cost per unit|purchase price|unit price|price|custo|custo unitario|preco de custo|\
         preco unitario|preco de compra|valor unitario|costo|costo unitario|precio de compra|precio unitario|\
         precio de costo|单位成本|成本|成本价|进价|单价",
    ),
    (
        Field::StockCurrency,
        "currency|currency code|cost currency|moeda|moeda do custo|moneda|divisa|moneda del costo|币种|货币",
    ),
];
