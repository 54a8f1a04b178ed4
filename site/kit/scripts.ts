import { type Html, html } from "../../core/text/html.ts";
import { formattedOnce, formsOf, isOurs, noun, plural, t, type Words } from "../../languages/words.ts";
import { type Asset, assetPath } from "./assets.ts";

/** A sentence, or one with a form for each kind of number. */
type Said = Words | ((count: number) => Words);
type Sentences = Readonly<Record<string, Said>>;

// What the script fills in.
const [name, place, time, count] = ["{name}", "{place}", "{time}", "{count}"];
const [most, over, entry, entries, reason] = ["{most}", "{over}", "{entry}", "{entries}", "{reason}"];

/** What each script says, in addition to the scripts that every page has. */
const SENTENCES = {
  "script.js": {
    copied: t`Copied`,
    notCopied: t`The browser does not allow copying. Select the text and copy it by hand.`,
    failed: t`That did not work. Reload the page and try again.`,
    offline: t`There is no connection. Try again when you are online.`,
    notFound: t`The search did not answer. Press “Find it” to try again.`,
    yourTime: t`your time: ${time}`,
    vote: (count) => noun(count, "vote"),
    follower: (count) => noun(count, "follower"),
  },
  "find.js": {
    paid: t`Paid`,
    category: t`Category`,
    slashOn: t`Let / open the search`,
    slashOff: t`Don’t let / open the search`,
    suggestions: (count) => plural(count, "suggestion"),
    clear: t`Clear recent searches`,
    recent: t`Recent searches`,
    found: t`Products and categories`,
  },
  "collection.js": {
    gone: t`${name} is removed.`,
    place: t`${name}: ${place} of ${count} on this page`,
    drag: t`Drag to another place`,
  },
  "editor.js": {
    saved: t`Saved ${time}`,
    signedOut: t`Not saved. Sign in again in another tab, then come back here.`,
    notSavedOffline: t`Not saved: you are offline.`,
    saving: t`Saving…`,
    someUnsaved: t`Some changes are not saved. See below.`,
    unsaved: t`Not saved yet`,
    writing: t`Writing…`,
    discard: t`Discard them`,
    back: t`Your unsaved changes are back.`,
  },
  "entries.js": {
    removeEntry: t`Remove ${entry}`,
    addedEntries: t`Added ${entries}`,
    removedEntry: t`Removed ${entry}`,
    length: t`${count} of ${most}`,
    tooLong: t`${count} of ${most}: ${over} too many`,
  },
  "live.js": {
    standing: t`#${place} this week`,
    comments: (count) => plural(count, "new comment"),
    won: t`${name} won an award.`,
    award: t`See the award`,
    begun: t`This week has begun.`,
    race: t`Show the race`,
    over: t`The race of this week is over.`,
    result: t`See the result`,
    given: t`The awards are given.`,
    podium: t`See the podium`,
    live: t`${name} is live.`,
    share: t`Share it`,
  },
  "notifications.js": {
    denied: t`Your browser blocks notifications from this site. Allow them in its settings for this site, then try again.`,
    default: t`You have not allowed notifications yet. Try again, and allow them in the browser.`,
    pushFailed: t`The browser could not turn it on. Try again in a minute.`,
  },
  "passkeys.js": {
    InvalidStateError: t`This device already has a passkey for your account.`,
    NotAllowedError: t`Nothing was done: it took too long, or it was canceled. Try again.`,
    passkeyFailed: t`Your device could not do it. Try another way.`,
  },
  "reference.js": {
    notLoaded: t`The operations could not be loaded. Reload the page.`,
    loading: t`Loading the operations…`,
    body: t`Request body`,
  },
  "uploads.js": {
    // Of crop.js and picture-rows.js, too, which it loads.
    drop: t`Drop a picture here, paste it, or choose a file.`,
    dropSeveral: t`Drop pictures here, paste them, or choose files.`,
    upload: t`Upload of ${name}`,
    uploaded: t`${name} is uploaded.`,
    describe: t`${name} is uploaded. Describe it, then save.`,
    processing: t`${name} is being processed.`,
    notUploaded: t`${name} is not uploaded. ${reason}`,
    empty: t`${name} is empty. Choose another file.`,
    large: t`${name} is larger than 5 MB. Choose a smaller one.`,
    full: (most) => t`${name} was left out: the limit is ${plural(most, "picture")}.`,
    someLeft: (left) => t`${plural(left, "file was", "files were")} left out: there is no room for more.`,
    gone: t`${name} is removed.`,
    fault: t`That did not work. Try again.`,
    again: t`Try again`,
    dismiss: t`Dismiss`,
    undo: t`Undo`,
    crop: t`Crop`,
    cropOne: t`Crop picture ${place}`,
    up: t`Move up picture ${place}`,
    down: t`Move down picture ${place}`,
    remove: t`Remove picture ${place}`,
    picture: t`Picture ${place}`,
    pictureOf: t`Picture ${place} of ${count}`,
    cropped: t`The picture is cropped.`,
    notSaved: t`Not saved yet.`,
    pictureRemoved: t`Picture ${place} is removed once you save.`,
    pictureBack: t`The picture is back.`,
    drag: t`Drag to another place`,
    cropping: t`The picture; the bright part will be shown`,
    size: t`Size`,
    across: t`Left to right`,
    vertical: t`Top to bottom`,
    use: t`Use this part`,
    whole: t`Use all of it`,
    cancel: t`Cancel`,
    wide: t`Crop to 16:9`,
    square: t`Choose the square to show`,
  },
} as const satisfies Partial<Record<Asset, Sentences>>;

const blockOf = (sentences: Sentences): Words =>
  formattedOnce((language) =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(sentences).map(([key, said]) => [
          key,
          isOurs(said) ? said.in(language) : formsOf(said, language),
        ]),
      ),
    ),
  );
const blocks = new Map<string, Words>(
  Object.entries<Sentences>(SENTENCES).map(([file, sentences]) => [file, blockOf(sentences)]),
);

/** A script of the page, with what it says. */
export const script = (file: Asset): Html =>
  html`<script src="${assetPath(file)}" type="module"${
    blocks.has(file) && html` data-words="${blocks.get(file)}"`
  }></script>`;
