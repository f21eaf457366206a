-- A process looks after the unread messages of the room.
alter table chat_rooms add column telling boolean not null default false;
