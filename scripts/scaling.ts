// How far a site goes, computed from measured figures: node scripts/scaling.ts. The tables are those of docs/scaling.md.

/** Measured on two cores; where, docs/benchmarks.md and docs/scaling.md say. Times are CPU time of a node. */
const MEASURED = {
  keptAnswerUs: 40,
  listingPageUs: 824,
  searchUs: 1530,
  /** Share of page requests whose page is kept, at the peak of a launch day: the home page, the week, listings of it. */
  keptShare: 0.8,
  sqliteBytesPerListing: 11_600,
  postgresBytesPerListing: 6_900,
  indexBytesPerListing: 9_000,
  bytesPerPicture: 25_000,
  picturesPerListing: 4,
  /** A statement of a change at a database in the same zone, there and back. */
  roundTripMs: 1,
  tripsPerVote: 7,
  statementsPerChange: 8,
  connectionsPerNode: 27,
  writersPerNode: 16,
  /** CPU time of PostgreSQL for a vote that two nodes follow, and the cores that it has. */
  databaseMsPerVote: 2.1,
  databaseCores: 4,
  /** CPU time of a node of two cores for a vote. */
  nodeMsPerVote: 2,
  /** What PostgreSQL needs to tell one node of one commit, which asks what changed. */
  followMs: 0.15,
};
/** Monthly prices in US dollars, of 2026, without tax and traffic: order of magnitude only. */
const PRICES = { nodeOf2Cores: 15, databaseOf4Cores: 250, gbOfDatabase: 0.12, gbOfBucket: 0.023 };

const { round, ceil, min } = Math;
const number = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: value < 10 ? 1 : 0 });
const gb = (bytes: number): string => `${number(bytes / 1e9)} GB`;

function table(head: string[], rows: (string | number)[][]): void {
  const cells = (row: (string | number)[]) => `| ${row.join(" | ")} |`;
  console.log([cells(head), `|${"---|".repeat(head.length)}`, ...rows.map(cells)].join("\n"), "\n");
}

/** Pages a second that a core serves at the peak. */
const pagesPerCore =
  1e6 / (MEASURED.keptShare * MEASURED.keptAnswerUs + (1 - MEASURED.keptShare) * MEASURED.listingPageUs);

function content(): void {
  const rows = [10_000, 100_000, 1_000_000].map((listings) => {
    const pictures = listings * MEASURED.picturesPerListing * MEASURED.bytesPerPicture;
    const database = listings * MEASURED.postgresBytesPerListing;
    const cost =
      PRICES.databaseOf4Cores +
      2 * PRICES.nodeOf2Cores +
      (database / 1e9) * PRICES.gbOfDatabase +
      (pictures / 1e9) * PRICES.gbOfBucket;
    return [
      number(listings),
      gb(listings * MEASURED.sqliteBytesPerListing),
      gb(database),
      gb(listings * MEASURED.indexBytesPerListing),
      gb(pictures),
      `$${round(cost)}`,
    ];
  });
  table(["listings", "SQLite file", "PostgreSQL", "index of each node", "pictures", "two nodes, a month"], rows);
}

/** Half of a core is left free for jobs, searches and the unexpected. */
const USED = 0.5;

function peaks(): void {
  const rows = [1, 10, 100].map((nodes) => {
    const cores = 2 * nodes;
    const pages = cores * USED * pagesPerCore;
    const ofNodes = (nodes * MEASURED.writersPerNode * 1000) / (MEASURED.tripsPerVote * MEASURED.roundTripMs);
    const ofTheirCores = (cores * 1000) / MEASURED.nodeMsPerVote;
    const votes = min(ofNodes, ofTheirCores, (MEASURED.databaseCores * 1000) / MEASURED.databaseMsPerVote);
    const changes = 1000 / (MEASURED.statementsPerChange * MEASURED.roundTripMs);
    return [
      nodes,
      number(pages),
      number(cores * USED * (1e6 / MEASURED.searchUs)),
      number(votes * 3600),
      number(changes),
      nodes * MEASURED.connectionsPerNode,
      `${number((nodes * votes * MEASURED.followMs) / 1000)} cores`,
    ];
  });
  table(
    [
      "nodes",
      "pages/s",
      "or searches/s",
      "votes an hour, at most",
      "other changes/s",
      "connections",
      "following these votes takes of PostgreSQL",
    ],
    rows,
  );
}

function launchDay(): void {
  const rows = [10_000, 100_000, 1_000_000].map((visitors) => {
    // A third of a day's visitors in its two busiest hours; 5 pages and one search by every fourth, a vote by every fifth.
    const perSecond = visitors / 3 / 7200;
    const pageCores = (perSecond * 5) / pagesPerCore;
    const searchCores = (perSecond * 0.25 * MEASURED.searchUs) / 1e6;
    const cores = (pageCores + searchCores) / USED;
    return [
      number(visitors),
      number(perSecond * 5),
      number(perSecond * 0.25),
      number((visitors / 3 / 2) * 0.2),
      cores.toFixed(2),
      ceil(cores / 2) + 1,
    ];
  });
  table(
    ["visitors that day", "pages/s", "searches/s", "votes an hour", "cores", "nodes of 2 cores, one to spare"],
    rows,
  );
}

content();
peaks();
launchDay();
