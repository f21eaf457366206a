-- The words of clients about delivered shipments, one row for each shipment. A row begins with the invitation.
create table reviews (
    id uuid primary key,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    shipment_id uuid not null references shipments (id) on delete cascade,
    -- 10 invited, 20 submitted, 30 published, 40 hidden.
    status smallint not null default 10 check (status in (10, 20, 30, 40)),
    score smallint check (score between 1 and 5),
    body text,
    submitted_at timestamptz,
    answer text,
    answered_by uuid,
    answered_at timestamptz,
    -- Why staff have hidden it; null when the server did, because the delivery was undone.
    hidden_reason text,
    -- SHA-256 of the secret in the newest e-mail; null once it was used.
    link_hash bytea,
    reminded_at timestamptz,
    version integer not null default 1,
    constraint reviews_score_check check ((status = 10) = (score is null)),
    constraint reviews_shipment_key unique (shipment_id)
);
