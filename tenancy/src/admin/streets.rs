//! Streets by postcode, which the owner of an installation loads from a file.

use std::path::Path;

use super::{Admin, AdminError, in_transaction, run};

const COUNTRY: &str = "
    select id from ref.countries c
    where alpha2 = upper($1) and exists (select from ref.postcodes p where p.country_id = c.id)";

const INCOMING: &str =
    "create temporary table incoming (postcode text, street text, district text) on commit drop";

const COPY: &str = "copy incoming (postcode, street, district) from stdin (format csv, header match)";

const DELETE: &str = "delete from ref.postcode_streets where country_id = $1";

/// A postcode of several streets has none: a wrong street is worse.
const INSERT: &str = "
    insert into ref.postcode_streets (country_id, postcode, street, district)
    select $1::smallint, postcode, min(street), case when count(distinct district) = 1 then min(district) end
    from (
        select upper(regexp_replace(postcode, '[^0-9A-Za-z]', '', 'g')) as postcode,
            nullif(btrim(street), '') as street, nullif(btrim(district), '') as district
        from incoming
    ) incoming
    where street is not null
    group by postcode
    having count(distinct street) = 1";

impl Admin {
    /// Replaces the streets of a country and returns how many postcodes have one. The file is CSV in UTF-8 with the columns
    /// `postcode`, `street` and `district`.
    ///
    /// # Errors
    /// `Invalid` when no postcodes of the country are shipped; also when the file cannot be read, has
    /// other columns, or gives no postcode a street.
    pub async fn load_streets(&self, country: &str, file: &Path) -> Result<u64, AdminError> {
        let content = tokio::fs::read(file).await?;
        let mut conn = self.connection().await?;
        let country_id: Option<i16> =
            sqlx::query_scalar(COUNTRY).bind(country).fetch_optional(&mut conn).await?;
        let Some(country_id) = country_id else {
            return Err(AdminError::Invalid(format!("there is no list of postcodes of `{country}`")));
        };
        let postcodes = in_transaction!(&mut conn, "begin", {
            run(&mut conn, INCOMING).await?;
            let mut copy = conn.copy_in_raw(COPY).await?;
            copy.send(content).await?;
            copy.finish().await?;
            sqlx::query(DELETE).bind(country_id).execute(&mut conn).await?;
            let inserted = sqlx::query(INSERT).bind(country_id).execute(&mut conn).await?.rows_affected();
            if inserted == 0 {
                return Err(AdminError::Invalid("the file has no postcode with one street".to_owned()));
            }
            Ok(inserted)
        })?;
        run(&mut conn, "analyze ref.postcode_streets").await?;
        Ok(postcodes)
    }
}
