-- Steps of the first run that the team set aside. Whether the others are done is read from what is there.
create table first_run_aside (step text primary key) strict, without rowid;

-- Demo listings are counted and removed from this index.
create index listings_demo on listings(id) where is_demo = 1;
