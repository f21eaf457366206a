-- Codes by which clients send others to the company. A client has the oldest of its codes; a merge brings further ones.
create table referral_codes (
    code text primary key,
    client_id uuid not null references clients (id),
    created_at timestamptz not null
);
-- Clients that others have sent, each once.
create table indications (
    id uuid primary key,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    code text not null,
    referrer_id uuid not null references clients (id),
    referred_id uuid not null references clients (id) on delete cascade,
    -- 20 registered, 30 with rewards that are held or paid, 50 ended, 60 expired.
    status smallint not null default 20 check (status in (20, 30, 50, 60)),
    -- Keyed hashes of e-mail, document and phone: the same person is sent once.
    contact_hashes bytea[] not null,
    -- The rule of the day of the registration.
    rule jsonb not null,
    -- ISO 4217, the company's on that day.
    currency char(3) not null,
    -- The rewarded shipments in the order of their delivery, each with what became of its reward.
    rewards jsonb not null default '[]' check (jsonb_typeof(rewards) = 'array'),
    version integer not null default 1,
    constraint indications_referred_key unique (referred_id)
);
