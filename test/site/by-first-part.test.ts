import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express, { type ErrorRequestHandler, type RequestHandler, Router } from "express";
import { request } from "undici";
import { afterAll, expect, it } from "vitest";
import { byFirstPart } from "../../site/kit/by-first-part.ts";

/** Answers with its name and its parameters. */
const answer =
  (name: string): RequestHandler =>
  (req, res) =>
    void res.send(`${name} ${JSON.stringify(req.params)}`);

function routers(): Router[] {
  const [home, listings, more, people, area, parameter, late] = Array.from({ length: 7 }, () => Router());
  home!.get("/", answer("home"));
  listings!.get("/listings/:slug", (req, res, next) => (req.params.slug === "acme" ? void res.send("acme") : next()));
  more!.get(["/listings/:slug", "/sitemap.xml"], answer("more"));
  people!.get(/^\/%40([a-z]+)$/i, answer("pattern"));
  people!.get("/@:handle", answer("person"));
  area!.use("/area", (_req, res, next) => {
    res.set("X-Area", "yes");
    next();
  });
  area!.get("/area/inside", answer("inside"));
  parameter!.get("/:any/page", answer("any"));
  parameter!.post("/listings/:slug", answer("posted"));
  late!.get("/late", answer("late"));
  late!.get("/listings/:slug/late", answer("late"));
  return [home!, listings!, more!, people!, area!, late!, parameter!];
}

/** The same, but two are loaded when they are asked for, one of which is parted itself. */
function partedRouters(): Parameters<typeof byFirstPart>[0] {
  const all = routers();
  const [area, late] = all.splice(4, 2) as [Router, Router];
  return [
    ...all.slice(0, 4),
    { parts: ["area"], load: async () => area },
    { parts: ["late", "listings"], load: async () => byFirstPart([late]) },
    ...all.slice(4),
  ];
}

const origins: Record<"plain" | "parted", string> = { plain: "", parted: "" };
const servers = (["plain", "parted"] as const).map((name) => {
  const app = express();
  if (name === "plain") for (const router of routers()) app.use(router);
  else app.use(byFirstPart(partedRouters()));
  app.use((_req, res) => void res.status(404).send("nothing"));
  return { name, app };
});
const closing: (() => void)[] = [];
for (const { name, app } of servers)
  await new Promise<void>((listening) => {
    const server = app.listen(0, "127.0.0.1", () => {
      const address = server.address();
      origins[name] = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
      closing.push(() => void server.close());
      listening();
    });
  });
afterAll(() => closing.forEach((close) => void close()));

it.each([
  ["GET", "/"],
  ["GET", "//"],
  ["GET", "/listings/acme"],
  ["GET", "/LISTINGS/acme/"],
  ["GET", "/listings/other?x=/y"],
  ["GET", "/list%69ngs/acme"],
  ["GET", "//listings/acme"],
  ["GET", "/sitemap.xml"],
  ["GET", "/Sitemap.XML"],
  ["GET", "/%40ann"],
  ["GET", "/@ann"],
  ["GET", "/area/inside"],
  ["GET", "/area/outside"],
  ["GET", "/late"],
  ["GET", "/Late/"],
  ["GET", "/late/page"],
  ["GET", "/listings/other/late"],
  ["GET", "/listings/page"],
  ["GET", "/anything/page"],
  ["GET", "/nothing"],
  ["GET", "/constructor"],
  ["HEAD", "/listings/other"],
  ["OPTIONS", "/listings/other"],
  ["POST", "/listings/other"],
] as const)("%s %s gets the same answer as from all routers in their order", async (method, path) => {
  const [plain, parted] = await Promise.all(
    [origins.plain, origins.parted].map(async (origin) => {
      const { statusCode, headers, body } = await request(origin + path, { method });
      return { statusCode, allow: headers.allow, area: headers["x-area"], text: await body.text() };
    }),
  );
  expect(parted).toEqual(plain);
});

it("refuses pages that nobody would find", async () => {
  const router = Router();
  router.get(["/late", "/forgotten/:id"], answer("late"));
  const app = express();
  app.use(byFirstPart([{ parts: ["late"], load: async () => byFirstPart([router]) }]));
  app.use(((error, _req, res, _next) => void res.status(500).send(error.message)) satisfies ErrorRequestHandler);
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => void server.close());
  const { body } = await request(`http://127.0.0.1:${(server.address() as AddressInfo).port}/late`);
  expect(await body.text()).toBe("Unreachable pages below forgotten: add these to their parts.");
});
