import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createDomainRatings } from "../../crawler/ratings/ratings.ts";
import { ratingOfRank } from "../../crawler/ratings/tranco-file.ts";
import type { SafeFetch } from "../../crawler/safe-fetch.ts";
import { temporaryFolder } from "../helpers/folder.ts";

type Sent = { url: string; headers: Record<string, string> | undefined };

function source(status: number, answer: unknown) {
  const sent: Sent[] = [];
  const fetchSite = (async (url: string, options: { headers?: Record<string, string> } = {}) => {
    sent.push({ url, headers: options.headers });
    return { status, body: Buffer.from(JSON.stringify(answer)) };
  }) as unknown as SafeFetch;
  return { sent, fetchSite };
}
const settings = (provider: "off" | "ahrefs" | "open-page-rank" | "tranco-file", key?: string, file?: string) => ({
  DOMAIN_RATING_PROVIDER: provider,
  DOMAIN_RATING_KEY: key,
  DOMAIN_RATING_FILE: file,
});
const ask = (provider: "ahrefs" | "open-page-rank", fetchSite: SafeFetch) =>
  createDomainRatings(settings(provider, "secret"), fetchSite)!("app.example.com");

describe("domain ratings", () => {
  it("are off by default, and a provider without its key or file is refused at start", () => {
    const { fetchSite } = source(200, {});
    expect(createDomainRatings(settings("off"), fetchSite)).toBeUndefined();
    expect(() => createDomainRatings(settings("ahrefs"), fetchSite)).toThrow("DOMAIN_RATING_KEY");
    expect(() => createDomainRatings(settings("tranco-file"), fetchSite)).toThrow("DOMAIN_RATING_FILE");
  });

  it.each([
    [{ domain_rating: 71.4 }, 71],
    [{ domain_rating: { domain_rating: 0, license: "…" } }, 0],
    [{ domain_rating: null }, null],
    [{}, null],
  ])("from Ahrefs: %j is %s", async (answer, value) => {
    const { sent, fetchSite } = source(200, answer);
    expect(await ask("ahrefs", fetchSite)).toEqual({ value, source: "Domain Rating by Ahrefs" });
    expect(sent).toMatchObject([
      { url: expect.stringMatching(/\?target=example\.com&/), headers: { authorization: "Bearer secret" } },
    ]);
  });

  it.each([
    [{ response: [{ status_code: 200, page_rank_decimal: 4.26 }] }, 43],
    [{ response: [{ status_code: 200, page_rank_decimal: 0 }] }, 0],
    [{ response: [{ status_code: 404, page_rank_decimal: 0 }] }, null],
    [{ response: [] }, null],
  ])("from Open PageRank: %j is %s", async (answer, value) => {
    const { sent, fetchSite } = source(200, answer);
    expect(await ask("open-page-rank", fetchSite)).toEqual({ value, source: "Open PageRank" });
    expect(sent[0]!.headers).toEqual({ "api-opr": "secret" });
  });

  it("are unknown after 404, and retried after any other failure", async () => {
    expect(await ask("ahrefs", source(404, {}).fetchSite)).toMatchObject({ value: null });
    await expect(ask("ahrefs", source(429, {}).fetchSite)).rejects.toThrow("status 429");
  });

  it("from a Tranco list follow the rank, and the file is read again after it changed", async () => {
    const file = join(temporaryFolder(), "list.csv");
    writeFileSync(file, "1,first.com\r\n10,example.com\nnonsense\n1000000,last.org\n");
    const rating = createDomainRatings(settings("tranco-file", undefined, file), source(500, {}).fetchSite)!;
    expect(await rating("first.com")).toEqual({ value: 100, source: "Tranco list" });
    expect((await rating("app.example.com")).value).toBe(83);
    expect((await rating("last.org")).value).toBe(1);
    expect((await rating("unknown.example")).value).toBeNull();
    writeFileSync(file, "1,first.com\n2,unknown.example\n");
    expect((await rating("unknown.example")).value).toBe(ratingOfRank(2));
    expect((await rating("last.org")).value).toBeNull();
  });
});
