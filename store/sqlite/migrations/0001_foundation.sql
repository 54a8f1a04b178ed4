-- Times are integers: milliseconds since 1970 UTC. Booleans are 0 or 1. Columns named *_json hold JSON.

create table secrets (
  name text primary key,
  value text not null
) strict;

-- accounts ------------------------------------------------------------------------------------------------------

create table accounts (
  id text primary key,
  email text not null,
  email_folded text not null unique,
  name text,
  password_hash text,
  is_admin integer not null default 0,
  status text not null default 'active',
  email_verified_at integer,
  is_demo integer not null default 0,
  created_at integer not null
) strict;

create table sessions (
  id_hash text primary key,
  account_id text references accounts(id) on delete cascade,
  user_agent text,
  signed_in_at integer,
  created_at integer not null,
  last_seen_at integer not null,
  expires_at integer not null
) strict;
create index sessions_account on sessions(account_id);
create index sessions_expiry on sessions(expires_at);

-- Single-use links: first-admin setup, mail verification, password reset.
create table tokens (
  hash text primary key,
  kind text not null,
  account_id text references accounts(id) on delete cascade,
  email text,
  expires_at integer not null,
  used_at integer
) strict;
create index tokens_account on tokens(account_id);

create table api_keys (
  id text primary key,
  account_id text not null references accounts(id) on delete cascade,
  hash text not null unique,
  name text not null,
  prefix text not null,
  last4 text not null,
  scopes text not null,
  created_at integer not null,
  expires_at integer,
  last_used_at integer,
  revoked_at integer
) strict;
create index api_keys_account on api_keys(account_id);

create table oauth_objects (
  model text not null,
  id text not null,
  payload text not null,
  grant_id text,
  uid text,
  account_id text,
  client_id text,
  created_at integer not null,
  expires_at integer,
  consumed_at integer,
  reuses integer not null default 0,
  primary key (model, id)
) strict, without rowid;
create index oauth_grant on oauth_objects(grant_id) where grant_id is not null;
create index oauth_uid on oauth_objects(uid) where uid is not null;
create index oauth_account on oauth_objects(model, account_id) where account_id is not null;
create index oauth_client on oauth_objects(client_id) where client_id is not null;
create index oauth_expiry on oauth_objects(expires_at) where expires_at is not null;

-- reference data ------------------------------------------------------------------------------------------------

create table categories (
  slug text primary key,
  name text not null unique collate nocase,
  description text not null,
  parent_slug text references categories(slug),
  keywords_json text not null default '[]',
  faqs_json text not null default '[]',
  compare_json text not null default '[]',
  position integer not null
) strict;
create index categories_parent on categories(parent_slug);

create table countries (
  code text primary key,
  name text not null,
  eu integer not null
) strict;

create table interview_questions (
  id integer primary key,
  position integer not null,
  question text not null,
  hint text not null,
  active integer not null default 1
) strict;

create table products (
  product text primary key,
  name text not null,
  description text not null,
  price_cents integer not null,
  needs_listing integer not null,
  options_json text not null,
  position integer not null,
  active integer not null default 1
) strict;

-- drafts --------------------------------------------------------------------------------------------------------

create table drafts (
  id text primary key,
  account_id text not null references accounts(id),
  url text not null,
  site_key text not null,
  status text not null,
  content_json text not null,
  crawl_json text not null,
  listing_id integer,
  created_at integer not null,
  updated_at integer not null
) strict;
create index drafts_account on drafts(account_id, created_at desc, id);
create index drafts_site on drafts(site_key);
create index drafts_listing on drafts(listing_id) where listing_id is not null;

-- The pages a draft was made from, kept so that a quote can be checked and a field redrafted.
create table draft_pages (
  draft_id text not null references drafts(id) on delete cascade,
  position integer not null,
  page_json text not null,
  primary key (draft_id, position)
) strict, without rowid;

create table invites (
  id text primary key,
  draft_id text not null references drafts(id) on delete cascade,
  email text not null,
  email_folded text not null,
  account_id text references accounts(id),
  status text not null,
  token_hash text not null unique,
  expires_at integer not null,
  created_at integer not null,
  unique (draft_id, email_folded)
) strict;

create table robots_files (
  origin text primary key,
  status integer not null,
  body text not null,
  expires_at integer not null
) strict;

-- listings ------------------------------------------------------------------------------------------------------

create table listings (
  id integer primary key autoincrement,
  slug text not null unique,
  url text not null,
  domain text not null,
  site_key text not null,
  status text not null,
  status_reason text,
  plan text not null default 'none',
  name text not null,
  tagline text,
  stage text,
  pricing_model text,
  country text,
  logo_url text,
  primary_category text references categories(slug),
  profile_json text not null,
  votes integer not null default 0,
  followers integer not null default 0,
  views integer not null default 0,
  rating_sum integer not null default 0,
  rating_count integer not null default 0,
  trending real not null default 0,
  domain_rating integer,
  unlocked_json text not null default '[]',
  claimed_method text,
  launch_week text,
  launched_at integer,
  evidence_checked_at integer,
  is_demo integer not null default 0,
  version integer not null default 1,
  created_at integer not null,
  updated_at integer not null
) strict;
-- One listing per website; a removed listing gives the place free.
create unique index listings_site on listings(site_key) where status != 'removed';
create index listings_newest on listings(status, launched_at desc, id desc);
create index listings_votes on listings(status, votes desc, id desc);
create index listings_trending on listings(status, trending desc, id desc);
create index listings_views on listings(status, views desc, id desc);
create index listings_followers on listings(status, followers desc, id desc);
create index listings_domain on listings(domain);
create index listings_week on listings(launch_week, status);

create table listing_categories (
  category_slug text not null references categories(slug),
  listing_id integer not null references listings(id) on delete cascade,
  position integer not null,
  primary key (category_slug, listing_id)
) strict, without rowid;
create index listing_categories_listing on listing_categories(listing_id, position);

create table listing_members (
  account_id text not null references accounts(id),
  listing_id integer not null references listings(id) on delete cascade,
  role text not null,
  created_at integer not null,
  primary key (account_id, listing_id)
) strict, without rowid;
create index listing_members_listing on listing_members(listing_id);

create table founders (
  id integer primary key autoincrement,
  slug text not null unique,
  account_id text references accounts(id),
  name text not null,
  bio text,
  avatar_url text,
  country text,
  socials_json text not null default '{}',
  is_demo integer not null default 0
) strict;
create index founders_account on founders(account_id);

create table listing_founders (
  listing_id integer not null references listings(id) on delete cascade,
  founder_id integer not null references founders(id),
  title text,
  position integer not null,
  primary key (listing_id, founder_id)
) strict, without rowid;
create index listing_founders_founder on listing_founders(founder_id);

-- Every state a listing ever had, with who made it and through which client.
create table listing_versions (
  listing_id integer not null references listings(id) on delete cascade,
  version integer not null,
  account_id text,
  client text,
  at integer not null,
  snapshot_json text not null,
  primary key (listing_id, version)
) strict, without rowid;

create virtual table listing_search using fts5(
  name, tagline, keywords, description,
  content='', contentless_delete=1,
  tokenize="unicode61 remove_diacritics 2", prefix='2 3'
);

-- work that happens later ---------------------------------------------------------------------------------------

create table jobs (
  id text primary key,
  kind text not null,
  payload_json text not null,
  state text not null default 'queued',
  run_at integer not null,
  attempts integer not null default 0,
  last_error text,
  created_at integer not null,
  finished_at integer
) strict;
create index jobs_due on jobs(state, run_at);

create table mails (
  id text primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  state text not null default 'queued',
  last_error text,
  created_at integer not null,
  sent_at integer
) strict;
create index mails_newest on mails(created_at desc);

create table idempotency_keys (
  account_id text not null,
  operation text not null,
  path text not null,
  key text not null,
  fingerprint text not null,
  status integer not null,
  body_json text not null,
  created_at integer not null,
  primary key (account_id, operation, path, key)
) strict, without rowid;
create index idempotency_age on idempotency_keys(created_at);

create table posts (
  slug text primary key,
  title text not null,
  excerpt text not null,
  body_markdown text not null,
  author text not null,
  cover_url text,
  tags_json text not null default '[]',
  faqs_json text not null default '[]',
  is_demo integer not null default 0,
  published_at integer,
  updated_at integer not null
) strict;
