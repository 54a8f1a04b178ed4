import type { Feature } from "#languages/language.ts";
import { plural, type Text, t, type Words, wordsWith } from "#languages/words.ts";
import type { Place } from "../launches/ranking.ts";
import { type TrophyKind, titleOf } from "../launches/trophy.ts";
import { titleText } from "../moderation/report.ts";
import { keysOf } from "../text/keys.ts";
import { dayText } from "../time/date-words.ts";

export const CHANNELS = ["site", "mail", "push"] as const;
export type Channel = (typeof CHANNELS)[number];

export type StoredWords = Record<string, string | number | null>;
/** A person's name, or null if they have none. */
type Who = string | null;
type Row<Facts> = {
  label: Words;
  channels: readonly Channel[];
  /**
   * Whether its mail has its own text, sent by the action itself: "chosen" by people, or "always"
   * because it is essential. Otherwise `notify` mails the sentence.
   */
  ownMail?: "chosen" | "always";
  say: (words: Facts) => Words;
  /** What a site must have for it to happen. */
  needs?: Feature;
  forAdmins?: true;
};
const kind = <Facts>(row: Row<Facts>): Row<Facts> => row;

const person = (who: Who): Text => who ?? t`Someone`;
/** "Ines", "Ines and 2 others". */
const people = (who: Who, others: number): Text =>
  others === 0
    ? person(who)
    : others === 1
      ? t`${person(who)} and one other`
      : t`${person(who)} and ${plural(others, "other")}`;

type Reminder = { product: string; day: string; todo: number };
const remind = ({ product, day, todo }: Reminder): Words =>
  todo === 0
    ? t`${product} launches on ${dayText(day)}: everything is ready`
    : t`${product} launches on ${dayText(day)}, and ${plural(todo, "step is", "steps are")} left`;

const ORDER_NEWS = {
  paid: (number) => t`Order ${number} is paid`,
  held: (number) => t`Order ${number} is on hold and needs a decision`,
  moved: (number) => t`Order ${number} moved to another week`,
  canceled: (number) => t`Order ${number} was canceled`,
  refunded: (number) => t`Order ${number} was refunded`,
  refund_failed: (number) => t`Order ${number} has a failed refund`,
  differs: (number) => t`Order ${number} was paid with a wrong amount`,
  reminder: (number) => t`Order ${number} is waiting for your transfer`,
  money_back: (number) => t`Order ${number} is being refunded`,
} as const satisfies Record<string, (number: string) => Words>;

/** All notification kinds, in the order of the settings. */
export const NOTIFICATIONS = {
  comment: kind<{ who: Who; others: number; product: string }>({
    label: t`Comments on your listings`,
    channels: ["site", "mail", "push"],
    ownMail: "chosen",
    say: ({ who, others, product }) => t`${people(who, others)} commented on ${product}`,
  }),
  reply: kind<{ who: Who; others: number; product: string }>({
    label: t`Replies in your threads`,
    channels: ["site", "mail", "push"],
    ownMail: "chosen",
    say: ({ who, others, product }) => t`${people(who, others)} replied in a thread on ${product}`,
  }),
  reaction: kind<{ who: Who; others: number; product: string }>({
    label: t`Reactions to your comments`,
    channels: ["site"],
    say: ({ who, others, product }) => t`${people(who, others)} reacted to your comment on ${product}`,
  }),
  review: kind<{ who: Who; rating: number; product: string }>({
    label: t`Reviews of your listings`,
    channels: ["site", "mail", "push"],
    say: ({ who, rating, product }) => t`${person(who)} reviewed ${product}: ${plural(rating, "star")}`,
  }),
  answer: kind<{ product: string }>({
    label: t`Answers to your reviews`,
    channels: ["site", "mail", "push"],
    ownMail: "chosen",
    say: ({ product }) => t`The team of ${product} answered your review`,
  }),
  votes: kind<{ votes: number; product: string }>({
    needs: "votes",
    label: t`Every tenth vote for your listings`,
    channels: ["site", "push"],
    say: ({ votes, product }) => t`${product} has ${plural(votes, "vote")}`,
  }),
  place: kind<{ place: number; product: string }>({
    needs: "awards",
    label: t`Your place in the launch week`,
    channels: ["site", "push"],
    say: ({ place, product }) => t`${product} is now number ${place} of its week`,
  }),
  launched: kind<{ product: string }>({
    label: wordsWith("launches", t`Your launches`, t`Your listings going live`),
    channels: ["site", "mail", "push"],
    ownMail: "always",
    say: ({ product }) => t`${product} is live`,
  }),
  award: kind<{ kind: TrophyKind; place: Place; product: string }>({
    needs: "awards",
    label: t`Awards`,
    channels: ["site", "mail", "push"],
    say: ({ product, ...award }) => t`${product} won an award: ${titleOf(award)}`,
  }),
  follower: kind<{ followers: number; product: string }>({
    label: t`Followers of your listings`,
    channels: ["site"],
    say: ({ followers, product }) =>
      followers === 1 ? t`${product} has its first follower` : t`${product} has ${plural(followers, "follower")}`,
  }),
  suggestion: kind<{ count: number; product: string }>({
    label: t`Changed facts on your website`,
    channels: ["site", "mail"],
    ownMail: "chosen",
    say: ({ count, product }) =>
      count === 1
        ? t`One fact about ${product} on your website differs from its listing`
        : t`${plural(count, "fact")} about ${product} on your website differ from its listing`,
  }),
  order: kind<{ number: string; news: keyof typeof ORDER_NEWS }>({
    label: t`Your orders`,
    channels: ["site", "mail", "push"],
    ownMail: "always",
    say: ({ number, news }) => ORDER_NEWS[news](number),
  }),
  waiting: kind<{ product: string }>({
    needs: "launches",
    label: t`Launches you are waiting for`,
    channels: ["site", "mail", "push"],
    ownMail: "chosen",
    say: ({ product }) => t`${product} is live`,
  }),
  place_offered: kind<{ product: string; day: string }>({
    needs: "launches",
    label: t`Waiting list offers`,
    channels: ["site", "mail", "push"],
    ownMail: "always",
    say: ({ product, day }) => t`A place is free for ${product} in the week of ${dayText(day)}`,
  }),
  place_lapsed: kind<{ product: string; day: string }>({
    needs: "launches",
    label: t`Expired waiting list offers`,
    channels: ["site"],
    say: ({ product, day }) => t`The place for ${product} in the week of ${dayText(day)} went to the next in line`,
  }),
  list_over: kind<{ product: string; day: string }>({
    needs: "launches",
    label: t`Ended waiting lists`,
    channels: ["site", "mail"],
    say: ({ product, day }) => t`No place became free for ${product} in the week of ${dayText(day)}`,
  }),
  moved: kind<{ product: string; day: string }>({
    needs: "launches",
    label: t`New dates of launches you are waiting for`,
    channels: ["site", "mail", "push"],
    ownMail: "always",
    say: ({ product, day }) => t`${product} now launches on ${dayText(day)}`,
  }),
  reminder_week: kind<Reminder>({
    needs: "launches",
    label: t`Reminders one week before your launches`,
    channels: ["site", "mail", "push"],
    ownMail: "chosen",
    say: remind,
  }),
  reminder_day: kind<Reminder>({
    needs: "launches",
    label: t`Reminders one day before your launches`,
    channels: ["site", "mail", "push"],
    ownMail: "chosen",
    say: remind,
  }),
  update: kind<{ title: string; product: string }>({
    label: t`News from listings you follow`,
    channels: ["site", "mail"],
    ownMail: "chosen",
    say: ({ title, product }) => t`News from ${product}: ${title}`,
  }),
  search: kind<{ count: number; title: string }>({
    label: t`New results for your saved searches`,
    channels: ["site", "mail"],
    ownMail: "chosen",
    say: ({ count, title }) =>
      count === 1 ? t`One new listing for ${title}` : t`${plural(count, "new listing")} for ${title}`,
  }),
  collection: kind<{ who: Who; title: string; product: string }>({
    label: t`Public collections with your listings`,
    channels: ["site"],
    say: ({ who, title, product }) => t`${person(who)} added ${product} to the collection ${title}`,
  }),
  growth: kind<{ title: string; product: string }>({
    label: t`New products in collections you follow`,
    channels: ["site"],
    say: ({ title, product }) => t`${product} is new in the collection ${title}`,
  }),
  taken: kind<{ product: string }>({
    label: t`Saved listings whose website is listed by someone else`,
    channels: ["site", "mail"],
    ownMail: "always",
    say: ({ product }) => t`The website of ${product} is already listed`,
  }),
  edited: kind<{ product: string }>({
    label: t`Edits of your listings by the site team`,
    channels: ["site", "mail"],
    ownMail: "always",
    say: ({ product }) => t`The site team edited ${product}`,
  }),
  ending: kind<{ product: string; day: string }>({
    label: t`Unpublished listings that are about to be deleted`,
    channels: ["site", "mail"],
    ownMail: "always",
    say: ({ product, day }) => t`${product} is not published and will be deleted on ${dayText(day)}`,
  }),
  report: kind<{ about: string }>({
    label: t`Your reports`,
    channels: ["site", "mail"],
    ownMail: "always",
    say: ({ about }) => t`We reviewed your report about ${titleText(about)}`,
  }),
  visitors: kind<{ visitors: number; views: number }>({
    forAdmins: true,
    label: t`Visitors of the site, weekly`,
    channels: [],
    ownMail: "chosen",
    say: ({ visitors, views }) => t`${plural(visitors, "visitor")} and ${plural(views, "view")} last week`,
  }),
  decision: kind<{ about: string }>({
    label: t`Decisions about your content`,
    channels: ["site", "mail"],
    ownMail: "always",
    say: ({ about }) => t`We made a decision about ${titleText(about)}`,
  }),
} as const;

export type NotificationKind = keyof typeof NOTIFICATIONS;
export type WordsOf<Kind extends NotificationKind> = Parameters<(typeof NOTIFICATIONS)[Kind]["say"]>[0];
export const NOTIFICATION_KINDS = keysOf(NOTIFICATIONS);
export const isNotificationKind = (text: string): text is NotificationKind => Object.hasOwn(NOTIFICATIONS, text);

/** The kinds that can happen on a site, to admins or to everyone else. */
export const kindsOf = (lacks: readonly Feature[], isAdmin: boolean): NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => {
    const { needs, forAdmins } = rowOf(kind);
    return !lacks.some((feature) => feature === needs) && (isAdmin || !forAdmins);
  });

export const rowOf = (kind: NotificationKind): Row<never> => NOTIFICATIONS[kind];

/** Renders a stored notification. JSON loses the parameter types of the kind. */
export const sentenceOf = ({ kind, words }: { kind: NotificationKind; words: StoredWords }): Words =>
  (NOTIFICATIONS[kind] as Row<StoredWords>).say(words);

/** Whether a person can switch this channel: essential emails are always sent. */
export const isChoosable = (kind: NotificationKind, channel: Channel): boolean =>
  channel !== "mail" || rowOf(kind).ownMail !== "always";

export const isOn = (kind: NotificationKind, channel: Channel, chosen: Partial<Record<Channel, boolean>>): boolean =>
  isChoosable(kind, channel) ? (chosen[channel] ?? rowOf(kind).channels.includes(channel)) : true;

export const MOST_BY_ONE_A_DAY = 20;
export const MOST_KEPT = 500;
