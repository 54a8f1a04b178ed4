create or replace function listings_updated() returns trigger language plpgsql as $$
declare
  figured text[];
  moved bigint[];
begin
  select
    array_agg(now.slug) filter (where now.votes <> before.votes or now.followers <> before.followers
      or now.rating_sum <> before.rating_sum or now.rating_count <> before.rating_count
      or now.domain_rating is distinct from before.domain_rating),
    array_agg(id) filter (where now.status = 'live'
      and (now.votes <> before.votes or now.listed_at is distinct from before.listed_at))
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
-- Listings that go live without a launch are no news of their category.
create or replace trigger event_category_launch after update of status on listings
for each row when (new.status = 'live' and old.status <> 'live' and old.launched_at is null
  and new.launched_at is not null and new.is_demo = 0)
execute function event_category_launch();
