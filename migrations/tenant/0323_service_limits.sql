-- What a service takes, and what it needs. A limit that is null does not exist; an empty list allows everything.
alter table services add column group_id uuid references service_groups (id);
alter table services add column scope text not null default 'any';
alter table services add constraint services_scope_check check (scope in ('any', 'export', 'import', 'domestic'));
alter table services add column min_weight_g integer;
alter table services add constraint services_min_weight_g_check check (min_weight_g > 0);
-- Millimetres with one decimal, each of a parcel.
alter table services add column max_side_mm double precision;
alter table services add constraint services_max_side_mm_check check (max_side_mm > 0);
alter table services add column max_sides_mm double precision;
alter table services add constraint services_max_sides_mm_check check (max_sides_mm > 0);
-- The longest side and the girth around it.
alter table services add column max_girth_mm double precision;
alter table services add constraint services_max_girth_mm_check check (max_girth_mm > 0);
alter table services add column max_value numeric(16, 4);
alter table services add constraint services_max_value_check check (max_value > 0);
alter table services add column value_currency text;
alter table services add constraint services_value_currency_check check (value_currency ~ '^[A-Z]{3}$');
alter table services add column contents jsonb not null default '[]';
alter table services add constraint services_contents_check check (jsonb_typeof(contents) = 'array');
alter table services add column origin_country_ids smallint[] not null default '{}';
alter table services add column destination_country_ids smallint[] not null default '{}';
alter table services add column tax_modality text not null default 'none';
alter table services add constraint services_tax_modality_check check (tax_modality in ('ddp', 'ddu', 'none'));
alter table services add column requirements jsonb not null default '[]';
alter table services add constraint services_requirements_check check (jsonb_typeof(requirements) = 'array');
alter table services add column last_mile_provider_id uuid references providers (id);
alter table services add constraint services_value_check check ((max_value is null) = (value_currency is null));
create index services_group_idx on services (group_id) where group_id is not null;
create index services_last_mile_idx on services (last_mile_provider_id) where last_mile_provider_id is not null;
