-- What is remembered of the badge of each free listing: what its homepage showed, and when it is looked at next.
create table badge_watches (
  listing_id integer primary key references listings(id) on delete cascade,
  awaited_since integer not null,
  checked_at integer,
  result text,
  detail text,
  found_at integer,
  misses integer not null,
  missing_since integer,
  reminders integer not null,
  reminded_at integer,
  next_check_at integer not null
) strict;
create index badge_watches_next on badge_watches(next_check_at);
create index listings_free on listings(status, id) where plan = 'free' and is_demo = 0;
