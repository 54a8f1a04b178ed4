import { type Response, Router } from "express";
import { href, html } from "../../../core/text/html.ts";
import {
  HELD_REASONS,
  LISTED_WORD_LENGTH_MAX,
  LISTED_WORDS_MAX,
  NEW_ACCOUNT_DAYS,
  SEEN_DAYS,
  typedWords,
} from "../../../domain/moderation/spam.ts";
import { lengthOf } from "../../../domain/text/text.ts";
import { adminActions } from "../../kit/admin-action.ts";
import { csrfField, field, formText } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { type Site, seeOther } from "../../kit/site.ts";

const PATH = "/admin/words";
const TEXT_MAX = LISTED_WORDS_MAX * LISTED_WORD_LENGTH_MAX;

/** Words whose texts wait for the team, and the other rules that hold texts back. */
export function wordAdminPages({ deps, pages }: Site): Router {
  const { store } = deps;
  const router = Router();
  const act = adminActions(deps);

  const show = (res: Response, typed: string, fault?: string): void =>
    pages.render(res, {
      status: fault ? 400 : 200,
      title: "Watched words",
      width: "reading",
      body: html`<h1>Watched words</h1>
<p class="lead">A comment, review or profile with one of these words is held until someone on the team has read it.
No program rejects anything.</p>
<form method="post" action="${href(PATH)}">${csrfField(res)}
${field({
  name: "words",
  label: "Words",
  type: "textarea",
  rows: 14,
  value: typed,
  fault,
  required: false,
  autocomplete: "off",
  maxLength: TEXT_MAX,
  hint: html`One word or phrase per line. <code>casino*</code> also matches words that start with it.
Case, accents, digits in place of letters and spaces between letters make no difference.`,
})}
<p><button>Save</button></p></form>
<h2>Other rules</h2>
<p>They always apply, to everyone but admins:</p>
<ul><li>${capital(HELD_REASONS["new-account-link"])}: one of less than ${NEW_ACCOUNT_DAYS} days.
It is no longer new once you let one of its texts through.</li>
<li>${capital(HELD_REASONS["same-text"])}: all of it or a long sentence, by anyone in the last ${SEEN_DAYS} days.</li>
<li>Floods: a person can post a few texts a minute and a few dozen a day, fewer with a new account. The rest is held.</li></ul>
<p><a href="/admin/held">Texts held for review</a></p>`,
    });

  router.get(PATH, async (_req, res) => show(res, (await store.writtenTexts.listedWords()).join("\n")));

  router.post(
    "/admin/words",
    act("words.save", async (req, res, audited) => {
      audited.on("listed");
      const typed = formText(req, "words");
      const words = typedWords(typed);
      const fault =
        words.length > LISTED_WORDS_MAX
          ? `List at most ${LISTED_WORDS_MAX.toLocaleString("en")} words.`
          : words.some((word) => lengthOf(word) > LISTED_WORD_LENGTH_MAX)
            ? `A line has at most ${LISTED_WORD_LENGTH_MAX} characters.`
            : undefined;
      if (fault) return show(res, typed, fault);
      await audited.store.change((tx) => tx.writtenTexts.listWords(words));
      seeOther(res, withNotice(PATH, "words-saved"));
    }),
  );

  return router;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
