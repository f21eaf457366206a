//! Users and their kinds.

/// The four user types. The numbers are the same in the API and the database.
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

    /// The role of this type in `policy.csv`.
    pub const fn role(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Dev => "dev",
            Self::User => "user",
            Self::Client => "client",
        }
    }
}

/// The kind of users that a profile is for. The numbers are the same in the API and the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProfileKind {
    /// Staff of the company.
    Staff = 10,
    /// Users of an agent abroad.
    Partner = 20,
    /// Users of a carrier.
    Provider = 30,
    /// Users of a client.
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

    /// Profiles for clients are for clients' users only, and for no others. Users of a partner have type
    /// USER.
    pub fn suits(self, user_type: UserType) -> bool {
        match self {
            Self::Staff | Self::Provider => user_type != UserType::Client,
            Self::Partner => user_type == UserType::User,
            Self::Client => user_type == UserType::Client,
        }
    }
}

/// The properties of a user that limit the profiles' rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProfileUser {
    pub user_type: UserType,
    pub has_partner: bool,
    /// A profile binds the user to subsidiaries.
    pub is_bound: bool,
}

impl From<UserType> for ProfileUser {
    /// A user without a partner, and bound to no subsidiary.
    fn from(user_type: UserType) -> Self {
        Self { user_type, has_partner: false, is_bound: false }
    }
}
