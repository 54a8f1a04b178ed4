import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { deleteAccount } from "../../actions/accounts/delete-account.ts";
import { exportAccount } from "../../actions/accounts/export-account.ts";
import { isReservedHandle } from "../../domain/profiles/handle.ts";
import { readRoutes } from "../browser/routes.ts";
import { castVote } from "../helpers/cast-vote.ts";
import { png } from "../helpers/png.ts";
import { freshRandom } from "../helpers/random.ts";
import { createWorld, PASSWORD, type World } from "../helpers/world.ts";
import { createVisitor, type Reply, type Visitor } from "./world.ts";

const DAY_MS = 86_400_000;
const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(2)>{{7*7}}`;
const EVERYTHING = ["products", "reviews", "comments", "votes"];

const world = await createWorld({ env: { LIMIT_SIGN_IN: "1000" } });

async function signedIn(name: string, given?: Parameters<World["account"]>[1]): Promise<Visitor> {
  await world.account(name, given);
  const person = createVisitor(world.baseUrl);
  await person.signIn(`${name}@people.example`, { password: PASSWORD });
  return person;
}

type Fields = { handle?: string; bio?: string; links?: string; shows?: string[]; isPublic?: boolean };
const send = (person: Visitor, { handle = "", bio = "", links = "", shows = EVERYTHING, isPublic = true }: Fields) =>
  person.post("/account/profile", { handle, bio, links, shows, ...(isPublic && { public: "on" }) });
const saved = async (person: Visitor, fields: Fields): Promise<void> => {
  const reply = await send(person, fields);
  expect(reply, reply.text).toMatchObject({ status: 303 });
};
const visitor = () => createVisitor(world.baseUrl);
const see = (path: string) => visitor().get(path);

const vote = async (name: string, listingId: number) => castVote(world.deps, (await world.account(name)).id, listingId);

async function reviewed(name: string, listingId: number, words = "It counts."): Promise<void> {
  const { id } = await world.account(name);
  const at = world.deps.now();
  await world.deps.store.change(async (tx) => {
    await tx.reviews.write(id, listingId, { rating: 5, title: "Fine", body: words }, at);
    const review = (await tx.reviews.find(id, listingId))!;
    await tx.reviews.decide(review.id, "published", { by: id, at, seenAt: review.updatedAt });
  });
}
async function commented(name: string, listingId: number, body: string): Promise<void> {
  const { id: accountId } = await world.account(name);
  const comment = { listingId, subject: "listing", threadId: null, answersId: null, status: "published" } as const;
  await world.deps.store.change((tx) =>
    tx.comments.add({ ...comment, id: world.deps.uuid(), accountId, body, reason: null, createdAt: world.deps.now() }),
  );
}

describe("a profile", () => {
  it("is there only once its person wants it, and has what they show", async () => {
    const ada = await signedIn("ada");
    const { id } = await world.account("ada");
    const made = await world.listing("Ada Engine", { ownerId: id });
    const liked = await world.listing("Difference Works");
    await reviewed("ada", liked.id, "Words about the engine.");
    await commented("ada", liked.id, "A **comment** of mine.");
    await vote("ada", liked.id);
    expect((await see("/@ada-lovelace")).status).toBe(404);

    const links = "https://ada.example\nhttps://notes.example/g";
    await saved(ada, { handle: "@Ada-Lovelace", bio: "First programmer.", links, isPublic: false });
    expect((await see("/@ada-lovelace")).status).toBe(404);
    expect((await ada.get("/@ada-lovelace")).text).toContain("Only you can see this page.");

    await saved(ada, { handle: "ada-lovelace", bio: "First programmer.", links });
    const { status, text } = await see("/@ada-lovelace");
    expect(status).toBe(200);
    for (const shown of [
      "First programmer.",
      "Ada Engine",
      "Words about the engine.",
      "A comment of mine.",
      "Voted for",
    ])
      expect(text).toContain(shown);
    expect(text).toContain('<a class="chip" href="https://ada.example/" rel="me nofollow ugc noopener">');
    expect(text).not.toContain("noindex");
    expect(text).toContain(`<link rel="canonical" href="${world.baseUrl}/@ada-lovelace">`);

    await saved(ada, { handle: "ada-lovelace", shows: ["products"] });
    const less = (await see("/@ada-lovelace")).text;
    expect(less).toContain("Ada Engine");
    for (const gone of ["First programmer.", "Words about the engine.", "A comment of mine.", "Voted for"])
      expect(less).not.toContain(gone);
    expect(made.slug).toBe("ada-engine");
  });

  it("shows the votes that its person does not hide, and none unless they ask for it", async () => {
    const eli = await signedIn("eli");
    for (const name of ["Vote One", "Vote Two"]) await vote("eli", (await world.listing(name)).id);
    await saved(eli, { handle: "eli", shows: ["reviews"] });
    expect((await see("/@eli")).text).not.toContain("Vote One");
    await saved(eli, { handle: "eli" });
    expect((await see("/@eli")).text).toContain("Vote Two");
    expect((await eli.get("/account/profile/votes")).text).toContain("Vote Two");
    await eli.post("/account/profile/votes/vote-two", { do: "hide" });
    await eli.post("/account/profile/votes/vote-two", { do: "hide" });
    const hidden = (await see("/@eli")).text;
    expect(hidden).toContain("Vote One");
    expect(hidden).not.toContain("Vote Two");
    expect((await eli.get("/account/profile/votes")).text).toContain('<span class="tag">hidden</span>');
    await eli.post("/account/profile/votes/vote-two", { do: "show" });
    expect((await see("/@eli")).text).toContain("Vote Two");
  });

  it("has a Markdown twin, a card, data for search engines and a place in the sitemap", async () => {
    const grace = await signedIn("grace");
    await saved(grace, { handle: "grace-hopper", bio: "Found a moth.", links: "https://moth.example" });
    const twin = await see("/@grace-hopper.md");
    expect(twin.headers.get("content-type")).toContain("text/markdown");
    expect(twin.text).toContain("# grace");
    expect(twin.text).toContain("Found a moth.");
    expect(twin.text).toContain(`Source: <${world.baseUrl}/@grace-hopper>`);
    const { text } = await see("/@grace-hopper");
    const card = /property="og:image" content="([^"]+)"/.exec(text)![1]!;
    expect(card).toContain("/previews/profiles/grace-hopper.png?v=");
    const drawn = await fetch(card);
    expect(drawn.headers.get("content-type")).toBe("image/png");
    const [page] = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)![1]!)["@graph"];
    expect(page).toMatchObject({
      "@type": "ProfilePage",
      mainEntity: {
        "@type": "Person",
        name: "grace",
        alternateName: "@grace-hopper",
        sameAs: ["https://moth.example/"],
      },
    });
    expect((await see("/sitemap.xml")).text).toContain("/sitemaps/profiles-1.xml");
    expect((await see("/sitemaps/profiles-1.xml")).text).toContain(`<loc>${world.baseUrl}/@grace-hopper</loc>`);
  });

  it("with nothing on it stays out of search engines, and is in the sitemap exactly when it is not", async () => {
    const empty = await signedIn("empty");
    const steps: Fields[] = [{}, { bio: "Words." }, { links: "https://a.example" }, { shows: [] }, {}];
    const listing = await world.listing("Filling");
    const { id } = await world.account("empty");
    const more = [
      () => reviewed("empty", listing.id),
      () => vote("empty", listing.id),
      () => commented("empty", listing.id, "Hm."),
      () => world.deps.store.change((tx) => tx.listings.addEditor(listing.id, id, world.deps.now())),
    ];
    const random = freshRandom("thin profiles");
    for (const fields of [...steps, ...more.flatMap(() => [{ shows: random.sample(EVERYTHING, 2) }, {}])]) {
      if (fields === steps[0] || random.chance(0.5)) await more.splice(0, fields === steps[0] ? 0 : 1)[0]?.();
      await saved(empty, { handle: "nothing-here", ...fields });
      const { text, status } = await see("/@nothing-here");
      const isThin = text.includes("Nothing here yet.");
      expect(status).toBe(200);
      expect(text.includes('<meta name="robots" content="noindex">')).toBe(isThin);
      expect((await see("/sitemaps/profiles-1.xml")).text.includes("/@nothing-here<")).toBe(!isThin);
    }
    expect((await see("/@nothing-here.md")).status).toBe(200);
  });

  it("has a face: initials, or a picture that its own person uploaded", async () => {
    const [ines, bo] = [await signedIn("ines"), await signedIn("bo")];
    await saved(ines, { handle: "ines" });
    await saved(bo, { handle: "bo-b" });
    const listing = await world.listing("Faced");
    await reviewed("ines", listing.id);
    expect((await see(`/listings/${listing.slug}`)).text).toContain('<a href="/@ines"><bdi>ines</bdi></a>');
    const picture = new File([new Uint8Array(png(64, 64))], "me.png", { type: "image/png" });
    expect((await ines.upload("/account/profile/face", { do: "upload", "file.face": picture })).location).toContain(
      "face-saved",
    );
    const { id } = await world.account("ines");
    const { avatarUrl } = (await world.deps.store.profiles.find(id))!;
    expect(avatarUrl).toMatch(/\/uploads\/[\w-]{27}\/192$/);
    const shown = (await see("/@ines")).text;
    const copy = /<img src="(\/pictures\/[\w-]+\/192)"/.exec(shown)![1]!;
    expect((await fetch(world.baseUrl + copy)).status).toBe(200);
    // The page of the listing was kept, and is dropped at once.
    expect((await see(`/listings/${listing.slug}`)).text).toContain(copy.replace("/192", "/96"));
    expect((await ines.get("/account/uploads")).text).toContain("Used in your profile");

    const stolen = await bo.post("/account/profile/face", { face: avatarUrl! });
    expect(stolen.status).toBe(400);
    for (const face of ["https://evil.example/x.png", "javascript:alert(1)", "/uploads/x/1", ""])
      expect((await bo.post("/account/profile/face", { face })).status).toBe(400);
    const notPicture = new File(["<svg onload=alert(1)>"], "x.png", { type: "image/png" });
    expect((await bo.upload("/account/profile/face", { do: "upload", "file.face": notPicture })).status).toBe(400);
    await ines.post("/account/profile/face", { do: "remove" });
    expect((await see("/@ines")).text).not.toContain(copy);
  });

  it("escapes whatever is written in any of its fields, on its page, its twin, its card and its settings", async () => {
    const eve = await signedIn("eve");
    await eve.post("/account/name", { name: HOSTILE.slice(0, 80) });
    const wrong = await send(eve, { handle: HOSTILE, bio: HOSTILE, links: HOSTILE });
    expect(wrong.status).toBe(400);
    expect(wrong.text).not.toContain("<script>alert");
    await saved(eve, { handle: "eve", bio: `${HOSTILE}\n</script>`, links: "https://x.example/?q=%22%3E%3Cscript%3E" });
    for (const path of ["/@eve", "/@eve.md", "/account/profile"]) {
      const { text, status } = await (path.startsWith("/account") ? eve : visitor()).get(path);
      expect(status, path).toBe(200);
      expect(text, path).not.toMatch(path.endsWith(".md") ? /(?<!\\)<(script|img)/ : /<script>alert|<img src=x/);
    }
    expect((await fetch(`${world.baseUrl}/previews/profiles/eve.png`)).status).toBe(200);
  });

  it("needs a session and a confirmed address", async () => {
    const fay = await signedIn("fay", { verified: false });
    const refused = await send(fay, { handle: "fay" });
    expect(refused.text).toContain("Confirm your email address first.");
    expect((await visitor().get("/account/profile")).location).toContain("/sign-in");
    expect(await world.deps.store.profiles.find((await world.account("fay")).id)).toBeUndefined();
  });
});

describe("the name of a profile", () => {
  it("is one's own for good: the old one leads on and is given to nobody else, nor one that looks like it", async () => {
    const [kim, lee] = [await signedIn("kim"), await signedIn("lee")];
    await saved(kim, { handle: "kim-one" });
    expect((await send(lee, { handle: "kim-one" })).text).toContain("This name is not available.");
    expect((await send(lee, { handle: "k1m-0ne" })).text).toContain("This name is not available.");
    // The first name may be corrected at once, then a month passes between changes.
    await saved(kim, { handle: "kim-two" });
    const early = await send(kim, { handle: "kim-three" });
    expect(early.text).toContain("You changed your name less than a month ago.");
    expect(await see("/@kim-one")).toMatchObject({ status: 302, location: "/@kim-two" });
    expect(await see("/@kim-one.md")).toMatchObject({ status: 302, location: "/@kim-two.md" });
    expect(await see("/@KIM-Two")).toMatchObject({ status: 302, location: "/@kim-two" });
    expect(await see("/%40kim-two")).toMatchObject({ status: 302, location: "/@kim-two" });
    for (const handle of ["kim-one", "kimone", "kim-two"]) expect((await send(lee, { handle })).status).toBe(400);

    // Deleting the profile is no way around it.
    await kim.post("/account/profile/delete");
    expect((await see("/@kim-one")).status).toBe(404);
    expect((await send(lee, { handle: "kim-two" })).status).toBe(400);
    expect((await send(kim, { handle: "kim-three" })).status).toBe(400);
    world.advance(31 * DAY_MS);
    await kim.signIn("kim@people.example", { password: PASSWORD });
    await saved(kim, { handle: "kim-three" });
    for (const old of ["kim-one", "kim-two"])
      expect(await see(`/@${old}`)).toMatchObject({ status: 302, location: "/@kim-three" });
    // Back to an old one of one's own is a change like any other.
    expect((await send(kim, { handle: "kim-one" })).status).toBe(400);
    world.advance(31 * DAY_MS);
    await kim.signIn("kim@people.example", { password: PASSWORD });
    await saved(kim, { handle: "kim-one" });
    expect(await see("/@kim-three")).toMatchObject({ status: 302, location: "/@kim-one" });
    expect((await see("/@kim-one")).status).toBe(200);
  });

  it("goes to one of those who ask for it at the same moment", async () => {
    const people = await Promise.all(["m1", "m2", "m3", "m4", "m5"].map((name) => signedIn(name)));
    const replies = await Promise.all(people.map((person) => send(person, { handle: "wanted" })));
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400, 400]);
  });

  it("is not that of the site, of its pages or of its team, told like a name that is taken", async () => {
    const { pages, others } = await readRoutes(world.deps);
    const first = [...pages, ...others].map(({ path }) => /^\/([a-z][a-z-]*)(?:\/|$)/.exec(path)?.[1] ?? "");
    expect([...new Set(first)].filter((name) => name && !isReservedHandle(name, []))).toEqual([]);
    const { deps } = world;
    const nia = await signedIn("nia");
    for (const handle of [
      "admin",
      "4dmin",
      "listings",
      deps.settings.SITE_NAME.toLowerCase(),
      "debut-staff",
      "supp0rt",
    ])
      expect((await send(nia, { handle })).text, handle).toContain("This name is not available. Try another one.");
  });

  it("of a live product or maker is for those who have to do with it", async () => {
    const [owner, other] = [await signedIn("olga"), await signedIn("pia")];
    const { id } = await world.account("olga");
    await world.listing("Quillwork", { ownerId: id, founders: [{ name: "Olga Quill", title: null, bio: null }] });
    for (const handle of ["quillwork", "olga-quill"]) {
      expect((await send(other, { handle })).text).toContain("This name is not available.");
      await saved(owner, { handle });
    }
  });

  it("cannot be tried a thousand times", async () => {
    const rex = await signedIn("rex");
    const statuses = new Set<number>();
    for (let round = 0; round < 45; round++) statuses.add((await send(rex, { handle: "admin" })).status);
    expect([...statuses]).toEqual([400, 429]);
  });
});

describe("a profile that others may not see", () => {
  it("answers like one that never was, in every way there is to ask", async () => {
    const sue = await signedIn("sue");
    await saved(sue, { handle: "sue-one" });
    await saved(sue, { handle: "sue-two", bio: "Secret words." });
    const account = await world.account("sue");
    const { store, now } = world.deps;
    const listing = await world.listing("Sue Works", {
      founders: [{ name: "sue", title: null, bio: null }],
      ownerId: account.id,
    });
    await sue.get("/account/profile");
    expect((await sue.post("/account/profile/makers/sue", { do: "claim" })).location).toContain("maker-claimed");
    await reviewed("sue", (await world.listing("Sue Reviews")).id);
    const plain = ({ status, text, location, headers }: Reply, name: string) => {
      const kept = [...headers].filter(([header]) => !/^(date|x-request-id|ratelimit.*|content-length)$/.test(header));
      return { status, location, kept, text: text.replaceAll(name, "NAME") };
    };
    const asked = async (name: string) => {
      const replies = [];
      for (const path of [`/@${name}`, `/@${name.toUpperCase()}`, `/@${name}.md`, `/previews/profiles/${name}.png`])
        for (const headers of [{}, { accept: "text/markdown" }, { cookie: "seen=1" }])
          replies.push(plain(await visitor().get(path, headers), name));
      return replies;
    };
    const never = await asked("sue-zzz");
    expect(never.every(({ status }) => status === 404)).toBe(true);
    const isGone = async () => {
      expect(await asked("sue-one")).toEqual(never);
      expect(await asked("sue-two")).toEqual(never);
      expect((await see("/sitemaps/profiles-1.xml")).text).not.toContain("sue-two");
      expect((await see("/founders/sue")).status).toBe(200);
      for (const path of [`/listings/${listing.slug}`, "/listings/sue-reviews", "/founders", "/founders/sue"])
        expect((await see(path)).text, path).not.toContain("sue-two");
    };
    const isThere = async () => {
      expect((await see("/@sue-two")).status).toBe(200);
      expect((await see("/founders/sue")).location).toBe("/@sue-two");
      for (const path of [`/listings/${listing.slug}`, "/listings/sue-reviews", "/founders"])
        expect((await see(path)).text, path).toContain('href="/@sue-two"');
    };
    await isThere();
    await saved(sue, { handle: "sue-two", isPublic: false });
    await isGone();
    await saved(sue, { handle: "sue-two" });
    await isThere();
    await store.change((tx) => tx.profiles.setHidden(account.id, now()));
    await isGone();
    // Its person learns why, and cannot show it again.
    expect((await sue.get("/account/profile")).text).toContain("The site team hid your profile.");
    await saved(sue, { handle: "sue-two" });
    await isGone();
    await store.change((tx) => tx.profiles.setHidden(account.id, null));
    await isThere();
    await store.change((tx) => tx.accounts.setStatus(account.id, "suspended"));
    await isGone();
    await store.change((tx) => tx.accounts.setStatus(account.id, "active"));
    await isThere();
    await deleteAccount(account.id, { takeListingsDown: false }, world.deps);
    await isGone();
  });

  it("is not told from a reserved name when somebody wants it", async () => {
    const [tom, ute] = [await signedIn("tom"), await signedIn("ute")];
    await saved(tom, { handle: "tom-private", isPublic: false });
    const words = async (handle: string) => {
      const { text, status } = await send(ute, { handle });
      const csrf = /name="csrf" value="[^"]+"/g;
      return { status, text: text.replaceAll(handle, "NAME").replace(csrf, "") };
    };
    expect(await words("tom-private")).toEqual(await words("moderator"));
  });
});

describe("a maker of a listing", () => {
  it("becomes part of the profile of the account that has their name, and of no other", async () => {
    const [vera, will] = [await signedIn("vera"), await signedIn("will")];
    const [owner, editor] = [await world.account("vera"), await world.account("will")];
    const founders = [
      { name: "vera", title: "Chief", bio: "Vera's own words." },
      { name: "Xaver Other", title: null, bio: null },
    ];
    const listing = await world.listing("Vera Works", { ownerId: owner.id, founders });
    await world.deps.store.change((tx) => tx.listings.addEditor(listing.id, editor.id, world.deps.now()));
    await saved(vera, { handle: "vera" });
    await saved(will, { handle: "will" });
    const claim = (person: Visitor, slug: string, act = "claim") =>
      person.post(`/account/profile/makers/${slug}`, { do: act });
    expect((await claim(will, "vera")).location).toContain("notice=gone");
    expect((await claim(vera, "xaver-other")).location).toContain("notice=gone");
    expect((await claim(vera, "nobody")).location).toContain("notice=gone");
    expect((await see("/founders/vera")).status).toBe(200);

    const page = await vera.get("/account/profile");
    expect(page.text).toContain("This is me");
    expect(page.text).toContain("Your account has another name, so this is someone else.");
    expect((await claim(vera, "vera")).location).toContain("maker-claimed");
    expect(await see("/founders/vera")).toMatchObject({ status: 302, location: "/@vera" });
    expect(await see("/founders/vera.md")).toMatchObject({ status: 302, location: "/@vera.md" });
    const shown = (await see(`/listings/${listing.slug}`)).text;
    expect(shown).toContain('<a href="/@vera"><bdi>vera</bdi></a>');
    expect(shown).toContain(`"url":"${world.baseUrl}/@vera"`);
    expect(shown).toContain('href="/founders/xaver-other"');
    expect((await see("/sitemaps/founders-1.xml")).text).not.toContain("/founders/vera<");
    expect((await see("/@vera")).text).toContain("Works with");

    // The editor takes their name: the maker is somebody's already. Their owner parts whom they please.
    await will.post("/account/name", { name: "Xaver Other" });
    expect((await claim(will, "xaver-other")).location).toContain("maker-claimed");
    expect(await see("/founders/xaver-other")).toMatchObject({ location: "/@will" });
    await will.post("/account/name", { name: "vera" });
    expect((await claim(will, "vera")).location).toContain("notice=gone");
    expect((await claim(will, "vera", "release")).location).toContain("notice=gone");
    expect((await vera.get("/account/profile")).text).toContain("Disconnect");
    expect((await claim(vera, "xaver-other", "release")).location).toContain("maker-released");
    expect((await see("/founders/xaver-other")).status).toBe(200);
    expect((await claim(vera, "vera", "release")).location).toContain("maker-released");
    expect((await see("/founders/vera")).status).toBe(200);
    // REST and MCP tell of makers as before.
    expect((await world.rest("GET", "/founders/vera")).body.founder_url).toBe(`${world.baseUrl}/founders/vera`);
  });

  it("brings their story and their awards along", async () => {
    const yves = await signedIn("yves");
    const { id } = await world.account("yves");
    await world.listing("Yves Works", {
      ownerId: id,
      unlocked: ["story"],
      founders: [{ name: "yves", title: null, bio: null }],
      profile: { story: { title: "A shoebox", why_started: "It was full." } },
    });
    await saved(yves, { handle: "yves" });
    expect((await see("/@yves")).text).not.toContain("It was full.");
    await yves.post("/account/profile/makers/yves", { do: "claim" });
    const { text } = await see("/@yves");
    expect(text).toContain("It was full.");
    expect(text.match(/id="made"/g)).toHaveLength(1);
    expect(text.match(/href="\/listings\/yves-works"/g)?.length).toBe(2);
  });
});

describe("the data of a profile", () => {
  it("comes with that of the account, and goes with it, but for digests of its names", async () => {
    const zoe = await signedIn("zoe");
    const account = await world.account("zoe");
    const listing = await world.listing("Zoe Works", {
      ownerId: account.id,
      founders: [{ name: "zoe", title: null, bio: null }],
    });
    const liked = await world.listing("Zoe Likes");
    await vote("zoe", liked.id);
    await saved(zoe, { handle: "zoe-first" });
    await saved(zoe, { handle: "zoe-last", bio: "Words of zoe.", links: "https://zoe.example" });
    await zoe.post("/account/profile/makers/zoe", { do: "claim" });
    await zoe.post(`/account/profile/votes/${liked.slug}`, { do: "hide" });
    const picture = new File([new Uint8Array(png(64, 65))], "me.png", { type: "image/png" });
    await zoe.upload("/account/profile/face", { do: "upload", "file.face": picture });
    const data = await exportAccount(account.id, world.deps);
    expect(data.public_profile).toMatchObject({
      handle: "zoe-last",
      bio: "Words of zoe.",
      links: ["https://zoe.example/"],
      is_public: true,
      names: [{ handle: "zoe-first" }, { handle: "zoe-last" }],
      founders: [{ slug: "zoe" }],
      hidden_votes: [{ slug: "zoe-likes" }],
    });
    await deleteAccount(account.id, { takeListingsDown: false }, world.deps);
    const { store } = world.deps;
    expect(await store.profiles.find(account.id)).toBeUndefined();
    const db = new Database(join(world.folder, "debut.db"), { readonly: true });
    const tables = db.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[];
    const rows = tables.flatMap((name) => db.prepare(`select * from "${name}"`).all());
    db.close();
    expect(rows.filter((row) => /zoe-(first|last)|Words of zoe/.test(JSON.stringify(row)))).toEqual([]);
    expect(await store.uploads.ofAccount(account.id)).toEqual([]);
    const ida = await signedIn("ida");
    for (const handle of ["zoe-first", "zoe-last", "z0e-last"])
      expect((await send(ida, { handle })).text).toContain("This name is not available.");
    expect((await see("/founders/zoe")).status).toBe(200);
    expect(listing.slug).toBe("zoe-works");
  });
});
