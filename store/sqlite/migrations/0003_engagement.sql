-- What people do on the site: votes, follows, views, reviews. What the calendar does with it: launches, awards, boards.

-- The planned moment of a launch; without one a listing goes live when its week begins.
alter table listings add column launch_at integer;
create index listings_launch_at on listings(status, launch_at) where launch_at is not null;
create index listings_rating on listings(status, domain_rating desc, id) where domain_rating is not null;

-- One a person a listing, kept for ever: taking a vote back sets withdrawn_at, a fraud check sets counted = 0 and a reason.
create table votes (
  id integer primary key autoincrement,
  listing_id integer not null references listings(id) on delete cascade,
  account_id text not null references accounts(id),
  at integer not null,
  withdrawn_at integer,
  visitor_hash text not null,
  network_hash text,
  counted integer not null,
  reason text,
  unique (listing_id, account_id),
  check (counted = (withdrawn_at is null and reason is null))
) strict;
create index votes_counted on votes(listing_id, at) where counted = 1;
create index votes_first on votes(at) where counted = 1;
create index votes_account on votes(account_id);
create index votes_burst on votes(listing_id, at);

create table follows (
  account_id text not null references accounts(id),
  listing_id integer not null references listings(id) on delete cascade,
  at integer not null,
  primary key (account_id, listing_id)
) strict, without rowid;
create index follows_listing on follows(listing_id);

create table daily_views (
  listing_id integer not null references listings(id) on delete cascade,
  day text not null,
  views integer not null,
  primary key (listing_id, day)
) strict, without rowid;

-- Who was seen today, as a hash under a key that is thrown away with the day. Rows go after two days.
create table daily_visitors (
  day text not null,
  hash text not null,
  primary key (day, hash)
) strict, without rowid;

create table reviews (
  id integer primary key autoincrement,
  listing_id integer not null references listings(id) on delete cascade,
  account_id text not null references accounts(id),
  rating integer not null check (rating between 1 and 5),
  title text,
  body text not null,
  status text not null check (status in ('pending', 'published', 'rejected')),
  created_at integer not null,
  updated_at integer not null,
  decided_at integer,
  decided_by text,
  unique (listing_id, account_id)
) strict;
create index reviews_status on reviews(status, updated_at, id);

-- A week that has a capacity of its own, or whose awards are given.
create table launch_weeks (
  monday text primary key,
  capacity integer,
  awarded_at integer
) strict, without rowid;

-- Frozen on the day they are given.
create table awards (
  id text primary key,
  kind text not null,
  week text not null,
  place integer not null,
  listing_id integer not null references listings(id),
  votes integer not null,
  tied integer not null,
  reached_at integer not null,
  starts_at integer not null,
  ends_at integer not null,
  awarded_at integer not null,
  unique (week, kind, place),
  unique (week, kind, listing_id)
) strict;
create index awards_listing on awards(listing_id, week desc);

-- A null value: the source was asked and does not know the domain.
create table domain_ratings (
  listing_id integer not null references listings(id) on delete cascade,
  date text not null,
  value integer,
  source text not null,
  checked_at integer not null,
  primary key (listing_id, date)
) strict, without rowid;

-- The newest verified monthly figure of a listing. The amount in US dollars is the one that ranks.
create table revenue_figures (
  listing_id integer primary key references listings(id) on delete cascade,
  amount_cents integer not null,
  currency text not null,
  usd_cents integer not null,
  verified_by text not null,
  as_of integer not null,
  recorded_at integer not null
) strict;
create index revenue_age on revenue_figures(as_of);

-- Money for a place on the billboard, one row an order line.
create table billboard_contributions (
  id text primary key,
  listing_id integer not null references listings(id),
  amount_cents integer not null check (amount_cents > 0),
  at integer not null,
  refunded_at integer
) strict;
create index billboard_listing on billboard_contributions(listing_id) where refunded_at is null;
