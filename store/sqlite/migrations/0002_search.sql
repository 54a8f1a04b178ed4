-- Search: every listing's words are indexed, whatever its status; who may find it is decided by the row when somebody searches.
-- The words come from domain/search-text.ts already folded, so the tokenizer only splits at spaces.

drop table listing_search;

-- Beside the index, to rank with: the folded name, and all words ordered by where they count most.
create table listing_texts (
  listing_id integer primary key references listings(id) on delete cascade,
  name text not null,
  words text not null
) strict;
create index listing_texts_name on listing_texts(name);

create virtual table listing_search using fts5(
  words, content='', contentless_delete=1, detail='none', tokenize='ascii'
);
create virtual table listing_search_words using fts5vocab(listing_search, row);

-- Words of names only.
create virtual table listing_names using fts5(
  words, content='', contentless_delete=1, detail='none', tokenize='ascii', prefix='1 2'
);

-- The version of the rules by which the words were cut; an index of another version is rebuilt when the store opens.
create table search_state (key text primary key, value integer not null) strict;
insert into search_state values ('words', 0);

create index listings_status on listings(status);
create index listings_stage on listings(stage);
create index listings_country on listings(country);
create index listings_pricing on listings(pricing_model);

-- Which listings changed, so that what a process remembers of the index follows every writer.
create table search_changes (seq integer primary key, listing_id integer not null) strict;

create trigger search_changes_trim after insert on search_changes when new.seq % 1000 = 0 begin
  delete from search_changes where seq <= new.seq - 20000;
end;
create trigger listings_search_insert after insert on listings begin
  insert into search_changes(listing_id) values (new.id);
end;
create trigger listings_search_update after update of status, stage, country, pricing_model, domain on listings begin
  insert into search_changes(listing_id) values (new.id);
end;
create trigger listings_search_delete after delete on listings begin
  insert into search_changes(listing_id) values (old.id);
end;
create trigger listing_categories_search_insert after insert on listing_categories begin
  insert into search_changes(listing_id) values (new.listing_id);
end;
create trigger listing_categories_search_delete after delete on listing_categories begin
  insert into search_changes(listing_id) values (old.listing_id);
end;
create trigger listing_texts_search_insert after insert on listing_texts begin
  insert into search_changes(listing_id) values (new.listing_id);
end;
create trigger listing_texts_search_update after update on listing_texts begin
  insert into search_changes(listing_id) values (new.listing_id);
end;
