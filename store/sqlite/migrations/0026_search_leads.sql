-- Words of taglines and keywords, which say what a listing is about.
create virtual table listing_leads using fts5(
  words, content='', contentless_delete=1, detail='none', tokenize='ascii'
);
-- The parts of the words are separated by char(1): name, tagline, keywords, description.
insert into listing_leads(rowid, words)
  select listing_id, substr(rest, 1, instr(rest, char(1)) + instr(substr(rest, instr(rest, char(1)) + 1), char(1)))
  from (select listing_id, substr(words, instr(words, char(1)) + 1) as rest from listing_texts);

-- How people ask for what is in a category. Null until the seed or the site team gives some.
alter table categories add column phrases_json text;

-- Searches keep the words of all categories; listing 0 stands for them.
create trigger categories_search_insert after insert on categories begin
  insert into search_changes(listing_id) values (0);
end;
create trigger categories_search_update after update on categories begin
  insert into search_changes(listing_id) values (0);
end;
create trigger categories_search_delete after delete on categories begin
  insert into search_changes(listing_id) values (0);
end;
