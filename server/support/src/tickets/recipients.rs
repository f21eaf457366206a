//! Recipients of a ticket: checked, stored, listed.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{AddressType, TicketAddress};
use super::scope::TicketScope;
use crate::subjects::Route;
use parties::provider_contacts;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::messages::MessageCode;

/// A recipient to add.
#[derive(Object, Clone, Debug)]
pub struct RecipientInput {
    pub address_type: AddressType,
    /// The user, client, partner, provider, subsidiary or department.
    pub id: Uuid,
    /// One of the recipient's users, or a contact of the provider; all of them if omitted. Not allowed when the recipient is a user.
    pub option: Option<Uuid>,
}

impl RecipientInput {
    pub const fn all_of(address_type: AddressType, id: Uuid) -> Self {
        Self { address_type, id, option: None }
    }

    /// The users and departments of a subject.
    pub fn of_route((users, departments): Route) -> Vec<Self> {
        let users = users.into_iter().map(|id| Self::all_of(AddressType::User, id));
        users.chain(departments.into_iter().map(|id| Self::all_of(AddressType::Department, id))).collect()
    }
}

/// Which of the given recipients are valid, by position. `$4` and `$5` are the client or the partner of a user from
/// outside, who can add its people and departments; `$6` and `$7` the providers and people that can be written to.
/// `$8` says whether the user works for the company.
pub const VALID: &str = "
    select i.position from unnest($1::text[], $2::uuid[], $3::uuid[]) with ordinality i (type, id, option, position)
    where case i.type
            when 'user' then i.option is null and exists (select from users u where u.id = i.id and u.active)
            when 'client' then exists (select from clients c where c.id = i.id and c.active) and (i.option is null
                or exists (select from users u where u.id = i.option and u.client_id = i.id and u.active))
            when 'partner' then exists (select from partners p where p.id = i.id and p.active) and (i.option is null
                or exists (select from users u where u.id = i.option and u.partner_id = i.id and u.active))
            when 'company' then exists (select from subsidiaries b where b.id = i.id and b.active) and (i.option is null
                or exists (select from user_subsidiaries b where b.user_id = i.option and b.subsidiary_id = i.id))
            when 'department' then exists (select from support_departments d where d.id = i.id and d.active
                and (i.option is null or i.option = any(d.members)))
            when 'provider' then exists (
                select from unnest($6::uuid[], $7::uuid[]) c (provider_id, id)
                where c.provider_id = i.id and (i.option is null or c.id = i.option))
            else false
        end
        and ($8
            or i.type = 'department' and i.option is null
            or i.type = 'user' and exists (
                select from users u where u.id = i.id and (u.client_id = $4 or u.partner_id = $5)))";
pub const INSERT: &str = "
    insert into support_recipients (id, ticket_id, address_type, user_id, client_id, partner_id, subsidiary_id,
                                    department_id, provider_id, contact_id, added_by, created_at)
    select i.key, $1, i.type, case i.type when 'user' then i.id when 'provider' then null else i.option end,
           case when i.type = 'client' then i.id end, case when i.type = 'partner' then i.id end,
           case when i.type = 'company' then i.id end, case when i.type = 'department' then i.id end,
           case when i.type = 'provider' then i.id end, case when i.type = 'provider' then i.option end, $6, $7
    from unnest($2::uuid[], $3::text[], $4::uuid[], $5::uuid[]) i (key, type, id, option)
    on conflict on constraint support_recipients_once_key do nothing returning id";
pub const LIST: &str = "
    select r.id, r.address_type,
           coalesce(r.client_id, r.partner_id, r.provider_id, r.subsidiary_id, r.department_id, r.user_id) as address_id,
           coalesce(c.name, p.name, b.title, case when r.address_type = 'user' then u.name end) as label,
           d.title_locale, case when r.address_type <> 'user' then u.name end as option,
           coalesce(c.code, p.code, d.code) as code, coalesce(u.email, c.email, p.email) as email,
           case when u.id is null then coalesce(c.phone, p.phone)
                else coalesce(u.phone_work, u.phone_whatsapp, u.phone_house) end as phone, r.contact_id
    from support_recipients r
    left join users u on u.id = r.user_id
    left join clients c on c.id = r.client_id
    left join partners p on p.id = r.partner_id
    left join subsidiaries b on b.id = r.subsidiary_id
    left join support_departments d on d.id = r.department_id
    where r.ticket_id = $1 order by r.created_at, r.id";

/// 422 at each recipient that does not exist, or that the user cannot add.
pub async fn check(tx: &mut TenantTx, scope: &TicketScope, inputs: &[RecipientInput]) -> ApiResult<()> {
    let (client_id, partner_id) = scope.outside();
    let (types, ids, options) = columns(inputs);
    let providers = provider_contacts::contacts(tx, &provider_ids(inputs), false).await?;
    let valid: Vec<i64> = sqlx::query_scalar(VALID)
        .bind(types)
        .bind(ids)
        .bind(options)
        .bind(client_id)
        .bind(partner_id)
        .bind(providers.iter().map(|contact| contact.provider_id).collect::<Vec<_>>())
        .bind(providers.iter().map(|contact| contact.id).collect::<Vec<_>>())
        .bind(scope.is_staff)
        .fetch_all(&mut **tx)
        .await?;
    let mut errors = FieldErrors::default();
    for (at, _) in inputs.iter().enumerate().filter(|(at, _)| !valid.contains(&(*at as i64 + 1))) {
        errors.push(format!("recipients.{at}.id"), MessageCode::UnknownOption);
    }
    errors.into_result()
}

/// Adds recipients; those that the ticket already has are left as they are. Returns the new ones.
pub async fn insert(
    tx: &mut TenantTx,
    ticket_id: Uuid,
    inputs: &[RecipientInput],
    by: Uuid,
    at: DateTime<Utc>,
) -> ApiResult<Vec<Uuid>> {
    let keys: Vec<Uuid> = inputs.iter().map(|_| Uuid::now_v7()).collect();
    let (types, ids, options) = columns(inputs);
    let insert = sqlx::query_scalar(INSERT).bind(ticket_id).bind(keys).bind(types).bind(ids).bind(options);
    Ok(insert.bind(by).bind(at).fetch_all(&mut **tx).await?)
}

/// The recipients of a ticket; only staff see how to reach them.
pub async fn list(tx: &mut TenantTx, scope: &TicketScope, ticket_id: Uuid) -> ApiResult<Vec<TicketAddress>> {
    let mut all: Vec<TicketAddress> = sqlx::query_as(LIST).bind(ticket_id).fetch_all(&mut **tx).await?;
    name_providers(tx, &mut all).await?;
    Ok(match scope.is_staff {
        true => all,
        false => all.into_iter().map(TicketAddress::without_contacts).collect(),
    })
}

fn provider_ids(inputs: &[RecipientInput]) -> Vec<Uuid> {
    inputs.iter().filter(|one| one.address_type == AddressType::Provider).map(|one| one.id).collect()
}

/// Names the providers among the recipients, and their people.
async fn name_providers(tx: &mut TenantTx, all: &mut [TicketAddress]) -> ApiResult<()> {
    let of_provider = |one: &&mut TicketAddress| one.address_type == AddressType::Provider;
    let ids: Vec<Uuid> = all.iter_mut().filter(of_provider).map(|one| one.address_id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let names = provider_contacts::names(tx, &ids).await?;
    let contacts = provider_contacts::contacts(tx, &ids, true).await?;
    for one in all.iter_mut().filter(of_provider) {
        if let Some(named) = names.iter().find(|named| named.id == one.address_id) {
            one.code = Some(named.code.clone());
            one.title_locale = serde_json::to_value(&named.title_locale).ok();
        }
        let mut people = contacts.iter().filter(|contact| contact.provider_id == one.address_id);
        let person = match one.contact_id {
            Some(id) => people.find(|contact| contact.id == id),
            None => people.next(),
        };
        one.option = person.filter(|_| one.contact_id.is_some()).map(|contact| contact.name.clone());
        one.email = person.map(|contact| contact.email.clone());
        one.phone = person.and_then(|contact| contact.phone.clone());
    }
    Ok(())
}

type Columns = (Vec<&'static str>, Vec<Uuid>, Vec<Option<Uuid>>);

fn columns(inputs: &[RecipientInput]) -> Columns {
    let types = inputs.iter().map(|input| input.address_type.as_str()).collect();
    let ids = inputs.iter().map(|input| input.id).collect();
    (types, ids, inputs.iter().map(|input| input.option).collect())
}
