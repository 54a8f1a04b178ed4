import { beforeEach } from "vitest";
import { isPostgres } from "./is-postgres.ts";
import { SQLITE_ONLY_TESTS } from "./sqlite-only.ts";

beforeEach(({ task, skip }) => {
  const reason = isPostgres() ? SQLITE_ONLY_TESTS[task.name] : undefined;
  if (reason) skip(reason);
});
