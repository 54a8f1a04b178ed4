import type { Response } from "express";
import { createCollection } from "#actions/community/collections.ts";
import { takeQuota } from "#core/limits/limiter.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { COLLECTION_MAX, collectionPath, MOST_COLLECTIONS, SAVED_TITLE } from "#domain/community/collection.ts";
import { lengthOf } from "#domain/text/text.ts";
import { plural, type Text, t } from "#languages/words.ts";
import type { CountedCollection } from "#store/repos/community/collections.ts";
import { field, formText, formTo } from "../../kit/form.ts";
import { type Notice, noticeText } from "../../kit/notices.ts";
import { showDay } from "../../kit/show.ts";
import { accountOf, accountOnly, type Site, seeOther } from "../../kit/site.ts";

export const stateOf = ({
  collection: { kind, isPublic, hiddenAt, heldAt },
}: Pick<CountedCollection, "collection">) => {
  if (kind === "saved" || !isPublic) return html`<span class="tag">private</span>`;
  if (hiddenAt) return html`<span class="tag bad">hidden by the site team</span>`;
  if (heldAt) return html`<span class="tag warm">waiting for approval</span>`;
  return html`<span class="tag good">public</span>`;
};

export function ownCollectionPages({ deps, pages, router }: Site): void {
  const { store, limiter } = deps;

  const row = (one: CountedCollection): Html => {
    const { id, title, kind, updatedAt } = one.collection;
    const path = kind === "saved" ? "/account/collections/saved" : `/account/collections/${id}`;
    return html`<li><div class="grow"><h2 class="h3"><a href="${href(path)}"><bdi>${title}</bdi></a></h2>
<p class="small muted">${plural(one.count, "product")} · updated ${showDay(updatedAt)}</p></div>${stateOf(one)}</li>`;
  };

  async function show(res: Response, given: { title: string; fault?: Text | undefined } = { title: "" }) {
    const { id } = accountOf(res);
    const own = await store.collections.ofAccount(id);
    const followed = await store.collections.followedBy(id);
    const saved = own.find(({ collection }) => collection.kind === "saved");
    const made = own.filter(({ collection }) => collection.kind === "made");
    pages.render(res, {
      status: given.fault ? 400 : 200,
      heading: t`Collections`,
      above: ["/account", t`Your account`],
      width: "reading",
      body: html`<p class="lead">Only you can see your saved products.
Collections have a title and an order, and you can make them public.</p>
<ul class="dashboard-rows">${
        saved
          ? row(saved)
          : html`<li><div class="grow">
<h2 class="h3"><a href="/account/collections/saved">${SAVED_TITLE}</a></h2>
<p class="small muted">Nothing yet. Choose “Save” on any product.</p></div><span class="tag">private</span></li>`
      }${made.map(row)}</ul>
<h2>New collection</h2>
${
  made.length < MOST_COLLECTIONS
    ? html`${formTo(res, "/account/collections")}
${field({
  name: "title",
  label: t`Title`,
  value: given.title,
  fault: given.fault,
  hint: t`For example “Quiet tools for small shops”. New collections are private.`,
  autocomplete: "off",
  maxLength: COLLECTION_MAX.title,
})}
<p><button>Create collection</button></p></form>`
    : html`<p class="muted">You have reached the limit of ${MOST_COLLECTIONS} collections. Delete one you no longer need.</p>`
}
${
  followed.length > 0 &&
  html`<h2>Collections you follow</h2><ul class="dashboard-rows">${followed.map(
    ({ collection, count }) =>
      html`<li><div class="grow"><h3><a href="${href(
        collectionPath(collection),
      )}"><bdi>${collection.title}</bdi></a></h3><p class="small muted">${plural(count, "product")}</p></div></li>`,
  )}</ul>`
}`,
    });
  }

  router.get("/account/collections", accountOnly, (_req, res) => show(res));

  router.post("/account/collections", accountOnly, async (req, res) => {
    const { id: accountId } = accountOf(res);
    const title = formText(req, "title");
    const fault = titleFault(title);
    if (fault) return show(res, { title, fault });
    await takeQuota(limiter, "collection", accountId);
    const made = await createCollection({ accountId, title, description: null, isPublic: false }, deps);
    if (typeof made === "string") return show(res, { title, fault: noticeText(`collection-${made}`) });
    const notice: Notice = "collection-made";
    seeOther(res, `/account/collections/${made.id}`, notice);
  });
}

export function titleFault(title: string): Text | undefined {
  if (title === "") return t`Enter a title.`;
  return lengthOf(title) > COLLECTION_MAX.title ? t`Use ${COLLECTION_MAX.title} characters or fewer.` : undefined;
}
