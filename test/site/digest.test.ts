import { describe, expect, it } from "vitest";
import { exportAccount } from "../../actions/accounts/export-account.ts";
import { seededRandom } from "../../data/demo/random.ts";
import { weekOf } from "../../domain/launches/launch-week.ts";
import { ENGLISH } from "../../languages/language.ts";
import { type DigestNews, digestMessage } from "../../mail/digest-messages.ts";
import { createSendMail } from "../../mail/mailer.ts";
import { digestSettingsLink, UNSUBSCRIBE_KEY, unsubscribeLink } from "../../mail/unsubscribe.ts";
import { DESIGN } from "../helpers/design.ts";
import { createMailServer } from "../helpers/mail-server.ts";
import { openShopFront } from "../helpers/shop-front.ts";
import { createVisitor, formOf, type Visitor } from "./world.ts";

const shop = await openShopFront({ SITE_TIMEZONE: "UTC", LIMIT_FOLLOW: "1000" });

const visitor = () => createVisitor(shop.baseUrl);
const digests = () => shop.deps.store.digests;
const mailsTo = async (email: string) =>
  (await shop.deps.store.mails.list({ page: 1, perPage: 500 })).items.filter(({ recipient }) => recipient === email);
async function confirmLink(email: string): Promise<string> {
  const mail = (await mailsTo(email)).find(({ text }) => text.includes("/digest/confirm?"))!;
  return /\/digest\/confirm\?token=\S+/.exec(mail.text)![0];
}
async function confirm(by: Visitor, link: string) {
  const page = await by.get(link);
  return by.post("/digest/confirm", formOf(page, "/digest/confirm"));
}
const linkOf = async (email: string, of: typeof unsubscribeLink | typeof digestSettingsLink) => {
  const key = await shop.deps.store.change((tx) => tx.secrets.keep(UNSUBSCRIBE_KEY, "made"));
  const { id } = (await digests().ofAddress(email))!;
  const link =
    of === unsubscribeLink
      ? unsubscribeLink(shop.deps.settings, key, { digestOf: id })
      : digestSettingsLink(shop.deps.settings, key, id);
  return link.slice(link.indexOf("/", 9));
};

describe("somebody without an account", () => {
  it("asks on the page of a category, confirms by email, chooses anew with the link, and is out with one click", async () => {
    const sam = visitor();
    expect((await sam.get("/categories/crm")).text).toContain('href="/digest?category=crm"');
    expect((await sam.get("/digest?category=crm")).text).toMatch(/value="crm" checked/);
    const sent = await sam.post("/digest", {
      email: "Sam@Post.example",
      category: ["crm", "none-such"],
      zone: "Asia/Tokyo",
    });
    expect(sent.location).toBe("/digest?notice=digest-asked");
    expect(await digests().ofAddress("sam@post.example")).toBeUndefined();

    // Opening the link changes nothing: mail scanners open links.
    const link = await confirmLink("Sam@Post.example");
    expect((await sam.get(link)).text).toContain("with what is new in CRM");
    expect(await digests().ofAddress("sam@post.example")).toBeUndefined();
    expect((await confirm(sam, link)).text).toContain("between 8 and 9 in the morning (Asia/Tokyo)");
    const subscriber = (await digests().ofAddress("sam@post.example"))!;
    expect(subscriber).toMatchObject({ zone: "Asia/Tokyo", lastWeek: null });
    expect(await digests().categoriesOf(subscriber.id)).toEqual([{ slug: "crm", name: "CRM" }]);
    // A second time changes nothing.
    await confirm(sam, link);
    expect(await digests().ofAddress("sam@post.example")).toEqual(subscriber);

    const settings = await linkOf("sam@post.example", digestSettingsLink);
    expect((await sam.get(settings)).text).toMatch(/value="crm" checked/);
    await sam.post(settings, { zone: "", category: ["finance", "<script>"] });
    expect((await digests().categoriesOf(subscriber.id)).map(({ slug }) => slug)).toEqual(["finance"]);
    expect((await digests().find(subscriber.id))!.zone).toBeNull();

    const way = await linkOf("sam@post.example", unsubscribeLink);
    expect((await sam.get(way)).text).toContain("Stop the weekly digest?");
    expect(await digests().find(subscriber.id)).toBeDefined();
    const once = {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    };
    for (let time = 0; time < 2; time++)
      expect((await fetch(shop.baseUrl + way, { method: "POST", ...once })).status).toBe(200);
    expect(await digests().find(subscriber.id)).toBeUndefined();
    // Links of before do not bring it back, and lead nowhere.
    for (const old of [link, settings]) expect((await sam.get(old)).status).toBe(410);
  });

  it("learns of nobody else: a known address and an unknown one get the same answer, and neither more than a few links", async () => {
    await shop.account("known");
    const ask = async (email: string) => {
      const eve = visitor();
      await eve.get("/digest");
      const { status, location, text } = await eve.post("/digest", { email, category: "crm" });
      return { status, location, text };
    };
    expect(await ask("known@people.example")).toEqual(await ask("unknown@people.example"));
    for (let time = 0; time < 12; time++) await ask("flooded@people.example");
    expect((await mailsTo("flooded@people.example")).length).toBeLessThan(8);
    expect(await digests().ofAddress("flooded@people.example")).toBeUndefined();
  });

  it("is told what is wrong, and keeps what was typed", async () => {
    const kim = visitor();
    await kim.get("/digest");
    const wrong = await kim.post("/digest", { email: "nobody", category: "crm" });
    expect(wrong).toMatchObject({ status: 400, text: expect.stringContaining('value="nobody"') });
    expect(wrong.text).toMatch(/value="crm" checked/);
    expect((await kim.post("/digest", { email: "kim@post.example" })).text).toContain("Choose at least one category");
    const evil = await kim.post("/digest", { email: '"><script>alert(1)</script>@x.example', category: '"><script>' });
    expect(evil.text).not.toContain("<script>alert");
  });

  it("cannot forge a link, or use one for somebody else", async () => {
    const lea = visitor();
    await lea.get("/digest");
    await lea.post("/digest", { email: "lea@post.example", category: "crm" });
    await confirm(lea, await confirmLink("lea@post.example"));
    const { id } = (await digests().ofAddress("lea@post.example"))!;
    for (const token of ["", "x", `digest-${id}`, `digest-${id}.0.x`, `digest-${id}x.0.${"A".repeat(43)}`]) {
      expect((await lea.get(`/digest/settings?token=${token}`)).status).toBe(410);
      expect((await fetch(`${shop.baseUrl}/unsubscribe?token=${token}`, { method: "POST" })).status).toBe(410);
    }
    expect((await lea.get("/digest/confirm?token=x")).status).toBe(410);
    expect(await digests().find(id)).toBeDefined();
  });

  it("has 48 hours to confirm, and is forgotten after that", async () => {
    const old = visitor();
    await old.get("/digest");
    await old.post("/digest", { email: "old@post.example", category: "crm" });
    const link = await confirmLink("old@post.example");
    shop.advance(48 * 3600_000 + 1000);
    await shop.drain();
    expect((await old.get(link)).status).toBe(410);
    expect((await digests().overview()).unconfirmed).toBe(0);
  });
});

describe("somebody with an account", () => {
  it("follows categories, switches the digest on with the link of an email, changes and stops it", async () => {
    const ann = await shop.signedIn("ann");
    const { id, email } = await shop.account("ann");
    await ann.get("/categories/crm");
    expect((await ann.post("/categories/crm/follow", { follow: "on" })).location).toBe(
      "/categories/crm?notice=category-followed#follow",
    );
    await ann.post("/categories/crm/follow", { follow: "on" });
    const page = (await ann.get("/categories/crm")).text;
    expect(page).toContain("Unfollow CRM");
    expect(page).toContain("Your weekly digest is off.");
    await ann.get("/account/digest");
    await ann.post("/account/digest/categories", { category: "finance", follow: "on" });
    expect((await ann.post("/account/digest/categories", { category: "none-such", follow: "on" })).status).toBe(404);
    expect((await shop.deps.store.categoryFollows.ofAccount(id)).map(({ slug }) => slug)).toEqual(["crm", "finance"]);

    await ann.post("/account/digest", { do: "ask", zone: "Europe/Berlin" });
    await confirm(ann, await confirmLink(email));
    expect((await ann.get("/account/digest")).text).toContain("The digest is on.");
    await ann.post("/account/digest", { do: "save", zone: "America/New_York" });
    expect(await digests().ofAddress(email)).toMatchObject({ zone: "America/New_York", withSearches: false });
    expect(await exportAccount(id, shop.deps)).toMatchObject({
      categories_followed: [{ slug: "crm" }, { slug: "finance" }],
      weekly_digest: { zone: "America/New_York", with_searches: false, categories: [] },
    });
    // Without an account, the link of an email leads to the settings of the account.
    expect((await visitor().get(await linkOf(email, digestSettingsLink))).location).toBe("/account/digest");
    await ann.post("/account/digest", { do: "stop" });
    expect(await digests().ofAddress(email)).toBeUndefined();
    await ann.post("/account/digest/categories", { category: "crm", follow: "off" });
    expect((await shop.deps.store.categoryFollows.ofAccount(id)).map(({ slug }) => slug)).toEqual(["finance"]);
  });

  it("needs a confirmed address, and has nothing of whoever really owns it", async () => {
    const guest = visitor();
    await guest.get("/digest");
    await guest.post("/digest", { email: "squatted@people.example", category: "crm" });
    await confirm(guest, await confirmLink("squatted@people.example"));
    const { id, email } = await shop.account("squatted", { verified: false });
    const thief = await shop.signedIn("squatted");
    await thief.get("/account/digest");
    expect((await thief.get("/account/digest")).text).toContain("Confirm your email address first.");
    await thief.post("/account/digest", { do: "stop" });
    expect((await thief.post("/account/digest", { do: "ask" })).location).toContain("verify-first");
    await thief.get("/account/digest");
    expect((await thief.post("/account/digest/categories", { category: "crm", follow: "on" })).location).toContain(
      "verify-first",
    );
    expect((await exportAccount(id, shop.deps)).weekly_digest).toBeUndefined();
    await shop.deps.store.change((tx) => tx.personal.erase(id, email));
    expect(await digests().ofAddress(email)).toBeDefined();
  });
});

describe("admins", () => {
  it("see the next edition as it would be, send it to themselves, pause it and let it go on, in the audit log", async () => {
    const root = await shop.signedIn("root");
    const { startsAt } = weekOf(shop.deps.now(), "UTC", 1);
    // After the last edition went out, the next one is about this week.
    shop.advance(startsAt.getTime() + 2 * 24 * 3600_000 - shop.deps.now().getTime());
    expect((await root.get("/admin/digest")).text).toContain("Empty so far");
    await shop.listing("Tide Table", { category: "accounting", content: { name: "Tide Table" } as never });
    const page = (await root.get("/admin/digest")).text;
    expect(page).toContain("Your week on Debut: 1 launch");
    expect(page).toMatch(/Week of \d+( \p{L}+)?( \d{4})? to \d+ \p{L}+ \d{4}\./u);
    const alone = await root.get("/admin/digest/html?of=everything");
    expect(alone.text).toContain("Tide Table");
    expect(alone.headers.get("content-security-policy")).toContain("sandbox");
    await root.post("/admin/digest/preview?of=everything");
    expect((await mailsTo("root@people.example"))[0]!.subject).toBe("Sample: Your week on Debut: 1 launch");
    await root.post("/admin/digest/preview?of=mine");

    await root.post("/admin/digest/pause");
    expect((await root.get("/admin/digest")).text).toContain("paused");
    expect(await digests().pausedAt()).not.toBeNull();
    await root.post("/admin/digest/resume");
    expect(await digests().pausedAt()).toBeNull();
    const log = (await root.get("/admin/audit")).text;
    for (const words of ["Paused weekly digest", "Resumed weekly digest", "Sent digest preview"])
      expect(log).toContain(words);
    const ann = await shop.signedIn("ann");
    await ann.get("/account");
    for (const path of ["/admin/digest", "/admin/digest/html"]) expect((await ann.get(path)).status).toBe(404);
    expect((await ann.post("/admin/digest/pause")).status).toBe(404);
    expect(await digests().pausedAt()).toBeNull();
  });
});

describe("an edition", () => {
  const figures = { views: 999_999, clicks: 99_999, votes: 99_999, followers: 99_999, reviews: 9_999 };
  const links = {
    settingsUrl: "https://debut.example/digest/settings",
    unsubscribeUrl: "https://debut.example/unsubscribe",
  };
  const site = { SITE_NAME: "Debut", BASE_URL: "https://debut.example" };
  const days = { firstDay: "2026-11-16", lastDay: "2026-11-22" };

  it("stays below 100 kB as a mail server gets it, with the longest names in any script", async () => {
    const server = await createMailServer();
    const send = createSendMail({ smtpUrl: server.url, from: "hello@debut.example", siteName: "Debut" });
    for (const letter of ["字", "ü", "😀", "ע", "<"]) {
      const long = letter.repeat(400);
      const listing = (index: number) => ({
        slug: `s${index}`.padEnd(60, "x"),
        name: long,
        tagline: long,
        isPaid: true,
        votes: 99_999,
      });
      const news: DigestNews = {
        products: Array.from({ length: 5 }, (_, id) => ({ id, name: long, figures, place: 1 })),
        categories: Array.from({ length: 20 }, (_, index) => ({
          slug: `c${index}`,
          name: `${letter.repeat(200)}`,
          launches: index < 4 ? Array.from({ length: 5 }, (_, nth) => listing(index * 5 + nth)) : [],
          total: 999,
        })),
        moreCategories: 130,
        searches: Array.from({ length: 5 }, () => ({
          title: long,
          query: `q=${encodeURIComponent(letter.repeat(40))}`,
          listings: [1, 2].map(listing),
          total: 999,
        })),
      };
      await send({
        id: "x",
        to: "a@b.example",
        ...digestMessage(site, { name: long, days, news, ...links }).in(ENGLISH, DESIGN),
      });
    }
    await server.close();
    for (const { bytes } of server.delivered) expect(bytes).toBeLessThan(100_000);
    expect(server.delivered).toHaveLength(5);
  });

  it("shows text of makers as text, whatever it is", () => {
    const random = seededRandom("digest texts");
    const pieces = [
      "<script>alert(1)</script>",
      "\r\nBcc: x@y.example",
      "\u202E",
      "&amp;",
      '"',
      "{{x}}",
      "https://evil.example/",
      "日本",
      " ",
    ];
    for (let round = 0; round < 100; round++) {
      const text = Array.from({ length: 4 }, () => pieces[random.between(0, pieces.length - 1)]).join("");
      const launch = { slug: "s", name: text, tagline: text, isPaid: false, votes: 1 };
      const news = {
        products: [{ id: 1, name: text, figures, place: 1 }],
        categories: [{ slug: "c", name: text, launches: [launch], total: 2 }],
        moreCategories: 1,
        searches: [{ title: text, query: "q=x", listings: [launch], total: 1 }],
      };
      const {
        html,
        subject,
        text: twin,
      } = digestMessage(site, { name: text, days, news, ...links }).in(ENGLISH, DESIGN);
      expect(html).not.toContain("<script");
      expect(html).not.toMatch(/href="https:\/\/evil/);
      expect(subject).not.toMatch(/[\r\n]/);
      expect(twin).not.toContain("\u202E");
    }
  });
});
