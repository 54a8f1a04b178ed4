import type { Response } from "express";
import { type Html, href, html } from "#core/text/html.ts";
import { type Text, t } from "#languages/words.ts";
import type { Pages } from "../../kit/respond.ts";
import { copyable, copyableBlock } from "../../kit/show.ts";

/** The page for a single-use link that was used or has expired: `why` says so, and what to do next. */
export const linkGone = (pages: Pages, res: Response, why: Html, title = t`This link no longer works`): void =>
  pages.render(res, { status: 410, kind: "interaction", title, body: html`<h1>${title}</h1>\n${why}` });

export const CONFIRM_FIRST = t`Confirm your email address first. Use the link we emailed you.`;

type Secret = {
  title: Text;
  note?: Html;
  text: string;
  after?: Html;
  /** Where "Done" leads. */
  done: string;
};

/** Shows a new secret. It does not redirect: no second page could show what only this response has. */
export function showOnce(res: Response, pages: Pages, { title, note, text, after, done }: Secret): void {
  const isList = text.includes("\n");
  pages.render(res, {
    status: 201,
    title,
    width: "reading",
    body: html`<h1>${title}</h1>
${note}
<p class="lead">${
      isList
        ? t`Copy them now. You won’t be able to see them again.`
        : t`Copy it now. You won’t be able to see it again.`
    }</p>
${isList ? copyableBlock("new-secret", text) : copyable("new-secret", text)}
${after}
<p><a class="button" href="${href(done)}">Done</a></p>`,
  });
}
