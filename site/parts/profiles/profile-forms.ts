import type { Response } from "express";
import type { FounderOffer } from "#actions/profiles/claim-founder.ts";
import type { ProfileForm } from "#actions/profiles/save-profile.ts";
import { type Html, href, html, partWith } from "#core/text/html.ts";
import { HANDLE_DAYS, HANDLE_LENGTH } from "#domain/profiles/handle.ts";
import { BIO_MAX, LINKS_MAX, type ProfileSection, type PublicPerson } from "#domain/profiles/profile.ts";
import { type Text, t, wordsWith } from "#languages/words.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Profile } from "#store/repos/profiles/profiles.ts";
import { face } from "../../kit/faces.ts";
import { type Faults, field, formFault, formTo, hidden } from "../../kit/form.ts";
import { showDay, showUrl } from "../../kit/show.ts";
import { uploadField } from "../pictures/upload-field.ts";
import { personName } from "./profile-link.ts";

const PATH = "/account/profile";

const SECTIONS: readonly (readonly [section: ProfileSection, label: Text, hint: Html | Text])[] = [
  [
    "products",
    wordsWith("awards", t`Products and awards`, t`Products`),
    t`Live listings of your teams, and those that name you as a maker.`,
  ],
  ["reviews", t`Reviews`, t`Published reviews. Each is also shown on the product’s page.`],
  ["comments", t`Comments`, t`Published comments. Each is also shown where you wrote it.`],
  [
    "votes",
    t`Votes`,
    html`Otherwise your votes are private. <a href="${href(`${PATH}/votes`)}">Choose which ones</a>.`,
  ],
];

type Shown = {
  form: ProfileForm;
  faults: Faults;
  profile: Profile | undefined;
  account: Pick<Account, "name">;
  baseUrl: string;
};

export const profileForm = (res: Response, { form, faults, profile, account, baseUrl }: Shown): Html =>
  html`<section aria-labelledby="page"><h2 id="page">Your page</h2>
${formFault(faults.form)}
${formTo(res, PATH, html` novalidate`)}
${field({
  name: "handle",
  label: t`Handle`,
  value: form.handle,
  hint: html`${HANDLE_LENGTH.least} to ${HANDLE_LENGTH.most} letters (a–z), digits or hyphens:
${showUrl(baseUrl)}/@<b>${profile?.handle ?? "name"}</b>.
You can change it once every ${HANDLE_DAYS} days. The old address then redirects here and is never given to anyone else.`,
  fault: faults.handle,
  autocomplete: "username",
  maxLength: HANDLE_LENGTH.most + 1,
})}
<p class="small muted">${
    account.name ? html`Your page shows the name <b><bdi>${account.name}</bdi></b>.` : t`You have not set a name.`
  } <a href="/account#you">Change your name</a></p>
${field({
  name: "bio",
  label: t`About you`,
  type: "textarea",
  rows: 4,
  value: form.bio,
  fault: faults.bio,
  autocomplete: "off",
  required: false,
  count: BIO_MAX,
})}
${field({
  name: "links",
  label: t`Your links`,
  type: "textarea",
  rows: 3,
  value: form.links,
  hint: t`One per line, up to ${LINKS_MAX.count}.`,
  fault: faults.links,
  autocomplete: "off",
  required: false,
})}
<fieldset><legend>What it shows</legend>
${SECTIONS.map(([section, label, hint]) => {
  const box = html`<label class="check"><input type="checkbox" name="shows" value="${section}"${
    form.shows.includes(section) && html` checked`
  }><span><strong>${label}</strong><br><span class="small muted">${hint}</span></span></label>`;
  const kept = form.shows.includes(section) && hidden("shows", section);
  return section === "votes" ? partWith("votes", box, kept) : box;
})}</fieldset>
<fieldset><legend>Who can see it</legend>
<label class="check"><input type="checkbox" name="public" value="on"${
    form.isPublic && html` checked`
  }><span><strong>Make my profile public</strong><br><span class="small muted">Your reviews and listings will link to
it, and search engines may index it.</span></span></label></fieldset>
<p class="row"><button>Save profile</button></p>
</form></section>`;

export const faceForm = (
  res: Response,
  { profile, name, fault }: { profile: Profile; name: string | null; fault: Text | undefined },
): Html =>
  html`<section aria-labelledby="face-title"><h2 id="face-title">Your picture</h2>
<p class="muted">Upload a picture, or we show your initials.</p>
${formTo(res, `${PATH}/face`, html` class="card one-picture" novalidate`)}
<div class="row">${face({ name: name ?? profile.handle, avatarUrl: profile.avatarUrl }, "big")}</div>
<input type="hidden" id="face" name="face">
${fault && html`<p class="fault" role="alert">${fault}</p>`}
${uploadField({
  name: "file.face",
  label: t`Upload a picture`,
  shape: "square",
  button: ["do", "upload"],
  into: { address: "face" },
  isSentAtOnce: true,
})}
${
  profile.avatarUrl !== null &&
  html`<p class="row"><button class="danger" name="do" value="remove">Show initials instead</button></p>`
}</form></section>`;

type Makers = {
  offers: readonly FounderOffer[];
  others: ReadonlyMap<string, PublicPerson>;
  account: Pick<Account, "name">;
};

export const founderList = (res: Response, { offers, others, account }: Makers): Html | false =>
  offers.length > 0 &&
  html`<section aria-labelledby="makers"><h2 id="makers">Are you one of these makers?</h2>
<p class="muted">Your listings name these makers. If one of them is you,
their page becomes part of your profile and redirects there while your profile is public.</p>
<ul class="dashboard-rows">${offers.map((offer) => makerRow(res, offer, { others, account }))}</ul></section>`;

function makerRow(res: Response, offer: FounderOffer, { others, account }: Omit<Makers, "offers">): Html {
  const { slug, name, avatarUrl, state, claimedBy, isOwned } = offer;
  const button = (act: "claim" | "release", label: Text) =>
    html`${formTo(res, `${PATH}/makers/${slug}`)}<button class="quiet slim" name="do" value="${act}">${label}<span
class="unseen">: ${name}</span></button></form>`;
  const words = {
    mine: t`Part of your profile.`,
    free: "",
    "other-name": account.name
      ? t`Your account has another name, so this is someone else.`
      : t`Your account has no name, so this is someone else.`,
    taken: html`Part of the profile of ${personName(others.get(claimedBy ?? ""))}.`,
  };
  return html`<li><div class="row grow">${face({ name, avatarUrl }, "little")}<div><p><bdi>${name}</bdi></p>
${words[state] !== "" && html`<p class="small muted">${words[state]}</p>`}</div></div>
${state === "free" && button("claim", t`This is me`)}${state === "mine" && button("release", t`Not me`)}${
  state === "taken" && isOwned && button("release", t`Disconnect`)
}</li>`;
}

type Vote = { slug: string; name: string; at: Date; isHidden: boolean };

export const voteList = (res: Response, votes: readonly Vote[], page: number): Html =>
  votes.length === 0
    ? html`<p class="muted">You have not voted for anything yet. <a href="/launches">See what launches this week</a>.</p>`
    : html`<ul class="dashboard-rows">${votes.map(
        ({ slug, name, at, isHidden }) =>
          html`<li><div class="grow"><p><a href="${href(`/listings/${slug}`)}"><bdi>${name}</bdi></a>${
            isHidden && html` <span class="tag">hidden</span>`
          }</p><p class="small muted">Voted on ${showDay(at)}</p></div>
${formTo(res, `${PATH}/votes/${slug}`)}${hidden("page", page)}<button class="quiet slim" name="do"
value="${isHidden ? "show" : "hide"}">${isHidden ? t`Show` : t`Hide`}<span class="unseen"> ${name}</span></button></form></li>`,
      )}</ul>`;

export const removeForm = (res: Response): Html =>
  html`<section aria-labelledby="delete"><h2 id="delete">Delete your profile</h2>
<p class="muted">This deletes the page with its picture, text and links.
Your account and everything else you did here stay, and your handle stays reserved for you.</p>
${formTo(res, `${PATH}/delete`)}<button class="danger">Delete my profile</button></form></section>`;
