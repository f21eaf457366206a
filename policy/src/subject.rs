//! Who asks.

/// The four kinds of user. The numbers are those of the wire and of the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UserType {
    Admin = 10,
    Dev = 11,
    User = 20,
    Client = 30,
}

impl UserType {
    pub const ALL: [Self; 4] = [Self::Admin, Self::Dev, Self::User, Self::Client];

    pub const fn code(self) -> i16 {
        self as i16
    }

    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.code() == code)
    }

    /// The role of `policy.csv` that this type bears.
    pub const fn role(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Dev => "dev",
            Self::User => "user",
            Self::Client => "client",
        }
    }
}
