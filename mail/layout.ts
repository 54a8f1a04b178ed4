import { iconPath } from "#core/text/paths.ts";
import { escapeText } from "#languages/escape.ts";
import type { Language } from "#languages/language.ts";
import { say, t } from "#languages/words.ts";
import type { Letter, Spoken } from "./letter.ts";

type Whole = Spoken<Letter> &
  Required<Pick<Spoken<Letter>, "heading" | "why" | "items" | "sections" | "figures" | "steps" | "after">>;

const linesFor =
  (home: string) =>
  (text: string): string =>
    text
      .split(new RegExp(`(${RegExp.escape(home)}/\\S*[^\\s.,;:!?])`))
      .map((part, at) => (at % 2 === 1 ? link(part, part) : escapeText(part).replaceAll("\n", "<br>")))
      .join("");
type Lines = ReturnType<typeof linesFor>;

const SANS = "Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const DISPLAY = `'Bricolage Grotesque',${SANS}`;
const SMALL = "font-size:14px;line-height:1.5;color:#60546e";
const LINK = "color:#b33a05";
const RULE = "border-top:1px solid #eee4de";
const BUTTON =
  "display:inline-block;padding:14px 28px;border-radius:99px;background:#ff7a2f;color:#2b0f02;font-weight:700;text-decoration:none";
const SKY =
  "padding:34px 28px 32px;background-color:#7a1f6a;" +
  "background-image:linear-gradient(170deg,#1c1040 0%,#7a1f6a 52%,#c8401f 100%);color:#ffffff";

/** Mail programs with a dark mode use these colours; others use or invert the inline ones. */
const DARK = `@media (prefers-color-scheme:dark){
body,.page{background:#120c1f!important;color:#f7f2fb!important}
.box{background:#1c152d!important;color:#f7f2fb!important}
.quote{background:#231a37!important}
.small{color:#bdb2cb!important}
.link,.number{color:#ffa470!important}
.rule{border-color:#33284a!important}
}`;

const paragraph = (content: string): string => `<p style="margin:0 0 16px">${content}</p>`;
const smallPrint = (content: string): string => `<p class="small" style="margin:0 0 12px;${SMALL}">${content}</p>`;
const link = (url: string, label: string): string =>
  `<a class="link" href="${escapeText(url)}" style="${LINK};word-break:break-word">${escapeText(label)}</a>`;
/** Outlook ignores the width and padding of blocks, so these are tables. */
const table = (style: string, rows: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style}">${rows}</table>`;

const button = ({ label, url }: NonNullable<Whole["action"]>, language: Language): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" align="center" style="margin:26px auto 18px">
<tr><td align="center" bgcolor="#ff7a2f" style="border-radius:99px"><a href="${escapeText(url)}"
 style="${BUTTON}">${escapeText(label)}</a></td></tr></table>${smallPrint(
   `${escapeText(say(t`Or open this address:`, language))}<br>${link(url, url)}`,
 )}`;

const figureList = (figures: Whole["figures"]): string =>
  table(
    "margin:4px 0 10px",
    `<tr>${figures
      .map(
        ({ label, value }) =>
          `<td align="center" width="${Math.floor(100 / figures.length)}%" style="padding:8px 4px">` +
          `<span style="display:block;font:800 30px/1.1 ${DISPLAY}">${escapeText(value)}</span>` +
          `<span class="small" style="${SMALL}">${escapeText(label)}</span></td>`,
      )
      .join("")}</tr>`,
  );

const step = ({ title, text, quote }: Whole["steps"][number], at: number, lines: Lines): string =>
  `<tr>
<td class="number rule" width="44" valign="top" style="padding:13px 0;${RULE};font:800 24px/1.2 ${DISPLAY};${LINK}">${at + 1}</td>
<td class="rule" valign="top" style="padding:13px 0;${RULE}"><b>${escapeText(title)}</b><br>${lines(text)}${
    quote
      ? `<div class="quote" style="margin:10px 0 2px;padding:14px 16px;border-radius:14px;background:#f9f2ed">${lines(quote)}</div>`
      : ""
  }</td></tr>`;

const item = ({ title, text }: Whole["items"][number], lines: Lines): string =>
  `<p style="margin:0 0 16px"><b>${escapeText(title)}</b><br>${lines(text)}</p>`;

/** Rows under a heading. The rule above each keeps them apart without pictures. */
const section = ({ title, rows, more }: Whole["sections"][number]): string =>
  `<h2 style="margin:26px 0 10px;font:800 21px/1.25 ${DISPLAY}">${escapeText(title)}</h2>${table(
    "margin:0 0 14px",
    rows
      .map(
        ({ name, url, text, note }) =>
          `<tr><td class="rule" style="padding:11px 0;${RULE}"><a class="link" href="${escapeText(url)}" ` +
          `style="${LINK};font-weight:700;text-decoration:none">${escapeText(name)}</a>${
            text === undefined ? "" : `<br>${escapeText(text)}`
          }${note === undefined ? "" : `<br><span class="small" style="${SMALL}">${escapeText(note)}</span>`}</td></tr>`,
      )
      .join("") +
      (more ? `<tr><td class="rule" style="padding:11px 0;${RULE}">${link(more.url, more.label)}</td></tr>` : ""),
  )}`;

const pictureOf = ({ url, alt, caption }: NonNullable<Whole["picture"]>): string =>
  `<p style="margin:24px 0 8px"><img src="${escapeText(url)}" width="536" alt="${escapeText(alt)}" ` +
  `style="display:block;width:100%;height:auto;border:0;border-radius:14px"></p>${smallPrint(
    `${escapeText(caption)}<br>${link(url, url)}`,
  )}`;

const PREHEADER = 110;
/** What lists of emails show after the subject: the first sentence after the greeting. */
const preheaderOf = (before: readonly string[]): string =>
  Array.from(before.find((text) => !text.endsWith(",")) ?? "")
    .slice(0, PREHEADER)
    .join("");

/** The layout of all emails. Styles are inline, because mail programs need it. */
export function layout(letter: Whole, language: Language): string {
  const { subject, heading, before, items, sections, figures, action, steps, picture, after, why, site } = letter;
  const [direction, start] = language.isRightToLeft ? ["rtl", "right"] : ["ltr", "left"];
  const home = escapeText(site.url);
  const lines = linesFor(site.url);
  const content = [
    ...before.map((text) => paragraph(lines(text))),
    ...items.map((one) => item(one, lines)),
    ...sections.map(section),
    figures.length > 0 ? figureList(figures) : "",
    action ? button(action, language) : "",
    steps.length > 0 ? table("margin:8px 0 16px", steps.map((one, at) => step(one, at, lines)).join("")) : "",
    picture ? pictureOf(picture) : "",
    ...after.map((line) => smallPrint(lines(line))),
  ].filter(Boolean);
  const ending = letter.unsubscribeUrl
    ? ` <a class="link" href="${escapeText(letter.unsubscribeUrl)}" style="${LINK}">${escapeText(say(t`Unsubscribe`, language))}</a>`
    : "";
  return `<!doctype html>
<html lang="${language.tag}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeText(subject)}</title><style>:root{color-scheme:light dark}${DARK}</style></head>
<body style="margin:0;padding:0;background:#f9f2ed;color:#1e1330;font:400 17px/1.55 ${SANS}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeText(preheaderOf(before))}</div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
 style="background:#f9f2ed;color:#1e1330"><tr><td align="center" style="padding:28px 14px;font:400 17px/1.55 ${SANS}">
<table class="box" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
 style="max-width:600px;border-radius:24px;overflow:hidden;background:#ffffff;color:#1e1330;text-align:${start}">
<tr><td align="center" bgcolor="#7a1f6a" style="${SKY}">
<a href="${home}" style="color:#ffffff;text-decoration:none;font-weight:700"><img
 src="${home}${iconPath(192)}" width="56" height="56" alt=""
 style="display:block;margin:0 auto 8px;border:0;border-radius:15px">${escapeText(site.name)}</a>
<h1 style="margin:14px 0 0;font:800 32px/1.1 ${DISPLAY};letter-spacing:-.5px;overflow-wrap:anywhere">${escapeText(heading)}</h1></td></tr>
<tr><td style="padding:30px 32px 20px;overflow-wrap:anywhere">
${content.join("\n")}
</td></tr></table>
<p class="small" style="max-width:560px;margin:20px auto 0;${SMALL}">${escapeText(why)}${ending}<br>
<a class="link" href="${home}" style="${LINK}">${home}</a></p>
</td></tr></table>
</body></html>
`;
}
