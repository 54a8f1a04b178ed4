-- Lists of products that people make: the private one that a tap saves to, and those they name.
create table collections (
  id text primary key,
  account_id text not null references accounts(id) on delete cascade,
  kind text not null check (kind in ('saved', 'made')),
  -- The end of its address. Nobody can guess it, and it stays when the title changes.
  key text not null unique,
  title text not null,
  description text,
  is_public integer not null check (is_public in (0, 1)),
  published_at integer,
  -- Set by the site team, with the reason that its owner is told.
  hidden_at integer,
  hidden_reason text,
  -- Set while its words wait for the team.
  held_at integer,
  created_at integer not null,
  updated_at integer not null,
  check (kind = 'made' or is_public = 0)
) strict;
create index collections_account on collections(account_id);
create unique index collections_saved on collections(account_id) where kind = 'saved';
create index collections_public on collections(updated_at) where is_public = 1;

create table collection_items (
  collection_id text not null references collections(id) on delete cascade,
  listing_id integer not null references listings(id) on delete cascade,
  -- From 1 without gaps. Those that are not public keep theirs.
  place integer not null,
  note text,
  added_at integer not null,
  -- The owner of the collection while everybody can see it. Triggers keep it, and a page counts by it.
  shown_by text,
  primary key (collection_id, listing_id)
) strict, without rowid;
create index collection_items_place on collection_items(collection_id, place);
create index collection_items_listing on collection_items(listing_id);
create index collection_items_shown on collection_items(listing_id, shown_by) where shown_by is not null;

-- Who is told when a collection grows.
create table collection_follows (
  collection_id text not null references collections(id) on delete cascade,
  account_id text not null references accounts(id) on delete cascade,
  at integer not null,
  primary key (collection_id, account_id)
) strict, without rowid;
create index collection_follows_account on collection_follows(account_id);

create trigger collection_items_added after insert on collection_items begin
  update collection_items set shown_by = (
    select collections.account_id from collections join accounts on accounts.id = collections.account_id
    where collections.id = new.collection_id and is_public <> 0 and hidden_at is null and held_at is null
      and accounts.status = 'active')
  where collection_id = new.collection_id and listing_id = new.listing_id;
end;
-- A listing that is deleted for good leaves no gap either.
create trigger collection_items_removed after delete on collection_items begin
  update collection_items set place = place - 1 where collection_id = old.collection_id and place > old.place;
end;
create trigger collections_shown after update of is_public, hidden_at, held_at, account_id on collections begin
  update collection_items set shown_by = (
    select id from accounts where id = new.account_id and status = 'active'
      and new.is_public <> 0 and new.hidden_at is null and new.held_at is null)
  where collection_id = new.id;
end;
create trigger collections_shown_by_account after update of status on accounts
when (old.status = 'active') <> (new.status = 'active') begin
  update collection_items set shown_by = (
    select account_id from collections where id = collection_items.collection_id
      and is_public <> 0 and hidden_at is null and held_at is null and new.status = 'active')
  where collection_id in (select id from collections where account_id = new.id);
end;

-- The page of a listing says how many collections have it.
create trigger collection_items_changed_shown after update of shown_by, listing_id on collection_items
when old.shown_by is not new.shown_by or (new.shown_by is not null and old.listing_id <> new.listing_id) begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id in (old.listing_id, new.listing_id);
end;
create trigger collection_items_changed_delete after delete on collection_items when old.shown_by is not null begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id = old.listing_id;
end;
-- Rows that are copied with their owner were never without one.
create trigger collection_items_changed_insert after insert on collection_items when new.shown_by is not null begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id = new.listing_id;
end;
