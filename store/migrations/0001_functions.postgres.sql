-- Functions of SQLite that the repositories use.
create function json_valid(doc text) returns boolean language plpgsql immutable as $$
begin
  return doc::jsonb is not null;
exception when others then
  return false;
end $$;
create function json_extract(doc text, path text) returns text language sql immutable strict as
  $$ select jsonb_path_query_first(doc::jsonb, path::jsonpath) #>> '{}' $$;
create function json_array_length(doc text, path text) returns bigint language sql immutable strict as
  $$ select case when jsonb_typeof(found) = 'array' then jsonb_array_length(found) else 0 end
     from jsonb_path_query_first(doc::jsonb, path::jsonpath) found $$;
create function as_jsonb(doc text) returns jsonb language sql immutable strict as $$ select doc::jsonb $$;
create function as_jsonb(list json) returns jsonb language sql immutable as $$ select coalesce(list::jsonb, '[]') $$;
create function json_each(doc text) returns table(key text, value text, type text)
language sql immutable rows 20 as $$
  select (place - 1)::text, item #>> '{}', jsonb_typeof(item)
  from jsonb_array_elements(case when jsonb_typeof(doc::jsonb) = 'array' then doc::jsonb end) with ordinality list(item, place)
  union all
  select field, content #>> '{}', jsonb_typeof(content)
  from jsonb_each(case when jsonb_typeof(doc::jsonb) = 'object' then doc::jsonb end) object(field, content) $$;
create function json_each(doc text, path text) returns table(key text, value text, type text)
language sql immutable rows 20 as
  $$ select * from json_each(jsonb_path_query_first(doc::jsonb, path::jsonpath)::text) $$;
create function text_field(doc text, field text) returns text language sql immutable strict as $$
  select case when left(field, 1) = '$' then jsonb_path_query_first(doc::jsonb, field::jsonpath) #>> '{}'
    else doc::jsonb ->> field end $$;
create function text_item(doc text, place integer) returns text language sql immutable strict as
  $$ select doc::jsonb ->> place $$;
create function json_field(doc text, field text) returns text language sql immutable strict as $$
  select case when left(field, 1) = '$' then jsonb_path_query_first(doc::jsonb, field::jsonpath)
    else doc::jsonb -> field end :: text $$;
create operator ->> (leftarg = text, rightarg = text, function = text_field);
create operator ->> (leftarg = text, rightarg = integer, function = text_item);
create operator -> (leftarg = text, rightarg = text, function = json_field);
create function instr(words text, part text) returns integer language sql immutable strict as
  $$ select strpos(words, part) $$;
create function date(seconds bigint, unit text) returns text language sql immutable strict as
  $$ select to_char(timestamp 'epoch' + seconds * interval '1 second', 'YYYY-MM-DD') $$;
create function max(one bigint, other bigint) returns bigint language sql immutable as
  $$ select case when one is not null and other is not null then greatest(one, other) end $$;
create function min(one bigint, other bigint) returns bigint language sql immutable as
  $$ select case when one is not null and other is not null then least(one, other) end $$;
create function iif(fact boolean, one anycompatible, other anycompatible) returns anycompatible language sql immutable as
  $$ select case when fact then one else other end $$;

-- A comparison is 1 or 0 in SQLite, which some queries add up.
create function add_fact(total bigint, fact boolean) returns bigint language sql immutable as
  $$ select total + fact::int $$;
create function take_fact(total bigint, fact boolean) returns bigint language sql immutable as
  $$ select total - fact::int $$;
create function take_fact(one boolean, other boolean) returns bigint language sql immutable as
  $$ select (one::int - other::int)::bigint $$;
create function is_fact(number bigint, fact boolean) returns boolean language sql immutable as
  $$ select number = fact::int $$;
create operator + (leftarg = bigint, rightarg = boolean, function = add_fact);
create operator - (leftarg = bigint, rightarg = boolean, function = take_fact);
create operator - (leftarg = boolean, rightarg = boolean, function = take_fact);
create operator = (leftarg = bigint, rightarg = boolean, function = is_fact);
create function count_fact(total bigint, fact boolean) returns bigint language sql immutable as
  $$ select case when fact is null then total else coalesce(total, 0) + fact::int end $$;
create aggregate sum(boolean) (sfunc = count_fact, stype = bigint, combinefunc = int8pl, parallel = safe);

-- The ids of uploads that a JSON text names, as the addresses of their pictures.
create function uploads_in(doc text) returns setof text language sql immutable strict as $$
  select distinct match[1] from regexp_matches(doc, '"http[^"]*/uploads/([^"/]{27})/[0-9]', 'g') match $$;

create function keep_sequence() returns trigger language plpgsql as $$
begin
  execute format('select setval(%L, $1) from %I where last_value < $1 or not is_called', tg_argv[0], tg_argv[0]) using new.id;
  return null;
end $$;
