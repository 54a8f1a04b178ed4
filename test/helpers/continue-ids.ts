import { isPostgres } from "./postgres/is-postgres.ts";

/** The next listing has this id, as if that many had come and gone. */
export const continueIds = (raw: { exec(sql: string): unknown }, at: number): void =>
  void raw.exec(
    isPostgres()
      ? `select setval(pg_get_serial_sequence('listings', 'id'), ${at - 1})`
      : `delete from sqlite_sequence where name = 'listings'; insert into sqlite_sequence values ('listings', ${at - 1})`,
  );
