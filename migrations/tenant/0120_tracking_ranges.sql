-- The tenant's range of S10 numbers. Each number is used once.
create table tracking_ranges (
    prefix char(2) primary key check (prefix ~ '^[A-Z]{2}$'),
    country char(2) not null check (country ~ '^[A-Z]{2}$'),
    next_serial integer not null check (next_serial between 0 and 100000000),
    active boolean not null default true
);
