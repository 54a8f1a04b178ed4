-- own:KEY in search_state is the id up to which the words of listings agree with a changed field. A job
-- or, on PostgreSQL, each process does the rest.
create trigger own_fields_words_insert after insert on own_fields when new.definition_json ->> '$.isSearched' begin
  insert into search_state(key, value) values ('own:' || new.key, 0) on conflict(key) do update set value = 0;
end;
create trigger own_fields_words_update after update on own_fields
when iif(new.definition_json ->> '$.isSearched', json_array(new.kind, new.definition_json -> '$.options'), null)
  is not iif(old.definition_json ->> '$.isSearched', json_array(old.kind, old.definition_json -> '$.options'), null) begin
  insert into search_state(key, value) values ('own:' || new.key, 0) on conflict(key) do update set value = 0;
end;
create trigger own_fields_words_delete after delete on own_fields when old.definition_json ->> '$.isSearched' begin
  insert into search_state(key, value) values ('own:' || old.key, 0) on conflict(key) do update set value = 0;
end;
insert into search_state(key, value) select 'own:' || key, 0 from own_fields where definition_json ->> '$.isSearched';
