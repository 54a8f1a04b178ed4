-- Each process searches in a file of its own, which files the values. Only definitions are here.
create table own_fields (
  key text collate "C" primary key,
  position bigint not null,
  kind text collate "C" not null,
  is_indexed bigint not null,
  definition_json text collate "C" not null
);
create trigger table_changed after insert or update or delete on own_fields
for each statement execute function table_changed();
