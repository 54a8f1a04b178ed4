import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createWorld, PASSWORD, type World } from "../helpers/world.ts";
import { createVisitor, type Reply, type Visitor } from "./world.ts";

let world: World;
let site: Awaited<ReturnType<typeof createWebsite>>;
let ann: Visitor;
beforeAll(async () => {
  site = await createWebsite({ ...ACME });
  world = await createWorld({
    env: {
      OUTBOUND_RESOLVE: site.resolve("acme.test", "www.acme.test", "other.test", "third.test", "fourth.test"),
      LIMIT_SUBMIT_HOUR: "100",
      LIMIT_SUBMIT_DAY: "100",
    },
  });
  ann = await signedIn("ann");
}, 60_000);
afterAll(async () => {
  await world?.close();
  await site?.close();
});

async function signedIn(name: string) {
  await world.account(name);
  const person = createVisitor(world.baseUrl);
  await person.signIn(`${name}@people.example`, { password: PASSWORD });
  return person;
}

/** What a browser would send for the first form of a page that posts to `action`. */
function formOf({ text }: Reply, action: string): Record<string, string> {
  const form = text.split(`<form method="post" action="${action}"`)[1]!.split("</form>")[0]!;
  const plain = (value: string) =>
    value.replace(
      /&(amp|lt|gt|quot|#39);/g,
      (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" })[name as string]!,
    );
  const values: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1];
    if (name) values[name] = plain(/value="([^"]*)"/.exec(tag)?.[1] ?? "");
  }
  for (const [, name, text] of form.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>\n([^<]*)<\/textarea>/g))
    values[name!] = plain(text!).replaceAll("\n", "\r\n");
  for (const [, name, options] of form.matchAll(/<select [^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs))
    values[name!] = plain(/value="([^"]*)" selected/.exec(options!)?.[1] ?? "");
  return values;
}

/** A ready draft of ann's. */
async function ready(host: string): Promise<string> {
  await ann.get("/submit");
  const { location } = await ann.post("/submit", { url: host });
  await world.drain();
  return location;
}
const draftOf = async (path: string) => (await world.as("ann").get(path)).body;

describe("submitting", () => {
  it("asks a visitor to sign in, and keeps the address they typed", async () => {
    const visitor = createVisitor(world.baseUrl);
    expect((await visitor.get("/submit")).status).toBe(200);
    const reply = await visitor.post("/submit", { url: "acme.test" });
    expect(reply).toMatchObject({ status: 303, location: expect.stringContaining("/sign-in?return_to=") });
    const back = new URL(reply.location, world.baseUrl).searchParams.get("return_to")!;
    expect((await ann.get(back)).text).toContain('value="acme.test"');
    expect((await visitor.get("/drafts")).location).toContain("/sign-in");
  });

  it("refuses what is no address, beside the input, and a form of another site", async () => {
    await ann.get("/submit");
    const wrong = await ann.post("/submit", { url: "ftp://acme.test" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('value="ftp://acme.test"');
    expect(wrong.text).toMatch(/class="fault" id="url-fault">Must be an http or https URL/);
    expect((await ann.post("/submit", { url: "acme.test" }, { origin: "https://evil.example" })).status).toBe(403);
    expect((await ann.post("/submit", { url: "acme.test", csrf: "x" })).status).toBe(403);
  });

  it("shows how far the draft is, asks again by itself, and then shows the editor", async () => {
    await ann.get("/submit");
    const { status, location } = await ann.post("/submit", { url: "acme.test" });
    expect(status).toBe(303);
    const waiting = await ann.get(location);
    expect(waiting.text).toContain('<noscript><meta http-equiv="refresh" content="3"></noscript>');
    expect(waiting.text).toContain("data-poll");
    expect((await ann.get("/drafts")).text).toContain("acme.test");
    await world.drain();
    const done = await ann.get(location);
    expect(done.text).not.toContain("http-equiv");
    expect(done.text).toContain("Written by us from your site");
    expect(done.text).toContain("Not found on your site");
    expect(done.text).toMatch(/<blockquote><p>[^<]+<\/p><a class="small" href="https:\/\/acme\.test/);
    expect((await ann.get("/drafts")).text).toContain("Acme Charts");
    expect((await (await signedIn("bo")).get(location)).status).toBe(404);
    expect((await ann.get("/drafts/nothing")).status).toBe(404);

    await ann.get("/submit");
    expect((await ann.post("/submit", { url: "https://www.acme.test/" })).location).toBe(
      `${location}?notice=draft-known`,
    );
  });
});
