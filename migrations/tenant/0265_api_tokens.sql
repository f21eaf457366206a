-- Tokens by which programs call the API in the name of a user. Every call reads its token here, so that a revoked one is
-- worth nothing from that moment on. A connected shop is one whose secret nobody knows: the shop signs its orders instead.
create table api_tokens (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    name text not null check (name <> ''),
    -- The beginning of the secret, by which people recognise it.
    prefix text not null,
    hash bytea not null,
    -- Rights as `shipment.list`: a part of those of the user, who may lose some of them later.
    scopes text[] not null,
    -- Networks that calls must come from; from anywhere without any.
    networks text[] not null,
    expires_at timestamptz not null,
    -- When the user is told next that the token expires; null when there is nothing more to tell.
    notice_at timestamptz,
    last_used_at timestamptz,
    last_used_from text,
    revoked_at timestamptz,
    -- The token that was made in its place. Both are valid until this one expires.
    replaced_by_id uuid references api_tokens (id) on delete set null,
    -- The system of a connected shop; null for other tokens.
    shop_kind text check (shop_kind in ('shopify', 'woocommerce')),
    -- The source of its shipments.
    shop_channel text,
    -- By which it signs, sealed by the server; null until somebody has entered it.
    shop_secret bytea,
    -- The client that its orders are for, and the service that they are sent by; null for none.
    shop_client_id uuid references clients (id) on delete cascade,
    shop_service_id uuid references services (id) on delete set null,
    -- The newest thirty of its calls.
    shop_log jsonb not null default '[]',
    -- The last time that a signature was wrong; noted every five minutes at most.
    shop_refused_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint api_tokens_hash_key unique (hash),
    constraint api_tokens_hash_length_check check (octet_length(hash) = 32),
    constraint api_tokens_prefix_length_check check (length(prefix) = 8),
    constraint api_tokens_some_scopes_check check (cardinality(scopes) between 1 and 1000),
    constraint api_tokens_few_networks_check check (cardinality(networks) <= 20),
    constraint api_tokens_shop_check check ((shop_kind is null) = (shop_channel is null))
);
