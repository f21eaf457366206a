//! The PDF of a wallet's month.

use std::sync::LazyLock;

use chrono::NaiveDate;
use chrono_tz::Tz;
use rust_decimal::Decimal;

use super::statement::{StatementEntry, WalletStatement};
use crate::invoices::model::InvoiceParty;
use crate::invoices::{amount_text, set_party};
use crate::pdf;
use crate::words::{Words, choose};
use freight::shipments::labels::model::Stationery;
use ledger::TransactionKind;
use paper::check;
use paper::data::{Data, Row};
use paper::layout::Layout;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::Language;
use trade::figures::{self, Habits};

const LAYOUT: &str = include_str!("../../../assets/layouts/wallet_statement.toml");

static READ: LazyLock<Option<Layout>> = LazyLock::new(|| check::parse_layout(LAYOUT).ok());

const CAPTIONS: &[(&str, Words)] = &[
    ("title", ["Account statement", "Extrato da carteira", "Extracto de la cuenta", "账户对账单"]),
    ("caption.from", ["From", "Emitente", "Emisor", "开具方"]),
    ("caption.holder", ["Client", "Cliente", "Cliente", "客户"]),
    ("caption.period", ["Period", "Período", "Período", "账期"]),
    ("caption.issued", ["Issued on", "Emissão", "Emisión", "开具日期"]),
    ("caption.opening", ["Opening balance", "Saldo inicial", "Saldo inicial", "期初余额"]),
    ("caption.in", ["Money in", "Entradas", "Ingresos", "收入"]),
    ("caption.out", ["Money out", "Saídas", "Salidas", "支出"]),
    ("caption.closing", ["Closing balance", "Saldo final", "Saldo final", "期末余额"]),
    ("caption.date", ["Date", "Data", "Fecha", "日期"]),
    ("caption.description", ["Description", "Descrição", "Descripción", "说明"]),
    ("caption.reference", ["Reference", "Referência", "Referencia", "参考号"]),
    ("caption.amount", ["Amount", "Valor", "Importe", "金额"]),
    ("caption.balance", ["Balance", "Saldo", "Saldo", "余额"]),
];

const NO_ENTRIES: Words = [
    "No entries in this month.",
    "Nenhum lançamento neste mês.",
    "Sin movimientos en este mes.",
    "本月没有收支明细。",
];

const KINDS: &[(TransactionKind, Words)] = &[
    (
        TransactionKind::DepositConfirmed,
        ["Deposit received", "Depósito recebido", "Depósito recibido", "充值到账"],
    ),
    (
        TransactionKind::ShipmentConfirmed,
        ["Shipment charged", "Cobrança da remessa", "Envío cobrado", "运单扣费"],
    ),
    (
        TransactionKind::ShipmentCancelled,
        [
            "Shipment canceled, amount returned",
            "Remessa cancelada, valor estornado",
            "Envío cancelado, importe devuelto",
            "运单取消，费用退回",
        ],
    ),
    (
        TransactionKind::ShipmentReweighed,
        [
            "Shipment reweighed, price difference",
            "Nova pesagem da remessa, diferença de preço",
            "Envío pesado de nuevo, diferencia de precio",
            "运单复重，补退差额",
        ],
    ),
    (
        TransactionKind::ShipmentRepriced,
        [
            "Shipment price changed",
            "Preço da remessa alterado",
            "Cambio de precio de un envío",
            "运单价格变更",
        ],
    ),
    (
        TransactionKind::ParcelsHandled,
        [
            "Storage and packing of parcels",
            "Armazenagem e embalagem de pacotes",
            "Almacenaje y empaque de paquetes",
            "包裹仓储与打包",
        ],
    ),
    (
        TransactionKind::Refund,
        [
            "Refund by bank transfer",
            "Reembolso por transferência",
            "Reembolsado por transferencia",
            "退款至银行账户",
        ],
    ),
    (TransactionKind::Adjustment, ["Adjustment", "Ajuste", "Ajuste", "余额调整"]),
    (
        TransactionKind::Invoice,
        [
            "Billed on an invoice, payable by its due date",
            "Incluído na fatura, a pagar até o vencimento",
            "Facturado, a pagar hasta el vencimiento",
            "已计入账单，按到期日付款",
        ],
    ),
    (
        TransactionKind::InvoicePaid,
        [
            "Invoice paid from the wallet",
            "Fatura paga com o saldo",
            "Factura pagada con el saldo",
            "用余额支付账单",
        ],
    ),
    (TransactionKind::CreditNote, ["Credit note", "Nota de crédito", "Nota de crédito", "贷项单"]),
    (
        TransactionKind::ClientMerge,
        [
            "Balance from a merged account",
            "Saldo de um cadastro unificado",
            "Saldo de un duplicado fusionado",
            "合并客户转入余额",
        ],
    ),
    (
        TransactionKind::Reversal,
        [
            "Earlier entry reversed",
            "Estorno de um lançamento anterior",
            "Movimiento anterior anulado",
            "冲销先前明细",
        ],
    ),
];

/// What the document says besides the money.
pub struct StatementPaper {
    pub issuer: InvoiceParty,
    pub holder: InvoiceParty,
    pub holder_code: String,
    pub footer: Option<String>,
    pub language: Language,
    /// By which an entry has its day.
    pub zone: Tz,
    pub issued_on: NaiveDate,
}

/// Draws the statement on the paper of the company's country.
pub async fn draw(
    statement: &WalletStatement,
    paper: &StatementPaper,
    stationery: Stationery,
) -> ApiResult<Vec<u8>> {
    let layout =
        READ.as_ref().ok_or_else(|| ApiError::internal(anyhow::anyhow!("no layout of statements")))?;
    let layout = layout.clone().on(stationery.paper);
    pdf::draw(layout, data(statement, paper, stationery)).await
}

fn data(statement: &WalletStatement, paper: &StatementPaper, stationery: Stationery) -> Data {
    let Stationery { habits, mark, .. } = stationery;
    let language = paper.language;
    let mut data = Data::new(String::new(), paper.issuer.name.clone(), mark);
    for (path, words) in CAPTIONS {
        data.set(path, choose(*words, language));
    }
    let day = |day| figures::date(day, language, habits);
    let period = format!("{} – {}", day(statement.month.first_day()), day(statement.month.last_day()));
    data.title = format!("{} {period}", data.text("title"));
    data.set("period", period);
    data.set("issued", day(paper.issued_on));
    data.set("code", paper.holder_code.clone());
    set_party(
        &mut data,
        ["issuer.name", "issuer.document", "issuer.address", "issuer.contact"],
        &paper.issuer,
    );
    set_party(
        &mut data,
        ["holder.name", "holder.document", "holder.address", "holder.contact"],
        &paper.holder,
    );
    let amount = |amount: Decimal| amount_text(amount, &statement.currency, language);
    let (money_in, money_out) = statement.sums();
    data.set("currency", statement.currency.clone());
    data.set("opening", amount(statement.opening));
    data.set("in", amount(money_in));
    data.set("out", amount(money_out));
    data.set("closing", amount(statement.closing()));
    data.set("footer", paper.footer.clone().unwrap_or_default());
    data.set("empty", if statement.entries.is_empty() { choose(NO_ENTRIES, language) } else { "" });
    let rows = statement.entries.iter().map(|entry| row(statement, paper, entry, habits));
    data.set_rows("entries", rows.collect());
    data
}

fn row(statement: &WalletStatement, paper: &StatementPaper, entry: &StatementEntry, habits: Habits) -> Row {
    let language = paper.language;
    let day = entry.created_at.with_timezone(&paper.zone).date_naive();
    let amount = |amount: Decimal| amount_text(amount, &statement.currency, language);
    let lines = [name_of(entry.kind, language), entry.note.as_deref().unwrap_or_default()];
    let lines: Vec<&str> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    Row::from([
        ("date", figures::date(day, language, habits)),
        ("description", lines.join("\n")),
        ("reference", entry.label.clone()),
        ("amount", amount(entry.amount)),
        ("balance", amount(entry.balance_after)),
    ])
}

/// What moved the money.
fn name_of(kind: TransactionKind, language: Language) -> &'static str {
    KINDS.iter().find(|(known, _)| *known == kind).map_or("", |(_, words)| choose(*words, language))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_entry_has_a_name_in_every_language() {
        for kind in TransactionKind::ALL {
            assert!(Language::ALL.iter().all(|language| !name_of(*kind, *language).is_empty()), "{kind:?}");
        }
    }

    #[test]
    fn the_layout_can_be_read() {
        assert!(READ.is_some());
    }
}
