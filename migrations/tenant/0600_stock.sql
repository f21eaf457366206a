-- append-only: stock_movements, inventory_counts, purchase_receipts
-- Stock: goods of the company and of its clients in places of warehouses, kept by double entry.

-- Shelves, floors and docks of a warehouse.
create table stock_places (
    id uuid primary key,
    warehouse_id uuid not null references warehouses (id),
    -- As it was when the place was saved.
    warehouse_code text not null,
    subsidiary_id uuid references subsidiaries (id),
    -- In capitals; picks go in its order.
    code text collate "C" not null check (code <> ''),
    kind text not null check (kind in ('receiving', 'storage', 'quarantine', 'dispatch')),
    note text,
    -- When what lies there was counted last.
    last_counted_at timestamptz,
    active boolean not null default true,
    -- Deleted: gone from lists and choices, kept where it is used.
    excluded_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint stock_places_once_key unique (warehouse_id, code)
);

-- Goods that are kept: one row for each kind and its owner.
create table stock_items (
    id uuid primary key,
    -- Whose goods they are; the company's own without a client.
    client_id uuid references clients (id),
    client_name text,
    -- In capitals.
    sku text collate "C" not null check (sku <> ''),
    -- GTIN on the package.
    ean text check (ean ~ '^[0-9]{8,14}$'),
    title text not null check (title <> ''),
    -- For the order of titles.
    title_key text not null generated always as (search_text(title)) stored,
    -- In which whole units it is counted.
    unit text not null default 'piece' check (unit in ('piece', 'pair', 'set', 'box', 'pack', 'roll', 'bag', 'pallet')),
    hs_code text,
    origin_country_id smallint,
    -- One unit weighs so much.
    weight_g integer check (weight_g > 0),
    keep_lot boolean not null default false,
    keep_expiry boolean not null default false,
    -- Below it, the item is to be bought.
    min_quantity integer check (min_quantity >= 0),
    -- Days before its expiry on which a lot is reported.
    alert_days smallint check (alert_days between 0 and 3650),
    -- When somebody was told that less than the minimum is there; null while there is enough.
    alerted_on date,
    active boolean not null default true,
    excluded_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint stock_items_once_key unique nulls not distinct (client_id, sku)
);

-- Goods of one item that came together. An item that is not kept by lot has lots with the code ''.
create table stock_lots (
    id uuid primary key,
    item_id uuid not null references stock_items (id),
    -- In capitals.
    code text collate "C" not null default '',
    expires_on date,
    status text not null default 'available' check (status in ('available', 'hold', 'quarantine')),
    -- Why it is not available.
    reason text,
    partner_id uuid references partners (id),
    partner_name text,
    provider_id uuid references providers (id),
    provider_name text,
    -- Price of one unit when it was bought.
    unit_cost numeric(16, 4) check (unit_cost >= 0),
    currency char(3),
    received_at timestamptz not null,
    -- When somebody was told that it expires soon.
    alerted_on date,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint stock_lots_once_key unique nulls not distinct (item_id, code, expires_on, partner_id, provider_id),
    constraint stock_lots_cost_check check (num_nulls(unit_cost, currency) in (0, 2))
);
create index stock_lots_expiry_idx on stock_lots (expires_on, id);

-- The units of a lot in a place: the sum of its movements.
create table stock_levels (
    id uuid primary key,
    lot_id uuid not null references stock_lots (id),
    place_id uuid not null references stock_places (id),
    on_hand integer not null default 0,
    -- Held by reservations.
    reserved integer not null default 0,
    -- Taken out for good from here: damaged, expired, lost.
    removed integer not null default 0,
    -- Units that the ledger has more, as it was found by night; null when both agree.
    ledger_difference integer,
    first_received_at timestamptz,
    last_moved_at timestamptz,
    created_at timestamptz not null,
    -- The item, the lot, the place and the owner, as they are searched.
    search_key text not null,
    constraint stock_levels_once_key unique (lot_id, place_id),
    constraint stock_levels_reserved_within check (reserved >= 0 and reserved <= on_hand),
    constraint stock_levels_removed_within check (removed >= 0)
);
create index stock_levels_place_idx on stock_levels (place_id, lot_id);
create index stock_levels_search_idx on stock_levels using gin (search_key gin_trgm_ops);

-- In the order of the movements of a place and a lot: taken while both are locked.
create sequence stock_positions;
create table stock_movements (
    id uuid primary key,
    position bigint not null,
    posted_at timestamptz not null,
    -- When it happened, as somebody says.
    occurred_at timestamptz not null,
    kind text not null
        check (kind in ('receipt', 'move', 'pick', 'return', 'remove', 'adjust', 'count', 'reversal')),
    lot_id uuid not null references stock_lots (id),
    quantity integer not null check (quantity > 0),
    from_place_id uuid references stock_places (id),
    to_place_id uuid references stock_places (id),
    -- Where goods come from or go to, outside the warehouses.
    outside text check (outside in ('supplier', 'customer', 'removed', 'adjusted', 'counted')),
    -- Units in the two places after it.
    from_after integer,
    to_after integer,
    -- Its origin: the same again is the same movement.
    source_type text not null,
    source_id uuid not null,
    line integer not null,
    reservation_id uuid,
    -- The movement that it reverses, or the pick of which goods come back.
    of_movement_id uuid references stock_movements (id),
    -- Why goods were taken out.
    removal text check (removal in ('damaged', 'expired', 'lost', 'sample', 'owner')),
    reason text,
    -- Null for the server's own work.
    actor_id uuid,
    constraint stock_movements_once_key unique (source_type, source_id, line, kind),
    constraint stock_movements_ends_check check (num_nonnulls(from_place_id, to_place_id, outside) = 2),
    constraint stock_movements_after_check check (
        (from_after is null) = (from_place_id is null) and (to_after is null) = (to_place_id is null)
    )
);
create index stock_movements_lot_idx on stock_movements (lot_id, position desc);
create index stock_movements_position_idx on stock_movements (position desc);
create unique index stock_movements_reversal_key on stock_movements (of_movement_id) where kind = 'reversal';
create index stock_movements_return_idx on stock_movements (of_movement_id) where kind = 'return';
create index stock_movements_reservation_idx on stock_movements (reservation_id) where reservation_id is not null;

-- Photos of goods that were taken out.
create table stock_photos (
    movement_id uuid primary key references stock_movements (id),
    file_key text not null,
    content_type text not null,
    added_by uuid not null,
    added_at timestamptz not null
);

-- Lists of goods to pick for somebody.
create sequence pick_list_numbers;
create table pick_lists (
    id uuid primary key,
    -- Code of the warehouse, year and number: GRU-P-26-000123.
    number text collate "C" not null,
    warehouse_id uuid not null references warehouses (id),
    warehouse_code text not null,
    subsidiary_id uuid references subsidiaries (id),
    -- Whose goods are picked; the company's own without a client.
    client_id uuid references clients (id),
    client_name text,
    -- 0 cancelled, 10 open, 20 allocated, 30 picked, 40 packed.
    status smallint not null default 10 check (status in (0, 10, 20, 30, 40)),
    -- Purpose of the list: an order, a customer.
    reference text,
    -- The order of a shop or system that it is for: each of an owner once, besides lists that are cancelled or whose shipment is.
    channel text collate "C" check (channel <> ''),
    external_id text collate "C" check (external_id <> ''),
    -- Currency of the values of its lines.
    currency char(3),
    -- Only lots that last so many days from today on.
    min_remaining_days integer not null default 0 check (min_remaining_days >= 0),
    -- Only places whose codes begin so.
    zone text collate "C",
    -- How long goods are held, and until when.
    hold_hours smallint not null default 24 check (hold_hours between 1 and 720),
    held_until timestamptz,
    note text,
    -- Why it was cancelled, or ended short.
    reason text,
    -- The shipment in which its goods were packed, or for whose draft they are picked.
    shipment_id uuid references shipments (id),
    tracking_code text,
    -- Since when that shipment is cancelled: what was picked goes back, and the order may be sent again.
    shipment_ended_at timestamptz,
    packed_at timestamptz,
    packed_by uuid,
    -- Weight, size and goods of each parcel.
    packed_parcels jsonb,
    -- The list for what was missing in the shipment, and the list of which this one is the rest.
    rest_id uuid references pick_lists (id),
    rest_of_id uuid references pick_lists (id),
    -- Price of the storage of its goods, charged when they were packed.
    storage_amount numeric(16, 4) check (storage_amount > 0),
    storage_currency char(3),
    created_by uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    search_key text not null generated always as (
        ' ' || search_text(number || ' ' || coalesce(reference, '') || ' ' || coalesce(client_name, '') || ' '
            || coalesce(external_id, '') || ' ' || coalesce(tracking_code, ''))
    ) stored,
    constraint pick_lists_number_key unique (number),
    constraint pick_lists_order_check check (num_nulls(channel, external_id) in (0, 2)),
    constraint pick_lists_whole_storage check (num_nulls(storage_amount, storage_currency) in (0, 2))
);
-- The same number in capitals, small letters or letters of full width is the same order.
create unique index pick_lists_order_key on pick_lists (client_id, search_text(channel), search_text(external_id))
    nulls not distinct
    where external_id is not null and status <> 0 and shipment_ended_at is null;
create index pick_lists_status_idx on pick_lists (status, id desc);
create index pick_lists_shipment_idx on pick_lists (shipment_id);

create table pick_list_lines (
    pick_list_id uuid not null references pick_lists (id),
    line smallint not null check (line > 0),
    item_id uuid not null references stock_items (id),
    quantity integer not null check (quantity > 0),
    picked integer not null default 0 check (picked >= 0),
    -- Units in the shipment.
    packed integer not null default 0 check (packed >= 0),
    -- Value of one unit for customs, in the currency of the list.
    unit_value numeric(16, 4) check (unit_value >= 0),
    primary key (pick_list_id, line),
    constraint pick_list_lines_picked_within check (picked <= quantity),
    constraint pick_list_lines_packed_within check (packed <= picked)
);

-- Goods that are held for somebody, for a time.
create table stock_reservations (
    id uuid primary key,
    lot_id uuid not null references stock_lots (id),
    place_id uuid not null references stock_places (id),
    quantity integer not null check (quantity > 0),
    -- Units that were picked.
    picked integer not null default 0,
    state text not null default 'held' check (state in ('held', 'used', 'released', 'expired')),
    expires_at timestamptz not null,
    source_type text not null,
    source_id uuid not null,
    line smallint not null,
    created_at timestamptz not null,
    created_by uuid,
    ended_at timestamptz,
    constraint stock_reservations_picked_within check (picked >= 0 and picked <= quantity),
    constraint stock_reservations_end_check check ((state = 'held') = (ended_at is null))
);
create index stock_reservations_source_idx on stock_reservations (source_id, line);
-- Few are held at a time: the sweep reads all of them for those that have ended.
create index stock_reservations_held_idx on stock_reservations (lot_id, place_id) where state = 'held';

-- Counts of what lies in places of a warehouse.
create sequence inventory_numbers;
create table inventories (
    id uuid primary key,
    -- Code of the warehouse, year and number: GRU-I-26-000123.
    number text collate "C" not null,
    warehouse_id uuid not null references warehouses (id),
    warehouse_code text not null,
    subsidiary_id uuid references subsidiaries (id),
    -- Only goods of this client; all goods without one.
    client_id uuid references clients (id),
    client_name text,
    -- 0 cancelled, 10 requested, 20 counting, 40 counted again, 50 to approve, 60 posted.
    status smallint not null default 10 check (status in (0, 10, 20, 40, 50, 60)),
    -- Who counts does not see what should be there.
    blind boolean not null,
    -- A second count is made by somebody else.
    other_counter boolean not null,
    -- Units by which a count may differ without being counted again.
    tolerance integer not null check (tolerance >= 0),
    note text,
    reason text,
    started_at timestamptz,
    posted_at timestamptz,
    posted_by uuid,
    created_by uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    search_key text not null generated always as (
        ' ' || search_text(number || ' ' || coalesce(note, '') || ' ' || coalesce(client_name, ''))
    ) stored
);

create table inventory_places (
    inventory_id uuid not null references inventories (id),
    place_id uuid not null references stock_places (id),
    -- Its inventory has not ended.
    is_open boolean not null default true,
    primary key (inventory_id, place_id)
);
create unique index inventory_places_open_key on inventory_places (place_id) where is_open;

-- Goods of a lot in a place, to count.
create table inventory_lines (
    inventory_id uuid not null references inventories (id),
    line integer not null check (line > 0),
    place_id uuid not null references stock_places (id),
    lot_id uuid not null references stock_lots (id),
    -- Added by a counter.
    found boolean not null default false,
    -- It waits for a count of its round.
    is_open boolean not null default true,
    -- 1 for the first count.
    round smallint not null default 1 check (round > 0),
    -- Since when it is to be counted again: what was counted before belongs to the round before.
    round_since timestamptz,
    -- The last count, what the ledger had at its moment, and the difference.
    quantity integer check (quantity >= 0),
    balance integer,
    variance integer,
    movement_id uuid,
    primary key (inventory_id, line),
    constraint inventory_lines_once_key unique (inventory_id, place_id, lot_id),
    constraint inventory_lines_figures_check check (num_nulls(quantity, balance, variance) in (0, 3))
);

-- All counts of lines, also those that were not the last.
create table inventory_counts (
    -- Made by the device.
    id uuid primary key,
    inventory_id uuid not null,
    line integer not null,
    round smallint not null,
    quantity integer not null check (quantity >= 0),
    -- Units of the ledger, and its last movement until then.
    balance integer not null,
    position bigint not null,
    counted_by uuid not null,
    counter_name text not null,
    counted_at timestamptz not null,
    recorded_at timestamptz not null,
    constraint inventory_counts_line_fkey foreign key (inventory_id, line) references inventory_lines (inventory_id, line)
);
create index inventory_counts_line_idx on inventory_counts (inventory_id, line);

-- Goods that the company orders from suppliers.
create sequence purchase_numbers;
create table purchases (
    id uuid primary key,
    -- Code of the warehouse, year and number: GRU-C-26-000123.
    number text collate "C" not null,
    warehouse_id uuid not null references warehouses (id),
    warehouse_code text not null,
    subsidiary_id uuid references subsidiaries (id),
    -- Whose goods they become; the company's own without a client.
    client_id uuid references clients (id),
    client_name text,
    -- 0 cancelled, 10 draft, 20 ordered, 30 partly received, 40 received, 50 closed.
    status smallint not null default 10 check (status in (0, 10, 20, 30, 40, 50)),
    supplier text check (supplier <> ''),
    -- Number of the order there.
    supplier_reference text,
    -- The currency of the costs of its lines.
    currency char(3) not null,
    -- Units that may come of each line beyond those ordered, in percent.
    over_percent smallint not null default 0 check (over_percent between 0 and 100),
    expected_on date,
    note text,
    -- Why it was closed or cancelled.
    reason text,
    ordered_at timestamptz,
    -- When it was closed or cancelled.
    ended_at timestamptz,
    created_by uuid not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    search_key text not null generated always as (
        ' ' || search_text(number || ' ' || coalesce(supplier, '') || ' ' || coalesce(supplier_reference, '') || ' '
            || coalesce(client_name, ''))
    ) stored,
    constraint purchases_ordered_from check (status in (0, 10) or supplier is not null)
);
create index purchases_status_idx on purchases (status, id desc);

create table purchase_lines (
    purchase_id uuid not null references purchases (id),
    line smallint not null check (line > 0),
    item_id uuid not null references stock_items (id),
    quantity integer not null check (quantity > 0),
    -- Units that have come and were not sent back.
    received integer not null default 0 check (received >= 0),
    -- Price of one unit, in the currency of the purchase.
    unit_cost numeric(16, 4) check (unit_cost >= 0),
    primary key (purchase_id, line)
);

-- Each arrival of goods of a line.
create table purchase_receipts (
    purchase_id uuid not null,
    line smallint not null,
    -- 1 for the first one of the line.
    no smallint not null check (no > 0),
    -- Made by the sender: the same again is the same receipt.
    key uuid not null,
    quantity integer not null check (quantity > 0),
    movement_id uuid not null references stock_movements (id),
    received_at timestamptz not null,
    primary key (purchase_id, line, no),
    constraint purchase_receipts_once_key unique (key),
    constraint purchase_receipts_line_fkey foreign key (purchase_id, line) references purchase_lines (purchase_id, line)
);

-- Goods that clients ask the company to buy for them.
create sequence buying_request_numbers;
create table buying_requests (
    id uuid primary key,
    -- Code of the warehouse, year and number: GRU-A-26-000123.
    number text collate "C" not null,
    -- Where the seller sends them.
    warehouse_id uuid not null references warehouses (id),
    warehouse_code text not null,
    subsidiary_id uuid references subsidiaries (id),
    client_id uuid not null references clients (id),
    client_name text not null,
    -- 0 cancelled, 10 asked, 20 quoted, 30 accepted and charged, 40 bought, 50 refunded.
    status smallint not null default 10 check (status in (0, 10, 20, 30, 40, 50)),
    title text not null check (title <> ''),
    -- Their page in the shop.
    url text,
    -- Size, colour and what else the buyer needs to know.
    details text,
    quantity integer not null check (quantity > 0),
    -- The quote, in one currency.
    currency char(3),
    goods_amount numeric(16, 4) check (goods_amount > 0),
    shipping_amount numeric(16, 4) check (shipping_amount >= 0),
    fee_amount numeric(16, 4) check (fee_amount >= 0),
    -- The last day on which it can be accepted.
    quote_until date,
    quote_note text,
    quoted_at timestamptz,
    accepted_at timestamptz,
    accepted_by uuid,
    -- The charge in the ledger.
    transaction_id uuid,
    bought_at timestamptz,
    -- Number of the order at the seller, and the code of the parcel.
    order_number text,
    tracking_code text,
    refunded_at timestamptz,
    -- Why it was cancelled or refunded.
    reason text,
    created_by uuid not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    search_key text not null generated always as (
        ' ' || search_text(number || ' ' || title || ' ' || client_name || ' ' || coalesce(order_number, '') || ' '
            || coalesce(tracking_code, ''))
    ) stored,
    constraint buying_requests_whole_quote check (
        num_nulls(currency, goods_amount, shipping_amount, fee_amount, quote_until, quoted_at) in (0, 6)
    ),
    constraint buying_requests_charged check ((status in (30, 40, 50)) = (transaction_id is not null))
);
create index buying_requests_status_idx on buying_requests (status, id desc);
create index buying_requests_client_idx on buying_requests (client_id, id desc);
