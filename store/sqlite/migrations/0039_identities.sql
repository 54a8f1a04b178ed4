-- Who people are at the providers where they sign in. The issuer and the subject are theirs for good; the address may change.
create table identities (
  issuer text not null,
  subject text not null,
  account_id text not null references accounts(id) on delete cascade,
  email text,
  created_at integer not null,
  last_used_at integer,
  primary key (issuer, subject)
) strict, without rowid;
create unique index identities_account on identities(account_id, issuer);
