//! Services as another record names them: a group its services, a provider those that it carries.

use poem_openapi::Object;
use policy::Resource;
use serde::Deserialize;
use uuid::Uuid;

use crate::ctx::Ctx;
use server_core::http::title::LocaleTitle;

/// A service of another record.
#[derive(Object, Deserialize, Clone, Debug)]
pub struct NamedService {
    pub id: Uuid,
    pub code: String,
    pub title_locale: LocaleTitle,
    #[oai(skip)]
    profile_ids: Vec<Uuid>,
}

/// The column `services` of a record: those that meet a condition on `v`, at most 200, as JSON for [`NamedService`].
#[macro_export]
macro_rules! named_services {
    ($condition:literal) => {
        concat!(
            "(select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'code', v.code, 'title_locale', v.title_locale, \
             'profile_ids', v.profile_ids) order by v.position, v.code), '[]') \
             from (select v.id, v.code, v.title_locale, v.profile_ids, v.position from services v where v.excluded_at is null and ",
            $condition,
            " order by v.position, v.code limit 200) v) as services"
        )
    };
}

/// The services that the user may see.
pub fn seen_by(ctx: &Ctx, services: Vec<NamedService>) -> Vec<NamedService> {
    let Some(profiles) = ctx.profiles_for(Resource::Service) else { return services };
    let is_open = |service: &NamedService| {
        service.profile_ids.is_empty() || service.profile_ids.iter().any(|id| profiles.contains(id))
    };
    services.into_iter().filter(is_open).collect()
}
