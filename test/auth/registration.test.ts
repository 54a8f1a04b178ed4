import { expect, it } from "vitest";
import { createAdmission } from "../../auth/admission.ts";
import type { TryLater } from "../../auth/try-later.ts";
import { createWorld } from "./helper.ts";

const world = await createWorld({ LIMIT_OAUTH_REGISTER: "100000", TRUSTED_PROXIES: "127.0.0.1" });

let address = 0;
const elsewhere = () => ({ "x-forwarded-for": `203.0.113.${++address}` });

it("cannot be blocked by junk clients", async () => {
  const junk = elsewhere();
  for (let round = 0; round < 42; round++) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => world.register("{}", junk)));
    expect(answers.every(({ status }) => status === 400)).toBe(true);
  }
  expect((await world.register({ client_name: "Here" }, junk)).status).toBe(201);
  expect((await world.register({ client_name: "There" }, elsewhere())).status).toBe(201);
});

it("gives each address a share, IPv6 by network, and says how long to wait", async () => {
  const greedy = (index: number) => ({ "x-forwarded-for": `2001:db8:7::${index.toString(16)}` });
  const answers = [];
  for (let index = 1; index <= 101; index++) {
    answers.push(await world.register({ client_name: `Greedy ${index}` }, greedy(index)));
  }
  expect(answers.slice(0, 100).every(({ status }) => status === 201)).toBe(true);
  const refused = answers[100]!;
  expect([refused.status, refused.json.error]).toEqual([429, "temporarily_unavailable"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3000);
  expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(3600);
  expect((await world.register({ client_name: "Modest" }, elsewhere())).status).toBe(201);
  // What is in the table already is nothing new.
  expect((await world.register({ client_name: "Greedy 1" }, greedy(1))).status).toBe(201);
});

it("of the same client is never counted", async () => {
  const from = elsewhere();
  const statuses = [];
  for (let time = 0; time < 110; time++) statuses.push((await world.register({ client_name: "Same" }, from)).status);
  expect(new Set(statuses)).toEqual(new Set([201]));
});

it("makes room by deleting the oldest unused client, never one in use", async () => {
  const own = await createWorld();
  const { store } = own.deps;
  const used = await own.connect({ clientId: await own.client({ client_name: "Used" }) });
  const ids: string[] = [];
  for (const name of ["first", "second", "third"]) {
    ids.push(await own.client({ client_name: name }));
    own.advance(60);
  }
  const isThere = async (id: string) => (await store.oauth.find("Client", id)) !== undefined;
  const admit = createAdmission(own.deps, { addClient: async () => 0 }, 3);

  const refused: TryLater = await admit("").catch((error) => error);
  expect([refused.status, refused.retryAfterSeconds]).toEqual([503, 3600 - 180]);
  // Retry-After is the truth.
  own.advance(refused.retryAfterSeconds - 1);
  await expect(admit("")).rejects.toMatchObject({ retryAfterSeconds: 1 });
  own.advance(2);
  await admit("");
  expect(await Promise.all([...ids, used.clientId].map(isThere))).toEqual([false, true, true, true]);
  await own.close();
});
