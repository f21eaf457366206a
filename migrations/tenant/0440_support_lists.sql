-- Groups of staff that answer tickets.
create table support_departments (
    id uuid primary key,
    code text not null,
    title_locale jsonb not null,
    description_locale jsonb not null default '{}',
    -- Users who belong to it.
    members uuid[] not null default '{}',
    -- Hours in which it answers first, and resolves. Null without a target.
    first_response_hours integer,
    resolution_hours integer,
    active boolean not null default true,
    -- Deleted: gone from lists and choices, kept where it is used.
    excluded_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint support_departments_code_key unique (code)
);
-- What a ticket is about. Its users and departments become recipients of every new ticket.
create table support_subjects (
    id uuid primary key,
    code text not null,
    title_locale jsonb not null,
    description_locale jsonb not null default '{}',
    users uuid[] not null default '{}',
    departments uuid[] not null default '{}',
    active boolean not null default true,
    -- Deleted: gone from lists and choices, kept where it is used.
    excluded_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint support_subjects_code_key unique (code)
);
insert into support_subjects (id, code, title_locale) values
    (gen_random_uuid(), 'DELAY', '{"en": "Delayed shipment", "pt": "Remessa atrasada", "es": "Envío con retraso", "zh": "货件延误"}'),
    (gen_random_uuid(), 'DAMAGE', '{"en": "Damaged or lost parcel", "pt": "Volume avariado ou extraviado", "es": "Bulto dañado o extraviado", "zh": "包裹破损或丢失"}'),
    (gen_random_uuid(), 'CUSTOMS', '{"en": "Customs and documents", "pt": "Alfândega e documentos", "es": "Aduana y documentos", "zh": "清关与单证"}'),
    (gen_random_uuid(), 'ADDRESS', '{"en": "Change of address or recipient", "pt": "Alteração de endereço ou destinatário", "es": "Cambio de dirección o destinatario", "zh": "更改地址或收件人"}'),
    (gen_random_uuid(), 'BILLING', '{"en": "Invoice and payment", "pt": "Fatura e pagamento", "es": "Factura y pago", "zh": "账单与付款"}'),
    (gen_random_uuid(), 'OTHER', '{"en": "Other", "pt": "Outro assunto", "es": "Otro asunto", "zh": "其他"}');
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
