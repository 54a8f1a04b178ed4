-- What only SQLite has: full-text search, what it is made from, and what triggers of PostgreSQL do for many rows at once.
create table listing_texts (
  listing_id integer primary key references listings(id) on delete cascade,
  name text not null,
  words text not null
) strict;
create index listing_texts_name on listing_texts(name);
create virtual table listing_search using fts5(words, content='', contentless_delete=1, detail='none',
  tokenize='ascii');
create virtual table listing_search_words using fts5vocab(listing_search, row);
create virtual table listing_names using fts5(words, content='', contentless_delete=1, detail='none',
  tokenize='ascii', prefix='1 2');
create table search_state (key text primary key, value integer not null) strict;
create table search_changes (seq integer primary key, listing_id integer not null) strict;
create virtual table founder_search using fts5(name, content='founders', content_rowid='id',
  tokenize="unicode61 remove_diacritics 2", prefix='1 2 3');
create virtual table post_search using fts5(slug unindexed, title, excerpt, tags, body,
  tokenize="unicode61 remove_diacritics 2", prefix='2 3');
create table founder_changes (seq integer primary key, founder_id integer not null) strict;
create virtual table listing_leads using fts5(words, content='', contentless_delete=1, detail='none',
  tokenize='ascii');
create table vote_quarters (quarter integer primary key, count integer not null) strict;
create table listing_vectors (
  listing_id integer primary key references listings(id) on delete cascade,
  version integer not null,
  vector blob not null
) strict;

create index listings_stage on listings(stage);
create index listings_country on listings(country);
create index listings_language on listings(language);
create index listings_pricing on listings(pricing_model);
create index listings_addresses on listings(id, slug, updated_at) where status = 'live';
create index listings_in_country on listings(country) where status = 'live';
create index listings_held on listings(status, updated_at)
  where status in ('pending_review', 'rejected', 'suspended');
create index listings_newest on listings(status, launched_at desc, id);
create index listings_votes on listings(status, votes desc, launched_at, id);
create index listings_trending on listings(status, trending desc, launched_at, id);
create index listings_views on listings(status, views desc, launched_at, id);
create index listings_followers on listings(status, followers desc, launched_at, id);
create index listings_rating on listings(status, domain_rating desc, launched_at, id) where domain_rating is not null;
create index listings_in_category on listings(primary_category, votes desc, launched_at, id) where status = 'live';
create index listings_sorting on listings(id, status, votes, launched_at, trending, views, followers, domain_rating);
create index listings_by_shard on listings((id - 1) / 5000, updated_at) where status = 'live';
create index listings_with_media on listings(id) where json_array_length(profile_json, '$.media') > 0;
create index listings_by_change on listings(updated_at, id) where status = 'live' or launched_at is not null;
create index listings_looks on listings(slug, hue, profile_json -> '$.founders',
  case when unlocked_json like '%"media"%' then profile_json -> '$.media[0]' end);
create index votes_counted on votes(listing_id, at) where counted = 1;
create index votes_first on votes(at) where counted = 1;

create view draft_steps as select draft.id as draft_id, draft.listing_id, draft.created_at as begun_at,
  case when listing.launched_at is not null then 4 when listing.status in ('scheduled',
  'live') then 3 when draft.listing_id is not null then 2 else draft.status = 'ready' end as step
  from drafts draft left join listings listing on listing.id = draft.listing_id;
create trigger search_changes_trim after insert on search_changes when new.seq % 1000 = 0 begin
  delete from search_changes where seq <= new.seq - 20000;
end;
create trigger listings_search_insert after insert on listings begin
  insert into search_changes(listing_id) values (new.id);
end;
create trigger listings_search_update after update of status, stage, country, language, pricing_model, domain on listings begin
  insert into search_changes(listing_id) values (new.id);
end;
create trigger listings_search_delete after delete on listings begin
  insert into search_changes(listing_id) values (old.id);
end;
create trigger listing_categories_search_insert after insert on listing_categories begin
  insert into search_changes(listing_id) values (new.listing_id);
end;
create trigger listing_categories_search_delete after delete on listing_categories begin
  insert into search_changes(listing_id) values (old.listing_id);
end;
create trigger listing_texts_search_insert after insert on listing_texts begin
  insert into search_changes(listing_id) values (new.listing_id);
end;
create trigger listing_texts_search_update after update on listing_texts begin
  insert into search_changes(listing_id) values (new.listing_id);
end;
create trigger founder_search_added after insert on founders begin
  insert into founder_search(rowid, name) values (new.id, new.name);
end;
create trigger founder_search_removed after delete on founders begin
  insert into founder_search(founder_search, rowid, name) values ('delete', old.id, old.name);
end;
create trigger founder_search_renamed after update of name on founders begin
  insert into founder_search(founder_search, rowid, name) values ('delete', old.id, old.name);
  insert into founder_search(rowid, name) values (new.id, new.name);
end;
create trigger post_search_added after insert on posts begin
  insert into post_search(slug, title, excerpt, tags, body)
    values (new.slug, new.title, new.excerpt, new.tags_json, new.body_markdown);
end;
create trigger post_search_removed after delete on posts begin
  delete from post_search where slug = old.slug;
end;
create trigger post_search_changed after update of slug, title, excerpt, tags_json, body_markdown on posts begin
  delete from post_search where slug = old.slug;
  insert into post_search(slug, title, excerpt, tags, body)
    values (new.slug, new.title, new.excerpt, new.tags_json, new.body_markdown);
end;
create trigger listings_changed_figures after update of votes, followers, rating_sum, rating_count,
  domain_rating on listings
begin
  insert into listing_changes(slug, shown) values (new.slug, 'page');
end;
create trigger listing_categories_counted_insert after insert on listing_categories
when (select status from listings where id = new.listing_id) = 'live' begin
  update category_counts set own = own + 1 where slug = new.category_slug;
  update category_counts set total = total + 1 where slug in (select above from category_paths
    where slug = new.category_slug) and not exists (select 1 from listing_categories link
    cross join category_paths path on path.slug = link.category_slug where link.listing_id = new.listing_id
    and link.category_slug <> new.category_slug and path.above = category_counts.slug);
end;
create trigger listing_categories_counted_delete after delete on listing_categories
when (select status from listings where id = old.listing_id) = 'live' begin
  update category_counts set own = own - 1 where slug = old.category_slug;
  update category_counts set total = total - 1 where slug in (select above from category_paths
    where slug = old.category_slug) and not exists (select 1 from listing_categories link
    cross join category_paths path on path.slug = link.category_slug where link.listing_id = old.listing_id
    and path.above = category_counts.slug);
end;
create trigger listing_updates_counted_move after update of listing_id on listing_updates begin
  update counts set count = count + coalesce((select status = 'live' from listings
    where id = new.listing_id), 0) - coalesce((select status = 'live' from listings
    where id = old.listing_id), 0) where name = 'updates';
end;
create trigger founder_changes_trim after insert on founder_changes when new.seq % 1000 = 0 begin
  delete from founder_changes where seq <= new.seq - 20000;
end;
create trigger founders_changed_insert after insert on founders when new.live_listings > 0 begin
  insert into founder_changes(founder_id) values (new.id);
end;
create trigger founders_changed_update after update of sort_name, country, live_listings on founders
when old.live_listings > 0 or new.live_listings > 0 begin
  insert into founder_changes(founder_id) values (new.id);
end;
create trigger founders_changed_delete after delete on founders begin
  insert into founder_changes(founder_id) values (old.id);
end;
create trigger founders_changed_country after update of country on listings when old.country is not new.country begin
  insert into founder_changes(founder_id) select founder_id from listing_founders where listing_id = new.id;
end;
create trigger event_category_launch after update of status on listings
when new.status = 'live' and old.status <> 'live' and old.launched_at is null and new.is_demo = 0 begin
  insert into events(type, at, listing_id, data_json)
    values ('category.launch', new.updated_at, new.id, json_object('listing_id', new.id, 'slug', new.slug, 'name',
    new.name, 'tagline', new.tagline, 'launch_week', new.launch_week, 'categories',
    json((select json_group_array(category_slug order by position) from listing_categories
    where listing_id = new.id))));
end;
create trigger vote_milestone_reached after update of votes on listings
when new.votes > old.votes and new.votes >= 10 and new.is_demo = 0 begin
  insert into vote_milestones(listing_id, votes, at) select new.id, max(value), coalesce((select max(at)
    from votes where listing_id = new.id), new.updated_at)
    from json_each('[10,25,50,100,250,500,1000,2500,5000,10000,25000,50000,100000]')
    where value <= new.votes on conflict(listing_id) do update set votes = excluded.votes, at = excluded.at
    where excluded.votes > votes;
end;
create trigger categories_search_insert after insert on categories begin
  insert into search_changes(listing_id) values (0);
end;
create trigger categories_search_update after update on categories begin
  insert into search_changes(listing_id) values (0);
end;
create trigger categories_search_delete after delete on categories begin
  insert into search_changes(listing_id) values (0);
end;
create trigger votes_by_quarter_insert after insert on votes when new.counted = 1 begin
  insert into vote_quarters values (new.at / 900000, 1) on conflict do update set count = count + 1;
end;
create trigger votes_by_quarter_update after update of counted, at on votes
when old.counted <> new.counted or old.at <> new.at begin
  update vote_quarters set count = count - 1 where old.counted = 1 and quarter = old.at / 900000;
  insert into vote_quarters select new.at / 900000, 1 where new.counted = 1
    on conflict do update set count = count + 1;
end;
create trigger votes_by_quarter_delete after delete on votes when old.counted = 1 begin
  update vote_quarters set count = count - 1 where quarter = old.at / 900000;
end;
create trigger listings_changed_order after update of votes, launched_at on listings
when new.status = 'live' and (old.votes <> new.votes or old.launched_at is not new.launched_at) begin
  insert into listing_changes(slug, shown) select distinct 'category/' || path.above, 'page'
    from listing_categories link cross join category_paths path on path.slug = link.category_slug
    where link.listing_id = new.id;
end;
create trigger upload_uses_draft_insert after insert on drafts when instr(new.content_json, '/uploads/') > 0 begin
  insert or ignore into upload_uses(upload_id, place, owner)
    select substr(value, instr(value, '/uploads/') + 9, 27), 'draft', new.id from json_tree(new.content_json)
    where type = 'text' and value glob 'http*/uploads/???????????????????????????/[0-9]*';
end;
create trigger upload_uses_draft_update after update of content_json on drafts
when instr(old.content_json, '/uploads/') > 0 or instr(new.content_json, '/uploads/') > 0 begin
  delete from upload_uses where place = 'draft' and owner = new.id;
  insert or ignore into upload_uses(upload_id, place, owner)
    select substr(value, instr(value, '/uploads/') + 9, 27), 'draft', new.id from json_tree(new.content_json)
    where type = 'text' and value glob 'http*/uploads/???????????????????????????/[0-9]*';
end;
create trigger upload_uses_listing_insert after insert on listings
when instr(coalesce(new.logo_url, '') || new.profile_json, '/uploads/') > 0 begin
  insert or ignore into upload_uses(upload_id, place, owner)
    select substr(value, instr(value, '/uploads/') + 9, 27), 'listing', new.id
    from json_tree(json_array(new.logo_url, json(new.profile_json))) where type = 'text'
    and value glob 'http*/uploads/???????????????????????????/[0-9]*';
end;
create trigger upload_uses_listing_update after update of logo_url, profile_json on listings
when instr(coalesce(old.logo_url, '') || old.profile_json, '/uploads/') > 0
  or instr(coalesce(new.logo_url, '') || new.profile_json, '/uploads/') > 0 begin
  delete from upload_uses where place = 'listing' and owner = new.id;
  insert or ignore into upload_uses(upload_id, place, owner)
    select substr(value, instr(value, '/uploads/') + 9, 27), 'listing', new.id
    from json_tree(json_array(new.logo_url, json(new.profile_json))) where type = 'text'
    and value glob 'http*/uploads/???????????????????????????/[0-9]*';
end;
create trigger upload_uses_listing_delete after delete on listings begin
  delete from upload_uses where place = 'listing' and owner = old.id;
end;
create trigger upload_uses_version_insert after insert on listing_versions
when instr(new.snapshot_json, '/uploads/') > 0 begin
  insert or ignore into upload_uses(upload_id, place, owner, version)
    select substr(value, instr(value, '/uploads/') + 9, 27), 'version', new.listing_id, new.version
    from json_tree(new.snapshot_json) where type = 'text'
    and value glob 'http*/uploads/???????????????????????????/[0-9]*';
end;
create trigger upload_uses_version_delete after delete on listing_versions
when instr(old.snapshot_json, '/uploads/') > 0 begin
  delete from upload_uses where place = 'version' and owner = old.listing_id and version = old.version;
end;
create trigger votes_changed_race_insert after insert on votes when new.counted begin
  insert into listing_changes(slug, shown) values ('race/', 'page');
end;
create trigger collection_items_removed after delete on collection_items begin
  update collection_items set place = place - 1 where collection_id = old.collection_id and place > old.place;
end;

insert into search_state values ('words', 0), ('founder_names', 0);
