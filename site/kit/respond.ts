import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Request, Response } from "express";
import helmet from "helmet";
import type { Deps } from "#actions/context.ts";
import type { SiteSession } from "#auth/sessions.ts";
import { lazily } from "#core/runtime/lazily.ts";
import { href, html, type Part } from "#core/text/html.ts";
import type { SiteLook } from "#domain/site/site-look.ts";
import { etagOf, knownTag, notModified } from "#http/etag.ts";
import type { Language } from "#languages/language.ts";
import { prefixed } from "#languages/links.ts";
import { say, type Text, t } from "#languages/words.ts";
import { FEED_TYPES } from "../machines/atom.ts";
import { isTwin, prefersMarkdown, twinPath } from "../machines/twins.ts";
import { unreadOf } from "./bell.ts";
import type { JsonLd } from "./json-ld.ts";
import { alternatesOf, languageOf } from "./language.ts";
import { ownCssPath, ownHeadOf } from "./own-head.ts";
import { layout, type Machine, type PageOf, type Width } from "./page.ts";
import { prefersJson } from "./prefers-json.ts";
import { inLook, siteCardPath } from "./preview.ts";

export type Page = Shown & ({ title: Text; heading?: undefined } | { title?: undefined; heading: Text });

type Link = readonly [path: string, title: Text];
type Shown = {
  status?: number;
  /** The page above this one, for a link above the heading. */
  above?: Link;
  /** Below `heading`. */
  body: Part;
  detail?: Text;
  /** "interaction": sign-in and consent, which end at another site. "framing": pages with our frames. */
  kind?: "page" | "interaction" | "framing";
  /** For search engines and previews. */
  description?: Text;
  width?: Width;
  /** True for a page that is the same for everyone and that search engines may index. */
  isPublic?: boolean;
  /** True for a public page with too little on it for search engines. */
  isThin?: boolean;
  /** The part of a public page's query that identifies the page, such as "page=2". */
  query?: string | undefined;
  /** Set for a page that is kept until what it shows of listings changes; false for one that is not kept. */
  of?: PageOf | false;
  things?: readonly JsonLd[];
  /** Atom feeds by path; each has a twin in the other formats. */
  feeds?: readonly { title: Text; path: string }[];
  /** Path of the picture for previews; the site's own when absent. */
  preview?: string;
  previewKind?: Machine["kind"];
  /** The path of the navigation that the page belongs to, where its own is not below it. */
  place?: string | undefined;
  refreshSeconds?: number | undefined;
  head?: Part;
  /** The whole page as Markdown, if that is better than the conversion of the body. */
  markdown?: string;
};

export type Pages = {
  /** Sends a whole page with its headers. Knows the session from `res.locals.session`. */
  render(res: Response, page: Page): void;
  /** Refuses a form that did not come from a page of this site. */
  refuse(res: Response, req: Request): void;
};

const convert = lazily(async () => (await import("../machines/to-markdown.ts")).toMarkdown);

const POLICY = "content-security-policy";
const policy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", "data:"],
  connectSrc: ["'self'"],
  fontSrc: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

function headersOf(middleware: ReturnType<typeof helmet>): Record<string, string> {
  const res = new ServerResponse(new IncomingMessage(new Socket()));
  middleware(res.req, res, () => undefined);
  return Object.fromEntries(Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)]));
}

function headers() {
  const common = {
    strictTransportSecurity: false,
    xContentTypeOptions: false,
    // Not no-referrer: a form would then say "Origin: null", and older browsers say nothing else.
    referrerPolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
  } as const;
  return {
    page: headersOf(
      helmet({
        ...common,
        contentSecurityPolicy: {
          useDefaults: false,
          directives: { ...policy, formAction: ["'self'"] },
        },
      }),
    ),
    framed: headersOf(
      helmet({
        ...common,
        xFrameOptions: { action: "sameorigin" },
        contentSecurityPolicy: { useDefaults: false, directives: { ...policy, frameAncestors: ["'self'"] } },
      }),
    ),
    framing: headersOf(
      helmet({
        ...common,
        contentSecurityPolicy: {
          useDefaults: false,
          directives: { ...policy, formAction: ["'self'"], frameSrc: ["'self'"] },
        },
      }),
    ),
    // No form-action: Chrome applies it to all redirects of a form, and the last one leads to the client.
    // No opener policy: clients that open us in a popup wait for its return.
    interaction: headersOf(
      helmet({
        ...common,
        contentSecurityPolicy: { useDefaults: false, directives: policy },
        crossOriginOpenerPolicy: false,
      }),
    ),
  };
}

type Sent = {
  /** Whether the page is the same for everyone. Signed-in pages get no tag and are not cached. */
  isShared: boolean;
  keep?: () => void;
};

/** Sends a whole page, or 304 to whoever has it. */
function send(res: Response, bytes: Buffer, { isShared, keep }: Sent): void {
  // With its length, Node writes it at once with the head.
  res.set({
    "Cache-Control": isShared ? "public, max-age=60" : "private, no-store",
    "Content-Length": String(bytes.length),
  });
  if (!isShared) return void res.end(bytes);
  const etag = etagOf(bytes);
  res.set("ETag", etag);
  keep?.();
  if (knownTag(res.req.headers["if-none-match"] ?? "", etag)) notModified(res);
  else res.end(bytes);
}

export function createPages({ settings, store, languages }: Pick<Deps, "settings" | "store" | "languages">): Pages {
  const { BASE_URL } = settings;
  const secure = headers();

  function machineOf(
    req: Request,
    { status = 200, isPublic = false, query, ...page }: Page,
    language: Language,
  ): Machine | false {
    if (!isPublic || status !== 200) return false;
    const path = `${req.baseUrl}${req.path}`;
    const here = (path: string): string => BASE_URL + prefixed(language.prefix, path);
    const search = query ? `?${query}` : "";
    return {
      siteName: settings.SITE_NAME,
      canonical: here(path) + search,
      markdown: here(twinPath(path)) + search,
      languages: alternatesOf(languages, path).map(({ tag, path }) => ({ tag, url: BASE_URL + path + search })),
      image: here(inLook(page.preview ?? siteCardPath(settings.SITE_NAME), store.siteLook(), settings.SITE_NAME)),
      kind: page.previewKind ?? "website",
      feeds: (page.feeds ?? []).flatMap(({ title, path: feed }) =>
        Object.entries(FEED_TYPES).map(([format, type]) => ({
          title,
          url: here(feed.replace(/atom(?=$|\?)/, format)),
          type,
        })),
      ),
      things: page.things ?? [],
      isIndexed: !page.isThin,
    };
  }

  /** The Markdown twin of a page. Only public pages have one. */
  async function renderMarkdown(
    res: Response,
    { status = 200, body, markdown }: Pick<Page, "status" | "body" | "markdown">,
    machine: Machine | false,
  ): Promise<void> {
    const { session } = res.locals;
    const isMissing = status === 200 && !machine;
    const text = isMissing
      ? `# ${say(t`Page not found`, languageOf(res))}\n`
      : (markdown ?? (await convert(html`${body}`, machine ? machine.canonical : BASE_URL, languageOf(res))));
    res.set(secure.page);
    if (machine) res.set("Link", `<${machine.canonical}>; rel="canonical"`);
    res.status(isMissing ? 404 : status).set("Content-Type", "text/markdown; charset=utf-8");
    const whole = machine ? `${text.trimEnd()}\n\n---\n\nSource: <${machine.canonical}>\n` : text;
    send(res, Buffer.from(whole), { isShared: machine !== false && !session });
  }

  function render(res: Response, given: Page): void {
    const { status = 200, above, heading, kind = "page", description, width, isPublic = false } = given;
    const title = given.heading ?? given.title;
    const body = html`${above && html`<p class="eyebrow"><a href="${href(above[0])}">${above[1]}</a></p>\n`}${
      heading !== undefined && html`<h1>${heading}</h1>\n`
    }${given.body}`;
    const { req } = res;
    const session: SiteSession | undefined = res.locals.session;
    // A look that an admin tries: the page stands in a frame of theirs.
    const previewed: SiteLook | undefined = res.locals.look;
    const language = languageOf(res);
    res.set("Content-Language", language.tag);
    if (status >= 400 && prefersJson(req)) {
      res.set("Cache-Control", "private, no-store");
      return void res
        .status(status)
        .json({ title: say(title, language), status, detail: say(given.detail ?? title, language) });
    }
    const machine = machineOf(req, given, language);
    if (!isTwin(res)) res.vary("Cookie").vary("Accept");
    if (isTwin(res) || ((isPublic || status >= 400) && prefersMarkdown(req))) {
      return void renderMarkdown(res, { ...given, body }, machine).catch((error: unknown) => req.next?.(error));
    }
    const isForOthers = machine !== false && !session?.account?.isAdmin;
    if (isForOthers) res.locals.countVisit?.();
    const look = previewed ?? store.siteLook();
    const { css, tags, hosts } = look.head;
    // What others wrote never runs where an admin is signed in, and never beside what is somebody's own.
    const own = isForOthers && tags.length + hosts.length > 0 ? ownHeadOf(look.head) : undefined;
    const page = layout({
      siteName: settings.SITE_NAME,
      look,
      title,
      description,
      body,
      language,
      languages: alternatesOf(languages, `${req.baseUrl}${req.path}${given.query ? `?${given.query}` : ""}`),
      width: width ?? (kind === "interaction" ? "narrow" : "wide"),
      session,
      unread: unreadOf(res),
      path: given.place ?? req.path,
      notice: req.query.notice,
      undo: req.query.undo,
      refreshSeconds: given.refreshSeconds,
      offer: req.query.offer,
      head: html`${given.head}${css && (previewed || !/^\/admin(\/|$)/.test(req.path)) && html`<link rel="stylesheet" href="${href(ownCssPath(css))}">`}${own?.tags}`,
      machine,
      policies: settings,
    });
    res.set(secure[previewed ? "framed" : kind]);
    if (own) res.set(POLICY, own.extended(secure[kind][POLICY] ?? ""));
    const isShared = machine !== false && !session && Object.keys(req.query).length === 0;
    const written = page.in(language);
    const bytes = Buffer.from(previewed ? written.replace(/<script\b[^>]*src=[^>]*><\/script>/g, "") : written);
    // Set-Cookie is for one visitor.
    const keep = () => given.of !== false && !res.hasHeader("Set-Cookie") && res.locals.keepPage?.(bytes, given.of);
    res.status(status).type("html");
    send(res, bytes, { isShared, keep });
  }

  return {
    render,
    refuse(res) {
      render(res, {
        status: 403,
        title: t`This form cannot be accepted`,
        detail: t`This page is out of date. Reload it and try again.`,
        width: "reading",
        body: html`<h1>This form cannot be accepted</h1>
<p class="lead">It is out of date or was not sent from ${settings.SITE_NAME}.</p>
<p>Go back, reload the page and send the form again.
Your browser must allow cookies, and the address bar must start with <code>${BASE_URL}</code>.</p>`,
      });
    },
  };
}
