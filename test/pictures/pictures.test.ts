import { readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { imageSize } from "image-size";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFolder as createStorage } from "../../core/storage/folder.ts";
import { OutboundError } from "../../crawler/outbound-error.ts";
import { fetchPictures } from "../../jobs/fetch-pictures.ts";
import { PICTURE_SIZES, pictureKey, picturePath } from "../../pictures/key.ts";
import { createPictures, type Pictures } from "../../pictures/pictures.ts";
import { createResizer } from "../../pictures/resize.ts";
import { createFolder } from "../helpers/folder.ts";
import { createGuest } from "../helpers/guest.ts";
import { png } from "../helpers/png.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";

const svg = (inner: string, attributes = 'width="40" height="20"'): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`);

/** One black frame; LZW codes of 9 bits, each pixel on its own. */
function gif(width: number, height: number, [wide, high] = [width, height]): Buffer {
  const u16 = (value: number) => [value & 255, value >> 8];
  const pixels = Math.min(width * height, 1000);
  // A clear code before every pixel keeps the codes at 9 bits.
  const codes = [...Array.from({ length: pixels }, () => [256, 0]).flat(), 257];
  const bits = codes.map((code) => [...code.toString(2).padStart(9, "0")].reverse().join("")).join("");
  const bytes = bits.match(/.{1,8}/g)!.map((byte) => Number.parseInt([...byte.padEnd(8, "0")].reverse().join(""), 2));
  const blocks = Array.from({ length: Math.ceil(bytes.length / 255) }, (_, at) =>
    bytes.slice(at * 255, at * 255 + 255),
  );
  return Buffer.from([
    ...[...Buffer.from("GIF89a"), ...u16(wide!), ...u16(high!), 0xf7, 0, 0, ...Array(768).fill(0)],
    ...[
      0x2c,
      0,
      0,
      0,
      0,
      ...u16(width),
      ...u16(height),
      0,
      8,
      ...blocks.flatMap((block) => [block.length, ...block]),
      0,
      0x3b,
    ],
  ]);
}

/** A bitmap of an icon, half of it transparent: 32 bits a pixel. */
function bitmap(width: number, height = width): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(width, 4);
  header.writeInt32LE(height * 2, 8);
  header.writeUInt16LE(32, 14);
  return Buffer.concat([header, Buffer.alloc(Math.min(width * height * 4, 5000), 200), Buffer.alloc(1024)]);
}

const ico = (picture: Buffer): Buffer => {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, picture]);
};

describe("copies of pictures", () => {
  let folder: string;
  let pictures: Pictures;
  let at = new Date("2026-11-18T10:00:00Z");
  const now = () => at;
  const open = () =>
    createPictures({ storage: createStorage({ folder, now, flush: false }), resizer: createResizer(), now });
  beforeAll(() => {
    folder = createFolder();
    pictures = open();
  });
  afterAll(async () => {
    await pictures.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("are visible to another process on the same folder", async () => {
    const other = open();
    const url = "https://acme.example/shared";
    expect(other.isSettled(url, "square")).toBe(false);
    await pictures.keep(url, png(300, 150), "square");
    expect(other.isSettled(url, "square")).toBe(true);
    expect(other.stateOf(url, "square")).toEqual({ state: "kept" });
    expect(await other.find(pictureKey(url), 96)).toEqual(await pictures.find(pictureKey(url), 96));
    expect(await other.find("../../package", 96)).toBeUndefined();
    await other.close();
  });

  it.each([
    ["a large PNG", png(300, 150), [96, 48], [192, 96]],
    ["a small PNG, which does not grow", png(20, 10), [20, 10], [20, 10]],
    ["an SVG", svg('<rect width="40" height="20" fill="red"/>'), [96, 48], [192, 96]],
    ["a GIF, which does not grow", gif(30, 10), [30, 10], [30, 10]],
    ["a favicon with a bitmap", ico(bitmap(32)), [32, 32], [32, 32]],
    ["a favicon with a PNG", ico(png(64, 64)), [64, 64], [64, 64]],
    ["a tall SVG", svg('<rect width="10" height="40"/>', 'width="10" height="40"'), [24, 96], [48, 192]],
  ])("are made of %s", async (name, body, small, large) => {
    const url = `https://acme.example/${encodeURIComponent(name)}`;
    expect(pictures.isSettled(url, "square")).toBe(false);
    await pictures.keep(url, body, "square");
    expect(pictures.isSettled(url, "square")).toBe(true);
    for (const [size, expected] of [
      [96, small],
      [192, large],
    ] as const) {
      const made = imageSize((await pictures.find(pictureKey(url), size))!);
      expect([made.type, made.width, made.height]).toEqual(["webp", ...expected]);
    }
  });

  it("show the text of an SVG", async () => {
    const kept = async (name: string, inner: string): Promise<Buffer> => {
      const url = `https://text.example/${name}.svg`;
      await pictures.keep(url, svg(inner), "square");
      return (await pictures.find(pictureKey(url), 192))!;
    };
    const short = await kept("short", '<text x="4" y="16">.</text>');
    const written = await kept("written", '<text x="4" y="16" font-size="14" font-family="sans-serif">Debut</text>');
    expect(written.length).toBeGreaterThan(short.length * 1.5);
    await expect(kept("empty", "")).rejects.toThrow("This SVG is empty. Save it as a PNG.");
  });

  it("survive a restart, and are fetched again after a month", async () => {
    const url = "https://acme.example/kept";
    at = new Date();
    await pictures.keep(url, png(8, 8), "wide");
    const again = open();
    expect(again.isSettled(url, "wide")).toBe(true);
    expect(await again.find(pictureKey(url), PICTURE_SIZES.wide[0])).toBeDefined();
    at = new Date(at.getTime() + 31 * 24 * 3600_000);
    expect(again.isSettled(url, "wide")).toBe(false);
    await again.close();
  });

  it("are made for each shape that an address is shown in", async () => {
    const url = "https://acme.example/both";
    await pictures.keep(url, png(400, 400), "square");
    expect([pictures.isSettled(url, "wide"), pictures.stateOf(url, "wide")]).toEqual([false, { state: "waiting" }]);
    await pictures.keep(url, png(400, 400), "wide");
    for (const shape of ["square", "wide"] as const) expect(pictures.stateOf(url, shape)).toEqual({ state: "kept" });
  });

  it.each([
    ["a PNG that claims to be huge", png(2, 2, [20_000, 20_000]), /too many/],
    ["a PNG whose pixels are missing", png(2, 2, [900, 900]), /./],
    ["HTML", Buffer.from("<!doctype html><p>not found</p>"), /^This file is not a picture\. Choose/],
    ["nothing", Buffer.alloc(0), /./],
    [
      "a GIF with nothing on it",
      Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"),
      /empty or broken/,
    ],
    ["a GIF that claims to be huge", gif(1, 1, [60_000, 60_000]), /too many/],
    ["a GIF whose frame is larger than it", gif(60_000, 60_000, [1, 1]), /empty or broken/],
    ["a GIF that is cut off", gif(30, 10).subarray(0, 14), /./],
    ["a favicon with nothing in it", ico(Buffer.alloc(0)), /./],
    ["a favicon whose bitmap claims to be huge", ico(bitmap(20_000, 2)), /not supported/],
    ["a favicon whose PNG claims to be huge", ico(png(2, 2, [20_000, 20_000])), /too many/],
    ["an AVIF", Buffer.from("0000001c6674797061766966000000006d696631617669666d696166", "hex"), /./],
    ["an SVG that is broken", svg("<g>"), /./],
  ])("are not made from %s, and the next picture still works", async (name, body, reason) => {
    const url = `https://evil.example/${encodeURIComponent(name)}`;
    await expect(pictures.keep(url, body, "square")).rejects.toThrow(reason);
    pictures.refuse(url, "It is not one.");
    expect(pictures.stateOf(url, "square")).toEqual({ state: "refused", reason: "It is not one." });
    expect(pictures.isSettled(url, "square")).toBe(true);
    expect(await pictures.find(pictureKey(url), 96)).toBeUndefined();
    await pictures.keep(`${url}-next`, png(4, 4), "square");
    expect(readdirSync(folder).filter((file) => file.endsWith(".new"))).toEqual([]);
  });
});

it("a host that does not answer delays no pictures of other hosts, and is asked once in a run", async () => {
  const world = await createWorld();
  await world.drain();
  await world.jobs.stop(0);
  for (const path of ["slow.example/1", "slow.example/2", "quick.example/1"])
    await world.listing(`Of ${path}`, { content: { logoUrl: `https://${path}.png` } });
  const asked: string[] = [];
  const quick = Promise.withResolvers<void>();
  const fetchSite: typeof world.deps.fetchSite = async (url) => {
    asked.push(new URL(url).host);
    if (url.includes("quick")) quick.resolve();
    await quick.promise;
    throw new OutboundError("timeout", "It did not answer in time.");
  };
  await fetchPictures.run({} as never, { ...world.deps, fetchSite }, new AbortController().signal);
  expect(asked.sort()).toEqual(["quick.example", "slow.example"]);
  await world.close();
});

it("the logo of a listing is fetched by a job and served by the site; browsers contact no other host", async () => {
  const asked: string[] = [];
  const website = createServer((req, res) => {
    asked.push(req.url!);
    if (req.url === "/logo.png") res.writeHead(200, { "content-type": "image/png" }).end(png(64, 64));
    else res.writeHead(404).end("none");
  });
  await new Promise<void>((done) => website.listen(0, "127.0.0.1", done));
  const port = (website.address() as AddressInfo).port;
  const world = await createWorld({ env: { OUTBOUND_RESOLVE: `acme.test=127.0.0.1:${port}` } });
  const logoUrl = "https://acme.test/logo.png";
  const { slug } = await world.listing("Acme Books", { content: { logoUrl } });
  const look = async () => (await world.deps.store.listings.looks([slug])).get(slug);
  expect(await look()).toMatchObject({ hue: null });
  await world.listing("No Logo", { content: { logoUrl: "https://acme.test/gone.png" } });

  const page = await fetch(`${world.url}/listings/${slug}`);
  const text = await page.text();
  const path = picturePath(logoUrl, 192);
  expect(text).toContain(`<img src="${path}"`);
  expect(text).not.toMatch(/<img[^>]+src="https?:/);
  expect(page.headers.get("content-security-policy")).toContain("img-src 'self' data:;");
  const before = await fetch(world.url + path);
  expect(before.headers.get("content-type")).toBe("image/gif");

  world.advance(11 * 60_000);
  await world.drain();
  const after = await fetch(world.url + path);
  expect(after.headers.get("content-type")).toBe("image/webp");
  expect(imageSize(new Uint8Array(await after.arrayBuffer()))).toMatchObject({ width: 64, height: 64 });
  // The picture is orange on white; its hue is chosen once, when it is copied.
  expect(await look()).toMatchObject({ hue: "amber" });
  expect(await (await fetch(`${world.url}/listings/${slug}`)).text()).toContain('class="stagehead hue-amber"');
  const etag = after.headers.get("etag")!;
  expect((await fetch(world.url + path, { headers: { "if-none-match": etag } })).status).toBe(304);

  world.advance(11 * 60_000);
  await world.drain();
  expect(asked.sort()).toEqual(["/gone.png", "/logo.png"]);
  for (const wrong of ["/pictures/short/96", `/pictures/${pictureKey(logoUrl)}/..%2f..`])
    expect((await fetch(world.url + wrong)).status).toBe(404);
  await world.close();
  website.close();
});

it("the logo of a draft is there as soon as the draft is, and a new one follows at once", async () => {
  const page = `<title>Acme: books in order</title><link rel="icon" sizes="192x192" href="/logo.png"><h1>Books in order</h1>
    <p>Acme keeps the books of small shops in order and files their taxes.</p>`;
  const website = createServer((req, res) => {
    if (req.url === "/") res.writeHead(200, { "content-type": "text/html" }).end(page);
    else if (req.url?.endsWith(".png")) res.writeHead(200, { "content-type": "image/png" }).end(png(64, 64));
    else res.writeHead(404).end("none");
  });
  await new Promise<void>((done) => website.listen(0, "127.0.0.1", done));
  const port = (website.address() as AddressInfo).port;
  const world = await createWorld({ env: { OUTBOUND_RESOLVE: `acme.test=127.0.0.1:${port}` } });
  const guest = createGuest(world);
  const path = await guest.draft("acme.test");
  await world.drain();
  expect((await guest.get(path)).text).toContain(picturePath("https://acme.test/logo.png", 192));

  const { body } = await world.as("ada").post("/drafts", { body: { url: "https://acme.test" } });
  await world.drain();
  await world.as("ada").patch(`/drafts/${body.id}`, { body: { fields: { logo_url: "https://acme.test/new.png" } } });
  await world.drain();
  expect(world.deps.pictures.stateOf("https://acme.test/new.png", "square").state).toBe("kept");
  await world.close();
  website.close();
});

it("a logo that a website draws in its page is kept as an upload, also when a guest saves the draft", async () => {
  const drawn = '<svg viewBox="0 0 24 24"><circle cx="12" cy="12" r="10" fill="#c2410c"/></svg>';
  const pages: Record<string, string> = {
    drawn: `<header><a href="/">${drawn}</a></header>`,
    guest: `<header><a href="/">${drawn}</a></header>`,
    // Fonts have no picture for this character, so nothing would be seen.
    empty: '<link rel="icon" href="data:image/svg+xml,<svg viewBox=%220 0 9 9%22><text y=%229%22>🚀</text></svg>">',
    better: `<link rel="apple-touch-icon" href="/touch.png"><header><a href="/">${drawn}</a></header>`,
  };
  const website = createServer((req, res) => {
    const head = pages[req.headers.host?.split(".")[0] ?? ""];
    const html = `<title>Acme: books in order</title>${head}<h1>Books in order</h1>
      <p>Acme keeps the books of small shops in order and files their taxes.</p>`;
    if (req.url === "/") res.writeHead(200, { "content-type": "text/html" }).end(html);
    else if (req.url === "/touch.png") res.writeHead(200, { "content-type": "image/png" }).end(png(64, 64));
    else res.writeHead(404).end("none");
  });
  await new Promise<void>((done) => website.listen(0, "127.0.0.1", done));
  const port = (website.address() as AddressInfo).port;
  const hosts = Object.keys(pages).map((name) => `${name}.test=127.0.0.1:${port}`);
  const world = await createWorld({ env: { OUTBOUND_RESOLVE: hosts.join(",") } });
  const ada = await world.account("ada");

  const logoOf = async (host: string) => {
    const { body } = await world.as("ada").post("/drafts", { body: { url: `https://${host}.test` } });
    await world.drain();
    return (await world.as("ada").get(`/drafts/${body.id}`)).body.fields.logo_url;
  };
  const logo = await logoOf("drawn");
  expect(logo).toMatchObject({ state: "ai", evidence: [] });
  expect(logo.value).toMatch(new RegExp(`^${world.baseUrl}/uploads/[\\w-]{27}/192$`));
  expect(world.deps.pictures.stateOf(logo.value, "square").state).toBe("kept");
  const shown = await fetch(logo.value);
  expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect((await logoOf("empty")).value).toBeNull();
  expect((await logoOf("better")).value).toBe("https://better.test/touch.png");

  const guest = createGuest(world);
  const path = await guest.draft("guest.test");
  await world.drain();
  expect((await guest.get(path)).text).toMatch(/src="\/pictures\/[\w-]{27}\/192"/);
  expect(await world.deps.store.uploads.ofAccount(ada.id)).toHaveLength(1);
  await guest.signIn("ada@people.example", { password: PASSWORD });
  expect((await guest.post(`${path}/save`)).status).toBe(303);
  const kept = await world.deps.store.uploads.ofAccount(ada.id);
  expect(kept.map(({ name, isForSite }) => [name, isForSite])).toEqual([
    ["logo", false],
    ["logo", false],
  ]);
  await world.close();
  website.close();
});
