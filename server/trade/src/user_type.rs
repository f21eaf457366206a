use crate::wire_code;

wire_code! {
    /// Kind of user.
    UserTypeCode { Admin = 10, Dev = 11, User = 20, Client = 30 }
}
