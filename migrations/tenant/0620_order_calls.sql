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
