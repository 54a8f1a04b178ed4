import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { createProofs } from "../../crawler/claim-proof.ts";
import { createExtractor } from "../../crawler/parse-html.ts";
import { createLookUpTxt } from "../../crawler/txt-records.ts";
import { createDnsServer, type DnsAnswer, txt } from "../helpers/dns-server.ts";
import { type File, fetchFrom, serveFiles } from "./crawler-servers.ts";

const TOKEN = "0123456789abcdef0123456789abcdef";
const VALUE = `debut-claim=${TOKEN}`;
const TAG = `<meta name="debut-claim" content="${TOKEN}">`;
const HOSTS = "acme.test www.acme.test app.acme.test other.test";

const extractor = createExtractor();
afterAll(() => extractor.close());

type Answers = Record<string, DnsAnswer> | ((name: string) => DnsAnswer);
async function dns(answers: Answers, url = "https://acme.test/", timeoutMs = 10_000) {
  const answer = typeof answers === "function" ? answers : (name: string) => answers[name] ?? ("NXDOMAIN" as const);
  const { server, questions, close } = await createDnsServer(answer);
  onTestFinished(close);
  const lookUpTxt = createLookUpTxt([server], { timeoutMs, tries: 1 });
  const proofs = createProofs({ fetch: fetchFrom(1, HOSTS), run: extractor.run, lookUpTxt });
  return { ...(await proofs.find({ method: "dns", token: TOKEN }, url)), questions };
}

async function web(method: "meta" | "file", files: Record<string, string | File>, url = "https://acme.test/") {
  const { port } = await serveFiles(files);
  const proofs = createProofs({ fetch: fetchFrom(port, HOSTS), run: extractor.run, lookUpTxt: async () => [] });
  return proofs.find({ method, token: TOKEN }, url);
}

describe("a TXT record", () => {
  it.each<[string, Record<string, DnsAnswer>]>([
    ["at its own name", { "_debut-claim.acme.test": [txt(VALUE)] }],
    ["at the apex", { "acme.test": [txt("v=spf1 -all"), txt(VALUE)] }],
    ["split into several strings", { "acme.test": [txt(VALUE.slice(0, 7), VALUE.slice(7, 20), VALUE.slice(20))] }],
    ["among others", { "_debut-claim.acme.test": [txt("old"), txt("debut-claim=other"), txt(VALUE)] }],
    ["in quotes that somebody pasted", { "_debut-claim.acme.test": [txt(` "${VALUE}" `)] }],
    ["though the other name fails", { "acme.test": [txt(VALUE)], "_debut-claim.acme.test": "SERVFAIL" }],
  ])("counts %s", async (_name, answers) => {
    expect(await dns(answers)).toMatchObject({ result: "found" });
  });

  it("is looked up at the registrable domain only", async () => {
    const { result, questions } = await dns({ "app.acme.test": [txt(VALUE)] }, "https://app.acme.test/");
    expect(result).toBe("not_found");
    expect(questions.sort()).toEqual(["TXT _debut-claim.acme.test", "TXT acme.test"]);
  });

  it("that is missing is reported with what was found and where", async () => {
    const long = "a".repeat(150);
    const { result, detail } = await dns({
      "acme.test": [txt("v=spf1 -all"), txt("debut-claim=ffff"), txt(long, long), txt("b"), txt("c")],
    });
    expect(result).toBe("not_found");
    expect(detail).toMatch(/^There is no TXT record at _debut-claim.acme.test. At acme.test there is "/);
    // The order of records is the server's to choose.
    expect(detail).toMatch(/"v=spf1 -all"|"debut-claim=ffff"/);
    expect(detail).toMatch(/, 1 more\. Looked for "debut-claim=0123456789abcdef0123456789abcdef"\.$/);
    expect(detail).not.toContain("a".repeat(101));
  });

  it("of a wildcard is no proof unless it has the value", async () => {
    expect(await dns(() => [txt("wildcard")])).toMatchObject({
      result: "not_found",
      detail: expect.stringContaining(
        'At _debut-claim.acme.test there is "wildcard". At acme.test there is "wildcard".',
      ),
    });
  });

  it.each<[DnsAnswer, number, RegExp]>([
    ["SERVFAIL", 10_000, /answered with an error \(SERVFAIL\)/],
    ["REFUSED", 10_000, /refused the query/],
    ["silence", 50, /did not answer in time/],
  ])("%s counts neither for nor against it", async (answer, timeoutMs, words) => {
    const silent = await dns(() => answer, undefined, timeoutMs);
    expect(silent).toMatchObject({ result: "unreachable", detail: expect.stringMatching(words) });
    const half = await dns({ "acme.test": [txt("else")], "_debut-claim.acme.test": answer }, undefined, timeoutMs);
    expect(half.result).toBe("unreachable");
  });

  it("must be the whole text in the same case", async () => {
    expect((await dns({ "acme.test": [txt(`${VALUE}x`), txt(TOKEN), txt(VALUE.toUpperCase())] })).result).toBe(
      "not_found",
    );
  });
});

describe("a tag", () => {
  it.each([
    ["in the head", `<html><head><title>A</title>${TAG}</head><body></body></html>`],
    ["in a head without tags", `<!doctype html><title>A</title>${TAG}<p>Text`],
    ["beside one of somebody else", `<head><meta name=debut-claim content=ffff>${TAG}</head>`],
    ["in other letters and order", `<HEAD><META CONTENT='${TOKEN}' NAME='Debut-Claim'/></HEAD>`],
  ])("counts %s", async (_name, page) => {
    expect(await web("meta", { "/": page })).toMatchObject({ result: "found" });
  });

  it.each([
    ["in the body", `<head></head><body>${TAG}</body>`, /not in the head/],
    ["after something that ends the head", `<head><title>A</title><div>x</div>${TAG}</head>`, /not in the head/],
    ["in a comment", `<head><!-- ${TAG} --></head>`, /contains the value, but no tag/],
    ["in a comment that never ends", `<head><title>A</title><!-- ${TAG}`, /contains the value, but no tag/],
    ["in a script", `<head><script>"${TAG}"</script></head>`, /contains the value, but no tag/],
    ["in a template", `<head><template>${TAG}</template></head>`, /contains the value, but no tag/],
    ["in noscript", `<head><noscript>${TAG}</noscript></head>`, /contains the value, but no tag/],
    ["with another value", `<head><meta name="debut-claim" content="ffff"></head>`, /says "ffff"/],
    ["of another name", `<head><meta name="debut" content="${TOKEN}"></head>`, /contains the value, but no tag/],
    ["nowhere", "<head></head>", /no such tag in the head of https:\/\/acme.test\/, as the server sends it/],
    ["only in the visible text", `<head></head><p>${TOKEN.slice(0, 20)}`, /no such tag/],
  ])("does not count %s", async (_name, page, words) => {
    expect(await web("meta", { "/": page })).toMatchObject({
      result: "not_found",
      detail: expect.stringMatching(words),
    });
  });

  it("may be behind a redirect within the same domain, and not elsewhere", async () => {
    const head = `<head>${TAG}</head>`;
    expect(
      await web("meta", { "acme.test/": { location: "https://www.acme.test/" }, "www.acme.test/": head }),
    ).toMatchObject({ result: "found", detail: "The tag is in the head of https://www.acme.test/." });
    expect(await web("meta", { "acme.test/": { location: "https://other.test/" }, "other.test/": head })).toEqual({
      result: "not_found",
      detail: "https://acme.test/ redirects to other.test, which is another website.",
    });
  });

  it("is looked for on the listed page", async () => {
    const files = { "acme.test/product": `<head>${TAG}</head>`, "acme.test/": "<head></head>" };
    expect(await web("meta", files, "https://acme.test/product")).toMatchObject({ result: "found" });
  });

  it.each([
    [404, "not_found"],
    [410, "not_found"],
    [403, "unreachable"],
    [429, "unreachable"],
    [500, "unreachable"],
    [204, "unreachable"],
  ])("behind status %i is %s", async (status, result) => {
    expect(await web("meta", { "/": { status, body: status === 204 ? "" : `<head>${TAG}</head>` } })).toMatchObject({
      result,
      detail: expect.stringContaining(String(status)),
    });
  });

  it("on a page that is too deeply nested counts neither for nor against it", async () => {
    expect(await web("meta", { "/": `<head>${TAG}</head>${"<div>".repeat(600)}` })).toMatchObject({
      result: "unreachable",
    });
  });

  it("is not looked for inside a private network", async () => {
    const proofs = createProofs({ fetch: fetchFrom(1, "x.test"), run: extractor.run, lookUpTxt: async () => [] });
    expect(await proofs.find({ method: "meta", token: TOKEN }, "http://127.0.0.1/")).toMatchObject({
      result: "unreachable",
    });
  });
});

describe("a file", () => {
  const PATH = "/.well-known/debut-claim.txt";
  it.each([
    ["exactly", VALUE],
    ["with a line end", `${VALUE}\r\n`],
    ["with a byte order mark", `\ufeff${VALUE}`],
  ])("counts %s", async (_name, body) => {
    expect(await web("file", { [PATH]: { type: "text/plain", body } })).toMatchObject({ result: "found" });
  });

  it.each([
    ["with more in it", `${VALUE}\nmore`, /contains "debut-claim=\w+ more"/],
    ["without the name", TOKEN, /must contain only "debut-claim=/],
    ["empty", "", /contains nothing/],
    ["as the page that every path gets", `<html><head>${TAG}</head>`, /contains "<html>/],
  ])("does not count %s", async (_name, body, words) => {
    expect(await web("file", { [PATH]: body })).toMatchObject({
      result: "not_found",
      detail: expect.stringMatching(words),
    });
  });

  it("may redirect to www of the same host and to another path, and to no other host", async () => {
    const held = { [`www.acme.test${PATH}`]: VALUE, [`app.acme.test${PATH}`]: VALUE, [`other.test${PATH}`]: VALUE };
    const from = (location: string) =>
      web("file", { ...held, [`acme.test${PATH}`]: { location }, "acme.test/c": VALUE });
    expect(await from(`https://www.acme.test${PATH}`)).toMatchObject({ result: "found" });
    expect(await from("/c")).toMatchObject({ result: "found" });
    for (const host of ["app.acme.test", "other.test"])
      expect(await from(`https://${host}${PATH}`)).toEqual({
        result: "not_found",
        detail: `https://acme.test${PATH} redirects to ${host}, which is another website.`,
      });
  });

  it("that is missing is reported", async () => {
    expect(await web("file", {})).toEqual({
      result: "not_found",
      detail: `https://acme.test${PATH} does not exist (status 404).`,
    });
  });
});
