-- Processes sort and filter in their own SQLite files, so these only made writes dearer. Without figures in an index,
-- votes, views and follows write no index of listings, if the page has room for the new row.
drop index listings_votes;
drop index listings_trending;
drop index listings_views;
drop index listings_followers;
drop index listings_sorting;
drop index listings_in_category;
drop index listings_newest;
drop index listings_rating;
drop index listings_stage;
drop index listings_country;
drop index listings_in_country;
drop index listings_pricing;
drop index listings_looks;
create index listings_of_category on listings(primary_category) where status = 'live';
alter table listings set (fillfactor = 70);

-- votes_burst and votes_new have the same columns for all votes.
drop index votes_counted;
drop index votes_first;

-- Said so that no plan reads all categories: the row is one of few.
create or replace function listings_changed_order() returns trigger language plpgsql as $$ begin
  insert into listing_changes(slug, shown)
  select distinct 'category/' || above, 'page' from category_paths
  where slug = any(array(select category_slug from listing_categories where listing_id = new.id));
  return null;
end $$;

-- Without a call of another function for each vote.
create or replace function votes_by_quarter() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' and old.counted = 1 then perform add_to_quarter(old.at, -1); end if;
  if tg_op <> 'DELETE' and new.counted = 1 then
    insert into vote_quarter_parts as known values (new.at / 900000, pg_backend_pid() % 64, 1)
    on conflict (quarter, part) do update set count = known.count + 1;
  end if;
  return null;
end $$;
