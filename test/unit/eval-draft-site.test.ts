import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { draftSite, endDrafting } from "../../scripts/eval/draft-site.ts";
import { score } from "../../scripts/eval/score.ts";
import { readTruth, sitesIn } from "../../scripts/eval/truth.ts";
import { temporaryFolder } from "../helpers/folder.ts";

afterAll(endDrafting);

it("drafts from a folder's files as from the website, and scores the draft against the truth", async () => {
  const folder = temporaryFolder();
  const site = join(folder, "acme");
  mkdirSync(join(site, "contact"), { recursive: true });
  mkdirSync(join(folder, "without-truth"));
  writeFileSync(
    join(site, "index.html"),
    '<!doctype html><html lang="en"><title>Acme | Notes for small teams</title><h1>Acme</h1><a ' +
      'href="/contact">Contact</a> <a href="/truth.json">Truth</a>',
  );
  writeFileSync(join(site, "contact", "index.html"), '<title>Contact</title><a href="mailto:hi@acme.com">Write</a>');
  writeFileSync(
    join(site, "truth.json"),
    JSON.stringify({ url: "https://acme.com/", language: "en", name: ["Acme"], contact_email: ["hi@acme.com"] }),
  );
  expect(sitesIn(folder)).toEqual(["acme"]);
  const truth = readTruth(site);
  const { crawled, drafted, cpuSeconds } = await draftSite(site, truth.url);
  expect(crawled.pages.map(({ url }) => url)).toEqual(["https://acme.com/", "https://acme.com/contact"]);
  expect(cpuSeconds).toBeGreaterThan(0);
  const { fields, notes } = score(truth, drafted);
  expect(notes).toEqual([]);
  expect(fields).toMatchObject({ name: { right: 1, found: 1 }, contact_email: { right: 1, found: 1 } });
});
