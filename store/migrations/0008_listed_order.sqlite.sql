drop index listings_newest;
drop index listings_votes;
drop index listings_trending;
drop index listings_views;
drop index listings_followers;
drop index listings_rating;
drop index listings_in_category;
drop index listings_sorting;
create index listings_newest on listings(status, listed_at desc, id);
create index listings_votes on listings(status, votes desc, listed_at, id);
create index listings_trending on listings(status, trending desc, listed_at, id);
create index listings_views on listings(status, views desc, listed_at, id);
create index listings_followers on listings(status, followers desc, listed_at, id);
create index listings_rating on listings(status, domain_rating desc, listed_at, id) where domain_rating is not null;
create index listings_in_category on listings(primary_category, votes desc, listed_at, id) where status = 'live';
drop index listings_launched;
create index listings_launched on listings(status, launched_at);
create index listings_sorting on listings(id, status, votes, listed_at, trending, views, followers, domain_rating);
drop trigger listings_changed_order;
create trigger listings_changed_order after update of votes, listed_at on listings
when new.status = 'live' and (old.votes <> new.votes or old.listed_at is not new.listed_at) begin
  insert into listing_changes(slug, shown) select distinct 'category/' || path.above, 'page'
    from listing_categories link cross join category_paths path on path.slug = link.category_slug
    where link.listing_id = new.id;
end;
-- Listings that go live without a launch are no news of their category.
drop trigger event_category_launch;
create trigger event_category_launch after update of status on listings
when new.status = 'live' and old.status <> 'live' and old.launched_at is null and new.launched_at is not null
  and new.is_demo = 0 begin
  insert into events(type, at, listing_id, data_json)
    values ('category.launch', new.updated_at, new.id, json_object('listing_id', new.id, 'slug', new.slug, 'name',
    new.name, 'tagline', new.tagline, 'launch_week', new.launch_week, 'categories',
    json((select json_group_array(category_slug order by position) from listing_categories
    where listing_id = new.id))));
end;
