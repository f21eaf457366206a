-- The company's own tracking events, and its changes to the system's: other texts, who sees them, and who is told. A
-- row for an event of the system exists only after a change.
create table event_kinds (
    id uuid primary key,
    code text not null check (code ~ '^[A-Z][A-Z0-9_]*$'),
    -- False for an event of the system, whose stage and effect are not read from here.
    own boolean not null default true,
    stage text not null,
    -- The status of the shipment after the event; null leaves it as it is.
    status_effect smallint,
    public boolean not null,
    notify boolean not null,
    short_description_locale jsonb not null check (short_description_locale ?& array['pt', 'en', 'es', 'zh']),
    description_locale jsonb not null check (description_locale ?& array['pt', 'en', 'es', 'zh']),
    active boolean not null default true,
    -- Deleted: gone from lists and choices, kept where it is used.
    excluded_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint event_kinds_code_key unique (code),
    constraint event_kinds_active_check check (own or active)
);

-- Texts of tracking e-mails that the company has written. A null subject or body has the product's default.
create table tracking_email_texts (
    event_code text not null,
    -- BCP 47, the language of the e-mail.
    language text not null,
    subject text check (length(subject) between 1 and 200),
    body text check (length(body) between 1 and 2000),
    updated_at timestamptz not null default now(),
    primary key (event_code, language)
);

-- The tenant's range of S10 numbers. Each number is used once.
create table tracking_ranges (
    prefix char(2) primary key check (prefix ~ '^[A-Z]{2}$'),
    country char(2) not null check (country ~ '^[A-Z]{2}$'),
    next_serial integer not null check (next_serial between 0 and 100000000),
    active boolean not null default true
);
