-- The tables, indexes and triggers of both engines, in the words of SQLite: see docs/architecture.md.

create table secrets (name text primary key, value text not null) strict;

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
  created_at integer not null,
  passkey_offered_at integer,
  -- A tag like 'de'; null for the first language of the site.
  language text
) strict;
create index accounts_new on accounts(created_at, is_demo);

create table sessions (
  id_hash text primary key,
  account_id text references accounts(id) on delete cascade,
  user_agent text,
  signed_in_at integer,
  created_at integer not null,
  last_seen_at integer not null,
  expires_at integer not null,
  has_second_factor integer not null default 0
) strict;
create index sessions_account on sessions(account_id);
create index sessions_expiry on sessions(expires_at);

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
create index oauth_unused_clients on oauth_objects(model, consumed_at, created_at) where model = 'Client'
  and consumed_at is null;

create table categories (
  slug text primary key,
  name text not null unique collate nocase,
  description text not null,
  parent_slug text references categories(slug),
  keywords_json text not null default '[]',
  faqs_json text not null default '[]',
  compare_json text not null default '[]',
  position integer not null,
  phrases_json text
) strict;
create index categories_parent on categories(parent_slug);

create table countries (code text primary key, name text not null, eu integer not null) strict;

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
create index drafts_competitor on drafts(updated_at) where json_extract(content_json, '$.competitor.url') is not null;

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
  -- Of its texts, a tag like 'de'; null if unknown.
  language text,
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
  updated_at integer not null,
  launch_at integer,
  status_before text,
  merged_into integer references listings(id),
  hue text check (hue in ('teal', 'amber', 'violet', 'blue', 'rose', 'green', 'navy', 'indigo', 'maroon', 'copper',
    'gold'))
) strict;
create unique index listings_site on listings(site_key) where status != 'removed';
create index listings_domain on listings(domain);
create index listings_week on listings(launch_week, status);
create index listings_status on listings(status);
create index listings_launch_at on listings(status, launch_at) where launch_at is not null;
create index listings_launched on listings(launched_at, id) where status = 'live';
create index listings_free on listings(status, id) where plan = 'free' and is_demo = 0;
create index listings_merged on listings(merged_into) where merged_into is not null;
create index listings_new on listings(created_at, is_demo);
create index listings_merged_slug on listings(slug, merged_into) where merged_into is not null;
create index listings_with_logo on listings(id, status, logo_url) where logo_url is not null;
create index listings_of_logo on listings(logo_url) where logo_url is not null;
create index listings_by_launch on listings(launched_at, is_demo) where launched_at is not null;
create index listings_demo on listings(id) where is_demo = 1;

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
  is_demo integer not null default 0,
  live_listings integer not null default 0,
  sort_name text not null default '',
  interview_json text not null default '{}'
) strict;
create index founders_account on founders(account_id);
create index founders_by_name on founders(sort_name, id) where live_listings > 0;
create index founders_in_country on founders(country) where live_listings > 0;
create index founders_with_portrait on founders(id, avatar_url) where avatar_url is not null and live_listings > 0;

create table listing_founders (
  listing_id integer not null references listings(id) on delete cascade,
  founder_id integer not null references founders(id),
  title text,
  position integer not null,
  primary key (listing_id, founder_id)
) strict, without rowid;
create index listing_founders_founder on listing_founders(founder_id);

create table listing_versions (
  listing_id integer not null references listings(id) on delete cascade,
  version integer not null,
  account_id text,
  client text,
  at integer not null,
  snapshot_json text not null,
  restored integer,
  primary key (listing_id, version)
) strict, without rowid;
create index listing_versions_newest on listing_versions(at desc, listing_id, version) where version > 1;

create table jobs (
  id text primary key,
  kind text not null,
  payload_json text not null,
  state text not null default 'queued',
  run_at integer not null,
  attempts integer not null default 0,
  last_error text,
  created_at integer not null,
  finished_at integer,
  owner text,
  beats integer not null default 0,
  started_at integer,
  interruptions integer not null default 0,
  crashes integer not null default 0
) strict;
create index jobs_due on jobs(state, run_at);
create index jobs_failed on jobs(finished_at) where state = 'failed';
create index jobs_of_kind on jobs(kind, run_at, id) where state = 'queued';
create index jobs_crashed on jobs(kind, run_at, id) where state = 'queued' and crashes > 0;

create table mails (
  id text primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  state text not null default 'queued',
  last_error text,
  created_at integer not null,
  sent_at integer,
  unsubscribe_url text,
  expires_at integer,
  reply_to text
) strict;
create index mails_newest on mails(created_at desc);
create index mails_failed on mails(created_at) where state = 'failed';

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
  updated_at integer not null,
  cover_alt text
) strict;
create index posts_newest on posts(published_at desc, slug) where published_at is not null;

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
  ruling text check (ruling in ('counted', 'not_counted')),
  unique (listing_id, account_id),
  check (counted = (withdrawn_at is null and reason is null))
) strict;
create index votes_account on votes(account_id);
create index votes_burst on votes(listing_id, at);
create index votes_doubted on votes(id desc) where counted = 0 and withdrawn_at is null;
create index votes_new on votes(at);

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
  clicks integer not null default 0,
  badge_views integer not null default 0,
  primary key (listing_id, day)
) strict, without rowid;

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
  answer text,
  answer_status text check (answer_status in ('pending', 'published', 'rejected')),
  answered_by text references accounts(id),
  answered_at integer,
  answer_told_at integer,
  unique (listing_id, account_id)
) strict;
create index reviews_status on reviews(status, updated_at, id);
create index reviews_account on reviews(account_id);
create index reviews_answered on reviews(answered_by) where answered_by is not null;

create table launch_weeks (
  monday text primary key,
  capacity integer,
  awarded_at integer
) strict, without rowid;

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

create table domain_ratings (
  listing_id integer not null references listings(id) on delete cascade,
  date text not null,
  value integer,
  source text not null,
  checked_at integer not null,
  primary key (listing_id, date)
) strict, without rowid;

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

create table billboard_contributions (
  id text primary key,
  listing_id integer not null references listings(id),
  amount_cents integer not null check (amount_cents > 0),
  at integer not null,
  refunded_at integer
) strict;
create index billboard_listing on billboard_contributions(listing_id) where refunded_at is null;

create table listing_alternatives (
  listing_id integer not null references listings(id) on delete cascade,
  alternative_id integer not null references listings(id) on delete cascade,
  position integer not null,
  approved_at integer not null,
  primary key (listing_id, alternative_id)
) strict, without rowid;
create index listing_alternatives_other on listing_alternatives(alternative_id);

create table listing_updates (
  id integer primary key autoincrement,
  listing_id integer not null references listings(id) on delete cascade,
  account_id text references accounts(id),
  title text not null,
  body text not null,
  published_at integer not null
) strict;
create index listing_updates_newest on listing_updates(published_at desc, id desc);
create index listing_updates_listing on listing_updates(listing_id, id desc);

create table update_mails (
  account_id text not null references accounts(id),
  listing_id integer not null references listings(id) on delete cascade,
  update_id integer not null,
  at integer not null,
  primary key (account_id, listing_id)
) strict, without rowid;

create table interview_answers (
  account_id text not null references accounts(id),
  question_id integer not null references interview_questions(id),
  answer text not null,
  updated_at integer not null,
  primary key (account_id, question_id)
) strict, without rowid;

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
  next_check_at integer not null,
  moves integer not null default 0,
  site text
) strict;
create index badge_watches_next on badge_watches(next_check_at);
create index badge_watches_site on badge_watches(site) where site is not null;

create table claims (
  id integer primary key autoincrement,
  listing_id integer not null references listings(id) on delete cascade,
  account_id text not null references accounts(id),
  method text not null check (method in ('dns', 'meta', 'file', 'email')),
  status text not null check (status in ('pending', 'verified', 'expired', 'failed', 'canceled', 'superseded',
    'under_review')),
  token text,
  email text,
  token_hash text unique,
  mailed_at integer,
  tries integer not null default 0,
  misses integer not null default 0,
  checked_at integer,
  check_result text check (check_result in ('found', 'not_found', 'unreachable')),
  check_detail text,
  created_at integer not null,
  expires_at integer not null,
  verified_at integer,
  decided_at integer,
  decided_by text,
  check ((method = 'email') = (token is null)),
  check ((method = 'email') = (email is not null))
) strict;
create unique index claims_waiting on claims(account_id, listing_id, method) where status = 'pending';
create index claims_account on claims(account_id, id desc);
create index claims_listing on claims(listing_id, status);
create index claims_status on claims(status, id);

create table vat_rates (
  country text not null,
  valid_from text not null,
  rate_bp integer not null check (rate_bp between 0 and 10000),
  primary key (country, valid_from)
) strict, without rowid;

create table orders (
  id integer primary key autoincrement,
  number text not null unique,
  account_id text not null references accounts(id),
  status text not null,
  status_reason text,
  hold text,
  closed text,
  currency text not null,
  net_cents integer not null,
  vat_cents integer not null,
  total_cents integer not null check (total_cents = net_cents + vat_cents),
  vat_json text not null,
  billing_json text,
  token text not null unique,
  refunded_cents integer not null default 0,
  revision integer not null default 0,
  created_at integer not null,
  expires_at integer not null,
  paid_at integer,
  updated_at integer not null,
  given text,
  language text,
  sealed_token text
) strict;
create index orders_account on orders(account_id, id desc);
create index orders_due on orders(status, expires_at);
create index orders_by_payment on orders(paid_at, currency, net_cents, total_cents, refunded_cents)
  where paid_at is not null;

create table order_lines (
  id text primary key,
  order_id integer not null references orders(id),
  position integer not null,
  product text not null,
  listing_id integer references listings(id),
  description text not null,
  quantity integer not null,
  unit_price_cents integer not null,
  net_cents integer not null,
  vat_cents integer not null,
  total_cents integer not null,
  options_json text not null,
  fulfilled_at integer,
  reversed_at integer,
  refunded_at integer,
  discount_cents integer not null default 0,
  coupon_code text,
  unique (order_id, position)
) strict;
create index order_lines_listing on order_lines(listing_id) where listing_id is not null;

create table payments (
  provider text not null,
  payment_id text not null,
  order_id integer not null references orders(id),
  attempt text not null,
  is_paid integer not null,
  amount_cents integer not null,
  currency text,
  refunded_cents integer not null,
  is_refunded integer not null,
  dispute text not null,
  is_accepted integer not null,
  redirect_url text,
  instructions text,
  polls integer not null default 0,
  next_poll_at integer,
  started_at integer not null,
  updated_at integer not null,
  reminded_at integer,
  correction text,
  refunds_failed_cents integer not null default 0,
  dispute_due_at integer,
  primary key (provider, payment_id)
) strict, without rowid;
create index payments_order on payments(order_id);
create index payments_due on payments(next_poll_at) where next_poll_at is not null;

create table payment_events (
  provider text not null,
  event_id text not null,
  payment_id text not null,
  order_id integer references orders(id),
  event_json text not null,
  received_at integer not null,
  primary key (provider, event_id)
) strict, without rowid;
create index payment_events_order on payment_events(order_id) where order_id is not null;

create table week_slots (
  line_id text primary key references order_lines(id),
  kind text not null,
  week text not null,
  listing_id integer not null references listings(id),
  taken_at integer not null,
  held_until integer
) strict, without rowid;
create index week_slots_week on week_slots(kind, week);

create table invoice_series (
  series text primary key,
  last integer not null check (last > 0)
) strict, without rowid;

create table invoices (
  number text primary key,
  kind text not null check (kind in ('invoice', 'credit_note')),
  order_number text not null,
  -- The payment or refund, which never gets two.
  cause text not null unique,
  token text not null unique,
  content_json text not null,
  -- SHA-256 of content_json in hex.
  content_hash text not null,
  issued_at integer not null,
  seller_currency text,
  exchange_rate text,
  exchange_rate_date text,
  seller_vat_cents integer,
  sealed_token text
) strict;
create index invoices_of_order on invoices(order_number, issued_at);

create table audit_entries (
  id integer primary key autoincrement,
  at integer not null,
  account_id text not null,
  action text not null,
  kind text not null,
  object_id text not null,
  name text,
  before_json text not null,
  after_json text not null
) strict;
create index audit_object on audit_entries(kind, object_id, id desc);
create index audit_account on audit_entries(account_id, id desc);
create index audit_action on audit_entries(action, id desc);

create table team_picks (
  week text not null,
  listing_id integer not null references listings(id) on delete cascade,
  at integer not null,
  primary key (week, listing_id)
) strict, without rowid;

create table declined_alternatives (
  listing_id integer not null references listings(id) on delete cascade,
  alternative_id integer not null references listings(id) on delete cascade,
  primary key (listing_id, alternative_id)
) strict, without rowid;

create table listing_changes (
  seq integer primary key,
  slug text not null,
  shown text not null default 'card' check (shown in ('profile', 'page', 'card'))
) strict;

create table counts (name text primary key, count integer not null) strict, without rowid;

create table category_counts (
  slug text primary key,
  -- Live listings in the category itself, and in it or below it.
  own integer not null default 0,
  total integer not null default 0
) strict, without rowid;

create table category_paths (
  slug text not null,
  above text not null,
  primary key (slug, above)
) strict, without rowid;
create index category_paths_above on category_paths(above, slug);

create table events (
  seq integer primary key autoincrement,
  id text not null unique default ('evt_' || lower(hex(randomblob(16)))),
  type text not null,
  at integer not null,
  -- Who receives it: an account, or the team of a listing.
  account_id text references accounts(id) on delete cascade,
  listing_id integer references listings(id) on delete cascade,
  data_json text not null
) strict;
create index events_at on events(at);
create index events_type on events(type, seq);
create index events_account on events(account_id) where account_id is not null;
create index events_listing on events(listing_id) where listing_id is not null;

create table webhook_endpoints (
  id text primary key,
  account_id text not null references accounts(id) on delete cascade,
  url text not null,
  types_json text not null,
  categories_json text not null,
  secret text not null,
  old_secret text,
  old_secret_until integer,
  created_at integer not null,
  off_since integer,
  off_reason text check (off_reason in ('owner', 'gone', 'failing')),
  failing_since integer,
  -- Until then one process delivers to it.
  held_until integer,
  held_by text,
  check ((off_since is null) = (off_reason is null))
) strict;
create index webhook_endpoints_account on webhook_endpoints(account_id, created_at);

create table webhook_deliveries (
  id text primary key,
  endpoint_id text not null references webhook_endpoints(id) on delete cascade,
  event_seq integer not null references events(seq) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_at integer not null,
  tried_at integer,
  status integer,
  error text,
  created_at integer not null,
  unique (endpoint_id, event_seq)
) strict;
create index webhook_deliveries_event on webhook_deliveries(event_seq);
create index webhook_deliveries_due on webhook_deliveries(endpoint_id, next_at) where state = 'waiting';
create index webhook_deliveries_late on webhook_deliveries(next_at) where state = 'waiting';

create table calendar_addresses (
  account_id text primary key references accounts(id) on delete cascade,
  hash text not null unique,
  created_at integer not null
) strict, without rowid;

create table vote_milestones (
  listing_id integer primary key references listings(id) on delete cascade,
  votes integer not null,
  at integer not null
) strict;

create table indexnow (
  "only" integer primary key check ("only" = 1),
  changed_at integer not null,
  listing_id integer not null
) strict;

create table uploads (
  id text primary key,
  shape text not null check (shape in ('square', 'wide')),
  account_id text references accounts(id) on delete set null,
  name text not null,
  width integer not null,
  height integer not null,
  at integer not null,
  is_for_site integer not null default 1 check (is_for_site in (0, 1)),
  bytes integer not null default 0,
  hue text,
  unused_since integer
) strict, without rowid;
create index uploads_newest on uploads(at desc, id);
create index uploads_account on uploads(account_id) where account_id is not null;
create index uploads_of_makers on uploads(account_id, bytes) where is_for_site = 0;

create table site_look (
  id integer primary key check (id = 1),
  name text,
  accent text,
  logo text references uploads(id) on delete set null,
  hero_title text,
  hero_text text,
  footer_text text,
  footer_links_json text not null default '[]'
) strict;

create table model_calls (
  id integer primary key autoincrement,
  at integer not null,
  model text not null,
  ms integer not null,
  input_tokens integer,
  output_tokens integer,
  cost_micros integer,
  failure text,
  detail text
) strict;
create index model_calls_at on model_calls(at);

create table draft_progress (
  draft_id text primary key references drafts(id) on delete cascade,
  begun_at integer not null,
  step integer not null
) strict, without rowid;
create index draft_progress_begun on draft_progress(begun_at, step);

create table launch_waits (
  id text primary key,
  listing_id integer not null references listings(id),
  email text not null,
  email_folded text not null,
  account_id text references accounts(id),
  week text,
  -- Of the confirmation link; null for people who were signed in.
  token_hash text unique,
  language text,
  asked_at integer not null,
  confirmed_at integer,
  told_week text,
  unique (listing_id, email_folded)
) strict;
create index launch_waits_unconfirmed on launch_waits(asked_at) where confirmed_at is null;
create index launch_waits_person on launch_waits(email_folded);

create table period_awards (
  id text primary key,
  period text not null,
  place integer not null,
  award_id text not null references awards(id),
  listing_id integer not null references listings(id),
  votes integer not null,
  tied integer not null,
  awarded_at integer not null,
  unique (period, place)
) strict;
create index period_awards_listing on period_awards(listing_id, awarded_at desc);

create table award_periods (
  period text primary key,
  awarded_at integer not null
) strict, without rowid;

create table site_pages (
  slug text primary key,
  markdown text not null,
  updated_at integer not null
) strict;

create table passkeys (
  id text primary key,
  account_id text not null references accounts(id) on delete cascade,
  public_key text not null,
  counter integer not null,
  transports_json text not null,
  name text not null,
  created_at integer not null,
  last_used_at integer
) strict;
create index passkeys_account on passkeys(account_id);

create table guest_drafts (
  id text primary key,
  secret_hash text not null,
  url text not null,
  site_key text not null,
  status text not null,
  content_json text not null,
  crawl_json text not null,
  revision integer not null,
  wanted_by text,
  created_at integer not null,
  updated_at integer not null,
  expires_at integer not null
) strict;
create index guest_drafts_expiry on guest_drafts(expires_at);
create index guest_drafts_wanted on guest_drafts(wanted_by) where wanted_by is not null;

create table guest_draft_pages (
  draft_id text not null references guest_drafts(id) on delete cascade,
  position integer not null,
  page_json text not null,
  primary key (draft_id, position)
) strict, without rowid;

create table second_factors (
  account_id text primary key references accounts(id) on delete cascade,
  nonce text not null,
  last_step integer not null,
  created_at integer not null
) strict;

create table recovery_codes (
  hash text primary key,
  account_id text not null references accounts(id) on delete cascade
) strict;
create index recovery_codes_account on recovery_codes(account_id);

create table identities (
  issuer text not null,
  subject text not null,
  account_id text not null references accounts(id) on delete cascade,
  email text,
  created_at integer not null,
  last_used_at integer,
  has_second_factor integer not null default 0,
  primary key (issuer, subject)
) strict, without rowid;
create unique index identities_account on identities(account_id, issuer);

create table upload_uses (
  upload_id text not null,
  place text not null check (place in ('draft', 'listing', 'version')),
  owner any not null,
  version integer not null default 0,
  primary key (upload_id, place, owner, version)
) strict, without rowid;
create index upload_uses_owner on upload_uses(place, owner, version);

create table first_run_aside (step text primary key) strict, without rowid;

create table fact_checks (
  listing_id integer primary key references listings(id) on delete cascade,
  every text not null default 'month' check (every in ('week', 'month')),
  next_at integer not null,
  checked_at integer,
  error text
) strict;
create index fact_checks_next on fact_checks(next_at);

create table fact_suggestions (
  listing_id integer not null references listings(id) on delete cascade,
  field text not null,
  published_json text not null,
  stated_json text,
  evidence_json text not null,
  found_at integer not null,
  told_at integer,
  refused_at integer,
  primary key (listing_id, field)
) strict, without rowid;
create index fact_suggestions_untold on fact_suggestions(found_at) where told_at is null and refused_at is null;

create table fact_mails (
  account_id text primary key references accounts(id) on delete cascade,
  sent_at integer not null
) strict, without rowid;

create table saved_searches (
  id text primary key,
  account_id text not null references accounts(id) on delete cascade,
  query text not null,
  title text not null,
  created_at integer not null,
  paused_at integer,
  -- The last arrival that was compared with the search.
  seen integer not null,
  unique (account_id, query)
) strict;
create index saved_searches_behind on saved_searches(seen) where paused_at is null;

create table arrivals (
  id integer primary key autoincrement,
  listing_id integer not null unique references listings(id) on delete cascade
) strict;

create table search_mails (
  account_id text primary key references accounts(id) on delete cascade,
  sent_at integer not null
) strict, without rowid;

create table bank_lines (
  id text primary key,
  booked_on text not null,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  payer text not null,
  reference text not null,
  added_at integer not null,
  -- The order that was paid; without one, the line was set aside.
  order_id integer references orders(id),
  decided_at integer,
  payer_country text
) strict, without rowid;
create index bank_lines_open on bank_lines(booked_on) where decided_at is null;
create index bank_lines_order on bank_lines(order_id) where order_id is not null;

create table exchange_rates (
  day text not null,
  currency text not null,
  rate text not null,
  primary key (day, currency)
) strict, without rowid;

create table invoice_waits (
  order_id integer primary key references orders(id),
  reason text not null,
  since integer not null
) strict;

create table place_evidence (
  order_id integer not null references orders(id),
  kind text not null check (kind in ('billing_address', 'ip_address', 'card', 'bank')),
  country text not null,
  seen_at integer not null,
  primary key (order_id, kind)
) strict, without rowid;

create table invoice_requests (
  id integer primary key,
  order_id integer not null references orders(id),
  invoice_number text not null,
  billing_json text not null,
  note text not null,
  asked_at integer not null,
  decided_at integer,
  decision text check (decision in ('corrected', 'declined')),
  answer text
) strict;
create unique index invoice_requests_open on invoice_requests(order_id) where decided_at is null;

create table book_entries (
  number text not null references invoices(number),
  rate_bp integer not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  -- The invoice that a credit note credits.
  credits text references invoices(number),
  issued_on text not null,
  -- The day of payment; a credit note repeats that of its invoice.
  supplied_on text not null,
  order_number text not null,
  treatment text not null check (treatment in ('domestic', 'oss', 'reverse_charge', 'outside_eu', 'not_charged')),
  seller_country text,
  country text,
  vat_country text,
  vat_number text,
  buyer text not null,
  currency text not null,
  -- Negative on credit notes.
  net_cents integer not null,
  vat_cents integer not null,
  total_cents integer not null,
  seller_currency text,
  seller_net_cents integer,
  seller_vat_cents integer,
  primary key (number, rate_bp)
) strict, without rowid;
create unique index book_entries_by_day on book_entries(issued_on, number, rate_bp);
create index book_entries_of_invoice on book_entries(credits) where credits is not null;

create table payment_costs (
  provider text not null,
  payment_id text not null,
  fee_cents integer,
  currency text,
  -- The provider's own id, as its payouts list it.
  reference text,
  payout_id text,
  paid_out_on text,
  asked_at integer not null,
  primary key (provider, payment_id)
) strict, without rowid;
create index payment_costs_by_reference on payment_costs(provider, reference) where payout_id is null;

create table vat_thresholds (
  year text primary key,
  net_cents integer not null,
  assumed_cents integer not null,
  unknown integer not null,
  told integer not null,
  measured_at integer not null
) strict, without rowid;

create table refunds (
  id text primary key,
  order_id integer not null references orders(id),
  provider text not null,
  payment_id text not null,
  -- The line that it ends; null for the whole order.
  line_id text references order_lines(id),
  amount_cents integer not null check (amount_cents > 0),
  refunded_after integer not null,
  -- Where to send money that came by bank transfer.
  holder text,
  account text,
  asked_by text not null references accounts(id),
  asked_at integer not null,
  done_at integer,
  document text
) strict, without rowid;
create index refunds_order on refunds(order_id);
create index refunds_open on refunds(asked_at) where done_at is null;

create table coupons (
  code text primary key,
  kind text not null check (kind in ('percent', 'amount', 'free_launch')),
  value integer not null check (value >= 0),
  products_json text not null,
  starts_at integer,
  ends_at integer,
  max_uses integer check (max_uses > 0),
  once_per_account integer not null,
  paused_at integer,
  created_at integer not null
) strict, without rowid;

create table coupon_uses (
  order_id integer primary key references orders(id),
  code text not null references coupons(code),
  held_until integer,
  used_at integer not null
) strict;
create index coupon_uses_code on coupon_uses(code);

create table comments (
  id text primary key,
  listing_id integer not null references listings(id) on delete cascade,
  subject text not null check (subject in ('listing', 'launch')),
  -- The first comment of the thread; null for that comment itself.
  thread_id text references comments(id) on delete cascade,
  answers_id text references comments(id) on delete set null,
  -- Null once the author deleted it.
  account_id text references accounts(id),
  body text not null,
  status text not null check (status in ('pending', 'published', 'rejected', 'deleted')),
  reason text,
  created_at integer not null,
  updated_at integer not null,
  edited_at integer,
  decided_at integer,
  decided_by text,
  pinned_at integer,
  -- The last account that was notified, in the order of ids; null for nobody yet.
  told_to text,
  check ((status = 'deleted') = (account_id is null)),
  check (pinned_at is null or thread_id is null)
) strict;
create index comments_threads on comments(listing_id, created_at, id) where thread_id is null;
create index comments_replies on comments(thread_id, created_at, id) where thread_id is not null;
create index comments_answers on comments(answers_id) where answers_id is not null;
create index comments_said on comments(listing_id) where status = 'published';
create index comments_account on comments(account_id, created_at) where account_id is not null;
create index comments_pending on comments(updated_at, id) where status = 'pending';
create index comments_pinned on comments(listing_id) where pinned_at is not null;

create table comment_versions (
  comment_id text not null references comments(id) on delete cascade,
  until integer not null,
  body text not null,
  primary key (comment_id, until)
) strict, without rowid;

create table comment_reactions (
  comment_id text not null references comments(id) on delete cascade,
  account_id text not null references accounts(id),
  kind text not null,
  at integer not null,
  primary key (comment_id, account_id, kind)
) strict, without rowid;
create index comment_reactions_account on comment_reactions(account_id);

create table comment_mutes (
  account_id text not null references accounts(id) on delete cascade,
  thread_id text not null references comments(id) on delete cascade,
  at integer not null,
  primary key (account_id, thread_id)
) strict, without rowid;
create index comment_mutes_thread on comment_mutes(thread_id);

create table comment_notices (
  account_id text not null references accounts(id) on delete cascade,
  comment_id text not null references comments(id) on delete cascade,
  at integer not null,
  primary key (account_id, comment_id)
) strict, without rowid;
create index comment_notices_comment on comment_notices(comment_id);

create table comment_mails (
  account_id text primary key references accounts(id) on delete cascade,
  sent_at integer not null
) strict, without rowid;

create table report_cases (
  id integer primary key autoincrement,
  subject_type text not null check (subject_type in ('listing', 'review', 'comment', 'profile', 'collection')),
  subject_id text not null,
  -- Name, page and text of the subject at the time.
  title text not null,
  path text not null,
  said text not null,
  version text not null,
  author_id text references accounts(id),
  opened_at integer not null,
  decided_at integer,
  decided_by text references accounts(id),
  outcome text check (outcome in ('kept', 'hidden', 'gone')),
  ground text check (ground in ('law', 'terms')),
  rule text,
  statement text
) strict;
create unique index report_cases_open on report_cases(subject_type, subject_id) where decided_at is null;
create index report_cases_subject on report_cases(subject_type, subject_id, version);
create index report_cases_author on report_cases(author_id) where author_id is not null;
create index report_cases_decided on report_cases(decided_at) where decided_at is not null;

create table reports (
  id integer primary key autoincrement,
  case_id integer not null references report_cases(id),
  -- An account, or the hash of an address or a network.
  reporter text not null,
  account_id text references accounts(id),
  name text,
  email text,
  network_hash text,
  language text,
  reason text not null,
  explanation text not null,
  -- True for people whose reports are mostly unfounded.
  is_slowed integer not null,
  key_hash text,
  at integer not null,
  unique (case_id, reporter)
) strict;
create index reports_reporter on reports(reporter, at);
create index reports_account on reports(account_id) where account_id is not null;
create index reports_at on reports(at);

create table appeals (
  id integer primary key autoincrement,
  case_id integer not null references report_cases(id),
  -- Null if the author of the subject appeals.
  report_id integer unique references reports(id),
  account_id text references accounts(id),
  text text not null,
  at integer not null,
  decided_at integer,
  decided_by text references accounts(id),
  is_granted integer,
  statement text
) strict;
create unique index appeals_author on appeals(case_id) where report_id is null;
create index appeals_case on appeals(case_id);
create index appeals_account on appeals(account_id) where account_id is not null;
create index appeals_open on appeals(at) where decided_at is null;

create table written_texts (
  id integer primary key autoincrement,
  account_id text not null references accounts(id) on delete cascade,
  subject_type text not null,
  subject_id text not null,
  at integer not null,
  held_json text not null default '[]',
  decided_at integer,
  passed integer not null default 0,
  unique (subject_type, subject_id)
) strict;
create index written_texts_account on written_texts(account_id, at);
create index written_texts_at on written_texts(at);

create table text_prints (
  print text not null,
  text_id integer not null references written_texts(id) on delete cascade,
  primary key (print, text_id)
) strict, without rowid;
create index text_prints_text on text_prints(text_id);

create table listed_words (word text primary key, position integer not null) strict, without rowid;

create table profiles (
  account_id text primary key references accounts(id) on delete cascade,
  handle text not null unique,
  is_public integer not null default 0 check (is_public in (0, 1)),
  -- Set and cleared by the site team.
  hidden_at integer,
  avatar_url text,
  bio text,
  links_json text not null default '[]',
  shows_json text not null default '[]',
  created_at integer not null,
  updated_at integer not null
) strict;
create index profiles_avatar on profiles((substr(avatar_url, instr(avatar_url, '/uploads/') + 9, 27)))
  where avatar_url is not null;

create table handles (
  id integer primary key,
  key text not null,
  handle text unique,
  account_id text references accounts(id) on delete set null,
  at integer not null
) strict;
create index handles_key on handles(key);
create index handles_account on handles(account_id);

create table profile_founders (
  founder_id integer primary key references founders(id) on delete cascade,
  account_id text not null references accounts(id) on delete cascade,
  at integer not null
) strict;
create index profile_founders_account on profile_founders(account_id);

create table profile_hidden_votes (
  account_id text not null references accounts(id) on delete cascade,
  listing_id integer not null references listings(id) on delete cascade,
  primary key (account_id, listing_id)
) strict, without rowid;

create table notifications (
  id integer primary key autoincrement,
  account_id text not null references accounts(id) on delete cascade,
  kind text not null,
  key text not null,
  words_json text not null,
  path text not null,
  by_account_id text references accounts(id) on delete cascade,
  at integer not null,
  read_at integer,
  is_on_site integer not null default 1,
  -- When to mail or push it at the earliest; null once sent or not wanted.
  mail_at integer,
  push_at integer,
  unique (account_id, key)
) strict;
create index notifications_newest on notifications(account_id, at desc, id desc) where is_on_site = 1;
create index notifications_unread on notifications(account_id) where read_at is null and is_on_site = 1;
create index notifications_by on notifications(by_account_id, account_id, at) where by_account_id is not null;
create index notifications_old on notifications(at);
create index notifications_to_mail on notifications(account_id, mail_at) where mail_at is not null;
create index notifications_to_push on notifications(account_id, push_at) where push_at is not null;
create index notifications_late_mail on notifications(mail_at) where mail_at is not null;
create index notifications_late_push on notifications(push_at) where push_at is not null;

create table notification_choices (
  account_id text not null references accounts(id) on delete cascade,
  kind text not null,
  channel text not null check (channel in ('site', 'mail', 'push')),
  is_on integer not null,
  primary key (account_id, kind, channel)
) strict, without rowid;

create table notification_times (
  account_id text primary key references accounts(id) on delete cascade,
  time_zone text,
  quiet_from integer check (quiet_from between 0 and 1439),
  quiet_until integer check (quiet_until between 0 and 1439),
  mailed_at integer,
  pushed_at integer
) strict, without rowid;

create table push_subscriptions (
  id text primary key,
  account_id text not null references accounts(id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  browser text,
  session_hash text not null,
  created_at integer not null,
  last_sent_at integer,
  failing_since integer
) strict;
create index push_subscriptions_account on push_subscriptions(account_id);
create index push_subscriptions_session on push_subscriptions(session_hash);

create table category_follows (
  account_id text not null references accounts(id) on delete cascade,
  category text not null references categories(slug) on delete cascade,
  at integer not null,
  primary key (account_id, category)
) strict, without rowid;
create index category_follows_category on category_follows(category);

create table digest_asks (
  token_hash text primary key,
  email text not null,
  email_folded text not null,
  categories_json text not null,
  zone text,
  language text,
  asked_at integer not null
) strict, without rowid;
create index digest_asks_email on digest_asks(email_folded);

create table digest_subscribers (
  id text primary key,
  email text not null,
  email_folded text not null unique,
  -- An IANA time zone; null for that of the site.
  zone text,
  -- For readers without an account.
  language text,
  with_searches integer not null default 1 check (with_searches in (0, 1)),
  asked_at integer not null,
  confirmed_at integer not null,
  due_at integer not null,
  -- The week of the last edition, written or skipped as empty.
  last_week text
) strict;
create index digest_subscribers_due on digest_subscribers(due_at);

create table digest_categories (
  subscriber_id text not null references digest_subscribers(id) on delete cascade,
  category text not null references categories(slug) on delete cascade,
  primary key (subscriber_id, category)
) strict, without rowid;
create index digest_categories_category on digest_categories(category);

create table digest_editions (
  week text primary key,
  mails integer not null,
  quiet integer not null,
  first_at integer not null,
  last_at integer not null
) strict;

create table digest_state (
  "only" integer primary key check ("only" = 1),
  paused_at integer,
  minute integer not null default 0,
  taken integer not null default 0
) strict;

create table collections (
  id text primary key,
  account_id text not null references accounts(id) on delete cascade,
  kind text not null check (kind in ('saved', 'made')),
  -- The end of its address: not guessable, and kept when the title changes.
  key text not null unique,
  title text not null,
  description text,
  is_public integer not null check (is_public in (0, 1)),
  published_at integer,
  -- Set by the site team.
  hidden_at integer,
  hidden_reason text,
  -- Set while its texts wait for the site team.
  held_at integer,
  created_at integer not null,
  updated_at integer not null,
  check (kind = 'made' or is_public = 0)
) strict;
create index collections_account on collections(account_id);
create unique index collections_saved on collections(account_id) where kind = 'saved';
create index collections_public on collections(updated_at) where is_public = 1;

create table collection_items (
  collection_id text not null references collections(id) on delete cascade,
  listing_id integer not null references listings(id) on delete cascade,
  -- From 1 without gaps.
  place integer not null,
  note text,
  added_at integer not null,
  -- The owner of the collection while it is public, kept by triggers.
  shown_by text,
  primary key (collection_id, listing_id)
) strict, without rowid;
create index collection_items_place on collection_items(collection_id, place);
create index collection_items_listing on collection_items(listing_id);
create index collection_items_shown on collection_items(listing_id, shown_by) where shown_by is not null;

create table collection_follows (
  collection_id text not null references collections(id) on delete cascade,
  account_id text not null references accounts(id) on delete cascade,
  at integer not null,
  primary key (collection_id, account_id)
) strict, without rowid;
create index collection_follows_account on collection_follows(account_id);

create table launch_moves (
  id integer primary key autoincrement,
  listing_id integer not null references listings(id) on delete cascade,
  account_id text references accounts(id) on delete set null,
  from_week text not null,
  to_week text not null,
  through text not null check (through in ('team', 'waiting_list')),
  at integer not null
) strict;
create index launch_moves_listing on launch_moves(listing_id, id);
create index launch_moves_account on launch_moves(account_id) where account_id is not null;

create table week_waits (
  id integer primary key autoincrement,
  week text not null,
  listing_id integer not null references listings(id) on delete cascade,
  account_id text not null references accounts(id) on delete cascade,
  plan text not null check (plan in ('free', 'launch')),
  joined_at integer not null,
  offered_at integer,
  offer_ends_at integer,
  ended_at integer,
  outcome text check (outcome in ('taken', 'lapsed', 'left', 'gone', 'over')),
  check ((offered_at is null) = (offer_ends_at is null)),
  check ((ended_at is null) = (outcome is null))
) strict;
create unique index week_waits_open on week_waits(week, listing_id) where outcome is null;
create index week_waits_listing on week_waits(listing_id, id);
create index week_waits_account on week_waits(account_id);

create table launch_reminders (
  listing_id integer not null references listings(id) on delete cascade,
  kind text not null check (kind in ('week', 'day')),
  week text not null,
  sent_at integer not null,
  primary key (listing_id, kind, week)
) strict, without rowid;

create table visit_hours (
  listing_id integer not null references listings(id) on delete cascade,
  hour integer not null,
  views integer not null,
  clicks integer not null,
  primary key (listing_id, hour)
) strict, without rowid;

create table visit_sources (
  listing_id integer not null references listings(id) on delete cascade,
  day text not null,
  -- 'direct' without a Referer, 'site' for this site, 'other' beyond the limit.
  host text not null,
  visitors integer not null,
  -- Networks of the visitors, as one network can pretend to be many visitors.
  networks integer not null,
  primary key (listing_id, day, host)
) strict, without rowid;

create table shown_badges (
  listing_id integer primary key references listings(id) on delete cascade,
  shown_since integer not null,
  visitors integer not null,
  counted_on text not null
) strict;

create table crawl_hosts (host text primary key, busy_until integer not null) strict, without rowid;
create index crawl_hosts_busy on crawl_hosts(busy_until);

create table quota_windows (
  id text primary key,
  count integer not null,
  ends_at integer not null
) strict, without rowid;
create index quota_windows_end on quota_windows(ends_at);

create table undo_offers (
  id text primary key,
  account_id text not null references accounts(id) on delete cascade,
  back_json text not null,
  ends_at integer not null
) strict, without rowid;
create index undo_offers_account on undo_offers(account_id);
create index undo_offers_end on undo_offers(ends_at);

-- Invoices are numbered without gaps, and none ever changes.
create trigger invoice_series_begin_at_one before insert on invoice_series
when new.last <> 1 or exists (select 1 from invoice_series where series = new.series) begin
  select raise(abort, 'a series begins once, at 1');
end;
create trigger invoice_series_count_up before update on invoice_series
when new.series <> old.series or new.last <> old.last + 1 begin
  select raise(abort, 'a series counts up by one');
end;
create trigger invoice_series_stay before delete on invoice_series begin
  select raise(abort, 'a series is never deleted');
end;
create trigger invoices_no_delete before delete on invoices begin
  select raise(abort, 'an invoice is never deleted');
end;
create trigger invoices_no_replace before insert on invoices
when exists (select 1 from invoices where number = new.number or cause = new.cause or token = new.token) begin
  select raise(abort, 'an invoice is never replaced');
end;

-- Founders count their live listings.
create trigger listing_founders_added after insert on listing_founders begin
  update founders set live_listings = (select count(*) from listing_founders link cross join listings
    where listings.id = link.listing_id and link.founder_id = new.founder_id and listings.status = 'live')
    where id = new.founder_id;
end;
create trigger listing_founders_removed after delete on listing_founders begin
  update founders set live_listings = (select count(*) from listing_founders link cross join listings
    where listings.id = link.listing_id and link.founder_id = old.founder_id and listings.status = 'live')
    where id = old.founder_id;
end;
create trigger listings_founders_live after update of status on listings
when (old.status = 'live') <> (new.status = 'live') begin
  update founders set live_listings = (select count(*) from listing_founders link cross join listings
    where listings.id = link.listing_id and link.founder_id = founders.id and listings.status = 'live')
    where id in (select founder_id from listing_founders where listing_id = new.id);
end;

-- The list of changes tells every process what to read again: a profile, a page, or whatever shows the listing.
create trigger listing_changes_trim after insert on listing_changes when new.seq % 1000 = 0 begin
  delete from listing_changes where seq <= new.seq - 20000;
end;
create trigger listings_changed_insert after insert on listings begin
  insert into listing_changes(slug) values (new.slug);
end;
create trigger listings_changed_delete after delete on listings begin
  insert into listing_changes(slug) values (old.slug);
end;
create trigger listings_changed_as_alternative after update of status on listings
when (old.status = 'live') <> (new.status = 'live') begin
  insert into listing_changes(slug) select slug from listings where id in (select listing_id
    from listing_alternatives where alternative_id = new.id);
end;
create trigger listing_updates_changed after insert or delete or update on listing_updates begin
  insert into listing_changes(slug) select slug from listings where id in (old.listing_id, new.listing_id);
end;
create trigger awards_changed after insert or delete or update on awards begin
  insert into listing_changes(slug) select slug from listings where id in (old.listing_id, new.listing_id);
end;
create trigger domain_ratings_changed after insert or delete or update on domain_ratings begin
  insert into listing_changes(slug) select slug from listings where id in (old.listing_id, new.listing_id);
end;
create trigger listing_alternatives_changed after insert or delete or update on listing_alternatives begin
  insert into listing_changes(slug) select slug from listings where id in (old.listing_id, new.listing_id);
end;
create trigger reviews_changed after insert or delete or update on reviews begin
  insert into listing_changes(slug) select slug from listings where id in (old.listing_id, new.listing_id);
end;
create trigger accounts_changed_name after update of name on accounts begin
  insert into listing_changes(slug) select slug from listings where id in (select listing_id from reviews
    where account_id = new.id);
end;
create trigger listings_changed_update after update of slug, url, status, plan, name, tagline, stage, pricing_model,
  country, language, logo_url, primary_category, profile_json, unlocked_json, claimed_method, launch_week, launched_at,
  evidence_checked_at, updated_at on listings
begin
  insert into listing_changes(slug) values (old.slug);
  insert into listing_changes(slug) select new.slug where new.slug <> old.slug;
end;
create trigger listings_changed_views after update of views on listings begin
  insert into listing_changes(slug, shown) values (new.slug, 'profile');
end;

-- Counts of live listings, in categories and altogether.
create trigger listings_counted_insert after insert on listings when new.status = 'live' begin
  update counts set count = count + 1 where name = 'live';
  update counts set count = count + (new.votes > 0) where name = 'voted';
  update counts set count = count + (new.domain_rating is not null) where name = 'rated';
end;
create trigger listings_counted_update after update of status, votes, domain_rating on listings
when (old.status = 'live') <> (new.status = 'live') or (old.votes > 0) <> (new.votes > 0)
  or (old.domain_rating is null) <> (new.domain_rating is null) begin
  update counts set count = count + (new.status = 'live') - (old.status = 'live') where name = 'live';
  update counts set count = count + (new.status = 'live' and new.votes > 0) - (old.status = 'live'
    and old.votes > 0) where name = 'voted';
  update counts set count = count + (new.status = 'live'
    and new.domain_rating is not null) - (old.status = 'live' and old.domain_rating is not null) where name = 'rated';
end;
create trigger listings_counted_in_categories after update of status on listings
when (old.status = 'live') <> (new.status = 'live') begin
  update category_counts set own = own + (new.status = 'live') - (old.status = 'live')
    where slug in (select category_slug from listing_categories where listing_id = new.id);
  update category_counts set total = total + (new.status = 'live') - (old.status = 'live')
    where slug in (select path.above from listing_categories link cross join category_paths path
    where path.slug = link.category_slug and link.listing_id = new.id);
  update counts set count = count + ((new.status = 'live') - (old.status = 'live')) * (select count(*)
    from listing_updates where listing_id = new.id) where name = 'updates';
end;
create trigger listings_counted_delete before delete on listings when old.status = 'live' begin
  update counts set count = count - 1 where name = 'live';
  update counts set count = count - (old.votes > 0) where name = 'voted';
  update counts set count = count - (old.domain_rating is not null) where name = 'rated';
  update counts set count = count - (select count(*) from listing_updates where listing_id = old.id)
    where name = 'updates';
  update category_counts set own = own - 1 where slug in (select category_slug from listing_categories
    where listing_id = old.id);
  update category_counts set total = total - 1 where slug in (select path.above
    from listing_categories link cross join category_paths path where path.slug = link.category_slug
    and link.listing_id = old.id);
end;
create trigger categories_counted_insert after insert on categories begin
  insert into category_counts(slug) values (new.slug);
  insert into category_paths(slug, above) select new.slug, new.slug union select new.slug, above
    from category_paths where slug = new.parent_slug;
end;
create trigger categories_counted_delete after delete on categories begin
  delete from category_counts where slug = old.slug;
  delete from category_paths where slug = old.slug or above = old.slug;
end;
create trigger categories_counted_move after update of parent_slug on categories
when old.parent_slug is distinct from new.parent_slug begin
  delete from category_paths where slug in (select slug from category_paths where above = new.slug)
    and above in (select above from category_paths where slug = new.slug and above <> new.slug);
  insert into category_paths(slug, above) select below.slug, up.above from category_paths below
    cross join category_paths up where below.above = new.slug and up.slug = new.parent_slug;
  update category_counts set total = (select count(distinct link.listing_id) from category_paths path
    cross join listing_categories link cross join listings where link.category_slug = path.slug
    and listings.id = link.listing_id and path.above = category_counts.slug and listings.status = 'live')
    where slug in (select above from category_paths where slug in (old.parent_slug, new.parent_slug));
end;
create trigger listing_updates_counted_insert after insert on listing_updates
when (select status from listings where id = new.listing_id) = 'live' begin
  update counts set count = count + 1 where name = 'updates';
end;
create trigger listing_updates_counted_delete after delete on listing_updates
when (select status from listings where id = old.listing_id) = 'live' begin
  update counts set count = count - 1 where name = 'updates';
end;
create trigger founders_counted_update after update of live_listings on founders
when (old.live_listings > 0) <> (new.live_listings > 0) begin
  update counts set count = count + (new.live_listings > 0) - (old.live_listings > 0) where name = 'founders';
end;

-- Events for webhooks and feeds, written in the change that makes them true.
create trigger events_announced after insert on events
when exists (select 1 from webhook_endpoints where off_since is null) begin
  insert into jobs(id, kind, payload_json, run_at, created_at)
    values ('announce-event:' || new.id, 'announce-event', json_object('seq', new.seq), new.at, new.at);
end;
create trigger event_draft_ready after update of status on drafts
when new.status = 'ready' and old.status <> 'ready' begin
  insert into events(type, at, account_id, data_json)
    values ('draft.ready', new.updated_at, new.account_id, json_object('draft_id', new.id, 'url', new.url, 'error',
    json_extract(new.crawl_json, '$.error.code')));
end;
create trigger event_badge_seen_first after insert on badge_watches when new.result = 'found' begin
  insert into events(type, at, listing_id, data_json)
    select 'badge.seen', new.checked_at, id, json_object('listing_id', id, 'slug', slug, 'name', name)
    from listings where id = new.listing_id and is_demo = 0;
end;
create trigger event_badge_seen_again after update of result on badge_watches
when new.result = 'found' and old.result is distinct from 'found' begin
  insert into events(type, at, listing_id, data_json)
    select 'badge.seen', new.checked_at, id, json_object('listing_id', id, 'slug', slug, 'name', name)
    from listings where id = new.listing_id and is_demo = 0;
end;
create trigger event_listing_live after update of status on listings
when new.status = 'live' and old.status <> 'live' and new.is_demo = 0 begin
  insert into events(type, at, listing_id, data_json)
    values ('listing.live', new.updated_at, new.id, json_object('listing_id', new.id, 'slug', new.slug, 'name',
    new.name, 'launch_week', new.launch_week));
end;
create trigger event_listing_changed after insert on listing_versions when new.version > 1 begin
  insert into events(type, at, listing_id, data_json)
    select 'listing.changed', new.at, id, json_object('listing_id', id, 'slug', slug, 'name', name)
    from listings where id = new.listing_id and is_demo = 0;
end;
create trigger event_order_paid after update of paid_at on orders
when new.paid_at is not null and old.paid_at is null begin
  insert into events(type, at, account_id, data_json)
    values ('order.paid', new.paid_at, new.account_id, json_object('number', new.number, 'total_cents',
    new.total_cents, 'currency', new.currency));
end;
create trigger event_vote_milestone_first after insert on vote_milestones begin
  insert into events(type, at, listing_id, data_json)
    select 'vote.milestone', new.at, id, json_object('listing_id', id, 'slug', slug, 'name', name, 'votes',
    new.votes) from listings where id = new.listing_id;
end;
create trigger event_vote_milestone_next after update of votes on vote_milestones begin
  insert into events(type, at, listing_id, data_json)
    select 'vote.milestone', new.at, id, json_object('listing_id', id, 'slug', slug, 'name', name, 'votes',
    new.votes) from listings where id = new.listing_id;
end;
create trigger listings_changed_hue after update of hue on listings begin
  insert into listing_changes(slug) values (new.slug);
end;

-- How far drafts come, for the charts of admins.
create trigger draft_progress_insert after insert on drafts begin
  insert into draft_progress select draft_id, begun_at, step from draft_steps where draft_id = new.id;
end;
create trigger draft_progress_update after update of status, listing_id on drafts
when old.status <> new.status or old.listing_id is distinct from new.listing_id begin
  update draft_progress set step = (select step from draft_steps where draft_id = new.id) where draft_id = new.id;
end;
create trigger draft_progress_launch after update of status, launched_at on listings
when old.status <> new.status or old.launched_at is distinct from new.launched_at begin
  update draft_progress set step = (select step from draft_steps
    where draft_steps.draft_id = draft_progress.draft_id) where draft_id in (select id from drafts
    where listing_id = new.id);
end;
create trigger period_awards_changed after insert or delete or update on period_awards begin
  insert into listing_changes(slug) select slug from listings where id in (old.listing_id, new.listing_id);
end;
create trigger accounts_changed_name_of_answers after update of name on accounts begin
  insert into listing_changes(slug) select slug from listings where id in (select listing_id from reviews
    where answered_by = new.id);
end;
create trigger listings_changed_members after update of status on listings
when (old.status = 'live') <> (new.status = 'live') begin
  insert into listing_changes(slug) select distinct 'category/' || path.above from listing_categories link
    cross join category_paths path where path.slug = link.category_slug and link.listing_id = new.id;
end;
create trigger listing_categories_changed after insert or delete or update on listing_categories begin
  insert into listing_changes(slug) select 'category/' || above from category_paths
    where slug in (old.category_slug, new.category_slug);
end;
create trigger categories_changed after insert or delete or update on categories begin
  insert into listing_changes(slug) values ('category/');
end;

-- Uploaded pictures: where they are used, and their color.
create trigger upload_uses_draft_delete after delete on drafts when instr(old.content_json, '/uploads/') > 0 begin
  delete from upload_uses where place = 'draft' and owner = old.id;
end;
create trigger listings_hue_of_upload_insert after insert on listings when instr(new.logo_url, '/uploads/') > 0 begin
  update listings set hue = uploads.hue from uploads where listings.id = new.id
    and uploads.id = substr(new.logo_url, instr(new.logo_url, '/uploads/') + 9, 27);
end;
create trigger listings_hue_of_upload_update after update of logo_url on listings
when new.logo_url is distinct from old.logo_url and instr(new.logo_url, '/uploads/') > 0 begin
  update listings set hue = uploads.hue from uploads where listings.id = new.id
    and uploads.id = substr(new.logo_url, instr(new.logo_url, '/uploads/') + 9, 27);
end;

-- When listings are checked again, and which of them are new to saved searches.
create trigger fact_checks_added after insert on listings
when new.status = 'live' and new.is_demo = 0 and new.evidence_checked_at is not null begin
  insert into fact_checks(listing_id, next_at) values (new.id, new.evidence_checked_at + 2592000000);
end;
create trigger fact_checks_launched after update of status on listings
when new.status = 'live' and new.is_demo = 0 and new.evidence_checked_at is not null begin
  insert into fact_checks(listing_id, next_at) values (new.id, new.evidence_checked_at + 2592000000)
    on conflict do nothing;
end;
create trigger arrivals_added after insert on listings when new.status = 'live' and new.is_demo = 0 begin
  insert into arrivals(listing_id) values (new.id) on conflict do nothing;
end;
create trigger arrivals_launched after update of status on listings
when new.status = 'live' and new.is_demo = 0 and old.launched_at is null begin
  insert into arrivals(listing_id) values (new.id) on conflict do nothing;
end;

-- Entries of the books never change.
create trigger book_entries_no_update before update on book_entries begin
  select raise(abort, 'an entry of the books never changes');
end;
create trigger book_entries_no_delete before delete on book_entries begin
  select raise(abort, 'an entry of the books is never deleted');
end;
create trigger comments_changed after insert or delete or update of id,
  listing_id, subject, thread_id, answers_id, account_id, body, status, created_at, edited_at, pinned_at on comments
begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings
    where id in (old.listing_id, new.listing_id);
end;
create trigger comment_reactions_changed after insert or delete or update on comment_reactions begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id in (select listing_id
    from comments where id in (old.comment_id, new.comment_id));
end;
create trigger accounts_changed_name_of_comments after update of name on accounts begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id in (select listing_id
    from comments where account_id = new.id);
end;
create trigger listing_members_changed after insert or delete or update on listing_members begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings
    where id in (old.listing_id, new.listing_id) and exists (select 1 from comments where listing_id = listings.id);
end;
create trigger profiles_changed after insert or delete or update of account_id,
  handle, is_public, hidden_at, avatar_url on profiles
begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id in (select listing_id
    from reviews where account_id in (old.account_id, new.account_id)
    or answered_by in (old.account_id, new.account_id) union select listing_id from comments
    where account_id in (old.account_id, new.account_id) union select listing_id
    from listing_founders join profile_founders using (founder_id)
    where account_id in (old.account_id, new.account_id));
end;
create trigger accounts_changed_status after update of status on accounts
when exists (select 1 from profiles where account_id = new.id) begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id in (select listing_id
    from reviews where account_id = new.id or answered_by = new.id union select listing_id from comments
    where account_id = new.id union select listing_id
    from listing_founders join profile_founders using (founder_id) where account_id = new.id);
end;
create trigger profile_founders_changed after insert or delete or update of founder_id,
  account_id on profile_founders
begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id in (select listing_id
    from listing_founders where founder_id in (old.founder_id, new.founder_id));
end;
create trigger votes_changed_race_update after update of counted, at, listing_id on votes begin
  insert into listing_changes(slug, shown) values ('race/', 'page');
end;
create trigger votes_changed_race_delete after delete on votes when old.counted = 1 begin
  insert into listing_changes(slug, shown) values ('race/', 'page');
end;
create trigger listings_changed_race after update of status, launched_at on listings
when new.launched_at is not null and 'live' in (old.status, new.status) and (old.status <> new.status
  or old.launched_at is distinct from new.launched_at) begin
  insert into listing_changes(slug, shown) values ('race/', 'page');
end;
create trigger listings_changed_race_insert after insert on listings
when new.launched_at is not null and new.status = 'live' begin
  insert into listing_changes(slug, shown) values ('race/', 'page');
end;
create trigger listings_changed_race_delete after delete on listings
when old.launched_at is not null and old.status = 'live' begin
  insert into listing_changes(slug, shown) values ('race/', 'page');
end;
create trigger collection_items_added after insert on collection_items begin
  update collection_items set shown_by = (select collections.account_id
    from collections join accounts on accounts.id = collections.account_id
    where collections.id = new.collection_id and is_public <> 0 and hidden_at is null and held_at is null
    and accounts.status = 'active') where collection_id = new.collection_id and listing_id = new.listing_id;
end;
create trigger collections_shown after update of is_public, hidden_at, held_at, account_id on collections begin
  update collection_items set shown_by = (select id from accounts where id = new.account_id and status = 'active'
    and new.is_public <> 0 and new.hidden_at is null and new.held_at is null) where collection_id = new.id;
end;
create trigger collections_shown_by_account after update of status on accounts
when (old.status = 'active') <> (new.status = 'active') begin
  update collection_items set shown_by = (select account_id from collections
    where id = collection_items.collection_id and is_public <> 0 and hidden_at is null and held_at is null
    and new.status = 'active') where collection_id in (select id from collections where account_id = new.id);
end;
create trigger collection_items_changed_shown after update of shown_by, listing_id on collection_items
when old.shown_by is distinct from new.shown_by or (new.shown_by is not null and old.listing_id <> new.listing_id) begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings
    where id in (old.listing_id, new.listing_id);
end;
create trigger collection_items_changed_delete after delete on collection_items when old.shown_by is not null begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id = old.listing_id;
end;
create trigger collection_items_changed_insert after insert on collection_items when new.shown_by is not null begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id = new.listing_id;
end;
create trigger shown_badges_changed_insert after insert on shown_badges begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id = new.listing_id;
end;
create trigger shown_badges_changed_update after update on shown_badges
when new.visitors <> old.visitors or new.listing_id <> old.listing_id begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings
    where id in (old.listing_id, new.listing_id);
end;
create trigger shown_badges_changed_delete after delete on shown_badges begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id = old.listing_id;
end;

-- Entries of the audit log never change, and go after 30 days at the earliest.
create trigger audit_entries_stay_as_they_are before update on audit_entries begin
  select raise(abort, 'an entry of the audit log is never changed');
end;
create trigger audit_entries_stay before delete on audit_entries
when old.at > (select at from audit_entries order by id desc limit 1) - 2592000000 begin
  select raise(abort, 'an entry of the audit log is never deleted within 30 days');
end;
create trigger invoices_no_update before update of number, kind, order_number, cause, content_json, content_hash,
  issued_at, seller_currency, exchange_rate, exchange_rate_date, seller_vat_cents on invoices
begin
  select raise(abort, 'an invoice never changes');
end;

insert into counts values ('live', 0), ('voted', 0), ('rated', 0), ('updates', 0), ('founders', 0);
insert into digest_state("only") values (1);
insert into site_look(id) values (1);
