import type { Request, Response } from "express";
import { unsubscribe } from "#actions/community/follow.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { NOTIFICATIONS } from "#domain/notifications/notification.ts";
import { joined, type Text, t } from "#languages/words.ts";
import { readUnsubscribe, type Subscription, UNSUBSCRIBE_KEY } from "#mail/unsubscribe.ts";
import { queryText } from "../../kit/form.ts";
import { hereOf } from "../../kit/language.ts";
import type { Site } from "../../kit/site.ts";
import { linkGone } from "../../parts/accounts/secrets.ts";

/**
 * The unsubscribe link. Opening it changes nothing, because mail scanners do; a POST without session
 * unsubscribes (RFC 8058).
 */
export function unsubscribePages({ deps, pages, router }: Site): void {
  const { store } = deps;

  async function read(req: Request): Promise<Subscription | undefined> {
    const key = await store.secrets.find(UNSUBSCRIBE_KEY);
    return key === undefined ? undefined : readUnsubscribe(queryText(req, "token"), key);
  }

  async function wordsOf(wish: Subscription): Promise<{ asked: Text; outcome: Text; again: Html | false }> {
    if ("searchesOf" in wish)
      return {
        asked: t`Stop emails about your saved searches?`,
        outcome: t`We will pause all your saved searches, not delete them.`,
        again: html`<a href="/account/searches">Resume them in your account</a>`,
      };
    if ("threadId" in wish) return threadWords(wish.threadId);
    if ("newsTo" in wish) {
      const labels = wish.kinds.map((kind) => NOTIFICATIONS[kind].label);
      return {
        asked: t`Stop email notifications?`,
        outcome: t`You will get no more of these emails: ${joined(labels, "; ")}. You still get the notifications on the site.`,
        again: html`<a href="/account/notifications">Choose your email notifications</a>`,
      };
    }
    if ("digestOf" in wish)
      return {
        asked: t`Stop the weekly digest?`,
        outcome: t`You will get no more digests. Saved searches in it are paused, not deleted.`,
        again: html`<a href="/digest">Subscribe again</a>`,
      };
    const listing = await store.listings.find(wish.listingId);
    return {
      asked: listing ? t`Stop emails about ${listing.name}?` : t`Stop emails about this listing?`,
      outcome:
        "waitId" in wish
          ? t`We will not notify you of its launch.`
          : t`You will unfollow it and get no more emails about its updates.`,
      again: listing?.status === "live" && html`<a href="${href(`/listings/${listing.slug}`)}">Follow it again</a>`,
    };
  }

  async function threadWords(threadId: string) {
    const listing = (await store.comments.byId(threadId))?.listing;
    return {
      asked: listing ? t`Stop emails about this thread on ${listing.name}?` : t`Stop emails about this thread?`,
      outcome: t`You will get no more notifications about it, by email or on the site.`,
      again:
        listing !== undefined &&
        html`<a href="${href(`/listings/${listing.slug}/comments/${threadId}`)}">Unmute the thread</a>`,
    };
  }

  const showBroken = (res: Response): void =>
    linkGone(
      pages,
      res,
      html`<p class="lead">Open the complete link in the email, or sign in and unfollow the listing.</p>`,
      t`This link is incomplete`,
    );

  router.get("/unsubscribe", async (req, res) => {
    const wish = await read(req);
    if (!wish) return showBroken(res);
    const { asked, outcome } = await wordsOf(wish);
    pages.render(res, {
      title: t`Unsubscribe`,
      width: "narrow",
      body: html`<h1>${asked}</h1>
<p class="lead">${outcome}</p>
<form method="post" action="${href(hereOf(req))}"><p><button name="List-Unsubscribe" value="One-Click">Unsubscribe</button></p></form>`,
    });
  });

  router.post("/unsubscribe", async (req, res) => {
    const wish = await read(req);
    if (!wish) return showBroken(res);
    await unsubscribe(wish, deps);
    const { again } = await wordsOf(wish);
    // No redirect, which RFC 8058 forbids. Sending the form again changes nothing.
    pages.render(res, {
      title: t`Unsubscribed`,
      width: "narrow",
      body: html`<h1>You are unsubscribed</h1>
<p class="lead">You will get no more of these emails.</p>
${again && html`<p>${again}</p>`}`,
    });
  });
}
