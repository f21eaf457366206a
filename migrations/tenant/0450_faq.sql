-- Headings of questions and answers. They are few: lists read them whole.
create table faq_groups (
    id uuid primary key,
    code text not null check (code <> ''),
    title_locale jsonb not null,
    -- Place on the page; equal places are ordered by id.
    position smallint not null default 0,
    active boolean not null default true,
    -- Deleted: gone from lists and choices, kept where it is used.
    excluded_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint faq_groups_code_key unique (code)
);
-- Questions that many ask, with their answers.
create table faq_questions (
    id uuid primary key,
    faq_group_id uuid not null references faq_groups (id),
    -- Place in its group; equal places are ordered by id.
    position smallint not null default 0,
    question_locale jsonb not null,
    -- Markdown. A language has both texts or none.
    answer_locale jsonb not null,
    -- Published.
    active boolean not null default false,
    -- Deleted: gone from lists and choices, kept where it is used.
    excluded_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);
