import type { Random } from "../../data/demo/random.ts";
import { DRAFT_FIELDS, type DraftFieldName, FIELDS } from "../../domain/listings/fields.ts";
import { PLATFORMS, STORY_FIELDS } from "../../domain/listings/section-fields.ts";
import { cleanText } from "../../domain/text/text.ts";

const LETTERS = [..."abc XYZ 0189 äßéñ Ωж 漢字 שלום 🏄 \" ' < > & \\ / % {} ; | , — …", "🏄\u200d♀️", "ی\u200cخ"];

/** Text of one or several lines, at its longest now and then. */
export const words = (random: Random, max: number, lines = false): string => {
  const length = random.chance(0.2) ? max : random.between(1, Math.min(max, 60));
  let text = "";
  while (text.length < length) text += lines && random.chance(0.03) ? "\n" : random.pick(LETTERS);
  return cleanText(text.slice(0, length).replace(/\s+$|^\s+/g, "x"));
};

/** A value that a listing may have in this field, at its longest now and then. */
export function legalValue(random: Random, name: DraftFieldName): string | string[] | null {
  const { kind } = FIELDS[name];
  switch (kind) {
    case "categories":
      return random.pick([["Web analytics"], ["Accounting", "Web analytics"]]);
    case "list":
      return Array.from({ length: random.between(1, 20) }, () => words(random, 200));
    case "country":
      return random.pick(["DE", "FR"]);
    case "year":
      return String(random.between(1800, 2100));
    case "email":
      return "hello@acme.test";
    case "video":
      return "https://youtu.be/a";
    case "picture":
      return "https://acme.test/logo.png";
    case "word":
      return "mvp";
    default:
      return words(random, FIELDS[name].listingMax, kind === "text");
  }
}

/** Some of these names, each with a value, in any order. */
const some = <K extends string, V>(random: Random, names: readonly K[], make: (name: K) => V) =>
  Object.fromEntries(random.sample(names, random.between(0, names.length)).map((name) => [name, make(name)]));

/** What update_draft takes, so that submit_draft makes a listing of it. */
export function legalDraft(random: Random) {
  return {
    fields: {
      ...some(random, DRAFT_FIELDS, (name) => (random.chance(0.2) ? null : legalValue(random, name))),
      ...Object.fromEntries(
        (["name", "tagline", "short_description", "description", "categories"] as const).map((name) => [
          name,
          legalValue(random, name),
        ]),
      ),
    },
    faqs: Array.from({ length: random.between(0, 10) }, () => ({
      question: words(random, 300),
      answer: words(random, 1500, true),
    })),
    founders: Array.from({ length: random.between(0, 6) }, () => ({
      name: random.chance(0.4) ? random.pick(["Ann Lee", "ann lee", "Bo", "Éva"]) : words(random, 160),
      ...(random.chance(0.5) && { title: words(random, 160) }),
      ...(random.chance(0.5) && { bio: words(random, 3000, true) }),
    })),
    company_socials: some(random, PLATFORMS, (name) => `https://${name}.example/acme`),
    founder_socials: some(random, PLATFORMS, (name) => `https://${name}.example/ann`),
    story: {
      ...some(random, Object.keys(STORY_FIELDS), () => words(random, 8000, true)),
      ...(random.chance(0.5) && { title: words(random, 200) }),
    },
    milestones: Array.from({ length: random.between(0, 8) }, (_, index) => ({
      date: `20${String(10 + index)}-02-28`,
      title: words(random, 200),
      ...(random.chance(0.5) && { description: words(random, 2000, true) }),
      ...(random.chance(0.5) && { url: "https://acme.test/news" }),
    })),
    seo: {
      ...(random.chance(0.5) && { title: words(random, 70) }),
      ...(random.chance(0.5) && { meta: words(random, 170) }),
    },
  };
}
