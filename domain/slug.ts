/** Public names of listings, founders and categories: `^[a-z0-9][a-z0-9-]{0,219}$`. */
export const SLUG = /^[a-z0-9][a-z0-9-]{0,219}$/;

/** "C++ Éditor!" -> "c-plus-plus-editor"; text with no Latin letters or digits gives `fallback`. */
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

/** The first of slug, slug-2, slug-3, … that is not taken. */
export async function freeSlug(slug: string, isTaken: (candidate: string) => Promise<boolean>): Promise<string> {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? slug : `${slug}-${count}`;
    if (!(await isTaken(candidate))) return candidate;
  }
}
