-- Files that the team imports, with what became of each row. The file itself is beside the uploads.
create table imports (
  id text primary key,
  at integer not null,
  account_id text,
  source_id text,
  name text not null,
  format text not null,
  encoding text not null,
  delimiter text not null,
  total integer not null,
  columns_json text not null,
  options_json text not null,
  state text not null,
  is_dry integer not null,
  done integer not null,
  counts_json text not null,
  made_json text not null,
  error text,
  has_file integer not null,
  finished_at integer
) strict;
create index imports_at on imports(at);

create table import_rows (
  import_id text not null references imports(id) on delete cascade,
  line integer not null,
  result text not null,
  name text,
  listing_id integer,
  -- Of the listing, after the row changed it.
  version integer,
  reason text,
  notes_json text not null,
  primary key (import_id, line)
) strict;
create index import_rows_result on import_rows(import_id, result, line);

-- Where pages of a former site are now. Asked only where there is no page.
create table redirects (
  from_path text primary key,
  to_path text not null,
  at integer not null,
  import_id text
) strict;
create index redirects_import on redirects(import_id) where import_id is not null;
