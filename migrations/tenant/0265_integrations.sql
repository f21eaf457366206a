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
    -- A station on a shared computer: it receives and weighs in this warehouse, and does nothing else; null for other tokens.
    warehouse_id uuid references warehouses (id) on delete cascade,
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

-- Addresses of other systems that are told what happens. Secrets and the values of headers are sealed by the server.
create table webhook_endpoints (
    id uuid primary key,
    -- A client's own one hears of its records only; null for those of the company.
    client_id uuid references clients (id) on delete cascade,
    url text not null check (url like 'https://%'),
    -- `*`, `shipment.*` or `shipment.created`.
    patterns text[] not null,
    -- The form of the data.
    event_version date not null,
    secret bytea not null,
    -- Signs beside the secret until then, so that receivers can change over.
    former_secret bytea,
    former_secret_until timestamptz,
    header_names text[] not null,
    headers bytea,
    -- One event after the other: one that fails holds the others.
    fifo boolean not null,
    status smallint not null check (status in (10, 20, 30, 40, 45)),
    disabled_reason text check (disabled_reason in ('failing', 'gone')),
    -- Failures in a row, and the first of them.
    failure_count integer not null default 0,
    first_failed_at timestamptz,
    notice_count smallint not null default 0,
    held_until timestamptz,
    -- When a worker comes by itself; null when nothing waits.
    wake_at timestamptz,
    last_success_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint webhook_endpoints_some_patterns_check check (cardinality(patterns) between 1 and 50),
    constraint webhook_endpoints_former_secret_check check ((former_secret is null) = (former_secret_until is null)),
    constraint webhook_endpoints_headers_check check ((headers is null) = (cardinality(header_names) = 0))
);

-- Events, as the bytes that are signed and sent. Kept for thirty days.
create table webhook_events (
    -- A UUID of version 7, which gives the order.
    id uuid not null,
    version date not null,
    type text not null,
    occurred_at timestamptz not null,
    record_id uuid not null,
    sequence bigint not null,
    body bytea not null,
    primary key (id, version),
    constraint webhook_events_size_check check (octet_length(body) between 1 and 20000)
);

-- Events on their way. The event has no reference to it: both are deleted after the same time.
create table webhook_deliveries (
    endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
    event_id uuid not null,
    event_version date not null,
    kind text not null check (kind in ('event', 'replay', 'test')),
    status smallint not null check (status in (10, 20, 30, 40, 50, 55, 60)),
    attempt_count smallint not null,
    due_at timestamptz not null,
    -- An attempt that has not ended by then is made again.
    lease_until timestamptz,
    -- The newest ten attempts.
    log jsonb not null,
    primary key (endpoint_id, event_id)
);
create index webhook_deliveries_due_idx on webhook_deliveries (endpoint_id, due_at) where status in (10, 20, 40, 55);

-- Orders that were forwarded to the company's own host. The same call again has the first answer for a day; how it went is
-- kept for three.
create table order_calls (
    -- The hash of the order and of the key that its caller made, or else of its body.
    key_hash bytea primary key check (octet_length(key_hash) = 32),
    request_hash bytea not null check (octet_length(request_hash) = 32),
    order_number text not null check (order_number <> ''),
    status smallint not null check (status in (20, 30, 50)),
    user_id uuid not null,
    api_token_id uuid,
    request_bytes integer not null,
    attempt_count smallint not null,
    called_at timestamptz not null,
    -- A call that has not ended by then has lost its server.
    lease_until timestamptz,
    answer_status smallint,
    answer bytea check (octet_length(answer) <= 1048576),
    answer_bytes integer,
    duration_ms integer,
    failure text check (failure in ('not_reached', 'failed', 'unreadable', 'key_refused'))
);
