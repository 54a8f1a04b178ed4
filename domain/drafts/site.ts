/** The result of a crawl: pages as text blocks, never as HTML. All of it is third-party data. */

export type PageKind =
  | "home"
  | "pricing"
  | "about"
  | "team"
  | "contact"
  | "features"
  | "faq"
  | "services"
  | "changelog"
  | "blog"
  | "llms"
  | "store"
  | "other";

/** The region of the page. `quote` is a testimonial or blockquote: other people's words. */
export type Region = "main" | "nav" | "header" | "footer" | "aside" | "quote";

/**
 * One block-level piece of visible text, white space collapsed; `tag` is the lower-case element
 * name (h1, li, p, …).
 */
export type Block = { text: string; tag: string; region: Region };

export type PageLink = { href: string; text: string; rel: string; region: Region };

/**
 * An icon or picture that may be the logo; `size` is the larger declared side in px, 0 when not
 * declared.
 */
export type PageImage = {
  href: string;
  alt: string;
  source: "jsonld" | "icon" | "apple-touch-icon" | "img" | "og";
  size: number;
};

/**
 * A picture within the page: a self-contained SVG, or an address that holds it. `isWide` if it is
 * lettering rather than a mark.
 */
export type PageDrawing = Omit<PageImage, "href"> & { data: string; isWide: boolean };

/** One of several similar siblings: the range of its blocks. */
export type RepeatItem = {
  from: number;
  to: number;
  /** The block ranges of a table row's cells. */
  cells?: [from: number, to: number][];
  isDated?: boolean;
};

/** Similar siblings, such as cards, table rows or team members. */
export type Repeat = { items: [RepeatItem, ...RepeatItem[]]; isOrdered?: boolean };

/** Blocks inside an element whose id or class names them: "feature", "step". */
export type Mark = { name: string; from: number; to: number };

/** Structure of a page. Blocks are referred to by index. */
export type Shape = {
  repeats: Repeat[];
  /** Length of the lead-in of a block: "**Fast**: it opens in a second." */
  leads: Record<number, number>;
  /** Index of the link that wraps the whole block. */
  linked: Record<number, number>;
  /** Names that authors gave to elements. Absent in older crawls, as are pictures. */
  marks?: Mark[];
  /** Blocks that directly follow a picture or icon. */
  pictures?: number[];
};

export type SitePage = {
  id: string;
  url: string;
  kind: PageKind;
  title: string | null;
  language: string | null;
  blocks: Block[];
  meta: Record<string, string>;
  jsonLd: unknown[];
  links: PageLink[];
  images: PageImage[];
  /** Of the home page. */
  drawings?: PageDrawing[];
  scripts: number;
  /** Target of an immediate redirect by a meta element. */
  refresh?: string;
  /** URL of the web app manifest. */
  manifest?: string;
  /** Absent for plain text and older crawls. */
  shape?: Shape;
};

export type CrawlErrorCode =
  | "robots_disallowed"
  | "unreachable"
  | "blocked"
  | "address_refused"
  | "not_html"
  | "too_large"
  | "timeout"
  | "http_error"
  | "redirected_elsewhere"
  | "empty"
  | "challenge"
  | "parked"
  | "not_found"
  | "maintenance"
  | "sign_in"
  | "coming_soon";

export type CrawledSite = {
  /** Home page URL after redirects, or the requested URL if nothing was readable. */
  url: string;
  pages: SitePage[];
  robots: "allowed" | "partly_disallowed" | "disallowed" | "unreachable";
  /** Set if no page could be read. `detail` is a sentence for the owner. */
  error: { code: CrawlErrorCode; detail: string } | null;
  /** Whether the home page needs JavaScript to render. */
  needsJavascript: boolean;
  requests: number;
  /** Keys of other websites that the home page redirects to or names as canonical. */
  sameSites?: string[];
  fetchedAt: Date;
  /** Outcome for each page to revisit; unreadable pages are absent. */
  revisited?: Record<string, "read" | "gone">;
};

export const pageText = (page: SitePage): string => page.blocks.map((block) => block.text).join(" ");
