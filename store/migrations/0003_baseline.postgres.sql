-- What only PostgreSQL has. Many of its triggers run once for a statement, where those of SQLite run for each row.

create function listing_categories_counted_insert() returns trigger language plpgsql as $$ begin
  update category_counts set own = own + added.count from (
    select category_slug, count(*) as count from inserted join listings on listings.id = listing_id
    where listings.status = 'live' group by category_slug) added
  where slug = added.category_slug;
  update category_counts set total = total + added.count from (
    select path.above, count(distinct inserted.listing_id) as count from inserted
    join listings on listings.id = inserted.listing_id and listings.status = 'live'
    join category_paths path on path.slug = inserted.category_slug
    where not exists (
      select 1 from listing_categories link join category_paths up on up.slug = link.category_slug
      where link.listing_id = inserted.listing_id and up.above = path.above
        and not exists (select 1 from inserted same
          where same.listing_id = link.listing_id and same.category_slug = link.category_slug))
    group by path.above) added
  where slug = added.above;
  return null;
end $$;
create trigger listing_categories_counted_insert after insert on listing_categories
referencing new table as inserted for each statement execute function listing_categories_counted_insert();

create function listing_categories_counted_delete() returns trigger language plpgsql as $$ begin
  update category_counts set own = own - gone.count from (
    select category_slug, count(*) as count from deleted join listings on listings.id = listing_id
    where listings.status = 'live' group by category_slug) gone
  where slug = gone.category_slug;
  update category_counts set total = total - gone.count from (
    select path.above, count(distinct deleted.listing_id) as count from deleted
    join listings on listings.id = deleted.listing_id and listings.status = 'live'
    join category_paths path on path.slug = deleted.category_slug
    where not exists (
      select 1 from listing_categories link join category_paths up on up.slug = link.category_slug
      where link.listing_id = deleted.listing_id and up.above = path.above)
    group by path.above) gone
  where slug = gone.above;
  return null;
end $$;
create trigger listing_categories_counted_delete after delete on listing_categories
referencing old table as deleted for each statement execute function listing_categories_counted_delete();

create function collection_items_removed() returns trigger language plpgsql as $$ begin
  update collection_items item set place = item.place - (
    select count(*) from deleted where deleted.collection_id = item.collection_id and deleted.place < item.place)
  where exists (
    select 1 from deleted where deleted.collection_id = item.collection_id and deleted.place < item.place);
  return null;
end $$;
create trigger collection_items_removed after delete on collection_items
referencing old table as deleted for each statement execute function collection_items_removed();

create function listing_updates_counted_move() returns trigger language plpgsql as $$ begin
  update counts set count = count
    + (exists (select 1 from listings where id = new.listing_id and status = 'live'))
    - (exists (select 1 from listings where id = old.listing_id and status = 'live'))
  where name = 'updates';
  return null;
end $$;
create trigger listing_updates_counted_move after update of listing_id on listing_updates
for each row execute function listing_updates_counted_move();

create function upload_uses_draft() returns trigger language plpgsql as $$ begin
  delete from upload_uses where place = 'draft' and owner = new.id;
  insert into upload_uses(upload_id, place, owner)
  select id, 'draft', new.id from uploads_in(new.content_json) id on conflict do nothing;
  return null;
end $$;
create trigger upload_uses_draft_insert after insert on drafts
for each row when (instr(new.content_json, '/uploads/') > 0) execute function upload_uses_draft();
create trigger upload_uses_draft_update after update of content_json on drafts
for each row when (instr(old.content_json, '/uploads/') > 0 or instr(new.content_json, '/uploads/') > 0)
execute function upload_uses_draft();

create function upload_uses_listing() returns trigger language plpgsql as $$ begin
  delete from upload_uses where place = 'listing' and owner = new.id::text;
  insert into upload_uses(upload_id, place, owner)
  select id, 'listing', new.id::text
  from uploads_in(coalesce(to_json(new.logo_url)::text, '') || new.profile_json) id on conflict do nothing;
  return null;
end $$;
create trigger upload_uses_listing_insert after insert on listings
for each row when (instr(coalesce(new.logo_url, '') || new.profile_json, '/uploads/') > 0)
execute function upload_uses_listing();
create trigger upload_uses_listing_update after update of logo_url, profile_json on listings
for each row when (instr(coalesce(old.logo_url, '') || old.profile_json, '/uploads/') > 0
  or instr(coalesce(new.logo_url, '') || new.profile_json, '/uploads/') > 0)
execute function upload_uses_listing();

create function upload_uses_version_insert() returns trigger language plpgsql as $$ begin
  insert into upload_uses(upload_id, place, owner, version)
  select id, 'version', new.listing_id::text, new.version from uploads_in(new.snapshot_json) id on conflict do nothing;
  return null;
end $$;
create trigger upload_uses_version_insert after insert on listing_versions
for each row when (instr(new.snapshot_json, '/uploads/') > 0) execute function upload_uses_version_insert();

create function upload_uses_delete() returns trigger language plpgsql as $$ begin
  if tg_table_name = 'listings' then
    delete from upload_uses where place = 'listing' and owner = old.id::text;
  else
    delete from upload_uses where place = 'version' and owner = old.listing_id::text and version = old.version;
  end if;
  return null;
end $$;
create trigger upload_uses_listing_delete after delete on listings
for each row execute function upload_uses_delete();
create trigger upload_uses_version_delete after delete on listing_versions
for each row when (instr(old.snapshot_json, '/uploads/') > 0) execute function upload_uses_delete();

create function event_category_launch() returns trigger language plpgsql as $$ begin
  insert into events(type, at, listing_id, data_json)
  values ('category.launch', new.updated_at, new.id, json_build_object('listing_id', new.id, 'slug', new.slug,
    'name', new.name, 'tagline', new.tagline, 'launch_week', new.launch_week, 'categories', as_jsonb((
      select json_agg(category_slug order by position) from listing_categories where listing_id = new.id))));
  return null;
end $$;
create trigger event_category_launch after update of status on listings
for each row when (new.status = 'live' and old.status <> 'live' and old.launched_at is null and new.is_demo = 0)
execute function event_category_launch();

create function vote_milestone_reached() returns trigger language plpgsql as $$ begin
  insert into vote_milestones as known (listing_id, votes, at)
  select new.id, max(step), coalesce((select max(at) from votes where listing_id = new.id), new.updated_at)
  from unnest(array[10,25,50,100,250,500,1000,2500,5000,10000,25000,50000,100000]) step
  where step <= new.votes
  on conflict (listing_id) do update set votes = excluded.votes, at = excluded.at where excluded.votes > known.votes;
  return null;
end $$;
create trigger vote_milestone_reached after update of votes on listings
for each row when (new.votes > old.votes and new.votes >= 10 and new.is_demo = 0)
execute function vote_milestone_reached();

create view draft_steps as
select draft.id as draft_id, draft.listing_id, draft.created_at as begun_at,
  case when listing.launched_at is not null then 4
    when listing.status in ('scheduled', 'live') then 3
    when draft.listing_id is not null then 2
    else (draft.status = 'ready')::int::bigint end as step
from drafts draft left join listings listing on listing.id = draft.listing_id;

-- Counts of votes in parts: votes on different listings at the same time do not wait for one row.
create table vote_quarter_parts (
  quarter bigint not null,
  part bigint not null,
  count bigint not null,
  primary key (quarter, part)
);
create view vote_quarters as
select quarter, sum(count)::bigint as count from vote_quarter_parts group by quarter;
create function add_to_quarter(at bigint, votes bigint) returns void language sql as $$
  insert into vote_quarter_parts as known values (at / 900000, pg_backend_pid() % 64, votes)
  on conflict (quarter, part) do update set count = known.count + votes $$;
create function vote_quarters_insert() returns trigger language plpgsql as $$ begin
  insert into vote_quarter_parts values (new.quarter, 0, new.count);
  return new;
end $$;
create trigger vote_quarters_insert instead of insert on vote_quarters
for each row execute function vote_quarters_insert();
create function votes_by_quarter() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' and old.counted = 1 then perform add_to_quarter(old.at, -1); end if;
  if tg_op <> 'DELETE' and new.counted = 1 then
    insert into vote_quarter_parts as known values (new.at / 900000, pg_backend_pid() % 64, 1)
    on conflict (quarter, part) do update set count = known.count + 1;
  end if;
  return null;
end $$;
create trigger votes_by_quarter_delete after delete on votes
for each row when (old.counted = 1) execute function votes_by_quarter();
create trigger votes_by_quarter_update after update of counted, at on votes
for each row when (old.counted <> new.counted or old.at <> new.at) execute function votes_by_quarter();

create function votes_added() returns trigger language plpgsql as $$ begin
  if exists (select 1 from added where counted = 1) then
    insert into vote_quarter_parts as known
    select at / 900000, pg_backend_pid() % 64, count(*) from added where counted = 1 group by 1 order by 1
    on conflict (quarter, part) do update set count = known.count + excluded.count;
    insert into listing_changes(slug, shown) values ('race/', 'page');
  end if;
  return null;
end $$;
create trigger votes_added after insert on votes
referencing new table as added for each statement execute function votes_added();
create function listings_updated() returns trigger language plpgsql as $$
declare
  figured text[];
  moved bigint[];
begin
  select
    array_agg(now.slug) filter (where now.votes <> before.votes or now.followers <> before.followers
      or now.rating_sum <> before.rating_sum or now.rating_count <> before.rating_count
      or now.domain_rating is distinct from before.domain_rating),
    array_agg(id) filter (where now.status = 'live'
      and (now.votes <> before.votes or now.launched_at is distinct from before.launched_at))
  into figured, moved from updated now join replaced before using (id);
  if figured is not null then
    insert into listing_changes(slug, shown) select unnest(figured), 'page';
  end if;
  if moved is not null then
    insert into listing_changes(slug, shown)
    select distinct 'category/' || above, 'page' from category_paths
    where slug = any(array(select category_slug from listing_categories where listing_id = any(moved)));
  end if;
  return null;
end $$;
create trigger listings_updated after update on listings
referencing old table as replaced new table as updated for each statement execute function listings_updated();

-- How far ids were given, as SQLite tells it. That of an arrival counts once the listing is there for all.
create view sqlite_sequence as
select regexp_replace(sequencename, '_(id|seq)_seq$', '') as name, last_value as seq
from pg_sequences where schemaname = current_schema() and sequencename <> 'arrivals_id_seq'
union all select 'arrivals', max(id) from arrivals;
-- Ids of these are given before their rows are written.
create trigger keep_sequence after insert on listings for each row execute function keep_sequence('listings_id_seq');
create trigger keep_sequence after insert on founders for each row execute function keep_sequence('founders_id_seq');
create trigger keep_sequence after insert on interview_questions for each row execute function keep_sequence('interview_questions_id_seq');
create trigger keep_sequence after insert on orders for each row execute function keep_sequence('orders_id_seq');

-- Readers of events go on behind the last number they saw, so a number is given when all before it are there.
create function events_in_order() returns trigger language plpgsql as $$ begin
  perform pg_advisory_xact_lock(hashtext('debut events'));
  new.seq := nextval('events_seq_seq');
  return new;
end $$;
create trigger events_in_order before insert on events for each row execute function events_in_order();

-- What each process copies into its own SQLite file, where it searches and sorts: rows that changed, in which
-- transaction. Transactions end in another order than their numbers are given.
alter table listing_changes add column xid xid8 not null default pg_current_xact_id();
create index listing_changes_xid on listing_changes(xid);
create table row_changes (
  seq bigint generated by default as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  source text collate "C" not null,
  key text collate "C" not null,
  is_figures boolean not null default false
);
create index row_changes_xid on row_changes(xid);
create function row_changes_trim() returns trigger language plpgsql as $$ begin
  delete from row_changes where seq <= new.seq - 100000;
  return null;
end $$;
create trigger row_changes_trim after insert on row_changes
for each row when (new.seq % 10000 = 0) execute function row_changes_trim();

create function listing_row_changed() returns trigger language plpgsql as $$
declare
  before listings;
begin
  if tg_op = 'UPDATE' then
    before := old;
    before.votes := new.votes;
    before.trending := new.trending;
    before.views := new.views;
    before.followers := new.followers;
    insert into row_changes(source, key, is_figures) values ('listing', new.id::text, before is not distinct from new);
  elsif tg_op = 'INSERT' then
    insert into row_changes(source, key) values ('listing', new.id::text);
  else
    insert into row_changes(source, key) values ('listing', old.id::text);
  end if;
  return null;
end $$;
create trigger row_changed after insert or update or delete on listings
for each row execute function listing_row_changed();
create function link_row_changed() returns trigger language plpgsql as $$ begin
  if tg_op <> 'DELETE' then insert into row_changes(source, key) values ('listing', new.listing_id::text); end if;
  if tg_op <> 'INSERT' then insert into row_changes(source, key) values ('listing', old.listing_id::text); end if;
  return null;
end $$;
create trigger row_changed after insert or update or delete on listing_categories
for each row execute function link_row_changed();
create trigger row_changed after insert or update or delete on listing_founders
for each row execute function link_row_changed();
create function founder_row_changed() returns trigger language plpgsql as $$ begin
  if tg_op <> 'DELETE' then insert into row_changes(source, key) values ('founder', new.id::text); end if;
  if tg_op = 'DELETE' then insert into row_changes(source, key) values ('founder', old.id::text); end if;
  return null;
end $$;
create trigger row_changed after insert or update or delete on founders
for each row execute function founder_row_changed();
create function post_row_changed() returns trigger language plpgsql as $$ begin
  if tg_op <> 'DELETE' then insert into row_changes(source, key) values ('post', new.slug); end if;
  if tg_op <> 'INSERT' then insert into row_changes(source, key) values ('post', old.slug); end if;
  return null;
end $$;
create trigger row_changed after insert or update or delete on posts
for each row execute function post_row_changed();
-- Small tables are copied as a whole.
create function table_changed() returns trigger language plpgsql as $$ begin
  insert into row_changes(source, key) values ('table', tg_table_name);
  return null;
end $$;
create trigger table_changed after insert or update or delete on categories
for each statement execute function table_changed();
create trigger table_changed after insert or update or delete on counts
for each statement execute function table_changed();
create trigger table_changed after insert or update or delete on site_look
for each statement execute function table_changed();

-- Searches read the SQLite file of each process, so PostgreSQL has few indexes of listings: none of what votes,
-- visits, follows and edits of a text change. With room on the page, these write no index at all.
create index listings_of_category on listings(primary_category) where status = 'live';
create index listings_held on listings(status) where status in ('pending_review', 'rejected', 'suspended');
alter table listings set (fillfactor = 70);
-- A restart forgives quotas, so no change waits for the disk because of them. Each count makes a new row on its page.
alter table quota_windows set unlogged;
alter table quota_windows set (fillfactor = 50);
alter table profiles add column rowid bigint generated always as identity unique;
