import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { SMTPServer } from "smtp-server";
import { readSettings, type Settings } from "../../core/settings/config.ts";
import { burstLimits } from "../../domain/community/votes.ts";
import { createLog } from "../../server/log.ts";
import { openStore } from "../../server/open-store.ts";
import type { Store } from "../../store/store.ts";
import { freePort } from "../helpers/free-port.ts";
import { addListing, COMPLETE } from "../helpers/listing.ts";
import { addPerson, type Credentials } from "../helpers/people.ts";
import { createWebhookReceiver } from "../helpers/webhook-receiver.ts";
import { createWebsite } from "../helpers/website.ts";
import { createFailures } from "./failures.ts";
import { addEndpoint } from "./sent-events.ts";
import { createTill } from "./till.ts";

const UNLIMITED = 100_000_000;
const LISTINGS_EACH = 4;
const BYSTANDERS = 4;

export type Person = Credentials & { listings: number[]; slugs: string[] };
export type Delivery = { mailId: string; to: string; life: number; atMs: number };
/** What one installation meets: people with listings, websites, a mail server, a payment provider that sends notices. */
export type Ground = Awaited<ReturnType<typeof createGround>>;

const PAGE = (host: string) => `<!doctype html><html lang="en"><head><title>${host} – A product for tests</title>
<meta name="description" content="${host} does one thing, and does it again after a crash."></head>
<body><h1>${host}</h1><p>${host} does one thing, and does it again after a crash. It is free.</p></body></html>`;

/** Builds the surroundings of a server process that is started, killed and started again on one folder. */
export async function createGround({
  program = [process.execPath, join(import.meta.dirname, "../../server/main.ts")],
  people: count = 6,
  sites = 300,
  claimable = 60,
  env: more = {} as Record<string, string>,
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), "debut-crash-"));
  const proofs = new Map<string, string>();
  const page = (host: string) => PAGE(host.replace(/:\d+$/, ""));
  const website = await createWebsite({
    "/": (req, res) => void res.writeHead(200, { "content-type": "text/html" }).end(page(req.headers.host ?? "")),
    "/.well-known/debut-claim.txt": (req, res) => {
      const proof = proofs.get((req.headers.host ?? "").replace(/:\d+$/, ""));
      res.writeHead(proof ? 200 : 404, { "content-type": "text/plain" }).end(proof ?? "");
    },
  });
  const hosts = Array.from({ length: sites }, (_, index) => `s${index}.test`);
  const open = Array.from({ length: claimable }, (_, index) => `c${index}.test`);

  const deliveries: Delivery[] = [];
  let life = 0;
  const mail = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    // Each life of the server signs in under its own number, so that it is known which one sent a mail.
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? "" }),
    onData(stream, { envelope, user }, done) {
      let raw = "";
      stream.on("data", (chunk) => {
        raw += chunk;
      });
      stream.on("end", () => {
        const mailId = /^message-id:\s*<([^@>]+)@/im.exec(raw)?.[1] ?? "";
        deliveries.push({ mailId, to: envelope.rcptTo[0]?.address ?? "", life: Number(user), atMs: performance.now() });
        done();
      });
    },
  });
  mail.on("error", () => undefined);
  await new Promise<void>((done) => mail.listen(0, "127.0.0.1", done));

  const failures = createFailures();
  const till = await createTill();
  const receiver = await createWebhookReceiver(() => life);
  const hooks = Array.from({ length: count }, (_, index) => `hook${index}.test`);
  const env: Record<string, string> = {
    DATA_DIR: folder,
    // The same in every life, as on a real machine: sessions, links and payments belong to one address.
    PORT: String(await freePort()),
    LOG_LEVEL: "error",
    // Who dies while it starts leaves its unpacked database engine behind.
    TMPDIR: mkdtempSync(join(folder, "tmp-")),
    CRAWL_GAP_MS: "0",
    OUTBOUND_RESOLVE: [website.resolve(...hosts, ...open), receiver.resolve(...hooks)].join(","),
    MAIL_FROM: "Debut <hello@debut.test>",
    ...till.env,
    ...Object.fromEntries(
      ["READ", "WRITE", "SUBMIT_HOUR", "SUBMIT_DAY", "INVITE", "CLAIM_CHECK", "QUOTE", "CHECKOUT", "VOTE", "FOLLOW"]
        .concat(["OAUTH_TOKEN", "OAUTH_REGISTER"])
        .concat(["REVIEW", "VIEW", "SIGN_IN", "READ_ANONYMOUS", "SEARCH_ANONYMOUS", "MCP_ANONYMOUS", "REGENERATE"])
        .concat(["MCP", "CREDENTIAL", "PAGE_ANONYMOUS", "PAGE", "IMAGE"])
        .map((name) => [`LIMIT_${name}`, String(UNLIMITED)]),
    ),
    // No second chance for a refresh token, so that one that is used twice is seen.
    REFRESH_LEEWAY_SECONDS: "0",
    VOTE_BURST_NETWORK: String(UNLIMITED),
    VOTE_BURST_NEW_ACCOUNTS: String(UNLIMITED),
    ...more,
  };
  const { people, bystanders } = await settle(env, hooks, open);

  const mailPort = (mail.server.address() as AddressInfo).port;
  /** Starts the server, with options for Node; `ready` gives its address, or undefined when it was killed before it listened. */
  function spawnServer(
    nodeOptions: string[] = [],
    own: Record<string, string> = {},
  ): { child: ChildProcess; ready: Promise<string | undefined> } {
    life++;
    const [file = "", ...script] = program;
    const child = spawn(file, [...nodeOptions, ...script, "serve", "--json"], {
      env: { PATH: process.env.PATH ?? "", ...env, SMTP_URL: `smtp://${life}:x@127.0.0.1:${mailPort}`, ...own },
      stdio: ["ignore", "pipe", "pipe"],
    });
    failures.listen(child.stderr);
    const ready = Promise.race([
      once(createInterface(child.stdout!), "line").then(([line]) => (JSON.parse(line) as { site: string }).site),
      once(child, "exit").then(() => undefined),
    ]);
    return { child, ready };
  }

  return {
    folder,
    file: join(folder, "debut.db"),
    env,
    people,
    bystanders,
    hosts,
    claimable: open,
    proofs,
    deliveries,
    received: receiver.received,
    notice: till.notice,
    spawnServer,
    explained: failures.explained,
    async close() {
      await Promise.all([
        website.close(),
        till.close(),
        receiver.close(),
        new Promise<void>((done) => mail.close(() => done())),
      ]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Signed-in people with keys and live listings, and live listings that nobody owns, as an earlier life of the server left them. */
async function settle(env: Record<string, string>, hooks: string[], claimable: string[]) {
  const settings = readSettings(env);
  const store = await openStore(settings, createLog(settings));
  const at = new Date();
  const listing = (name: string, site: string, ownerId: string | null) =>
    addListing(store, { ...COMPLETE, name, site, ownerId }, at);
  const people: Person[] = [];
  for (const [index, hook] of hooks.entries()) {
    const person = await addPerson(
      store,
      { email: `p${index}@people.test`, name: `Person ${index}`, isAdmin: index === 0 },
      at,
    );
    await addEndpoint(store, person.id, hook, at);
    const own = [];
    for (let nth = 0; nth < LISTINGS_EACH; nth++)
      own.push(await listing(`Own ${index} ${nth}`, `own-${index}-${nth}.test`, person.id));
    people.push({ ...person, listings: own.map((one) => one.id), slugs: own.map((one) => one.slug) });
  }
  for (const [index, site] of claimable.entries()) await listing(`Open ${index}`, site, null);
  const bystanders = await addBystanders(store, people, settings, at);
  for (let nth = 0; nth < LISTINGS_EACH; nth++)
    bystanders.listings.push((await listing(`Quiet ${nth}`, `quiet-${nth}.test`, null)).id);
  await store.close();
  return { people, bystanders };
}

/** What nobody but the site team touches: accounts with votes and reviews that wait, and listings. */
async function addBystanders(store: Store, people: Person[], settings: Settings, at: Date) {
  const accounts: string[] = [];
  for (let index = 0; index < BYSTANDERS; index++) {
    const id = randomUUID();
    accounts.push(id);
    await store.change(async (tx) => {
      const email = `quiet${index}@people.test`;
      await tx.accounts.add({ id, email, name: `Quiet ${index}`, createdAt: at, emailVerifiedAt: at });
      const origin = { visitorHash: `quiet ${index}`, networkHash: null };
      for (const listingId of people.flatMap(({ listings }) => listings)) {
        await tx.votes.set(id, listingId, origin, burstLimits(settings), at);
        await tx.reviews.write(id, listingId, { rating: 4, title: "", body: "It does one thing." }, at);
      }
    });
  }
  const waiting = (await store.reviews.pending({ page: 1, perPage: 1000 })).items;
  const votes = (await store.votes.listAll({ counted: true }, { page: 1, perPage: 1000 })).items;
  return {
    accounts,
    listings: [] as number[],
    reviews: waiting.map(({ review }) => ({ id: review.id, seenAt: review.updatedAt.toISOString() })),
    votes: votes.map(({ vote }) => vote.id),
  };
}
