import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addPerson } from "../helpers/people.ts";
import { createWorld } from "../helpers/world.ts";

const CROWD = 30;
const agent = new Agent({ keepAlive: true });
const world = await createWorld({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
const ann = await addPerson(world.deps.store, { email: "ann@people.example", name: "Ann" }, world.deps.now());
afterAll(() => agent.destroy());

/** Over connections that are open, so requests of the same tick arrive before any of them has a turn. */
const ask = (id: string, path: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((done, fail) => {
    const named = { "x-request-id": id, "x-forwarded-for": "192.0.2.1", ...headers };
    request(world.url + path, { agent, headers: named }, (res) => {
      res.resume().once("end", () => done(res.statusCode));
    })
      .once("error", fail)
      .end();
  });
beforeAll(() => Promise.all(Array.from({ length: CROWD + 2 }, (_, nth) => ask(`warm-${nth}`, "/healthz", {}))));

const answered = (): string[] =>
  world.logs.flatMap((line) => {
    const { msg, request_id } = JSON.parse(line) as { msg: string; request_id: string };
    return msg === "request" ? [request_id] : [];
  });

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const session = (cookie: string) => ({ cookie: `sid=${cookie}` });

it.each<[string, string, () => Record<string, string>, Record<string, string>, number]>([
  ["an API key", "/api/v1/me/listings", () => bearer(ann.key), bearer("made-up"), 401],
  ["a session", "/account", () => session(ann.cookie), session("x".repeat(43)), 303],
])(
  "%s that was valid the last time comes before a crowd of new addresses, and a made-up one does not",
  async (...row) => {
    const [, path, valid, madeUp, refused] = row;
    const headers = valid();
    expect(await ask("first", path, headers)).toBe(200);
    const crowd = Array.from({ length: CROWD }, (_, nth) =>
      ask(`crowd-${nth}`, `/api/v1/listings?q=word${nth}`, { "x-forwarded-for": `198.51.100.${nth}` }),
    );
    const statuses = [ask("made-up", path, madeUp), ask("valid", path, headers)];
    expect(await Promise.all(statuses)).toEqual([refused, 200]);
    await Promise.all(crowd);
    await expect.poll(answered).toContain("made-up");
    const order = answered().slice(-CROWD - 2);
    expect(order.indexOf("valid")).toBeLessThan(CROWD / 2);
    expect(order.indexOf("made-up")).toBeGreaterThan(CROWD / 2);
  },
);
