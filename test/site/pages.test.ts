import { describe, expect, it } from "vitest";
import { AppError, ERROR_CODES, problemOf } from "../../core/errors/errors.ts";
import type { Profile } from "../../domain/listings/listing.ts";
import { addListing } from "../helpers/listing.ts";
import { createWorld } from "./world.ts";

/** The mark of a paid listing, beside its name. */
const PAID = '<span class="paid">Promoted';

const EVIL = `<script>alert(1)</script>"'&`;
const BAD_URL = "javascript:alert(1)";

const world = await createWorld();

const add = (name: string, profile: Partial<Profile> = {}, logoUrl: string | null = null) =>
  addListing(
    world.store,
    { name, profile, content: { tagline: EVIL, stage: EVIL, pricingModel: EVIL, country: "DE", logoUrl } },
    world.clock.at,
  );

describe("a listing", () => {
  it("is shown with all its facts, as text", async () => {
    const { slug } = await add(
      `Acme ${EVIL}`,
      {
        headline: EVIL,
        description: EVIL,
        features: [EVIL],
        usps: [EVIL],
        tags: [EVIL],
        pricingSummary: EVIL,
        city: EVIL,
        contactEmail: `a${EVIL}@x.example`,
        demoVideoUrl: BAD_URL,
        faqs: [{ question: EVIL, answer: EVIL }],
        socials: { x: BAD_URL, github: "https://github.com/acme" },
        seoTitle: EVIL,
        seoDescription: EVIL,
        notFound: ["founded_year"],
      },
      BAD_URL,
    );
    const { status, text } = await world.visitor().get(`/listings/${slug}`);
    expect(status).toBe(200);
    expect(text).not.toContain("<script>alert");
    expect(text).not.toMatch(/(href|src)="javascript:/);
    expect(text).toContain("Germany");
    expect(text).toContain('href="https://github.com/acme"');
    expect(text).toContain("Not found on the pages we read: Founded in.");
    expect(text).toContain(`<link rel="canonical" href="${world.url}/listings/${slug}">`);
    const home = await world.visitor().get("/");
    expect(home.text).toContain(`/listings/${slug}`);
    expect(home.text).not.toContain("<script>alert");
  });

  it.each(["nothing-here", "Not A Slug", "..%2f..%2fetc", "%E0%A4%A"])(
    "%s is a page that does not exist",
    async (slug) => {
      const { status, text } = await world.visitor().get(`/listings/${slug}`);
      expect(status).toBe(404);
      expect(text).toContain("Page not found");
    },
  );
});

describe("the page of an error code", () => {
  it.each(ERROR_CODES)("%s exists where the error points to, and says what to do", async (code) => {
    const { type, title } = problemOf(new AppError(code, ""), { baseUrl: world.url, requestId: "x" });
    const { status, text } = await world.visitor().get(type.slice(world.url.length));
    expect(status).toBe(200);
    expect(text).toContain(title);
    expect(text).toContain("What to do");
  });

  it("is missing for codes that do not exist", async () => {
    expect((await world.visitor().get("/problems/constructor")).status).toBe(404);
    expect((await world.visitor().get("/problems")).text).toContain("/problems/quota-exceeded");
  });
});

describe("the rest of the site", () => {
  it("says how to connect, with the address of the settings whatever the Host header says", async () => {
    const { text } = await world
      .visitor()
      .get("/connect", { host: "evil.example", "x-forwarded-host": "evil.example" });
    expect(text).toContain(`${world.url}/mcp`);
    expect(text).toContain("claude mcp add --transport http debut");
    expect(text).not.toContain("evil.example");
  });

  it("never puts a foreign host into a mail", async () => {
    const visitor = world.visitor();
    await visitor.get("/forgot");
    await visitor.signUp("host@people.example");
    await visitor.get("/forgot");
    const headers = {
      origin: world.url,
      "sec-fetch-site": "same-origin",
      host: "evil.example",
      "x-forwarded-host": "evil.example",
    };
    await visitor.post("/forgot", { email: "host@people.example" }, headers);
    for (const { text, html } of await world.mails()) {
      expect(text + html).not.toContain("evil.example");
      for (const [link] of `${text} ${html}`.matchAll(/https?:\/\/[^\s"<]+/g))
        expect(link.startsWith(world.url)).toBe(true);
    }
  });

  it("tells crawlers and website owners what they need", async () => {
    expect((await world.visitor().get("/robots.txt")).text).toContain("Disallow: /account");
    const bot = await world.visitor().get("/bot");
    expect(bot.text).toContain("User-agent: DebutBot");
    expect(bot.text).toContain(`+${world.url}/bot`);
  });

  it("serves its files under their hash for a year, and the icon where browsers look", async () => {
    const { text } = await world.visitor().get("/");
    const files = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((match) => match[1]!);
    const css = (await world.visitor().get(files.find((file) => file.endsWith(".css"))!)).text;
    files.push(...[...css.matchAll(/url\("([^"]+)"\)/g)].map((match) => match[1]!));
    expect(files.some((file) => file.startsWith("/assets/live."))).toBe(true);
    expect(new Set(files).size).toBe(9);
    for (const file of files) {
      const reply = await world.visitor().get(file);
      expect(reply.status).toBe(200);
      expect(reply.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
      expect((await world.visitor().get(file.replace(/\.\w{12}\./, ".000000000000."))).status).toBe(404);
    }
    expect((await world.visitor().get("/favicon.ico")).headers.get("content-type")).toBe("image/png");
    expect((await world.visitor().get("/assets/../routes.ts")).status).toBe(404);
  });

  it("shows its own words only, whatever the address asks for", async () => {
    const shown = (await world.visitor().get("/?notice=signed-out")).text;
    expect(shown).toContain("You are signed out.");
    const plain = (await world.visitor().get("/")).text;
    expect(plain).not.toContain('class="notice');
    for (const notice of ["<b>x</b>", "toString", "__proto__"]) {
      expect((await world.visitor().get(`/?notice=${encodeURIComponent(notice)}`)).text).toBe(plain);
    }
  });

  it("answers a failure without telling how it failed", async () => {
    const broken = await createWorld();
    broken.deps.store.listings.search = async () => {
      throw new Error("select secret from accounts");
    };
    const { status, text } = await broken.visitor().get("/");
    expect(status).toBe(500);
    expect(text).toContain("Something went wrong");
    expect(text).not.toContain("select secret");
    expect(broken.logs.join()).toContain("select secret");
    await broken.close();
  });

  it("marks a paid listing as paid", async () => {
    const { id, slug } = await add("Paid One");
    world.writer.prepare("update listings set plan = 'launch' where id = ?").run(id);
    expect((await world.visitor().get(`/listings/${slug}`)).text).toContain(PAID);
    expect((await world.visitor().get("/")).text).toContain(PAID);
  });
});
