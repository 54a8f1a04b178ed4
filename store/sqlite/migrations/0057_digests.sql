-- Categories that people follow: what launches in them comes with their weekly digest.
create table category_follows (
  account_id text not null references accounts(id) on delete cascade,
  category text not null references categories(slug) on delete cascade,
  at integer not null,
  primary key (account_id, category)
) strict, without rowid;
create index category_follows_category on category_follows(category);

-- Addresses that somebody entered for the weekly digest, until the link in an email confirms them.
create table digest_asks (
  token_hash text primary key,
  email text not null,
  email_folded text not null,
  -- Followed once the link is used.
  categories_json text not null,
  zone text,
  asked_at integer not null
) strict, without rowid;
create index digest_asks_email on digest_asks(email_folded);

-- Confirmed addresses. Whose account an address is, if there is one, is asked for each edition.
create table digest_subscribers (
  id text primary key,
  email text not null,
  email_folded text not null unique,
  -- An IANA time zone; null is that of the site.
  zone text,
  -- Saved searches come with the digest, and not in emails of their own.
  with_searches integer not null default 1 check (with_searches in (0, 1)),
  asked_at integer not null,
  confirmed_at integer not null,
  -- When the next edition is due.
  due_at integer not null,
  -- The week of the last edition that was written, or that had nothing to say.
  last_week text
) strict;
create index digest_subscribers_due on digest_subscribers(due_at);

-- Categories of subscribers without an account.
create table digest_categories (
  subscriber_id text not null references digest_subscribers(id) on delete cascade,
  category text not null references categories(slug) on delete cascade,
  primary key (subscriber_id, category)
) strict, without rowid;
create index digest_categories_category on digest_categories(category);

-- How many emails an edition had, and for how many subscribers there was nothing to say.
create table digest_editions (
  week text primary key,
  mails integer not null,
  quiet integer not null,
  first_at integer not null,
  last_at integer not null
) strict;

-- Whether admins paused the digest, and how many subscribers had their turn in a minute.
create table digest_state (
  only integer primary key check (only = 1),
  paused_at integer,
  minute integer not null default 0,
  taken integer not null default 0
) strict;
insert into digest_state(only) values (1);
