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

-- Files that the company shares with its staff, its partners, all clients or one client.
create table uploads (
    id uuid primary key,
    -- Empty for files without a folder.
    folder text not null,
    name text not null check (name <> ''),
    audience text not null check (audience in ('staff', 'partners', 'clients', 'client')),
    client_id uuid references clients (id),
    sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
    size bigint not null check (size > 0),
    -- Type of the contents by the first bytes; null if it is not known.
    kind text check (kind in ('pdf', 'jpeg', 'png', 'gif', 'webp', 'zip', 'ole')),
    -- Stored files that are this one together, in their order. Rows with the same contents share them.
    part_keys text[] not null,
    received bigint not null check (received >= 0),
    uploaded_by uuid not null,
    -- Null while parts are missing.
    finished_at timestamptz,
    -- Restorable for 30 days.
    deleted_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint uploads_client_check check ((audience = 'client') = (client_id is not null)),
    constraint uploads_whole_check check (received = size or received < size and finished_at is null),
    constraint uploads_deleted_check check (deleted_at is null or finished_at is not null)
);
-- A name once in a folder.
create unique index uploads_name_key on uploads (lower(folder), lower(name))
    where finished_at is not null and deleted_at is null;
