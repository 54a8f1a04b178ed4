import measure from "anafanafo";
import { parseFragment } from "parse5";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import {
  BADGE_KINDS,
  BADGE_SIZES,
  BADGE_STYLES,
  type BadgeStyle,
  type BadgeSubject,
  badgeRefusal,
  badgeUrl,
  parseBadgeUrl,
  shownKind,
} from "../../domain/listings/badge.ts";
import { inEnglish } from "../../languages/words.ts";
import { badgeTitle, drawBadge, drawNotice } from "../../pictures/badges/draw.ts";
import { embedHtml } from "../../pictures/badges/embed.ts";
import { fitLine, oneLine } from "../../pictures/badges/text.ts";

const acme: BadgeSubject = {
  id: 1,
  slug: "acme",
  name: "Acme",
  status: "live",
  launchedAt: new Date("2026-11-16T00:00:00Z"),
  claimedMethod: "dns",
  isFeatured: true,
  award: { place: 2, week: "2026-11-16" },
};
const STANDARD: BadgeStyle = { shape: "standard", mode: "auto", size: "m" };

const HOSTILE = [
  `</text><script>alert(1)</script>"'&<!--]]>`,
  "a\u0000b\u001b[31m\u0085\ufffe\uffff",
  "lone \ud800 and \udc00 halves",
  "\u202egnol si eman siht\u202c",
  "שלום עולם, שם ארוך מאוד של מוצר אחד",
  "مرحبا بالعالم، اسم طويل جدا لمنتج واحد",
  "漢字かな混じりのとても長い製品の名前です",
  "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿🇩🇪🚀".repeat(6),
  `Z${"\u0301\u0302\u0303".repeat(40)}algo`,
  "W".repeat(60),
  "i".repeat(60),
  "﷽".repeat(20),
  "  \n\t  ",
  "",
];

type Element = { name: string; attributes: Record<string, string>; text: string };

/** Every element of an SVG with its text; throws when it is not XML. */
function elementsOf(svg: string): Element[] {
  const found: Element[] = [];
  const open: Element[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: "" };
    found.push(element);
    open.push(element);
  });
  parser.on("text", (text) => {
    const current = open.at(-1);
    if (current) current.text += text;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(svg).close();
  return found;
}

/** Where the texts of a badge begin and end, and what they would take by the table when they were not held to a length. */
function textsOf(svg: string) {
  const elements = elementsOf(svg);
  const box = Number(elements[0]!.attributes.width);
  return elements
    .filter(({ name }) => name === "text")
    .map(({ attributes, text }) => {
      const length = Number(attributes.textLength);
      const from = Number(attributes.x) - (attributes["text-anchor"] === "middle" ? length / 2 : 0);
      const natural = (measure(text, { font: "bold 11px Helvetica" }) / 11) * Number(attributes["font-size"]);
      return { text, from, to: from + length, natural, length, box };
    });
}

describe("a badge", () => {
  it.each([1, 2, 3] as const)("is XML in all styles, with each text inside, when the place is %i", (place) => {
    const subject = { ...acme, award: { place, week: "2026-11-16" } };
    for (const kind of BADGE_KINDS)
      for (const style of BADGE_STYLES)
        for (const site of ["Debut", "The Extraordinarily Long-Named Directory of Wonderful Things"]) {
          const { svg, width, height, alt } = drawBadge(kind, subject, style, site);
          const [root] = elementsOf(svg);
          expect(root!.attributes).toMatchObject({
            width: String(width),
            height: String(height),
            viewBox: `0 0 ${width} ${height}`,
            role: "img",
            "aria-label": alt,
          });
          for (const { from, to, natural, length, box } of textsOf(svg)) {
            expect(from).toBeGreaterThanOrEqual(5);
            expect(to).toBeLessThanOrEqual(box - 5);
            // By the table alone it would fit as well: the given length only makes sure.
            expect(natural * 0.9).toBeLessThanOrEqual(length);
          }
          expect(svg.length).toBeLessThan(4500);
        }
  });

  it.each(HOSTILE)("is safe with the name %j", (name) => {
    for (const kind of BADGE_KINDS)
      for (const style of BADGE_STYLES) {
        for (const badge of [drawBadge(kind, { ...acme, name }, style, "Debut"), drawBadge(kind, acme, style, name)]) {
          const elements = elementsOf(badge.svg);
          expect(
            elements.map((element) => element.name).filter((one) => !/^(svg|style|rect|g|path|text)$/.test(one)),
          ).toEqual([]);
          expect(badge.svg).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\ufffe\uffff]/);
          expect(badge.svg.isWellFormed()).toBe(true);
          for (const { from, to, box } of textsOf(badge.svg)) {
            expect(from).toBeGreaterThanOrEqual(5);
            expect(to).toBeLessThanOrEqual(box - 5);
          }
        }
      }
  });

  it("keeps its size when the listing goes live or is renamed", () => {
    const sizeOf = (subject: BadgeSubject) =>
      BADGE_STYLES.map((style) => {
        const { width, height } = drawBadge("listed", subject, style, "Debut");
        return [width, height];
      });
    expect(sizeOf({ ...acme, status: "awaiting_badge" })).toEqual(sizeOf(acme));
    expect(sizeOf({ ...acme, name: "W".repeat(100) })).toEqual(sizeOf(acme));
  });

  it("grows with its size and looks different in each mode", () => {
    for (const kind of BADGE_KINDS) {
      const [s, m, l] = BADGE_SIZES.map((size) => drawBadge(kind, acme, { ...STANDARD, size }, "Debut"));
      expect(s!.height).toBeLessThan(m!.height);
      expect(m!.height).toBeLessThan(l!.height);
      const modes = (["light", "dark", "auto"] as const).map(
        (mode) => drawBadge(kind, acme, { ...STANDARD, mode }, "Debut").svg,
      );
      expect(modes.map((svg) => svg.includes("prefers-color-scheme:dark"))).toEqual([false, false, true]);
      expect(new Set(modes).size).toBe(3);
    }
  });

  it("shows the place and the week of an award", () => {
    for (const { shape } of BADGE_STYLES) {
      const { svg, alt } = drawBadge("launch_of_the_week", acme, { ...STANDARD, shape }, "Debut");
      const shown = textsOf(svg)
        .map(({ text }) => text)
        .join("|");
      expect(shown).toContain("#2 Launch of the Week");
      expect(shown).toContain("Debut · 16 Nov 2026");
      expect(alt).toBe("Acme: #2 Launch of the Week on Debut, week of 16 Nov 2026");
    }
  });

  it("shows nothing of a listing that is not live", () => {
    for (const kind of BADGE_KINDS)
      for (const style of BADGE_STYLES) {
        const draft = { ...acme, name: "Secret", status: "awaiting_badge" as const };
        const badge = drawBadge(kind, draft, style, "Debut");
        expect(badge.svg).not.toMatch(/Secret|Week|Verified|Launched|Featured/);
        expect(badge.alt).toBe("Listed on Debut");
      }
  });

  it("has a placeholder for a missing listing", () => {
    expect(elementsOf(drawNotice("No such <badge>")).at(-1)!.text).toBe("No such <badge>");
  });
});

describe("who may show which badge", () => {
  const plain: BadgeSubject = { ...acme, launchedAt: null, claimedMethod: null, isFeatured: false, award: undefined };
  it("depends on the listing, and the reason is given", () => {
    expect(BADGE_KINDS.filter((kind) => badgeRefusal(kind, acme) === undefined)).toEqual([...BADGE_KINDS]);
    expect(BADGE_KINDS.filter((kind) => badgeRefusal(kind, plain) === undefined)).toEqual(["listed"]);
    const shown = (status: BadgeSubject["status"]) =>
      BADGE_KINDS.filter((kind) => badgeRefusal(kind, { ...acme, status }) === undefined);
    expect([shown("awaiting_badge"), shown("scheduled"), shown("hidden")]).toEqual([
      ["listed"],
      ["listed"],
      ["listed"],
    ]);
    expect([shown("draft"), shown("suspended")]).toEqual([[], []]);
    expect(BADGE_KINDS.map((kind) => shownKind(kind, plain))).toEqual(BADGE_KINDS.map(() => "listed"));
  });
});

describe("addresses", () => {
  const base = "https://debut.example";
  it("can be parsed back into their parts", () => {
    for (const kind of BADGE_KINDS)
      for (const style of BADGE_STYLES)
        expect(parseBadgeUrl(badgeUrl(base, "acme", kind, style), base)).toEqual({ slug: "acme", kind, style });
    expect(badgeUrl(base, "acme", "launch_of_the_week", STANDARD)).toBe(
      "https://debut.example/badges/acme/launch-of-the-week/standard-auto-m.svg",
    );
  });

  const path = "/badges/acme/listed/standard-auto-m.svg";
  it.each([
    `http://www.debut.example${path}?v=2#x`,
    `//debut.example${path}`,
    ` HTTPS://DEBUT.example:443${path} `,
    `https://debut.example/a/..${path}`,
  ])("are recognized: %s", (address) => {
    expect(parseBadgeUrl(address, base, "http://acme.example/")).toEqual({
      slug: "acme",
      kind: "listed",
      style: STANDARD,
    });
  });
  it.each([
    path,
    `https://debut.example.evil.example${path}`,
    `https://debut.example@evil.example${path}`,
    `https://evil.example/?https://debut.example${path}`,
    `https://debut.example:8443${path}`,
    `javascript:"https://debut.example${path}"`,
    `data:image/svg+xml,https://debut.example${path}`,
    `https://debut.example/x${path}`,
    `https://debut.example${path}/`,
    "https://debut.example/badges/acme/listed/standard-auto-m.gif",
    "https://debut.example/badges/acme/launch_of_the_week/standard-auto-m.svg",
    "https://debut.example/badges/-acme/listed/standard-auto-m.svg",
    "https://debut.example/badges/acme/listed/round-auto-m.svg",
    "http://[",
    "",
  ])("of other sites are ignored: %s", (address) => {
    expect(parseBadgeUrl(address, base, "https://acme.example/")).toBeUndefined();
  });
});

describe("embed code", () => {
  type Node = { tagName: string; attrs: { name: string; value: string }[]; childNodes: Node[] };
  const attributesOf = (node: Node) => Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));

  it.each(HOSTILE)("is valid HTML with the name %j", (name) => {
    for (const style of BADGE_STYLES) {
      const badge = drawBadge("listed", { ...acme, name }, style, "Debut");
      const code = embedHtml({ baseUrl: "https://debut.example", slug: "acme", kind: "listed", style }, badge);
      const errors: string[] = [];
      const fragment = parseFragment(code, { onParseError: (error) => void errors.push(error.code) });
      expect(errors).toEqual([]);
      const nodes = fragment.childNodes as unknown as Node[];
      expect(nodes.map(({ tagName }) => tagName)).toEqual(["a"]);
      expect(attributesOf(nodes[0]!)).toEqual({ href: "https://debut.example/listings/acme", rel: "noopener" });

      const isAuto = style.mode === "auto";
      const shown = nodes[0]!.childNodes[0]!;
      const image = isAuto ? shown.childNodes.at(-1)! : shown;
      const url = (mode: BadgeStyle["mode"]) => badgeUrl("https://debut.example", "acme", "listed", { ...style, mode });
      expect([image.tagName, attributesOf(image)]).toEqual([
        "img",
        { src: url(isAuto ? "light" : style.mode), alt: badge.alt, width: `${badge.width}`, height: `${badge.height}` },
      ]);
      if (!isAuto) continue;
      expect(shown.tagName).toBe("picture");
      expect(attributesOf(shown.childNodes[0]!)).toEqual({
        media: "(prefers-color-scheme: dark)",
        srcset: url("dark"),
      });
    }
  });
});

describe("a line of text", () => {
  it("shrinks before it is truncated, and is truncated between graphemes", () => {
    const style = { size: 20, smallest: 16 };
    expect(fitLine("Acme Books", 200, style)).toMatchObject({ text: "Acme Books", size: 20 });
    expect(fitLine("Acme Books", 110, style)).toMatchObject({ text: "Acme Books", size: expect.closeTo(18.1, 0) });
    expect(fitLine("Acme Books", 70, style)).toMatchObject({ text: expect.stringMatching(/^Acme.*…$/), size: 16 });
    expect(fitLine("🇩🇪🇩🇪🇩🇪🇩🇪", 60, { size: 20 }).text).toMatch(/^(🇩🇪)+…$/u);
    expect(fitLine("Acme", 1, { size: 20 })).toMatchObject({ text: "…", width: 1 });
    expect(fitLine("שלום עולם ארוך", 60, { size: 16 }).text.endsWith("…\u200f")).toBe(true);
  });
  it("contains no control characters", () => {
    expect(oneLine(" a\n\tb\u200b \ud800c\u2028 ")).toBe("a b c");
    expect(oneLine("🏄\u200d♀️ می\u200cخواهم \u200d")).toBe("🏄\u200d♀️ می\u200cخواهم");
    expect(inEnglish(badgeTitle("listed", "De\nbut"))).toBe("Listed on De but");
    expect(inEnglish(badgeTitle("launch_of_the_week", "Debut"))).toBe("Launch of the Week");
  });
});
