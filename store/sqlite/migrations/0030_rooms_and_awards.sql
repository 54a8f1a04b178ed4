-- Who asked to be told of a launch, one row an address. Being told deletes the row.
create table launch_waits (
  id text primary key,
  listing_id integer not null references listings(id),
  email text not null,
  email_folded text not null,
  account_id text references accounts(id),
  -- Monday of the launch week as it was planned then.
  week text,
  -- Of the link that confirms the address; null for somebody who was signed in.
  token_hash text unique,
  asked_at integer not null,
  confirmed_at integer,
  unique (listing_id, email_folded)
) strict;
create index launch_waits_unconfirmed on launch_waits(asked_at) where confirmed_at is null;
create index launch_waits_person on launch_waits(email_folded);

-- The best of a month, 2026-11, or of a year, 2026: of the awards of its weeks, with their frozen figures.
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
-- A month or year whose awards are final, even if nobody won one.
create table award_periods (
  period text primary key,
  awarded_at integer not null
) strict, without rowid;

create trigger period_awards_changed_insert after insert on period_awards begin
  insert into listing_changes(slug) select slug from listings where id = new.listing_id;
end;
create trigger period_awards_changed_update after update on period_awards begin
  insert into listing_changes(slug) select slug from listings where id in (old.listing_id, new.listing_id);
end;
create trigger period_awards_changed_delete after delete on period_awards begin
  insert into listing_changes(slug) select slug from listings where id = old.listing_id;
end;
