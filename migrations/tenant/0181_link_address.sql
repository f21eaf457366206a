-- The address that the link went to. The link is valid only while the user has that address. Null for links of before.
alter table account_links add column email text;
