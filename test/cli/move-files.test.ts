import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUpload } from "../../actions/pictures/add-upload.ts";
import { createBucketServer } from "../helpers/bucket-server.ts";
import { png } from "../helpers/png.ts";
import { runHere } from "../helpers/process.ts";
import { createWorld, type World } from "../helpers/world.ts";

let server: Awaited<ReturnType<typeof createBucketServer>>;
let world: World;
let ids: string[];
beforeAll(async () => {
  server = await createBucketServer();
  world = await createWorld();
  const { id: accountId } = await world.account("ann");
  ids = [];
  for (const side of [20, 21, 22]) {
    const given = { bytes: png(side, 20), name: "x.png", shape: "wide" as const };
    ids.push((await addUpload(given, { ...world.deps, caller: { accountId } })).id);
  }
});
afterAll(async () => {
  await world.close();
  await server.close();
});

const uploads = () => join(world.folder, "uploads");
const env = (more: Record<string, string> = {}) => ({ DATA_DIR: world.folder, STORAGE_URL: server.url, ...more });
async function json(args: string[], more?: Record<string, string>) {
  const { code, stdout } = await runHere([...args, "--json"], env(more));
  return { code, ...JSON.parse(stdout) };
}
const storageCheck = async (more?: Record<string, string>) => {
  const { findings } = await json(["doctor", "--skip", "dns,https out,site"], more);
  return findings.find(({ check }: { check: string }) => check === "storage");
};

describe("pictures move to a bucket", () => {
  it("and back, each once, and doctor reports what is left behind", async () => {
    expect(await storageCheck()).toMatchObject({
      ...{ ok: false, cure: "Run debut move --files" },
      detail: `6 uploaded files are in ${world.folder}/uploads only`,
    });
    expect(await json(["move", "--files"])).toMatchObject({ code: 0, uploads: { copied: 6, there: 0 } });
    expect(await json(["move", "--files"])).toMatchObject({
      uploads: { copied: 0, there: 6 },
      pictures: { copied: 0 },
    });
    expect(await storageCheck()).toMatchObject({ ok: true, detail: expect.stringContaining("6 files") });

    const before = readdirSync(uploads()).sort();
    rmSync(uploads(), { recursive: true });
    const moved = await createWorld({ env: { STORAGE_URL: server.url } });
    expect(await moved.deps.uploads.find(ids[0]!, 640)).toBeInstanceOf(Buffer);
    await moved.deps.uploads.remove(ids[2]!);
    await moved.close();
    expect(await storageCheck()).toMatchObject({
      ...{ ok: false, cure: expect.stringContaining("in the bucket") },
      detail: expect.stringMatching(`^2 files of uploaded pictures are missing in http.*: ${ids[2]}-`),
    });
    expect(await json(["move", "--files", "--back"])).toMatchObject({ code: 0, uploads: { copied: 4, there: 0 } });
    expect(readdirSync(uploads()).sort()).toEqual(before.filter((name) => !name.startsWith(ids[2]!)));
    expect(await world.deps.uploads.find(ids[0]!, 640)).toBeInstanceOf(Buffer);
  });

  it("only to STORAGE_URL, with a reason if it is wrong", async () => {
    const missing = await runHere(["move", "--files"], { DATA_DIR: world.folder });
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("Set STORAGE_URL")]);
    const wrong = { STORAGE_URL: server.url.replace("S3RVER:S3RVER", "S3RVER:wrong") };
    const refused = await runHere(["move", "--files"], env(wrong));
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining("403 SignatureDoesNotMatch. Check key"),
    ]);
    expect(await storageCheck(wrong)).toMatchObject({ ok: false, cure: expect.stringContaining("Check key") });
    const unclear = await runHere(["doctor"], env({ STORAGE_URL: "https://bucket" }));
    expect([unclear.code, unclear.stderr]).toEqual([1, expect.stringContaining("STORAGE_URL: Must begin with s3://")]);
  });
});

it("a backup leaves pictures to the bucket, says so, and secrets of the address are never printed", async () => {
  const file = join(world.folder, "copy.db");
  const { code, stdout } = await runHere(["backup", file], env());
  expect([code, stdout]).toEqual([0, expect.stringContaining(`are in http://${server.host}/pictures and not in it`)]);
  expect(existsSync(`${file}.uploads`)).toBe(false);
  expect((await runHere(["config", "print"], env())).stdout).toMatch(/^STORAGE_URL=s3.*:\*\*\*@/m);
});
