-- One order for equal figures: the earlier launch, then the lower id.
drop index listings_newest;
drop index listings_votes;
drop index listings_trending;
drop index listings_views;
drop index listings_followers;
drop index listings_rating;
drop index listings_in_category;
create index listings_newest on listings(status, launched_at desc, id);
create index listings_votes on listings(status, votes desc, launched_at, id);
create index listings_trending on listings(status, trending desc, launched_at, id);
create index listings_views on listings(status, views desc, launched_at, id);
create index listings_followers on listings(status, followers desc, launched_at, id);
create index listings_rating on listings(status, domain_rating desc, launched_at, id) where domain_rating is not null;
create index listings_in_category on listings(primary_category, votes desc, launched_at, id) where status = 'live';

-- Names of founders as people sort them (domain/sort-name.ts). Keys of another version are written anew when the store opens.
alter table founders add column sort_name text not null default '';
drop index founders_by_name;
create index founders_by_name on founders(sort_name, id) where live_listings > 0;
insert into search_state values ('founder_names', 0);
