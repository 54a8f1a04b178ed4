import { describe, expect, it } from "vitest";
import { LISTING_STATUSES } from "../../domain/listings/listing.ts";
import type { NewListing } from "../../store/repos/listings/listing-writes.ts";
import { visibleText } from "../helpers/visible-text.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { createVisitor, type Visitor } from "./world.ts";

const NOW = new Date("2026-11-18T10:00:00Z");
const world = await createWorld({ replaced: { now: () => NOW } });
const ownerId = (await world.account("ann")).id;
await world.account("bo");
const [ann, bo] = [createVisitor(world.baseUrl), createVisitor(world.baseUrl)];
await ann.signIn("ann@people.example", { password: PASSWORD });
await bo.signIn("bo@people.example", { password: PASSWORD });

async function read(person: Visitor, path: string): Promise<{ path: string; status: number; text: string }> {
  let at = path;
  let reply = await person.get(at);
  while (reply.location) {
    at = reply.location.replace(world.baseUrl, "");
    reply = await person.get(at);
  }
  return { path: at, status: reply.status, text: visibleText(reply.text).join("\n") };
}

const LIVE = { launchedAt: NOW, launchWeek: "2026-11-16" };
const COMING = { launchedAt: null, launchWeek: "2026-11-23", plan: "free" } as const;
const PLACES: Record<string, Partial<NewListing>> = { live: LIVE, awaiting_badge: COMING, scheduled: COMING };
const TABS = ["", "/launch", "/edit", "/updates", "/milestones", "/story", "/pictures", "/history"];
const OVER = ["suspended", "removed"];

describe("every page of somebody's own listing", () => {
  it.each(LISTING_STATUSES)("that is %s says what comes next, and has a way to edit", async (status) => {
    const more = PLACES[status] ?? { launchedAt: null };
    const { id, slug } = await world.listing(`Way ${status}`, { ownerId, status, ...more });
    const tabs = TABS.filter((tab) => !OVER.includes(status) || tab === "" || tab === "/history");
    for (const tab of tabs) {
      const { text, status: answer } = await read(ann, `/account/listings/${id}${tab}`);
      expect([tab, answer]).toEqual([tab, 200]);
      expect(text, tab).toMatch(/^Next(:| step)/m);
    }
    // Where others see the page, a room or nothing, its team is never told that nothing is there.
    const own = await read(ann, `/listings/${slug}`);
    if (status === "removed") return;
    expect(own.status).toBe(200);
    expect(own.text).toMatch(/^Next(:| step)/m);
    expect(own.text).toMatch(/^(Edit|Content|EditDashboard|Overview.*Content.*|Overview History)$/m);
    expect(own.text).not.toMatch(/Is this your product|Claim the listing/);
    const others = ["live", "awaiting_badge", "scheduled"].includes(status) ? 200 : 404;
    expect((await read(bo, `/listings/${slug}`)).status).toBe(others);
  });

  it.each(["badges", "alternatives", "claim"])("and its page of %s, but for nobody else", async (page) => {
    const { slug } = await world.listing(`Around ${page}`, { ownerId });
    const own = (await read(ann, `/listings/${slug}/${page}`)).text;
    expect(own).toMatch(/^Next:/m);
    expect(own).toMatch(/^Edit/m);
    expect(own).not.toMatch(/^Is .* yours\?/m);
    expect((await read(bo, `/listings/${slug}/${page}`)).text).not.toMatch(/^Next:/m);
  });
});

describe("an order that is open", () => {
  it("is the next step until it is paid, also in the list of listings", async () => {
    const { id } = await world.listing("Ordered", { ownerId, status: "draft", launchedAt: null });
    const { body } = await world.as("ann").post("/orders/checkout", {
      body: { items: [{ product: "launch", listing_id: id, week: "2026-11-30" }] },
    });
    for (const path of [`/account/listings/${id}`, `/account/listings/${id}/edit`, "/account/listings"])
      expect((await ann.get(path)).text).toContain(new URL(body.checkout_url).pathname);
    expect((await read(ann, `/account/listings/${id}`)).text).toContain("Your order is waiting for payment");
    await ann.get(new URL(body.checkout_url).pathname);
    await ann.post(`${new URL(body.checkout_url).pathname}/cancel`);
    expect((await read(ann, `/account/listings/${id}`)).text).toContain("It is not public yet.");
  });
});

describe("previews", () => {
  it("an update is shown as it will look, and not posted", async () => {
    const { id, slug } = await world.listing("Newsy", { ownerId });
    await ann.get(`/account/listings/${id}/updates`);
    const typed = { title: "We export <more>", body: "CSV and PDF." };
    const { status, text } = await ann.post(`/account/listings/${id}/updates`, { ...typed, do: "preview" });
    expect(status).toBe(200);
    expect(text).toContain("<h3>We export &lt;more&gt;</h3>");
    expect(visibleText(text).join("\n")).toContain("Not posted yet.");
    expect((await world.rest("GET", `/listings/${slug}`)).body.latest_updates).toEqual([]);
    await ann.post(`/account/listings/${id}/updates`, typed);
    expect((await world.rest("GET", `/listings/${slug}`)).body.latest_updates).toHaveLength(1);
  });

  it.each([
    ["live", "View page"],
    ["scheduled", "View launch page"],
  ] as const)("the card of a listing that is %s stands on its overview", async (status, link) => {
    const { id, slug } = await world.listing(`Card ${status}`, { ownerId, status, ...PLACES[status] });
    const { text } = await ann.get(`/account/listings/${id}`);
    expect(text).toContain(`src="/previews/listings/${slug}.png"`);
    expect(visibleText(text).join("\n")).toContain(link);
    expect((await fetch(`${world.baseUrl}/previews/listings/${slug}.png`)).status).toBe(200);
  });
});
