-- The company's own data of an airport: whether it is offered first, and how the cargo desk there is reached.
alter table lookup_edits add column favourite boolean not null default false;
alter table lookup_edits add column email text;
alter table lookup_edits add column phone text;
alter table lookup_edits add column postcode text;
alter table lookup_edits add column address_1 text;
alter table lookup_edits add column address_2 text;
alter table lookup_edits add column contact_city text;
alter table lookup_edits add constraint lookup_edits_airport_check check (
    lookup = 'airport' or (not favourite
        and num_nonnulls(email, phone, postcode, address_1, address_2, contact_city) = 0));
