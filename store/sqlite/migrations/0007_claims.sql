-- Who says that a listing is theirs, and how they prove it. What is to be published is no secret and is kept as it is; the link that goes by
-- mail is kept as a hash.
create table claims (
  id integer primary key autoincrement,
  listing_id integer not null references listings(id) on delete cascade,
  account_id text not null references accounts(id),
  method text not null check (method in ('dns', 'meta', 'file', 'email')),
  status text not null check (
    status in ('pending', 'verified', 'expired', 'failed', 'canceled', 'superseded', 'under_review')
  ),
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
-- Asking again gives the claim that waits, not a second one.
create unique index claims_waiting on claims(account_id, listing_id, method) where status = 'pending';
create index claims_account on claims(account_id, id desc);
create index claims_listing on claims(listing_id, status);
create index claims_status on claims(status, id);
