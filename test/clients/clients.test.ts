import { execFile } from "node:child_process";
import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createFolder } from "../helpers/folder.ts";
import { createWorld, type World } from "../helpers/world.ts";

/** Generators have a package of their own, because they need the API of an older compiler. */
const here = createRequire(import.meta.url);
const load = (name: string) => import(name);
const run = promisify(execFile);

const OPTIONS = {
  strict: true,
  target: "es2024",
  module: "nodenext",
  skipLibCheck: true,
  types: [],
  outDir: "js",
  rootDir: ".",
};

/** What a program does with each client: reads a listing and one that is not there, and searches. */
const USES = {
  "openapi-typescript": `import createClient from "openapi-fetch";
import type { paths } from "./paths.js";
const client = createClient<paths>({ baseUrl });
const { data } = await client.GET("/listings/{slug}", { params: { path: { slug: "acme-charts" } } });
const { error } = await client.GET("/listings/{slug}", { params: { path: { slug: "none" } } });
const found = await client.GET("/listings", { params: { query: { q: "analytics", per_page: 5 } } });
show(data?.name, error?.code, found.data?.items[0]?.slug);`,
  "@hey-api/openapi-ts": `import { client } from "./hey/client.gen.js";
import { getListing, searchListings } from "./hey/index.js";
client.setConfig({ baseUrl });
const { data } = await getListing({ path: { slug: "acme-charts" } });
const { error } = await getListing({ path: { slug: "none" } });
const found = await searchListings({ query: { q: "analytics", per_page: 5 } });
show(data?.name, error?.code, found.data?.items[0]?.slug);`,
  orval: `import { getListing, searchListings } from "./orval.js";
const found = await getListing("acme-charts");
const none = await getListing("none");
const list = await searchListings({ q: "analytics", per_page: 5 });
show(found.status === 200 ? found.data.name : undefined, none.status === 404 ? none.data.code : undefined,
  list.status === 200 ? list.data.items[0]?.slug : undefined);`,
  "swagger-typescript-api": `import { Api } from "./swagger.js";
const { listings } = new Api({ baseUrl });
const { data } = await listings.getListing("acme-charts");
const error = await listings.getListing("none").catch((refused) => refused.error);
const found = await listings.searchListings({ q: "analytics", per_page: 5 });
show(data.name, error.code, found.data.items[0]?.slug);`,
};

let world: World;
let folder: string;
beforeAll(async () => {
  world = await createWorld();
  await world.listing("Acme Charts", { content: { tagline: "Web analytics for small teams" } });
  folder = createFolder();
  const baseUrl = `${world.baseUrl}/api/v1`;
  const input = join(folder, "openapi.json");
  writeFileSync(input, JSON.stringify((await world.rest("GET", "/openapi.json")).body));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...OPTIONS, lib: ["es2024", "dom", "dom.iterable"] }, include: ["**/*.ts"] }),
  );
  symlinkSync(join(here.resolve("openapi-fetch/package.json"), "../.."), join(folder, "node_modules"));

  const { default: openApiTypes, astToString } = await load("openapi-typescript");
  writeFileSync(join(folder, "paths.ts"), astToString(await openApiTypes(pathToFileURL(input))));
  const { createClient } = await load("@hey-api/openapi-ts");
  const hey = { path: join(folder, "hey"), tsConfigPath: join(folder, "tsconfig.json") };
  await createClient({
    input,
    output: hey,
    plugins: ["@hey-api/client-fetch", "@hey-api/sdk"],
    logs: { level: "silent" },
  });
  const { generate } = await load("orval");
  await generate({
    input: { target: input },
    output: { target: join(folder, "orval.ts"), client: "fetch", mode: "single", baseUrl },
  });
  const { generateApi } = await load("swagger-typescript-api");
  await generateApi({ input, output: folder, fileName: "swagger.ts", silent: true });
  for (const [name, code] of Object.entries(USES)) {
    const head =
      `const baseUrl = ${JSON.stringify(baseUrl)};\nconst show = (...seen: (string | ` +
      `undefined)[]) => console.log(JSON.stringify(seen));\n`;
    writeFileSync(join(folder, `${fileOf(name)}.ts`), head + code);
  }
});
afterAll(() => world.close());

const fileOf = (name: string): string => `use-${name.replace(/\W+/g, "-")}`;

it("clients that generators make compile in strict mode", async () => {
  const compiler = createRequire(join(import.meta.dirname, "../../package.json")).resolve("typescript/package.json");
  const { stdout } = await run(process.execPath, [join(compiler, "../bin/tsc"), "-p", folder]).catch((error) => error);
  expect(stdout).toBe("");
  cpSync(join(folder, "package.json"), join(folder, "js/package.json"));
});

it.each(Object.keys(USES))("a client made by %s reads, searches and understands a refusal", async (name) => {
  const { stdout } = await run(process.execPath, [join(folder, "js", `${fileOf(name)}.js`)]);
  expect(JSON.parse(stdout)).toEqual(["Acme Charts", "not_found", "acme-charts"]);
});
