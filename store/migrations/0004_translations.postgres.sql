-- What the team translated, and sentences of the program that it changed.
create table translations (
  kind text collate "C" not null,
  id text collate "C" not null,
  field text collate "C" not null,
  language text collate "C" not null,
  text text collate "C" not null,
  primary key (kind, id, field, language)
);
-- Counts changes of `translations`, so that every process notices them by the row it reads anyway.
alter table site_look add column texts_revision bigint not null default 0;
create trigger table_changed after insert or update or delete on translations
for each statement execute function table_changed();
