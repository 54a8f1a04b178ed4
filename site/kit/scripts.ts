import { type Html, html } from "#core/text/html.ts";
import { as, formattedOnce, formsOf, isOurs, noun, plural, t, type Words, wordsWith } from "#languages/words.ts";
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
    notCopied: t`Your browser does not allow copying. Select the text and copy it.`,
    failed: t`That did not work. Reload the page and try again.`,
    offline: t`You are offline. Try again when you are online.`,
    dismiss: as("a notice")`Dismiss`,
    notFound: t`The search did not respond. Try again.`,
    yourTime: t`your time: ${time}`,
    vote: (count) => noun(count, "vote"),
    follower: (count) => noun(count, "follower"),
  },
  "find.js": {
    paid: t`Promoted`,
    category: t`Category`,
    slashOn: t`Turn on the / shortcut`,
    slashOff: t`Turn off the / shortcut`,
    suggestions: (count) => plural(count, "suggestion"),
    clear: t`Clear recent searches`,
    recent: t`Recent searches`,
    found: t`Products and categories`,
  },
  "collection.js": {
    gone: t`${name} was removed.`,
    place: t`${name}: ${place} of ${count} on this page`,
    drag: t`Drag to reorder`,
  },
  "editor.js": {
    saved: t`Saved ${time}`,
    signedOut: t`Not saved. Sign in again in another tab, then come back here.`,
    notSavedOffline: t`Not saved. You are offline.`,
    saving: t`Saving…`,
    someUnsaved: t`Some changes are not saved. See below.`,
    unsaved: t`Not saved yet`,
    writing: t`Writing…`,
    discard: t`Discard`,
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
    standing: wordsWith("weekly", t`#${place} this week`, t`#${place} today`),
    comments: (count) => plural(count, "new comment"),
    won: t`${name} won an award.`,
    award: t`See the award`,
    begun: wordsWith(
      "weekly",
      t`Voting has started for this week’s launches.`,
      t`Voting has started for today’s launches.`,
    ),
    race: t`See the launches`,
    over: wordsWith(
      "weekly",
      t`Voting has ended for this week’s launches.`,
      t`Voting has ended for the launches of this day.`,
    ),
    result: t`See the result`,
    given: t`The awards are out.`,
    podium: t`See the podium`,
    live: t`${name} is live.`,
    share: t`Share it`,
  },
  "notifications.js": {
    denied: t`Your browser blocks notifications from this site. Allow them in the browser settings, then try again.`,
    default: t`You have not allowed notifications yet. Try again and allow them in the browser.`,
    pushFailed: t`The browser could not turn on notifications. Try again in a minute.`,
  },
  "passkeys.js": {
    InvalidStateError: t`This device already has a passkey for your account.`,
    NotAllowedError: t`It was canceled or took too long. Try again.`,
    passkeyFailed: t`Your device could not complete this. Try another way.`,
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
    uploaded: t`${name} was uploaded.`,
    describe: t`${name} was uploaded. Describe it, then save.`,
    processing: t`${name} is being processed.`,
    notUploaded: t`${name} was not uploaded. ${reason}`,
    empty: t`${name} is empty. Choose another file.`,
    large: t`${name} is larger than 5 MB. Choose a smaller one.`,
    full: (most) => t`${name} was left out. The limit is ${plural(most, "picture")}.`,
    someLeft: (left) => t`${plural(left, "file was", "files were")} left out. There is no room for more.`,
    gone: t`${name} was removed.`,
    fault: t`That did not work. Try again.`,
    again: t`Try again`,
    dismiss: as("a notice")`Dismiss`,
    undo: t`Undo`,
    crop: as("verb")`Crop`,
    cropOne: t`Crop picture ${place}`,
    up: t`Move up picture ${place}`,
    down: t`Move down picture ${place}`,
    remove: t`Remove picture ${place}`,
    picture: t`Picture ${place}`,
    pictureOf: t`Picture ${place} of ${count}`,
    cropped: t`Picture cropped.`,
    notSaved: t`Not saved yet.`,
    pictureRemoved: t`Picture ${place} will be removed when you save.`,
    pictureBack: t`Picture restored.`,
    drag: t`Drag to reorder`,
    cropping: t`Picture. The bright part will be shown.`,
    size: t`Size`,
    across: t`Horizontal position`,
    vertical: t`Vertical position`,
    use: t`Apply crop`,
    whole: t`Use the whole picture`,
    cancel: t`Cancel`,
    wide: t`Crop to 16:9`,
    square: t`Crop to a square`,
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
