// How many calls a model of rules needs for a launch, with and without the skills: node
// scripts/launch/skills.ts
import { markPaid } from "../../actions/orders/by-hand.ts";
import { weekOf } from "../../domain/launches/launch-week.ts";
import { addListing } from "../../test/helpers/listing.ts";
import { SELLER } from "../../test/helpers/shop.ts";
import { ACME } from "../../test/helpers/website.ts";
import { connectV1 } from "./clients.ts";
import { createGround, type Ground, SITE } from "./ground.ts";
import { type Person, type Run, runModel } from "./model.ts";

const LIST = "submit my product by its website";
const FREE = [LIST, "launch it for free"];
const PAID = [LIST, "order a launch from the products and prices"];
const KNOWS = { categories: "Note taking" };

type Variation = {
  /** The least calls that a person with the documentation would need. */
  least: number;
  pages?: Record<string, string>;
  env?: Record<string, string>;
  wishes?: readonly string[];
  person?: Partial<Person>;
  /** At which telling the badge is placed. */
  badgeAt?: number;
  prepare?: (ground: Ground) => Promise<void>;
};

const VARIATIONS: Record<string, Variation> = {
  "everything is on the website": { least: 3, pages: ACME },
  "a required field is missing": { least: 4 },
  "its category is named loosely": { least: 5, person: { knows: { categories: "notes" } } },
  "the badge is placed late": { least: 5, pages: ACME, badgeAt: 2 },
  "paid launch": { least: 5, pages: ACME, wishes: PAID, person: { isPaying: true }, env: SELLER },
  "every week is full": {
    least: 4,
    pages: ACME,
    env: { WEEK_CAPACITY: "1", FREE_WEEKS_MIN: "6", FREE_WEEKS_MAX: "6" },
    prepare: fillWeek,
  },
  "invite a co-founder": {
    least: 4,
    pages: ACME,
    wishes: [...FREE, "invite my co-founder by email"],
    person: { cofounder: "sam@people.example" },
  },
};

const DAY_MS = 24 * 3600_000;

/** Somebody else has the only place. */
async function fillWeek({ deps: { store, now, settings } }: Ground): Promise<void> {
  const { id } = await addListing(
    store,
    { name: "Other", site: "other.example", ownerId: null, status: "draft" },
    now(),
  );
  const { monday } = weekOf(now(), settings.SITE_TIMEZONE, 6);
  await store.change((tx) => tx.launches.reserveFree(id, monday, now()));
}

async function measure(variation: Variation, model: { withSkills: boolean; hasHints: boolean }): Promise<Run> {
  const { pages, env, wishes = FREE, badgeAt = 1, prepare } = variation;
  const ground = await createGround({ ...(pages && { pages }), env: { PAYMENT_INSTRUCTIONS: "By transfer", ...env } });
  await prepare?.(ground);
  const client = await connectV1(ground);
  const { deps, jobs, maker, pass, place } = ground;
  let told = 0;
  const person: Person = {
    url: SITE,
    wishes,
    isPaying: false,
    knows: KNOWS,
    async hear({ badge_code: badge, checkout_url: checkout, number, refused }) {
      if (badge && ++told >= badgeAt) place(badge.html);
      if (checkout) await pay(ground, number);
      const [, date] = /can be chosen from (\d{4}-\d\d-\d\d)/.exec(refused ?? "") ?? [];
      if (date) await pass(Date.parse(date) + DAY_MS - deps.now().getTime());
    },
    ...variation.person,
  };
  const isFinished = async () => {
    await jobs.drain();
    const { items } = await deps.store.listings.listOwned(maker.id, { page: 1, perPage: 10 });
    const isLaunched = items.some(({ status }) => status === "scheduled" || status === "live");
    const { items: drafts } = await deps.store.drafts.listOwned(maker.id, { page: 1, perPage: 10 });
    const invites = await Promise.all(drafts.map(({ id }) => deps.store.drafts.invites(id)));
    return isLaunched && (!person.cofounder || invites.flat().length > 0);
  };
  const run = await runModel(client, person, { ...model, isFinished });
  await client.close();
  await ground.close();
  return run;
}

async function pay({ deps }: Ground, number: string): Promise<void> {
  const order = (await deps.store.orders.find(number))!;
  await markPaid(order, order.totalCents, deps);
}

const view = ({ calls, isFinished, readBytes }: Run): string =>
  `${isFinished ? "" : "stopped after "}${calls.length} | ${calls.filter((call) => call.startsWith("(")).length} | ${readBytes}`;

const READERS = { "all hints": true, "no hints": false };
const columns = "Calls | refused | bytes read";
console.log(`| Launch | Least calls | ${columns}, without skills | ${columns}, with skills |
|---|---|---|---|---|---|---|---|`);
for (const [reader, hasHints] of Object.entries(READERS)) {
  for (const [name, variation] of Object.entries(VARIATIONS)) {
    const without = await measure(variation, { withSkills: false, hasHints });
    const having = await measure(variation, { withSkills: true, hasHints });
    console.log(`| ${name}, ${reader} | ${variation.least} | ${view(without)} | ${view(having)} |`);
    if (process.argv.includes("--calls")) console.log(`  ${without.calls.join(" ")}\n  ${having.calls.join(" ")}`);
  }
}
