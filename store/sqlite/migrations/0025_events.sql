-- The outbox. Triggers write an event in the change that makes it true, so no writer can forget one and none comes
-- without its change. Events, and with them deliveries, are deleted after 30 days.
create table events (
  seq integer primary key autoincrement,
  id text not null unique default ('evt_' || lower(hex(randomblob(16)))),
  type text not null,
  at integer not null,
  -- Whose it is: an account, or the team of a listing.
  account_id text references accounts(id) on delete cascade,
  listing_id integer references listings(id) on delete cascade,
  data_json text not null
) strict;
create index events_at on events(at);
create index events_type on events(type, seq);
create index events_account on events(account_id) where account_id is not null;
create index events_listing on events(listing_id) where listing_id is not null;

create table webhook_endpoints (
  id text primary key,
  account_id text not null references accounts(id) on delete cascade,
  url text not null,
  types_json text not null,
  categories_json text not null,
  -- What signs, so it is kept as it is.
  secret text not null,
  -- Signs too, until then.
  old_secret text,
  old_secret_until integer,
  created_at integer not null,
  off_since integer,
  off_reason text check (off_reason in ('owner', 'gone', 'failing')),
  failing_since integer,
  -- Until then one call, or none, delivers to it.
  held_until integer,
  held_by text,
  check ((off_since is null) = (off_reason is null))
) strict;
create index webhook_endpoints_account on webhook_endpoints(account_id, created_at);

create table webhook_deliveries (
  id text primary key,
  endpoint_id text not null references webhook_endpoints(id) on delete cascade,
  event_seq integer not null references events(seq) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_at integer not null,
  -- Of the last attempt.
  tried_at integer,
  status integer,
  error text,
  created_at integer not null,
  -- Also finds the deliveries of an endpoint, newest event first.
  unique (endpoint_id, event_seq)
) strict;
create index webhook_deliveries_event on webhook_deliveries(event_seq);
create index webhook_deliveries_due on webhook_deliveries(endpoint_id, next_at) where state = 'waiting';
create index webhook_deliveries_late on webhook_deliveries(next_at) where state = 'waiting';

-- The secret address of a person's own calendar.
create table calendar_addresses (
  account_id text primary key references accounts(id) on delete cascade,
  hash text not null unique,
  created_at integer not null
) strict, without rowid;

-- The job finds the endpoints. Without endpoints, there is nothing to do.
create trigger events_announced after insert on events when exists (select 1 from webhook_endpoints where off_since is null) begin
  insert into jobs(id, kind, payload_json, run_at, created_at)
  values ('announce-event:' || new.id, 'announce-event', json_object('seq', new.seq), new.at, new.at);
end;

create trigger event_draft_ready after update of status on drafts when new.status = 'ready' and old.status <> 'ready' begin
  insert into events(type, at, account_id, data_json)
  values ('draft.ready', new.updated_at, new.account_id,
    json_object('draft_id', new.id, 'url', new.url, 'error', json_extract(new.crawl_json, '$.error.code')));
end;

create trigger event_badge_seen_first after insert on badge_watches when new.result = 'found' begin
  insert into events(type, at, listing_id, data_json)
  select 'badge.seen', new.checked_at, id,
    json_object('listing_id', id, 'slug', slug, 'name', name)
  from listings where id = new.listing_id and is_demo = 0;
end;
create trigger event_badge_seen_again after update of result on badge_watches
when new.result = 'found' and old.result is not 'found' begin
  insert into events(type, at, listing_id, data_json)
  select 'badge.seen', new.checked_at, id,
    json_object('listing_id', id, 'slug', slug, 'name', name)
  from listings where id = new.listing_id and is_demo = 0;
end;

create trigger event_listing_live after update of status on listings
when new.status = 'live' and old.status <> 'live' and new.is_demo = 0 begin
  insert into events(type, at, listing_id, data_json)
  values ('listing.live', new.updated_at, new.id,
    json_object('listing_id', new.id, 'slug', new.slug, 'name', new.name, 'launch_week', new.launch_week));
end;
create trigger event_category_launch after update of status on listings
when new.status = 'live' and old.status <> 'live' and old.launched_at is null and new.is_demo = 0 begin
  insert into events(type, at, listing_id, data_json)
  values ('category.launch', new.updated_at, new.id,
    json_object('listing_id', new.id, 'slug', new.slug, 'name', new.name, 'tagline', new.tagline,
      'launch_week', new.launch_week,
      'categories', json((select json_group_array(category_slug order by position)
        from listing_categories where listing_id = new.id))));
end;

create trigger event_listing_changed after insert on listing_versions when new.version > 1 begin
  insert into events(type, at, listing_id, data_json)
  select 'listing.changed', new.at, id,
    json_object('listing_id', id, 'slug', slug, 'name', name)
  from listings where id = new.listing_id and is_demo = 0;
end;

create trigger event_order_paid after update of paid_at on orders when new.paid_at is not null and old.paid_at is null begin
  insert into events(type, at, account_id, data_json)
  values ('order.paid', new.paid_at, new.account_id,
    json_object('number', new.number, 'total_cents', new.total_cents, 'currency', new.currency));
end;

-- The highest milestone that each listing has reached: withdrawn votes that come back reach it no second time.
create table vote_milestones (
  listing_id integer primary key references listings(id) on delete cascade,
  votes integer not null,
  at integer not null
) strict;
insert into vote_milestones(listing_id, votes, at)
select listings.id, max(value), listings.updated_at
from listings, json_each('[10,25,50,100,250,500,1000,2500,5000,10000,25000,50000,100000]')
where listings.votes >= value group by listings.id;
create trigger vote_milestone_reached after update of votes on listings
when new.votes > old.votes and new.votes >= 10 and new.is_demo = 0 begin
  insert into vote_milestones(listing_id, votes, at)
  select new.id, max(value), coalesce((select max(at) from votes where listing_id = new.id), new.updated_at)
  from json_each('[10,25,50,100,250,500,1000,2500,5000,10000,25000,50000,100000]')
  where value <= new.votes
  on conflict(listing_id) do update set votes = excluded.votes, at = excluded.at where excluded.votes > votes;
end;
create trigger event_vote_milestone_first after insert on vote_milestones begin
  insert into events(type, at, listing_id, data_json)
  select 'vote.milestone', new.at, id,
    json_object('listing_id', id, 'slug', slug, 'name', name, 'votes', new.votes)
  from listings where id = new.listing_id;
end;
create trigger event_vote_milestone_next after update of votes on vote_milestones begin
  insert into events(type, at, listing_id, data_json)
  select 'vote.milestone', new.at, id,
    json_object('listing_id', id, 'slug', slug, 'name', name, 'votes', new.votes)
  from listings where id = new.listing_id;
end;
