import { plainMarkdown } from "../domain/text/plain-markdown.ts";
import { excerpt } from "../domain/text/text.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, hasAccount, type MailSite, orAnswer, siteOf } from "./messages.ts";

type Shown = { id: string; name: string | null; title: string };

export const collectionShownMessage = (site: MailSite, { id, name, title }: Shown): Message => {
  const label = oneLine(title);
  return compose({
    subject: `Your collection ${label} is public`,
    before: [greeting(name), `We looked at your collection ${label}. Everyone can see it.`],
    action: { label: "See your collection", url: `${site.BASE_URL}/account/collections/${id}` },
    why: hasAccount(site),
    site: siteOf(site),
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
const said = ({ author, text }: ThreadNews["comments"][number]): string =>
  `${oneLine(author ?? "A member")}: ${excerpt(plainMarkdown(text), LONGEST)}`;

export function commentsMessage(
  site: MailSite,
  { name, threads, unsubscribeUrl }: { name: string | null; threads: readonly ThreadNews[]; unsubscribeUrl: string },
): Message {
  const total = threads.reduce((sum, { comments, more }) => sum + comments.length + more, 0);
  const [first] = threads;
  const products = [...new Set(threads.map(({ product }) => product))];
  const where = products[0] && products.length === 1 ? ` on ${oneLine(products[0])}` : "";
  const what = total === 1 ? "1 new comment" : `${total} new comments`;
  return compose({
    subject: `${what}${where || ` in ${threads.length} threads`}`,
    before: [greeting(name), "Here is what is new in your threads and on your listings."],
    items: threads.map(({ product, path, muteUrl, comments, more }) => ({
      title: oneLine(product),
      text: [
        ...comments.map(said),
        ...(more > 0 ? [`And ${more} more.`] : []),
        `Read and reply: ${site.BASE_URL}${path}`,
        ...(muteUrl ? [`Mute this thread: ${muteUrl}`] : []),
      ].join("\n\n"),
    })),
    ...(first && threads.length === 1 && { action: { label: "Read and reply", url: `${site.BASE_URL}${first.path}` } }),
    after: ["You get at most one of these emails an hour, for all your threads."],
    why: `You got this email because you commented on ${site.SITE_NAME} or own a listing there.`,
    unsubscribeUrl,
    site: siteOf(site),
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
  compose({
    subject: `Your comment on ${oneLine(product)} is not shown`,
    before: [
      greeting(name),
      `The site team read your comment on ${oneLine(product)} and decided not to show it. A person decided this, not a program.`,
      `The reason: ${oneLine(reason)}`,
      orAnswer(site, "You can edit the comment, and we will review it again. If you think this is a mistake,"),
    ],
    items: [{ title: "Your comment", text: excerpt(plainMarkdown(text), 600) }],
    action: { label: "Edit or delete it", url: `${site.BASE_URL}/listings/${slug}/comments` },
    why: `You got this email because you wrote this comment on ${site.SITE_NAME}.`,
    site: siteOf(site),
  });

export const reviewAnsweredMessage = (
  site: MailSite,
  { name, product, slug, answer }: { name: string | null; product: string; slug: string; answer: string },
): Message =>
  compose({
    subject: `${oneLine(product)} answered your review`,
    before: [greeting(name), `The makers of ${oneLine(product)} answered your review:`, excerpt(answer, 600)],
    action: { label: "Read it on the page", url: `${site.BASE_URL}/listings/${slug}#reviews` },
    why: `You got this email because you reviewed ${oneLine(product)} on ${site.SITE_NAME}, and this is the first answer.`,
    site: siteOf(site),
  });
