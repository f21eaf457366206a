//! The catalogue of tracking events: the system's, with the company's changes, and the company's own.

mod api;
mod lookup;
mod model;
pub mod store;

pub use api::TrackingEventKindApi;
pub use lookup::ShipmentEventLookupApi;
pub use store::load_record_state;

/// SQL of all tracking events of a company, to select from.
#[macro_export]
macro_rules! event_kinds {
    () => {
        "(select ('00000000-0000-0000-0000-' || lpad(to_hex(r.id::integer), 12, '0'))::uuid as id, \
                 r.id::integer as number, r.code, false as own, r.stage, r.status_effect, \
                 coalesce(e.public, r.public) as public, coalesce(e.notify, r.notify) as notify, r.terminal, \
                 r.upu_code, r.fsu_code, \
                 coalesce(e.short_description_locale, r.short_description_locale) as short_description_locale, \
                 coalesce(e.description_locale, r.description_locale) as description_locale, true as active, \
                 null::timestamptz as excluded_at, \
                 coalesce(e.version, 1) as version, coalesce(e.created_at, 'epoch'::timestamptz) as created_at, \
                 coalesce(e.updated_at, 'epoch'::timestamptz) as updated_at \
          from ref.tracking_events r left join event_kinds e on e.code = r.code \
          union all \
          select o.id, 1000 + (row_number() over (order by o.created_at, o.id))::integer, o.code, true, o.stage, \
                 o.status_effect, o.public, o.notify, false, null, null, o.short_description_locale, \
                 o.description_locale, o.active, o.excluded_at, o.version, o.created_at, o.updated_at \
          from event_kinds o \
          where o.own and not exists (select from ref.tracking_events s where s.code = o.code))"
    };
}
