import { spawn } from "node:child_process";
import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createTakeScreenshot } from "../../crawler/screenshot.ts";
import { createFolder } from "../helpers/folder.ts";
import { listen } from "../helpers/listen.ts";
import { createWebsite } from "../helpers/website.ts";
import { createTeam } from "../site/admin-world.ts";
import { chromiumFolder } from "./chromium.ts";

const page = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>Shown</title>${head}<link rel="stylesheet" href="/style.css"></head><body>${body}</body></html>`;
const TEXT = "<main><h1>Tools that help you</h1><p>They do one thing, and they do it well enough for all.</p></main>";

/** What a page may not reach: a server on this machine that counts who comes. */
const inside: string[] = [];
const secret = await listen(
  createServer((req, res) => {
    inside.push(req.url ?? "");
    res.end("secret");
  }),
);
const attack = `<script>
for (const url of ["http://127.0.0.1:${secret.port}/fetch", "http://localhost:${secret.port}/fetch2"]) {
  fetch(url, { mode: "no-cors" }).catch(() => 0);
  new Image().src = url + "/image";
  document.body.append(Object.assign(document.createElement("iframe"), { src: url + "/frame" }));
  try { new WebSocket(url.replace("http", "ws")); } catch {}
  navigator.sendBeacon(url + "/beacon");
  window.open(url + "/window");
  document.head.append(Object.assign(document.createElement("link"), { rel: "preconnect", href: url }));
}
fetch("http://rebind.test/").catch(() => 0);
alert("Wait for ever");
</script><form method="post" action="/post"><input name="a"></form><script>document.body.style.outline = "9px solid red"</script>`;

const posts: string[] = [];
const site = await createWebsite({
  "/": page("", TEXT),
  "/style.css": (_req, res) =>
    void res
      .writeHead(200, { "content-type": "text/css" })
      .end(
        "body{background:linear-gradient(90deg,red,blue);font:40px sans-serif}p{columns:3;background:repeating-linear-gradient(9deg,#fff,#0f0 9px)}",
      ),
  "/post": (req, res) => {
    posts.push(String(req.method));
    res.end();
  },
});
const nasty = await createWebsite({ "/": page("", `${TEXT}${attack}`), "/style.css": site.pages["/style.css"]! });
const named = await createWebsite({
  "/": page('<meta property="og:image" content="https://named.test/og.png">', TEXT),
});
const shy = await createWebsite({ "/": page("", TEXT), "/robots.txt": "User-agent: *\nDisallow: /\n" });
const slow = await createWebsite({
  "/": page('<script src="/never.js"></script>', TEXT),
  "/style.css": site.pages["/style.css"]!,
  "/never.js": () => undefined,
});

/** The tests' Chromium as an operator would name it. It runs as root here, so without its sandbox. */
const folder = await chromiumFolder();
const command = join(createFolder(), "chromium");
writeFileSync(
  command,
  `#!/bin/sh\nLD_LIBRARY_PATH=${folder}/al2023/lib FONTCONFIG_PATH=${folder}/fonts exec ${folder}/chromium "$@"\n`,
);
chmodSync(command, 0o755);
const env = {
  SCREENSHOT_BROWSER: `${command} --no-sandbox`,
  OUTBOUND_RESOLVE: [
    ...[site.resolve("plain.test", "remote.test"), nasty.resolve("nasty.test"), named.resolve("named.test")],
    ...[shy.resolve("shy.test"), slow.resolve("slow.test")],
  ].join(","),
};
const team = await createTeam({ env });
const { world, store } = team;
afterAll(() => world.close());

async function added(host: string, given: Parameters<typeof world.listing>[1] = {}) {
  const listing = await world.listing(host, { site: host, url: `http://${host}/`, ...given });
  await store.change((tx) => tx.websiteLooks.plan(listing.id, world.deps.now()));
  return listing;
}
const previewOf = async (id: number) => (await store.listings.find(id))?.profile.preview;
const look = async () => {
  world.advance(11 * 60_000);
  world.deps.wakeJobs();
  await world.drain();
};

describe("a listing without a picture", () => {
  it("gets a screenshot of its website, which its page shows, and its owner removes for good", async () => {
    const owner = await world.account("ann");
    const { id, slug } = await added("plain.test", { ownerId: owner.id });
    await look();
    const preview = await previewOf(id);
    expect(preview).toMatchObject({ alt: "plain.test" });
    expect(preview?.url).toMatch(new RegExp(`^${world.baseUrl}/uploads/`));
    const { headers } = await team.ann.get(new URL(preview?.url ?? "").pathname);
    expect(headers.get("content-type")).toBe("image/webp");
    expect((await team.ann.get(`/listings/${slug}`)).text).toContain('alt="plain.test"');
    expect(site.requests).toContain("/robots.txt");
    const path = `/account/listings/${id}/pictures`;
    expect((await team.ann.get(path)).text).toContain("Remove preview");
    await team.ann.post(path, { do: "preview.off" });
    expect(await previewOf(id)).toBeNull();
    world.advance(91 * 24 * 3600_000);
    await look();
    expect(await previewOf(id)).toBeNull();
    expect((await team.ann.get(`/listings/${slug}`)).text).not.toContain('alt="plain.test"');
    expect((await store.listings.find(id))?.version).toBe(1);
  });

  it("gets the picture that its website names rather than a screenshot, and nothing where robots.txt says no", async () => {
    const [one, other] = [await added("named.test"), await added("shy.test")];
    await look();
    expect(await previewOf(one.id)).toEqual({ url: "https://named.test/og.png", alt: "" });
    expect(await previewOf(other.id)).toBeUndefined();
    expect(shy.requests).toEqual(["/robots.txt"]);
  });

  it("whose website attacks this machine reaches nothing of it, and cannot hold up the others", async () => {
    const { id } = await added("nasty.test");
    await look();
    expect(await previewOf(id)).toMatchObject({ alt: "nasty.test" });
    expect(inside).toEqual([]);
    expect(nasty.requests.filter((path) => path !== "/robots.txt")).toEqual(["/", "/", "/style.css"]);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith("debut-screenshot-"))).toEqual([]);
  });

  it("is not kept waiting by a website that never ends", { timeout: 120_000 }, async () => {
    const { id } = await added("slow.test");
    await look();
    expect(await previewOf(id)).toMatchObject({ alt: "slow.test" });
  });
});

it("a browser elsewhere takes screenshots by its ws:// address, and one that is gone fails at once", async () => {
  const child = spawn(command, ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"], {
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  const browser = await new Promise<string>((resolve) => {
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const [, address] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
      if (address) resolve(address);
    });
  });
  const { fetchSite: fetch, sleep } = world.deps;
  const take = createTakeScreenshot({ browser, fetch, sleep });
  const { signal } = new AbortController();
  const picture = Buffer.from((await take("http://remote.test/", signal)) ?? []);
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1280, 800]);
  expect(await take("http://remote.test/missing", signal)).toBeUndefined();
  process.kill(-child.pid!, "SIGKILL");
  await new Promise((resolve) => child.on("exit", resolve));
  await expect(take("http://remote.test/", signal)).rejects.toThrow("cannot be reached");
});
