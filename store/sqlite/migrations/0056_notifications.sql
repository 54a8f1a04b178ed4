-- What is new for a person. The same key again updates the row and makes it unread.
create table notifications (
  id integer primary key autoincrement,
  account_id text not null references accounts(id) on delete cascade,
  kind text not null,
  key text not null,
  -- What the sentence says, such as the name of a listing.
  words_json text not null,
  -- A path of this site.
  path text not null,
  -- Who caused it; null for the site itself.
  by_account_id text references accounts(id) on delete cascade,
  at integer not null,
  read_at integer,
  -- False for what is only mailed or pushed.
  is_on_site integer not null default 1,
  -- When it goes out by mail and by push at the earliest; null once it is out, or for nothing to send.
  mail_at integer,
  push_at integer,
  unique (account_id, key)
) strict;
create index notifications_newest on notifications(account_id, at desc, id desc) where is_on_site = 1;
create index notifications_unread on notifications(account_id) where read_at is null and is_on_site = 1;
create index notifications_by on notifications(by_account_id) where by_account_id is not null;
create index notifications_old on notifications(at);
create index notifications_to_mail on notifications(account_id, mail_at) where mail_at is not null;
create index notifications_to_push on notifications(account_id, push_at) where push_at is not null;

-- What a person chose otherwise than the default.
create table notification_choices (
  account_id text not null references accounts(id) on delete cascade,
  kind text not null,
  channel text not null check (channel in ('site', 'mail', 'push')),
  is_on integer not null,
  primary key (account_id, kind, channel)
) strict, without rowid;

-- Quiet hours in minutes of the person's day, and what went out last.
create table notification_times (
  account_id text primary key references accounts(id) on delete cascade,
  time_zone text,
  quiet_from integer check (quiet_from between 0 and 1439),
  quiet_until integer check (quiet_until between 0 and 1439),
  mailed_at integer,
  pushed_at integer
) strict, without rowid;

-- Browsers that get push messages, each with the keys for which they are encrypted.
create table push_subscriptions (
  id text primary key,
  account_id text not null references accounts(id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  browser text,
  created_at integer not null,
  last_sent_at integer,
  -- The first failure since the last message that arrived.
  failing_since integer
) strict;
create index push_subscriptions_account on push_subscriptions(account_id);
