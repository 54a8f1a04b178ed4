import type { Request, Response } from "express";
import helmet from "helmet";
import type { SiteSession } from "../auth/sessions.ts";
import type { Settings } from "../config.ts";
import { html, type Part } from "./html.ts";
import { layout, type Width } from "./page.ts";

export type Page = {
  status?: number;
  title: string;
  body: Part;
  /** "interaction" for sign-in and consent: pages in the middle of a way that ends at another site. */
  kind?: "page" | "interaction";
  /** For search engines and previews. */
  description?: string;
  width?: Width;
  /** True for a page that everybody sees alike and that search engines may list. */
  isPublic?: boolean;
};

export type Pages = {
  /** Sends a whole page with its headers. Knows the session from `res.locals.session`. */
  render(res: Response, page: Page): void;
  /** Answers a form that did not come from a page of this site. */
  refuse(res: Response, req: Request): void;
};

const YEAR_SECONDS = 31_536_000;

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

function headers(isSecure: boolean) {
  const common = {
    strictTransportSecurity: isSecure ? { maxAge: YEAR_SECONDS, includeSubDomains: false } : false,
    // Not no-referrer: a form would then say "Origin: null", and older browsers say nothing else.
    referrerPolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
  } as const;
  return {
    page: helmet({
      ...common,
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { ...policy, imgSrc: ["'self'", "https:", "data:"], formAction: ["'self'"] },
      },
    }),
    // No form-action: Chrome holds a form to it along all redirects, and the last one leads to the client.
    // No opener policy: clients that open us in a popup wait for it to come back.
    interaction: helmet({
      ...common,
      contentSecurityPolicy: { useDefaults: false, directives: policy },
      crossOriginOpenerPolicy: false,
    }),
  };
}

export function createPages({ SITE_NAME, BASE_URL }: Pick<Settings, "SITE_NAME" | "BASE_URL">): Pages {
  const secure = headers(BASE_URL.startsWith("https:"));

  function render(
    res: Response,
    { status = 200, title, body, kind = "page", description, width, isPublic = false }: Page,
  ): void {
    const { req } = res;
    const session = res.locals.session as SiteSession | undefined;
    const canonical = isPublic && status === 200 ? `${BASE_URL}${req.baseUrl}${req.path}` : false;
    const page = layout({
      siteName: SITE_NAME,
      title,
      description,
      body,
      width: width ?? (kind === "interaction" ? "narrow" : "wide"),
      session,
      path: req.path,
      notice: req.query.notice,
      canonical,
    });
    secure[kind](req, res, () => undefined);
    const cacheable = canonical && !session && Object.keys(req.query).length === 0;
    res.set("Cache-Control", cacheable ? "public, max-age=60" : "private, no-store").vary("Cookie");
    // end, not send: send would add an ETag, and with it a trace of what a signed-in person saw.
    res.status(status).type("html").end(page.text);
  }

  return {
    render,
    refuse(res) {
      render(res, {
        status: 403,
        title: "This form cannot be accepted",
        width: "reading",
        body: html`<h1>This form cannot be accepted</h1>
<p class="lead">It is out of date, or it was not sent from a page of ${SITE_NAME}.</p>
<p>Go back, reload the page and send the form again. Your browser must allow cookies, and the address bar must begin with <code>${BASE_URL}</code>.</p>`,
      });
    },
  };
}
