import { foldName } from "../search/search-text.ts";

/** What products are called with and without. */
const ENDINGS = ["app", "apps", "hq", "ai", "io", "com", "inc", "ltd", "gmbh", "software", "online", "cloud"];

/** How else a product of this name may be called, folded as searches do: "Kelpline", "Kelpline app", "kelpline.io". */
export function sameNames(name: string): string[] {
  const words = foldName(name).split(" ").filter(Boolean);
  while (words.length > 1 && ENDINGS.includes(words.at(-1)!)) words.pop();
  const bare = words.join(" ");
  return bare === "" ? [] : [bare, ...ENDINGS.map((ending) => `${bare} ${ending}`)];
}
