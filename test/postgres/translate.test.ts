import { expect, it } from "vitest";
import { toPostgres } from "../../store/postgres/translate.ts";

const translated: [what: string, sqlite: string, postgres: string][] = [
  [
    "values are numbered, but not in texts",
    "select ? || '?', \"a?\" from t where b = ?",
    "select $1 || '?' , \"a?\" from t where b = $2",
  ],
  [
    "null is the smallest value",
    "select 1 from t order by launched_at desc, id",
    "select 1 from t order by launched_at desc nulls last, id",
  ],
  [
    "a value that may be null comes first",
    "select 1 from t order by max(votes), votes",
    "select 1 from t order by max ( votes ) nulls first, votes",
  ],
  ["hints are left out", "select 1 from t indexed by t_a where +a = 1", "select 1 from t where a = 1"],
  [
    "a cross join with a condition is a join",
    "select 1 from a cross join b on b.id = a.id cross join c",
    "select 1 from a join b on b . id = a . id cross join c",
  ],
  [
    "null equals null",
    "select a is not ?, a is not null, a is b",
    "select a is distinct from $1 , a is not null , a is not distinct from b",
  ],
  ["letters match whatever their case", "a like ? escape '\\'", "a ilike $1 escape '\\'"],
  [
    "targets of conflicts have no table",
    'on conflict ("t"."a", "t"."b") do nothing',
    'on conflict ( "a" , "b" ) do nothing',
  ],
  [
    "integers have eight bytes",
    "cast(a as integer), value /*integer*/ + 1",
    "cast ( a as bigint ) , value :: bigint + 1",
  ],
  [
    "a few values are an array, for which an index is used",
    "a in /*few*/ (select value /*integer*/ from json_each(?)) and b = ?",
    "a = any ( array ( select value :: bigint from json_each ( $1 ) ) ) and b = $2",
  ],
  [
    "rows are locked in their order",
    "select id from t where id = ? order by id asc /*locked*/",
    "select id from t where id = $1 order by id asc for no key update",
  ],
  ["names keep their case", "select count(*) as badgeViews", 'select count ( * ) as "badgeViews"'],
];

it.each(translated)("SQL for PostgreSQL: %s", (_, sqlite, postgres) => {
  expect(toPostgres(sqlite)).toBe(postgres);
});
