import type { Request, Response } from "express";
import { addUpload } from "#actions/pictures/add-upload.ts";
import type { AppError } from "#core/errors/errors.ts";
import type { ListingInList } from "#domain/listings/listing.ts";
import { t, type Words } from "#languages/words.ts";
import { getDraft } from "#tools/drafts/get-draft.ts";
import { inviteCofounder } from "#tools/drafts/invite-cofounder.ts";
import { submitDraft } from "#tools/drafts/submit-draft.ts";
import { invoke } from "#tools/invoke.ts";
import { remember } from "#tools/kept.ts";
import { getMyListing } from "#tools/listings/get-my-listing.ts";
import { attempt, faultsByName, plainWords } from "../../kit/attempt.ts";
import { type Faults, formText, queryText } from "../../kit/form.ts";
import { languageOf } from "../../kit/language.ts";
import { formFile, unfit } from "../../kit/multipart.ts";
import { showUrl } from "../../kit/show.ts";
import { accountOf, accountOnly, memberOf, orNotFound, type Site, seeOther } from "../../kit/site.ts";
import { editDraft } from "../../kit/site-tools.ts";
import {
  type Act,
  backOf,
  fieldIn,
  inputOf,
  outcomeOf,
  partNames,
  readAct,
  wired,
  without,
} from "../../parts/drafts/draft-acts.ts";
import { draftEditor, type Editor } from "../../parts/drafts/draft-editor.ts";
import { anchorOf } from "../../parts/drafts/draft-fact.ts";
import {
  changesOf,
  type DraftChanges,
  type DraftView,
  mergedValues,
  partsOf,
  readDraftForm,
  undoOf,
  valuesOf,
} from "../../parts/drafts/draft-form.ts";
import { draftProgress, POLL_SECONDS } from "../../parts/drafts/draft-progress.ts";
import { type Done, doneCode, editorScripts, readDone } from "../../parts/drafts/editor-frame.ts";
import { changedParts, conflictsBetween, conflictWords, sentMarks } from "../../parts/drafts/form-marks.ts";
import { keptLogo } from "../../parts/drafts/kept-logo.ts";
import { readOffers } from "../../parts/drafts/profile-input.ts";
import { dashboardHead, dashboardPath, dashboardPlace } from "../../parts/listings/dashboard.ts";
import { uploadScript } from "../../parts/pictures/upload-field.ts";

type Shown = Pick<Editor, "draft"> &
  Partial<Omit<Editor, "draft" | "offers" | "ownFields" | "namesakes" | "logoUrl" | "listing">>;
type FieldAct = Extract<Act, { part: string }>;
type Sent = { draft: DraftView; body: Record<string, unknown>; changed: Set<string>; changes: DraftChanges };

const MOST_LIKELY = 3;
const MOST_NAMESAKES = 3;

export function draftPages({ deps, pages, undo, router }: Site): void {
  const callContext = (req: Request, res: Response) => ({ ...deps, caller: memberOf(req, res) });
  const callOf = (req: Request, res: Response) => ({ deps, caller: memberOf(req, res) });
  const own = () => deps.store.ownFields();
  const idOf = (req: Request): string => String(req.params.id);
  async function draftOf(req: Request, res: Response): Promise<DraftView> {
    return (await invoke(getDraft, { id: idOf(req) }, { ...callOf(req, res), interface: "site" })).output;
  }
  const titleOf = ({ url, fields }: DraftView): Words => t`Draft of ${String(fields.name?.value ?? showUrl(url))}`;

  async function likelyCategories({ fields }: DraftView): Promise<string[]> {
    if (fields.categories?.value?.length) return [];
    const texts = ["tagline", "short_description", "description", "keywords"].flatMap(
      (name) => fields[name]?.value ?? [],
    );
    return texts.length > 0 ? deps.store.listings.likelyCategories(texts.join(" "), MOST_LIKELY) : [];
  }

  /** Of a draft that is no listing yet, live listings that go by its name. */
  async function namesakes({ listing_id, fields }: DraftView): Promise<ListingInList[]> {
    const name = listing_id === null && fields.name?.value;
    return typeof name === "string" ? deps.store.listings.namesakes(name, MOST_NAMESAKES) : [];
  }

  async function showEditor(res: Response, { draft, ...shown }: Shown, status?: number): Promise<void> {
    const offers = await remember(
      { name: "draft_offers" },
      { language: languageOf(res).tag },
      deps,
      () => readOffers(deps.store, languageOf(res)),
      () => true,
    );
    const { listing_id } = draft;
    const listing =
      listing_id === null ? undefined : (await attempt(getMyListing, { listing_id }, callOf(res.req, res))).output;
    const open = await deps.store.orders.openLaunches(accountOf(res).id, deps.now());
    const values = shown.values ?? valuesOf(draft);
    const faults = shown.faults ?? {};
    const isWrong = shown.fault !== undefined || Object.keys(faults).length > 0;
    pages.render(res, {
      status: status ?? (isWrong ? 400 : 200),
      title: titleOf(draft),
      width: "full",
      place: dashboardPlace,
      head: [editorScripts(), uploadScript()],
      body: draftEditor(res, {
        ...shown,
        ...{ draft, values, faults, offers: { ...offers, likely: await likelyCategories(draft) } },
        ownFields: own(),
        namesakes: await namesakes(draft),
        logoUrl: keptLogo(deps, values.fields.logo_url),
        listing: listing && {
          head: dashboardHead({ ...listing, order: open.get(listing.listing_id) }, "edit", res, deps.now()),
          slug: listing.slug,
          isLive: listing.status === "live",
        },
      }),
    });
  }

  async function showError(
    req: Request,
    res: Response,
    error: AppError,
    { changed, changes }: Pick<Sent, "changed" | "changes">,
    { what = t`Nothing was saved.`, part }: { what?: Words; part?: string } = {},
  ): Promise<void> {
    const draft = await draftOf(req, res);
    const isOfPart = part !== undefined && error.faults.length === 0;
    const faults = isOfPart ? { [part]: plainWords(error.detail) } : faultsByName(error);
    const fault = error.faults.length > 0 || isOfPart ? what : plainWords(error.detail);
    await showEditor(res, { draft, values: mergedValues(draft, changes), faults, fault, unsaved: [...changed] });
  }

  const wordsOf = (draft: DraftView, conflicts: readonly string[]): Faults => {
    const now = partsOf(valuesOf(draft));
    return Object.fromEntries(conflicts.map((part) => [part, conflictWords(now, part)]));
  };

  /** The draft changed meanwhile: nothing is saved, and the page shows both versions. */
  async function showConflict(res: Response, { draft, changes, changed }: Sent, conflicts: string[]): Promise<void> {
    const faults = wordsOf(draft, conflicts);
    const fault = t`Nothing was saved: this was also changed elsewhere. The form shows your version. Save again to replace the other version.`;
    const shown = { draft, values: mergedValues(draft, changes), faults, fault, conflicts, unsaved: [...changed] };
    await showEditor(res, shown, 409);
  }

  /** Saves what is valid and shows the rest with its faults. A listing changes only by its button. */
  async function saveWhileTyping(req: Request, res: Response, sent: Sent, isPreviewing: boolean): Promise<void> {
    const { changes, changed, body } = sent;
    let { draft } = sent;
    if (isPreviewing || draft.listing_id !== null)
      return showEditor(res, { draft, values: mergedValues(draft, changes), unsaved: [...changed], isPreviewing });
    const conflicts = conflictsBetween(partsOf(readDraftForm(body)), partsOf(valuesOf(draft)), body);
    const save = (fit: DraftChanges) => attempt(editDraft, { id: draft.id, ...wired(fit, own()) }, callOf(req, res));
    let saved = await save(without(changes, conflicts));
    const faults = saved.error ? faultsByName(saved.error) : {};
    const wrong = partNames(draft).filter((part) =>
      Object.keys(faults).some((name) => name === part || name.startsWith(`${part}.`)),
    );
    if (wrong.length > 0) saved = await save(without(changes, [...conflicts, ...wrong]));
    if (saved.error) return showError(req, res, saved.error, sent);
    draft = saved.output;
    const unsaved = [...conflicts, ...wrong];
    const typed = without(
      changes,
      [...changed].filter((part) => !unsaved.includes(part)),
    );
    const kept = sentMarks(body, conflicts);
    const shown = { draft, values: mergedValues(draft, typed), faults: { ...faults, ...wordsOf(draft, conflicts) } };
    await showEditor(res, { ...shown, conflicts, unsaved, kept }, 200);
  }

  async function takeBack(req: Request, res: Response, { draft, changes, changed }: Sent, id: string): Promise<void> {
    const here = `/drafts/${draft.id}`;
    const back = await undo.take(accountOf(res).id, id);
    if (!back?.part || !("tool" in back) || back.path !== here) return seeOther(res, here, "undo-over");
    const { part, input } = back;
    const others = without(changes, [part.name]);
    const { fields = {}, ...rest } = input as DraftChanges;
    const all = { ...wired(others, own()), ...rest, fields: { ...others.fields, ...fields } };
    const { error } = await attempt(editDraft, all, callOf(req, res));
    if (error) return showError(req, res, error, { changes, changed });
    seeDone(res, here, { part: part.name, outcome: "undone" });
  }

  function seeDone(res: Response, here: string, done: Done): void {
    const query = new URLSearchParams({ did: doneCode(done), ...(done.undo && { undo: done.undo }) });
    const name = fieldIn(done.part);
    seeOther(res, `${here}?${query}#${name ? anchorOf(name) : done.part}`);
  }

  router.get("/drafts/:id", accountOnly, async (req, res) => {
    const draft = await draftOf(req, res);
    if (draft.status === "ready") {
      const did = readDone(queryText(req, "did"), partNames(draft));
      const key = queryText(req, "undo");
      const part = did && (await undo.look(accountOf(res).id, key))?.part;
      return showEditor(res, { draft, done: did && { ...did, ...(part && { before: part.before, undo: key }) } });
    }
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
    const act = orNotFound(readAct(formText(req, "act"), partNames(draft)));
    const body: Record<string, unknown> = req.body;
    const typed = readDraftForm(body);
    const changed = changedParts(partsOf(typed), body);
    const sent: Sent = { draft, body, changed, changes: changesOf(typed, changed) };
    if (act.kind === "preview" || act.kind === "autosave")
      return saveWhileTyping(req, res, sent, act.kind === "preview");
    if (act.kind === "undo") return takeBack(req, res, sent, act.id);

    const decided = act.kind === "mine" || act.kind === "theirs" ? act.part : undefined;
    const conflicts = conflictsBetween(partsOf(typed), partsOf(valuesOf(draft)), body).filter(
      (part) => part !== decided,
    );
    if (conflicts.length) return showConflict(res, sent, conflicts);
    if (act.kind === "upload") return saveUpload(req, res, sent, act);
    await save(req, res, sent, act);
  });

  /** A file sent without scripts: the address of the picture replaces what was typed. */
  async function saveUpload(req: Request, res: Response, sent: Sent, act: FieldAct): Promise<void> {
    const file = formFile(req, `file.${fieldIn(act.part)}`);
    const upload = file
      ? await addUpload({ ...file, shape: "square", crop: "square" }, callContext(req, res)).catch(unfit)
      : { fault: t`Choose a file first.` };
    const { draft, changes, changed } = sent;
    if ("fault" in upload) {
      const values = mergedValues(draft, changes);
      return showEditor(res, { draft, values, faults: { [act.part]: upload.fault }, unsaved: [...changed] });
    }
    await save(req, res, { ...sent, changes: without(changes, [act.part]) }, act, upload.url);
  }

  async function save(
    req: Request,
    res: Response,
    sent: Sent,
    act: Exclude<Act, { kind: "undo" }>,
    uploaded?: string,
  ): Promise<void> {
    const { draft, changed } = sent;
    const here = `/drafts/${draft.id}`;
    const call = callOf(req, res);
    const part = "part" in act ? act.part : undefined;
    const kept = act.kind === "theirs" ? without(sent.changes, [act.part]) : sent.changes;
    const changes = uploaded ? { ...kept, fields: { ...kept.fields, logo_url: uploaded } } : kept;
    const saved = await attempt(editDraft, { id: draft.id, ...inputOf(act, changes, own()) }, call);
    if (saved.error) return showError(req, res, saved.error, { changes, changed }, { ...(part && { part }) });
    if (act.kind === "submit") {
      const { output, error } = await attempt(submitDraft, { id: draft.id }, call);
      if (!error) return seeOther(res, dashboardPath(output, "launch"), "listing-saved");
      const what = t`Your changes are saved, but the page cannot be published yet.`;
      return showError(req, res, error, { changes: {}, changed: new Set() }, { what });
    }
    const accountId = accountOf(res).id;
    const outcome = outcomeOf(act, saved.output);
    if (part && outcome) {
      const back = backOf(act, draft, saved.output, sent.changes);
      const key =
        back &&
        (await undo.keep(accountId, {
          ...{ tool: editDraft, input: { id: draft.id, ...wired(back.input, own()) }, path: here },
          part: { name: part, before: back.before },
        }));
      return seeDone(res, here, { part, outcome, undo: key });
    }
    const back = undoOf(draft, saved.output);
    const key =
      back &&
      (await undo.keep(accountId, { tool: editDraft, input: { id: draft.id, ...wired(back, own()) }, path: here }));
    seeOther(res, here, "draft-saved", key);
  }

  router.post("/drafts/:id/invites", accountOnly, async (req, res) => {
    const email = formText(req, "email");
    const { error } = await attempt(inviteCofounder, { id: idOf(req), email }, callOf(req, res));
    if (!error) return seeOther(res, `/drafts/${idOf(req)}?notice=invite-sent#invites`);
    const draft = await draftOf(req, res);
    const detail = plainWords(error.faults[0]?.detail ?? error.detail);
    await showEditor(res, { draft, faults: { email: detail } });
  });
}
