-- What the people who run the site do: a log of it that nobody can change, and what their decisions leave behind.

-- One row an action that changed something, written in the same transaction.
create table audit_entries (
  id integer primary key autoincrement,
  at integer not null,
  account_id text not null,
  action text not null,
  kind text not null,
  object_id text not null,
  -- What the object was called then.
  name text,
  -- The facts that differ, in short.
  before_json text not null,
  after_json text not null
) strict;
create index audit_object on audit_entries(kind, object_id, id desc);
create index audit_account on audit_entries(account_id, id desc);
create index audit_action on audit_entries(action, id desc);
create trigger audit_entries_stay_as_they_are before update on audit_entries begin
  select raise(abort, 'an entry of the audit log is never changed');
end;
create trigger audit_entries_stay before delete on audit_entries begin
  select raise(abort, 'an entry of the audit log is never deleted');
end;

-- Where a listing stood before the site team took it out of sight, and which listing took the place of a duplicate.
alter table listings add column status_before text;
alter table listings add column merged_into integer references listings(id);
create index listings_merged on listings(merged_into) where merged_into is not null;
create index listings_held on listings(status, updated_at) where status in ('pending_review', 'rejected', 'suspended');

-- What a person of the site team decided about a vote; it stands above every check.
alter table votes add column ruling text check (ruling in ('counted', 'not_counted'));
create index votes_doubted on votes(id desc) where counted = 0 and withdrawn_at is null;

-- Listings that the site team shows on the start page in a week. Nobody paid for it.
create table team_picks (
  week text not null,
  listing_id integer not null references listings(id) on delete cascade,
  at integer not null,
  primary key (week, listing_id)
) strict, without rowid;

-- Products named in a draft that are no alternative to the listing.
create table declined_alternatives (
  listing_id integer not null references listings(id) on delete cascade,
  alternative_id integer not null references listings(id) on delete cascade,
  primary key (listing_id, alternative_id)
) strict, without rowid;

-- For the first page of the site team: counts, without reading wide rows.
create index accounts_new on accounts(created_at, is_demo);
create index listings_new on listings(created_at, is_demo);
create index drafts_competitor on drafts(updated_at) where json_extract(content_json, '$.competitor.url') is not null;
create index votes_new on votes(at);
create index jobs_failed on jobs(finished_at) where state = 'failed';
create index mails_failed on mails(created_at) where state = 'failed';
