import { z } from "zod";
import { Ill, Unchecked } from "#actions/health/finding.ts";
import { isLocal } from "#actions/health/proxy.ts";
import type { Settings } from "#core/settings/config.ts";
import { causeOf } from "#domain/text/failure.ts";
import { isKeyOf } from "#domain/text/keys.ts";
import { installationOf } from "#store/installation.ts";
import { openQuestions } from "#store/questions.ts";
import { TROUBLES } from "#store/unavailable.ts";
import type { Outside } from "./outside.ts";

const TIMEOUT_MS = 5000;

const Answer = z.object({
  status: z.string(),
  version: z.string(),
  installation: z.string().nullable(),
  forwarded: z.enum(["none", "trusted", "untrusted"]),
  reason: z.string().optional(),
  detail: z.string().optional(),
});
type Answered = z.infer<typeof Answer>;

/** The response of BASE_URL/readyz: this program, another one, or none. */
export type SiteAnswer = { failure?: string; isOurs?: boolean } & Partial<Answered>;

export async function askSite({ BASE_URL, ...settings }: Settings): Promise<SiteAnswer> {
  try {
    const response = await fetch(`${BASE_URL}/readyz`, {
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = Answer.safeParse(await response.json().catch(() => undefined));
    if (!answer.success) return { isOurs: false };
    const ours = await readInstallation({ ...settings, BASE_URL });
    const { installation } = answer.data;
    // Without its database, the site cannot identify itself.
    return { ...answer.data, isOurs: installation === null || installation === ours };
  } catch (error) {
    return { failure: causeOf(error) };
  }
}

async function readInstallation(settings: Settings): Promise<string | null> {
  try {
    const db = await openQuestions(settings);
    try {
      return installationOf(await db.one<string>("select value from secrets where name = 'oauth-jwks'"));
    } finally {
      await db.close();
    }
  } catch {
    // The database check reports this.
    return null;
  }
}

export async function checkSite(settings: Settings, answer: SiteAnswer | undefined, outside: Outside): Promise<string> {
  const { BASE_URL } = settings;
  if (!answer) return "not started yet";
  const { failure, isOurs, status, version, reason, detail } = answer;
  if (failure !== undefined) {
    if (!isLocal(settings) && (await outside.isOffline()))
      throw new Unchecked(`${BASE_URL} could not be checked: ${outside.reason}`);
    throw new Ill(
      `${BASE_URL}/readyz cannot be read: ${failure}`,
      "Is the site running (debut serve), and does the proxy lead to it? If this machine cannot reach its " +
        "own public address, use --skip site.",
    );
  }
  if (!isOurs)
    throw new Ill(
      `${BASE_URL} does not lead to the site of this DATA_DIR`,
      "Point DNS and the proxy to this program, and run doctor with the DATA_DIR of the site.",
    );
  if (reason === "starting") throw new Unchecked(`${BASE_URL} is starting: run doctor again in a moment`);
  if (status !== "ready")
    throw new Ill(
      `${BASE_URL}/readyz says ${status}${detail ? `: ${detail}` : ""}`,
      reason !== undefined && isKeyOf(TROUBLES, reason)
        ? TROUBLES[reason].cure
        : "See the log of the site, and the other lines here.",
    );
  return `${BASE_URL}/readyz answers, version ${version}`;
}
