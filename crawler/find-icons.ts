import type { PageImage, SitePage } from "#domain/drafts/site.ts";
import { decode } from "./charset.ts";
import type { ReadOptions, Trip } from "./trip.ts";

const MAX_BYTES = 300_000;
/** Icons that look sharp as a logo. */
const LARGE = 96;

const isSharp = ({ source, href, size }: PageImage): boolean =>
  source === "apple-touch-icon" || source === "jsonld" || size >= LARGE || /\.svg(\?|$)/i.test(href);

/** Icons of the web app manifest if the page links no large one, else /favicon.ico if it links none at all. */
export async function findIcons(home: SitePage, trip: Trip, options: ReadOptions): Promise<PageImage[]> {
  if (home.images.some(isSharp)) return [];
  const fromManifest = home.manifest ? await iconsOf(home.manifest, trip, options) : [];
  if (fromManifest.length > 0 || home.images.some(({ source }) => source === "icon")) return fromManifest;
  const href = new URL("/favicon.ico", home.url).href;
  const file = await read(href, "image/*", trip, options);
  return file && /^image\//.test(file.type) ? [{ href: file.url, alt: "", source: "icon", size: 0 }] : [];
}

async function iconsOf(url: string, trip: Trip, options: ReadOptions): Promise<PageImage[]> {
  const file = await read(url, "application/manifest+json, application/json", trip, options);
  if (!file) return [];
  const manifest: { icons?: { src?: unknown; sizes?: unknown }[] } | null = jsonOf(decode(file.body, file.type));
  return [manifest?.icons ?? []].flat().flatMap((icon) => {
    const href = URL.parse(String(icon?.src), file.url)?.href;
    const size = Math.max(0, ...(String(icon?.sizes).match(/\d+/g)?.map(Number) ?? []));
    return href?.startsWith("http") ? [{ href, alt: "", source: "icon" as const, size }] : [];
  });
}

/** Undefined if missing, forbidden or unreachable. */
async function read(url: string, accept: string, trip: Trip, options: ReadOptions) {
  try {
    const { status, body, headers, url: end } = await trip.read(url, { ...options, accept, maxBytes: MAX_BYTES });
    return status === 200 ? { body, url: end, type: headers["content-type"] ?? "" } : undefined;
  } catch (error) {
    if (trip.signal.aborted) throw error;
    return undefined;
  }
}

function jsonOf(text: string) {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
}
