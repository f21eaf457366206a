//! Names of the details of a bank account that a payer types.

use super::Words;

pub const ROUTING: Words =
    Words(["Routing number (ABA)", "Número de roteamento (ABA)", "Número de ruta (ABA)", "路由号码（ABA）"]);
pub const AGENCY: Words = Words(["Branch", "Agência", "Sucursal", "分行号"]);
pub const ACCOUNT: Words = Words(["Account", "Conta", "Cuenta", "账号"]);
pub const CHECKING: Words = Words(["Checking", "Conta corrente", "Cuenta corriente", "支票账户"]);
pub const SAVINGS: Words = Words(["Savings", "Poupança", "Cuenta de ahorro", "储蓄账户"]);
pub const IBAN: Words = Words(["IBAN"; 4]);
pub const SWIFT: Words = Words(["SWIFT"; 4]);
pub const PIX: Words = Words(["Pix"; 4]);
