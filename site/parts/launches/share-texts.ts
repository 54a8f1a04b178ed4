import { once } from "#domain/text/once.ts";
import type { Language } from "#languages/language.ts";
import { joined, type Text, t, type Words } from "#languages/words.ts";

/** Where a listing stands: before its launch, in its week, as a winner, or after all that. */
export type Phase =
  | { kind: "coming"; day: Words | undefined }
  | { kind: "week" }
  | { kind: "won"; title: Text }
  | { kind: "live" };

type Told = { name: string; tagline: string | null; url: string; siteName: string; phase: Phase; language: Language };

/** A network with the longest post that it takes, and where its form opens filled in. */
type Network = {
  id: string;
  /** Its name, and what to call the text if that is not the same. */
  network: Text;
  label?: Words;
  most: number;
  text: (told: Told) => string;
  open?: (told: Told, text: string) => string;
};

const sentence = ({ name, phase, siteName }: Told): Text => {
  if (phase.kind === "coming")
    return phase.day ? t`${name} launches on ${siteName} on ${phase.day}.` : t`${name} launches on ${siteName} soon.`;
  if (phase.kind === "won") return t`${name} won: ${phase.title} on ${siteName}.`;
  return phase.kind === "week" ? t`${name} is live on ${siteName} this week.` : t`${name} is on ${siteName}.`;
};
const what = ({ tagline }: Told): string => (tagline ? `${tagline.replace(/[.!?]?$/, ".")}` : "");
const ask = ({ phase }: Told): Words =>
  phase.kind === "coming" ? t`Sign up to be notified when it launches.` : t`Take a look and tell us what you think.`;
const paragraphs = ({ language }: Told, ...parts: Text[]): string => joined(parts, "\n\n").in(language);

const post = (told: Told): string => paragraphs(told, sentence(told), what(told), ask(told), told.url);
const letter = (told: Told): string =>
  paragraphs(
    told,
    sentence(told),
    what(told),
    told.phase.kind === "won"
      ? t`Thank you to everyone who voted, asked questions and told us what to improve.`
      : t`We would love to hear what you think. Ask us anything on its page.`,
    told.url,
  );
const headline = ({ name, tagline }: Told, between = ": "): string =>
  (tagline ? `${name}${between}${tagline}` : name).replace(/\.$/, "");
const query = (address: string, values: Record<string, string>): string => `${address}?${new URLSearchParams(values)}`;

const NETWORKS: readonly Network[] = [
  {
    ...{ id: "x", network: "X", most: 280, text: post },
    open: (_, text) => query("https://x.com/intent/post", { text }),
  },
  {
    ...{ id: "bluesky", network: "Bluesky", most: 300, text: post },
    open: (_, text) => query("https://bsky.app/intent/compose", { text }),
  },
  { id: "mastodon", network: "Mastodon", most: 500, text: post },
  {
    ...{ id: "threads", network: "Threads", most: 500, text: post },
    open: (_, text) => query("https://www.threads.net/intent/post", { text }),
  },
  {
    ...{ id: "linkedin", network: "LinkedIn", most: 3000, text: letter },
    open: ({ url }) => query("https://www.linkedin.com/sharing/share-offsite/", { url }),
  },
  {
    ...{ id: "facebook", network: "Facebook", most: 3000, text: letter },
    open: ({ url }) => query("https://www.facebook.com/sharer/sharer.php", { u: url }),
  },
  {
    ...{ id: "reddit", network: "Reddit", label: t`Reddit (title)`, most: 300, text: headline },
    open: (told, title) => query("https://www.reddit.com/submit", { url: told.url, title }),
  },
  {
    ...{
      id: "hacker-news",
      network: "Hacker News",
      label: t`Hacker News (title)`,
      most: 80,
      text: (told) => `Show HN: ${headline(told, " – ")}`,
    },
    open: (told, t) => query("https://news.ycombinator.com/submitlink", { u: told.url, t }),
  },
  {
    ...{ id: "whatsapp", network: "WhatsApp", most: 1000, text: post },
    open: (_, text) => query("https://wa.me/", { text }),
  },
  { id: "email", network: t`Email or newsletter`, most: 3000, text: letter },
];

const segments = once(() => new Intl.Segmenter("en", { granularity: "grapheme" }));
const lengthOf = (text: string): number => [...segments().segment(text)].length;

/** The longest text that a network takes: drops the tagline first, then cuts. Keeps the address. */
function fitting(network: Network, told: Told): string {
  for (const tagline of [told.tagline, null]) {
    const text = network.text({ ...told, tagline });
    if (lengthOf(text) <= network.most) return text;
  }
  const short = network.text({ ...told, tagline: null });
  if (!short.endsWith(told.url)) return cut(short, network.most);
  return `${cut(short.slice(0, -told.url.length - 2), network.most - told.url.length - 2)}\n\n${told.url}`;
}

const cut = (text: string, most: number): string => {
  const letters = [...segments().segment(text)].map(({ segment }) => segment);
  return letters.length <= most
    ? text
    : `${letters
        .slice(0, Math.max(0, most - 1))
        .join("")
        .trimEnd()}…`;
};

export type ShareText = {
  id: string;
  label: Text;
  network: Text;
  most: number;
  length: number;
  text: string;
  open: string | undefined;
};

/** A text for each network, with the address that opens its form. */
export const shareTexts = (told: Told): ShareText[] =>
  NETWORKS.map((each) => {
    const text = fitting(each, told);
    const { id, network, label = network, most } = each;
    return { id, network, label, most, length: lengthOf(text), text, open: each.open?.(told, text) };
  });
