import { byLanguage, type Html, html, type Part } from "#core/text/html.ts";
import type { TranslatedKind } from "#domain/site/translation.ts";
import { plainMarkdown } from "#domain/text/plain-markdown.ts";
import { dayText, momentText } from "#domain/time/date-words.ts";
import { betweenOf, date, formatted, stored, type Text, t, type Words } from "#languages/words.ts";
import { renderMarkdown } from "./markdown.ts";

const DAY_MS = 86_400_000;
const DAY = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
const MINUTE = { ...DAY, hour: "2-digit", minute: "2-digit" } as const;

export const showDay = (at: Date): Html => html`<time datetime="${at.toISOString()}">${date(at, DAY)}</time>`;
export const showTime = (at: Date): Html => html`<time datetime="${at.toISOString()}">${date(at, MINUTE)} UTC</time>`;

/**
 * A text of the database in the reader's language, or marked as what it is in. For text alone, `stored`.
 */
export const showStored = (
  kind: TranslatedKind,
  id: string,
  field: string,
  text: string,
  write: (text: string) => Part = (own) => own,
): Html =>
  byLanguage((language) => {
    const found = language.stored?.find(kind, id, field, text);
    const tag = found === undefined ? language.stored?.tagOf(kind, text) : undefined;
    return tag ? html`<span lang="${tag}" dir="auto">${write(text)}</span>` : html`${write(found ?? text)}`;
  });

/** The same of a text in Markdown. */
export const showStoredMarkdown = (kind: TranslatedKind, id: string, field: string, text: string): Html =>
  byLanguage((language) => {
    const found = language.stored?.find(kind, id, field, text);
    const tag = found === undefined ? language.stored?.tagOf(kind, text) : undefined;
    return html`<div class="lead"${tag && html` lang="${tag}" dir="auto"`}>${renderMarkdown(found ?? text)}</div>`;
  });

/** Without its Markdown, where no markup can be. */
export const storedPlain = (kind: TranslatedKind, id: string, field: string, text: string): Words =>
  formatted((language) => plainMarkdown(language.stored?.find(kind, id, field, text) ?? text));

type Named = { slug: string; name: string };
export const categoryName = ({ slug, name }: Named): Html => showStored("category", slug, "name", name);
/** The same where no markup can be: titles, options, JSON. */
export const categoryWords = ({ slug, name }: Named): Words => stored("category", slug, "name", name);

/** "a, b and c" for items with markup. */
export const listedHtml = (items: readonly Html[]): Part =>
  items.map((item, index) => [index > 0 && betweenOf(index - 1, items.length), item]);

export const showUrl = (url: string): string => url.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");

/** An address or command with a copy button. The button shows only if scripts run. */
export const copyable = (id: string, text: Text): Html =>
  html`<div class="copy"><code id="${id}">${text}</code><button type="button" class="quiet" data-copy="${id}" hidden>Copy</button></div>`;

export const copyableBlock = (id: string, text: Text): Html =>
  html`<div class="copy"><pre tabindex="0"><code id="${id}">${text}</code></pre>
<button type="button" class="quiet" data-copy="${id}" hidden>Copy</button></div>`;

/** "Firefox on Linux": enough to recognize one's own browser. */
export function showBrowser(userAgent: string | null): Text {
  const find = (names: Record<string, RegExp>) =>
    Object.entries(names).find(([, pattern]) => pattern.test(userAgent ?? ""))?.[0];
  const browser = find({ Edge: /Edg\//, Opera: /OPR\//, Firefox: /Firefox\//, Chrome: /Chrome\//, Safari: /Safari\// });
  const system = find({
    iOS: /iPhone|iPad/,
    Android: /Android/,
    Windows: /Windows/,
    macOS: /Mac OS X/,
    ChromeOS: /CrOS/,
    Linux: /Linux/,
  });
  if (browser) return system ? t`${browser} on ${system}` : browser;
  return system ? t`A browser on ${system}` : t`An unknown browser`;
}

const TIME = { hour: "2-digit", minute: "2-digit", timeZone: "UTC" } as const;
const THIS_YEAR = { day: "numeric", month: "long", timeZone: "UTC" } as const;

/** A moment in words, for lists: "Today at 18:23", "Yesterday at 09:00", "3 November". All in UTC. */
export function when(at: Date, now: Date): Words {
  const days = Math.floor(now.getTime() / DAY_MS) - Math.floor(at.getTime() / DAY_MS);
  const time = date(at, TIME);
  if (days === -1) return t`Tomorrow at ${time}`;
  if (days === 0) return t`Today at ${time}`;
  if (days === 1) return t`Yesterday at ${time}`;
  return at.getUTCFullYear() === now.getUTCFullYear() ? date(at, THIS_YEAR) : dayText(at);
}

export const showWhen = (at: Date, now: Date): Html =>
  html`<time datetime="${at.toISOString()}" title="${momentText(at)}">${when(at, now)}</time>`;
