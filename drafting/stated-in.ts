import type { SitePage } from "#domain/drafts/site.ts";
import type { Place } from "#domain/listings/evidence.ts";
import { DRAFT_FIELDS } from "#domain/listings/fields.ts";
import { fold } from "#domain/text/text.ts";
import { isHeading } from "./candidate.ts";
import { indexOfWords } from "./claims/context.ts";
import type { Corpus, Reading } from "./corpus.ts";
import type { Drafted } from "./drafter.ts";
import { GROUNDING } from "./fact.ts";
import { allStrings } from "./json-ld.ts";

const COUNTED = DRAFT_FIELDS.filter((name) => GROUNDING[name].isCounted);

export function addPlaces(fields: Drafted["fields"], corpus: Corpus): void {
  for (const name of COUNTED) {
    const drafted = fields[name];
    if (typeof drafted?.value !== "string") continue;
    const [first, ...rest] = drafted.evidence;
    const places = statedIn(drafted.value, corpus);
    if (first && places.length > 1) drafted.evidence = [{ ...first, statedIn: places }, ...rest];
  }
}

/** Kinds of places on any page that contain a value. */
export function statedIn(value: string, { readings }: Corpus): Place[] {
  const words = fold(value);
  const says = (text: string): boolean => indexOfWords(fold(text), words) >= 0;
  const stating = readings.filter(({ folded }) => indexOfWords(folded, words) >= 0);
  return CHECKS.filter(([, states]) => stating.some((reading) => states(reading, says, words))).map(([place]) => place);
}

type States = (reading: Reading, says: (text: string) => boolean, words: string) => boolean;

const DECLARED =
  /^(description|application-name|apple-mobile-web-app-title|(og|twitter):(title|site_name|description))$/;
const declaredBy = ({ meta }: SitePage): string[] =>
  Object.entries(meta).flatMap(([key, text]) => (DECLARED.test(key) ? [text] : []));

const blockSays =
  (wanted: boolean): States =>
  ({ page, blockTexts }, _, words) =>
    page.blocks.some(
      (block, at) =>
        block.region !== "quote" && isHeading(block) === wanted && indexOfWords(blockTexts[at] ?? "", words) >= 0,
    );

const CHECKS: [Place, States][] = [
  ["title", ({ page }, says) => says(page.title ?? "")],
  ["metadata", ({ page }, says) => declaredBy(page).some(says)],
  ["structured_data", ({ page }, says) => allStrings(page).some(says)],
  ["heading", blockSays(true)],
  ["text", blockSays(false)],
];
