-- Drop-off posts have the address of every record.
alter table advanced_posts add column address_complement text;
