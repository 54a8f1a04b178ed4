import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { MAX_ENDPOINTS } from "../../domain/notifications/webhook.ts";
import { createWebhookReceiver } from "../helpers/webhook-receiver.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { createVisitor, type Visitor } from "./world.ts";

const SECRET = /whsec_[\w+/=]{32}/;

const receiver = await createWebhookReceiver();
const world = await createWorld({ env: { OUTBOUND_RESOLVE: receiver.resolve("ann.test"), LIMIT_SIGN_IN: "1000" } });
const [ann, eve] = [await signedIn("ann"), await signedIn("eve")];

async function signedIn(name: string, given: { verified?: boolean } = {}): Promise<Visitor> {
  await world.account(name, given);
  const person = createVisitor(world.baseUrl);
  await person.signIn(`${name}@people.example`, { password: PASSWORD });
  return person;
}
const FORM = { url: "https://ann.test/hook", type: ["listing.changed", "order.paid"] };
async function add(person: Visitor, form: Record<string, string | string[]> = {}) {
  await person.get("/account/webhooks/new");
  return person.post("/account/webhooks/new", { ...FORM, ...form });
}
const pathOf = (text: string) => /\/account\/webhooks\/[0-9a-f-]{36}/.exec(text)![0];
const countOf = async (name: string) =>
  (await world.deps.store.webhooks.ofAccount((await world.account(name)).id)).length;

describe("an endpoint", () => {
  it("shows its secret once, and nothing else ever does", async () => {
    const made = await add(ann);
    expect(made.status).toBe(201);
    expect(made.headers.get("cache-control")).toBe("private, no-store");
    const secret = SECRET.exec(made.text)![0];
    const path = pathOf(made.text);
    expect((await ann.get("/account/webhooks")).text).toContain("ann.test/hook");
    await ann.get(path);
    expect((await ann.post(`${path}/test`)).location).toContain("webhook-sent");
    await world.drain();
    const [one] = receiver.received;
    expect(new Webhook(secret).verify(one!.body, one!.headers)).toMatchObject({ type: "webhook.test", data: {} });
    const rotated = SECRET.exec((await ann.post(`${path}/secret`)).text)![0];
    expect(rotated).not.toBe(secret);
    const shown = await ann.get(path);
    expect(shown.text).toContain("webhook.test");
    expect(shown.text).toContain("Events are also signed with the previous secret until");
    const data = (await ann.get("/account/data.json")).text;
    expect(JSON.parse(data)).toMatchObject({
      webhook_endpoints: [{ url: "https://ann.test/hook", types: ["listing.changed", "order.paid"] }],
      webhook_deliveries: [{ type: "webhook.test", state: "delivered" }],
    });
    for (const text of [shown.text, (await ann.get("/account/webhooks")).text, data, world.logs.join("")])
      for (const known of [secret, rotated]) expect(text).not.toContain(known.slice(6));
  });

  it("is verified by the code that the documentation shows", async () => {
    const [code = ""] = /(?<=```js\n)import \{ createHmac[\s\S]*?(?=```)/.exec(
      readFileSync("docs/webhooks.md", "utf8"),
    )!;
    const { verify } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    const { text } = await add(ann);
    const secret = SECRET.exec(text)![0];
    await ann.get(pathOf(text));
    await ann.post(`${pathOf(text)}/test`);
    await world.drain();
    const { headers, body } = receiver.received.at(-1)!;
    expect(verify(secret, headers, body)).toMatchObject({ type: "webhook.test" });
    expect(() => verify(secret, headers, `${body} `)).toThrow("wrong signature");
    expect(() => verify(secret, { ...headers, "webhook-timestamp": "1" }, body)).toThrow("too old");
  });

  it("is changed, switched off and on, replayed and deleted by its owner", async () => {
    const { text } = await add(ann);
    const path = pathOf(text);
    await ann.get(path);
    const saved = await ann.post(path, { url: "https://ann.test/other", type: "category.launch", category: "crm" });
    expect(saved.location).toContain("endpoint-saved");
    expect((await ann.get(path)).text).toContain("ann.test/other");
    await ann.post(`${path}/test`);
    await world.drain();
    const delivery = /name="delivery" value="([^"]+)"/.exec((await ann.get(path)).text)![1]!;
    const before = receiver.received.length;
    expect((await ann.post(`${path}/replay`, { delivery })).location).toContain("webhook-sent");
    await world.drain();
    expect(receiver.received.length).toBe(before + 1);
    expect(receiver.received.at(-1)!.id).toBe(receiver.received.at(-2)!.id);
    expect((await ann.post(`${path}/replay`)).location).toContain("webhook-nothing");
    expect((await ann.post(`${path}/off`)).location).toContain("endpoint-off");
    expect((await ann.get(path)).text).toContain("You turned it off.");
    expect((await ann.post(`${path}/test`)).location).toContain("webhook-off");
    expect((await ann.post(`${path}/on`)).location).toContain("endpoint-on");
    expect((await ann.post(`${path}/remove`)).location).toContain("endpoint-removed");
    expect((await ann.get(path)).status).toBe(404);
  });

  it.each([
    ["http://ann.test/hook", "Must be an https URL."],
    ["https://127.0.0.1/hook", "not an IP address"],
    ["https://[::1]/hook", "not an IP address"],
    ["https://169.254.169.254/latest/meta-data", "not an IP address"],
    ["https://localhost/hook", "not a public website"],
    ["https://metadata.internal/", "not a public website"],
    ["https://user:pass@example.com/", "must not contain a user name"],
    ["https://example.com:22/", "Only ports 80 and 443"],
    ["javascript:alert(1)", "Must be an https URL."],
    ["", "Enter the address."],
  ])("is not made at %j", async (url, words) => {
    const before = await countOf("ann");
    const reply = await add(ann, { url });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain(words);
    expect(reply.text).not.toMatch(SECRET);
    expect(await countOf("ann")).toBe(before);
  });

  it.each([
    [{ type: [] }, "Choose at least one event."],
    [{ type: "webhook.test" }, "Choose at least one event."],
    [{ type: "category.launch" }, "Choose at least one category."],
    [{ type: "category.launch", category: "nothing" }, "Choose at least one category."],
  ])("is not made with %j", async (form, words) => {
    const reply = await add(ann, form);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain(words);
  });

  it("of somebody else does not exist", async () => {
    const path = pathOf((await add(ann)).text);
    await ann.get(path);
    await ann.post(`${path}/test`);
    await world.drain();
    const delivery = /name="delivery" value="([^"]+)"/.exec((await ann.get(path)).text)![1]!;
    const own = pathOf((await add(eve)).text);
    expect((await eve.get(path)).status).toBe(404);
    await eve.get(own);
    for (const action of ["", "/secret", "/on", "/off", "/test", "/replay", "/remove"])
      expect((await eve.post(path + action, { ...FORM, delivery })).status, action).toBe(404);
    const before = receiver.received.length;
    expect((await eve.post(`${own}/replay`, { delivery })).location).toContain("webhook-nothing");
    await world.drain();
    expect(receiver.received.length).toBe(before);
    expect((await ann.get(path)).status).toBe(200);
  });

  it("wants a person with a confirmed address who signed in lately", async () => {
    expect((await createVisitor(world.baseUrl).get("/account/webhooks")).location).toContain("/sign-in");
    const una = await signedIn("una", { verified: false });
    expect((await add(una)).text).toContain("Confirm your email address first");
    const late = await signedIn("late");
    world.advance(16 * 60_000);
    expect((await late.get("/account/webhooks")).status).toBe(200);
    expect((await late.get("/account/webhooks/new")).location).toContain("/sign-in");
  });

  it("cannot be made or sent to by the hundred", async () => {
    const flo = await signedIn("flo");
    const path = pathOf((await add(flo)).text);
    for (let more = 1; more < MAX_ENDPOINTS; more++) expect((await add(flo)).status).toBe(201);
    expect((await add(flo)).text).toContain(`You have reached the limit of ${MAX_ENDPOINTS} endpoints.`);
    await flo.get(path);
    const statuses = [];
    for (let time = 0; time < 31; time++) statuses.push((await flo.post(`${path}/test`)).status);
    expect(statuses).toEqual([...Array(30).fill(303), 429]);
    const faults = [];
    for (let time = 0; time < 10; time++)
      faults.push((await add(flo)).text.includes("That was your 20th endpoint or secret this hour."));
    expect([faults.at(0), faults.at(-1)]).toEqual([false, true]);
    await world.drain();
  });
});
