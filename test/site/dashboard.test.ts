import { beforeAll, describe, expect, it } from "vitest";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { createVisitor, formOf } from "./world.ts";

const site = await createWebsite({ ...ACME });
const world = await createWorld({
  env: {
    OUTBOUND_RESOLVE: site.resolve("acme.test", "www.acme.test", "other.test", "third.test", "fourth.test"),
    LIMIT_SUBMIT_HOUR: "100",
    LIMIT_SUBMIT_DAY: "100",
  },
});
const ann = await signedIn("ann");

async function signedIn(name: string) {
  await world.account(name);
  const person = createVisitor(world.baseUrl);
  await person.signIn(`${name}@people.example`, { password: PASSWORD });
  return person;
}

async function ready(host: string): Promise<string> {
  await ann.get("/submit");
  const { location } = await ann.post("/submit", { url: host });
  await world.drain();
  return location;
}
const draftOf = async (path: string) => (await world.as("ann").get(path)).body;

describe("submitting", () => {
  it("gives a visitor a draft of their own, and asks for an account only to save it", async () => {
    const visitor = createVisitor(world.baseUrl);
    expect((await visitor.get("/submit")).status).toBe(200);
    const reply = await visitor.post("/submit", { url: "acme.test" });
    expect(reply).toMatchObject({ status: 303, location: expect.stringMatching(/^\/submit\/[0-9a-f-]{36}$/) });
    expect((await visitor.get(`${reply.location}/save`)).location).toContain("/sign-up?return_to=");
    expect((await visitor.get("/drafts")).location).toContain("/sign-in");
    await world.drain();
  });

  it("refuses what is no address, beside the input", async () => {
    await ann.get("/submit");
    const wrong = await ann.post("/submit", { url: "ftp://acme.test" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('value="ftp://acme.test"');
    expect(wrong.text).toMatch(/class="fault" id="url-fault">Must be an http or https URL/);
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
    expect(done.text).toContain("From your site");
    expect(done.text).toContain("Not found on the pages we read");
    expect(done.text).toMatch(/<b>From your site<\/b> <q dir="auto">[^<]+<\/q> <a href="https:\/\/acme\.test/);
    expect((await ann.get("/drafts")).text).toContain("Acme Charts");
    expect((await (await signedIn("bo")).get(location)).status).toBe(404);
    expect((await ann.get("/drafts/nothing")).status).toBe(404);

    await ann.get("/submit");
    expect((await ann.post("/submit", { url: "https://www.acme.test/" })).location).toBe(
      `${location}?notice=draft-known`,
    );
  });
});

describe("the editor of a draft", () => {
  let path: string;
  const open = () => ann.get(path);
  const send = async (changes: Record<string, string>, form?: Record<string, string>) =>
    ann.post(path, { ...(form ?? formOf(await open(), path)), ...changes });
  beforeAll(async () => {
    path = await ready("other.test");
  });

  it("saves what was changed and nothing else, and takes it back on request", async () => {
    const before = await draftOf(path);
    const saved = await send({ act: "save", "fields.tagline": "Charts for everybody" });
    expect(saved).toMatchObject({ status: 303, location: expect.stringContaining("notice=draft-saved&undo=") });
    const after = await draftOf(path);
    expect(after.fields.tagline).toMatchObject({ value: "Charts for everybody", state: "edited" });
    expect({ ...after.fields, tagline: 0 }).toEqual({ ...before.fields, tagline: 0 });

    const page = await ann.get(saved.location);
    const undone = await ann.post("/account/undo", formOf(page, "/account/undo"));
    expect(undone.location).toBe(`${path}?notice=undone`);
    expect((await draftOf(path)).fields.tagline).toMatchObject({ value: before.fields.tagline.value, state: "ai" });
    expect((await ann.post("/account/undo", formOf(page, "/account/undo"))).location).toContain("notice=undo-over");
  });

  it("does not let one person undo what another did", async () => {
    const saved = await send({ act: "save", "fields.city": "Hamburg" });
    const undo = new URL(saved.location, world.baseUrl).searchParams.get("undo")!;
    const bo = await signedIn("bo");
    await bo.get("/account");
    expect((await bo.post("/account/undo", { undo })).location).toContain("notice=undo-over");
    expect((await draftOf(path)).fields.city.value).toBe("Hamburg");
  });

  it("offers no undo for what changed nothing", async () => {
    expect((await send({ act: "save" })).location).toBe(`${path}?notice=draft-saved`);
  });

  it("keeps what was typed beside what is wrong with it", async () => {
    const wrong = await send({ act: "save", "fields.founded_year": "long ago" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('value="long ago"');
    expect(wrong.text).toMatch(/id="fields.founded_year-fault">/);
    expect(wrong.text).toContain('<a href="#fields.founded_year">Founded in</a>');
    const half = await send({ act: "save", "faqs.0.question": "Only asked" });
    expect(half.text).toContain('value="Only asked"');
    expect(half.text).toMatch(/<details class="card dashboard-section" id="faqs" data-card open>/);
    expect(half.text).toContain('<a href="#faqs.0.answer">Questions and answers</a>');
    expect((await draftOf(path)).faqs).toEqual([]);
  });

  it("shows both versions when somebody else changed the same field, and lets the person decide", async () => {
    const form = formOf(await open(), path);
    await world.as("ann").patch(path, { body: { fields: { tagline: "By an <b>assistant</b>", city: "Bremen" } } });
    const met = await send({ act: "save", "fields.tagline": "By ann" }, form);
    expect(met.status).toBe(409);
    expect(met.text).toContain('value="By ann"');
    expect(met.text).toContain("This was changed elsewhere to: By an &lt;b&gt;assistant&lt;/b&gt;");
    expect((await draftOf(path)).fields.tagline.value).toBe("By an <b>assistant</b>");
    expect((await send({ act: "save" }, formOf(met, path))).status).toBe(303);
    const { fields } = await draftOf(path);
    expect(fields.tagline.value).toBe("By ann");
    expect(fields.city.value).toBe("Bremen");
  });

  it("locks, unlocks with the words kept, goes back to ours, and writes again", async () => {
    const stateOf = async () => (await draftOf(path)).fields.tagline;
    const { value: ours } = await stateOf().then(({ ai_value }) => ({ value: ai_value }));
    expect((await send({ act: "lock.tagline", "fields.tagline": "Mine" })).location).toContain("#fields.tagline");
    expect(await stateOf()).toMatchObject({ value: "Mine", locked: true });
    await send({ act: "unlock.tagline" });
    expect(await stateOf()).toMatchObject({ value: "Mine", locked: false });
    await send({ act: "lock.tagline" });
    await send({ act: "unlock.tagline", "fields.tagline": "Mine too" });
    expect(await stateOf()).toMatchObject({ value: "Mine too", locked: false });
    await send({ act: "save", "fields.tagline": "Mine" });
    const restored = await send({ act: "restore.tagline" });
    expect(await stateOf()).toMatchObject({ value: ours, state: "ai" });
    expect(restored.location).toContain("#fields.tagline");
    const { text } = await ann.get(restored.location);
    expect(text).toContain('Before: <q dir="auto">Mine</q>');
    const [, act = ""] = /name="act" value="(undo\.[^"]+)"/.exec(text) ?? [];
    expect((await send({ act, "fields.city": "Ulm" })).location).toContain("did=undone.fields.tagline#fields.tagline");
    expect(await stateOf()).toMatchObject({ value: "Mine", state: "edited" });
    expect((await draftOf(path)).fields.city.value).toBe("Ulm");
    expect((await send({ act })).location).toContain("notice=undo-over");
    expect((await send({ act: "regenerate.tagline" })).location).toContain("did=changed.fields.tagline&undo=");
    expect((await stateOf()).state).toBe("ai");
    expect((await send({ act: "regenerate.usps" })).location).toContain("did=not_found.fields.usps#");
    expect((await send({ act: "lock.nothing" })).status).toBe(404);
  });

  it("takes rows away and puts them back", async () => {
    await send({ act: "save", "faqs.0.question": "Is it free?", "faqs.0.answer": "For 30 days." });
    expect((await draftOf(path)).faqs).toEqual([{ question: "Is it free?", answer: "For 30 days." }]);
    const emptied = await send({ act: "save", "faqs.0.question": "", "faqs.0.answer": "" });
    expect((await draftOf(path)).faqs).toEqual([]);
    await ann.post("/account/undo", formOf(await ann.get(emptied.location), "/account/undo"));
    expect((await draftOf(path)).faqs).toHaveLength(1);
  });

  it("says what is missing for a listing, then saves one", async () => {
    const missing = await send({ act: "submit", "fields.tagline": "" });
    expect(missing.status).toBe(400);
    expect(missing.text).toContain("the page cannot be published yet");
    expect(missing.text).not.toContain("update_draft");
    const both = await send({ act: "submit", "fields.tagline": "", "fields.short_description": "" });
    expect(both.text).toContain("Short description is required for a listing.");
    const full = { "fields.tagline": "Charts for everybody", "fields.short_description": "Charts, on paper." };
    const saved = await send({ act: "submit", ...full });
    expect(saved.location).toMatch(/^\/account\/listings\/\d+\/launch\?notice=listing-saved$/);
    expect((await ann.get("/drafts")).text).toContain("Saved as a listing");
    expect((await ann.get("/submit")).status).toBe(200);
    expect((await ann.post("/submit", { url: "other.test" })).location).toContain("notice=listing-known");
  });

  it("invites a co-founder, and says why not", async () => {
    await open();
    expect((await ann.post(`${path}/invites`, { email: "carl@people.example" })).location).toContain("invite-sent");
    await open();
    const again = await ann.post(`${path}/invites`, { email: "carl@people.example" });
    expect(again.status).toBe(400);
    expect(again.text).toContain("already invited");
  });
});

describe("the dashboard of a listing", () => {
  let path: string;
  let id: number;
  const listing = async () => (await world.as("ann").get(`/me/listings/${id}`)).body;
  const post = async (page: string, form: Record<string, string>) => {
    await ann.get(path);
    return ann.post(`${path}${page}`, form);
  };
  beforeAll(async () => {
    const draft = await ready("third.test");
    const saved = await ann.post(draft, { ...formOf(await ann.get(draft), draft), act: "submit" });
    path = saved.location.split("/launch?")[0]!;
    id = Number(path.split("/").at(-1));
  });

  it("is for its owner alone", async () => {
    const pages = ["", "/launch", "/edit", "/updates", "/milestones", "/story", "/pictures", "/history"];
    const bo = await signedIn("bo");
    for (const page of pages) {
      expect((await ann.get(path + page)).status, page).toBe(page === "/edit" ? 303 : 200);
      expect((await bo.get(path + page)).status, page).toBe(404);
      expect((await createVisitor(world.baseUrl).get(path + page)).location, page).toContain("/sign-in");
    }
    expect((await ann.get(`${path}/updates`)).text).toMatch(/<b>Next:<\/b>.*Choose how to launch/s);
    expect((await ann.get("/account/listings/x")).status).toBe(404);
    expect((await ann.get("/account/listings/999999")).status).toBe(404);
    await bo.get("/account");
    for (const page of ["/free", "/order", "/updates", "/milestones", "/story", "/pictures", "/history/1"])
      expect((await bo.post(path + page, {})).status, page).toBe(404);
  });

  it("is one of the listings, with what to do next", async () => {
    const { text } = await ann.get("/account/listings");
    expect(text).toContain(`href="${path}/launch">Choose how to launch`);
    expect((await (await signedIn("dora")).get("/account/listings")).text).toContain("You have no listings yet");
  });

  it("makes an order and leads to its checkout page, or says what is wrong with it", async () => {
    const wrong = await post("/order", { product: "featured-week", "featured-week.week": "2020-01-06" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toMatch(/id="featured-week.week-fault">/);
    // Nothing is featured before it is live.
    expect(wrong.text).not.toContain("at the full price");
    const cheap = await post("/order", { product: "billboard", "billboard.amount": "1" });
    expect(cheap.text).toMatch(/id="billboard.amount-fault">/);
    const made = await post("/order", { product: "launch", "launch.categories.0": "accounting" });
    expect(made.location).toMatch(/^\/checkout\//);
    expect((await ann.get(made.location)).text).toContain("Review and pay");
  });

  it("reserves a week for free, shows the badge, and looks for it", async () => {
    expect((await post("/free", {})).location).toBe(`${path}?notice=free-chosen`);
    const { text } = await ann.get(path);
    expect(text).toContain("&lt;a href=");
    expect(text).toContain("Check now");
    await world.drain();
    expect((await post("/free", {})).location).toBe(`${path}?notice=badge-missing`);
    await world.drain();
    expect((await ann.get(path)).text).toContain("Last checked");
  });

  it("posts updates, adds milestones, and puts a deleted one back", async () => {
    expect((await post("/updates", { title: "", body: "x" })).text).toMatch(/id="title-fault">/);
    expect((await post("/updates", { title: "New", body: "Better" })).location).toContain("update-posted");
    expect((await ann.get(`${path}/updates`)).text).toContain("<h3>New</h3>");

    const wrong = await post("/milestones", { date: "soon", title: "First", description: "", url: "" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('value="First"');
    await post("/milestones", {
      date: "2026-05-01",
      title: "First",
      description: "Customer",
      url: "https://acme.test/1",
    });
    const [milestone] = (await listing()).milestones;
    const deleted = await post(`/milestones/${milestone.milestone_id}/delete`, {});
    expect((await listing()).milestones).toEqual([]);
    await ann.post("/account/undo", formOf(await ann.get(deleted.location), "/account/undo"));
    expect((await listing()).milestones).toMatchObject([{ ...milestone, milestone_id: expect.any(Number) }]);
    expect((await post(`/milestones/${milestone.milestone_id}/delete`, {})).location).toContain("notice=gone");
  });

  it("keeps the story, the interview, and every version", async () => {
    await post("/story", { title: "How", story: "It began." });
    expect((await listing()).story).toEqual({ title: "How", story: "It began." });
    const emptied = await post("/story", { title: "How" });
    await ann.post("/account/undo", formOf(await ann.get(emptied.location), "/account/undo"));
    expect((await listing()).story).toEqual({ title: "How", story: "It began." });

    const { version } = await listing();
    expect((await ann.get(`${path}/history`)).text).toContain("Founder story");
    expect((await post("/history/1", { seen: String(version) })).location).toContain("version-back");
    expect((await listing()).story).toEqual({});
    expect((await post("/history/1", { seen: String(version) })).location).toContain("listing-changed");
    expect((await post("/history/99", { seen: "1" })).location).toContain("notice=gone");

    await ann.get("/account/interview");
    expect((await ann.post("/account/interview", { "answer.1": "Because." })).location).toContain("interview-saved");
    expect((await ann.get("/account/interview")).text).toContain("Because.");
    expect((await ann.post("/account/interview", { "answer.1": "x".repeat(4001) })).text).toMatch(/answer.1-fault/);
  });

  it("lets a founder without the draft edit the texts", async () => {
    const eve = await world.account("eve");
    await world.deps.store.change((tx) => tx.listings.addEditor(id, eve.id, world.deps.now()));
    const editor = await signedIn("eve");
    const form = formOf(await editor.get(`${path}/edit`), `${path}/edit`);
    const wrong = await editor.post(`${path}/edit`, { ...form, "fields.tagline": "", "fields.founded_year": "old" });
    expect(wrong.status).toBe(400);
    const changed = {
      ...form,
      "fields.tagline": "By eve",
      "fields.features": "One\nTwo",
      "socials.x": "https://x.com/a",
    };
    const saved = await editor.post(`${path}/edit`, changed);
    expect(await listing()).toMatchObject({
      tagline: "By eve",
      features: ["One", "Two"],
      socials: { x: "https://x.com/a" },
    });
    await editor.post("/account/undo", formOf(await editor.get(saved.location), "/account/undo"));
    expect((await listing()).tagline).toBe(form["fields.tagline"]);

    const stale = formOf(await editor.get(`${path}/edit`), `${path}/edit`);
    await world.as("ann").patch(`/me/listings/${id}`, { body: { fields: { tagline: "By ann", city: "Ulm" } } });
    const met = await editor.post(`${path}/edit`, { ...stale, act: "save", "fields.tagline": "By eve too" });
    expect(met.status).toBe(409);
    expect(met.text).toContain("This was changed elsewhere to: By ann");
    expect((await listing()).tagline).toBe("By ann");
    expect((await editor.post(`${path}/edit`, { ...formOf(met, `${path}/edit`), act: "save" })).status).toBe(303);
    expect(await listing()).toMatchObject({ tagline: "By eve too", company: { city: "Ulm" } });
  });
});
