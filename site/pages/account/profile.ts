import type { Request, Response } from "express";
import { addUpload } from "#actions/pictures/add-upload.ts";
import { claimFounder, founderOffers, releaseFounder } from "#actions/profiles/claim-founder.ts";
import { hiddenBecause } from "#actions/profiles/profile-page.ts";
import { hideVote, type ProfileForm, removeProfile, saveProfile, setAvatar } from "#actions/profiles/save-profile.ts";
import { takeQuota } from "#core/limits/limiter.ts";
import { href, html } from "#core/text/html.ts";
import { PROFILE_SECTIONS, profilePath, SHOWN_AT_FIRST } from "#domain/profiles/profile.ts";
import { t } from "#languages/words.ts";
import type { Profile } from "#store/repos/profiles/profiles.ts";
import { type Faults, formList, formText, hasFaults } from "../../kit/form.ts";
import { formFile, unfit } from "../../kit/multipart.ts";
import type { Notice } from "../../kit/notices.ts";
import { accountOf, accountOnly, memberOf, type Site, seeOther } from "../../kit/site.ts";
import { pageNumber, pager } from "../../kit/table.ts";
import { readCrop, uploadScript } from "../../parts/pictures/upload-field.ts";
import { faceForm, founderList, profileForm, removeForm, voteList } from "../../parts/profiles/profile-forms.ts";

const PATH = "/account/profile";
const VOTES_PER_PAGE = 50;

const savedForm = (profile: Profile | undefined): ProfileForm => ({
  handle: profile?.handle ?? "",
  isPublic: profile?.isPublic ?? false,
  bio: profile?.bio ?? "",
  links: profile?.links.join("\n") ?? "",
  shows: profile?.shows ?? SHOWN_AT_FIRST,
});

const sentForm = (req: Request): ProfileForm => ({
  handle: formText(req, "handle").slice(0, 100),
  isPublic: formText(req, "public") === "on",
  bio: formText(req, "bio"),
  links: formText(req, "links"),
  shows: PROFILE_SECTIONS.filter((section) => formList(req, "shows").includes(section)),
});

export function ownProfilePages({ deps, pages, router }: Site): void {
  const { store, limiter } = deps;
  router.use(PATH, accountOnly);

  const count = (res: Response) => takeQuota(limiter, "profile", accountOf(res).id);

  async function show(
    res: Response,
    { form, faults = {} }: { form?: ProfileForm; faults?: Faults } = {},
  ): Promise<void> {
    const account = accountOf(res);
    const profile = await store.profiles.find(account.id);
    const offers = await founderOffers(account.id, store);
    const others = await store.profiles.people(offers.flatMap(({ claimedBy }) => claimedBy ?? []));
    pages.render(res, {
      status: hasFaults(faults) ? 400 : 200,
      heading: t`Your profile`,
      above: ["/account", t`Your account`],
      width: "reading",
      head: uploadScript(),
      body: html`<p class="lead">Your optional page with a picture, your products and a short bio.</p>
${profile && standing(profile)}
<div class="stack">
${profileForm(res, { form: form ?? savedForm(profile), faults, profile, account, baseUrl: deps.settings.BASE_URL })}
${profile && faceForm(res, { profile, name: account.name, fault: faults.face })}
${profile && founderList(res, { offers, others, account })}
${profile && removeForm(res)}
</div>`,
    });
  }

  router.get(PATH, (_req, res) => show(res));

  router.post(PATH, async (req, res) => {
    await count(res);
    const form = sentForm(req);
    const faults = await saveProfile(accountOf(res), form, deps);
    if (hasFaults(faults)) return show(res, { form, faults });
    seeOther(res, PATH, form.isPublic ? "profile-public" : "profile-saved");
  });

  router.post(`${PATH}/face`, async (req, res) => {
    await count(res);
    const { id } = accountOf(res);
    const done = (notice: Notice) => seeOther(res, PATH, notice);
    if (formText(req, "do") === "remove") {
      await setAvatar(id, null, deps);
      return done("face-removed");
    }
    const file = formFile(req, "file.face");
    const given = file && { ...file, shape: "square" as const, crop: readCrop(req, "square") };
    const added = given && (await addUpload(given, { ...deps, caller: memberOf(req, res) }).catch(unfit));
    if (added && "fault" in added) return show(res, { faults: { face: added.fault } });
    const url = added?.url ?? formText(req, "face");
    if (url === "" || !(await setAvatar(id, url, deps)))
      return show(res, { faults: { face: t`Choose a picture first.` } });
    done("face-saved");
  });

  router.post(`${PATH}/makers/:slug`, async (req, res) => {
    await count(res);
    const act = formText(req, "do") === "release" ? releaseFounder : claimFounder;
    const isDone = await act(accountOf(res).id, String(req.params.slug), deps);
    const notice = !isDone ? "gone" : act === claimFounder ? "maker-claimed" : "maker-released";
    seeOther(res, `${PATH}#makers`, notice);
  });

  router.post(`${PATH}/delete`, async (_req, res) => {
    await count(res);
    await removeProfile(accountOf(res).id, deps);
    seeOther(res, PATH, "profile-deleted");
  });

  router.get(`${PATH}/votes`, async (req, res) => {
    const page = pageNumber(req);
    const { items, total } = await store.profiles.everyVote(accountOf(res).id, { page, perPage: VOTES_PER_PAGE });
    pages.render(res, {
      heading: t`Votes on your profile`,
      above: [PATH, t`Your profile`],
      width: "reading",
      body: html`<p class="lead">If your profile shows votes, it shows these. Hide the ones you want to keep private.</p>
${voteList(res, items, page)}
${pager(`${PATH}/votes`, {}, { page, total_pages: Math.ceil(total / VOTES_PER_PAGE) })}`,
    });
  });

  router.post(`${PATH}/votes/:slug`, async (req, res) => {
    await takeQuota(limiter, "vote", accountOf(res).id);
    const isHidden = formText(req, "do") === "hide";
    await hideVote(accountOf(res).id, { slug: String(req.params.slug), isHidden }, deps);
    const page = Number(formText(req, "page")) || 1;
    seeOther(res, `${PATH}/votes?page=${page}`, isHidden ? "vote-hidden" : "vote-shown");
  });
}

function standing(profile: Profile) {
  const path = profilePath(profile.handle);
  const reason = hiddenBecause(profile);
  if (reason === undefined) return html`<p><a class="button quiet" href="${href(path)}">View profile</a></p>`;
  return reason === "hidden"
    ? html`<div class="notice bad">The site team hid your profile. Only you can see it.
<a href="/contact">Contact us</a> to ask why or to appeal.</div>`
    : html`<p class="muted">Only you can see it. <a href="${href(path)}">Preview it</a></p>`;
}
