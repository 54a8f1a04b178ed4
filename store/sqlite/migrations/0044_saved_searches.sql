-- Searches that people keep, to be told by email when something new fits.
create table saved_searches (
  id text primary key,
  account_id text not null references accounts(id) on delete cascade,
  -- As in the address of the search, in one order: q=crm&category=crm.
  query text not null,
  -- The same for people.
  title text not null,
  created_at integer not null,
  paused_at integer,
  -- The last arrival that was compared with the search.
  seen integer not null,
  unique (account_id, query)
) strict;
create index saved_searches_behind on saved_searches(seen) where paused_at is null;

-- Listings in the order in which they went live for the first time.
create table arrivals (
  id integer primary key autoincrement,
  listing_id integer not null unique references listings(id) on delete cascade
) strict;
create trigger arrivals_added after insert on listings
when new.status = 'live' and new.is_demo = 0 begin
  insert or ignore into arrivals(listing_id) values (new.id);
end;
create trigger arrivals_launched after update of status on listings
when new.status = 'live' and new.is_demo = 0 and old.launched_at is null begin
  insert or ignore into arrivals(listing_id) values (new.id);
end;

-- The last email about saved searches, so that nobody gets more than one a day.
create table search_mails (
  account_id text primary key references accounts(id) on delete cascade,
  sent_at integer not null
) strict, without rowid;
