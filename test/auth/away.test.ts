import { expect, it } from "vitest";
import { StoreUnavailable } from "../../store/unavailable.ts";
import { type Answer, createWorld } from "./helper.ts";

const world = await createWorld();
const clientId = await world.client();
const browser = await world.browser(await world.account("ann"));

/** The questions and changes of the authorization server: from one on, the database is away. */
function loseDatabaseAt(nth: number): { count: () => number; back: () => void } {
  const { store } = world.deps;
  const { oauth } = store;
  const kept = { find: oauth.find, findByUid: oauth.findByUid, change: store.change };
  let count = 0;
  const losing =
    <Given extends unknown[]>(asked: (...given: Given) => unknown) =>
    async (...given: Given) => {
      if (count++ >= nth) throw new StoreUnavailable("unreachable", new Error("connect ECONNREFUSED"));
      return asked(...given);
    };
  Object.assign(oauth, { find: losing(kept.find), findByUid: losing(kept.findByUid) });
  Object.assign(store, { change: losing(kept.change) });
  return {
    count: () => count,
    back: () => {
      Object.assign(oauth, { find: kept.find, findByUid: kept.findByUid });
      Object.assign(store, { change: kept.change });
    },
  };
}

/** Sends a request again and again, each time losing the database one question later, until it is answered. */
async function loseEverywhere(send: () => Promise<Answer>): Promise<{ refused: Answer[]; answer: Answer }> {
  const refused: Answer[] = [];
  for (let nth = 0; nth < 40; nth++) {
    const lost = loseDatabaseAt(nth);
    const answer = await send().finally(lost.back);
    if (lost.count() <= nth) return { refused, answer };
    refused.push(answer);
  }
  throw new Error("It always asks once more.");
}

function expectToComeBack(refused: Answer[]): void {
  expect(refused.length).toBeGreaterThan(1);
  for (const { status, headers } of refused) expect([status, headers["retry-after"]]).toEqual([503, "1"]);
}

it("an app can be connected later if the database is unavailable at any step", async () => {
  const asked = await loseEverywhere(() => browser.get(world.authorizePath(clientId)));
  expectToComeBack(asked.refused);
  const { path: page } = await browser.toConsent(world.authorizePath(clientId));
  const allowed = await browser.post(`${page}/confirm`, { csrf: await browser.csrf(), scope: ["account:read"] });
  const { pathname } = allowed.location!;
  expectToComeBack((await loseEverywhere(() => browser.get(pathname))).refused);
  const code = await browser.allow(world.authorizePath(clientId));
  expectToComeBack((await loseEverywhere(() => world.exchange(clientId, code))).refused);
  const again = await browser.allow(world.authorizePath(clientId));
  expect((await world.exchange(clientId, again)).status).toBe(200);
});
