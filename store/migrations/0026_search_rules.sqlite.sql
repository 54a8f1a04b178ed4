-- What the team says searches mean: other words, or a page of this site.
create table search_rules (
  phrase text primary key,
  means text,
  path text,
  at integer not null
) strict, without rowid;
