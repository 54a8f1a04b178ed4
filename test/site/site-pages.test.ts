import { describe, expect, it } from "vitest";
import { findingInEnglish } from "../../actions/health/finding.ts";
import { examineInstallation } from "../../actions/health/installation.ts";
import { SITE_PAGE_SLUGS } from "../../domain/site/site-pages.ts";
import { createMailServer } from "../helpers/mail-server.ts";
import { createTeam } from "./admin-world.ts";
import { createVisitor } from "./world.ts";

let nextAddress = 1;
const mail = await createMailServer();
const team = await createTeam({
  env: { SMTP_URL: mail.url, TRUSTED_PROXIES: "127.0.0.1", MAIL_FROM: "hello@debut.example" },
});

function visitor() {
  const person = createVisitor(team.world.baseUrl);
  const from = { "x-forwarded-for": `192.0.2.${nextAddress++}` };
  return {
    get: (path: string) => person.get(path, from),
    post: (path: string, form: Record<string, string>) =>
      person.post(path, form, { ...from, "sec-fetch-site": "same-origin", origin: team.world.baseUrl }),
  };
}

describe("the pages about the site", () => {
  it.each(SITE_PAGE_SLUGS)("/%s has a standard text and a twin in Markdown where it is public", async (slug) => {
    const { status, text } = await visitor().get(`/${slug}`);
    expect(status).toBe(200);
    expect(text).not.toMatch(/undefined|null|\{\{|lorem/i);
    if (slug !== "contact") expect((await visitor().get(`/${slug}.md`)).text).toMatch(/^# /);
  });

  it("name the seller of the settings in the imprint, and everybody who receives data in the policy", async () => {
    const named = await createTeam({
      env: {
        SELLER_NAME: "Harbour & Sons",
        SELLER_ADDRESS: "1 Quay\\n1. Floor *B*\\nPorto",
        SELLER_COUNTRY: "PT",
        SELLER_VAT_NUMBER: "PT123456789",
        SITE_LANGUAGES: "de",
        STRIPE_SECRET_KEY: "sk_test_1",
        STRIPE_WEBHOOK_SECRET: "whsec_1",
        MODEL_KEY: "k",
      },
    });
    const page = async (path: string) => (await createVisitor(named.world.baseUrl).get(path)).text;
    expect(await page("/imprint")).toMatch(
      /Harbour &amp; Sons<br>\s*1 Quay<br>\s*1\. Floor \*B\*<br>\s*Porto<br>\s*Portugal/,
    );
    expect(await page("/de/imprint")).toMatch(
      /<div class="post"><p>Debut wird betrieben von:[\s\S]*Porto<br>\s*Portugal<br>\s*USt-IdNr.: PT1/,
    );
    expect(await page("/de/terms")).toContain("Er ist nur auf Englisch verfügbar.");
    expect(await page("/privacy")).toMatch(/Harbour &amp; Sons[\s\S]*Stripe gets[\s\S]*Anthropic gets/);
    expect((await visitor().get("/privacy")).text).not.toMatch(/Stripe|Anthropic/);
    await named.world.close();
  });

  it("list the prices of now, without what is no longer sold", async () => {
    expect((await visitor().get("/pricing")).text).toMatch(/<dt>Launch<\/dt>\s*<dd>\s*<strong>\$49/);
    await team.act("/admin/products/launch", { price: "59", active: "yes" });
    expect((await visitor().get("/pricing")).text).toContain("$59");
    await team.act("/admin/products/launch", { price: "59" });
    expect((await visitor().get("/pricing")).text).not.toContain("<dt>Launch</dt>");
  });

  it("are the team's own once it saves them, are logged, and go back to the standard text", async () => {
    const path = "/admin/pages/terms";
    const preview = await team.root.post(path, { markdown: "**Be kind.** <script>x</script>", do: "preview" });
    expect(preview.text).toContain("<strong>Be kind.</strong> &lt;script&gt;");
    expect((await visitor().get("/terms")).text).not.toContain("Be kind");

    expect(await team.act(path, { markdown: "**Be kind.**", do: "save" })).toBe("page-saved");
    expect((await visitor().get("/terms")).text).toContain("<strong>Be kind.</strong>");
    expect(await team.logged()).toMatchObject({
      action: "page.save",
      name: "Terms of use",
      after: { text: "**Be kind.**" },
    });
    expect((await team.root.post(path, { markdown: "  ", do: "save" })).status).toBe(400);

    expect(await team.act(path, { markdown: "", do: "standard" })).toBe("page-standard");
    expect((await visitor().get("/terms")).text).toContain("These terms apply");
    expect(await team.act(path, { markdown: "x", do: "save" })).toBe("page-saved");
  });

  it("stay standard when a text is saved as it was, so that they follow the settings", async () => {
    const { text } = await team.root.get("/admin/pages/about");
    const markdown = /<textarea[^>]*>\n([\s\S]*?)<\/textarea>/
      .exec(text)![1]!
      .replaceAll("&#39;", "'")
      .replaceAll("&amp;", "&");
    await team.act("/admin/pages/about", { markdown, do: "save" });
    expect(await team.store.sitePages.find("about")).toBeUndefined();
  });
});

describe("the contact form", () => {
  async function write(form: Record<string, string>, { waits = 10_000, who = visitor() } = {}) {
    const { text } = await who.get("/contact");
    const stamp = /name="stamp" value="([^"]+)"/.exec(text)![1]!;
    team.world.advance(waits);
    return who.post("/contact", { name: "Cy", email: "cy@out.example", text: "Your site is lovely.", stamp, ...form });
  }

  it("mails the team, and an answer goes to the visitor", async () => {
    mail.delivered.length = 0;
    expect((await write({ text: "Where is\nmy order?" })).text).toContain("We received your message");
    await expect.poll(() => mail.delivered.length).toBe(1);
    const [message] = mail.delivered;
    expect(message!.to).toEqual(["root@people.example"]);
    expect(message!.headers.get("reply-to")).toBe("cy@out.example");
    expect(message!.text).toContain("Where is\nmy order?");
  });

  it.each([
    ["a bad address", { email: "cy" }, "Enter one email address"],
    ["an address with a second header", { email: "cy@out.example\nBcc: all@out.example" }, "Enter one email address"],
    ["no words", { text: "hi" }, "a sentence or two"],
    ["a list of links", { text: "https://a.example ".repeat(4) }, "at most 3 links"],
    ["a stamp of its own", { stamp: "1.abc" }, "very fast"],
  ])("refuses %s, and keeps what was written", async (_name, form, fault) => {
    const answer = await write(form);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(fault);
    expect(answer.text).toMatch(/name="name" type="text" value="Cy"/);
  });

  it("sends nothing for programs, which answer at once or fill in what people do not see", async () => {
    const before = (await team.store.mails.list({ page: 1, perPage: 1 })).total;
    expect((await write({}, { waits: 0 })).text).toContain("very fast");
    expect((await write({ website: "https://spam.example" })).text).toContain("We received your message");
    expect((await team.store.mails.list({ page: 1, perPage: 1 })).total).toBe(before);
  });

  it("takes three messages an hour from one network, and keeps the fourth in the form", async () => {
    const who = visitor();
    for (let count = 0; count < 3; count++) expect((await write({}, { who })).status).toBe(200);
    const fourth = await write({ text: "And another thing." }, { who });
    expect(fourth.status).toBe(429);
    expect(fourth.text).toContain("And another thing.");
  });
});

it("security.txt names the contact and never runs out", async () => {
  const { text, headers } = await visitor().get("/.well-known/security.txt");
  expect(headers.get("content-type")).toMatch(/^text\/plain/);
  expect(text).toMatch(/^Contact: http.*\/contact$/m);
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)![1]!);
  expect(expires - Date.now()).toBeGreaterThan(100 * 86_400_000);
  expect(expires - Date.now()).toBeLessThan(366 * 86_400_000);
});

it("doctor says that nobody is named before others reach the site", async () => {
  const { store, settings, now } = team.world.deps;
  const examine = async (more: object) => {
    const findings = await examineInstallation({
      settings: { ...settings, BASE_URL: "https://debut.example", ...more },
      store,
      now: now(),
      forwarding: "trusted",
    });
    return findings.map(findingInEnglish).find(({ check }) => check === "pages");
  };
  expect(await examine({})).toMatchObject({ ok: false, cure: expect.stringContaining("/admin/pages") });
  expect(await examine({ BASE_URL: settings.BASE_URL })).toMatchObject({ ok: true });
  expect(await examine({ IMPRINT_URL: "https://team.example/imprint" })).toMatchObject({ ok: true });
  await team.act("/admin/pages/imprint", { markdown: "Ann and Ben, Porto", do: "save" });
  expect(await examine({})).toMatchObject({ ok: true });
});
