/** What `npm run test:long` runs and `npm test` leaves out: browsers, kills and long series. A seventh of the files takes two thirds of the time. */
export const LONG = [
  "test/browser/!(first-run|submit-to-live).test.ts",
  "test/attack/attack.test.ts",
  "test/crash/crash.test.ts",
  "test/crash/pair.test.ts",
  "test/drill/drill.test.ts",
  "test/release/executable.test.ts",
  "test/nodes/*.test.ts",
  "test/jobs/hostile-sites.test.ts",
  "test/jobs/recheck-facts.test.ts",
  "test/jobs/digest-kills.test.ts",
  "test/jobs/crash.test.ts",
  "test/jobs/bucket-uploads.test.ts",
  "test/jobs/calendar.test.ts",
  "test/jobs/comments.test.ts",
  "test/mcp/apps.test.ts",
  "test/mcp/conformance.test.ts",
  "test/store/move*.test.ts",
  "test/store/listing-changes.test.ts",
  "test/site/cards.test.ts",
  "test/site/launch-room.test.ts",
  "test/pictures/bucket.test.ts",
  "test/auth/documents.test.ts",
  "test/tools/freshness.test.ts",
  "test/cli/commands.test.ts",
  "test/cli/start.test.ts",
];

/** Set by the commands (`scripts/check.ts`). Without it, vitest takes every file. */
export const part = (): string | undefined => process.env.TEST_PART;
