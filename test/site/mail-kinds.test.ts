import { readdirSync, readFileSync } from "node:fs";
import { parse } from "parse5";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENGLISH } from "../../languages/language.ts";
import * as launches from "../../mail/launch-messages.ts";
import { createSendMail } from "../../mail/mailer.ts";
import type * as messages from "../../mail/messages.ts";
import { mailSamples } from "../../mail/samples.ts";
import { DESIGN } from "../helpers/design.ts";
import { createMailServer, type Delivered, decodeWords } from "../helpers/mail-server.ts";
import { createWorld, type World } from "../helpers/world.ts";
import { createVisitor, PASSWORD } from "./world.ts";

/** Every kind of email, as a mail server gets it and as admins see it. */

const SITE = { SITE_NAME: "Debut", BASE_URL: "https://debut.example" };
const NOW = new Date("2026-11-18T10:00:00Z");
const inEnglish = (site: messages.MailSite) =>
  mailSamples(site, NOW).map(({ message, ...one }) => ({
    ...one,
    message: { ...message, ...message.in(ENGLISH, DESIGN) },
  }));
const samples = inEnglish(SITE);
/** Mail programs cut off what is longer: Gmail at 102 kB. */
const MOST_BYTES = 100_000;

type Node = { nodeName: string; value?: string; childNodes?: Node[]; attrs?: { name: string; value: string }[] };
const nodesOf = (node: Node): Node[] => [node, ...(node.childNodes ?? []).flatMap(nodesOf)];
const attribute = ({ attrs }: Node, name: string): string | undefined => attrs?.find((one) => one.name === name)?.value;
const parsed = (html: string): Node[] => nodesOf(parse(html) as unknown as Node);
const flat = (text: string): string => text.replace(/\s+/g, " ").trim();
/** What people read, a string for each piece of text. */
const shown = (html: string): string[] =>
  parsed(/<body[\s\S]*/.exec(html)![0])
    .filter(({ nodeName, value }) => nodeName === "#text" && flat(value ?? "") !== "")
    .map(({ value }) => flat(value!));

const arrived = new Map<string, Delivered>();
async function deliver(id: string, message: messages.Message): Promise<Delivered> {
  const send = createSendMail({ from: "hello@debut.example", siteName: SITE.SITE_NAME, smtpUrl: server.url });
  const before = server.delivered.length;
  await send({ id, to: "ines@people.example", ...message, ...message.in(ENGLISH, DESIGN) });
  return server.delivered[before]!;
}
const server = await createMailServer();
for (const { kind, message } of samples) arrived.set(kind, await deliver(kind, message));

it("has a sample for every message that the program can write", () => {
  const folder = new URL("../../mail/", import.meta.url);
  const sourceOf = (file: string): string => readFileSync(new URL(file, folder), "utf8");
  const written = readdirSync(folder)
    .filter((file) => file.endsWith("messages.ts"))
    .flatMap((file) =>
      [...sourceOf(file).matchAll(/export (?:const|function) (\w+Message)\b/g)].map(([, name]) => name!),
    );
  expect(written.length).toBeGreaterThan(30);
  const sources = readdirSync(folder)
    .filter((file) => file.endsWith("samples.ts"))
    .map(sourceOf)
    .join("\n");
  for (const name of written) expect(sources).toMatch(new RegExp(`\\b${name}\\(`));
});

describe.each(samples.map(({ kind, message }) => [kind, message] as const))("the email %s", (kind, message) => {
  const mail = (): Delivered => arrived.get(kind)!;

  it("arrives as text and HTML, whole and small enough", () => {
    expect(mail().headers.get("content-type")).toContain("multipart/alternative");
    expect(flat(mail().text)).toBe(flat(message.text));
    expect(flat(mail().html)).toBe(flat(message.html));
    expect(mail().bytes).toBeLessThan(MOST_BYTES);
    expect(decodeWords(mail().headers.get("subject")!)).toBe(message.subject);
  });

  it("has every word and link of the HTML in the text", () => {
    const text = flat(mail().text);
    const nodes = parsed(mail().html);
    for (const node of nodes) {
      const to = attribute(node, "href");
      if (to !== undefined) expect(text, to).toContain(to);
    }
    for (const words of shown(mail().html))
      if (!/^(Or open this address:|Unsubscribe|\d)$/.test(words))
        expect(`${message.subject} ${text}`).toContain(words);
  });

  it("runs nothing, and loads pictures of the site alone, at addresses that say nothing about the reader", () => {
    const nodes = parsed(mail().html);
    expect(nodes.filter(({ nodeName }) => /^(script|link|iframe|form|object)$/.test(nodeName))).toEqual([]);
    const pictures = nodes.filter(({ nodeName }) => nodeName === "img").map((node) => attribute(node, "src")!);
    for (const src of pictures)
      expect(src).toMatch(/^https:\/\/debut\.example\/(icon-192|previews\/listings\/kelpline)\.png$/);
    expect(mail().html).not.toMatch(/url\(|@import/);
    for (const node of nodes.filter(({ nodeName }) => nodeName === "img")) expect(attribute(node, "alt")).toBeDefined();
  });

  it("says why the reader gets it, in light and dark", () => {
    expect(mail().html).toMatch(/You got this (last )?email because/);
    expect(mail().html).toContain("prefers-color-scheme:dark");
    expect(mail().html).toContain('name="color-scheme"');
  });
});

it("lets people unsubscribe with one click from what they subscribed to, and from nothing else", () => {
  for (const { kind } of samples) {
    const { headers } = arrived.get(kind)!;
    const isAskedFor = [
      ...["updates", "launched", "wait-moved", "search-news", "reminder-week", "reminder-day"],
      ...["news", "comments", "digest", "visitors"],
    ].includes(kind);
    expect(headers.has("list-unsubscribe"), kind).toBe(isAskedFor);
    expect(headers.get("list-unsubscribe-post"), kind).toBe(isAskedFor ? "List-Unsubscribe=One-Click" : undefined);
  }
});

it("asks for an answer only where somebody reads it, and has that address then", async () => {
  const asks = ({ message }: { message: { text: string } }) => /(reply to|answer) this email/i.test(message.text);
  expect(samples.filter((one) => asks(one) && one.message.replyTo === undefined)).toEqual([]);
  const answersTo = "team@debut.example";
  const asking = inEnglish({ ...SITE, CONTACT_EMAIL: answersTo }).filter(asks);
  expect(asking.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["reject", "suspend", "two-factor-reset", "order-held", "order-differs"]),
  );
  const send = createSendMail({ from: "hello@debut.example", siteName: "Debut", smtpUrl: server.url, answersTo });
  for (const { kind, message } of asking) {
    const before = server.delivered.length;
    await send({ id: `asking-${kind}`, to: "ines@people.example", ...message });
    expect(server.delivered[before]!.headers.get("reply-to"), kind).toBe(answersTo);
    // The same email of a site where nobody reads answers.
    expect(samples.find((one) => one.kind === kind)!.message.text).toContain("https://debut.example/contact");
  }
});

describe("a name in an email", () => {
  const live = (product: string, name: string) =>
    launches.listingLiveMessage(SITE, {
      name,
      lastDay: "2026-11-22",
      listing: { id: 1, slug: "kelpline", name: product, votes: 0, followers: 0, views: 0 },
    });

  it.each([
    ["a new header", "Kelp\r\nBcc: evil@evil.example"],
    ["HTML", `</h1><img src=x onerror=alert(1)><a href="https://evil.example">x</a>`],
    ["an attribute", `" onclick="alert(1)`],
    ["a style", `</style><script>alert(1)</script>`],
  ])("adds no %s", async (_what, name) => {
    const mail = await deliver("hostile", live(name, name));
    expect(mail.to).toEqual(["ines@people.example"]);
    expect([...mail.headers.keys()]).not.toContain("bcc");
    const nodes = parsed(mail.html);
    expect(nodes.filter(({ nodeName }) => nodeName === "script")).toEqual([]);
    expect(nodes.filter((node) => attribute(node, "onclick") ?? attribute(node, "onerror"))).toEqual([]);
    expect(nodes.map((node) => attribute(node, "href")).filter((to) => to?.includes("evil"))).toEqual([]);
    expect(nodes.filter(({ nodeName }) => nodeName === "img")).toHaveLength(2);
  });

  it("that reads from right to left keeps its side, and turns nothing around it", async () => {
    const mail = await deliver("rtl", live("مرسى للقوارب", "ليلى"));
    expect(decodeWords(mail.headers.get("subject")!)).toBe("\u2068مرسى للقوارب\u2069 is live on Debut");
    expect(mail.text).toContain("Hello \u2068ليلى\u2069,");
    const turned = live("\u202Elevoc yb\u202C", "Ann").in(ENGLISH, DESIGN);
    expect(turned.subject + turned.text + turned.html).not.toMatch(/[\u202A-\u202E]/);
  });

  it("with emoji and of any length arrives whole or cut between letters", async () => {
    const mail = await deliver("long", live(`${"🚀".repeat(100)} ${"日本語の製品".repeat(40)}`, "Ann"));
    const subject = decodeWords(mail.headers.get("subject")!);
    expect(subject).toMatch(/^(🚀)+ 日本/u);
    expect(subject).not.toContain("\uFFFD");
    expect(Array.from(subject).length).toBeLessThanOrEqual(120);
  });
});

describe("the pages of emails", () => {
  let world: World;
  let root: ReturnType<typeof createVisitor>;
  beforeAll(async () => {
    world = await createWorld();
    const { email } = await world.account("root", { admin: true });
    root = createVisitor(world.url);
    await root.signIn(email, { password: PASSWORD });
  });
  afterAll(() => world.close());

  it("show every kind as text, and as HTML in a sandbox under a policy of its own", async () => {
    const list = (await root.get("/admin/mails")).text;
    for (const { kind } of samples) expect(list).toContain(`href="/admin/mails/${kind}"`);
    const page = await root.get("/admin/mails/listing-live");
    expect(page.text).toContain("Kelpline is live on Debut");
    expect(page.text).toMatch(/<iframe[^>]* src="\/admin\/mails\/listing-live\/html" sandbox /);
    expect(page.headers.get("content-security-policy")).toContain("frame-src 'self'");
    const { headers, text } = await root.get("/admin/mails/listing-live/html");
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'.*frame-ancestors 'self'; sandbox$/);
    expect(text).toContain("<h1");
    for (const path of ["/admin/mails/nothing", "/admin/mails/nothing/html"])
      expect((await root.get(path)).status).toBe(404);
  });

  it("send one to the admin who asks, and the audit log says so", async () => {
    await root.get("/admin/mails/verify");
    expect((await root.post("/admin/mails/verify", {})).location).toContain("/admin/mails/verify?notice=sample-sent");
    const [mail] = (await world.deps.store.mails.list({ page: 1, perPage: 1 })).items;
    expect(mail).toMatchObject({
      recipient: "root@people.example",
      subject: expect.stringMatching(/^Sample: Confirm/),
    });
    const [entry] = (await world.deps.store.audit.list({}, { page: 1, perPage: 1 })).items;
    expect(entry).toMatchObject({ action: "mail.sample", objectId: "verify" });
  });
});
