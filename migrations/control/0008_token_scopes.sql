-- What a token of the operator's API is for. Those from before manage all tenants.
alter table platform_tokens add column scope text not null default 'manage' check (scope in ('read', 'manage'));
-- Slug of the only tenant that the token reaches.
alter table platform_tokens add column tenant text check (tenant <> '');
