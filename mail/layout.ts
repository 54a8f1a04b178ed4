import { iconPath } from "#core/text/paths.ts";
import type { Design } from "#domain/site/design.ts";
import type { Family } from "#domain/site/fonts.ts";
import { escapeText } from "#languages/escape.ts";
import type { Language } from "#languages/language.ts";
import { say, t } from "#languages/words.ts";
import type { Letter, Spoken } from "./letter.ts";

type Whole = Spoken<Letter> &
  Required<Pick<Spoken<Letter>, "heading" | "why" | "items" | "sections" | "figures" | "steps" | "after">>;

type Lines = (text: string) => string;

/** What the parts of an email are styled with. Styles are inline, because mail programs need it. */
function stylesOf({ palette: { light, dark }, fonts, corners, scene }: Design) {
  const stack = (family: Family | undefined) => `${family ? `'${family.name}',` : ""}${SYSTEM}`;
  const sans = stack(fonts.text);
  const { ink, muted, paper, card, sunk, line, accent, "on-accent": onAccent, "accent-text": accentText } = light;
  return {
    ...{ sans, accent, paper, card, sunk, ink },
    /** The font of headings, of this size and line height. */
    heading: (size: string) => `${fonts.weight} ${size} ${stack(fonts.head)}`,
    small: `font-size:14px;line-height:1.5;color:${muted}`,
    link: `color:${accentText}`,
    rule: `border-top:1px solid ${line}`,
    radius: corners.box,
    button: corners.button,
    buttonStyle: `display:inline-block;padding:14px 28px;border-radius:${corners.button}px;background:${accent};color:${onAccent};font-weight:700;text-decoration:none`,
    head:
      scene === "sunrise"
        ? { align: "center", ground: "#7a1f6a", style: SKY, ink: "#ffffff" }
        : { align: "start", ground: card, style: `padding:30px 32px 0;background:${card};color:${ink}`, ink },
    /** Mail programs with a dark mode use these colors; others use or invert the inline ones. */
    dark: `@media (prefers-color-scheme:dark){
body,.page{background:${dark.paper}!important;color:${dark.ink}!important}
.box,.head{background:${dark.card}!important;color:${dark.ink}!important}
.name{color:${dark.ink}!important}
.quote{background:${dark.sunk}!important}
.small{color:${dark.muted}!important}
.link,.number{color:${dark["accent-text"]}!important}
.rule{border-color:${dark.line}!important}
}`,
  };
}
type Styles = ReturnType<typeof stylesOf>;

const SYSTEM = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SKY =
  "padding:34px 28px 32px;background-color:#7a1f6a;" +
  "background-image:linear-gradient(170deg,#1c1040 0%,#7a1f6a 52%,#c8401f 100%);color:#ffffff";

const paragraph = (content: string): string => `<p style="margin:0 0 16px">${content}</p>`;
/** Outlook ignores the width and padding of blocks, so these are tables. */
const table = (style: string, rows: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style}">${rows}</table>`;
const item = ({ title, text }: Whole["items"][number], lines: Lines): string =>
  `<p style="margin:0 0 16px"><b>${escapeText(title)}</b><br>${lines(text)}</p>`;

function partsIn(s: Styles) {
  const smallPrint = (content: string): string => `<p class="small" style="margin:0 0 12px;${s.small}">${content}</p>`;
  const link = (url: string, label: string): string =>
    `<a class="link" href="${escapeText(url)}" style="${s.link};word-break:break-word">${escapeText(label)}</a>`;
  const linesFor =
    (home: string): Lines =>
    (text) =>
      text
        .split(new RegExp(`(${RegExp.escape(home)}/\\S*[^\\s.,;:!?])`))
        .map((part, at) => (at % 2 === 1 ? link(part, part) : escapeText(part).replaceAll("\n", "<br>")))
        .join("");

  const button = ({ label, url }: NonNullable<Whole["action"]>, language: Language): string =>
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" align="center" style="margin:26px auto 18px">
<tr><td align="center" bgcolor="${s.accent}" style="border-radius:${s.button}px"><a href="${escapeText(url)}"
 style="${s.buttonStyle}">${escapeText(label)}</a></td></tr></table>${smallPrint(
   `${escapeText(say(t`Or open this address:`, language))}<br>${link(url, url)}`,
 )}`;

  const figureList = (figures: Whole["figures"]): string =>
    table(
      "margin:4px 0 10px",
      `<tr>${figures
        .map(
          ({ label, value }) =>
            `<td align="center" width="${Math.floor(100 / figures.length)}%" style="padding:8px 4px">` +
            `<span style="display:block;font:${s.heading("30px/1.1")}">${escapeText(value)}</span>` +
            `<span class="small" style="${s.small}">${escapeText(label)}</span></td>`,
        )
        .join("")}</tr>`,
    );

  const step = ({ title, text, quote }: Whole["steps"][number], at: number, lines: Lines): string =>
    `<tr>
<td class="number rule" width="44" valign="top" style="padding:13px 0;${s.rule};font:${s.heading("24px/1.2")};${s.link}">${at + 1}</td>
<td class="rule" valign="top" style="padding:13px 0;${s.rule}"><b>${escapeText(title)}</b><br>${lines(text)}${
      quote
        ? `<div class="quote" style="margin:10px 0 2px;padding:14px 16px;border-radius:${Math.min(14, s.radius)}px;background:${s.sunk}">${lines(quote)}</div>`
        : ""
    }</td></tr>`;

  /** Rows under a heading. The rule above each keeps them apart without pictures. */
  const section = ({ title, rows, more }: Whole["sections"][number]): string =>
    `<h2 style="margin:26px 0 10px;font:${s.heading("21px/1.25")}">${escapeText(title)}</h2>${table(
      "margin:0 0 14px",
      rows
        .map(
          ({ name, url, text, note }) =>
            `<tr><td class="rule" style="padding:11px 0;${s.rule}"><a class="link" href="${escapeText(url)}" ` +
            `style="${s.link};font-weight:700;text-decoration:none">${escapeText(name)}</a>${
              text === undefined ? "" : `<br>${escapeText(text)}`
            }${note === undefined ? "" : `<br><span class="small" style="${s.small}">${escapeText(note)}</span>`}</td></tr>`,
        )
        .join("") +
        (more ? `<tr><td class="rule" style="padding:11px 0;${s.rule}">${link(more.url, more.label)}</td></tr>` : ""),
    )}`;

  const pictureOf = ({ url, alt, caption }: NonNullable<Whole["picture"]>): string =>
    `<p style="margin:24px 0 8px"><img src="${escapeText(url)}" width="536" alt="${escapeText(alt)}" ` +
    `style="display:block;width:100%;height:auto;border:0;border-radius:${Math.min(14, s.radius)}px"></p>${smallPrint(
      `${escapeText(caption)}<br>${link(url, url)}`,
    )}`;
  return { smallPrint, button, linesFor, figureList, step, section, pictureOf };
}

const PREHEADER = 110;
/** What lists of emails show after the subject: the first sentence after the greeting. */
const preheaderOf = (before: readonly string[]): string =>
  Array.from(before.find((text) => !text.endsWith(",")) ?? "")
    .slice(0, PREHEADER)
    .join("");

/** The layout of all emails. Styles are inline, because mail programs need it. */
export function layout(letter: Whole, language: Language, design: Design): string {
  const s = stylesOf(design);
  const { smallPrint, button, linesFor, figureList, step, section, pictureOf } = partsIn(s);
  const { subject, heading, before, items, sections, figures, action, steps, picture, after, why, site } = letter;
  const [direction, start] = language.isRightToLeft ? ["rtl", "right"] : ["ltr", "left"];
  const isCentred = s.head.align === "center";
  const align = isCentred ? "center" : start;
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
    ? ` <a class="link" href="${escapeText(letter.unsubscribeUrl)}" style="${s.link}">${escapeText(say(t`Unsubscribe`, language))}</a>`
    : "";
  return `<!doctype html>
<html lang="${language.tag}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeText(subject)}</title><style>:root{color-scheme:light dark}${s.dark}</style></head>
<body style="margin:0;padding:0;background:${s.paper};color:${s.ink};font:400 17px/1.55 ${s.sans}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeText(preheaderOf(before))}</div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
 style="background:${s.paper};color:${s.ink}"><tr><td align="center" style="padding:28px 14px;font:400 17px/1.55 ${s.sans}">
<table class="box" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
 style="max-width:600px;border-radius:${Math.min(24, 1.4 * s.radius)}px;overflow:hidden;background:${s.card};color:${s.ink};text-align:${start}">
<tr><td class="head" align="${align}" bgcolor="${s.head.ground}" style="${s.head.style}">
<a class="name" href="${home}" style="color:${s.head.ink};text-decoration:none;font-weight:700"><img
 src="${home}${iconPath(192)}" width="${isCentred ? 56 : 40}" height="${isCentred ? 56 : 40}" alt=""
 style="border:0;${isCentred ? "display:block;margin:0 auto 8px;border-radius:15px" : "vertical-align:middle;margin-inline-end:10px"}">${escapeText(site.name)}</a>
<h1 style="margin:14px 0 0;font:${s.heading("32px/1.1")};overflow-wrap:anywhere">${escapeText(heading)}</h1></td></tr>
<tr><td style="padding:30px 32px 20px;overflow-wrap:anywhere">
${content.join("\n")}
</td></tr></table>
<p class="small" style="max-width:560px;margin:20px auto 0;${s.small}">${escapeText(why)}${ending}<br>
<a class="link" href="${home}" style="${s.link}">${home}</a></p>
</td></tr></table>
</body></html>
`;
}
