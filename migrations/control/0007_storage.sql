-- Bytes of the files of each company. Servers add and subtract with each file, and count all of them once a day.
create table storage (
    tenant_id text primary key references tenants (id),
    bytes bigint not null default 0 check (bytes >= 0),
    -- The most that the operator allows; null is the limit of the installation.
    most bigint check (most >= 0),
    counted_at timestamptz
);
grant select, insert, update on storage to remessa_control;
