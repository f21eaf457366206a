//! Kinds of users.

use crate::wire_code;

wire_code! {
    /// What kind of user this is.
    UserTypeCode { Admin = 10, Dev = 11, User = 20, Client = 30 }
}
