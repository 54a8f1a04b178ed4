import { describe, expect, it } from "vitest";
import { picturePath } from "../../pictures/key.ts";
import { png } from "../helpers/png.ts";
import { openShopFront } from "../helpers/shop-front.ts";
import { ACME, createWebsite, type Served } from "../helpers/website.ts";
import { formOf } from "./world.ts";

const picture =
  (body: Buffer, status = 200): Served =>
  (_req, res) =>
    void res.writeHead(status, { "content-type": "image/png" }).end(body);

const shared = (image: string) => `<meta property="og:image" content="${image}"></head>`;
const site = await createWebsite({
  ...ACME,
  "/": ACME["/"]!.replace("</head>", `<meta property="og:image:alt" content="Figures &lt;b&gt;">${shared("/one.png")}`),
  "/pricing": ACME["/pricing"]!.replace("<main>", `${shared("https://acme.test/two.png")}<main>`),
  "/one.png": picture(png(1400, 700)),
  "/two.png": picture(png(640, 400)),
  "/three.png": picture(png(10, 10)),
  "/page.png": "<!doctype html><p>Not here</p>",
  "/moving.gif": picture(Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")),
});
const shop = await openShopFront({ OUTBOUND_RESOLVE: site.resolve("acme.test") });
const ann = await shop.signedIn("ann");

const at = (name: string): string => `https://acme.test/${name}`;
const ONE = { url: at("one.png"), alt: "The start page" };
const TWO = { url: at("two.png"), alt: "The report" };
const THREE = { url: at("three.png"), alt: "A small one" };
type Pictures = { url: string; alt: string }[];

/** The page of a listing's pictures, and what its owner can do there. */
function dashboard(id: number, person = ann) {
  const path = `/account/listings/${id}/pictures`;
  const read = () => person.get(path);
  return {
    path,
    read,
    async save(pictures: Pictures, press?: string) {
      const { seen } = formOf(await read(), path);
      const rows = pictures.flatMap(({ url, alt }, index) => [
        [`pictures.${index}.url`, url],
        [`pictures.${index}.alt`, alt],
      ]);
      return person.post(path, { seen: seen!, ...Object.fromEntries(rows), ...(press && { do: press }) });
    },
    async press(button: string) {
      return person.post(path, { ...formOf(await read(), path), do: button });
    },
    async undo({ location }: { location: string }) {
      return person.post("/account/undo", { undo: new URL(location, shop.url).searchParams.get("undo") ?? "" });
    },
    mine: async (): Promise<Pictures> => (await shop.as("ann").get(`/me/listings/${id}`)).body.media,
  };
}
const slugOf = async (id: number) => (await shop.deps.store.listings.find(id))!.slug;

describe("pictures of a listing", () => {
  it("are saved in order while locked, and only their owner sees them", async () => {
    const id = await shop.newListing();
    const { read, save, mine } = dashboard(id);
    const empty = await read();
    expect(empty.text).toContain(
      `Not public until this section is unlocked.\n<a href="/account/listings/${id}/launch">`,
    );
    expect(empty.text).toContain(
      "PNG, JPEG, WebP, SVG or the first frame of a GIF. At most 5 MB and 16 million pixels each",
    );
    expect((await save([ONE, { ...TWO, url: ` ${TWO.url}#part `, alt: "The\u202e report" }])).location).toContain(
      "notice=pictures-saved",
    );
    expect(await mine()).toEqual([ONE, TWO]);
    expect((await read()).text.match(/We are still copying this picture/g)).toHaveLength(2);

    await shop.drain();
    const { text } = await read();
    expect(text).toContain(`<img class="picture-preview" src="${picturePath(ONE.url, 640)}" alt="The start page">`);
    expect(text).not.toContain("We are still copying");
    const copy = await fetch(shop.url + picturePath(ONE.url, 1280));
    expect(copy.headers.get("content-type")).toBe("image/webp");

    const slug = await slugOf(id);
    expect((await shop.rest("GET", `/listings/${slug}`)).body).not.toHaveProperty("media");
    const page = await (await fetch(`${shop.url}/listings/${slug}`)).text();
    expect(page).not.toContain(ONE.alt);
    expect(page).not.toContain("one.png");
  });

  it("show on the listing, in its Markdown and for machines once they are paid for", async () => {
    const id = await shop.newListing();
    await dashboard(id).save([ONE, { url: at("page.png"), alt: "No picture" }]);
    await shop.sell("stripe", [{ product: "media-unlock", listing_id: id }]);
    const media = [ONE, { url: at("page.png"), alt: "No picture" }];
    const slug = await slugOf(id);
    expect((await shop.rest("GET", `/listings/${slug}`)).body.media).toEqual(media);
    expect((await shop.mcp("get_listing", { slug })).body.structuredContent.media).toEqual(media);
    expect((await dashboard(id).read()).text).not.toContain("Not public until this section is unlocked");

    const page = await (await fetch(`${shop.url}/listings/${slug}`)).text();
    expect(page).toContain(`<img class="pic" src="${picturePath(ONE.url, 1280)}" alt="The start page"`);
    expect(page).not.toContain('alt="No picture"');
    expect(page).toContain(`"image":["${ONE.url}","${at("page.png")}"]`);
    const markdown = await (await fetch(`${shop.url}/listings/${slug}.md`)).text();
    expect(markdown).toContain(`- [The start page](${shop.url}${picturePath(ONE.url, 1280)})`);
  });

  it.each([
    ["http", { ...ONE, url: "http://acme.test/one.png" }, "url", "Must be an https link to a picture."],
    ["no address", { ...ONE, url: "one.png" }, "url", "Must be an https link to a picture."],
    ["a private address", { ...ONE, url: "https://127.0.0.1/x.png" }, "url", "not an IP address"],
    ["a local name", { ...ONE, url: "https://printer.local/x.png" }, "url", "not a public website"],
    ["another port", { ...ONE, url: "https://acme.example.com:8443/x.png" }, "url", "Only ports 80 and 443"],
    ["no description", { ...ONE, alt: " " }, "alt", "Describe the picture"],
    ["a long description", { ...ONE, alt: "x".repeat(201) }, "alt", "at most 200 characters"],
  ])("are refused with %s, and nothing typed is lost", async (_, wrong, part, words) => {
    const { save, mine } = dashboard(await shop.newListing());
    const reply = await save([TWO, wrong]);
    expect(reply.status).toBe(400);
    expect(reply.text).toMatch(new RegExp(`id="pictures\\.1\\.${part}-fault">[^<]*${words}`));
    expect(reply.text).toContain(`value="${TWO.alt}"`);
    expect(reply.text).toContain(`value="${wrong.url}"`);
    expect(await mine()).toEqual([]);
  });

  it("are at most eight, each once", async () => {
    const { save, mine } = dashboard(await shop.newListing());
    const many = Array.from({ length: 9 }, (_, index) => ({ url: at(`${index}.png`), alt: `Number ${index}` }));
    expect((await save(many)).text).toContain("A listing shows at most 8 pictures.");
    expect((await save([ONE, ONE])).text).toContain("This picture is already in the list.");
    expect(await mine()).toEqual([]);
    expect((await save(many.slice(1))).status).toBe(303);
    expect(await mine()).toHaveLength(8);
  });

  it("move, go, and come back", async () => {
    const { save, press, undo, mine, path } = dashboard(await shop.newListing());
    await save([ONE, TWO, THREE]);
    await press("up.2");
    expect(await mine()).toEqual([ONE, THREE, TWO]);
    await press("down.0");
    expect(await mine()).toEqual([THREE, ONE, TWO]);
    const removed = await press("remove.0");
    expect(await mine()).toEqual([ONE, TWO]);
    expect((await undo(removed)).location).toBe(`${path}?notice=undone`);
    expect(await mine()).toEqual([THREE, ONE, TWO]);
    expect((await save([THREE])).location).toContain("&undo=");
    expect((await save([THREE, ONE])).location).not.toContain("&undo=");
    await press("nonsense.7");
    expect(await mine()).toEqual([THREE, ONE]);
    const gone = await press("remove.1");
    await save([THREE, TWO]);
    expect((await undo(gone)).location).toBe(`${path}?notice=undo-failed`);
    expect(await mine()).toEqual([THREE, TWO]);
  });

  it("that somebody else saved meanwhile are not overwritten", async () => {
    const { read, save, mine, path } = dashboard(await shop.newListing());
    const seenBefore = formOf(await read(), path);
    await save([ONE]);
    const late = await ann.post(path, { ...seenBefore, "pictures.0.url": TWO.url, "pictures.0.alt": TWO.alt });
    expect(late.location).toContain("notice=listing-changed");
    expect(await mine()).toEqual([ONE]);
  });

  it("stand in the history, and come back with an old version", async () => {
    const id = await shop.newListing();
    const { save, mine } = dashboard(id);
    await save([ONE]);
    await save([TWO]);
    const history = `/account/listings/${id}/history`;
    const { text } = await ann.get(history);
    expect(text).toContain("<h2>Pictures</h2>");
    const seen = formOf(await ann.get(history), `${history}/2`);
    expect((await ann.post(`${history}/2`, seen)).location).toContain("notice=version-back");
    expect(await mine()).toEqual([ONE]);
    await ann.post(`${history}/1`, formOf(await ann.get(history), `${history}/1`));
    expect(await mine()).toEqual([]);
  });

  it("of which there is no copy say why, and are asked for again when the page is saved", async () => {
    const { read, save, press } = dashboard(await shop.newListing());
    const media = ["gone.png", "moving.gif", "page.png"].map((name) => ({ url: at(name), alt: name }));
    await save(media);
    await shop.drain();
    const { text } = await read();
    for (const reason of [
      "The website returned status 404 instead of a picture.",
      "This GIF is empty or broken.",
      "This file is not a picture.",
    ])
      expect(text).toContain(`so it is not visible:\n${reason}`);
    site.pages["/gone.png"] = picture(png(20, 20));
    await press("");
    expect((await read()).text).toContain("We are still copying this picture");
    await shop.drain();
    expect((await read()).text).toContain(picturePath(at("gone.png"), 640));
  });

  it("are for its team alone", async () => {
    const { path } = dashboard(await shop.newListing());
    const bo = await shop.signedIn("bo");
    expect((await bo.get(path)).status).toBe(404);
    await bo.get("/account");
    expect((await bo.post(path, { seen: "x" })).status).toBe(404);
  });

  it("are offered from the owner's website, and added with one press", async () => {
    await ann.get("/submit");
    const { location: draft } = await ann.post("/submit", { url: "acme.test" });
    await shop.drain();
    const saved = await ann.post(draft, { ...formOf(await ann.get(draft), draft), act: "submit" });
    const id = Number(/\/account\/listings\/(\d+)/.exec(saved.location)![1]);
    const { read, press, mine } = dashboard(id);
    const { text } = await read();
    expect(text).toContain("Found on your website");
    const buttons = [...text.matchAll(/value="(add\.[\w-]+)" aria-label="Add (\w+\.png)"/g)];
    expect(buttons.map(([, , file]) => file)).toEqual(["one.png", "two.png"]);
    await press(buttons[0]![1]!);
    expect(await mine()).toEqual([{ url: ONE.url, alt: "Figures <b>" }]);
    const left = (await read()).text;
    expect(left).not.toContain('aria-label="Add one.png"');
    expect(left).toContain('aria-label="Add two.png"');

    // The draft has no pictures, and what is saved from it leaves them.
    await ann.post(draft, { ...formOf(await ann.get(draft), draft), "fields.tagline": "Another tagline" });
    expect((await shop.as("ann").get(`/me/listings/${id}`)).body.tagline).toBe("Another tagline");
    expect(await mine()).toHaveLength(1);
  });
});

it("a picture of a listing that is taken down is not fetched again", async () => {
  const { store } = shop.deps;
  const id = await shop.newListing();
  await dashboard(id).save([THREE, { ...ONE, url: at("only-here.png") }]);
  const addresses = async () => (await store.pictures.addresses()).filter(({ url }) => url === at("only-here.png"));
  expect(await addresses()).toEqual([{ url: at("only-here.png"), shape: "wide" }]);
  await store.change(async (tx) => {
    const listing = (await tx.listings.find(id))!;
    await tx.listings.setTerms(
      listing,
      { ...listing, status: "suspended", categories: [] } as never,
      { accountId: null, client: null },
      shop.deps.now(),
    );
  });
  expect(await addresses()).toEqual([]);
  const refused = await ann.post(
    `/account/listings/${id}/pictures`,
    formOf(await dashboard(id).read(), dashboard(id).path),
  );
  expect(refused).toMatchObject({ status: 400, text: expect.stringContaining("This listing is suspended") });
});
