-- What listings are sorted by, beside their ids: a search that found a few thousand reads these few bytes and not the rows.
create index listings_sorting on listings(id, votes, launched_at, trending, views, followers);
