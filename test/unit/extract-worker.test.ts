import { afterAll, describe, expect, it } from "vitest";
import { createExtractor } from "../../crawler/parse-html.ts";
import { preflight } from "../../crawler/preflight.ts";

const extractor = createExtractor();
afterAll(() => extractor.close());
const options = { id: "p1", kind: "home" as const };
const url = "https://acme.com/";

/** The most that the main thread computed between two timers while `work` ran, in ms: other processes do not count. */
async function busiestWhile(work: Promise<unknown>): Promise<number> {
  let busiest = 0;
  let last = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    busiest = Math.max(busiest, (user + system) / 1000);
    last = process.threadCpuUsage();
  };
  const tick = setInterval(look, 10);
  await work.catch(() => {});
  look();
  clearInterval(tick);
  return busiest;
}

it("reads a page in the worker", async () => {
  const page = await extractor.extractPage("<title>Acme</title><p>Notes for teams", url, options);
  expect(page).toMatchObject({
    id: "p1",
    url,
    title: "Acme",
    blocks: [{ text: "Notes for teams", tag: "p", region: "main" }],
  });
});

it("reads concurrent pages in turn", async () => {
  const titles = await Promise.all(
    ["a", "b", "c"].map((name) => extractor.extractPage(`<title>${name}</title>`, url, options)),
  );
  expect(titles.map(({ title }) => title)).toEqual(["a", "b", "c"]);
});

it("reads a small page before large ones that wait", async () => {
  const order: string[] = [];
  const page = (title: string, paragraphs: number) => `<title>${title}</title>${"<p>x".repeat(paragraphs)}`;
  const read = async (title: string, paragraphs: number) => {
    await extractor.extractPage(page(title, paragraphs), url, options);
    order.push(title);
  };
  await Promise.all([read("first", 1000), read("large", 1000), read("small", 1)]);
  expect(order).toEqual(["first", "small", "large"]);
});

it("reads a small page while a large one takes long", async () => {
  const order: string[] = [];
  const read = async (title: string, body: string) => {
    await extractor.extractPage(`<title>${title}</title>${body}`, url, options).catch(() => undefined);
    order.push(title);
  };
  await Promise.all([read("large", "<p>a".repeat(700_000)), read("small", "<p>a"), read("next", "<p>b")]);
  expect(order).toEqual(["small", "next", "large"]);
});

describe("hostile pages", () => {
  const hostile: [string, string][] = [
    ["unclosed blocks", "<div>".repeat(100_000)],
    ["unclosed links", "<a>y".repeat(100_000)],
    ["unclosed paragraphs", "<p>x".repeat(100_000)],
    ["unclosed list items", "<ul><li>".repeat(50_000)],
    ["comments", "<!--".repeat(300_000)],
    ["closed comments", "<!--x-->".repeat(300_000)],
    ["a huge attribute", `<p title="${"x".repeat(5_000_000)}">Hello</p>`],
    ["a hundred thousand attributes", `<p ${Array.from({ length: 100_000 }, (_, n) => `a${n}=1`).join(" ")}>Hello</p>`],
    ["null characters", "<p>\0".repeat(200_000)],
    ["nested tables", "<table><tr><td>".repeat(500)],
    ["unclosed scripts", "<script>".repeat(100_000)],
    ["formatting elements", "<b><i><u>x</b>".repeat(2_000)],
    ["a style that never ends", `<style>${"/*".repeat(100_000)}</style><p>x</p>`],
    [
      "rules that strike through",
      `<style>${".a .b .c{text-decoration:line-through}".repeat(3_000)}</style>${"<div class=c>".repeat(300)}${"<b class=c>x</b>".repeat(10_000)}`,
    ],
    ["deep JSON-LD", `<script type="application/ld+json">${"[".repeat(90_000)}${"]".repeat(90_000)}</script>`],
  ];

  it.each(hostile)("%s: gets a result without blocking the main thread", async (_, html) => {
    expect(await busiestWhile(extractor.extractPage(html, url, options))).toBeLessThan(150);
  });

  it("reads the next page after each of them", async () => {
    expect((await extractor.extractPage("<title>Alive</title>", url, options)).title).toBe("Alive");
  });
});

it("kills the worker at the deadline, gives the reason and starts another", async () => {
  const hasty = createExtractor({ timeoutMs: 1 });
  await expect(hasty.extractPage("<p>x".repeat(50_000), url, options)).rejects.toMatchObject({
    code: "too_large",
    message: expect.stringContaining("1 ms"),
  });
  await hasty.close();
});

it("stops when the caller aborts", async () => {
  const giving = new AbortController();
  const reading = extractor.extractPage("<p>x".repeat(50_000), url, { ...options, signal: giving.signal });
  giving.abort(new Error("enough"));
  await expect(reading).rejects.toThrow("enough");
  expect((await extractor.extractPage("<title>Again</title>", url, options)).title).toBe("Again");
});

it("refuses work once closed", async () => {
  const closed = createExtractor();
  await closed.close();
  await expect(closed.extractPage("", url, options)).rejects.toThrow("closed");
});

describe("preflight", () => {
  it("cuts off an unterminated comment", () => {
    expect(preflight("<p>a</p><!-- b <p>c</p>")).toBe("<p>a</p>");
  });
  it("refuses more than 512 open elements, and only those", () => {
    expect(() => preflight("<div>".repeat(513))).toThrow(expect.objectContaining({ code: "too_large" }));
    const long = `${"<div><br><img src=x><p>text<li></div>".repeat(5_000)}${"<path d=1 />".repeat(2_000)}`;
    expect(preflight(long)).toBe(long);
  });
  it("does not count tags inside scripts", () => {
    const script = `<script>"${"<div>".repeat(600)}"</script>`;
    expect(preflight(script)).toBe(script);
  });
});
