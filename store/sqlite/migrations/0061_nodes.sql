-- What processes of one site share.

-- When the last request to a host ended, or, while one runs, until when its process has the host to itself.
create table crawl_hosts (
  host text primary key,
  busy_until integer not null
) strict, without rowid;
create index crawl_hosts_busy on crawl_hosts(busy_until);

-- How much of a quota is used up. The id is a hash, as keys are addresses of people.
create table quota_windows (
  id text primary key,
  count integer not null,
  ends_at integer not null
) strict, without rowid;
create index quota_windows_end on quota_windows(ends_at);

-- What forms took away, so that it can be put back for a while. The id is the hash of a key that only the browser has.
create table undo_offers (
  id text primary key,
  account_id text not null references accounts(id) on delete cascade,
  back_json text not null,
  ends_at integer not null
) strict, without rowid;
create index undo_offers_account on undo_offers(account_id);
create index undo_offers_end on undo_offers(ends_at);
