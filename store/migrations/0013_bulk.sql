-- Changes of many listings at once by the site team, with what became of each.
create table bulk_changes (
  id integer primary key autoincrement,
  at integer not null,
  account_id text not null,
  action_json text not null,
  state text not null,
  total integer not null,
  finished_at integer
) strict;

create table bulk_rows (
  bulk_id integer not null references bulk_changes(id) on delete cascade,
  listing_id integer not null,
  result text not null,
  name text not null,
  reason text,
  -- Version, status and plan before the change and after it.
  before_json text,
  after_json text,
  primary key (bulk_id, listing_id)
) strict;
create index bulk_rows_result on bulk_rows(bulk_id, result, listing_id);
