/** Public names of listings, founders and categories: `^[a-z0-9][a-z0-9-]{0,219}$`. */
export const SLUG = /^[a-z0-9][a-z0-9-]{0,219}$/;

/** "C++ Éditor!" -> "c-plus-plus-editor"; `fallback` for texts without Latin letters or digits. */
export function slugify(text: string, fallback = "listing"): string {
  const slug = text
    .replaceAll("++", " plus plus")
    .replaceAll("#", " sharp ")
    .replaceAll("&", " and ")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .replaceAll(/[øØ]/g, "o")
    .replaceAll(/[łŁ]/g, "l")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 100)
    .replace(/-+$/, "");
  return slug || fallback;
}

/** Of what people name in other scripts, the slug is that of the website: "shiomi" of shiomi.co.jp. */
export function slugOf(name: string, domain: string): string {
  const letters = name.match(/\p{L}/gu)?.length ?? 0;
  const latin = name.normalize("NFKD").match(/\p{sc=Latin}/gu)?.length ?? 0;
  if (letters === 0 || latin * 2 > letters) return slugify(name);
  const labels = domain.split(".").slice(0, -1);
  const own = labels.filter((label) => !SECOND_LEVEL.test(label));
  const named = own.filter((label) => !label.startsWith(ENCODED));
  // An encoded name, like xn--r8jz45g, is at least not the one of all others.
  const encoded = own.map((label) => label.replace(ENCODED, ""));
  return slugify((named.length > 0 ? named : encoded).join("-"), slugify(name));
}
const ENCODED = "xn--";
const SECOND_LEVEL = /^(?:www|co|com|net|org|or|ne|ac|go|gov|edu)$/;

/**
 * slug, or a free one of slug-2, slug-3, … found by doubling and halving the number, so that
 * thousands of taken names need few queries.
 */
export async function freeSlug(slug: string, isTaken: (candidate: string) => Promise<boolean>): Promise<string> {
  const nth = (count: number) => (count === 1 ? slug : `${slug}-${count}`);
  let [taken, free] = [0, 1];
  while (await isTaken(nth(free))) [taken, free] = [free, 2 * free];
  while (free - taken > 1) {
    const middle = (taken + free) >>> 1;
    if (await isTaken(nth(middle))) taken = middle;
    else free = middle;
  }
  return nth(free);
}
