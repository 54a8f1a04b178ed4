-- Sitemaps, pictures and what search engines are told of read the SQLite file of each process, which has these indexes.
-- Without the time and the profile in an index, an edit of a text writes no index of listings, if the page has room for it.
drop index listings_addresses;
drop index listings_by_shard;
drop index listings_by_change;
drop index listings_with_media;
drop index listings_held;
create index listings_held on listings(status) where status in ('pending_review', 'rejected', 'suspended');
