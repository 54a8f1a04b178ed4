-- What a listing is about, as a direction made from the vectors of its words; of another version it is made again.
-- Empty if its text is not English.
create table listing_vectors (
  listing_id integer primary key references listings(id) on delete cascade,
  version integer not null,
  vector blob not null
) strict;
