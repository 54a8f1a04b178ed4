import type { Place } from "../launches/ranking.ts";
import { type TrophyKind, titleOf } from "../launches/trophy.ts";
import { keysOf } from "../text/keys.ts";

export const CHANNELS = ["site", "mail", "push"] as const;
export type Channel = (typeof CHANNELS)[number];

export type StoredWords = Record<string, string | number | null>;
/** A person's name, or null if they have none. */
type Who = string | null;
type Row<Words> = {
  label: string;
  channels: readonly Channel[];
  /**
   * Whether its mail has its own text, sent by the action itself: "chosen" by people, or "always"
   * because it is essential. Otherwise `notify` mails the sentence.
   */
  ownMail?: "chosen" | "always";
  say: (words: Words) => string;
};
const kind = <Words>(row: Row<Words>): Row<Words> => row;

const person = (who: Who): string => who ?? "Somebody";
/** "Ines", "Ines and 2 others". */
const people = (who: Who, others: number): string =>
  others === 0 ? person(who) : `${person(who)} and ${others === 1 ? "one other" : `${others} others`}`;
const some = (count: number, one: string, more: string): string => (count === 1 ? one : `${count} ${more}`);

type Reminder = { product: string; day: string; todo: number };
const remind = ({ product, day, todo }: Reminder): string =>
  `${product} launches on ${day}${todo === 0 ? ": everything is ready" : `, and ${some(todo, "1 step is", "steps are")} left`}`;

const ORDER_NEWS = {
  paid: "is paid",
  held: "is on hold and needs a decision",
  moved: "moved to another week",
  canceled: "was canceled",
  refunded: "was refunded",
  refund_failed: "has a refund that failed",
  differs: "was paid with a wrong amount",
  reminder: "still waits for your transfer",
  money_back: "is being refunded",
} as const;

/** All notification kinds, in the order of the settings. */
export const NOTIFICATIONS = {
  comment: kind<{ who: Who; others: number; product: string }>({
    label: "Comments on your listings",
    channels: ["site", "mail", "push"],
    ownMail: "chosen",
    say: ({ who, others, product }) => `${people(who, others)} commented on ${product}`,
  }),
  reply: kind<{ who: Who; others: number; product: string }>({
    label: "Replies in threads you are in",
    channels: ["site", "mail", "push"],
    ownMail: "chosen",
    say: ({ who, others, product }) => `${people(who, others)} replied in a thread on ${product}`,
  }),
  reaction: kind<{ who: Who; others: number; product: string }>({
    label: "Reactions to your comments",
    channels: ["site"],
    say: ({ who, others, product }) => `${people(who, others)} reacted to your comment on ${product}`,
  }),
  review: kind<{ who: Who; rating: number; product: string }>({
    label: "Reviews of your listings",
    channels: ["site", "mail", "push"],
    say: ({ who, rating, product }) => `${person(who)} reviewed ${product}: ${some(rating, "1 star", "stars")}`,
  }),
  answer: kind<{ product: string }>({
    label: "Answers to your reviews",
    channels: ["site", "mail", "push"],
    ownMail: "chosen",
    say: ({ product }) => `The team of ${product} answered your review`,
  }),
  votes: kind<{ votes: number; product: string }>({
    label: "Votes for your listings, in tens",
    channels: ["site", "push"],
    say: ({ votes, product }) => `${product} has ${votes} votes`,
  }),
  place: kind<{ place: number; product: string }>({
    label: "Your place in the launch week",
    channels: ["site", "push"],
    say: ({ place, product }) => `${product} is now in place ${place} of its week`,
  }),
  launched: kind<{ product: string }>({
    label: "Your launches",
    channels: ["site", "mail", "push"],
    ownMail: "always",
    say: ({ product }) => `${product} is live`,
  }),
  award: kind<{ kind: TrophyKind; place: Place; product: string }>({
    label: "Awards",
    channels: ["site", "mail", "push"],
    say: ({ product, ...award }) => `${product} won an award: ${titleOf(award)}`,
  }),
  follower: kind<{ followers: number; product: string }>({
    label: "Followers of your listings",
    channels: ["site"],
    say: ({ followers, product }) => `${product} has ${some(followers, "its first follower", "followers")}`,
  }),
  suggestion: kind<{ count: number; product: string }>({
    label: "Changed facts on your website",
    channels: ["site", "mail"],
    ownMail: "chosen",
    say: ({ count, product }) =>
      `Your website states ${some(count, "one fact", "facts")} of ${product} differently than the listing`,
  }),
  order: kind<{ number: string; news: keyof typeof ORDER_NEWS }>({
    label: "Your orders",
    channels: ["site", "mail", "push"],
    ownMail: "always",
    say: ({ number, news }) => `Order ${number} ${ORDER_NEWS[news]}`,
  }),
  waiting: kind<{ product: string }>({
    label: "Launches you wait for",
    channels: ["site", "mail", "push"],
    ownMail: "chosen",
    say: ({ product }) => `${product}, which you wait for, is live`,
  }),
  place_offered: kind<{ product: string; day: string }>({
    label: "Places from waiting lists",
    channels: ["site", "mail", "push"],
    ownMail: "always",
    say: ({ product, day }) => `A place is free for ${product} in the week of ${day}`,
  }),
  place_lapsed: kind<{ product: string; day: string }>({
    label: "Expired offers of places",
    channels: ["site"],
    say: ({ product, day }) => `The place for ${product} in the week of ${day} went to the next in line`,
  }),
  list_over: kind<{ product: string; day: string }>({
    label: "Ended waiting lists",
    channels: ["site", "mail"],
    say: ({ product, day }) => `No place came free for ${product} in the week of ${day}`,
  }),
  moved: kind<{ product: string; day: string }>({
    label: "New dates of launches you wait for",
    channels: ["site", "mail", "push"],
    ownMail: "always",
    say: ({ product, day }) => `${product}, which you wait for, now launches on ${day}`,
  }),
  reminder_week: kind<Reminder>({
    label: "Reminders a week before your launches",
    channels: ["site", "mail", "push"],
    ownMail: "chosen",
    say: remind,
  }),
  reminder_day: kind<Reminder>({
    label: "Reminders the day before your launches",
    channels: ["site", "mail", "push"],
    ownMail: "chosen",
    say: remind,
  }),
  update: kind<{ title: string; product: string }>({
    label: "News of listings you follow",
    channels: ["site", "mail"],
    ownMail: "chosen",
    say: ({ title, product }) => `News from ${product}: ${title}`,
  }),
  search: kind<{ count: number; title: string }>({
    label: "New results of your saved searches",
    channels: ["site", "mail"],
    ownMail: "chosen",
    say: ({ count, title }) => `${some(count, "One new listing", "new listings")} for ${title}`,
  }),
  collection: kind<{ who: Who; title: string; product: string }>({
    label: "Public collections with your listings",
    channels: ["site"],
    say: ({ who, title, product }) => `${person(who)} added ${product} to the collection ${title}`,
  }),
  growth: kind<{ title: string; product: string }>({
    label: "New products in collections you follow",
    channels: ["site"],
    say: ({ title, product }) => `${product} is new in the collection ${title}`,
  }),
  report: kind<{ about: string }>({
    label: "Your reports",
    channels: ["site", "mail"],
    ownMail: "always",
    say: ({ about }) => `We reviewed your report about ${about}`,
  }),
  decision: kind<{ about: string }>({
    label: "Decisions about your content",
    channels: ["site", "mail"],
    ownMail: "always",
    say: ({ about }) => `We made a decision about ${about}`,
  }),
} as const;

export type NotificationKind = keyof typeof NOTIFICATIONS;
export type WordsOf<Kind extends NotificationKind> = Parameters<(typeof NOTIFICATIONS)[Kind]["say"]>[0];
export const NOTIFICATION_KINDS = keysOf(NOTIFICATIONS);
export const isNotificationKind = (text: string): text is NotificationKind => Object.hasOwn(NOTIFICATIONS, text);

export const rowOf = (kind: NotificationKind): Row<never> => NOTIFICATIONS[kind];

/** Renders a stored notification. JSON loses the parameter types of the kind. */
export const sentenceOf = ({ kind, words }: { kind: NotificationKind; words: StoredWords }): string =>
  (NOTIFICATIONS[kind] as Row<StoredWords>).say(words);

/** Whether a person can switch this channel: essential emails are always sent. */
export const isChoosable = (kind: NotificationKind, channel: Channel): boolean =>
  channel !== "mail" || rowOf(kind).ownMail !== "always";

export const isOn = (kind: NotificationKind, channel: Channel, chosen: Partial<Record<Channel, boolean>>): boolean =>
  isChoosable(kind, channel) ? (chosen[channel] ?? rowOf(kind).channels.includes(channel)) : true;

export const MOST_BY_ONE_A_DAY = 20;
export const MOST_KEPT = 500;
