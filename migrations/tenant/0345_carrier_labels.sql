-- Labels of the last mile, bought from carriers: each is written before it is asked for.
create table carrier_labels (
    id uuid primary key,
    shipment_id uuid not null references shipments (id) on delete cascade,
    provider_id uuid not null references providers (id),
    -- 0 cancelled, 10 waiting, 20 asked, 30 bought, 35 to be cancelled, 40 refused. What was asked and has no answer may have
    -- been bought.
    status smallint not null default 10 check (status in (0, 10, 20, 30, 35, 40)),
    -- The carrier's name of it.
    service text not null check (service <> ''),
    -- The order as it is sent; deleted once it is answered, because it names people.
    form jsonb,
    -- The rate that was shown before, and the amount that the carrier has charged.
    expected numeric(16, 4) check (expected >= 0),
    expected_currency text,
    charged numeric(16, 4) check (charged >= 0),
    charged_currency text,
    -- The label and its tracking at the carrier's server, and the carrier there.
    remote_id text,
    tracker_id text,
    carrier_name text,
    -- The number of the last mile, and its page.
    tracking_number text collate "C",
    tracking_url text,
    file_key text,
    file_size bigint check (file_size >= 0),
    content_type text,
    attempts integer not null default 0,
    asked_at timestamptz,
    answered_at timestamptz,
    -- Why the carrier refused what it was asked last, and why it is cancelled.
    error text,
    reason text,
    -- Events that were taken over, by status, time and place.
    seen_events jsonb not null default '[]' check (jsonb_typeof(seen_events) = 'array'),
    tracked_at timestamptz,
    -- Delivered, returned or cancelled: nothing more is asked.
    ended_at timestamptz,
    requested_by uuid,
    created_at timestamptz not null,
    constraint carrier_labels_expected_check check ((expected is null) = (expected_currency is null)),
    constraint carrier_labels_charged_check check ((charged is null) = (charged_currency is null)),
    constraint carrier_labels_file_check check (num_nulls(file_key, file_size, content_type) in (0, 3)),
    constraint carrier_labels_bought_check check (status not in (30, 35) or tracking_number is not null and remote_id is not null)
);
create index carrier_labels_shipment_idx on carrier_labels (shipment_id);
-- Those that are not over: asked for every hour, and found by what carriers report.
create index carrier_labels_open_idx on carrier_labels (tracking_number) where status in (10, 20, 30, 35) and ended_at is null;
