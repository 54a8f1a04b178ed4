-- How many rows are shown, kept by triggers: a page that says how many there are counts none of them.
create table counts (name text primary key, count integer not null) strict, without rowid;
create table category_counts (
  slug text primary key,
  -- live listings in the category itself, and there or below, each once
  own integer not null default 0,
  total integer not null default 0
) strict, without rowid;
-- Each category with itself and all above it.
create table category_paths (
  slug text not null,
  above text not null,
  primary key (slug, above)
) strict, without rowid;
create index category_paths_above on category_paths(above, slug);

insert into category_paths
with recursive path(slug, above) as (
  select slug, slug from categories
  union all
  select path.slug, categories.parent_slug from path join categories on categories.slug = path.above
  where categories.parent_slug is not null
)
select slug, above from path;
insert into category_counts
select slug,
  (select count(*) from listing_categories link cross join listings on listings.id = link.listing_id
   where link.category_slug = categories.slug and listings.status = 'live'),
  (select count(distinct link.listing_id) from category_paths path
   cross join listing_categories link on link.category_slug = path.slug
   cross join listings on listings.id = link.listing_id
   where path.above = categories.slug and listings.status = 'live')
from categories;
insert into counts values
  ('live', (select count(*) from listings where status = 'live')),
  ('voted', (select count(*) from listings where status = 'live' and votes > 0)),
  ('rated', (select count(*) from listings where status = 'live' and domain_rating is not null)),
  ('updates', (select count(*) from listing_updates cross join listings on listings.id = listing_id where status = 'live')),
  ('founders', (select count(*) from founders where live_listings > 0));

create trigger listings_counted_insert after insert on listings when new.status = 'live' begin
  update counts set count = count + 1 where name = 'live';
  update counts set count = count + (new.votes > 0) where name = 'voted';
  update counts set count = count + (new.domain_rating is not null) where name = 'rated';
end;
create trigger listings_counted_update after update of status, votes, domain_rating on listings
when (old.status = 'live') <> (new.status = 'live')
  or (old.votes > 0) <> (new.votes > 0)
  or (old.domain_rating is null) <> (new.domain_rating is null)
begin
  update counts set count = count + (new.status = 'live') - (old.status = 'live') where name = 'live';
  update counts set count = count + (new.status = 'live' and new.votes > 0) - (old.status = 'live' and old.votes > 0)
  where name = 'voted';
  update counts
  set count = count + (new.status = 'live' and new.domain_rating is not null)
    - (old.status = 'live' and old.domain_rating is not null)
  where name = 'rated';
end;
create trigger listings_counted_in_categories after update of status on listings
when (old.status = 'live') <> (new.status = 'live') begin
  update category_counts set own = own + (new.status = 'live') - (old.status = 'live')
  where slug in (select category_slug from listing_categories where listing_id = new.id);
  update category_counts set total = total + (new.status = 'live') - (old.status = 'live')
  where slug in (
    select path.above from listing_categories link cross join category_paths path on path.slug = link.category_slug
    where link.listing_id = new.id
  );
  update counts
  set count = count + ((new.status = 'live') - (old.status = 'live'))
    * (select count(*) from listing_updates where listing_id = new.id)
  where name = 'updates';
end;
-- Before its links and updates go with it.
create trigger listings_counted_delete before delete on listings when old.status = 'live' begin
  update counts set count = count - 1 where name = 'live';
  update counts set count = count - (old.votes > 0) where name = 'voted';
  update counts set count = count - (old.domain_rating is not null) where name = 'rated';
  update counts set count = count - (select count(*) from listing_updates where listing_id = old.id) where name = 'updates';
  update category_counts set own = own - 1
  where slug in (select category_slug from listing_categories where listing_id = old.id);
  update category_counts set total = total - 1
  where slug in (
    select path.above from listing_categories link cross join category_paths path on path.slug = link.category_slug
    where link.listing_id = old.id
  );
end;

-- A listing counts once above several of its categories.
create trigger listing_categories_counted_insert after insert on listing_categories
when (select status from listings where id = new.listing_id) = 'live' begin
  update category_counts set own = own + 1 where slug = new.category_slug;
  update category_counts set total = total + 1
  where slug in (select above from category_paths where slug = new.category_slug)
    and not exists (
      select 1 from listing_categories link cross join category_paths path on path.slug = link.category_slug
      where link.listing_id = new.listing_id and link.category_slug <> new.category_slug
        and path.above = category_counts.slug
    );
end;
create trigger listing_categories_counted_delete after delete on listing_categories
when (select status from listings where id = old.listing_id) = 'live' begin
  update category_counts set own = own - 1 where slug = old.category_slug;
  update category_counts set total = total - 1
  where slug in (select above from category_paths where slug = old.category_slug)
    and not exists (
      select 1 from listing_categories link cross join category_paths path on path.slug = link.category_slug
      where link.listing_id = old.listing_id and path.above = category_counts.slug
    );
end;

create trigger categories_counted_insert after insert on categories begin
  insert into category_counts(slug) values (new.slug);
  insert into category_paths(slug, above)
  select new.slug, new.slug union select new.slug, above from category_paths where slug = new.parent_slug;
end;
create trigger categories_counted_delete after delete on categories begin
  delete from category_counts where slug = old.slug;
  delete from category_paths where slug = old.slug or above = old.slug;
end;
create trigger categories_counted_move after update of parent_slug on categories
when old.parent_slug is not new.parent_slug begin
  delete from category_paths
  where slug in (select slug from category_paths where above = new.slug)
    and above in (select above from category_paths where slug = new.slug and above <> new.slug);
  insert into category_paths(slug, above)
  select below.slug, up.above from category_paths below cross join category_paths up
  where below.above = new.slug and up.slug = new.parent_slug;
  update category_counts set total = (
    select count(distinct link.listing_id) from category_paths path
    cross join listing_categories link on link.category_slug = path.slug
    cross join listings on listings.id = link.listing_id
    where path.above = category_counts.slug and listings.status = 'live'
  )
  where slug in (select above from category_paths where slug in (old.parent_slug, new.parent_slug));
end;

create trigger listing_updates_counted_insert after insert on listing_updates
when (select status from listings where id = new.listing_id) = 'live' begin
  update counts set count = count + 1 where name = 'updates';
end;
create trigger listing_updates_counted_delete after delete on listing_updates
when (select status from listings where id = old.listing_id) = 'live' begin
  update counts set count = count - 1 where name = 'updates';
end;

create trigger listing_updates_counted_move after update of listing_id on listing_updates begin
  update counts
  set count = count + coalesce((select status = 'live' from listings where id = new.listing_id), 0)
    - coalesce((select status = 'live' from listings where id = old.listing_id), 0)
  where name = 'updates';
end;

-- A founder comes without listings, and goes when the last is unlinked.
create trigger founders_counted_update after update of live_listings on founders
when (old.live_listings > 0) <> (new.live_listings > 0) begin
  update counts set count = count + (new.live_listings > 0) - (old.live_listings > 0) where name = 'founders';
end;
