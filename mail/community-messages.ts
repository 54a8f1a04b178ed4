import { plainMarkdown } from "#domain/text/plain-markdown.ts";
import { excerpt } from "#domain/text/text.ts";
import { joined, plural, type Text, t, type Words } from "#languages/words.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, hasAccount, type MailSite, orAnswer } from "./messages.ts";

type Shown = { id: string; name: string | null; title: string };

export const collectionShownMessage = (site: MailSite, { id, name, title }: Shown): Message => {
  const label = oneLine(title);
  return compose(site, {
    subject: t`Your collection ${label} is public`,
    before: [greeting(name), t`We reviewed your collection ${label}. Everyone can see it now.`],
    action: { label: t`View collection`, url: `${site.BASE_URL}/account/collections/${id}` },
    why: hasAccount(site),
  });
};

/** What is new in one thread, with a link to mute it. A first comment has none. */
export type ThreadNews = {
  product: string;
  path: string;
  muteUrl: string | null;
  comments: readonly { author: string | null; text: string }[];
  more: number;
};

const LONGEST = 400;
function said({ author, text }: ThreadNews["comments"][number]): Text {
  const shown = excerpt(plainMarkdown(text), LONGEST);
  return author === null ? t`A member: ${shown}` : `${oneLine(author)}: ${shown}`;
}

function subjectOf(total: number, threads: readonly ThreadNews[]): Words {
  const [first, ...more] = new Set(threads.map(({ product }) => product));
  const comments = plural(total, "new comment");
  return first !== undefined && more.length === 0
    ? t`${comments} on ${oneLine(first)}`
    : t`${comments} in ${plural(threads.length, "thread")}`;
}

export function commentsMessage(
  site: MailSite,
  { name, threads, unsubscribeUrl }: { name: string | null; threads: readonly ThreadNews[]; unsubscribeUrl: string },
): Message {
  const total = threads.reduce((sum, { comments, more }) => sum + comments.length + more, 0);
  const [first] = threads;
  return compose(site, {
    subject: subjectOf(total, threads),
    before: [greeting(name), t`Here is what is new in your threads and on your listings.`],
    items: threads.map(({ product, path, muteUrl, comments, more }) => ({
      title: oneLine(product),
      text: joined(
        [
          ...comments.map(said),
          more > 0 && t`And ${plural(more, "more", "more")}.`,
          t`Read and reply: ${site.BASE_URL}${path}`,
          muteUrl && t`Mute this thread: ${muteUrl}`,
        ],
        "\n\n",
      ),
    })),
    ...(first &&
      threads.length === 1 && { action: { label: t`Read and reply`, url: `${site.BASE_URL}${first.path}` } }),
    after: [t`We send at most one of these emails an hour.`],
    why: t`You got this email because you commented on ${site.SITE_NAME} or own a listing there.`,
    unsubscribeUrl,
  });
}

/** For the author of a comment that the site team took down or did not publish. */
export const commentRejectedMessage = (
  site: MailSite,
  {
    name,
    product,
    slug,
    text,
    reason,
  }: { name: string | null; product: string; slug: string; text: string; reason: string },
): Message =>
  compose(site, {
    subject: t`Your comment on ${oneLine(product)} is not shown`,
    before: [
      greeting(name),
      t`The site team read your comment on ${oneLine(product)} and decided not to show it. A person made this decision. It was not automated.`,
      t`Reason: ${oneLine(reason)}`,
      orAnswer(
        site,
        t`You can edit the comment, and we will review it again. If you think this is a mistake, reply to this email.`,
        (address) =>
          t`You can edit the comment, and we will review it again. If you think this is a mistake, contact us: ${address}`,
      ),
    ],
    items: [{ title: t`Your comment`, text: excerpt(plainMarkdown(text), 600) }],
    action: { label: t`Edit or delete comment`, url: `${site.BASE_URL}/listings/${slug}/comments` },
    why: t`You got this email because you wrote this comment on ${site.SITE_NAME}.`,
  });

export const reviewAnsweredMessage = (
  site: MailSite,
  { name, product, slug, answer }: { name: string | null; product: string; slug: string; answer: string },
): Message =>
  compose(site, {
    subject: t`${oneLine(product)} answered your review`,
    before: [greeting(name), t`The makers of ${oneLine(product)} answered your review:`, excerpt(answer, 600)],
    action: { label: t`View answer`, url: `${site.BASE_URL}/listings/${slug}#reviews` },
    why: t`You got this email because you reviewed ${oneLine(product)} on ${site.SITE_NAME}.`,
  });
