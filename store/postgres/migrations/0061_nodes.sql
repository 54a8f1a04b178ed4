-- What nodes of one site share: see the migration of the same number for SQLite.
create table crawl_hosts (
  host text collate "C" primary key,
  busy_until bigint not null
);
create index crawl_hosts_busy on crawl_hosts(busy_until);

create table quota_windows (
  id text collate "C" primary key,
  count bigint not null,
  ends_at bigint not null
);
create index quota_windows_end on quota_windows(ends_at);

create table undo_offers (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts(id) on delete cascade,
  back_json text collate "C" not null,
  ends_at bigint not null
);
create index undo_offers_account on undo_offers(account_id);
create index undo_offers_end on undo_offers(ends_at);
