-- Texts that staff insert into replies.
create table support_templates (
    id uuid primary key,
    code text not null,
    title_locale jsonb not null,
    -- Markdown with the placeholders {name}, {number} and {shipment}.
    body_locale jsonb not null,
    active boolean not null default true,
    -- Deleted: gone from lists and choices, kept where it is used.
    excluded_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint support_templates_code_key unique (code)
);
