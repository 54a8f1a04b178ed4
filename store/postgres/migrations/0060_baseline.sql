-- Made by scripts/postgres-baseline.ts from the migrations for SQLite, with compatibility.sql and by-hand.sql.
-- Functions of SQLite that the repositories use.
create function json_valid(doc text) returns boolean language plpgsql immutable as $$
begin
  return doc::jsonb is not null;
exception when others then
  return false;
end $$;
create function json_extract(doc text, path text) returns text language sql immutable strict as
  $$ select jsonb_path_query_first(doc::jsonb, path::jsonpath) #>> '{}' $$;
create function json_array_length(doc text, path text) returns bigint language sql immutable strict as
  $$ select case when jsonb_typeof(found) = 'array' then jsonb_array_length(found) else 0 end
     from jsonb_path_query_first(doc::jsonb, path::jsonpath) found $$;
create function as_jsonb(doc text) returns jsonb language sql immutable strict as $$ select doc::jsonb $$;
create function as_jsonb(list json) returns jsonb language sql immutable as $$ select coalesce(list::jsonb, '[]') $$;
create function json_each(doc text) returns table(key text, value text, type text)
language sql immutable rows 20 as $$
  select (place - 1)::text, item #>> '{}', jsonb_typeof(item)
  from jsonb_array_elements(case when jsonb_typeof(doc::jsonb) = 'array' then doc::jsonb end) with ordinality list(item, place)
  union all
  select field, content #>> '{}', jsonb_typeof(content)
  from jsonb_each(case when jsonb_typeof(doc::jsonb) = 'object' then doc::jsonb end) object(field, content) $$;
create function json_each(doc text, path text) returns table(key text, value text, type text)
language sql immutable rows 20 as
  $$ select * from json_each(jsonb_path_query_first(doc::jsonb, path::jsonpath)::text) $$;
create function text_field(doc text, field text) returns text language sql immutable strict as $$
  select case when left(field, 1) = '$' then jsonb_path_query_first(doc::jsonb, field::jsonpath) #>> '{}'
    else doc::jsonb ->> field end $$;
create function text_item(doc text, place integer) returns text language sql immutable strict as
  $$ select doc::jsonb ->> place $$;
create function json_field(doc text, field text) returns text language sql immutable strict as $$
  select case when left(field, 1) = '$' then jsonb_path_query_first(doc::jsonb, field::jsonpath)
    else doc::jsonb -> field end :: text $$;
create operator ->> (leftarg = text, rightarg = text, function = text_field);
create operator ->> (leftarg = text, rightarg = integer, function = text_item);
create operator -> (leftarg = text, rightarg = text, function = json_field);
create function instr(words text, part text) returns integer language sql immutable strict as
  $$ select strpos(words, part) $$;
create function date(seconds bigint, unit text) returns text language sql immutable strict as
  $$ select to_char(timestamp 'epoch' + seconds * interval '1 second', 'YYYY-MM-DD') $$;
create function max(one bigint, other bigint) returns bigint language sql immutable as
  $$ select case when one is not null and other is not null then greatest(one, other) end $$;
create function min(one bigint, other bigint) returns bigint language sql immutable as
  $$ select case when one is not null and other is not null then least(one, other) end $$;
create function iif(fact boolean, one anycompatible, other anycompatible) returns anycompatible language sql immutable as
  $$ select case when fact then one else other end $$;

-- A comparison is 1 or 0 in SQLite, which some queries add up.
create function add_fact(total bigint, fact boolean) returns bigint language sql immutable as
  $$ select total + fact::int $$;
create function take_fact(total bigint, fact boolean) returns bigint language sql immutable as
  $$ select total - fact::int $$;
create function take_fact(one boolean, other boolean) returns bigint language sql immutable as
  $$ select (one::int - other::int)::bigint $$;
create function is_fact(number bigint, fact boolean) returns boolean language sql immutable as
  $$ select number = fact::int $$;
create operator + (leftarg = bigint, rightarg = boolean, function = add_fact);
create operator - (leftarg = bigint, rightarg = boolean, function = take_fact);
create operator - (leftarg = boolean, rightarg = boolean, function = take_fact);
create operator = (leftarg = bigint, rightarg = boolean, function = is_fact);
create function count_fact(total bigint, fact boolean) returns bigint language sql immutable as
  $$ select case when fact is null then total else coalesce(total, 0) + fact::int end $$;
create aggregate sum(boolean) (sfunc = count_fact, stype = bigint, combinefunc = int8pl, parallel = safe);

-- The ids of uploads that a JSON text names, as the addresses of their pictures.
create function uploads_in(doc text) returns setof text language sql immutable strict as $$
  select distinct match[1] from regexp_matches(doc, '"http[^"]*/uploads/([^"/]{27})/[0-9]', 'g') match $$;

create function keep_sequence() returns trigger language plpgsql as $$
begin
  execute format('select setval(%L, $1) from %I where last_value < $1 or not is_called', tg_argv[0], tg_argv[0]) using new.id;
  return null;
end $$;

create table secrets (
  name text collate "C" primary key,
  value text collate "C" not null
);
create table accounts (
  id text collate "C" primary key,
  email text collate "C" not null,
  email_folded text collate "C" not null unique,
  name text collate "C",
  password_hash text collate "C",
  is_admin bigint not null default 0,
  status text collate "C" not null default 'active',
  email_verified_at bigint,
  is_demo bigint not null default 0,
  created_at bigint not null,
  passkey_offered_at bigint
);
create table sessions (
  id_hash text collate "C" primary key,
  account_id text collate "C",
  user_agent text collate "C",
  signed_in_at bigint,
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null,
  has_second_factor bigint not null default 0
);
create table tokens (
  hash text collate "C" primary key,
  kind text collate "C" not null,
  account_id text collate "C",
  email text collate "C",
  expires_at bigint not null,
  used_at bigint
);
create table api_keys (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  hash text collate "C" not null unique,
  name text collate "C" not null,
  prefix text collate "C" not null,
  last4 text collate "C" not null,
  scopes text collate "C" not null,
  created_at bigint not null,
  expires_at bigint,
  last_used_at bigint,
  revoked_at bigint
);
create table oauth_objects (
  model text collate "C" not null,
  id text collate "C" not null,
  payload text collate "C" not null,
  grant_id text collate "C",
  uid text collate "C",
  account_id text collate "C",
  client_id text collate "C",
  created_at bigint not null,
  expires_at bigint,
  consumed_at bigint,
  reuses bigint not null default 0,
  primary key ( model , id )
);
create table categories (
  slug text collate "C" primary key,
  name text collate "C" not null unique,
  description text collate "C" not null,
  parent_slug text collate "C",
  keywords_json text collate "C" not null default '[]',
  faqs_json text collate "C" not null default '[]',
  compare_json text collate "C" not null default '[]',
  position bigint not null,
  phrases_json text collate "C"
);
create table countries (
  code text collate "C" primary key,
  name text collate "C" not null,
  eu bigint not null
);
create table interview_questions (
  id bigint generated by default as identity primary key,
  position bigint not null,
  question text collate "C" not null,
  hint text collate "C" not null,
  active bigint not null default 1
);
create table products (
  product text collate "C" primary key,
  name text collate "C" not null,
  description text collate "C" not null,
  price_cents bigint not null,
  needs_listing bigint not null,
  options_json text collate "C" not null,
  position bigint not null,
  active bigint not null default 1
);
create table drafts (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  url text collate "C" not null,
  site_key text collate "C" not null,
  status text collate "C" not null,
  content_json text collate "C" not null,
  crawl_json text collate "C" not null,
  listing_id bigint,
  created_at bigint not null,
  updated_at bigint not null
);
create table draft_pages (
  draft_id text collate "C" not null,
  position bigint not null,
  page_json text collate "C" not null,
  primary key ( draft_id , position )
);
create table invites (
  id text collate "C" primary key,
  draft_id text collate "C" not null,
  email text collate "C" not null,
  email_folded text collate "C" not null,
  account_id text collate "C",
  status text collate "C" not null,
  token_hash text collate "C" not null unique,
  expires_at bigint not null,
  created_at bigint not null,
  unique ( draft_id , email_folded )
);
create table robots_files (
  origin text collate "C" primary key,
  status bigint not null,
  body text collate "C" not null,
  expires_at bigint not null
);
create table listings (
  id bigint generated by default as identity primary key,
  slug text collate "C" not null unique,
  url text collate "C" not null,
  domain text collate "C" not null,
  site_key text collate "C" not null,
  status text collate "C" not null,
  status_reason text collate "C",
  plan text collate "C" not null default 'none',
  name text collate "C" not null,
  tagline text collate "C",
  stage text collate "C",
  pricing_model text collate "C",
  country text collate "C",
  logo_url text collate "C",
  primary_category text collate "C",
  profile_json text collate "C" not null,
  votes bigint not null default 0,
  followers bigint not null default 0,
  views bigint not null default 0,
  rating_sum bigint not null default 0,
  rating_count bigint not null default 0,
  trending double precision not null default 0,
  domain_rating bigint,
  unlocked_json text collate "C" not null default '[]',
  claimed_method text collate "C",
  launch_week text collate "C",
  launched_at bigint,
  evidence_checked_at bigint,
  is_demo bigint not null default 0,
  version bigint not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  launch_at bigint,
  status_before text collate "C",
  merged_into bigint,
  hue text collate "C" check ( hue in ( 'teal' , 'amber' , 'violet' , 'blue' , 'rose' , 'green' , 'navy' , 'indigo' , 'maroon' , 'copper' , 'gold' ) )
);
create table listing_categories (
  category_slug text collate "C" not null,
  listing_id bigint not null,
  position bigint not null,
  primary key ( category_slug , listing_id )
);
create table listing_members (
  account_id text collate "C" not null,
  listing_id bigint not null,
  role text collate "C" not null,
  created_at bigint not null,
  primary key ( account_id , listing_id )
);
create table founders (
  id bigint generated by default as identity primary key,
  slug text collate "C" not null unique,
  account_id text collate "C",
  name text collate "C" not null,
  bio text collate "C",
  avatar_url text collate "C",
  country text collate "C",
  socials_json text collate "C" not null default '{}',
  is_demo bigint not null default 0,
  live_listings bigint not null default 0,
  sort_name text collate "C" not null default '',
  interview_json text collate "C" not null default '{}'
);
create table listing_founders (
  listing_id bigint not null,
  founder_id bigint not null,
  title text collate "C",
  position bigint not null,
  primary key ( listing_id , founder_id )
);
create table listing_versions (
  listing_id bigint not null,
  version bigint not null,
  account_id text collate "C",
  client text collate "C",
  at bigint not null,
  snapshot_json text collate "C" not null,
  restored bigint,
  primary key ( listing_id , version )
);
create table jobs (
  id text collate "C" primary key,
  kind text collate "C" not null,
  payload_json text collate "C" not null,
  state text collate "C" not null default 'queued',
  run_at bigint not null,
  attempts bigint not null default 0,
  last_error text collate "C",
  created_at bigint not null,
  finished_at bigint,
  owner text collate "C",
  beats bigint not null default 0,
  started_at bigint,
  interruptions bigint not null default 0
);
create table mails (
  id text collate "C" primary key,
  recipient text collate "C" not null,
  subject text collate "C" not null,
  text text collate "C" not null,
  html text collate "C" not null,
  state text collate "C" not null default 'queued',
  last_error text collate "C",
  created_at bigint not null,
  sent_at bigint,
  unsubscribe_url text collate "C",
  expires_at bigint,
  reply_to text collate "C"
);
create table idempotency_keys (
  account_id text collate "C" not null,
  operation text collate "C" not null,
  path text collate "C" not null,
  key text collate "C" not null,
  fingerprint text collate "C" not null,
  status bigint not null,
  body_json text collate "C" not null,
  created_at bigint not null,
  primary key ( account_id , operation , path , key )
);
create table posts (
  slug text collate "C" primary key,
  title text collate "C" not null,
  excerpt text collate "C" not null,
  body_markdown text collate "C" not null,
  author text collate "C" not null,
  cover_url text collate "C",
  tags_json text collate "C" not null default '[]',
  faqs_json text collate "C" not null default '[]',
  is_demo bigint not null default 0,
  published_at bigint,
  updated_at bigint not null,
  cover_alt text collate "C"
);
create table votes (
  id bigint generated by default as identity primary key,
  listing_id bigint not null,
  account_id text collate "C" not null,
  at bigint not null,
  withdrawn_at bigint,
  visitor_hash text collate "C" not null,
  network_hash text collate "C",
  counted bigint not null,
  reason text collate "C",
  ruling text collate "C" check ( ruling in ( 'counted' , 'not_counted' ) ),
  unique ( listing_id , account_id ),
  check ( counted = ( withdrawn_at is null and reason is null ) )
);
create table follows (
  account_id text collate "C" not null,
  listing_id bigint not null,
  at bigint not null,
  primary key ( account_id , listing_id )
);
create table daily_views (
  listing_id bigint not null,
  day text collate "C" not null,
  views bigint not null,
  clicks bigint not null default 0,
  badge_views bigint not null default 0,
  primary key ( listing_id , day )
);
create table daily_visitors (
  day text collate "C" not null,
  hash text collate "C" not null,
  primary key ( day , hash )
);
create table reviews (
  id bigint generated by default as identity primary key,
  listing_id bigint not null,
  account_id text collate "C" not null,
  rating bigint not null check ( rating between 1 and 5 ),
  title text collate "C",
  body text collate "C" not null,
  status text collate "C" not null check ( status in ( 'pending' , 'published' , 'rejected' ) ),
  created_at bigint not null,
  updated_at bigint not null,
  decided_at bigint,
  decided_by text collate "C",
  answer text collate "C",
  answer_status text collate "C" check ( answer_status in ( 'pending' , 'published' , 'rejected' ) ),
  answered_by text collate "C",
  answered_at bigint,
  answer_told_at bigint,
  unique ( listing_id , account_id )
);
create table launch_weeks (
  monday text collate "C" primary key,
  capacity bigint,
  awarded_at bigint
);
create table awards (
  id text collate "C" primary key,
  kind text collate "C" not null,
  week text collate "C" not null,
  place bigint not null,
  listing_id bigint not null,
  votes bigint not null,
  tied bigint not null,
  reached_at bigint not null,
  starts_at bigint not null,
  ends_at bigint not null,
  awarded_at bigint not null,
  unique ( week , kind , place ),
  unique ( week , kind , listing_id )
);
create table domain_ratings (
  listing_id bigint not null,
  date text collate "C" not null,
  value bigint,
  source text collate "C" not null,
  checked_at bigint not null,
  primary key ( listing_id , date )
);
create table revenue_figures (
  listing_id bigint generated by default as identity primary key,
  amount_cents bigint not null,
  currency text collate "C" not null,
  usd_cents bigint not null,
  verified_by text collate "C" not null,
  as_of bigint not null,
  recorded_at bigint not null
);
create table billboard_contributions (
  id text collate "C" primary key,
  listing_id bigint not null,
  amount_cents bigint not null check ( amount_cents > 0 ),
  at bigint not null,
  refunded_at bigint
);
create table listing_alternatives (
  listing_id bigint not null,
  alternative_id bigint not null,
  position bigint not null,
  approved_at bigint not null,
  primary key ( listing_id , alternative_id )
);
create table listing_updates (
  id bigint generated by default as identity primary key,
  listing_id bigint not null,
  account_id text collate "C",
  title text collate "C" not null,
  body text collate "C" not null,
  published_at bigint not null
);
create table update_mails (
  account_id text collate "C" not null,
  listing_id bigint not null,
  update_id bigint not null,
  at bigint not null,
  primary key ( account_id , listing_id )
);
create table interview_answers (
  account_id text collate "C" not null,
  question_id bigint not null,
  answer text collate "C" not null,
  updated_at bigint not null,
  primary key ( account_id , question_id )
);
create table badge_watches (
  listing_id bigint generated by default as identity primary key,
  awaited_since bigint not null,
  checked_at bigint,
  result text collate "C",
  detail text collate "C",
  found_at bigint,
  misses bigint not null,
  missing_since bigint,
  reminders bigint not null,
  reminded_at bigint,
  next_check_at bigint not null,
  moves bigint not null default 0,
  site text collate "C"
);
create table claims (
  id bigint generated by default as identity primary key,
  listing_id bigint not null,
  account_id text collate "C" not null,
  method text collate "C" not null check ( method in ( 'dns' , 'meta' , 'file' , 'email' ) ),
  status text collate "C" not null check ( status in ( 'pending' , 'verified' , 'expired' , 'failed' , 'canceled' , 'superseded' , 'under_review' ) ),
  token text collate "C",
  email text collate "C",
  token_hash text collate "C" unique,
  mailed_at bigint,
  tries bigint not null default 0,
  misses bigint not null default 0,
  checked_at bigint,
  check_result text collate "C" check ( check_result in ( 'found' , 'not_found' , 'unreachable' ) ),
  check_detail text collate "C",
  created_at bigint not null,
  expires_at bigint not null,
  verified_at bigint,
  decided_at bigint,
  decided_by text collate "C",
  check ( ( method = 'email' ) = ( token is null ) ),
  check ( ( method = 'email' ) = ( email is not null ) )
);
create table vat_rates (
  country text collate "C" not null,
  valid_from text collate "C" not null,
  rate_bp bigint not null check ( rate_bp between 0 and 10000 ),
  primary key ( country , valid_from )
);
create table orders (
  id bigint generated by default as identity primary key,
  number text collate "C" not null unique,
  account_id text collate "C" not null,
  status text collate "C" not null,
  status_reason text collate "C",
  hold text collate "C",
  closed text collate "C",
  currency text collate "C" not null,
  net_cents bigint not null,
  vat_cents bigint not null,
  total_cents bigint not null check ( total_cents = net_cents + vat_cents ),
  vat_json text collate "C" not null,
  billing_json text collate "C",
  token text collate "C" not null unique,
  refunded_cents bigint not null default 0,
  revision bigint not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  paid_at bigint,
  updated_at bigint not null,
  given text collate "C"
);
create table order_lines (
  id text collate "C" primary key,
  order_id bigint not null,
  position bigint not null,
  product text collate "C" not null,
  listing_id bigint,
  description text collate "C" not null,
  quantity bigint not null,
  unit_price_cents bigint not null,
  net_cents bigint not null,
  vat_cents bigint not null,
  total_cents bigint not null,
  options_json text collate "C" not null,
  fulfilled_at bigint,
  reversed_at bigint,
  refunded_at bigint,
  discount_cents bigint not null default 0,
  coupon_code text collate "C",
  unique ( order_id , position )
);
create table payments (
  provider text collate "C" not null,
  payment_id text collate "C" not null,
  order_id bigint not null,
  attempt text collate "C" not null,
  is_paid bigint not null,
  amount_cents bigint not null,
  currency text collate "C",
  refunded_cents bigint not null,
  is_refunded bigint not null,
  dispute text collate "C" not null,
  is_accepted bigint not null,
  redirect_url text collate "C",
  instructions text collate "C",
  polls bigint not null default 0,
  next_poll_at bigint,
  started_at bigint not null,
  updated_at bigint not null,
  reminded_at bigint,
  correction text collate "C",
  refunds_failed_cents bigint not null default 0,
  dispute_due_at bigint,
  primary key ( provider , payment_id )
);
create table payment_events (
  provider text collate "C" not null,
  event_id text collate "C" not null,
  payment_id text collate "C" not null,
  order_id bigint,
  event_json text collate "C" not null,
  received_at bigint not null,
  primary key ( provider , event_id )
);
create table week_slots (
  line_id text collate "C" primary key,
  kind text collate "C" not null,
  week text collate "C" not null,
  listing_id bigint not null,
  taken_at bigint not null,
  held_until bigint
);
create table invoice_series (
  series text collate "C" primary key,
  last bigint not null check ( last > 0 )
);
create table invoices (
  number text collate "C" primary key,
  kind text collate "C" not null check ( kind in ( 'invoice' , 'credit_note' ) ),
  order_number text collate "C" not null,
  cause text collate "C" not null unique,
  token text collate "C" not null unique,
  content_json text collate "C" not null,
  content_hash text collate "C" not null,
  issued_at bigint not null,
  seller_currency text collate "C",
  exchange_rate text collate "C",
  exchange_rate_date text collate "C",
  seller_vat_cents bigint
);
create table audit_entries (
  id bigint generated by default as identity primary key,
  at bigint not null,
  account_id text collate "C" not null,
  action text collate "C" not null,
  kind text collate "C" not null,
  object_id text collate "C" not null,
  name text collate "C",
  before_json text collate "C" not null,
  after_json text collate "C" not null
);
create table team_picks (
  week text collate "C" not null,
  listing_id bigint not null,
  at bigint not null,
  primary key ( week , listing_id )
);
create table declined_alternatives (
  listing_id bigint not null,
  alternative_id bigint not null,
  primary key ( listing_id , alternative_id )
);
create table listing_changes (
  seq bigint generated by default as identity primary key,
  slug text collate "C" not null,
  shown text collate "C" not null default 'card' check ( shown in ( 'profile' , 'page' , 'card' ) )
);
create table counts (
  name text collate "C" primary key,
  count bigint not null
);
create table category_counts (
  slug text collate "C" primary key,
  own bigint not null default 0,
  total bigint not null default 0
);
create table category_paths (
  slug text collate "C" not null,
  above text collate "C" not null,
  primary key ( slug , above )
);
create table events (
  seq bigint generated by default as identity primary key,
  id text collate "C" not null unique default ( 'evt_' || replace(gen_random_uuid()::text, '-', '') ),
  type text collate "C" not null,
  at bigint not null,
  account_id text collate "C",
  listing_id bigint,
  data_json text collate "C" not null
);
create table webhook_endpoints (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  url text collate "C" not null,
  types_json text collate "C" not null,
  categories_json text collate "C" not null,
  secret text collate "C" not null,
  old_secret text collate "C",
  old_secret_until bigint,
  created_at bigint not null,
  off_since bigint,
  off_reason text collate "C" check ( off_reason in ( 'owner' , 'gone' , 'failing' ) ),
  failing_since bigint,
  held_until bigint,
  held_by text collate "C",
  check ( ( off_since is null ) = ( off_reason is null ) )
);
create table webhook_deliveries (
  id text collate "C" primary key,
  endpoint_id text collate "C" not null,
  event_seq bigint not null,
  state text collate "C" not null default 'waiting' check ( state in ( 'waiting' , 'delivered' , 'failed' ) ),
  attempts bigint not null default 0,
  next_at bigint not null,
  tried_at bigint,
  status bigint,
  error text collate "C",
  created_at bigint not null,
  unique ( endpoint_id , event_seq )
);
create table calendar_addresses (
  account_id text collate "C" primary key,
  hash text collate "C" not null unique,
  created_at bigint not null
);
create table vote_milestones (
  listing_id bigint generated by default as identity primary key,
  votes bigint not null,
  at bigint not null
);
create table indexnow (
  "only" bigint primary key check ( "only" = 1 ),
  changed_at bigint not null,
  listing_id bigint not null
);
create table uploads (
  id text collate "C" primary key,
  shape text collate "C" not null check ( shape in ( 'square' , 'wide' ) ),
  account_id text collate "C",
  name text collate "C" not null,
  width bigint not null,
  height bigint not null,
  at bigint not null,
  is_for_site bigint not null default 1 check ( is_for_site in ( 0 , 1 ) ),
  bytes bigint not null default 0,
  hue text collate "C",
  unused_since bigint
);
create table site_look (
  id bigint primary key check ( id = 1 ),
  name text collate "C",
  accent text collate "C",
  logo text collate "C",
  hero_title text collate "C",
  hero_text text collate "C",
  footer_text text collate "C",
  footer_links_json text collate "C" not null default '[]'
);
create table draft_progress (
  draft_id text collate "C" primary key,
  begun_at bigint not null,
  step bigint not null
);
create table launch_waits (
  id text collate "C" primary key,
  listing_id bigint not null,
  email text collate "C" not null,
  email_folded text collate "C" not null,
  account_id text collate "C",
  week text collate "C",
  token_hash text collate "C" unique,
  asked_at bigint not null,
  confirmed_at bigint,
  told_week text collate "C",
  unique ( listing_id , email_folded )
);
create table period_awards (
  id text collate "C" primary key,
  period text collate "C" not null,
  place bigint not null,
  award_id text collate "C" not null,
  listing_id bigint not null,
  votes bigint not null,
  tied bigint not null,
  awarded_at bigint not null,
  unique ( period , place )
);
create table award_periods (
  period text collate "C" primary key,
  awarded_at bigint not null
);
create table site_pages (
  slug text collate "C" primary key,
  markdown text collate "C" not null,
  updated_at bigint not null
);
create table passkeys (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  public_key text collate "C" not null,
  counter bigint not null,
  transports_json text collate "C" not null,
  name text collate "C" not null,
  created_at bigint not null,
  last_used_at bigint
);
create table guest_drafts (
  id text collate "C" primary key,
  secret_hash text collate "C" not null,
  url text collate "C" not null,
  site_key text collate "C" not null,
  status text collate "C" not null,
  content_json text collate "C" not null,
  crawl_json text collate "C" not null,
  revision bigint not null,
  wanted_by text collate "C",
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint not null
);
create table guest_draft_pages (
  draft_id text collate "C" not null,
  position bigint not null,
  page_json text collate "C" not null,
  primary key ( draft_id , position )
);
create table second_factors (
  account_id text collate "C" primary key,
  nonce text collate "C" not null,
  last_step bigint not null,
  created_at bigint not null
);
create table recovery_codes (
  hash text collate "C" primary key,
  account_id text collate "C" not null
);
create table identities (
  issuer text collate "C" not null,
  subject text collate "C" not null,
  account_id text collate "C" not null,
  email text collate "C",
  created_at bigint not null,
  last_used_at bigint,
  primary key ( issuer , subject )
);
create table upload_uses (
  upload_id text collate "C" not null,
  place text collate "C" not null check ( place in ( 'draft' , 'listing' , 'version' ) ),
  owner text collate "C" not null,
  version bigint not null default 0,
  primary key ( upload_id , place , owner , version )
);
create table first_run_aside (
  step text collate "C" primary key
);
create table fact_checks (
  listing_id bigint generated by default as identity primary key,
  every text collate "C" not null default 'month' check ( every in ( 'week' , 'month' ) ),
  next_at bigint not null,
  checked_at bigint,
  error text collate "C"
);
create table fact_suggestions (
  listing_id bigint not null,
  field text collate "C" not null,
  published_json text collate "C" not null,
  stated_json text collate "C",
  evidence_json text collate "C" not null,
  found_at bigint not null,
  told_at bigint,
  refused_at bigint,
  primary key ( listing_id , field )
);
create table fact_mails (
  account_id text collate "C" primary key,
  sent_at bigint not null
);
create table saved_searches (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  query text collate "C" not null,
  title text collate "C" not null,
  created_at bigint not null,
  paused_at bigint,
  seen bigint not null,
  unique ( account_id , query )
);
create table arrivals (
  id bigint generated by default as identity primary key,
  listing_id bigint not null unique
);
create table search_mails (
  account_id text collate "C" primary key,
  sent_at bigint not null
);
create table bank_lines (
  id text collate "C" primary key,
  booked_on text collate "C" not null,
  amount_cents bigint not null check ( amount_cents > 0 ),
  currency text collate "C" not null,
  payer text collate "C" not null,
  reference text collate "C" not null,
  added_at bigint not null,
  order_id bigint,
  decided_at bigint,
  payer_country text collate "C"
);
create table exchange_rates (
  day text collate "C" not null,
  currency text collate "C" not null,
  rate text collate "C" not null,
  primary key ( day , currency )
);
create table invoice_waits (
  order_id bigint generated by default as identity primary key,
  reason text collate "C" not null,
  since bigint not null
);
create table place_evidence (
  order_id bigint not null,
  kind text collate "C" not null check ( kind in ( 'billing_address' , 'ip_address' , 'card' , 'bank' ) ),
  country text collate "C" not null,
  seen_at bigint not null,
  primary key ( order_id , kind )
);
create table invoice_requests (
  id bigint generated by default as identity primary key,
  order_id bigint not null,
  invoice_number text collate "C" not null,
  billing_json text collate "C" not null,
  note text collate "C" not null,
  asked_at bigint not null,
  decided_at bigint,
  decision text collate "C" check ( decision in ( 'corrected' , 'declined' ) ),
  answer text collate "C"
);
create table book_entries (
  number text collate "C" not null,
  rate_bp bigint not null,
  kind text collate "C" not null check ( kind in ( 'invoice' , 'credit_note' ) ),
  credits text collate "C",
  issued_on text collate "C" not null,
  supplied_on text collate "C" not null,
  order_number text collate "C" not null,
  treatment text collate "C" not null check ( treatment in ( 'domestic' , 'oss' , 'reverse_charge' , 'outside_eu' , 'not_charged' ) ),
  seller_country text collate "C",
  country text collate "C",
  vat_country text collate "C",
  vat_number text collate "C",
  buyer text collate "C" not null,
  currency text collate "C" not null,
  net_cents bigint not null,
  vat_cents bigint not null,
  total_cents bigint not null,
  seller_currency text collate "C",
  seller_net_cents bigint,
  seller_vat_cents bigint,
  primary key ( number , rate_bp )
);
create table payment_costs (
  provider text collate "C" not null,
  payment_id text collate "C" not null,
  fee_cents bigint,
  currency text collate "C",
  reference text collate "C",
  payout_id text collate "C",
  paid_out_on text collate "C",
  asked_at bigint not null,
  primary key ( provider , payment_id )
);
create table vat_thresholds (
  year text collate "C" primary key,
  net_cents bigint not null,
  assumed_cents bigint not null,
  unknown bigint not null,
  told bigint not null,
  measured_at bigint not null
);
create table refunds (
  id text collate "C" primary key,
  order_id bigint not null,
  provider text collate "C" not null,
  payment_id text collate "C" not null,
  line_id text collate "C",
  amount_cents bigint not null check ( amount_cents > 0 ),
  refunded_after bigint not null,
  holder text collate "C",
  account text collate "C",
  asked_by text collate "C" not null,
  asked_at bigint not null,
  done_at bigint,
  document text collate "C"
);
create table coupons (
  code text collate "C" primary key,
  kind text collate "C" not null check ( kind in ( 'percent' , 'amount' , 'free_launch' ) ),
  value bigint not null check ( value >= 0 ),
  products_json text collate "C" not null,
  starts_at bigint,
  ends_at bigint,
  max_uses bigint check ( max_uses > 0 ),
  once_per_account bigint not null,
  paused_at bigint,
  created_at bigint not null
);
create table coupon_uses (
  order_id bigint generated by default as identity primary key,
  code text collate "C" not null,
  held_until bigint,
  used_at bigint not null
);
create table comments (
  id text collate "C" primary key,
  listing_id bigint not null,
  subject text collate "C" not null check ( subject in ( 'listing' , 'launch' ) ),
  thread_id text collate "C",
  answers_id text collate "C",
  account_id text collate "C",
  body text collate "C" not null,
  status text collate "C" not null check ( status in ( 'pending' , 'published' , 'rejected' , 'deleted' ) ),
  reason text collate "C",
  created_at bigint not null,
  updated_at bigint not null,
  edited_at bigint,
  decided_at bigint,
  decided_by text collate "C",
  pinned_at bigint,
  told_to text collate "C",
  check ( ( status = 'deleted' ) = ( account_id is null ) ),
  check ( pinned_at is null or thread_id is null )
);
create table comment_versions (
  comment_id text collate "C" not null,
  until bigint not null,
  body text collate "C" not null,
  primary key ( comment_id , until )
);
create table comment_reactions (
  comment_id text collate "C" not null,
  account_id text collate "C" not null,
  kind text collate "C" not null,
  at bigint not null,
  primary key ( comment_id , account_id , kind )
);
create table comment_mutes (
  account_id text collate "C" not null,
  thread_id text collate "C" not null,
  at bigint not null,
  primary key ( account_id , thread_id )
);
create table comment_notices (
  account_id text collate "C" not null,
  comment_id text collate "C" not null,
  at bigint not null,
  primary key ( account_id , comment_id )
);
create table comment_mails (
  account_id text collate "C" primary key,
  sent_at bigint not null
);
create table report_cases (
  id bigint generated by default as identity primary key,
  subject_type text collate "C" not null check ( subject_type in ( 'listing' , 'review' , 'comment' , 'profile' , 'collection' ) ),
  subject_id text collate "C" not null,
  title text collate "C" not null,
  path text collate "C" not null,
  said text collate "C" not null,
  version text collate "C" not null,
  author_id text collate "C",
  opened_at bigint not null,
  decided_at bigint,
  decided_by text collate "C",
  outcome text collate "C" check ( outcome in ( 'kept' , 'hidden' , 'gone' ) ),
  ground text collate "C" check ( ground in ( 'law' , 'terms' ) ),
  rule text collate "C",
  statement text collate "C"
);
create table reports (
  id bigint generated by default as identity primary key,
  case_id bigint not null,
  reporter text collate "C" not null,
  account_id text collate "C",
  name text collate "C",
  email text collate "C",
  network_hash text collate "C",
  reason text collate "C" not null,
  explanation text collate "C" not null,
  is_slowed bigint not null,
  key_hash text collate "C",
  at bigint not null,
  unique ( case_id , reporter )
);
create table appeals (
  id bigint generated by default as identity primary key,
  case_id bigint not null,
  report_id bigint unique,
  account_id text collate "C",
  text text collate "C" not null,
  at bigint not null,
  decided_at bigint,
  decided_by text collate "C",
  is_granted bigint,
  statement text collate "C"
);
create table written_texts (
  id bigint generated by default as identity primary key,
  account_id text collate "C" not null,
  subject_type text collate "C" not null,
  subject_id text collate "C" not null,
  at bigint not null,
  held_json text collate "C" not null default '[]',
  decided_at bigint,
  passed bigint not null default 0,
  unique ( subject_type , subject_id )
);
create table text_prints (
  print text collate "C" not null,
  text_id bigint not null,
  primary key ( print , text_id )
);
create table listed_words (
  word text collate "C" primary key,
  position bigint not null
);
create table profiles (
  account_id text collate "C" primary key,
  handle text collate "C" not null unique,
  is_public bigint not null default 0 check ( is_public in ( 0 , 1 ) ),
  hidden_at bigint,
  avatar_url text collate "C",
  bio text collate "C",
  links_json text collate "C" not null default '[]',
  shows_json text collate "C" not null default '[]',
  created_at bigint not null,
  updated_at bigint not null,
  rowid bigint generated always as identity unique
);
create table handles (
  id bigint generated by default as identity primary key,
  key text collate "C" not null,
  handle text collate "C" unique,
  account_id text collate "C",
  at bigint not null
);
create table profile_founders (
  founder_id bigint generated by default as identity primary key,
  account_id text collate "C" not null,
  at bigint not null
);
create table profile_hidden_votes (
  account_id text collate "C" not null,
  listing_id bigint not null,
  primary key ( account_id , listing_id )
);
create table notifications (
  id bigint generated by default as identity primary key,
  account_id text collate "C" not null,
  kind text collate "C" not null,
  key text collate "C" not null,
  words_json text collate "C" not null,
  path text collate "C" not null,
  by_account_id text collate "C",
  at bigint not null,
  read_at bigint,
  is_on_site bigint not null default 1,
  mail_at bigint,
  push_at bigint,
  unique ( account_id , key )
);
create table notification_choices (
  account_id text collate "C" not null,
  kind text collate "C" not null,
  channel text collate "C" not null check ( channel in ( 'site' , 'mail' , 'push' ) ),
  is_on bigint not null,
  primary key ( account_id , kind , channel )
);
create table notification_times (
  account_id text collate "C" primary key,
  time_zone text collate "C",
  quiet_from bigint check ( quiet_from between 0 and 1439 ),
  quiet_until bigint check ( quiet_until between 0 and 1439 ),
  mailed_at bigint,
  pushed_at bigint
);
create table push_subscriptions (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  endpoint text collate "C" not null unique,
  p256dh text collate "C" not null,
  auth text collate "C" not null,
  browser text collate "C",
  session_hash text collate "C" not null,
  created_at bigint not null,
  last_sent_at bigint,
  failing_since bigint
);
create table category_follows (
  account_id text collate "C" not null,
  category text collate "C" not null,
  at bigint not null,
  primary key ( account_id , category )
);
create table digest_asks (
  token_hash text collate "C" primary key,
  email text collate "C" not null,
  email_folded text collate "C" not null,
  categories_json text collate "C" not null,
  zone text collate "C",
  asked_at bigint not null
);
create table digest_subscribers (
  id text collate "C" primary key,
  email text collate "C" not null,
  email_folded text collate "C" not null unique,
  zone text collate "C",
  with_searches bigint not null default 1 check ( with_searches in ( 0 , 1 ) ),
  asked_at bigint not null,
  confirmed_at bigint not null,
  due_at bigint not null,
  last_week text collate "C"
);
create table digest_categories (
  subscriber_id text collate "C" not null,
  category text collate "C" not null,
  primary key ( subscriber_id , category )
);
create table digest_editions (
  week text collate "C" primary key,
  mails bigint not null,
  quiet bigint not null,
  first_at bigint not null,
  last_at bigint not null
);
create table digest_state (
  "only" bigint primary key check ( "only" = 1 ),
  paused_at bigint,
  minute bigint not null default 0,
  taken bigint not null default 0
);
create table collections (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  kind text collate "C" not null check ( kind in ( 'saved' , 'made' ) ),
  key text collate "C" not null unique,
  title text collate "C" not null,
  description text collate "C",
  is_public bigint not null check ( is_public in ( 0 , 1 ) ),
  published_at bigint,
  hidden_at bigint,
  hidden_reason text collate "C",
  held_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  check ( kind = 'made' or is_public = 0 )
);
create table collection_items (
  collection_id text collate "C" not null,
  listing_id bigint not null,
  place bigint not null,
  note text collate "C",
  added_at bigint not null,
  shown_by text collate "C",
  primary key ( collection_id , listing_id )
);
create table collection_follows (
  collection_id text collate "C" not null,
  account_id text collate "C" not null,
  at bigint not null,
  primary key ( collection_id , account_id )
);
create table launch_moves (
  id bigint generated by default as identity primary key,
  listing_id bigint not null,
  account_id text collate "C",
  from_week text collate "C" not null,
  to_week text collate "C" not null,
  through text collate "C" not null check ( through in ( 'team' , 'waiting_list' ) ),
  at bigint not null
);
create table week_waits (
  id bigint generated by default as identity primary key,
  week text collate "C" not null,
  listing_id bigint not null,
  account_id text collate "C" not null,
  plan text collate "C" not null check ( plan in ( 'free' , 'launch' ) ),
  joined_at bigint not null,
  offered_at bigint,
  offer_ends_at bigint,
  ended_at bigint,
  outcome text collate "C" check ( outcome in ( 'taken' , 'lapsed' , 'left' , 'gone' , 'over' ) ),
  check ( ( offered_at is null ) = ( offer_ends_at is null ) ),
  check ( ( ended_at is null ) = ( outcome is null ) )
);
create table launch_reminders (
  listing_id bigint not null,
  kind text collate "C" not null check ( kind in ( 'week' , 'day' ) ),
  week text collate "C" not null,
  sent_at bigint not null,
  primary key ( listing_id , kind , week )
);
create table visit_hours (
  listing_id bigint not null,
  hour bigint not null,
  views bigint not null,
  clicks bigint not null,
  primary key ( listing_id , hour )
);
create table visit_sources (
  listing_id bigint not null,
  day text collate "C" not null,
  host text collate "C" not null,
  visitors bigint not null,
  networks bigint not null,
  primary key ( listing_id , day , host )
);
create table shown_badges (
  listing_id bigint generated by default as identity primary key,
  shown_since bigint not null,
  visitors bigint not null,
  counted_on text collate "C" not null
);
create index sessions_account on sessions(account_id nulls first);
create index sessions_expiry on sessions(expires_at nulls first);
create index tokens_account on tokens(account_id nulls first);
create index api_keys_account on api_keys(account_id nulls first);
create index oauth_grant on oauth_objects(grant_id nulls first) where grant_id is not null;
create index oauth_uid on oauth_objects(uid nulls first) where uid is not null;
create index oauth_account on oauth_objects(model, account_id nulls first) where account_id is not null;
create index oauth_client on oauth_objects(client_id nulls first) where client_id is not null;
create index oauth_expiry on oauth_objects(expires_at nulls first) where expires_at is not null;
create index categories_parent on categories(parent_slug nulls first);
create index drafts_account on drafts(account_id nulls first, created_at desc, id);
create index drafts_site on drafts(site_key);
create index drafts_listing on drafts(listing_id nulls first) where listing_id is not null;
create unique index listings_site on listings(site_key) where status != 'removed';
create index listings_domain on listings(domain);
create index listings_week on listings(launch_week nulls first, status nulls first);
create index listing_categories_listing on listing_categories(listing_id nulls first, position);
create index listing_members_listing on listing_members(listing_id nulls first);
create index founders_account on founders(account_id nulls first);
create index listing_founders_founder on listing_founders(founder_id);
create index jobs_due on jobs(state, run_at);
create index mails_newest on mails(created_at desc);
create index idempotency_age on idempotency_keys(created_at);
create index listings_status on listings(status nulls first);
create index listings_stage on listings(stage nulls first);
create index listings_country on listings(country nulls first);
create index listings_pricing on listings(pricing_model nulls first);
create index listings_launch_at on listings(status nulls first, launch_at nulls first) where launch_at is not null;
create index votes_counted on votes(listing_id nulls first, at) where counted = 1;
create index votes_first on votes(at) where counted = 1;
create index votes_account on votes(account_id nulls first);
create index votes_burst on votes(listing_id nulls first, at);
create index follows_listing on follows(listing_id nulls first);
create index reviews_status on reviews(status nulls first, updated_at, id);
create index awards_listing on awards(listing_id nulls first, week desc nulls last);
create index revenue_age on revenue_figures(as_of);
create index billboard_listing on billboard_contributions(listing_id nulls first) where refunded_at is null;
create index listing_alternatives_other on listing_alternatives(alternative_id);
create index listings_addresses on listings(id, slug, updated_at) where status = 'live';
create index listings_in_country on listings(country nulls first) where status = 'live';
create index listings_launched on listings(launched_at nulls first, id) where status = 'live';
create index posts_newest on posts(published_at desc nulls last, slug) where published_at is not null;
create index listing_updates_newest on listing_updates(published_at desc nulls last, id desc);
create index listing_updates_listing on listing_updates(listing_id nulls first, id desc);
create index badge_watches_next on badge_watches(next_check_at);
create index listings_free on listings(status nulls first, id) where plan = 'free' and is_demo = 0;
create unique index claims_waiting on claims(account_id nulls first, listing_id nulls first, method) where status = 'pending';
create index claims_account on claims(account_id nulls first, id desc);
create index claims_listing on claims(listing_id nulls first, status nulls first);
create index claims_status on claims(status nulls first, id);
create index listing_versions_newest on listing_versions(at desc, listing_id nulls first, version) where version > 1;
create index orders_account on orders(account_id nulls first, id desc);
create index orders_due on orders(status nulls first, expires_at nulls first);
create index order_lines_listing on order_lines(listing_id nulls first) where listing_id is not null;
create index payments_order on payments(order_id nulls first);
create index payments_due on payments(next_poll_at nulls first) where next_poll_at is not null;
create index payment_events_order on payment_events(order_id nulls first) where order_id is not null;
create index week_slots_week on week_slots(kind, week nulls first);
create index invoices_of_order on invoices(order_number, issued_at);
create index audit_object on audit_entries(kind, object_id, id desc);
create index audit_account on audit_entries(account_id nulls first, id desc);
create index audit_action on audit_entries(action, id desc);
create index listings_merged on listings(merged_into nulls first) where merged_into is not null;
create index listings_held on listings(status nulls first, updated_at) where status in ( 'pending_review' , 'rejected' , 'suspended' );
create index votes_doubted on votes(id desc) where counted = 0 and withdrawn_at is null;
create index accounts_new on accounts(created_at, is_demo);
create index listings_new on listings(created_at, is_demo);
create index drafts_competitor on drafts(updated_at) where json_extract ( content_json , '$.competitor.url' ) is not null;
create index votes_new on votes(at);
create index jobs_failed on jobs(finished_at nulls first) where state = 'failed';
create index mails_failed on mails(created_at) where state = 'failed';
create index jobs_of_kind on jobs(kind, run_at, id) where state = 'queued';
create index jobs_interrupted on jobs(kind, run_at, id) where state = 'queued' and interruptions > 0;
create index oauth_unused_clients on oauth_objects(model, consumed_at nulls first, created_at) where model = 'Client' and consumed_at is null;
create index listings_newest on listings(status nulls first, launched_at desc nulls last, id);
create index listings_votes on listings(status nulls first, votes desc, launched_at nulls first, id);
create index listings_trending on listings(status nulls first, trending desc, launched_at nulls first, id);
create index listings_views on listings(status nulls first, views desc, launched_at nulls first, id);
create index listings_followers on listings(status nulls first, followers desc, launched_at nulls first, id);
create index listings_rating on listings(status nulls first, domain_rating desc nulls last, launched_at nulls first, id) where domain_rating is not null;
create index listings_in_category on listings(primary_category nulls first, votes desc, launched_at nulls first, id) where status = 'live';
create index founders_by_name on founders(sort_name, id) where live_listings > 0;
create index reviews_account on reviews(account_id nulls first);
create index listings_merged_slug on listings(slug, merged_into nulls first) where merged_into is not null;
create index category_paths_above on category_paths(above, slug);
create index listings_sorting on listings(id, status nulls first, votes, launched_at nulls first, trending, views, followers, domain_rating nulls first);
create index listings_by_shard on listings((( id - 1 ) / 5000), updated_at) where status = 'live';
create index founders_in_country on founders(country nulls first) where live_listings > 0;
create index listings_with_logo on listings(id, status nulls first, logo_url nulls first) where logo_url is not null;
create index listings_with_media on listings(id) where json_array_length ( profile_json , '$.media' ) > 0;
create index founders_with_portrait on founders(id, avatar_url nulls first) where avatar_url is not null and live_listings > 0;
create index events_at on events(at);
create index events_type on events(type, seq);
create index events_account on events(account_id nulls first) where account_id is not null;
create index events_listing on events(listing_id nulls first) where listing_id is not null;
create index webhook_endpoints_account on webhook_endpoints(account_id nulls first, created_at);
create index webhook_deliveries_event on webhook_deliveries(event_seq);
create index webhook_deliveries_due on webhook_deliveries(endpoint_id, next_at) where state = 'waiting';
create index webhook_deliveries_late on webhook_deliveries(next_at) where state = 'waiting';
create index listings_by_change on listings(updated_at, id) where status = 'live' or launched_at is not null;
create index listings_looks on listings(slug, hue nulls first, (profile_json -> '$.founders'), (case when unlocked_json ilike '%"media"%' then profile_json -> '$.media[0]' end));
create index listings_of_logo on listings(logo_url nulls first) where logo_url is not null;
create index uploads_newest on uploads(at desc, id);
create index uploads_account on uploads(account_id nulls first) where account_id is not null;
create index draft_progress_begun on draft_progress(begun_at, step);
create index listings_by_launch on listings(launched_at nulls first, is_demo) where launched_at is not null;
create index orders_by_payment on orders(paid_at nulls first, currency nulls first, net_cents, total_cents, refunded_cents) where paid_at is not null;
create index launch_waits_unconfirmed on launch_waits(asked_at) where confirmed_at is null;
create index launch_waits_person on launch_waits(email_folded);
create index period_awards_listing on period_awards(listing_id nulls first, awarded_at desc nulls last);
create index reviews_answered on reviews(answered_by nulls first) where answered_by is not null;
create index passkeys_account on passkeys(account_id nulls first);
create index guest_drafts_expiry on guest_drafts(expires_at nulls first);
create index guest_drafts_wanted on guest_drafts(wanted_by nulls first) where wanted_by is not null;
create index recovery_codes_account on recovery_codes(account_id nulls first);
create unique index identities_account on identities(account_id nulls first, issuer nulls first);
create index uploads_of_makers on uploads(account_id nulls first, bytes) where is_for_site = 0;
create index upload_uses_owner on upload_uses(place, owner nulls first, version);
create index listings_demo on listings(id) where is_demo = 1;
create index fact_checks_next on fact_checks(next_at);
create index fact_suggestions_untold on fact_suggestions(found_at nulls first) where told_at is null and refused_at is null;
create index saved_searches_behind on saved_searches(seen nulls first) where paused_at is null;
create index bank_lines_open on bank_lines(booked_on) where decided_at is null;
create index bank_lines_order on bank_lines(order_id nulls first) where order_id is not null;
create unique index invoice_requests_open on invoice_requests(order_id nulls first) where decided_at is null;
create unique index book_entries_by_day on book_entries(issued_on, number, rate_bp);
create index book_entries_of_invoice on book_entries(credits nulls first) where credits is not null;
create index payment_costs_by_reference on payment_costs(provider, reference nulls first) where payout_id is null;
create index refunds_order on refunds(order_id nulls first);
create index refunds_open on refunds(asked_at) where done_at is null;
create index badge_watches_site on badge_watches(site nulls first) where site is not null;
create index coupon_uses_code on coupon_uses(code);
create index comments_threads on comments(listing_id nulls first, created_at, id) where thread_id is null;
create index comments_replies on comments(thread_id nulls first, created_at, id) where thread_id is not null;
create index comments_answers on comments(answers_id nulls first) where answers_id is not null;
create index comments_said on comments(listing_id nulls first) where status = 'published';
create index comments_account on comments(account_id nulls first, created_at) where account_id is not null;
create index comments_pending on comments(updated_at, id) where status = 'pending';
create index comments_pinned on comments(listing_id nulls first) where pinned_at is not null;
create index comment_reactions_account on comment_reactions(account_id nulls first);
create index comment_mutes_thread on comment_mutes(thread_id nulls first);
create index comment_notices_comment on comment_notices(comment_id);
create unique index report_cases_open on report_cases(subject_type, subject_id) where decided_at is null;
create index report_cases_subject on report_cases(subject_type, subject_id, version);
create index report_cases_author on report_cases(author_id nulls first) where author_id is not null;
create index report_cases_decided on report_cases(decided_at nulls first) where decided_at is not null;
create index reports_reporter on reports(reporter, at);
create index reports_account on reports(account_id nulls first) where account_id is not null;
create index reports_at on reports(at);
create unique index appeals_author on appeals(case_id) where report_id is null;
create index appeals_case on appeals(case_id);
create index appeals_account on appeals(account_id nulls first) where account_id is not null;
create index appeals_open on appeals(at) where decided_at is null;
create index written_texts_account on written_texts(account_id nulls first, at);
create index written_texts_at on written_texts(at);
create index text_prints_text on text_prints(text_id);
create index profiles_avatar on profiles((substr ( avatar_url , instr ( avatar_url , '/uploads/' ) + 9 , 27 ))) where avatar_url is not null;
create index handles_key on handles(key);
create index handles_account on handles(account_id nulls first);
create index profile_founders_account on profile_founders(account_id nulls first);
create index notifications_newest on notifications(account_id nulls first, at desc, id desc) where is_on_site = 1;
create index notifications_unread on notifications(account_id nulls first) where read_at is null and is_on_site = 1;
create index notifications_by on notifications(by_account_id nulls first, account_id nulls first, at) where by_account_id is not null;
create index notifications_old on notifications(at);
create index notifications_to_mail on notifications(account_id nulls first, mail_at nulls first) where mail_at is not null;
create index notifications_to_push on notifications(account_id nulls first, push_at nulls first) where push_at is not null;
create index notifications_late_mail on notifications(mail_at nulls first) where mail_at is not null;
create index notifications_late_push on notifications(push_at nulls first) where push_at is not null;
create index push_subscriptions_account on push_subscriptions(account_id nulls first);
create index push_subscriptions_session on push_subscriptions(session_hash);
create index category_follows_category on category_follows(category);
create index digest_asks_email on digest_asks(email_folded);
create index digest_subscribers_due on digest_subscribers(due_at);
create index digest_categories_category on digest_categories(category);
create index collections_account on collections(account_id nulls first);
create unique index collections_saved on collections(account_id nulls first) where kind = 'saved';
create index collections_public on collections(updated_at) where is_public = 1;
create index collection_items_place on collection_items(collection_id, place);
create index collection_items_listing on collection_items(listing_id nulls first);
create index collection_items_shown on collection_items(listing_id nulls first, shown_by nulls first) where shown_by is not null;
create index collection_follows_account on collection_follows(account_id nulls first);
create index launch_moves_listing on launch_moves(listing_id nulls first, id);
create index launch_moves_account on launch_moves(account_id nulls first) where account_id is not null;
create unique index week_waits_open on week_waits(week nulls first, listing_id nulls first) where outcome is null;
create index week_waits_listing on week_waits(listing_id nulls first, id);
create index week_waits_account on week_waits(account_id nulls first);
create view draft_steps as select draft . id as draft_id , draft . listing_id , draft . created_at as begun_at , case when listing . launched_at is not null then 4 when listing . status in ( 'scheduled' , 'live' ) then 3 when draft . listing_id is not null then 2 else (draft . status = 'ready')::int::bigint end as step from drafts draft left join listings listing on listing . id = draft . listing_id;
alter table sessions add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table tokens add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table api_keys add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table categories add foreign key (parent_slug) references categories ( slug );
alter table drafts add foreign key (account_id) references accounts ( id );
alter table draft_pages add foreign key (draft_id) references drafts ( id ) on delete cascade;
alter table invites add foreign key (draft_id) references drafts ( id ) on delete cascade;
alter table invites add foreign key (account_id) references accounts ( id );
alter table listings add foreign key (primary_category) references categories ( slug );
alter table listings add foreign key (merged_into) references listings ( id );
alter table listing_categories add foreign key (category_slug) references categories ( slug );
alter table listing_categories add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table listing_members add foreign key (account_id) references accounts ( id );
alter table listing_members add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table founders add foreign key (account_id) references accounts ( id );
alter table listing_founders add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table listing_founders add foreign key (founder_id) references founders ( id );
alter table listing_versions add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table votes add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table votes add foreign key (account_id) references accounts ( id );
alter table follows add foreign key (account_id) references accounts ( id );
alter table follows add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table daily_views add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table reviews add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table reviews add foreign key (account_id) references accounts ( id );
alter table reviews add foreign key (answered_by) references accounts ( id );
alter table awards add foreign key (listing_id) references listings ( id );
alter table domain_ratings add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table revenue_figures add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table billboard_contributions add foreign key (listing_id) references listings ( id );
alter table listing_alternatives add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table listing_alternatives add foreign key (alternative_id) references listings ( id ) on delete cascade;
alter table listing_updates add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table listing_updates add foreign key (account_id) references accounts ( id );
alter table update_mails add foreign key (account_id) references accounts ( id );
alter table update_mails add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table interview_answers add foreign key (account_id) references accounts ( id );
alter table interview_answers add foreign key (question_id) references interview_questions ( id );
alter table badge_watches add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table claims add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table claims add foreign key (account_id) references accounts ( id );
alter table orders add foreign key (account_id) references accounts ( id );
alter table order_lines add foreign key (order_id) references orders ( id );
alter table order_lines add foreign key (listing_id) references listings ( id );
alter table payments add foreign key (order_id) references orders ( id );
alter table payment_events add foreign key (order_id) references orders ( id );
alter table week_slots add foreign key (line_id) references order_lines ( id );
alter table week_slots add foreign key (listing_id) references listings ( id );
alter table team_picks add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table declined_alternatives add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table declined_alternatives add foreign key (alternative_id) references listings ( id ) on delete cascade;
alter table events add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table events add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table webhook_endpoints add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table webhook_deliveries add foreign key (endpoint_id) references webhook_endpoints ( id ) on delete cascade;
alter table webhook_deliveries add foreign key (event_seq) references events ( seq ) on delete cascade;
alter table calendar_addresses add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table vote_milestones add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table uploads add foreign key (account_id) references accounts ( id ) on delete set null;
alter table site_look add foreign key (logo) references uploads ( id ) on delete set null;
alter table draft_progress add foreign key (draft_id) references drafts ( id ) on delete cascade;
alter table launch_waits add foreign key (listing_id) references listings ( id );
alter table launch_waits add foreign key (account_id) references accounts ( id );
alter table period_awards add foreign key (award_id) references awards ( id );
alter table period_awards add foreign key (listing_id) references listings ( id );
alter table passkeys add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table guest_draft_pages add foreign key (draft_id) references guest_drafts ( id ) on delete cascade;
alter table second_factors add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table recovery_codes add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table identities add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table fact_checks add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table fact_suggestions add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table fact_mails add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table saved_searches add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table arrivals add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table search_mails add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table bank_lines add foreign key (order_id) references orders ( id );
alter table invoice_waits add foreign key (order_id) references orders ( id );
alter table place_evidence add foreign key (order_id) references orders ( id );
alter table invoice_requests add foreign key (order_id) references orders ( id );
alter table book_entries add foreign key (number) references invoices ( number );
alter table book_entries add foreign key (credits) references invoices ( number );
alter table refunds add foreign key (order_id) references orders ( id );
alter table refunds add foreign key (line_id) references order_lines ( id );
alter table refunds add foreign key (asked_by) references accounts ( id );
alter table coupon_uses add foreign key (order_id) references orders ( id );
alter table coupon_uses add foreign key (code) references coupons ( code );
alter table comments add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table comments add foreign key (thread_id) references comments ( id ) on delete cascade;
alter table comments add foreign key (answers_id) references comments ( id ) on delete set null;
alter table comments add foreign key (account_id) references accounts ( id );
alter table comment_versions add foreign key (comment_id) references comments ( id ) on delete cascade;
alter table comment_reactions add foreign key (comment_id) references comments ( id ) on delete cascade;
alter table comment_reactions add foreign key (account_id) references accounts ( id );
alter table comment_mutes add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table comment_mutes add foreign key (thread_id) references comments ( id ) on delete cascade;
alter table comment_notices add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table comment_notices add foreign key (comment_id) references comments ( id ) on delete cascade;
alter table comment_mails add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table report_cases add foreign key (author_id) references accounts ( id );
alter table report_cases add foreign key (decided_by) references accounts ( id );
alter table reports add foreign key (case_id) references report_cases ( id );
alter table reports add foreign key (account_id) references accounts ( id );
alter table appeals add foreign key (case_id) references report_cases ( id );
alter table appeals add foreign key (report_id) references reports ( id );
alter table appeals add foreign key (account_id) references accounts ( id );
alter table appeals add foreign key (decided_by) references accounts ( id );
alter table written_texts add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table text_prints add foreign key (text_id) references written_texts ( id ) on delete cascade;
alter table profiles add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table handles add foreign key (account_id) references accounts ( id ) on delete set null;
alter table profile_founders add foreign key (founder_id) references founders ( id ) on delete cascade;
alter table profile_founders add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table profile_hidden_votes add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table profile_hidden_votes add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table notifications add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table notifications add foreign key (by_account_id) references accounts ( id ) on delete cascade;
alter table notification_choices add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table notification_times add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table push_subscriptions add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table category_follows add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table category_follows add foreign key (category) references categories ( slug ) on delete cascade;
alter table digest_categories add foreign key (subscriber_id) references digest_subscribers ( id ) on delete cascade;
alter table digest_categories add foreign key (category) references categories ( slug ) on delete cascade;
alter table collections add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table collection_items add foreign key (collection_id) references collections ( id ) on delete cascade;
alter table collection_items add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table collection_follows add foreign key (collection_id) references collections ( id ) on delete cascade;
alter table collection_follows add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table launch_moves add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table launch_moves add foreign key (account_id) references accounts ( id ) on delete set null;
alter table week_waits add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table week_waits add foreign key (account_id) references accounts ( id ) on delete cascade;
alter table launch_reminders add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table visit_hours add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table visit_sources add foreign key (listing_id) references listings ( id ) on delete cascade;
alter table shown_badges add foreign key (listing_id) references listings ( id ) on delete cascade;
create function invoice_series_begin_at_one() returns trigger language plpgsql as $$ begin
  if new . last <> 1 or exists ( select 1 from invoice_series where series = new . series ) then
  raise exception 'a series begins once, at 1' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger invoice_series_begin_at_one before insert on invoice_series for each row
execute function invoice_series_begin_at_one();
create function invoice_series_count_up() returns trigger language plpgsql as $$ begin
  raise exception 'a series counts up by one' using errcode = 'check_violation';
  return new;
end $$;
create trigger invoice_series_count_up before update on invoice_series for each row when (new . series <> old . series or new . last <> old . last + 1)
execute function invoice_series_count_up();
create function invoice_series_stay() returns trigger language plpgsql as $$ begin
  raise exception 'a series is never deleted' using errcode = 'check_violation';
  return old;
end $$;
create trigger invoice_series_stay before delete on invoice_series for each row
execute function invoice_series_stay();
create function invoices_no_update() returns trigger language plpgsql as $$ begin
  raise exception 'an invoice never changes' using errcode = 'check_violation';
  return new;
end $$;
create trigger invoices_no_update before update on invoices for each row
execute function invoices_no_update();
create function invoices_no_delete() returns trigger language plpgsql as $$ begin
  raise exception 'an invoice is never deleted' using errcode = 'check_violation';
  return old;
end $$;
create trigger invoices_no_delete before delete on invoices for each row
execute function invoices_no_delete();
create function invoices_no_replace() returns trigger language plpgsql as $$ begin
  if exists ( select 1 from invoices where number = new . number or cause = new . cause or token = new . token ) then
  raise exception 'an invoice is never replaced' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger invoices_no_replace before insert on invoices for each row
execute function invoices_no_replace();
create function audit_entries_stay_as_they_are() returns trigger language plpgsql as $$ begin
  raise exception 'an entry of the audit log is never changed' using errcode = 'check_violation';
  return new;
end $$;
create trigger audit_entries_stay_as_they_are before update on audit_entries for each row
execute function audit_entries_stay_as_they_are();
create function audit_entries_stay() returns trigger language plpgsql as $$ begin
  raise exception 'an entry of the audit log is never deleted' using errcode = 'check_violation';
  return old;
end $$;
create trigger audit_entries_stay before delete on audit_entries for each row
execute function audit_entries_stay();
create function listing_founders_added() returns trigger language plpgsql as $$ begin
  update founders set live_listings = ( select count ( * ) from listing_founders link join listings on listings . id = link . listing_id where link . founder_id = new . founder_id and listings . status = 'live' ) where id = new . founder_id;
  return null;
end $$;
create trigger listing_founders_added after insert on listing_founders for each row
execute function listing_founders_added();
create function listing_founders_removed() returns trigger language plpgsql as $$ begin
  update founders set live_listings = ( select count ( * ) from listing_founders link join listings on listings . id = link . listing_id where link . founder_id = old . founder_id and listings . status = 'live' ) where id = old . founder_id;
  return null;
end $$;
create trigger listing_founders_removed after delete on listing_founders for each row
execute function listing_founders_removed();
create function listings_founders_live() returns trigger language plpgsql as $$ begin
  update founders set live_listings = ( select count ( * ) from listing_founders link join listings on listings . id = link . listing_id where link . founder_id = founders . id and listings . status = 'live' ) where id in ( select founder_id from listing_founders where listing_id = new . id );
  return null;
end $$;
create trigger listings_founders_live after update of status on listings for each row when (( old . status = 'live' ) <> ( new . status = 'live' ))
execute function listings_founders_live();
create function listing_changes_trim() returns trigger language plpgsql as $$ begin
  delete from listing_changes where seq <= new . seq - 20000;
  return null;
end $$;
create trigger listing_changes_trim after insert on listing_changes for each row when (new . seq % 1000 = 0)
execute function listing_changes_trim();
create function listings_changed_insert() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) values ( new . slug );
  return null;
end $$;
create trigger listings_changed_insert after insert on listings for each row
execute function listings_changed_insert();
create function listings_changed_delete() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) values ( old . slug );
  return null;
end $$;
create trigger listings_changed_delete after delete on listings for each row
execute function listings_changed_delete();
create function listings_changed_as_alternative() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select slug from listings where id in ( select listing_id from listing_alternatives where alternative_id = new . id );
  return null;
end $$;
create trigger listings_changed_as_alternative after update of status on listings for each row when (( old . status = 'live' ) <> ( new . status = 'live' ))
execute function listings_changed_as_alternative();
create function listing_updates_changed_insert() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select slug from listings where id = new . listing_id;
  return null;
end $$;
create trigger listing_updates_changed_insert after insert on listing_updates for each row
execute function listing_updates_changed_insert();
create function listing_updates_changed_update() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select slug from listings where id in ( old . listing_id , new . listing_id );
  return null;
end $$;
create trigger listing_updates_changed_update after update on listing_updates for each row
execute function listing_updates_changed_update();
create function listing_updates_changed_delete() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select slug from listings where id = old . listing_id;
  return null;
end $$;
create trigger listing_updates_changed_delete after delete on listing_updates for each row
execute function listing_updates_changed_delete();
create function awards_changed_insert() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select slug from listings where id = new . listing_id;
  return null;
end $$;
create trigger awards_changed_insert after insert on awards for each row
execute function awards_changed_insert();
create function awards_changed_update() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select slug from listings where id in ( old . listing_id , new . listing_id );
  return null;
end $$;
create trigger awards_changed_update after update on awards for each row
execute function awards_changed_update();
create function awards_changed_delete() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select slug from listings where id = old . listing_id;
  return null;
end $$;
create trigger awards_changed_delete after delete on awards for each row
execute function awards_changed_delete();
create function domain_ratings_changed_insert() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select slug from listings where id = new . listing_id;
  return null;
end $$;
create trigger domain_ratings_changed_insert after insert on domain_ratings for each row
execute function domain_ratings_changed_insert();
create function domain_ratings_changed_update() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select slug from listings where id in ( old . listing_id , new . listing_id );
  return null;
end $$;
create trigger domain_ratings_changed_update after update on domain_ratings for each row
execute function domain_ratings_changed_update();
create function domain_ratings_changed_delete() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select slug from listings where id = old . listing_id;
  return null;
end $$;
create trigger domain_ratings_changed_delete after delete on domain_ratings for each row
execute function domain_ratings_changed_delete();
create function listing_alternatives_changed_insert() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select slug from listings where id = new . listing_id;
  return null;
end $$;
create trigger listing_alternatives_changed_insert after insert on listing_alternatives for each row
execute function listing_alternatives_changed_insert();
create function listing_alternatives_changed_update() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select slug from listings where id in ( old . listing_id , new . listing_id );
  return null;
end $$;
create trigger listing_alternatives_changed_update after update on listing_alternatives for each row
execute function listing_alternatives_changed_update();
create function listing_alternatives_changed_delete() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select slug from listings where id = old . listing_id;
  return null;
end $$;
create trigger listing_alternatives_changed_delete after delete on listing_alternatives for each row
execute function listing_alternatives_changed_delete();
create function reviews_changed_insert() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select slug from listings where id = new . listing_id;
  return null;
end $$;
create trigger reviews_changed_insert after insert on reviews for each row
execute function reviews_changed_insert();
create function reviews_changed_update() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select slug from listings where id in ( old . listing_id , new . listing_id );
  return null;
end $$;
create trigger reviews_changed_update after update on reviews for each row
execute function reviews_changed_update();
create function reviews_changed_delete() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select slug from listings where id = old . listing_id;
  return null;
end $$;
create trigger reviews_changed_delete after delete on reviews for each row
execute function reviews_changed_delete();
create function accounts_changed_name() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select slug from listings where id in ( select listing_id from reviews where account_id = new . id );
  return null;
end $$;
create trigger accounts_changed_name after update of name on accounts for each row
execute function accounts_changed_name();
create function listings_changed_update() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) values ( old . slug );
  insert into listing_changes ( slug ) select new . slug where new . slug <> old . slug;
  return null;
end $$;
create trigger listings_changed_update after update of slug , url , status , plan , name , tagline , stage , pricing_model , country , logo_url , primary_category , profile_json , unlocked_json , claimed_method , launch_week , launched_at , evidence_checked_at , updated_at on listings for each row
execute function listings_changed_update();
create function listings_changed_figures() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) values ( new . slug , 'page' );
  return null;
end $$;
create trigger listings_changed_figures after update of votes , followers , rating_sum , rating_count , domain_rating on listings for each row
execute function listings_changed_figures();
create function listings_changed_views() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) values ( new . slug , 'profile' );
  return null;
end $$;
create trigger listings_changed_views after update of views on listings for each row
execute function listings_changed_views();
create function listings_counted_insert() returns trigger language plpgsql as $$ begin
  update counts set count = count + 1 where name = 'live';
  update counts set count = count + ( new . votes > 0 ) where name = 'voted';
  update counts set count = count + ( new . domain_rating is not null ) where name = 'rated';
  return null;
end $$;
create trigger listings_counted_insert after insert on listings for each row when (new . status = 'live')
execute function listings_counted_insert();
create function listings_counted_update() returns trigger language plpgsql as $$ begin
  update counts set count = count + ( new . status = 'live' ) - ( old . status = 'live' ) where name = 'live';
  update counts set count = count + ( new . status = 'live' and new . votes > 0 ) - ( old . status = 'live' and old . votes > 0 ) where name = 'voted';
  update counts set count = count + ( new . status = 'live' and new . domain_rating is not null ) - ( old . status = 'live' and old . domain_rating is not null ) where name = 'rated';
  return null;
end $$;
create trigger listings_counted_update after update of status , votes , domain_rating on listings for each row when (( old . status = 'live' ) <> ( new . status = 'live' ) or ( old . votes > 0 ) <> ( new . votes > 0 ) or ( old . domain_rating is null ) <> ( new . domain_rating is null ))
execute function listings_counted_update();
create function listings_counted_in_categories() returns trigger language plpgsql as $$ begin
  update category_counts set own = own + ( new . status = 'live' ) - ( old . status = 'live' ) where slug in ( select category_slug from listing_categories where listing_id = new . id );
  update category_counts set total = total + ( new . status = 'live' ) - ( old . status = 'live' ) where slug in ( select path . above from listing_categories link join category_paths path on path . slug = link . category_slug where link . listing_id = new . id );
  update counts set count = count + ( ( new . status = 'live' ) - ( old . status = 'live' ) ) * ( select count ( * ) from listing_updates where listing_id = new . id ) where name = 'updates';
  return null;
end $$;
create trigger listings_counted_in_categories after update of status on listings for each row when (( old . status = 'live' ) <> ( new . status = 'live' ))
execute function listings_counted_in_categories();
create function listings_counted_delete() returns trigger language plpgsql as $$ begin
  update counts set count = count - 1 where name = 'live';
  update counts set count = count - ( old . votes > 0 ) where name = 'voted';
  update counts set count = count - ( old . domain_rating is not null ) where name = 'rated';
  update counts set count = count - ( select count ( * ) from listing_updates where listing_id = old . id ) where name = 'updates';
  update category_counts set own = own - 1 where slug in ( select category_slug from listing_categories where listing_id = old . id );
  update category_counts set total = total - 1 where slug in ( select path . above from listing_categories link join category_paths path on path . slug = link . category_slug where link . listing_id = old . id );
  return old;
end $$;
create trigger listings_counted_delete before delete on listings for each row when (old . status = 'live')
execute function listings_counted_delete();
create function categories_counted_insert() returns trigger language plpgsql as $$ begin
  insert into category_counts ( slug ) values ( new . slug );
  insert into category_paths ( slug , above ) select new . slug , new . slug union select new . slug , above from category_paths where slug = new . parent_slug;
  return null;
end $$;
create trigger categories_counted_insert after insert on categories for each row
execute function categories_counted_insert();
create function categories_counted_delete() returns trigger language plpgsql as $$ begin
  delete from category_counts where slug = old . slug;
  delete from category_paths where slug = old . slug or above = old . slug;
  return null;
end $$;
create trigger categories_counted_delete after delete on categories for each row
execute function categories_counted_delete();
create function categories_counted_move() returns trigger language plpgsql as $$ begin
  delete from category_paths where slug in ( select slug from category_paths where above = new . slug ) and above in ( select above from category_paths where slug = new . slug and above <> new . slug );
  insert into category_paths ( slug , above ) select below . slug , up . above from category_paths below cross join category_paths up where below . above = new . slug and up . slug = new . parent_slug;
  update category_counts set total = ( select count ( distinct link . listing_id ) from category_paths path join listing_categories link on link . category_slug = path . slug join listings on listings . id = link . listing_id where path . above = category_counts . slug and listings . status = 'live' ) where slug in ( select above from category_paths where slug in ( old . parent_slug , new . parent_slug ) );
  return null;
end $$;
create trigger categories_counted_move after update of parent_slug on categories for each row when (old . parent_slug is distinct from new . parent_slug)
execute function categories_counted_move();
create function listing_updates_counted_insert() returns trigger language plpgsql as $$ begin
  if ( select status from listings where id = new . listing_id ) = 'live' then
  update counts set count = count + 1 where name = 'updates';
  end if;
  return null;
end $$;
create trigger listing_updates_counted_insert after insert on listing_updates for each row
execute function listing_updates_counted_insert();
create function listing_updates_counted_delete() returns trigger language plpgsql as $$ begin
  if ( select status from listings where id = old . listing_id ) = 'live' then
  update counts set count = count - 1 where name = 'updates';
  end if;
  return null;
end $$;
create trigger listing_updates_counted_delete after delete on listing_updates for each row
execute function listing_updates_counted_delete();
create function founders_counted_update() returns trigger language plpgsql as $$ begin
  update counts set count = count + ( new . live_listings > 0 ) - ( old . live_listings > 0 ) where name = 'founders';
  return null;
end $$;
create trigger founders_counted_update after update of live_listings on founders for each row when (( old . live_listings > 0 ) <> ( new . live_listings > 0 ))
execute function founders_counted_update();
create function events_announced() returns trigger language plpgsql as $$ begin
  if exists ( select 1 from webhook_endpoints where off_since is null ) then
  insert into jobs ( id , kind , payload_json , run_at , created_at ) values ( 'announce-event:' || new . id , 'announce-event' , json_build_object ( 'seq' , new . seq ) , new . at , new . at );
  end if;
  return null;
end $$;
create trigger events_announced after insert on events for each row
execute function events_announced();
create function event_draft_ready() returns trigger language plpgsql as $$ begin
  insert into events ( type , at , account_id , data_json ) values ( 'draft.ready' , new . updated_at , new . account_id , json_build_object ( 'draft_id' , new . id , 'url' , new . url , 'error' , json_extract ( new . crawl_json , '$.error.code' ) ) );
  return null;
end $$;
create trigger event_draft_ready after update of status on drafts for each row when (new . status = 'ready' and old . status <> 'ready')
execute function event_draft_ready();
create function event_badge_seen_first() returns trigger language plpgsql as $$ begin
  insert into events ( type , at , listing_id , data_json ) select 'badge.seen' , new . checked_at , id , json_build_object ( 'listing_id' , id , 'slug' , slug , 'name' , name ) from listings where id = new . listing_id and is_demo = 0;
  return null;
end $$;
create trigger event_badge_seen_first after insert on badge_watches for each row when (new . result = 'found')
execute function event_badge_seen_first();
create function event_badge_seen_again() returns trigger language plpgsql as $$ begin
  insert into events ( type , at , listing_id , data_json ) select 'badge.seen' , new . checked_at , id , json_build_object ( 'listing_id' , id , 'slug' , slug , 'name' , name ) from listings where id = new . listing_id and is_demo = 0;
  return null;
end $$;
create trigger event_badge_seen_again after update of result on badge_watches for each row when (new . result = 'found' and old . result is distinct from 'found')
execute function event_badge_seen_again();
create function event_listing_live() returns trigger language plpgsql as $$ begin
  insert into events ( type , at , listing_id , data_json ) values ( 'listing.live' , new . updated_at , new . id , json_build_object ( 'listing_id' , new . id , 'slug' , new . slug , 'name' , new . name , 'launch_week' , new . launch_week ) );
  return null;
end $$;
create trigger event_listing_live after update of status on listings for each row when (new . status = 'live' and old . status <> 'live' and new . is_demo = 0)
execute function event_listing_live();
create function event_category_launch() returns trigger language plpgsql as $$ begin
  insert into events ( type , at , listing_id , data_json ) values ( 'category.launch' , new . updated_at , new . id , json_build_object ( 'listing_id' , new . id , 'slug' , new . slug , 'name' , new . name , 'tagline' , new . tagline , 'launch_week' , new . launch_week , 'categories' , as_jsonb ( ( select json_agg ( category_slug order by position ) from listing_categories where listing_id = new . id ) ) ) );
  return null;
end $$;
create trigger event_category_launch after update of status on listings for each row when (new . status = 'live' and old . status <> 'live' and old . launched_at is null and new . is_demo = 0)
execute function event_category_launch();
create function event_listing_changed() returns trigger language plpgsql as $$ begin
  insert into events ( type , at , listing_id , data_json ) select 'listing.changed' , new . at , id , json_build_object ( 'listing_id' , id , 'slug' , slug , 'name' , name ) from listings where id = new . listing_id and is_demo = 0;
  return null;
end $$;
create trigger event_listing_changed after insert on listing_versions for each row when (new . version > 1)
execute function event_listing_changed();
create function event_order_paid() returns trigger language plpgsql as $$ begin
  insert into events ( type , at , account_id , data_json ) values ( 'order.paid' , new . paid_at , new . account_id , json_build_object ( 'number' , new . number , 'total_cents' , new . total_cents , 'currency' , new . currency ) );
  return null;
end $$;
create trigger event_order_paid after update of paid_at on orders for each row when (new . paid_at is not null and old . paid_at is null)
execute function event_order_paid();
create function event_vote_milestone_first() returns trigger language plpgsql as $$ begin
  insert into events ( type , at , listing_id , data_json ) select 'vote.milestone' , new . at , id , json_build_object ( 'listing_id' , id , 'slug' , slug , 'name' , name , 'votes' , new . votes ) from listings where id = new . listing_id;
  return null;
end $$;
create trigger event_vote_milestone_first after insert on vote_milestones for each row
execute function event_vote_milestone_first();
create function event_vote_milestone_next() returns trigger language plpgsql as $$ begin
  insert into events ( type , at , listing_id , data_json ) select 'vote.milestone' , new . at , id , json_build_object ( 'listing_id' , id , 'slug' , slug , 'name' , name , 'votes' , new . votes ) from listings where id = new . listing_id;
  return null;
end $$;
create trigger event_vote_milestone_next after update of votes on vote_milestones for each row
execute function event_vote_milestone_next();
create function listings_changed_hue() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) values ( new . slug );
  return null;
end $$;
create trigger listings_changed_hue after update of hue on listings for each row
execute function listings_changed_hue();
create function draft_progress_insert() returns trigger language plpgsql as $$ begin
  insert into draft_progress select draft_id , begun_at , step from draft_steps where draft_id = new . id;
  return null;
end $$;
create trigger draft_progress_insert after insert on drafts for each row
execute function draft_progress_insert();
create function draft_progress_update() returns trigger language plpgsql as $$ begin
  update draft_progress set step = ( select step from draft_steps where draft_id = new . id ) where draft_id = new . id;
  return null;
end $$;
create trigger draft_progress_update after update of status , listing_id on drafts for each row when (old . status <> new . status or old . listing_id is distinct from new . listing_id)
execute function draft_progress_update();
create function draft_progress_launch() returns trigger language plpgsql as $$ begin
  update draft_progress set step = ( select step from draft_steps where draft_steps . draft_id = draft_progress . draft_id ) where draft_id in ( select id from drafts where listing_id = new . id );
  return null;
end $$;
create trigger draft_progress_launch after update of status , launched_at on listings for each row when (old . status <> new . status or old . launched_at is distinct from new . launched_at)
execute function draft_progress_launch();
create function period_awards_changed_insert() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select slug from listings where id = new . listing_id;
  return null;
end $$;
create trigger period_awards_changed_insert after insert on period_awards for each row
execute function period_awards_changed_insert();
create function period_awards_changed_update() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select slug from listings where id in ( old . listing_id , new . listing_id );
  return null;
end $$;
create trigger period_awards_changed_update after update on period_awards for each row
execute function period_awards_changed_update();
create function period_awards_changed_delete() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select slug from listings where id = old . listing_id;
  return null;
end $$;
create trigger period_awards_changed_delete after delete on period_awards for each row
execute function period_awards_changed_delete();
create function accounts_changed_name_of_answers() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select slug from listings where id in ( select listing_id from reviews where answered_by = new . id );
  return null;
end $$;
create trigger accounts_changed_name_of_answers after update of name on accounts for each row
execute function accounts_changed_name_of_answers();
create function listings_changed_order() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select distinct 'category/' || path . above , 'page' from listing_categories link join category_paths path on path . slug = link . category_slug where link . listing_id = new . id;
  return null;
end $$;
create trigger listings_changed_order after update of votes , launched_at on listings for each row when (new . status = 'live' and ( old . votes <> new . votes or old . launched_at is distinct from new . launched_at ))
execute function listings_changed_order();
create function listings_changed_members() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select distinct 'category/' || path . above from listing_categories link join category_paths path on path . slug = link . category_slug where link . listing_id = new . id;
  return null;
end $$;
create trigger listings_changed_members after update of status on listings for each row when (( old . status = 'live' ) <> ( new . status = 'live' ))
execute function listings_changed_members();
create function listing_categories_changed_insert() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select 'category/' || above from category_paths where slug = new . category_slug;
  return null;
end $$;
create trigger listing_categories_changed_insert after insert on listing_categories for each row
execute function listing_categories_changed_insert();
create function listing_categories_changed_update() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select 'category/' || above from category_paths where slug in ( old . category_slug , new . category_slug );
  return null;
end $$;
create trigger listing_categories_changed_update after update on listing_categories for each row
execute function listing_categories_changed_update();
create function listing_categories_changed_delete() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) select 'category/' || above from category_paths where slug = old . category_slug;
  return null;
end $$;
create trigger listing_categories_changed_delete after delete on listing_categories for each row
execute function listing_categories_changed_delete();
create function categories_changed_insert() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) values ( 'category/' );
  return null;
end $$;
create trigger categories_changed_insert after insert on categories for each row
execute function categories_changed_insert();
create function categories_changed_update() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) values ( 'category/' );
  return null;
end $$;
create trigger categories_changed_update after update on categories for each row
execute function categories_changed_update();
create function categories_changed_delete() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug ) values ( 'category/' );
  return null;
end $$;
create trigger categories_changed_delete after delete on categories for each row
execute function categories_changed_delete();
create function upload_uses_draft_delete() returns trigger language plpgsql as $$ begin
  delete from upload_uses where place = 'draft' and owner = old . id;
  return null;
end $$;
create trigger upload_uses_draft_delete after delete on drafts for each row when (instr ( old . content_json , '/uploads/' ) > 0)
execute function upload_uses_draft_delete();
create function listings_hue_of_upload_insert() returns trigger language plpgsql as $$ begin
  update listings set hue = uploads . hue from uploads where listings . id = new . id and uploads . id = substr ( new . logo_url , instr ( new . logo_url , '/uploads/' ) + 9 , 27 );
  return null;
end $$;
create trigger listings_hue_of_upload_insert after insert on listings for each row when (instr ( new . logo_url , '/uploads/' ) > 0)
execute function listings_hue_of_upload_insert();
create function listings_hue_of_upload_update() returns trigger language plpgsql as $$ begin
  update listings set hue = uploads . hue from uploads where listings . id = new . id and uploads . id = substr ( new . logo_url , instr ( new . logo_url , '/uploads/' ) + 9 , 27 );
  return null;
end $$;
create trigger listings_hue_of_upload_update after update of logo_url on listings for each row when (new . logo_url is distinct from old . logo_url and instr ( new . logo_url , '/uploads/' ) > 0)
execute function listings_hue_of_upload_update();
create function fact_checks_added() returns trigger language plpgsql as $$ begin
  insert into fact_checks ( listing_id , next_at ) values ( new . id , new . evidence_checked_at + 2592000000 );
  return null;
end $$;
create trigger fact_checks_added after insert on listings for each row when (new . status = 'live' and new . is_demo = 0 and new . evidence_checked_at is not null)
execute function fact_checks_added();
create function fact_checks_launched() returns trigger language plpgsql as $$ begin
  insert into fact_checks ( listing_id , next_at ) values ( new . id , new . evidence_checked_at + 2592000000 ) on conflict do nothing;
  return null;
end $$;
create trigger fact_checks_launched after update of status on listings for each row when (new . status = 'live' and new . is_demo = 0 and new . evidence_checked_at is not null)
execute function fact_checks_launched();
create function arrivals_added() returns trigger language plpgsql as $$ begin
  insert into arrivals ( listing_id ) values ( new . id ) on conflict do nothing;
  return null;
end $$;
create trigger arrivals_added after insert on listings for each row when (new . status = 'live' and new . is_demo = 0)
execute function arrivals_added();
create function arrivals_launched() returns trigger language plpgsql as $$ begin
  insert into arrivals ( listing_id ) values ( new . id ) on conflict do nothing;
  return null;
end $$;
create trigger arrivals_launched after update of status on listings for each row when (new . status = 'live' and new . is_demo = 0 and old . launched_at is null)
execute function arrivals_launched();
create function book_entries_no_update() returns trigger language plpgsql as $$ begin
  raise exception 'an entry of the books never changes' using errcode = 'check_violation';
  return new;
end $$;
create trigger book_entries_no_update before update on book_entries for each row
execute function book_entries_no_update();
create function book_entries_no_delete() returns trigger language plpgsql as $$ begin
  raise exception 'an entry of the books is never deleted' using errcode = 'check_violation';
  return old;
end $$;
create trigger book_entries_no_delete before delete on book_entries for each row
execute function book_entries_no_delete();
create function comments_changed_insert() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id = new . listing_id;
  return null;
end $$;
create trigger comments_changed_insert after insert on comments for each row
execute function comments_changed_insert();
create function comments_changed_update() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id in ( old . listing_id , new . listing_id );
  return null;
end $$;
create trigger comments_changed_update after update of id , listing_id , subject , thread_id , answers_id , account_id , body , status , created_at , edited_at , pinned_at on comments for each row
execute function comments_changed_update();
create function comments_changed_delete() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id = old . listing_id;
  return null;
end $$;
create trigger comments_changed_delete after delete on comments for each row
execute function comments_changed_delete();
create function comment_reactions_changed_insert() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id = ( select listing_id from comments where id = new . comment_id );
  return null;
end $$;
create trigger comment_reactions_changed_insert after insert on comment_reactions for each row
execute function comment_reactions_changed_insert();
create function comment_reactions_changed_update() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id in ( select listing_id from comments where id in ( old . comment_id , new . comment_id ) );
  return null;
end $$;
create trigger comment_reactions_changed_update after update on comment_reactions for each row
execute function comment_reactions_changed_update();
create function comment_reactions_changed_delete() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id = ( select listing_id from comments where id = old . comment_id );
  return null;
end $$;
create trigger comment_reactions_changed_delete after delete on comment_reactions for each row
execute function comment_reactions_changed_delete();
create function accounts_changed_name_of_comments() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id in ( select listing_id from comments where account_id = new . id );
  return null;
end $$;
create trigger accounts_changed_name_of_comments after update of name on accounts for each row
execute function accounts_changed_name_of_comments();
create function listing_members_changed_insert() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id = new . listing_id and exists ( select 1 from comments where listing_id = new . listing_id );
  return null;
end $$;
create trigger listing_members_changed_insert after insert on listing_members for each row
execute function listing_members_changed_insert();
create function listing_members_changed_update() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id in ( old . listing_id , new . listing_id ) and exists ( select 1 from comments where listing_id = listings . id );
  return null;
end $$;
create trigger listing_members_changed_update after update on listing_members for each row
execute function listing_members_changed_update();
create function listing_members_changed_delete() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id = old . listing_id and exists ( select 1 from comments where listing_id = old . listing_id );
  return null;
end $$;
create trigger listing_members_changed_delete after delete on listing_members for each row
execute function listing_members_changed_delete();
create function profiles_changed_insert() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id in ( select listing_id from reviews where account_id = new . account_id or answered_by = new . account_id union select listing_id from comments where account_id = new . account_id union select listing_id from listing_founders join profile_founders using ( founder_id ) where account_id = new . account_id );
  return null;
end $$;
create trigger profiles_changed_insert after insert on profiles for each row
execute function profiles_changed_insert();
create function profiles_changed_update() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id in ( select listing_id from reviews where account_id in ( old . account_id , new . account_id ) or answered_by in ( old . account_id , new . account_id ) union select listing_id from comments where account_id in ( old . account_id , new . account_id ) union select listing_id from listing_founders join profile_founders using ( founder_id ) where account_id in ( old . account_id , new . account_id ) );
  return null;
end $$;
create trigger profiles_changed_update after update of account_id , handle , is_public , hidden_at , avatar_url on profiles for each row
execute function profiles_changed_update();
create function profiles_changed_delete() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id in ( select listing_id from reviews where account_id = old . account_id or answered_by = old . account_id union select listing_id from comments where account_id = old . account_id union select listing_id from listing_founders join profile_founders using ( founder_id ) where account_id = old . account_id );
  return null;
end $$;
create trigger profiles_changed_delete after delete on profiles for each row
execute function profiles_changed_delete();
create function accounts_changed_status() returns trigger language plpgsql as $$ begin
  if exists ( select 1 from profiles where account_id = new . id ) then
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id in ( select listing_id from reviews where account_id = new . id or answered_by = new . id union select listing_id from comments where account_id = new . id union select listing_id from listing_founders join profile_founders using ( founder_id ) where account_id = new . id );
  end if;
  return null;
end $$;
create trigger accounts_changed_status after update of status on accounts for each row
execute function accounts_changed_status();
create function profile_founders_changed_insert() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id in ( select listing_id from listing_founders where founder_id = new . founder_id );
  return null;
end $$;
create trigger profile_founders_changed_insert after insert on profile_founders for each row
execute function profile_founders_changed_insert();
create function profile_founders_changed_update() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id in ( select listing_id from listing_founders where founder_id in ( old . founder_id , new . founder_id ) );
  return null;
end $$;
create trigger profile_founders_changed_update after update of founder_id , account_id on profile_founders for each row
execute function profile_founders_changed_update();
create function profile_founders_changed_delete() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id in ( select listing_id from listing_founders where founder_id = old . founder_id );
  return null;
end $$;
create trigger profile_founders_changed_delete after delete on profile_founders for each row
execute function profile_founders_changed_delete();
create function votes_changed_race_insert() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) values ( 'race/' , 'page' );
  return null;
end $$;
create trigger votes_changed_race_insert after insert on votes for each row when (new . counted = 1)
execute function votes_changed_race_insert();
create function votes_changed_race_update() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) values ( 'race/' , 'page' );
  return null;
end $$;
create trigger votes_changed_race_update after update of counted , at , listing_id on votes for each row
execute function votes_changed_race_update();
create function votes_changed_race_delete() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) values ( 'race/' , 'page' );
  return null;
end $$;
create trigger votes_changed_race_delete after delete on votes for each row when (old . counted = 1)
execute function votes_changed_race_delete();
create function listings_changed_race() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) values ( 'race/' , 'page' );
  return null;
end $$;
create trigger listings_changed_race after update of status , launched_at on listings for each row when (new . launched_at is not null and 'live' in ( old . status , new . status ) and ( old . status <> new . status or old . launched_at is distinct from new . launched_at ))
execute function listings_changed_race();
create function listings_changed_race_insert() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) values ( 'race/' , 'page' );
  return null;
end $$;
create trigger listings_changed_race_insert after insert on listings for each row when (new . launched_at is not null and new . status = 'live')
execute function listings_changed_race_insert();
create function listings_changed_race_delete() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) values ( 'race/' , 'page' );
  return null;
end $$;
create trigger listings_changed_race_delete after delete on listings for each row when (old . launched_at is not null and old . status = 'live')
execute function listings_changed_race_delete();
create function collection_items_added() returns trigger language plpgsql as $$ begin
  update collection_items set shown_by = ( select collections . account_id from collections join accounts on accounts . id = collections . account_id where collections . id = new . collection_id and is_public <> 0 and hidden_at is null and held_at is null and accounts . status = 'active' ) where collection_id = new . collection_id and listing_id = new . listing_id;
  return null;
end $$;
create trigger collection_items_added after insert on collection_items for each row
execute function collection_items_added();
create function collections_shown() returns trigger language plpgsql as $$ begin
  update collection_items set shown_by = ( select id from accounts where id = new . account_id and status = 'active' and new . is_public <> 0 and new . hidden_at is null and new . held_at is null ) where collection_id = new . id;
  return null;
end $$;
create trigger collections_shown after update of is_public , hidden_at , held_at , account_id on collections for each row
execute function collections_shown();
create function collections_shown_by_account() returns trigger language plpgsql as $$ begin
  update collection_items set shown_by = ( select account_id from collections where id = collection_items . collection_id and is_public <> 0 and hidden_at is null and held_at is null and new . status = 'active' ) where collection_id in ( select id from collections where account_id = new . id );
  return null;
end $$;
create trigger collections_shown_by_account after update of status on accounts for each row when (( old . status = 'active' ) <> ( new . status = 'active' ))
execute function collections_shown_by_account();
create function collection_items_changed_shown() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id in ( old . listing_id , new . listing_id );
  return null;
end $$;
create trigger collection_items_changed_shown after update of shown_by , listing_id on collection_items for each row when (old . shown_by is distinct from new . shown_by or ( new . shown_by is not null and old . listing_id <> new . listing_id ))
execute function collection_items_changed_shown();
create function collection_items_changed_delete() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id = old . listing_id;
  return null;
end $$;
create trigger collection_items_changed_delete after delete on collection_items for each row when (old . shown_by is not null)
execute function collection_items_changed_delete();
create function collection_items_changed_insert() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id = new . listing_id;
  return null;
end $$;
create trigger collection_items_changed_insert after insert on collection_items for each row when (new . shown_by is not null)
execute function collection_items_changed_insert();
create function shown_badges_changed_insert() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id = new . listing_id;
  return null;
end $$;
create trigger shown_badges_changed_insert after insert on shown_badges for each row
execute function shown_badges_changed_insert();
create function shown_badges_changed_update() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id in ( old . listing_id , new . listing_id );
  return null;
end $$;
create trigger shown_badges_changed_update after update on shown_badges for each row when (new . visitors <> old . visitors or new . listing_id <> old . listing_id)
execute function shown_badges_changed_update();
create function shown_badges_changed_delete() returns trigger language plpgsql as $$ begin
  insert into listing_changes ( slug , shown ) select slug , 'page' from listings where id = old . listing_id;
  return null;
end $$;
create trigger shown_badges_changed_delete after delete on shown_badges for each row
execute function shown_badges_changed_delete();
-- What differs from SQLite: there a trigger runs after each row, here after the statement, when all its rows are there.

create function listing_categories_counted_insert() returns trigger language plpgsql as $$ begin
  update category_counts set own = own + added.count from (
    select category_slug, count(*) as count from inserted join listings on listings.id = listing_id
    where listings.status = 'live' group by category_slug) added
  where slug = added.category_slug;
  update category_counts set total = total + added.count from (
    select path.above, count(distinct inserted.listing_id) as count from inserted
    join listings on listings.id = inserted.listing_id and listings.status = 'live'
    join category_paths path on path.slug = inserted.category_slug
    where not exists (
      select 1 from listing_categories link join category_paths up on up.slug = link.category_slug
      where link.listing_id = inserted.listing_id and up.above = path.above
        and not exists (select 1 from inserted same
          where same.listing_id = link.listing_id and same.category_slug = link.category_slug))
    group by path.above) added
  where slug = added.above;
  return null;
end $$;
create trigger listing_categories_counted_insert after insert on listing_categories
referencing new table as inserted for each statement execute function listing_categories_counted_insert();

create function listing_categories_counted_delete() returns trigger language plpgsql as $$ begin
  update category_counts set own = own - gone.count from (
    select category_slug, count(*) as count from deleted join listings on listings.id = listing_id
    where listings.status = 'live' group by category_slug) gone
  where slug = gone.category_slug;
  update category_counts set total = total - gone.count from (
    select path.above, count(distinct deleted.listing_id) as count from deleted
    join listings on listings.id = deleted.listing_id and listings.status = 'live'
    join category_paths path on path.slug = deleted.category_slug
    where not exists (
      select 1 from listing_categories link join category_paths up on up.slug = link.category_slug
      where link.listing_id = deleted.listing_id and up.above = path.above)
    group by path.above) gone
  where slug = gone.above;
  return null;
end $$;
create trigger listing_categories_counted_delete after delete on listing_categories
referencing old table as deleted for each statement execute function listing_categories_counted_delete();

create function collection_items_removed() returns trigger language plpgsql as $$ begin
  update collection_items item set place = item.place - (
    select count(*) from deleted where deleted.collection_id = item.collection_id and deleted.place < item.place)
  where exists (
    select 1 from deleted where deleted.collection_id = item.collection_id and deleted.place < item.place);
  return null;
end $$;
create trigger collection_items_removed after delete on collection_items
referencing old table as deleted for each statement execute function collection_items_removed();

create function listing_updates_counted_move() returns trigger language plpgsql as $$ begin
  update counts set count = count
    + (exists (select 1 from listings where id = new.listing_id and status = 'live'))
    - (exists (select 1 from listings where id = old.listing_id and status = 'live'))
  where name = 'updates';
  return null;
end $$;
create trigger listing_updates_counted_move after update of listing_id on listing_updates
for each row execute function listing_updates_counted_move();

create function upload_uses_draft() returns trigger language plpgsql as $$ begin
  delete from upload_uses where place = 'draft' and owner = new.id;
  insert into upload_uses(upload_id, place, owner)
  select id, 'draft', new.id from uploads_in(new.content_json) id on conflict do nothing;
  return null;
end $$;
create trigger upload_uses_draft_insert after insert on drafts
for each row when (instr(new.content_json, '/uploads/') > 0) execute function upload_uses_draft();
create trigger upload_uses_draft_update after update of content_json on drafts
for each row when (instr(old.content_json, '/uploads/') > 0 or instr(new.content_json, '/uploads/') > 0)
execute function upload_uses_draft();

create function upload_uses_listing() returns trigger language plpgsql as $$ begin
  delete from upload_uses where place = 'listing' and owner = new.id::text;
  insert into upload_uses(upload_id, place, owner)
  select id, 'listing', new.id::text
  from uploads_in(coalesce(to_json(new.logo_url)::text, '') || new.profile_json) id on conflict do nothing;
  return null;
end $$;
create trigger upload_uses_listing_insert after insert on listings
for each row when (instr(coalesce(new.logo_url, '') || new.profile_json, '/uploads/') > 0)
execute function upload_uses_listing();
create trigger upload_uses_listing_update after update of logo_url, profile_json on listings
for each row when (instr(coalesce(old.logo_url, '') || old.profile_json, '/uploads/') > 0
  or instr(coalesce(new.logo_url, '') || new.profile_json, '/uploads/') > 0)
execute function upload_uses_listing();

create function upload_uses_version_insert() returns trigger language plpgsql as $$ begin
  insert into upload_uses(upload_id, place, owner, version)
  select id, 'version', new.listing_id::text, new.version from uploads_in(new.snapshot_json) id on conflict do nothing;
  return null;
end $$;
create trigger upload_uses_version_insert after insert on listing_versions
for each row when (instr(new.snapshot_json, '/uploads/') > 0) execute function upload_uses_version_insert();

create function upload_uses_delete() returns trigger language plpgsql as $$ begin
  if tg_table_name = 'listings' then
    delete from upload_uses where place = 'listing' and owner = old.id::text;
  else
    delete from upload_uses where place = 'version' and owner = old.listing_id::text and version = old.version;
  end if;
  return null;
end $$;
create trigger upload_uses_listing_delete after delete on listings
for each row execute function upload_uses_delete();
create trigger upload_uses_version_delete after delete on listing_versions
for each row when (instr(old.snapshot_json, '/uploads/') > 0) execute function upload_uses_delete();

create function vote_milestone_reached() returns trigger language plpgsql as $$ begin
  insert into vote_milestones as known (listing_id, votes, at)
  select new.id, max(step), coalesce((select max(at) from votes where listing_id = new.id), new.updated_at)
  from unnest(array[10,25,50,100,250,500,1000,2500,5000,10000,25000,50000,100000]) step
  where step <= new.votes
  on conflict (listing_id) do update set votes = excluded.votes, at = excluded.at where excluded.votes > known.votes;
  return null;
end $$;
create trigger vote_milestone_reached after update of votes on listings
for each row when (new.votes > old.votes and new.votes >= 10 and new.is_demo = 0)
execute function vote_milestone_reached();

-- Counts of votes in parts: votes on different listings at the same time do not wait for one row.
create table vote_quarter_parts (
  quarter bigint not null,
  part bigint not null,
  count bigint not null,
  primary key (quarter, part)
);
create view vote_quarters as
select quarter, sum(count)::bigint as count from vote_quarter_parts group by quarter;
create function add_to_quarter(at bigint, votes bigint) returns void language sql as $$
  insert into vote_quarter_parts as known values (at / 900000, pg_backend_pid() % 64, votes)
  on conflict (quarter, part) do update set count = known.count + votes $$;
create function vote_quarters_insert() returns trigger language plpgsql as $$ begin
  insert into vote_quarter_parts values (new.quarter, 0, new.count);
  return new;
end $$;
create trigger vote_quarters_insert instead of insert on vote_quarters
for each row execute function vote_quarters_insert();
create function votes_by_quarter() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' and old.counted = 1 then perform add_to_quarter(old.at, -1); end if;
  if tg_op <> 'DELETE' and new.counted = 1 then perform add_to_quarter(new.at, 1); end if;
  return null;
end $$;
create trigger votes_by_quarter after insert or delete on votes for each row execute function votes_by_quarter();
create trigger votes_by_quarter_update after update of counted, at on votes
for each row when (old.counted <> new.counted or old.at <> new.at) execute function votes_by_quarter();

-- How far ids were given, as SQLite tells it. That of an arrival counts once the listing is there for all.
create view sqlite_sequence as
select regexp_replace(sequencename, '_(id|seq)_seq$', '') as name, last_value as seq
from pg_sequences where schemaname = current_schema() and sequencename <> 'arrivals_id_seq'
union all select 'arrivals', max(id) from arrivals;
-- Ids of these are given before their rows are written.
create trigger keep_sequence after insert on listings for each row execute function keep_sequence('listings_id_seq');
create trigger keep_sequence after insert on founders for each row execute function keep_sequence('founders_id_seq');
create trigger keep_sequence after insert on interview_questions for each row execute function keep_sequence('interview_questions_id_seq');
create trigger keep_sequence after insert on orders for each row execute function keep_sequence('orders_id_seq');

-- Readers of events go on behind the last number they saw, so a number is given when all before it are there.
create function events_in_order() returns trigger language plpgsql as $$ begin
  perform pg_advisory_xact_lock(hashtext('debut events'));
  new.seq := nextval('events_seq_seq');
  return new;
end $$;
create trigger events_in_order before insert on events for each row execute function events_in_order();

-- What each process copies into its own SQLite file, where it searches and sorts: rows that changed, in which
-- transaction. Transactions end in another order than their numbers are given.
alter table listing_changes add column xid xid8 not null default pg_current_xact_id();
create index listing_changes_xid on listing_changes(xid);
create table row_changes (
  seq bigint generated by default as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  source text collate "C" not null,
  key text collate "C" not null
);
create index row_changes_xid on row_changes(xid);
create function row_changes_trim() returns trigger language plpgsql as $$ begin
  delete from row_changes where seq <= new.seq - 100000;
  return null;
end $$;
create trigger row_changes_trim after insert on row_changes
for each row when (new.seq % 10000 = 0) execute function row_changes_trim();

create function listing_row_changed() returns trigger language plpgsql as $$ begin
  if tg_op <> 'DELETE' then insert into row_changes(source, key) values ('listing', new.id::text); end if;
  if tg_op = 'DELETE' then insert into row_changes(source, key) values ('listing', old.id::text); end if;
  return null;
end $$;
create trigger row_changed after insert or update or delete on listings
for each row execute function listing_row_changed();
create function link_row_changed() returns trigger language plpgsql as $$ begin
  if tg_op <> 'DELETE' then insert into row_changes(source, key) values ('listing', new.listing_id::text); end if;
  if tg_op <> 'INSERT' then insert into row_changes(source, key) values ('listing', old.listing_id::text); end if;
  return null;
end $$;
create trigger row_changed after insert or update or delete on listing_categories
for each row execute function link_row_changed();
create trigger row_changed after insert or update or delete on listing_founders
for each row execute function link_row_changed();
create function founder_row_changed() returns trigger language plpgsql as $$ begin
  if tg_op <> 'DELETE' then insert into row_changes(source, key) values ('founder', new.id::text); end if;
  if tg_op = 'DELETE' then insert into row_changes(source, key) values ('founder', old.id::text); end if;
  return null;
end $$;
create trigger row_changed after insert or update or delete on founders
for each row execute function founder_row_changed();
create function post_row_changed() returns trigger language plpgsql as $$ begin
  if tg_op <> 'DELETE' then insert into row_changes(source, key) values ('post', new.slug); end if;
  if tg_op <> 'INSERT' then insert into row_changes(source, key) values ('post', old.slug); end if;
  return null;
end $$;
create trigger row_changed after insert or update or delete on posts
for each row execute function post_row_changed();
-- Small tables are copied as a whole.
create function table_changed() returns trigger language plpgsql as $$ begin
  insert into row_changes(source, key) values ('table', tg_table_name);
  return null;
end $$;
create trigger table_changed after insert or update or delete on categories
for each statement execute function table_changed();
create trigger table_changed after insert or update or delete on counts
for each statement execute function table_changed();
create trigger table_changed after insert or update or delete on site_look
for each statement execute function table_changed();

insert into counts(name,count) values ('founders',0);
insert into counts(name,count) values ('live',0);
insert into counts(name,count) values ('rated',0);
insert into counts(name,count) values ('updates',0);
insert into counts(name,count) values ('voted',0);
insert into site_look(id,name,accent,logo,hero_title,hero_text,footer_text,footer_links_json) values (1,null,null,null,null,null,null,'[]');
insert into digest_state("only",paused_at,minute,taken) values (1,null,0,0);
