-- A view can be renamed and changed by its owner.
alter table saved_views add column version integer not null default 1;

-- The view a user starts a list with, own or shared.
create table default_views (
    user_id uuid not null references users (id) on delete cascade,
    list text not null,
    view_id uuid not null references saved_views (id) on delete cascade,
    primary key (user_id, list)
);
create index default_views_view_idx on default_views (view_id);
