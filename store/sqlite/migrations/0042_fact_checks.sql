-- When the website of a live listing is read again, to see whether it still states the published facts.
create table fact_checks (
  listing_id integer primary key references listings(id) on delete cascade,
  every text not null default 'month' check (every in ('week', 'month')),
  next_at integer not null,
  -- The last attempt, and why the website could not be read then.
  checked_at integer,
  error text
) strict;
create index fact_checks_next on fact_checks(next_at);

insert into fact_checks(listing_id, next_at)
select id, evidence_checked_at + 2592000000 from listings
where status = 'live' and is_demo = 0 and evidence_checked_at is not null;
create trigger fact_checks_added after insert on listings
when new.status = 'live' and new.is_demo = 0 and new.evidence_checked_at is not null begin
  insert into fact_checks(listing_id, next_at) values (new.id, new.evidence_checked_at + 2592000000);
end;
create trigger fact_checks_launched after update of status on listings
when new.status = 'live' and new.is_demo = 0 and new.evidence_checked_at is not null begin
  insert or ignore into fact_checks(listing_id, next_at) values (new.id, new.evidence_checked_at + 2592000000);
end;

-- What a website states instead of a published fact; null if it no longer states it.
create table fact_suggestions (
  listing_id integer not null references listings(id) on delete cascade,
  field text not null,
  published_json text not null,
  stated_json text,
  evidence_json text not null,
  found_at integer not null,
  -- When its owners were told by email, and when one of them kept the published fact.
  told_at integer,
  refused_at integer,
  primary key (listing_id, field)
) strict, without rowid;
create index fact_suggestions_untold on fact_suggestions(found_at) where told_at is null and refused_at is null;

-- The last email about suggestions, so that nobody gets more than one a week.
create table fact_mails (
  account_id text primary key references accounts(id) on delete cascade,
  sent_at integer not null
) strict, without rowid;
