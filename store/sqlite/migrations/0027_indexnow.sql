-- Up to which change search engines were told of listings.
create table indexnow (
  only integer primary key check (only = 1),
  changed_at integer not null,
  listing_id integer not null
) strict;

-- Listings that the public sees or saw, in the order of their last change.
create index listings_by_change on listings(updated_at, id) where status = 'live' or launched_at is not null;
