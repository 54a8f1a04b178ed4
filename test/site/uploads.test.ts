import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { type ClientRequest, request as httpRequest } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UPLOADS_KEPT } from "../../domain/pictures/uploads.ts";
import { dropUploads } from "../../jobs/drop-uploads.ts";
import { picturePath } from "../../pictures/key.ts";
import { addDraft } from "../helpers/drafts.ts";
import { jpeg } from "../helpers/jpeg.ts";
import { png } from "../helpers/png.ts";
import { createWorld, PASSWORD, type World } from "../helpers/world.ts";
import { createVisitor, type Visitor } from "./world.ts";

const DAY_MS = 86_400_000;
const world = await createWorld({ env: { LIMIT_WRITE: "100000", LIMIT_SIGN_IN: "1000" } });
const ann = await signedIn("ann");
const bo = await signedIn("bo");

async function signedIn(name: string): Promise<Visitor> {
  await world.account(name);
  const visitor = createVisitor(world.baseUrl);
  await visitor.signIn(`${name}@people.example`, { password: PASSWORD });
  return visitor;
}
const file = (bytes: Buffer, name = "logo.png", type = "image/png") =>
  new File([new Uint8Array(bytes)], name, { type });
const folder = () => join(world.folder, "uploads");
const files = () => (existsSync(folder()) ? readdirSync(folder()).sort() : []);
let sides = 20;
const fresh = () => png(++sides, 20);

function startUpload(person: Visitor): ClientRequest {
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, origin: world.baseUrl, "content-length": "9000" };
  const type = { "content-type": "multipart/form-data; boundary=x" };
  const request = httpRequest(`${world.baseUrl}/account/uploads`, { method: "POST", headers: { ...headers, ...type } });
  request.on("error", () => undefined);
  request.write("--x\r\n");
  return request;
}

type Picture = { id: string; url: string; width: number; height: number };
async function sent(person: Visitor, bytes: Buffer, form: Record<string, string> = {}): Promise<Picture> {
  const { status, text } = await person.upload("/account/uploads", { shape: "wide", picture: file(bytes), ...form });
  expect({ status, text }).toMatchObject({ status: 201 });
  return JSON.parse(text);
}
const draftOf = async (name: string, siteKey: string) =>
  addDraft(world, { accountId: (await world.account(name)).id, siteKey, fields: {} });
let listings = 0;
const listingOf = async (name: string, options: Parameters<World["listing"]>[1] = {}) =>
  world.listing(`Acme ${++listings}`, { ownerId: (await world.account(name)).id, ...options });

describe("a logo", () => {
  it("is uploaded in the editor without a script, keeps what was typed, and can be taken back", async () => {
    const id = await draftOf("ann", "logo.test");
    const { text } = await ann.get(`/drafts/${id}`);
    expect(text).toContain('formenctype="multipart/form-data"');
    const marks = Object.fromEntries(
      [...text.matchAll(/name="(was\.[^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
    );
    const form = { ...marks, "fields.tagline": "Typed before", "fields.logo_url": "" };
    const saved = await ann.upload(`/drafts/${id}`, {
      ...form,
      act: "upload.logo_url",
      "file.logo_url": file(fresh()),
    });
    expect(saved.location).toContain("did=upload.fields.logo_url");
    const draft = (await world.as("ann").get(`/drafts/${id}`)).body;
    expect(draft.fields.tagline.value).toBe("Typed before");
    const url: string = draft.fields.logo_url.value;
    expect(url).toMatch(new RegExp(`^${world.baseUrl}/uploads/[\\w-]{27}/192$`));
    const page = await ann.get(saved.location);
    expect(page.text).toContain("Uploaded and added to your page.");
    expect(page.text).toContain(picturePath(url, 192));

    // By REST and MCP the address comes and goes as any other.
    expect((await world.as("ann").patch(`/drafts/${id}`, { body: { fields: { logo_url: url } } })).status).toBe(200);
    const undo = /value="(undo\.[\w-]+)"/.exec(page.text)![1]!;
    const again = Object.fromEntries(
      [...page.text.matchAll(/name="(was\.[^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
    );
    await ann.post(`/drafts/${id}`, { ...again, "fields.tagline": "Typed before", "fields.logo_url": url, act: undo });
    expect((await world.as("ann").get(`/drafts/${id}`)).body.fields.logo_url.value).toBeNull();
    const back = await world.as("ann").patch(`/drafts/${id}`, { body: { fields: { logo_url: url } } });
    expect(back.body.fields.logo_url.value).toBe(url);
  });

  it("that cannot be read says why beside its field, and loses nothing that was typed", async () => {
    const id = await draftOf("ann", "broken.test");
    const { text } = await ann.get(`/drafts/${id}`);
    const mark = /name="was\.fields\.tagline" value="([^"]*)"/.exec(text)![1]!;
    const form = { "was.fields.tagline": mark, "fields.tagline": "Not lost", act: "upload.logo_url" };
    const reply = await ann.upload(`/drafts/${id}`, { ...form, "file.logo_url": file(Buffer.from("<html>")) });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain("This file is not a picture.");
    expect(reply.text).toContain('value="Not lost"');
    const none = await ann.upload(`/drafts/${id}`, { ...form, "file.logo_url": file(Buffer.alloc(0), "") });
    expect(none.text).toContain("Choose a file first.");
  });

  it("of a live listing is replaced on its page of pictures, with its hue, and comes back by Undo", async () => {
    const { id, slug } = await listingOf("ann");
    const path = `/account/listings/${id}/pictures`;
    await ann.get(path);
    const done = await ann.upload(`${path}/logo`, { do: "upload", "file.logo": file(png(64, 64)) });
    expect(done.location).toContain("notice=logo-saved");
    const { logo_url: url } = (await world.rest("GET", `/listings/${slug}`)).body;
    expect(url).toContain("/uploads/");
    expect((await world.deps.store.listings.looks([slug])).get(slug)?.hue).toBe("amber");
    const page = await (await fetch(`${world.baseUrl}/listings/${slug}`)).text();
    expect(page).toContain(picturePath(url, 192));
    expect((await fetch(world.baseUrl + picturePath(url, 192))).headers.get("content-type")).toBe("image/webp");
    const undo = new URL(done.location, world.baseUrl).searchParams.get("undo")!;
    await ann.post("/account/undo", { undo });
    expect((await world.rest("GET", `/listings/${slug}`)).body.logo_url).toBeNull();
  });
});

describe("a gallery", () => {
  it("takes several files without a script, which are saved once they are described", async () => {
    const { id } = await listingOf("ann");
    const path = `/account/listings/${id}/pictures`;
    const { text } = await ann.get(path);
    const seen = /name="seen" value="([^"]+)"/.exec(text)![1]!;
    const added = await ann.upload(path, {
      seen,
      do: "upload",
      files: [file(fresh(), "a.png"), file(fresh(), "b.png")],
    });
    expect(added.status).toBe(200);
    expect(added.text).toContain("Uploaded. Describe each picture, then save.");
    const urls = [...added.text.matchAll(/name="pictures\.\d\.url" type="url" value="([^"]+)"/g)].map(
      ([, url]) => url!,
    );
    expect(urls).toHaveLength(2);
    const rows = urls.flatMap((url, at) => [
      [`pictures.${at}.url`, url],
      [`pictures.${at}.alt`, `Picture ${at}`],
    ]);
    const done = await ann.post(path, { seen, ...Object.fromEntries(rows) });
    expect(done.location).toContain("notice=pictures-saved");
    const { media } = (await world.as("ann").get(`/me/listings/${id}`)).body;
    expect(media).toEqual(urls.map((url, at) => ({ url, alt: `Picture ${at}` })));
  });

  it("takes no more than it shows, of a hundred files at once, and names those that are none", async () => {
    const { id } = await listingOf("ann");
    const path = `/account/listings/${id}/pictures`;
    const seen = /name="seen" value="([^"]+)"/.exec((await ann.get(path)).text)![1]!;
    const before = files().length;
    const many = Array.from({ length: 100 }, (_, at) =>
      file(at === 0 ? Buffer.from("no picture") : fresh(), `${at}.png`),
    );
    const { status, text } = await ann.upload(path, { seen, do: "upload", files: many });
    expect(status).toBe(400);
    expect(text).toContain(
      "A listing can have up to 8 pictures, so not all were added. 0.png: This file is not a picture.",
    );
    expect(text.match(/name="pictures\.\d\.url" type="url" value="http/g)).toHaveLength(7);
    expect(files()).toHaveLength(before + 14);
  });
});

describe("a face", () => {
  it("shows wherever its founder does", async () => {
    const founders = [{ name: "Ann Lee", title: "Founder", bio: null }];
    const { id, slug } = await listingOf("ann", { founders });
    const [founder] = (await world.as("ann").get(`/me/listings/${id}`)).body.founders;
    const path = `/account/listings/${id}/pictures`;
    await ann.get(path);
    const done = await ann.upload(`${path}/faces/${founder.slug}`, {
      do: "upload",
      [`file.faces.${founder.slug}`]: file(jpeg(40, 60)),
    });
    expect(done.location).toContain("notice=face-saved");
    const { founders: shown } = (await world.rest("GET", `/listings/${slug}`)).body;
    expect(shown[0].avatar_url).toContain("/uploads/");
    expect((await world.rest("GET", `/founders/${founder.slug}`)).body.avatar_url).toBe(shown[0].avatar_url);
    expect(await (await fetch(`${world.baseUrl}/listings/${slug}`)).text()).toContain(
      picturePath(shown[0].avatar_url, 96),
    );
  });
});

describe("uploads are refused", () => {
  it.each([
    ["a visitor", () => createVisitor(world.baseUrl)],
    [
      "somebody who is suspended",
      async () => {
        const eve = await signedIn("eve");
        await eve.get("/account/uploads");
        const { id } = await world.account("eve");
        await world.deps.store.change((tx) => tx.accounts.setStatus(id, "suspended"));
        return eve;
      },
    ],
  ])("to %s, without reading the file", async (_who, who) => {
    const person = await who();
    await person.get("/sign-in");
    const before = files();
    const { status } = await person.upload("/account/uploads", { shape: "wide", picture: file(fresh()) });
    expect([303, 403]).toContain(status);
    expect(files()).toEqual(before);
  });

  it("into a draft or listing of others, from other sites and without the token of the form", async () => {
    const draft = await draftOf("ann", "others.test");
    const { id } = await listingOf("ann");
    const before = files();
    await bo.get("/account/uploads");
    const form = { act: "upload.logo_url", "file.logo_url": file(fresh()) };
    expect((await bo.upload(`/drafts/${draft}`, form)).status).toBe(404);
    for (const path of ["", "/logo", "/faces/ann-lee"])
      expect(
        (await bo.upload(`/account/listings/${id}/pictures${path}`, { do: "upload", files: file(fresh()) })).status,
      ).toBe(404);
    await ann.get("/account/uploads");
    const picture = { shape: "wide", picture: file(fresh()) };
    const elsewhere = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    expect((await ann.upload("/account/uploads", picture, elsewhere)).status).toBe(403);
    expect((await ann.upload("/account/uploads", { ...picture, csrf: "guessed" })).status).toBe(403);
    expect(files()).toEqual(before);
  });

  it("before the email address is confirmed, by script and by form, and says what to do", async () => {
    await world.account("new", { verified: false });
    const visitor = createVisitor(world.baseUrl);
    await visitor.signIn("new@people.example", { password: PASSWORD });
    const before = files();
    const id = await draftOf("new", "new.test");
    await visitor.get(`/drafts/${id}`);
    const picture = file(fresh());
    const answers = [
      await visitor.upload("/account/uploads", { shape: "wide", picture }),
      await visitor.upload(`/drafts/${id}`, { act: "upload.logo_url", "file.logo_url": picture }),
    ];
    for (const { text } of answers) expect(text).toContain("Confirm your email address first: open the link");
    expect(files()).toEqual(before);
  });

  it.each([
    ["empty", file(Buffer.alloc(0)), "The file is empty."],
    ["too large", file(Buffer.concat([png(9, 9), Buffer.alloc(5_000_000)])), "larger than 5 MB"],
    ["not what its name and type say", file(Buffer.from("<script>1</script>"), "a.png"), "not a picture"],
  ])("if the file is %s", async (_what, picture, said) => {
    await ann.get("/account/uploads");
    const { status, text } = await ann.upload("/account/uploads", { shape: "wide", picture });
    expect(status).toBe(400);
    expect(text).toContain(said);
  });

  it("if they are larger than any picture, before they are held in memory", async () => {
    await ann.get("/account/uploads");
    const { status } = await ann.upload("/account/uploads", { picture: file(Buffer.alloc(7_000_000)) });
    expect(status).toBe(413);
  });

  it("while four of the same account are under way, however slow, and nobody else has to wait", async () => {
    await ann.get("/account/uploads");
    await bo.get("/account/uploads");
    const slow = Array.from({ length: 5 }, () => startUpload(ann));
    // The fifth is answered, whichever that is, and the others hold their places.
    const refused = await Promise.any(slow.map(async (one) => (await once(one, "response"))[0].statusCode));
    expect(refused).toBe(429);
    const again = () => ann.upload("/account/uploads", { shape: "wide", picture: file(fresh()) });
    const { status, text } = await again();
    expect(status).toBe(429);
    expect(text).toContain("Some of your uploads are still in progress.");
    await sent(bo, fresh());
    for (const one of slow) one.destroy();
    await expect.poll(async () => (await again()).status).toBe(201);
  });

  it("once an account has as many as it can keep, which says what to do, and works", async () => {
    const cy = await signedIn("cy");
    const { id: accountId } = await world.account("cy");
    await cy.get("/account/uploads");
    const mine = await sent(cy, fresh());
    const row = (await world.deps.store.uploads.find(mine.id))!;
    await world.deps.store.change((tx) => tx.uploads.add({ ...row, id: "x".repeat(27), bytes: UPLOADS_KEPT.bytes }));
    const { status, text } = await cy.upload("/account/uploads", { shape: "wide", picture: file(fresh()) });
    expect(status).toBe(400);
    expect(text).toContain("You have uploaded 40 MB of pictures, the maximum. Delete unused pictures");
    await cy.get("/account/uploads");
    expect((await cy.post(`/account/uploads/${"x".repeat(27)}/delete`)).location).toContain("picture-removed");
    expect((await world.deps.store.uploads.sumOf(accountId)).count).toBe(1);
    await sent(cy, fresh());
  });
});

describe("an uploaded picture", () => {
  it("has no name, path or type of its file, and nothing runs in it", async () => {
    await ann.get("/account/uploads");
    const before = files();
    const { text } = await ann.upload("/account/uploads", {
      shape: "wide",
      picture: file(fresh(), "../../x/..\\<b>.php", "text/html"),
    });
    const { id, url } = JSON.parse(text);
    expect(files().filter((name) => !before.includes(name))).toEqual([`${id}-1280.webp`, `${id}-640.webp`]);
    expect((await ann.get("/account/uploads")).text).not.toContain("<b>.php");
    const { headers } = await fetch(url);
    expect(headers.get("content-type")).toBe("image/webp");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  });

  it("is named by its uploader alone, until a live listing shows it", async () => {
    const id = await draftOf("bo", "names.test");
    await ann.get("/account/uploads");
    const { url } = await sent(ann, fresh(), { shape: "square" });
    const name = () => world.as("bo").patch(`/drafts/${id}`, { body: { fields: { logo_url: url } } });
    const refused = await name();
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toMatchObject([{ pointer: "/fields/logo_url", code: "unknown_upload" }]);
    const made = url.replace(/[\w-]{27}/, "a".repeat(27));
    const nothing = await world.as("bo").patch(`/drafts/${id}`, { body: { fields: { logo_url: made } } });
    expect(nothing.body.errors).toMatchObject([{ code: "unknown_upload" }]);
    const elsewhere = await world
      .as("bo")
      .patch(`/drafts/${id}`, { body: { fields: { logo_url: url.replace("127.0.0.1", "evil.example") } } });
    expect(elsewhere.status).toBe(400);

    const { id: listing } = await listingOf("ann");
    await ann.get(`/account/listings/${listing}/pictures`);
    await ann.post(`/account/listings/${listing}/pictures/logo`, { logo: url });
    expect((await name()).status).toBe(200);
  });

  it("is in the export of its account and goes with it, unless a listing of others shows it", async () => {
    const dee = await signedIn("dee");
    const { id: accountId } = await world.account("dee");
    await dee.get("/account/uploads");
    const lost = await sent(dee, fresh(), { shape: "square" });
    const kept = await sent(dee, fresh(), { shape: "square" });
    const { id, slug } = await listingOf("dee");
    const heir = await world.account("bo");
    await world.deps.store.change((tx) => tx.listings.addEditor(id, heir.id, world.deps.now()));
    await dee.get(`/account/listings/${id}/pictures`);
    await dee.post(`/account/listings/${id}/pictures/logo`, { logo: kept.url });
    const data = JSON.parse((await dee.get("/account/data.json")).text);
    expect(data.uploads.map(({ url }: Picture) => url).sort()).toEqual([lost.url, kept.url].sort());
    expect(data.uploads[0].data).toMatch(/^data:image\/webp;base64,UklGR/);

    await dee.get("/account/delete");
    const form = { email: "dee@people.example", password: PASSWORD };
    expect((await dee.post("/account/delete", form)).location).toContain("account-deleted");
    expect(files().some((name) => name.startsWith(lost.id))).toBe(false);
    expect(files().some((name) => name.startsWith(kept.id))).toBe(true);
    expect(await world.deps.store.uploads.find(kept.id)).toMatchObject({ accountId: null, name: "picture" });
    expect((await world.rest("GET", `/listings/${slug}`)).body.logo_url).toBe(kept.url);
    expect((await world.deps.store.uploads.sumOf(accountId)).count).toBe(0);
  });

  it("that a listing shows is not deleted by hand, one of others not at all", async () => {
    await ann.get("/account/uploads");
    const { id: picture, url } = await sent(ann, fresh(), { shape: "square" });
    const { id } = await listingOf("ann");
    await ann.get(`/account/listings/${id}/pictures`);
    await ann.post(`/account/listings/${id}/pictures/logo`, { logo: url });
    expect((await ann.post(`/account/uploads/${picture}/delete`)).location).toContain("upload-used");
    await bo.get("/account/uploads");
    expect((await bo.post(`/account/uploads/${picture}/delete`)).status).toBe(404);
    expect((await fetch(url)).status).toBe(200);
  });
});

it("a disk that is full loses nothing, and says so", async () => {
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  const { uploads } = world.deps;
  const add = uploads.add;
  uploads.add = async () => {
    throw full;
  };
  try {
    const id = await draftOf("ann", "full.test");
    await ann.get(`/drafts/${id}`);
    const form = { shape: "square", picture: file(fresh()) };
    const { status, text, headers } = await ann.upload("/account/uploads", form);
    expect(status).toBe(503);
    expect(headers.get("retry-after")).toBe("30");
    expect(text).toContain("This site cannot store pictures at the moment, so nothing was saved.");
  } finally {
    uploads.add = add;
  }
});

// Last, because it moves the clock past the end of every session.
describe("an uploaded picture", () => {
  it("that nothing names goes after a week; one in a draft, a listing or its history stays", async () => {
    await ann.get("/account/uploads");
    const lost = await sent(ann, fresh(), { shape: "square" });
    const drafted = await sent(ann, fresh(), { shape: "square" });
    const [first, second] = [
      await sent(ann, fresh(), { shape: "square" }),
      await sent(ann, fresh(), { shape: "square" }),
    ];
    const draft = await draftOf("ann", "keeps.test");
    await world.as("ann").patch(`/drafts/${draft}`, { body: { fields: { logo_url: drafted.url } } });
    const { id } = await listingOf("ann");
    for (const { url } of [first, second]) {
      await ann.get(`/account/listings/${id}/pictures`);
      await ann.post(`/account/listings/${id}/pictures/logo`, { logo: url });
    }
    const there = async () =>
      Promise.all(
        [lost, drafted, first, second].map(async ({ id: one }) => Boolean(await world.deps.store.uploads.find(one))),
      );
    const run = () => dropUploads.run({} as never, world.deps, AbortSignal.timeout(60_000));
    await run();
    world.advance(6 * DAY_MS);
    await run();
    expect(await there()).toEqual([true, true, true, true]);
    world.advance(2 * DAY_MS);
    await run();
    expect(await there()).toEqual([false, true, true, true]);
    expect(files().some((name) => name.startsWith(lost.id))).toBe(false);
    expect((await fetch(lost.url)).status).toBe(404);
    expect((await fetch(world.baseUrl + picturePath(lost.url, 192))).headers.get("content-type")).toBe("image/gif");

    await world.as("ann").patch(`/drafts/${draft}`, { body: { fields: { logo_url: null } } });
    const listing = (await world.deps.store.listings.find(id))!;
    const author = { accountId: null, client: null };
    const terms = { ...listing, categories: listing.profile.categories, status: "removed" as const };
    await world.deps.store.change((tx) => tx.listings.setTerms(listing, terms, author, world.deps.now()));
    await run();
    world.advance(8 * DAY_MS);
    await run();
    expect(await there()).toEqual([false, false, false, false]);
  });
});
