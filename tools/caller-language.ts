import type { Deps, Member } from "#actions/context.ts";
import type { Language } from "#languages/language.ts";
import type { Reads } from "#store/store.ts";

/** For `message_for_user`: the account's language, or else the site's first. */
export const callerLanguage = async (
  { accountId }: Pick<Member, "accountId">,
  { store, languages }: Pick<Deps, "languages"> & { store: { accounts: Pick<Reads["accounts"], "find"> } },
): Promise<Language> => languages.of((await store.accounts.find(accountId))?.language);
