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

    /// Clients' users bear clients' profiles, and nobody else does; who works for a partner is of type USER.
    pub fn suits(self, user_type: UserType) -> bool {
        match self {
            Self::Staff | Self::Provider => user_type != UserType::Client,
            Self::Partner => user_type == UserType::User,
            Self::Client => user_type == UserType::Client,
        }
    }
}

/// Who bears profiles, as far as that bounds what they give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bearer {
    pub user_type: UserType,
    pub has_partner: bool,
}

impl From<UserType> for Bearer {
    /// One who works for no partner.
    fn from(user_type: UserType) -> Self {
        Self { user_type, has_partner: false }
    }
}
