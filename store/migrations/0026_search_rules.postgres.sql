-- What the team says searches mean: other words, or a page of this site.
create table search_rules (
  phrase text collate "C" primary key,
  means text collate "C",
  path text collate "C",
  at bigint not null
);
create trigger table_changed after insert or update or delete on search_rules
for each statement execute function table_changed();
