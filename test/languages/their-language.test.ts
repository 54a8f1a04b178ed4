import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { slugOf } from "../../domain/text/slug.ts";
import { languageOf, mainLanguageOf } from "../../domain/text/written-language.ts";
import { createWorld, PASSWORD, type World } from "../helpers/world.ts";
import { createVisitor } from "../site/world.ts";

let world: World;
let owner: { id: string; email: string };
const TEXTS = {
  de: "Mit Brotlauf planst du die Backstube und siehst, was morgen nicht im Regal liegen darf.",
  ja: "潮見は港の潮位を毎朝お知らせするアプリです。",
  ar: "تطبيق يعرض مواعيد المد والجزر كل صباح.",
  en: "Nightferry tells you when the tide is right, and it is free for your boat.",
};

beforeAll(async () => {
  world = await createWorld({ env: { SITE_LANGUAGES: "de,ar" } });
  owner = await world.account("ann");
  for (const [name, tagline, site] of [
    ["Brotlauf", TEXTS.de, "brotlauf.example"],
    ["潮見", TEXTS.ja, "www.shiomi.co.jp"],
    ["المد", TEXTS.ar, "madd.example"],
    ["Nightferry", TEXTS.en, "nightferry.example"],
  ] as const)
    await world.listing(name, { ownerId: owner.id, site, category: "crm", content: { tagline } });
});
afterAll(() => world.close());

const pageOf = async (path: string): Promise<string> => (await createVisitor(world.url).get(path)).text;
const found = async (slug: string) => (await world.deps.store.listings.findLive(slug))!;

describe("the language of a text", () => {
  it.each([
    ["ar", "تطبيق يعرض مواعيد المد"],
    ["fa", "برنامه‌ای که جزر و مد را نشان می‌دهد، پنجره"],
    ["he", "אפליקציה שמראה את הגאות"],
    ["th", "แอปที่แสดงระดับน้ำ"],
    ["el", "Εφαρμογή για την παλίρροια"],
    ["hi", "यह ज्वार दिखाता है"],
    ["uk", "Застосунок показує припливи й відпливи"],
    ["ru", "Приложение показывает приливы"],
  ])("%s is known by its letters", (language, text) => expect(languageOf(text)).toBe(language));

  it("is the declared one among those of its script", () => {
    expect(languageOf("Приложението показва приливите", "bg-BG")).toBe("bg");
    expect(languageOf("Приложението показва приливите", "de")).toBe("ru");
  });

  it("is not that of a name or a few words in another script", () => {
    expect(mainLanguageOf("Nightferry tells you when the tide is right. In Japan it is called 潮見.")).toBe("en");
    expect(mainLanguageOf("潮見は Tide API v2 を使っています。毎朝お知らせします。")).toBe("ja");
  });
});

describe("a listing", () => {
  it("has the language of its texts, which programs read and its page and cards mark where they differ", async () => {
    const { items } = (await world.rest("GET", "/listings?per_page=100")).body;
    const languages = Object.fromEntries(
      items.map((item: { slug: string; language: string }) => [item.slug, item.language]),
    );
    expect(languages).toEqual({ brotlauf: "de", shiomi: "ja", madd: "ar", nightferry: "en" });
    expect((await world.rest("GET", "/listings/brotlauf")).body.language).toBe("de");
    const page = await pageOf("/listings/brotlauf");
    expect(page).toContain('<h1><bdi lang="de">Brotlauf</bdi></h1>');
    expect(page).toContain(`<p class="tagline"><bdi lang="de">${TEXTS.de}</bdi></p>`);
    const german = await pageOf("/de/listings/brotlauf");
    expect(german).toContain("<h1><bdi>Brotlauf</bdi></h1>");
    expect(await pageOf("/de/search")).toContain(`<bdi lang="ja">${TEXTS.ja}</bdi>`);
    expect(await pageOf("/de/search")).toContain(`<bdi lang="en">${TEXTS.en}</bdi>`);
  });

  it("has comments whose words tell their language", async () => {
    const { id } = await found("nightferry");
    const { deps } = world;
    const said = {
      listingId: id,
      subject: "listing",
      threadId: null,
      answersId: null,
      status: "published",
      reason: null,
    } as const;
    await deps.store.change(async (tx) => {
      const comment = { ...said, accountId: owner.id, createdAt: deps.now() };
      await tx.comments.add({
        ...comment,
        id: deps.uuid(),
        body: "Das ist für uns die beste Karte, und sie ist frei.",
      });
      await tx.comments.add({ ...comment, id: deps.uuid(), body: "هل يعمل بدون إنترنت؟" });
    });
    const page = await pageOf("/listings/nightferry");
    expect(page).toContain('<div class="words" lang="de" dir="auto"><p>Das ist');
    expect(page).toContain('<div class="words" lang="ar" dir="auto"><p>هل');
    expect(await pageOf("/de/listings/nightferry")).toContain('<div class="words" dir="auto"><p>Das ist');
  });

  it("can be found by its language, and the search can be saved", async () => {
    const page = await pageOf("/search?language=ja");
    expect(page).toContain("潮見");
    expect(page).not.toContain("Brotlauf");
    expect(page).toMatch(/<summary>Language<\/summary>/);
    expect(page).toContain("<span>Japanese</span>");
    expect(await pageOf("/de/search?language=ja")).toContain("<span>Japanisch</span>");
    expect(await pageOf("/feeds/search.atom?language=de")).toContain("Brotlauf");
    expect(await pageOf("/feeds/search.atom?language=de")).not.toContain("Nightferry");
    expect((await world.rest("GET", "/listings?language=ja")).status).toBe(400);
  });

  it("keeps the language that its owner chose, and else follows its texts", async () => {
    const ann = createVisitor(world.url);
    await ann.signIn(owner.email, { password: PASSWORD });
    const { id } = await found("nightferry");
    const overview = (await ann.get(`/account/listings/${id}`)).text;
    expect(overview).toContain('<option value="en" selected>English</option>');
    const edit = (tagline: string) => world.as("ann").patch(`/me/listings/${id}`, { body: { fields: { tagline } } });
    expect((await edit(TEXTS.de)).status).toBe(200);
    expect((await found("nightferry")).language).toBe("de");
    await ann.get(`/account/listings/${id}`);
    expect((await ann.post(`/account/listings/${id}/language`, { language: "nl" })).location).toContain(
      "listing-edited",
    );
    await edit(TEXTS.en);
    expect((await found("nightferry")).language).toBe("nl");
    expect((await ann.post(`/account/listings/${id}/language`, { language: "no such tag" })).status).toBe(400);
    await ann.post(`/account/listings/${id}/language`, { language: "" });
    expect((await found("nightferry")).language).toBe("en");
  });

  it("has the slug of its website if its name is in another script", () => {
    expect(slugOf("潮見", "shiomi.co.jp")).toBe("shiomi");
    expect(slugOf("Прилив", "app.priliv.example")).toBe("app-priliv");
    expect(slugOf("株式会社 AI", "aikaisha.example")).toBe("aikaisha");
    expect(slugOf("Tidepool 潮", "shiomi.example")).toBe("tidepool");
    expect(slugOf("Éditor", "x.example")).toBe("editor");
    expect(slugOf("潮見", "xn--p8j9a.example")).toBe("p8j9a");
    expect(slugOf("12", "twelve.example")).toBe("12");
  });
});
