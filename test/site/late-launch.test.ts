import { expect, it } from "vitest";
import { visibleText } from "../helpers/visible-text.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { createVisitor } from "./world.ts";

/** The week of 16 November ends on Monday 23 November at midnight, UTC. */
const WEDNESDAY = new Date("2026-11-18T10:00:00Z");
const SUNDAY = new Date("2026-11-22T02:30:00Z");

const clock = { at: WEDNESDAY };
const world = await createWorld({
  env: { PAYMENT_INSTRUCTIONS: "IBAN 1" },
  replaced: { now: () => new Date(clock.at) },
});
const ownerId = (await world.account("ann")).id;
const ann = createVisitor(world.baseUrl);
await ann.signIn("ann@people.example", { password: PASSWORD });

const draft = (name: string) => world.listing(name, { ownerId, status: "draft", launchedAt: null });
const launch = (id: number, week?: string) => ({
  items: [{ product: "launch", listing_id: id, ...(week && { week }) }],
});
const hint = expect.stringContaining('set "week" to 2026-11-23');
async function order(id: number, week?: string) {
  const { body } = await world.as("ann").post("/orders/checkout", { body: launch(id, week) });
  return { body, path: new URL(body.checkout_url).pathname };
}
const read = async (path: string): Promise<string> => visibleText((await ann.get(path)).text).join("\n");

it("a launch at once in the last days of a week offers Monday, on the page and to assistants", async () => {
  const { id } = await draft("Nightferry");
  clock.at = WEDNESDAY;
  const early = await order(id);
  expect(early.body.message_for_user).not.toContain("Monday");
  expect(await read(early.path)).not.toContain("This week ends in");

  clock.at = SUNDAY;
  expect((await world.as("ann").post("/orders/quote", { body: launch(id) })).body.message_for_user).toEqual(hint);
  const late = await order(id);
  expect(late.body.message_for_user).toEqual(hint);
  expect((await order(id, "2026-11-23")).body.message_for_user).not.toContain('set "week"');
  expect(await read(late.path)).toContain(
    "This week ends in 21 hours. Pay now to launch today for the rest of the week, or start on Monday 23 November at the same price.",
  );

  const total = late.body.totals.total_cents;
  expect((await ann.post(`${late.path}/monday`)).location).toContain("notice=starts-monday");
  const text = await read(late.path);
  expect(text).toContain("Launch: Nightferry, week of 23 November 2026");
  expect(text).not.toContain("This week ends in");
  const saved = (await world.as("ann").get(`/orders/${late.body.number}`)).body;
  expect(saved).toMatchObject({ lines: [{ options: { week: "2026-11-23" } }], totals: { total_cents: total } });
  expect((await ann.post(`${late.path}/monday`)).status).toBe(400);
});

it("a listing that was live before keeps its week, and is offered nothing", async () => {
  clock.at = SUNDAY;
  const back = { launchedAt: new Date("2026-03-04T05:06:07Z"), launchWeek: "2026-03-02" };
  const { id } = await world.listing("Comeback", { ownerId, status: "hidden", ...back });
  const { path, body } = await order(id);
  expect(body.message_for_user).not.toContain("Monday");
  expect(await read(path)).not.toContain("This week ends in");
});

it("a payment that has started keeps its week", async () => {
  clock.at = SUNDAY;
  const { id } = await draft("Paidup");
  const { path } = await order(id);
  const billing = { name: "Ann", address: "Quai 1", country: "US", vat_number: "", email: "ann@people.example" };
  await ann.get(path);
  await ann.post(`${path}/billing`, billing);
  await ann.post(`${path}/pay`, { provider: "manual" });
  const { status, text } = await ann.post(`${path}/monday`);
  expect([status, text]).toEqual([400, expect.stringContaining("A payment has started")]);
});

it("the page of a listing with a planned launch chooses Monday by itself", async () => {
  const soon = { status: "awaiting_badge", plan: "free", launchedAt: null, launchWeek: "2027-01-04" } as const;
  const { id } = await world.listing("Waiting", { ownerId, ...soon });
  clock.at = WEDNESDAY;
  expect((await ann.get(`/account/listings/${id}/launch`)).text).not.toContain("This week ends in");
  clock.at = SUNDAY;
  const { text } = await ann.get(`/account/listings/${id}/launch`);
  expect(text).toContain("This week ends in 21 hours.");
  expect(text).toContain('<option value="2026-11-23" selected>');
});
