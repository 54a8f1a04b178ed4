import { randomUUIDv7 } from "node:crypto";
import { createReviewer, type SampleDraft } from "#actions/accounts/reviewer.ts";
import { knownCategories } from "#domain/drafts/known-categories.ts";
import type { Store } from "#store/store.ts";
import { accountDeps } from "./audited.ts";
import { type Command, CommandError, withStore } from "./command.ts";
import { newLogin, PASSWORD_OPTIONS } from "./password.ts";

export const reviewerCreate: Command = {
  name: "reviewer create",
  usage: "reviewer create --email E [--password-stdin]",
  summary: "Creates an account for reviewers of stores, with a draft and a saved listing to look at.",
  about: `Its email counts as verified, and nothing of it shows on the site. Repeating it sets the password and adds what is missing.
In a terminal it asks for the password; elsewhere --password-stdin reads it from standard input.`,
  examples: ["reviewer create --email reviewer@example.com"],
  options: { email: "email of the account", ...PASSWORD_OPTIONS },
  async run({ flags }, io) {
    const { email, password } = await newLogin(flags, io);
    await withStore(io, async (store) => {
      const id = (await store.accounts.findByEmail(email))?.id ?? randomUUIDv7();
      const account = await createReviewer({ id, email, password }, await samples(store), accountDeps(store, id));
      if (!account)
        throw new CommandError(`${email} belongs to an account that is not a reviewer's. Choose another address.`);
      io.answer(`${account.email} can review the site, with a draft and a saved listing.`, { id, email });
    });
  },
};

/** Drafts of invented websites, made by the usual rules. */
async function samples(store: Store): Promise<SampleDraft[]> {
  const [{ REVIEWER_SITES }, { extractHtml }, { draftByRules }] = await Promise.all([
    import("#data/reviewer-sites.ts"),
    import("#crawler/extract.ts"),
    import("#drafting/extractive.ts"),
  ]);
  const categories = await store.reference.categoryNames();
  return REVIEWER_SITES.map(({ url, pages: given, edit, isListed }) => {
    const pages = given.map(({ path, kind, html }, index) =>
      extractHtml(html, url + path, { id: `p${index + 1}`, kind }),
    );
    const site = { url, pages, robots: "allowed" as const, error: null, needsJavascript: false };
    const drafted = draftByRules({
      site: { ...site, requests: pages.length, fetchedAt: new Date() },
      ...knownCategories(categories),
    });
    return { url, pages, drafted, edit, isListed };
  });
}
