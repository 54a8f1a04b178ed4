import { joined, type Text, t, type Words } from "#languages/words.ts";
import { retold } from "../text/retold.ts";

/** What a search says of its results. Programs get it in English; pages tell it again with `hintText`. */
export const HINTS = {
  nothing: (): Words => t`Nothing found. Try other words or fewer filters, or browse the categories.`,
  none: (): Words => t`No listing has all of these words.`,
  nearest: (before: Text): Words => t`${before} These are related to them, the nearest first.`,
  first: (count: Text): Words => t`The first ${count} have the words, the others are related to them.`,
  inside: (category: Text, places: Text): Words => t`Nothing in ${category} has these words, but ${places}.`,
  one: (): Words => t`Nothing fits all filters; without them, 1 listing has these words.`,
  many: (count: Text): Words => t`Nothing fits all filters; without them, ${count} listings have these words.`,
  loose: (words: Text): Words => t`Few results match “${words}”, so others are shown too.`,
  inUse: (values: Text): Words => t`Values that listings have: ${values}.`,
};

const SENTENCES = [HINTS.nothing, HINTS.none, HINTS.inside, HINTS.one, HINTS.many, HINTS.first];
const sentenceText = (english: string): Text => retold(english, SENTENCES);

/** A hint in the reader's language. */
export function hintText(hint: string): Text {
  const [, loose, words, values] =
    /^(Few results match .*?, so others are shown too\.)? ?(.*?) ?(Values that listings have: .*)?$/su.exec(hint) ?? [];
  return joined(
    [
      loose && retold(loose, [HINTS.loose]),
      words && retold(words, [HINTS.nearest, ...SENTENCES], sentenceText),
      values && retold(values, [HINTS.inUse]),
    ],
    " ",
  );
}

/** Why a listing was found that does not have the words as typed. */
export const REASONS = {
  matches: (words: Text): Words => t`matches: ${words}`,
  category: (name: Text): Words => t`category: ${name}`,
  meant: (words: Text): Words => t`understood as: ${words}`,
  price: (): Words => t`price not stated`,
  priceIn: (currency: Text): Words => t`no price in ${currency}`,
  stage: (): Words => t`stage not stated`,
  country: (): Words => t`country not stated`,
  unstated: (field: Text): Words => t`${field} not stated`,
};
export const reasonText = (reason: string, nameOf: (category: string) => Text): Text =>
  joined(
    reason
      .split("; ")
      .map((part) =>
        retold(part, Object.values(REASONS), (words) => (part.startsWith("category") ? nameOf(words) : words)),
      ),
    "; ",
  );

/** The English words of reasons, for questions in other languages. */
export const meantBy = (reasons: readonly (string | undefined)[]): string =>
  [...new Set(reasons.flatMap((reason) => /understood as: ([^;]*)/.exec(reason ?? "")?.[1] ?? []))].join(" ");
