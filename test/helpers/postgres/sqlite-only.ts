/** What the tests of `npm run test:postgres` are taken from. */
export const ON_BOTH = [
  "test/postgres/**/*.test.ts",
  "test/store/**/*.test.ts",
  "test/rest/**/*.test.ts",
  "test/orders/**/*.test.ts",
  "test/mcp/**/*.test.ts",
  "test/jobs/**/*.test.ts",
  "test/crash/**/*.test.ts",
  "test/cli/export-round-trip.test.ts",
];

const SEARCHES = "holds the index of search in the SQLite file, which each process has on PostgreSQL too";
const FILE = "is about the SQLite file";
const FOLDER =
  "kills processes on one folder; test/crash/nodes.test.ts and test/postgres/taken-over.test.ts kill nodes";
const BOTH = "has a file and a PostgreSQL of its own in every run";
const PROTOCOL = "asks for no rows but those of other tests of test/mcp: what it holds is the protocol";

/** Files that hold what only SQLite has, and why. */
export const SQLITE_ONLY: Record<string, string> = {
  "test/store/adding.test.ts": "compares what SQLite writes, row by row, with its query plans",
  "test/store/groups.test.ts": "holds the commits that changes share on SQLite",
  "test/store/listing-changes.test.ts":
    "counts the entries of one file, and the statements that SQLite runs; test/nodes/replica.test.ts follows them on PostgreSQL",
  "test/store/listing-vectors.test.ts": SEARCHES,
  "test/store/move.test.ts": BOTH,
  "test/store/move-refusals.test.ts": BOTH,
  "test/store/move-under-writes.test.ts": BOTH,
  "test/store/plans.test.ts": "reads the query plans of SQLite",
  "test/store/presence.test.ts": "holds the locks on files that show which processes live",
  "test/store/search.test.ts": SEARCHES,
  "test/store/search-questions.test.ts": SEARCHES,
  "test/store/search-recall.test.ts": SEARCHES,
  "test/store/snapshot.test.ts": FILE,
  "test/store/statement.test.ts": "runs statements on a bare connection of SQLite",
  "test/store/word-vectors.test.ts": "needs no database",
  "test/store/awaited.test.ts": "needs no database",
  "test/mcp/apps.test.ts": "shows views in a browser, whose rows are those of other tests of test/mcp",
  "test/mcp/asking.test.ts": PROTOCOL,
  "test/mcp/conformance.test.ts": PROTOCOL,
  "test/mcp/guard.test.ts": PROTOCOL,
  "test/mcp/limits.test.ts": PROTOCOL,
  "test/mcp/listed.test.ts": PROTOCOL,
  "test/mcp/sentences.test.ts": "calls the tools that test/mcp/answers.test.ts calls",
  "test/mcp/stores.test.ts": "needs no row: it holds what stores of apps look at",
  "test/mcp/tasks.test.ts": PROTOCOL,
  "test/mcp/traces.test.ts": PROTOCOL,
  "test/mcp/waiting.test.ts": PROTOCOL,
  "test/mcp/wire-traces.test.ts": PROTOCOL,
  "test/rest/router.test.ts": "asks a small catalogue without rows",
  "test/rest/slow-requests.test.ts": "holds connections, and asks for no row",
  "test/jobs/crash.test.ts": FOLDER,
  "test/jobs/digest-kills.test.ts": FOLDER,
  "test/jobs/two-processes.test.ts": FOLDER,
  "test/jobs/hostile-sites.test.ts":
    "holds how long drafting from hostile websites takes: it asks for no row but those of test/jobs/guest-crawls.test.ts",
  "test/crash/crash.test.ts": FOLDER,
  "test/crash/pair.test.ts": FOLDER,
};

/** Tests of other files, by their names. */
export const SQLITE_ONLY_TESTS: Record<string, string> = {
  "a search is refused at once, rolls back the change and blocks no other": SEARCHES,
  "is a 503 with Retry-After for writes and changes nothing, reads work, and writes work again once there is space":
    FILE,
  "is found by a probe, which leaves nothing behind": FILE,
  "delays what must be saved, and saves it as soon as there is space": FILE,
  "ends waiting when told to stop": FILE,
  "a change waits for another process's lock, and reads work meanwhile":
    "locks the SQLite file: test/postgres/away.test.ts locks the database",
  "a read-only database is reported as such, until it can be written again": FILE,
  "a damaged page is a 503 for reads that need it, permanently": FILE,
  "tables.ts has exactly the columns that the migrations create": "test/postgres/schema.test.ts does it for PostgreSQL",
  "happen once per listing in its week, with awards as published":
    "plays a year, which takes minutes: the other tests of test/jobs/calendar.test.ts make each of its steps",
  "shows no stale fact as fresh, reads sites only as scheduled, and emails owners at most once a week":
    "plays a year, which takes minutes: the other tests of test/jobs/recheck-facts.test.ts make each of its steps",
  "is a complete database, even during writes": FILE,
  "is invisible to readers until it commits": FILE,
};
