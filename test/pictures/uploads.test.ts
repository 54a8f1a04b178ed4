import { readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { imageSize } from "image-size";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { createFolder as createStorage } from "../../core/storage/folder.ts";
import { cropped, upright } from "../../pictures/crop.ts";
import { Pixels } from "../../pictures/pixels.ts";
import { createResizer } from "../../pictures/resize.ts";
import { shrink } from "../../pictures/shrink.ts";
import { createUploads } from "../../pictures/uploads.ts";
import { createFolder } from "../helpers/folder.ts";
import { jpeg } from "../helpers/jpeg.ts";
import { bitPng, png, svgOf } from "../helpers/png.ts";

/** Two frames of one pixel. */
const MOVING = Buffer.from(
  "R0lGODlhAgACAPAAAP8AAAAA/yH/C05FVFNDQVBFMi4wAwEAAAAh+QQACgAAACwAAAAAAgACAAACAoRRACH5BAAKAAAALAAAAAACAAIAAAICjFMAOw==",
  "base64",
);
/** 16 bits a channel, with a colour profile. */
const deepPng = () => png(4, 4, [4, 4], { bits: 16, profile: "Display P3" });
const drawing = (inner: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900">${inner}</svg>`);
const SHAPES = '<rect width="900" height="900"/><rect width="800" height="900"/>';
const layers = (depth: number) => drawing('<g opacity=".9">'.repeat(depth) + SHAPES + "</g>".repeat(depth));
/** Written so that only an XML parser sees the picture. */
const hidden = (svg: Buffer) => Buffer.from(svg.toString().replaceAll("data:image", "&#100;ata:image"));
const HTML = "<html><script>alert(document.cookie)</script></html>";

const openUploads = (where: string) =>
  createUploads(createStorage({ folder: where, now: () => new Date(), flush: true }), createResizer());
const folder = createFolder();
const uploads = openUploads(folder);
afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
});
afterAll(async () => {
  await uploads.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The larger copy of what was made of a file. */
async function made(bytes: Buffer, shape: "square" | "wide" = "wide"): Promise<Buffer> {
  const { id } = await uploads.add(bytes, shape);
  return (await uploads.find(id, shape === "wide" ? 1280 : 192))!;
}
const isOnlyPixels = (copy: Buffer): boolean =>
  copy.subarray(8, 12).toString() === "WEBP" && !/EXIF|XMP|ICCP|<script|GPS|PK\x03/.test(copy.toString("latin1"));

describe("an uploaded file", () => {
  it.each([
    ["a page in a comment of a JPEG", jpeg(16, 8, { comment: HTML })],
    ["a page after the end of a picture", Buffer.concat([png(8, 8), Buffer.from(HTML)])],
    ["an archive after the end of a GIF", Buffer.concat([MOVING, Buffer.from("PK\x03\x04META-INF/MANIFEST.MF")])],
    ["the place where a photo was taken", jpeg(16, 8, { orientation: 1 })],
    [
      "a drawing with a script",
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)">` +
          `<script>alert(1)</script><rect width="9" height="9" fill="red"/></svg>`,
      ),
    ],
  ])("leaves %s behind", async (_what, bytes) => {
    expect(isOnlyPixels(await made(bytes))).toBe(true);
  });

  it.each([
    ["in colours of its own", deepPng(), 4, 4],
    ["grey", jpeg(24, 16), 24, 16],
    ["moving", MOVING, 2, 2],
  ])("that is %s becomes a still picture in the colours of screens", async (_what, bytes, width, height) => {
    expect(imageSize(await made(bytes))).toMatchObject({ type: "webp", width, height });
  });

  it.each([
    ["nothing", Buffer.alloc(0), "not a picture"],
    ["a page with the name of a picture", Buffer.from(HTML), "not a picture"],
    ["in CMYK", jpeg(16, 8, { components: 4 }), "uses CMYK colors"],
    ["cut off", jpeg(64, 64).subarray(0, 60), "picture"],
    ["a bomb: a small file that claims to be large", png(10, 10, [30_000, 30_000]), "too many pixels"],
    [
      "a bomb: a drawing of drawings",
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><!DOCTYPE x [<!ENTITY a "aaaa">]>&a;</svg>`,
      ),
      "picture",
    ],
    ["a bomb: a drawing of a picture", svgOf(bitPng(9000, 9000)), "inside this SVG is too large"],
    ["a bomb: a drawing of a hidden picture", hidden(svgOf(bitPng(9000, 9000))), "broken or too large"],
    [
      "a bomb: a drawing of four pictures",
      svgOf(...Array(4).fill(bitPng(15_000, 15_000))),
      "inside this SVG is too large",
    ],
    ["a bomb: transparent layers", layers(400), "broken or too large"],
    ["of a kind that browsers do not share", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"), ""],
  ])("is refused if it is %s, and leaves no file", async (_what, bytes, said) => {
    await expect(uploads.add(bytes, "wide")).rejects.toMatchObject({ code: "unfit_picture" });
    await expect(uploads.add(bytes, "wide")).rejects.toThrow(said);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is decoded in memory that is returned, also of several bombs at once", async () => {
    await uploads.add(png(8, 8), "wide");
    const before = process.memoryUsage().rss;
    let most = before;
    const look = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 5);
    const bomb = hidden(svgOf(bitPng(9000, 9000)));
    const bombs = Array.from({ length: 6 }, (_, nth) => uploads.add(bomb, "wide", { owner: `${nth}` }));
    await Promise.allSettled(bombs);
    clearInterval(look);
    expect(most - before).toBeLessThan(100_000_000);
  });

  it("waits for one picture of each other person at most, however many these sent", async () => {
    const order: string[] = [];
    const send = async (owner: string, side: number) => {
      await uploads.add(png(side, 40), "wide", { owner });
      order.push(owner);
    };
    await Promise.all([...[41, 42, 43, 44].map((side) => send("ann", side)), send("bo", 45)]);
    expect(order).toEqual(["ann", "bo", "ann", "ann", "ann"]);
  });

  it("is never looked into by the main thread", async () => {
    const box = (type: string, ...inside: Buffer[]) => {
      const size = Buffer.alloc(4);
      size.writeUInt32BE(8 + Buffer.concat(inside).length);
      return Buffer.concat([size, Buffer.from(type), ...inside]);
    };
    const parts = box("ipco", ...Array<Buffer>(6000).fill(box("ispe", Buffer.alloc(12, 1))));
    const heif = [box("ftyp", Buffer.from("heic\0\0\0\0mif1heic")), box("meta", Buffer.alloc(4), box("iprp", parts))];
    const before = process.threadCpuUsage();
    const added = uploads.add(Buffer.concat(heif), "wide");
    const { user } = process.threadCpuUsage(before);
    await expect(added).rejects.toThrow("too many");
    expect(user).toBeLessThan(100_000);
  });

  it("stands as the camera was held, and is cut where its person said", async () => {
    const { id } = await uploads.add(jpeg(32, 16, { orientation: 6 }), "wide");
    expect(imageSize((await uploads.find(id, 640))!)).toMatchObject({ width: 16, height: 32 });
    const crop = { x: 0.5, y: 0, width: 0.5, height: 0.5 };
    const part = await uploads.add(png(40, 20), "wide", { crop });
    expect(part).toMatchObject({ width: 20, height: 10 });
    const square = await uploads.add(png(40, 20), "square", { crop: "square" });
    expect(imageSize((await uploads.find(square.id, 192))!)).toMatchObject({ width: 20, height: 20 });
    expect(new Set([id, part.id, square.id]).size).toBe(3);
  });

  it("of two accounts is two pictures, so that one can go without the other", async () => {
    const mine = await uploads.add(png(9, 9), "wide", { owner: "ann" });
    const yours = await uploads.add(png(9, 9), "wide", { owner: "bo" });
    expect((await uploads.add(png(9, 9), "wide", { owner: "ann" })).id).toBe(mine.id);
    await uploads.remove(mine.id);
    expect(await uploads.find(mine.id, 640)).toBeUndefined();
    expect(await uploads.find(yours.id, 640)).toBeInstanceOf(Buffer);
  });

  it("that two processes make at the same time is whole", async () => {
    const other = openUploads(folder);
    const added = await Promise.all([uploads, other, uploads, other].map((one) => one.add(png(50, 50), "wide")));
    expect(new Set(added.map(({ id }) => id)).size).toBe(1);
    expect(readdirSync(folder)).toHaveLength(2);
    await other.close();
  });

  it("whose upload was cut off is swept away after a day, and no other", async () => {
    const kept = await uploads.add(png(9, 9), "wide");
    const lost = await uploads.add(png(10, 10), "wide");
    writeFileSync(join(folder, `${kept.id}-640.webp.AbCdEf`), "half");
    const now = Date.now() / 1000;
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), now - 1e6, now - 1e6);
    const fresh = await uploads.add(png(11, 11), "wide");
    await uploads.sweep(new Set([kept.id]), new Date((now - 86_400) * 1000));
    const left = readdirSync(folder).map((name) => name.slice(0, 27));
    expect([...new Set(left)].sort()).toEqual([kept.id, fresh.id].sort());
    expect(left).not.toContain(lost.id);
    expect(left).toHaveLength(4);
  });
});

const shades = ({ data }: Pixels) => Array.from(data).filter((_, at) => at % 4 === 0);

describe("the pixels of a picture", () => {
  it("are averaged over what each new one covers, on white", () => {
    const data = [0, 60, 120, 180, 240, 300].flatMap((grey) => [grey, grey, grey, 255]);
    expect(shades(shrink(new Pixels(new Uint8ClampedArray(data), 6, 1), 4))).toEqual([20, 100, 200, 250]);
    expect(shades(shrink(new Pixels(new Uint8ClampedArray(data), 1, 6), 3))).toEqual([30, 150, 248]);
    expect(shades(shrink(new Pixels(new Uint8ClampedArray([0, 0, 0, 51]), 1, 1), 9))).toEqual([204]);
  });

  const numbered = (width: number, height: number) =>
    new Pixels(
      new Uint8ClampedArray(Array.from({ length: width * height }, (_, at) => [at, at, at, 255]).flat()),
      width,
      height,
    );
  // 0 1 2 over 3 4 5, as each of the eight ways to hold a camera stores it.
  it.each([
    [1, [0, 1, 2, 3, 4, 5]],
    [2, [2, 1, 0, 5, 4, 3]],
    [3, [5, 4, 3, 2, 1, 0]],
    [4, [3, 4, 5, 0, 1, 2]],
    [5, [0, 3, 1, 4, 2, 5]],
    [6, [3, 0, 4, 1, 5, 2]],
    [7, [5, 2, 4, 1, 3, 0]],
    [8, [2, 5, 1, 4, 0, 3]],
  ])("are turned upright from orientation %i", (orientation, wanted) => {
    expect(shades(upright(numbered(3, 2), orientation))).toEqual(wanted);
  });

  it.each([
    ["square" as const, [1, 4], 2],
    [{ x: 0, y: 0.5, width: 0.5, height: 0.5 }, [3, 4], 2],
    [{ x: 0.9, y: 0.9, width: 1, height: 1 }, [5], 1],
  ])("are cut within their sides: %j", (crop, wanted, width) => {
    const cut = cropped(crop === "square" ? numbered(3, 2) : numbered(3, 2), crop);
    if (crop !== "square") expect(shades(cut)).toEqual(wanted);
    expect(cut.width).toBe(crop === "square" ? 2 : width);
  });
});
