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
  | "other";

/** Where on the page a text is. `quote` is a testimonial or blockquote, by other people. */
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

/** One of several siblings of the same shape: its blocks, by their place on the page. */
export type RepeatItem = {
  from: number;
  to: number;
  /** Of a table row: the blocks of each cell. */
  cells?: [from: number, to: number][];
  isDated?: boolean;
};

/** Siblings of the same shape, such as cards, rows of a table or members of a team. */
export type Repeat = { items: RepeatItem[]; isOrdered?: boolean };

/** Blocks inside an element whose id or class says what they are: "feature", "step". */
export type Mark = { name: string; from: number; to: number };

/** What the tree of a page says beside its blocks, which are named by their place. */
export type Shape = {
  repeats: Repeat[];
  /** Length of the text that a block sets off at its start: "**Fast**: it opens in a second." */
  leads: Record<number, number>;
  /** The link, by its place, that contains all of a block. */
  linked: Record<number, number>;
  /** What authors call the elements around blocks. Absent in pages read before marks were kept, like pictures. */
  marks?: Mark[];
  /** The blocks right before which a picture or icon stands. */
  pictures?: number[];
};

export type SitePage = {
  /** "p1", "p2", … in crawl order. */
  id: string;
  /** Final absolute URL after redirects. */
  url: string;
  kind: PageKind;
  title: string | null;
  language: string | null;
  blocks: Block[];
  /** meta name/property (lower case) -> first content. */
  meta: Record<string, string>;
  /** JSON-LD nodes, flattened, at most 500. */
  jsonLd: unknown[];
  links: PageLink[];
  images: PageImage[];
  scripts: number;
  /** Absent for plain text, and for pages read before shapes were kept. */
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
  | "empty";

export type CrawledSite = {
  /** Home page URL after redirects, or the requested URL if nothing could be read. */
  url: string;
  pages: SitePage[];
  robots: "allowed" | "partly_disallowed" | "disallowed" | "unreachable";
  /** Set if no page could be read. `detail` is a sentence for the owner. */
  error: { code: CrawlErrorCode; detail: string } | null;
  /** Whether scripts render the home page. */
  needsJavascript: boolean;
  /** Requests made, robots.txt included. */
  requests: number;
  fetchedAt: Date;
  /** What became of the pages that were to be revisited; those that could not be read are absent. */
  revisited?: Record<string, "read" | "gone">;
};

/** The text of a page in which a quote must occur. */
export const pageText = (page: SitePage): string => page.blocks.map((block) => block.text).join(" ");
