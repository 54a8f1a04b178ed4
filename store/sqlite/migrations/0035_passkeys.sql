-- Public keys that sign people in instead of a password (WebAuthn).
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
