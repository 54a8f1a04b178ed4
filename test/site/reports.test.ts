import { describe, expect, it } from "vitest";
import { reportsOf } from "../helpers/reports.ts";
import { createTeam } from "./admin-world.ts";
import type { Visitor } from "./world.ts";

const team = await createTeam();
const desk = reportsOf(team);
await team.world.account("second", { admin: true });
const second = await team.signedIn("second");

const statusLink = (text: string): string => /\/reports\/\d+(?:\?key=[\w-]+)?/.exec(text)![0];

describe("a report", () => {
  it("comes from a visitor with reason, explanation and good faith, and is confirmed", async () => {
    const { slug } = await team.world.listing("Reported Plainly");
    const sam = desk.visitor();
    const page = await sam.get(`/listings/${slug}`);
    expect(page.text).toContain(`href="/report/listing/${slug}"`);
    const reply = await desk.report(sam, `/report/listing/${slug}`, {
      ...{ reason: "rights", name: "Sam Fox", email: "sam@post.example" },
    });
    expect(reply.status).toBe(200);
    expect(reply.text).toContain("We received your report");
    const [mail] = await desk.mailsTo("sam@post.example");
    expect(mail).toMatchObject({ subject: expect.stringMatching(/^We received your report \d+$/) });
    const status = await desk.visitor().get(statusLink(mail!.text));
    expect(status.text).toContain("Waiting for a decision");
    expect((await sam.get(`/listings/${slug}`)).status).toBe(200);
  });

  it.each([
    ["child", {}, 200],
    ["spam", {}, 200],
    ["rights", {}, 400],
    ["rights", { name: "Sam" }, 400],
    ["rights", { name: "Sam", email: "no address" }, 400],
    ["fraud", { name: "Sam", email: "sam2@post.example" }, 200],
    ["nonsense", { name: "Sam", email: "sam3@post.example" }, 400],
    ["__proto__", {}, 400],
    ["spam", { honest: "" }, 400],
    ["spam", { explanation: "Short" }, 400],
    ["spam", { explanation: "x".repeat(3001) }, 400],
  ])("because of %s from a visitor with %j gets %i: the law asks for a name in some", async (reason, more, status) => {
    const { slug } = await team.world.listing(`Named ${reason} ${JSON.stringify(more).length}`);
    const reply = await desk.report(desk.visitor(), `/report/listing/${slug}`, { reason, ...more });
    expect(reply.status).toBe(status);
    if (status === 400) expect(reply.text).toContain('class="fault"');
  });

  it("counts once for each person and subject, until what it says changes", async () => {
    const { id, slug } = await team.world.listing("Once Only");
    const path = `/report/listing/${slug}`;
    const bo = await team.signedIn("bo");
    expect((await desk.report(bo, path)).status).toBe(200);
    expect((await desk.report(bo, path)).status).toBe(409);
    const caseId = await desk.newest();
    expect(await desk.decide(caseId, { outcome: "kept" })).toBe("report-decided");
    const again = await desk.report(bo, path);
    expect(again).toMatchObject({ status: 409, text: expect.stringContaining("so one is enough") });
    team.world.advance(1000);
    await team.store.change(async (tx) => {
      const listing = (await tx.listings.find(id))!;
      const { name, stage, pricingModel, country, language, logoUrl, profile } = listing;
      const content = { name, tagline: "Other words", stage, pricingModel, country, language, logoUrl, profile };
      await tx.listings.update(listing, content, {}, { accountId: null, client: null }, team.world.deps.now());
    });
    expect((await desk.report(bo, path)).status).toBe(200);
  });

  it("hides nothing, however many people send one", async () => {
    const { slug, id } = await team.world.listing("Mobbed");
    for (let index = 0; index < 12; index++) {
      const email = `mob${index}@post.example`;
      const reply = await desk.report(desk.visitor(), `/report/listing/${slug}`, {
        reason: "fraud",
        name: "Mob",
        email,
      });
      expect(reply.status).toBe(200);
    }
    expect(await team.store.listings.find(id)).toMatchObject({ status: "live" });
    // All came from one network, so they are one person.
    const found = (await team.store.reports.queue()).find((one) => one.case.title === "Mobbed");
    expect(found).toMatchObject({ people: 1, all: { length: 12 } });
  });

  it("is not possible about one's own, what is not public, or what does not exist", async () => {
    const owner = await team.world.account("ann");
    const own = await team.world.listing("Owned", { ownerId: owner.id });
    expect(await desk.report(team.ann, `/report/listing/${own.slug}`)).toMatchObject({
      ...{ status: 409, text: expect.stringContaining("This is yours") },
    });
    const draft = await team.world.listing("Unseen Draft", { status: "draft", launchedAt: null });
    const pending = await team.store.change(async (tx) => {
      await tx.reviews.write(owner.id, own.id, { rating: 1, title: null, body: "Not read yet" }, team.world.deps.now());
      return (await tx.reviews.find(owner.id, own.id))!.id;
    });
    const nobody = desk.visitor();
    for (const path of [
      `/report/listing/${draft.slug}`,
      `/report/review/${pending}`,
      "/report/review/999999",
      "/report/review/1e3",
      "/report/comment/none",
      "/report/profile/ann",
      "/report/account/ann",
      "/report/constructor/x",
      `/report/listing/${"x".repeat(300)}`,
    ])
      expect((await nobody.get(path)).status, path).toBe(404);
  });

  it("by a program is not one", async () => {
    const { slug } = await team.world.listing("Trapped");
    const path = `/report/listing/${slug}`;
    const robot = desk.visitor();
    expect((await desk.report(robot, path, { website: "https://spam.example" })).text).toContain("Thank you");
    await robot.get(path);
    const fast = await robot.post(path, {
      reason: "spam",
      explanation: "Far too quick for a person",
      honest: "yes",
      stamp: "1.x",
    });
    expect(fast).toMatchObject({ status: 400, text: expect.stringContaining("very fast") });
    expect((await team.store.reports.queue()).some((one) => one.case.title === "Trapped")).toBe(false);
  });

  it("is limited for one network", async () => {
    const { take } = team.world.deps.limiter;
    const { slug } = await team.world.listing("Limited");
    try {
      team.world.deps.limiter.take = async (name, key) => ({ ...(await take(name, key)), allowed: name !== "report" });
      expect((await desk.report(desk.visitor(), `/report/listing/${slug}`)).status).toBe(429);
    } finally {
      team.world.deps.limiter.take = take;
    }
  });
});

describe("a decision", () => {
  it("hides a review, tells both sides why, and is reversed by an appeal that another admin decides", async () => {
    const listing = await team.world.listing("Decided Works");
    const reviewId = await desk.review("rita", listing.id);
    const rita = await team.signedIn("rita");
    const bo = await team.signedIn("bo");
    const page = async () => (await desk.visitor().get(`/listings/${listing.slug}`)).text;
    expect(await page()).toContain("Words of rita");
    expect(await page()).toContain(`href="/report/review/${reviewId}"`);
    await desk.report(bo, `/report/review/${reviewId}`, { reason: "hate" });
    const caseId = await desk.newest();

    const seen = (await team.root.get(`/admin/reports/${caseId}`)).text;
    for (const words of ["Words of rita", "Hate, threats or harassment"]) expect(seen).toContain(words);
    expect(await desk.decide(caseId, { outcome: "hidden", statement: "" })).toBe("400");
    expect(await desk.decide(caseId, { outcome: "hidden", ground: "" })).toBe("400");
    expect(await desk.decide(caseId, { outcome: "hidden", statement: "It threatens a person." })).toBe(
      "report-decided",
    );
    expect(await team.logged()).toMatchObject({
      ...{ action: "report.decide", name: "a review of Decided Works", before: {} },
      after: { outcome: "hidden", ground: "terms", statement: "It threatens a person." },
    });
    expect(await desk.decide(caseId, { outcome: "kept" })).toBe("gone");
    expect(await page()).not.toContain("Words of rita");
    expect(await team.store.listings.find(listing.id)).toMatchObject({ ratingCount: 0, ratingSum: 0 });

    const [toReporter] = await desk.mailsTo("bo@people.example");
    expect(toReporter!.text).toContain("Reason: It threatens a person.");
    const [toAuthor] = await desk.mailsTo("rita@people.example");
    expect(toAuthor!.subject).toBe("We hid a review of Decided Works");
    for (const words of ["It threatens a person.", "our terms of use: Reviews are your own", "appeal once", "court"])
      expect(toAuthor!.text).toContain(words);
    expect(toAuthor!.text).not.toMatch(/\bbo\b|bo@/);

    expect((await rita.get("/account/reports")).text).toContain("A review of Decided Works");
    const decision = await rita.get(`/account/decisions/${caseId}`);
    expect(decision.text).toContain("It threatens a person.");
    expect((await bo.get(`/account/decisions/${caseId}`)).status).toBe(404);
    expect((await bo.post(`/account/decisions/${caseId}/appeal`, { text: "I want to appeal it" })).status).toBe(404);
    const appeal = `/account/decisions/${caseId}/appeal`;
    expect((await rita.post(appeal, { text: "No" })).status).toBe(400);
    expect((await rita.post(appeal, { text: "It quotes the maker's own words." })).location).toContain("appeal-sent");
    expect((await rita.post(appeal, { text: "And once more, please." })).location).toContain("appeal-over");

    const { id: appealId } = (await team.store.reports.appealsOf(caseId))[0]!;
    const answer = async (by: Visitor) => {
      await by.get(`/admin/reports/${caseId}`);
      const path = `/admin/reports/${caseId}/appeals/${appealId}`;
      return (await by.post(path, { answer: "grant", statement: "It is a quote." })).location;
    };
    expect(await answer(team.root)).toContain("notice=appeal-same");
    expect(await page()).not.toContain("Words of rita");
    expect(await answer(second)).toContain("notice=appeal-decided");
    expect(await answer(second)).toContain("notice=gone");
    expect(await page()).toContain("Words of rita");
    expect(await team.store.listings.find(listing.id)).toMatchObject({ ratingCount: 1, ratingSum: 4 });
    expect((await desk.mailsTo("rita@people.example"))[0]!.text).toContain("It is shown again.");
    expect((await desk.mailsTo("bo@people.example"))[0]!.subject).toContain("The decision on your report");
    expect((await rita.get(`/account/decisions/${caseId}`)).text).toContain("Your appeal was granted.");
  });

  it("to leave it is appealed by whoever reported it, with the link of the first email", async () => {
    const listing = await team.world.listing("Kept Works");
    const email = "vera@post.example";
    await desk.report(desk.visitor(), `/report/listing/${listing.slug}`, { reason: "fraud", name: "Vera", email });
    const link = statusLink((await desk.mailsTo(email))[0]!.text);
    const caseId = await desk.newest();
    expect(await desk.decide(caseId, { outcome: "kept", statement: "It does what it says." })).toBe("report-decided");
    expect((await desk.mailsTo(email))[0]!.text).toContain("It does what it says.");
    const vera = desk.visitor();
    const page = await vera.get(link);
    expect(page.text).toContain("It does what it says.");
    const key = new URL(link, team.world.baseUrl).searchParams.get("key")!;
    const path = `${link.split("?")[0]}/appeal`;
    expect((await vera.post(path, { key: "wrong", text: "It took my money twice." })).status).toBe(404);
    expect((await vera.post(path, { key, text: "It took my money twice." })).location).toContain("appeal-sent");
    const { id } = (await team.store.reports.appealsOf(caseId))[0]!;
    await second.get(`/admin/reports/${caseId}`);
    const granted = { answer: "grant", ground: "law", rule: "Criminal code § 263", statement: "It is a scam." };
    await second.post(`/admin/reports/${caseId}/appeals/${id}`, granted);
    expect(await team.store.listings.find(listing.id)).toMatchObject({
      status: "suspended",
      statusReason: "It is a scam.",
    });
    expect((await vera.get(`/listings/${listing.slug}`)).status).toBe(404);
    expect((await desk.mailsTo(email))[0]!.text).toContain("It is hidden now.");
  });

  it("is made by whoever has no part in it, if there is anybody else", async () => {
    const { slug } = await team.world.listing("Own Case");
    await desk.report(team.root, `/report/listing/${slug}`);
    const caseId = await desk.newest();
    expect(await desk.decide(caseId, { outcome: "kept" })).toBe("report-own");
    expect(await desk.decide(caseId, { outcome: "kept" }, second)).toBe("report-decided");
    await team.world.drain();
    const note = await team.root.get(`/reports/${(await team.store.reports.ofCase(caseId))[0]!.report.id}`);
    expect(note.text).toContain(">kept<");
  });

  it("is not made about what is gone, and says so", async () => {
    const listing = await team.world.listing("Gone Works");
    const reviewId = await desk.review("gone", listing.id);
    await desk.report(await team.signedIn("bo"), `/report/review/${reviewId}`);
    const caseId = await desk.newest();
    const { id } = await team.world.account("gone");
    await team.store.change((tx) => tx.reviews.remove(id, listing.id));
    expect((await team.root.get(`/admin/reports/${caseId}`)).text).toContain("Deleted.");
    expect(await desk.decide(caseId, { outcome: "hidden" })).toBe("gone");
    expect(await desk.decide(caseId, { outcome: "gone" })).toBe("report-decided");
    expect((await desk.mailsTo("bo@people.example"))[0]!.text).toContain("There is nothing left to decide.");
  });

  it("notifies those with an account on the site, and nobody of what they did", async () => {
    const { id } = await team.world.account("bo");
    const news = await team.store.notifications.ofAccount(id, { offset: 0, limit: 50 });
    expect(news).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "report", words: { about: "a review of Decided Works" }, readAt: null }),
      ]),
    );
    expect(news.every(({ path }) => /^\/reports\/\d+$/.test(path))).toBe(true);
  });
});

const caseOf = async (title: string): Promise<number> =>
  (await team.store.reports.queue()).find((one) => one.case.title === title)!.case.id;

describe("the pages of reports", () => {
  it("show every field as text, whatever is written there", async () => {
    const evil = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>{{7*7}}`;
    const listing = await team.world.listing("Scripted");
    const reviewId = await desk.review("evil", listing.id, evil);
    const mallory = desk.visitor();
    const sent = { reason: "rights", explanation: evil, name: evil.slice(0, 60), email: "mallory@post.example" };
    const reply = await desk.report(mallory, `/report/review/${reviewId}`, sent);
    expect(reply.status).toBe(200);
    const caseId = await desk.newest();
    await desk.decide(caseId, { outcome: "hidden", statement: evil, rule: evil });
    const evilOne = await team.signedIn("evil");
    await evilOne.get(`/account/decisions/${caseId}`);
    await evilOne.post(`/account/decisions/${caseId}/appeal`, { text: evil });
    const link = statusLink((await desk.mailsTo("mallory@post.example")).at(-1)!.text);
    const pages = [
      await team.root.get(`/admin/reports/${caseId}`),
      await team.root.get("/admin/reports"),
      await team.root.get("/admin/audit"),
      await evilOne.get(`/account/decisions/${caseId}`),
      await mallory.get(link),
    ];
    for (const { text, status } of pages) {
      expect(status).toBe(200);
      expect(text).not.toMatch(/<script>alert|<img src=x/);
    }
    for (const mail of await desk.mailsTo("evil@people.example"))
      expect((await team.store.mails.find(mail.id))!.html).not.toMatch(/<script>alert|<img src=x/);
  });

  it("do not exist for others, whatever number they try", async () => {
    const [bo, ann] = [await team.signedIn("bo"), team.ann];
    const mine = (await team.store.reports.ofAccount((await team.world.account("bo")).id))[0]!.report.id;
    expect((await bo.get(`/reports/${mine}`)).status).toBe(200);
    for (const person of [ann, desk.visitor(), team.root]) {
      expect((await person.get(`/reports/${mine}`)).status).toBe(404);
      expect((await person.get(`/reports/${mine}?key=${"x".repeat(32)}`)).status).toBe(404);
    }
    for (const id of ["0", "-1", "1.5", "999999", "abc", "1e2"]) {
      expect((await ann.get(`/reports/${id}`)).status).toBe(404);
      expect((await ann.get(`/account/decisions/${id}`)).status).toBe(404);
      expect((await team.root.get(`/admin/reports/${id}`)).status).toBe(404);
    }
    for (const path of ["/admin/reports", "/admin/held", "/admin/words", "/admin/reports/figures"])
      expect((await ann.get(path)).status).toBe(404);
    expect((await ann.post("/admin/words", { words: "all" })).status).toBe(404);
  });

  it("tell the figures of each year, also as a file", async () => {
    const page = (await team.root.get("/admin/reports/figures")).text;
    const year = team.world.deps.now().getUTCFullYear();
    expect(page).toContain(`/admin/reports/figures/${year}.csv`);
    const file = await team.root.get(`/admin/reports/figures/${year}.csv`);
    expect(file.headers.get("content-type")).toContain("text/csv");
    expect(file.text).toMatch(/Automated decisions,0\r\n/);
    expect(file.text).toMatch(/Decisions reversed after an appeal,2\r\n/);
    expect((await team.root.get("/admin/reports/figures/x.csv")).status).toBe(404);
  });
});

describe("reports as a weapon", () => {
  it("are slowed after five that are unfounded, with a warning, and read last", async () => {
    const eve = await team.signedIn("eve");
    for (let index = 0; index < 5; index++) {
      const { slug } = await team.world.listing(`Envied ${index}`);
      expect((await desk.report(eve, `/report/listing/${slug}`, { reason: "fraud" })).status).toBe(200);
      await desk.decide(await desk.newest(), { outcome: "kept", statement: "Nothing is wrong." });
      const [mail] = await desk.mailsTo("eve@people.example");
      expect(mail!.text.includes("one report a day")).toBe(index === 4);
    }
    const paths = await Promise.all(
      ["A", "B"].map(async (name) => `/report/listing/${(await team.world.listing(`Envied ${name}`)).slug}`),
    );
    const slowed = await desk.report(eve, paths[0]!);
    expect(slowed.status).toBe(429);
    team.world.advance(24 * 3600_000);
    expect((await desk.report(eve, paths[0]!)).status).toBe(200);
    expect((await desk.report(eve, paths[1]!)).text).toMatch(/another report in \d+ hours/);
    await desk.report(await team.signedIn("fair"), paths[1]!);
    const list = (await team.root.get("/admin/reports")).text;
    expect(list.indexOf("Envied B")).toBeLessThan(list.indexOf("Envied A"));
    expect(list).toContain("1 slowed reporter");
    const seen = (await team.root.get(`/admin/reports/${await caseOf("Envied A")}`)).text;
    expect(seen).toContain("In 180 days: 0 justified, 5 unfounded.");
  });

  it("are forgiven once the decisions are half a year old", async () => {
    team.world.advance(181 * 24 * 3600_000);
    const path = `/report/listing/${(await team.world.listing("Envied Later")).slug}`;
    expect((await desk.report(await team.signedIn("eve"), path)).status).toBe(200);
    expect((await team.store.reports.queue()).find((one) => one.case.title === "Envied Later")?.people).toBe(1);
  });
});
