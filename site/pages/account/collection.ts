import type { Request, Response } from "express";
import {
  addToCollection,
  type ItemOutcome,
  moveInCollection,
  removeFromCollection,
  removeUnseen,
  setNote,
} from "#actions/community/collection-items.ts";
import { deleteCollection, editCollection } from "#actions/community/collections.ts";
import { takeQuota } from "#core/limits/limiter.ts";
import { href, html } from "#core/text/html.ts";
import { COLLECTION_MAX, collectionPath, type Move } from "#domain/community/collection.ts";
import { slugify } from "#domain/text/slug.ts";
import { foldText, lengthOf } from "#domain/text/text.ts";
import { say, type Text, t } from "#languages/words.ts";
import type { Collection, CountedCollection } from "#store/repos/community/collections.ts";
import { invoke } from "#tools/invoke.ts";
import { searchListings } from "#tools/listings/search-listings.ts";
import { type Faults, formText, hasFaults } from "../../kit/form.ts";
import { languageOf } from "../../kit/language.ts";
import { type Notice, noticeText } from "../../kit/notices.ts";
import { prefersJson } from "../../kit/prefers-json.ts";
import { script } from "../../kit/scripts.ts";
import { accountOf, accountOnly, memberOf, notFound, type Site, seeOther } from "../../kit/site.ts";
import { pageNumber, pager } from "../../kit/table.ts";
import {
  addForm,
  deleteForm,
  type EditText,
  editForm,
  itemList,
  savedIntro,
  unseenNote,
} from "../../parts/community/collection-editor.ts";
import { emptyState } from "../../parts/listings/listing-parts.ts";
import { looksOf } from "../../parts/listings/looks.ts";
import { stateOf, titleFault } from "./collections.ts";

const PER_PAGE = 50;
const DONE: Record<string, Notice> = {
  ...{ up: "collection-moved", down: "collection-moved", first: "collection-moved", move: "collection-moved" },
  ...{ remove: "collection-removed", note: "collection-noted", add: "collection-added", unseen: "collection-removed" },
};
/** An item of another time or another person; room that is used up. */
const FAILED: Record<Exclude<ItemOutcome, "done">, Notice> = { gone: "gone", full: "collection-full" };

export function collectionEditPages({ deps, pages, router }: Site): void {
  const { store, limiter } = deps;
  type Req = Request<{ id: string }>;

  async function ownOf(req: Req, res: Response): Promise<CountedCollection | undefined> {
    const { id: accountId } = accountOf(res);
    const id = req.params.id === "saved" ? (await store.collections.saved(accountId))?.id : req.params.id;
    return id === undefined ? undefined : store.collections.findOwn(accountId, id);
  }

  type Given = { text?: EditText; faults?: Faults; add?: { value: string; fault: Text } };

  async function show(req: Req, res: Response, own: CountedCollection, { text, faults = {}, add }: Given = {}) {
    const { collection, count } = own;
    const isSaved = collection.kind === "saved";
    const page = pageNumber(req);
    const entries = await store.collections.entries(collection.id, { page, perPage: PER_PAGE });
    const unseen = (await store.collections.order(collection.id)).length - count;
    const looks = await looksOf(
      deps,
      entries.map(({ listing }) => listing.slug),
    );
    const path = pathOf(collection);
    const given = text ?? {
      title: collection.title,
      description: collection.description ?? "",
      isPublic: collection.isPublic,
    };
    pages.render(res, {
      status: hasFaults(faults) || add ? 400 : 200,
      title: collection.title,
      width: "reading",
      head: script("collection.js"),
      body: html`<p class="eyebrow"><a href="/account/collections">Your collections</a></p>
<h1><bdi>${collection.title}</bdi></h1>
<p class="row editor-state">${stateOf(own)}${
        isOpen(collection) && html`<a href="${href(collectionPath(collection))}">View the public page</a>`
      }</p>
${
  collection.hiddenAt &&
  html`<div class="notice bad">
<p>The site team hid this collection: <bdi>${collection.hiddenReason}</bdi></p></div>`
}
${isSaved ? savedIntro : editForm(res, path, given, faults)}
<section aria-labelledby="products"><h2 id="products">Products</h2>
${addForm(res, path, add)}
${
  entries.length > 0
    ? itemList(res, entries, {
        path,
        looks,
        page,
        isFirst: page === 1,
        isLast: (page - 1) * PER_PAGE + entries.length >= count,
      })
    : emptyState(t`Nothing here yet`, html`Choose “Save” on any product, or <a href="/search">search for one</a>.`)
}
${pager(path, {}, { page, total_pages: Math.max(1, Math.ceil(count / PER_PAGE)) })}
${unseen > 0 && unseenNote(res, path, unseen)}</section>
${!isSaved && deleteForm(res, path)}`,
    });
  }

  router.get("/account/collections/:id", accountOnly, async (req: Req, res) => {
    const own = await ownOf(req, res);
    if (own) return show(req, res, own);
    if (req.params.id !== "saved") notFound();
    pages.render(res, {
      heading: t`Saved`,
      above: ["/account/collections", t`Your collections`],
      width: "reading",
      body: html`${emptyState(
        t`Nothing saved yet`,
        html`Choose “Save” on any product to find it here.
<a href="/search">Browse products</a>`,
      )}`,
    });
  });

  router.post("/account/collections/:id", accountOnly, async (req: Req, res) => {
    const own = await ownOf(req, res);
    if (own?.collection.kind !== "made") notFound();
    const { id: accountId } = accountOf(res);
    const { id } = own.collection;
    await takeQuota(limiter, "collection", accountId);
    if (formText(req, "do") === "delete") {
      await deleteCollection({ accountId, id }, deps);
      return seeOther(res, "/account/collections", "collection-deleted");
    }
    const text = {
      title: formText(req, "title"),
      description: formText(req, "description"),
      isPublic: formText(req, "visibility") === "public",
    };
    const faults: Faults = {
      title: titleFault(text.title),
      description: tooLong(text.description, COLLECTION_MAX.description),
    };
    if (hasFaults(faults)) return show(req, res, own, { text, faults });
    const outcome = await editCollection({ accountId, id, ...text, description: text.description || null }, deps);
    if (outcome === "gone") notFound();
    if (outcome === "verify-first")
      return show(req, res, own, { text, faults: { visibility: noticeText("collection-verify-first") } });
    deps.wakeJobs();
    const isHeld = (await store.collections.find(id))?.collection.heldAt != null;
    seeOther(res, pathOf(own.collection), isHeld && text.isPublic ? "collection-waiting" : "collection-saved");
  });

  async function listingIn(typed: string, req: Req, res: Response): Promise<number | undefined> {
    const slug = /\/listings\/([a-z0-9-]+)/.exec(typed)?.[1] ?? slugify(typed, "");
    const found = slug === "" ? undefined : await store.listings.findLive(slug);
    if (found) return found.id;
    const call = { deps, caller: memberOf(req, res), interface: "site" } as const;
    const { output } = await invoke(searchListings, { q: typed.slice(0, 200), per_page: 5 }, call);
    const named = output.items.find(({ name }) => foldText(name) === foldText(typed));
    return named && (await store.listings.findLive(named.slug))?.id;
  }

  async function act(req: Req, res: Response, own: Collection): Promise<ItemOutcome | { fault: Text }> {
    const what = formText(req, "do");
    const { id, accountId } = own;
    if (what === "unseen") return removeUnseen({ accountId, id }, deps);
    if (what === "add") {
      const typed = formText(req, "product");
      const listingId = typed === "" ? undefined : await listingIn(typed, req, res);
      if (listingId === undefined)
        return { fault: t`No listing found. Enter the exact name of the product or the URL of its listing.` };
      return addToCollection({ accountId, id, listingId }, deps);
    }
    const listingId = Number(formText(req, "listing"));
    const item = { accountId, id, listingId };
    if (!Number.isSafeInteger(listingId)) return "gone";
    if (what === "remove") return removeFromCollection(item, deps);
    if (what === "note") {
      const note = formText(req, "note");
      const fault = tooLong(note, COLLECTION_MAX.note);
      return fault ? { fault } : setNote({ ...item, note: note || null }, deps);
    }
    const move = moveOf(req, what);
    return move === undefined ? "gone" : moveInCollection({ ...item, move }, deps);
  }

  router.post("/account/collections/:id/items", accountOnly, async (req: Req, res) => {
    const own = await ownOf(req, res);
    if (!own)
      return prefersJson(req)
        ? void res.status(404).json({ detail: say(noticeText("gone"), languageOf(res)) })
        : notFound();
    const { id: accountId } = accountOf(res);
    await takeQuota(limiter, "collection", accountId);
    const { collection } = own;
    const what = formText(req, "do");
    const outcome = await act(req, res, collection);
    deps.wakeJobs();
    const notice = typeof outcome === "object" ? undefined : outcome === "done" ? DONE[what] : FAILED[outcome];
    if (prefersJson(req)) {
      res.set("Cache-Control", "private, no-store");
      if (outcome !== "done") {
        const detail = typeof outcome === "object" ? outcome.fault : noticeText(FAILED[outcome]);
        return void res.status(409).json({ detail: say(detail, languageOf(res)) });
      }
      const page = Math.max(1, Number(formText(req, "page")) || 1);
      const order = await store.collections.shownOrder(collection.id);
      return void res.json({
        order: order.slice((page - 1) * PER_PAGE, page * PER_PAGE),
        first: page === 1,
        last: order.length <= page * PER_PAGE,
        note: notice ? say(noticeText(notice), languageOf(res)) : null,
      });
    }
    if (typeof outcome === "object") {
      if (what === "add")
        return show(req, res, own, { add: { value: formText(req, "product"), fault: outcome.fault } });
      return show(req, res, own, { faults: { note: outcome.fault } });
    }
    const path = pathOf(collection);
    const page = Number(formText(req, "page"));
    const back = page > 1 ? `${path}?page=${Math.trunc(page)}` : path;
    seeOther(res, `${back}#products`, notice ?? "gone");
  });
}

const isOpen = ({ isPublic, hiddenAt, heldAt }: Collection): boolean => isPublic && !hiddenAt && !heldAt;

const pathOf = ({ id, kind }: Collection): string => `/account/collections/${kind === "saved" ? "saved" : id}`;

const tooLong = (text: string, most: number): Text | undefined =>
  lengthOf(text) > most ? t`Use ${most} characters or fewer.` : undefined;

function moveOf(req: Request, what: string): Move | undefined {
  if (what === "up" || what === "down" || what === "first") return what;
  if (what !== "move") return undefined;
  const after = formText(req, "after");
  return after === "" ? { before: Number(formText(req, "before")) } : { after: Number(after) };
}
