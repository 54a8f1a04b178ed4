-- What the team translated, and sentences of the program that it changed.
create table translations (
  kind text not null,
  id text not null,
  field text not null,
  language text not null,
  text text not null,
  primary key (kind, id, field, language)
) strict, without rowid;
-- Counts changes of `translations`, so that every process notices them by the row it reads anyway.
alter table site_look add column texts_revision integer not null default 0;
