import { z } from "zod";
import { type Access, SCOPES } from "#actions/context.ts";
import { defineTool, READ } from "../define.ts";

export const getAccount = defineTool({
  name: "get_account",
  title: "Who am I",
  description:
    "The signed-in account, how it signed in, what this access allows, and how many drafts, listings and interview answers it has.",
  access: "account:read",
  isOwnText: true,
  rest: "GET /me",
  annotations: READ,
  input: z.strictObject({}),
  output: z.object({
    user: z.object({ id: z.string(), name: z.string().nullable(), email: z.string(), email_verified: z.boolean() }),
    auth: z.object({
      type: z.enum(["oauth", "api_key", "session"]),
      client: z.string().nullable(),
      scopes: z.array(z.string()),
    }),
    can: z.record(z.string(), z.boolean()).describe("scope -> granted"),
    limits: z.record(z.string(), z.int()),
    counts: z.object({ drafts: z.int(), listings: z.int(), interview_answers: z.int() }),
  }),

  async handler(_input, { store, caller, settings }) {
    const one = { page: 1, perPage: 1 };
    const [account, drafts, listings, answers] = await Promise.all([
      store.accounts.find(caller.accountId),
      store.drafts.listOwned(caller.accountId, one),
      store.listings.listOwned(caller.accountId, one),
      store.interview.answersOf(caller.accountId),
    ]);
    if (!account) throw new Error("The caller's account no longer exists.");
    const granted = new Set<Access>(caller.scopes);
    return {
      user: {
        id: account.id,
        name: account.name,
        email: account.email,
        email_verified: account.emailVerifiedAt !== null,
      },
      auth: { type: caller.via, client: caller.client, scopes: [...caller.scopes] },
      can: Object.fromEntries(SCOPES.map((scope) => [scope, granted.has(scope)])),
      limits: {
        reads_per_minute: settings.LIMIT_READ,
        writes_per_minute: settings.LIMIT_WRITE,
        submits_per_hour: settings.LIMIT_SUBMIT_HOUR,
        submits_per_day: settings.LIMIT_SUBMIT_DAY,
        regenerates_per_hour: settings.LIMIT_REGENERATE,
        invites_per_day: settings.LIMIT_INVITE,
        quotes_per_minute: settings.LIMIT_QUOTE,
        checkouts_per_hour: settings.LIMIT_CHECKOUT,
      },
      counts: { drafts: drafts.total, listings: listings.total, interview_answers: answers.length },
    };
  },
});
