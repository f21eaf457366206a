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

/// For whom a profile is made. The numbers are those of the wire and of the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProfileKind {
    /// The company's own people.
    Staff = 10,
    /// People of an agent abroad.
    Partner = 20,
    /// People of a carrier.
    Provider = 30,
    /// People of a client.
    Client = 40,
}

impl ProfileKind {
    pub const ALL: [Self; 4] = [Self::Staff, Self::Partner, Self::Provider, Self::Client];

    pub const fn code(self) -> i16 {
        self as i16
    }

    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.code() == code)
    }

    /// Clients' users bear clients' profiles, and nobody else does.
    pub fn suits(self, user_type: UserType) -> bool {
        (self == Self::Client) == (user_type == UserType::Client)
    }
}
