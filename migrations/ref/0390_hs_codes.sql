-- The six-digit codes of the Harmonized System, for a search by words or digits.
create table ref.hs_codes (
    code text primary key,
    -- English, and Portuguese where it is known.
    name_locale jsonb not null,
    -- Everyday words for these goods in all languages.
    words text,
    plain text generated always as (
        ref.plain(code || ' ' || (name_locale ->> 'en') || ' ' || coalesce(name_locale ->> 'pt', '') || ' ' || coalesce(words, ''))
    ) stored,
    constraint hs_codes_code_check check (code ~ '^\d{6}$'),
    constraint hs_codes_name_locale_check check (name_locale ? 'en')
);
create index hs_codes_plain_trgm_idx on ref.hs_codes using gin (plain ref.gin_trgm_ops);
