-- What brings makers back: moves of a launch, waiting lists of full weeks, reminders, visits by hour and by source.

-- Moves of a launch by its own team.
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

-- Who waits for a place in a full week. The ids are the order of the list; a listing is in it once.
create table week_waits (
  id integer primary key autoincrement,
  week text not null,
  listing_id integer not null references listings(id) on delete cascade,
  account_id text not null references accounts(id) on delete cascade,
  plan text not null check (plan in ('free', 'launch')),
  joined_at integer not null,
  -- A place that is offered is theirs until the offer ends.
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

-- Reminders that were sent before a launch, each once for a week.
create table launch_reminders (
  listing_id integer not null references listings(id) on delete cascade,
  kind text not null check (kind in ('week', 'day')),
  week text not null,
  sent_at integer not null,
  primary key (listing_id, kind, week)
) strict, without rowid;

-- Visitors by the hour of the first visit of their day, in hours since 1970, and by the host that sent them.
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
  -- 'direct' without a Referer, 'site' from this site, 'other' beyond the bound.
  host text not null,
  visitors integer not null,
  -- Networks that sent them, one a day. One network alone can make up as many visitors as it likes.
  networks integer not null,
  primary key (listing_id, day, host)
) strict, without rowid;

-- Listings that say how many people saw their badge in the last seven whole days, counted once a day.
create table shown_badges (
  listing_id integer primary key references listings(id) on delete cascade,
  shown_since integer not null,
  visitors integer not null,
  counted_on text not null
) strict;
create trigger shown_badges_changed_insert after insert on shown_badges begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id = new.listing_id;
end;
create trigger shown_badges_changed_update after update on shown_badges
when new.visitors <> old.visitors or new.listing_id <> old.listing_id begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id in (old.listing_id, new.listing_id);
end;
create trigger shown_badges_changed_delete after delete on shown_badges begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id = old.listing_id;
end;

-- The week that the last email about a moved launch named.
alter table launch_waits add column told_week text;
