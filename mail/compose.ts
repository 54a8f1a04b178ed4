/**
 * An email before it has an id and a recipient. `unsubscribeUrl` lets mail programs unsubscribe with one click (RFC 8058);
 * after `expiresAt` it is useless.
 */
export type Message = {
  subject: string;
  text: string;
  html: string;
  unsubscribeUrl?: string;
  /** Who gets an answer, if not the team. */
  replyTo?: string;
  expiresAt?: Date;
};

/** The content of an email: paragraphs, an optional link, and small print below it. */
export type Letter = {
  subject: string;
  before: string[];
  /** `expiresAt` for a link that expires sooner than an email may be retried. */
  action?: { label: string; url: string; expiresAt?: Date };
  after?: string[];
  /** Why the reader got this email, as a sentence; there is a default that is always true. */
  why?: string;
  /** For emails to followers: the link to unsubscribe. */
  unsubscribeUrl?: string;
  /** Name and address of the site, for the last line. */
  site: { name: string; url: string };
};

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

/** User text as one line of limited length. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, 120);

const FONT = "font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SMALL = "font-size:14px;color:#645c53";

/** Mail programs with dark mode use these instead of the inline colours; others show the light ones or invert them. */
const DARK = `@media (prefers-color-scheme:dark){
body,.page{background:#171513!important;color:#f0ebe3!important}
.card{background:#201d1a!important;border-color:#37322c!important}
.button{background:#f0ebe3!important;color:#1b1815!important}
.small,.small a{color:#b0a69a!important}
.brand{color:#f0ebe3!important}
}`;

const lines = (text: string): string => escapeText(text).replaceAll("\n", "<br>");
const paragraph = (text: string): string => `<p style="margin:0 0 16px">${lines(text)}</p>`;
const smallPrint = (html: string): string => `<p class="small" style="margin:0 0 12px;${SMALL}">${html}</p>`;
const button = ({ label, url }: { label: string; url: string }): string =>
  `<p style="margin:24px 0"><a class="button" href="${escapeText(url)}" style="display:inline-block;padding:12px 22px;border-radius:10px;` +
  `background:#26211c;color:#ffffff;text-decoration:none;font-weight:600">${escapeText(label)}</a></p>` +
  smallPrint(
    `Or open this address:<br><a href="${escapeText(url)}" style="color:#645c53;word-break:break-all">${escapeText(url)}</a>`,
  );

/** The same content twice: plain text, and HTML that loads nothing remote. */
export function compose({ subject, before, action, after = [], why, unsubscribeUrl, site }: Letter): Message {
  const reason = why ?? `You got this email because this address was entered at ${site.name}.`;
  const text = [
    ...before,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...after,
    ...(unsubscribeUrl ? [`Unsubscribe:\n${unsubscribeUrl}`] : []),
    `-- \n${site.name}\n${site.url}\n${reason}`,
  ];
  const title = escapeText(oneLine(subject));
  const name = escapeText(site.name);
  const home = escapeText(site.url);
  const ending = unsubscribeUrl ? ` <a href="${escapeText(unsubscribeUrl)}" style="color:#645c53">Unsubscribe</a>` : "";
  const card = [
    ...before.map(paragraph),
    ...(action ? [button(action)] : []),
    ...after.map((line) => smallPrint(lines(line))),
  ];
  return {
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
    ...(action?.expiresAt ? { expiresAt: action.expiresAt } : {}),
    subject: oneLine(subject),
    text: `${text.join("\n\n")}\n`,
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${title}</title><style>:root{color-scheme:light dark}${DARK}</style></head>
<body style="margin:0;background:#fbf9f5;color:#211d19;${FONT}">
<div class="page" style="padding:24px 12px;background:#fbf9f5;color:#211d19"><div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 16px 4px;font:600 20px/1.3 Georgia,serif"><a class="brand" href="${home}" style="color:#211d19;text-decoration:none">${name}</a></p>
<div class="card" style="padding:24px 24px 12px;border:1px solid #e5ded3;border-radius:14px;background:#ffffff;overflow-wrap:break-word">
${card.join("\n")}
</div>
<p class="small" style="margin:16px 4px 0;${SMALL}">${escapeText(reason)}${ending}<br><a href="${home}" style="color:#645c53">${home}</a></p>
</div></div>
</body></html>
`,
  };
}
