import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashPassword } from "../../../core/credentials/passwords.ts";
import { readSettings } from "../../../core/settings/config.ts";
import { loadDemo } from "../../../data/load-demo.ts";
import { createLog } from "../../../server/log.ts";
import { openStore } from "../../../server/open-store.ts";
import { freePort } from "../../../test/helpers/free-port.ts";
import { addListing, addPerson } from "../../../test/helpers/people.ts";
import { connect } from "./connect.ts";
import type { HonestQuestions, Surroundings } from "./honest.ts";
import { startServer } from "./server.ts";
import { HONEST_HOSTS, type Owner, type Stage } from "./stage.ts";
import { startHelper } from "./talk.ts";

const PASSWORD = "correct horse battery";
const STRANGERS = 40;
/** Enough for the orders of the longest run. */
const BUYERS = 8;
const SITES = 120;

/** Everything around the server, and a database that each attack gets a fresh copy of. */
export async function createGround({
  listings = 1200,
  assistants = 3,
  patience = 1,
  env: more = {} as Record<string, string>,
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), "debut-attack-"));
  const honest = startHelper<HonestQuestions>("honest.ts");
  const template = join(folder, "template");
  try {
    const { sites, mail, paypal }: Surroundings = await honest.ask("surroundings");
    const [port, sitePort] = [await freePort(), await freePort()];
    const siteHosts = Array.from({ length: SITES }, (_, nth) => `site${nth}.test`);
    const resolve = [
      ...Object.values(HONEST_HOSTS).map((host) => `${host}=${sites}`),
      ...siteHosts.map((host) => `${host}=127.0.0.1:${sitePort}`),
    ];
    const env = (life: string): Record<string, string> => ({
      DATA_DIR: life,
      PORT: String(port),
      OUTBOUND_RESOLVE: resolve.join(","),
      SMTP_URL: mail,
      MAIL_FROM: "Debut <hello@debut.test>",
      PAYMENT_INSTRUCTIONS: "Bank of Tests, account 1",
      STRIPE_SECRET_KEY: "sk_test_standin",
      STRIPE_WEBHOOK_SECRET: "whsec_standin",
      ...paypal,
      ...more,
    });
    const base = `http://127.0.0.1:${port}`;
    const stage: Stage = {
      base,
      patience,
      password: PASSWORD,
      sitePort,
      siteHosts,
      assistants: [],
      ...(await settle(env(template), listings)),
    };
    const first = await startServer(env(template));
    for (let nth = 0; nth < assistants; nth++)
      stage.assistants.push(await connect(base, stage.person, `https://${HONEST_HOSTS.assistant}/client${nth}.json`));
    for (let page = 1; page <= 3; page++) {
      const answer = await fetch(`${base}/api/v1/listings?per_page=100&page=${page}`);
      const { items } = (await answer.json()) as { items: { slug: string }[] };
      stage.slugs.push(...items.map(({ slug }) => slug));
    }
    await first.stop();
    return {
      stage,
      honest,
      /** A server on a copy of the database, so that no attack meets what another one left. */
      async live() {
        const life = mkdtempSync(join(folder, "life-"));
        cpSync(template, life, { recursive: true });
        const server = await startServer(env(life));
        return {
          ...server,
          folder: life,
          async stop() {
            await server.stop();
            rmSync(life, { recursive: true, force: true });
          },
        };
      },
      async close() {
        await honest.end();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await honest.end();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

export type Ground = Awaited<ReturnType<typeof createGround>>;

/** A demo with people in it: some who mean well, and strangers with accounts and listings of their own. */
async function settle(env: Record<string, string>, listings: number) {
  const settings = readSettings({ ...env, LOG_LEVEL: "error" });
  const store = await openStore(settings, createLog(settings));
  const at = new Date();
  await loadDemo(store, { count: listings, now: at, zone: settings.SITE_TIMEZONE });
  const passwordHash = await hashPassword(PASSWORD);
  const person = (name: string) =>
    addPerson(store, { email: `${name}@people.test`, name, passwordHash, isAdmin: name === "admin" }, at);
  const owner = async (name: string): Promise<Owner> => {
    const credentials = await person(name);
    const { id, slug } = await addListing(
      store,
      { name: `Own ${name}`, site: `${name}.example`, ownerId: credentials.id },
      at,
    );
    return { ...credentials, listingId: id, slug };
  };
  await person("admin");
  const strangers: Owner[] = [];
  const [who, maker] = [await person("ann"), await person("cat")];
  const buyers: Owner[] = [];
  for (let nth = 0; nth < BUYERS; nth++) buyers.push(await owner(`buyer${nth}`));
  for (let nth = 0; nth < STRANGERS; nth++) strangers.push(await owner(`stranger${nth}`));
  await store.close();
  return { person: who, buyers, maker, strangers, slugs: [] as string[] };
}
