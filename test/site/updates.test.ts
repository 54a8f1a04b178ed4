import { describe, expect, it } from "vitest";
import { createWorld } from "../helpers/world.ts";

const world = await createWorld();

const read = async (path: string) => {
  const response = await fetch(`${world.baseUrl}${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
};
async function post(listingId: number, title: string, body = "It is here.") {
  const { id: accountId } = await world.account("ann");
  return world.deps.store.change((tx) =>
    tx.updates.add({ listingId, accountId, title, body, publishedAt: world.deps.now() }),
  );
}

describe("the page of latest updates", () => {
  it("says when there is nothing yet", async () => {
    expect((await read("/updates")).text).toContain("No updates yet.");
    expect((await read("/feeds/updates.atom")).text).not.toContain("<entry>");
  });

  it("shows updates of live listings in pages, the newest first, and lets no text become markup", async () => {
    const live = await world.listing("Live One", { plan: "launch" });
    const away = await world.listing("Away One", { status: "paused" });
    const first = await post(live.id, "The very first");
    for (let count = 2; count <= 21; count++) await post(live.id, `Number ${count}`);
    await post(away.id, "From away");
    const last = await post(live.id, "<img src=x> newest", "First line\n<script>alert(1)</script>");

    const page = await read("/updates");
    expect(page.status).toBe(200);
    expect(page.text.indexOf("newest")).toBeLessThan(page.text.indexOf("Number 21"));
    expect(page.text).toContain("&lt;script&gt;alert(1)");
    expect(page.text).not.toMatch(/<img src=x|From away|The very first/);
    expect(page.text).toContain(`href="/listings/live-one#update-${last.id}"`);
    expect(page.text).toContain('<span class="paid">Promoted');
    expect(page.text).toContain("Page 1 of 2");
    expect(page.text).toContain("application/atom+xml");
    expect((await read("/updates?page=2")).text).toContain("The very first");
    expect((await read("/updates?page=3")).text).toContain("No more updates.");
    for (const bad of ["0", "x", "1001", "1.5"]) expect((await read(`/updates?page=${bad}`)).status).toBe(404);

    const feed = await read("/feeds/updates.atom");
    expect(feed.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    expect(feed.text.match(/<entry>/g)).toHaveLength(22);
    expect(feed.text).toContain("<title>Live One: &lt;img src=x&gt; newest</title>");
    expect(feed.text).toContain(`tag:127.0.0.1,2026:/updates/${first.id}</id>`);
    expect(feed.text).not.toContain("From away");
  });

  it("has a Markdown twin, and is linked where readers look", async () => {
    const twin = await read("/updates.md");
    expect(twin.headers.get("content-type")).toContain("text/markdown");
    expect(twin.text).toContain("# Latest updates");
    expect((await read("/")).text).toContain('href="/updates"');
    expect((await read("/sitemaps/pages-1.xml")).text).toContain(`${world.baseUrl}/updates</loc>`);
    expect((await read("/llms.txt")).text).toContain("/feeds/updates.atom");
  });
});

it("a listing's page shows its updates, and its story and milestones once they are unlocked", async () => {
  const profile = {
    story: { title: "How it began", why_started: "Out of need." },
    milestones: [{ id: 1, date: "2026-01-02", title: "First sale", description: null, url: "https://acme.test/" }],
  };
  const locked = await world.listing("Locked", { profile });
  await world.listing("Open", { profile, unlocked: ["story", "milestones"] });
  const update = await post(locked.id, "Still here");
  for (const path of ["/listings/locked", "/listings/locked.md"]) {
    const { text } = await read(path);
    expect(text).toContain("Still here");
    expect(text).not.toMatch(/Out of need|First sale/);
  }
  expect((await read("/listings/locked")).text).toContain(`id="update-${update.id}"`);
  for (const path of ["/listings/open", "/listings/open.md"]) {
    const { text } = await read(path);
    for (const shown of ["How it began", "Why it was started", "Out of need.", "First sale"])
      expect(text).toContain(shown);
    expect(text).not.toContain("Latest updates\n");
  }
});
