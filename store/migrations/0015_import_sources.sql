-- Addresses that are imported on a schedule. Without columns, the first import has not run yet.
create table import_sources (
  id text primary key,
  url text not null,
  every_hours integer not null,
  columns_json text,
  options_json text,
  etag text,
  digest text,
  -- None while paused.
  next_at integer,
  last_at integer,
  last_import_id text,
  error text
) strict;
create index imports_source on imports(source_id) where source_id is not null;
