import { type Request, type Response, Router } from "express";
import type { AppError } from "../../../core/errors.ts";
import { DRAFT_FIELDS, type DraftFieldName } from "../../../domain/fields.ts";
import { getDraft } from "../../../tools/drafts/get-draft.ts";
import { inviteCofounder } from "../../../tools/drafts/invite-cofounder.ts";
import { submitDraft } from "../../../tools/drafts/submit-draft.ts";
import { updateDraft } from "../../../tools/drafts/update-draft.ts";
import { invoke } from "../../../tools/invoke.ts";
import { remember } from "../../../tools/memory.ts";
import { getMyListing } from "../../../tools/my-listings/get-my-listing.ts";
import { attempt, faultsByName, plainWords } from "../../kit/attempt.ts";
import { formText } from "../../kit/form.ts";
import type { Notice } from "../../kit/notices.ts";
import { withNotice } from "../../kit/notices.ts";
import { showUrl } from "../../kit/show.ts";
import { accountOf, accountOnly, memberOf, type Site, seeOther } from "../../kit/site.ts";
import { dashboardHead, dashboardPlace } from "../../parts/dashboard.ts";
import { draftEditor, draftProgress, type Editor, POLL_SECONDS } from "../../parts/draft-editor.ts";
import { anchorOf } from "../../parts/draft-fact.ts";
import {
  changesOf,
  conflictsOf,
  type DraftChanges,
  type DraftView,
  mergedValues,
  partsOf,
  readDraftForm,
  undoOf,
  valuesOf,
} from "../../parts/draft-form.ts";

const WRITTEN: Record<string, Notice> = {
  changed: "draft-written",
  unchanged: "draft-written-same",
  not_found: "draft-written-none",
};

/** The editor's buttons. Each also saves what was typed. */
function inputOf(
  act: string,
  name: DraftFieldName,
  { fields = {}, ...changes }: DraftChanges,
): Record<string, unknown> {
  const { [name]: _, ...others } = fields;
  switch (act) {
    case "lock":
      return { ...changes, fields, lock_fields: [name] };
    case "unlock":
      return { ...changes, fields, unlock_fields: [name] };
    case "restore":
      return { ...changes, fields: others, restore: [name] };
    case "regenerate":
      return { ...changes, fields: others, regenerate: [name] };
    default:
      return { ...changes, fields };
  }
}

/** A draft's progress while it is built, then its editor. */
export function draftPages({ deps, pages, undo }: Site, notFound: (res: Response) => void): Router {
  const { store } = deps;
  const router = Router();

  const callOf = (req: Request, res: Response) => ({ deps, caller: memberOf(req, res) });
  const idOf = (req: Request): string => String(req.params.id);
  async function draftOf(req: Request, res: Response): Promise<DraftView> {
    return (await invoke(getDraft, { id: idOf(req) }, { ...callOf(req, res), interface: "site" })).output;
  }
  const titleOf = ({ url, fields }: DraftView): string => `Draft of ${fields.name?.value ?? showUrl(url)}`;

  async function readOffers(): Promise<Editor["offers"]> {
    const { compare } = new Intl.Collator();
    const [categories, countries] = await Promise.all([store.reference.categoryNames(), store.reference.countries()]);
    return {
      categories: categories.map(({ name }) => name).sort(compare),
      countries: countries.map(({ code, name }) => [code, name] as const).sort(([, a], [, b]) => compare(a, b)),
    };
  }

  async function showEditor(res: Response, editor: Omit<Editor, "offers" | "head">, status?: number): Promise<void> {
    const offers = await remember({ name: "draft_offers" }, {}, deps, readOffers, () => true);
    const { listing_id } = editor.draft;
    const listing =
      listing_id === null ? undefined : (await attempt(getMyListing, { listing_id }, callOf(res.req, res))).output;
    const head = listing && dashboardHead(listing, "edit");
    const isWrong = editor.fault !== undefined || Object.keys(editor.faults).length > 0;
    pages.render(res, {
      status: status ?? (isWrong ? 400 : 200),
      title: titleOf(editor.draft),
      width: "reading",
      place: dashboardPlace,
      body: draftEditor(res, { ...editor, offers, head }),
    });
  }

  /** The form with what was typed and its faults. */
  async function showError(
    req: Request,
    res: Response,
    error: AppError,
    changes: DraftChanges,
    what = "Nothing was saved yet.",
  ): Promise<void> {
    const draft = await draftOf(req, res);
    const faults = faultsByName(error);
    const fault = error.faults.length > 0 ? what : plainWords(error.message);
    await showEditor(res, { draft, values: mergedValues(draft, changes), faults, fault });
  }

  /** The draft changed meanwhile: nothing is saved, and the page shows both versions. */
  async function showConflict(
    res: Response,
    draft: DraftView,
    changes: DraftChanges,
    conflicts: string[],
  ): Promise<void> {
    const now = new Map(partsOf(valuesOf(draft)));
    const theirs = (part: string): string => {
      if (!part.startsWith("fields.")) return "Somebody else has changed this. This is your version.";
      const text = [now.get(part)].flat().join(", ");
      return text ? `Somebody else has changed this to: ${text}` : "Somebody else has removed this.";
    };
    const faults = Object.fromEntries(conflicts.map((part) => [part, theirs(part)]));
    const fault = `Nothing was saved yet: somebody else changed ${conflicts.length === 1 ? "a part" : "parts"} that you changed too, marked below. The form has your version. Save again to replace theirs.`;
    await showEditor(res, { draft, values: mergedValues(draft, changes), faults, fault }, 409);
  }

  router.get("/drafts/:id", accountOnly, async (req, res) => {
    const draft = await draftOf(req, res);
    if (draft.status === "ready") return showEditor(res, { draft, values: valuesOf(draft), faults: {} });
    pages.render(res, {
      title: titleOf(draft),
      width: "reading",
      place: dashboardPlace,
      refreshSeconds: POLL_SECONDS,
      body: draftProgress(draft),
    });
  });

  router.post("/drafts/:id", accountOnly, async (req, res) => {
    const draft = await draftOf(req, res);
    const here = `/drafts/${draft.id}`;
    if (draft.status !== "ready") return seeOther(res, here);
    const [act = "save", name = ""] = formText(req, "act").split(".");
    const body: Record<string, unknown> = req.body;
    const changes = changesOf(readDraftForm(body), body);
    const isAboutField = (DRAFT_FIELDS as readonly string[]).includes(name);
    if (name !== "" && !isAboutField) return notFound(res);

    const conflicts = conflictsOf(draft, changes, body);
    if (conflicts.length) return showConflict(res, draft, changes, conflicts);
    const call = callOf(req, res);
    const input = inputOf(act, name as DraftFieldName, changes);
    const saved = await attempt(updateDraft, { id: draft.id, ...input }, call);
    if (saved.error) return showError(req, res, saved.error, changes);
    if (act === "submit") {
      const { output, error } = await attempt(submitDraft, { id: draft.id }, call);
      if (error)
        return showError(req, res, error, {}, "Your changes are saved, but something is missing for a listing.");
      return seeOther(res, `/account/listings/${output.listing_id}?notice=listing-saved`);
    }
    const back = undoOf(draft, saved.output);
    const undoId =
      back && undo.keep(accountOf(res).id, { tool: updateDraft, input: { id: draft.id, ...back }, path: here });
    const outcome = saved.output.regenerated?.[name];
    seeOther(
      res,
      withNotice(isAboutField ? `${here}#${anchorOf(name)}` : here, WRITTEN[outcome ?? ""] ?? "draft-saved", undoId),
    );
  });

  router.post("/drafts/:id/invites", accountOnly, async (req, res) => {
    const email = formText(req, "email");
    const { error } = await attempt(inviteCofounder, { id: idOf(req), email }, callOf(req, res));
    if (!error) return seeOther(res, `/drafts/${idOf(req)}?notice=invite-sent#invites`);
    const draft = await draftOf(req, res);
    const detail = plainWords(error.faults[0]?.detail ?? error.message);
    await showEditor(res, { draft, values: valuesOf(draft), faults: { email: detail } });
  });

  return router;
}
