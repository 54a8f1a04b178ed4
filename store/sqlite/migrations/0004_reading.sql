-- Alternatives that the owner of a listing approved, in the owner's order.
create table listing_alternatives (
  listing_id integer not null references listings(id) on delete cascade,
  alternative_id integer not null references listings(id) on delete cascade,
  position integer not null,
  approved_at integer not null,
  primary key (listing_id, alternative_id)
) strict, without rowid;
create index listing_alternatives_other on listing_alternatives(alternative_id);

-- The most voted of a category, and addresses for the sitemap, without reading the wide rows.
create index listings_in_category on listings(primary_category, votes desc, id desc) where status = 'live';
create index listings_addresses on listings(id, slug, updated_at) where status = 'live';
create index listings_in_country on listings(country) where status = 'live';
create index listings_launched on listings(launched_at, id) where status = 'live';

-- Founders are public while a listing of theirs is live: triggers count, so that every way to change a listing counts.
alter table founders add column live_listings integer not null default 0;
create index founders_by_name on founders(name collate nocase, id) where live_listings > 0;

create trigger listing_founders_added after insert on listing_founders begin
  update founders set live_listings = (
    select count(*) from listing_founders link join listings on listings.id = link.listing_id
    where link.founder_id = new.founder_id and listings.status = 'live'
  ) where id = new.founder_id;
end;
create trigger listing_founders_removed after delete on listing_founders begin
  update founders set live_listings = (
    select count(*) from listing_founders link join listings on listings.id = link.listing_id
    where link.founder_id = old.founder_id and listings.status = 'live'
  ) where id = old.founder_id;
end;
create trigger listings_founders_live after update of status on listings
when (old.status = 'live') <> (new.status = 'live') begin
  update founders set live_listings = (
    select count(*) from listing_founders link join listings on listings.id = link.listing_id
    where link.founder_id = founders.id and listings.status = 'live'
  ) where id in (select founder_id from listing_founders where listing_id = new.id);
end;
update founders set live_listings = (
  select count(*) from listing_founders link join listings on listings.id = link.listing_id
  where link.founder_id = founders.id and listings.status = 'live'
);

create virtual table founder_search using fts5(
  name, content='founders', content_rowid='id', tokenize="unicode61 remove_diacritics 2", prefix='1 2 3'
);
insert into founder_search(rowid, name) select id, name from founders;
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

-- Found by slug and not by rowid: a table without an integer key may be renumbered by VACUUM.
create virtual table post_search using fts5(
  slug unindexed, title, excerpt, tags, body, tokenize="unicode61 remove_diacritics 2", prefix='2 3'
);
insert into post_search(slug, title, excerpt, tags, body) select slug, title, excerpt, tags_json, body_markdown from posts;
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
create index posts_newest on posts(published_at desc, slug) where published_at is not null;
