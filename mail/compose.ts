/** A mail before it has an id and a recipient. `unsubscribeUrl` lets mail programs end such mails with one click (RFC 8058). */
export type Message = { subject: string; text: string; html: string; unsubscribeUrl?: string };

/** What a mail says: paragraphs, perhaps one link to follow, and paragraphs below it. */
export type Letter = {
  subject: string;
  before: string[];
  action?: { label: string; url: string };
  after?: string[];
  /** For mails that somebody asked for by following: a link that ends them. */
  unsubscribeUrl?: string;
  /** Name and address of the site, for the last line. */
  site: { name: string; url: string };
};

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

/** Names come from people: one line of them, never longer than a line. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, 120);

const FONT = "font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escapeText(text)}</p>`;
const button = ({ label, url }: { label: string; url: string }): string =>
  `<p style="margin:24px 0"><a href="${escapeText(url)}" style="display:inline-block;padding:11px 20px;border-radius:8px;` +
  `background:#1f1c19;color:#ffffff;text-decoration:none;font-weight:600">${escapeText(label)}</a></p>` +
  `<p style="margin:0 0 16px;font-size:14px;color:#6b645c">Or open this address: <br>` +
  `<a href="${escapeText(url)}" style="color:#a83a10;word-break:break-all">${escapeText(url)}</a></p>`;

/** The same words twice: plain text, and HTML without images or anything loaded from afar. */
export function compose({ subject, before, action, after = [], unsubscribeUrl, site }: Letter): Message {
  const text = [
    ...before,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...after,
    ...(unsubscribeUrl ? [`Unsubscribe:\n${unsubscribeUrl}`] : []),
    `${site.name}\n${site.url}`,
  ];
  const html = [
    ...before.map(paragraph),
    ...(action ? [button(action)] : []),
    ...after.map(paragraph),
    ...(unsubscribeUrl
      ? [`<p style="margin:0 0 16px"><a href="${escapeText(unsubscribeUrl)}">Unsubscribe</a></p>`]
      : []),
    `<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #e4ddd3;font-size:14px;color:#6b645c">` +
      `<a href="${escapeText(site.url)}" style="color:#6b645c">${escapeText(site.name)}</a></p>`,
  ];
  return {
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
    subject: oneLine(subject),
    text: `${text.join("\n\n")}\n`,
    html:
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeText(oneLine(subject))}</title></head>` +
      `<body style="margin:0;background:#ffffff;color:#1f1c19;${FONT}">` +
      `<div style="max-width:36em;margin:0 auto;padding:32px 20px">${html.join("")}</div></body></html>`,
  };
}
