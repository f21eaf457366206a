//! The languages of the product.

/// A language of the product, as a BCP 47 tag.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Default, poem_openapi::Enum, serde::Serialize, serde::Deserialize,
)]
pub enum Language {
    #[default]
    #[oai(rename = "en")]
    #[serde(rename = "en")]
    En,
    #[oai(rename = "pt-BR")]
    #[serde(rename = "pt-BR")]
    PtBr,
    #[oai(rename = "es")]
    #[serde(rename = "es")]
    Es,
    #[oai(rename = "zh-CN")]
    #[serde(rename = "zh-CN")]
    ZhCn,
}

impl Language {
    pub const ALL: [Self; 4] = [Self::En, Self::PtBr, Self::Es, Self::ZhCn];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::PtBr => "pt-BR",
            Self::Es => "es",
            Self::ZhCn => "zh-CN",
        }
    }

    /// The key of this language in a `*_locale` map: pt, en, es, zh.
    pub fn locale_key(self) -> &'static str {
        &self.as_str()[..2]
    }

    /// The offered language closest to a BCP 47 tag: `pt-PT` gives `pt-BR`.
    pub fn nearest(tag: &str) -> Option<Self> {
        let primary = tag.trim().split(['-', '_', ';']).next()?.to_ascii_lowercase();
        Self::ALL.into_iter().find(|language| language.locale_key() == primary)
    }

    /// The first offered language of an `Accept-Language` header.
    pub fn from_accept_header(header: Option<&str>) -> Option<Self> {
        header?.split(',').find_map(Self::nearest)
    }
}

impl sqlx::Type<sqlx::Postgres> for Language {
    fn type_info() -> sqlx::postgres::PgTypeInfo {
        <str as sqlx::Type<sqlx::Postgres>>::type_info()
    }

    fn compatible(info: &sqlx::postgres::PgTypeInfo) -> bool {
        <str as sqlx::Type<sqlx::Postgres>>::compatible(info)
    }
}

impl<'r> sqlx::Decode<'r, sqlx::Postgres> for Language {
    fn decode(value: sqlx::postgres::PgValueRef<'r>) -> Result<Self, sqlx::error::BoxDynError> {
        let tag = <&str as sqlx::Decode<sqlx::Postgres>>::decode(value)?;
        let known = Self::ALL.into_iter().find(|language| language.as_str() == tag);
        known.ok_or_else(|| format!("unknown language {tag}").into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn portuguese_of_portugal_finds_the_portuguese_we_offer() {
        assert_eq!(Language::from_accept_header(Some("fr-FR, pt-PT;q=0.8, en;q=0.5")), Some(Language::PtBr));
    }
}
