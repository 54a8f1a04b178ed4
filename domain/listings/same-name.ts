import { foldName } from "../search/search-text.ts";

/** Suffixes that people add to or drop from product names. */
const ENDINGS = ["app", "apps", "hq", "ai", "io", "com", "inc", "ltd", "gmbh", "software", "online", "cloud"];

/** Other ways to write the name, folded for search: "Kelpline", "Kelpline app", "kelpline.io". */
export function sameNames(name: string): string[] {
  const words = foldName(name).split(" ").filter(Boolean);
  while (words.length > 1 && ENDINGS.includes(words.at(-1) ?? "")) words.pop();
  const bare = words.join(" ");
  return bare === "" ? [] : [bare, ...ENDINGS.map((ending) => `${bare} ${ending}`)];
}
