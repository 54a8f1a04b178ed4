-- Codes of an app (TOTP) as the second factor of an account. The secret is derived from the nonce. `last_step` is the time
-- step of the last code that was taken, so that none is taken twice.
create table second_factors (
  account_id text primary key references accounts(id) on delete cascade,
  nonce text not null,
  last_step integer not null,
  created_at integer not null
) strict;
-- Hashes of codes for people who lost their app. A used one is deleted.
create table recovery_codes (
  hash text primary key,
  account_id text not null references accounts(id) on delete cascade
) strict;
create index recovery_codes_account on recovery_codes(account_id);
-- Whether the session began with two factors.
alter table sessions add column has_second_factor integer not null default 0;
alter table accounts add column passkey_offered_at integer;
