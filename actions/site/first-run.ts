import { bankAccountOf, TRANSFER_SETTINGS } from "#core/settings/bank-account.ts";
import type { Settings } from "#core/settings/config.ts";
import { sellingFault } from "#core/settings/selling.ts";
import { FIRST_STEPS, type FirstStepName } from "#domain/site/first-run.ts";
import type { SiteLook } from "#domain/site/site-look.ts";
import { joined, plural, type Text, t } from "#languages/words.ts";
import type { Deps } from "../context.ts";
import { checkBackups } from "../health/files.ts";
import { look } from "../health/finding.ts";
import { isLocal } from "../health/proxy.ts";
import { missingSellerSettings } from "../invoices/invoicing.ts";
import { isNamed } from "./missing-page.ts";

export type FirstStep = { name: FirstStepName; isDone: boolean; isAside: boolean; state: Text };
type State = Pick<FirstStep, "isDone" | "state">;

export async function firstRun({
  store,
  settings,
  gateways,
  now,
}: Pick<Deps, "store" | "settings" | "gateways" | "now">): Promise<FirstStep[]> {
  const [{ demo, mailed, started, filed, listed }, aside, ownPages, products, ways, backups] = await Promise.all([
    store.firstRun.facts(),
    store.firstRun.aside(),
    store.sitePages.list(),
    store.products.onSale(),
    gateways(),
    look("backups", () => checkBackups(settings, now())),
  ]);
  const own = ownPages.map(({ slug }) => slug);
  const states: Record<FirstStepName, State> = {
    start: startState(settings, store.siteLook(), { started, filed }),
    address: addressState(settings),
    mail: mailState(settings, mailed === 1),
    pages: isNamed(settings, own)
      ? { isDone: true, state: t`The imprint names who runs the site. Pages you wrote yourself: ${own.length}.` }
      : { isDone: false, state: t`The imprint does not name an operator yet.` },
    selling: sellingState(settings, ways.size, products.length),
    backups: {
      isDone: settings.BACKUP_EVERY !== undefined && backups.ok,
      state: backupState(settings, backups.detail),
    },
    demo: demo
      ? { isDone: false, state: t`${plural(demo, "invented listing is", "invented listings are")} on the site.` }
      : { isDone: true, state: t`There are none. To try the site with invented products, run debut seed --demo.` },
    listing: listed
      ? { isDone: true, state: t`A real listing is live.` }
      : { isDone: false, state: t`No real listing is live yet.` },
  };
  return FIRST_STEPS.map((name) => ({ name, isAside: aside.includes(name), ...states[name] }));
}

function addressState(settings: Settings): State {
  const { BASE_URL } = settings;
  if (isLocal(settings))
    return { isDone: false, state: t`${BASE_URL} works on this machine only. Set BASE_URL to a public https address.` };
  return BASE_URL.startsWith("https:")
    ? { isDone: true, state: t`${BASE_URL} is public, with https.` }
    : { isDone: false, state: t`${BASE_URL} has no https, so passwords are sent unencrypted.` };
}

function mailState({ SMTP_URL }: Settings, isMailed: boolean): State {
  if (!SMTP_URL) return { isDone: false, state: t`No mail server is set, so nobody gets email.` };
  const host = new URL(SMTP_URL).hostname;
  return isMailed
    ? { isDone: true, state: t`${host} accepts our email.` }
    : { isDone: false, state: t`${host} is set. Send yourself a test email to see that it works.` };
}

type Begun = { started: 0 | 1; filed: 0 | 1 };
/** Sites that were set up before there was a page for it are done once all of it was changed. */
function startState({ SITE_NAME }: Settings, { logo, accent }: SiteLook, { started, filed }: Begun): State {
  const missing = [SITE_NAME === "Debut" && t`name`, !logo && t`logo`, !accent && t`accent color`].filter(
    (one) => one !== false,
  );
  if (!filed) missing.push(t`categories`);
  const isDone = started === 1 || missing.length === 0;
  return {
    isDone,
    state: missing.length === 0 ? t`No Debut defaults are left.` : t`Still the default: ${joined(missing, ", ")}.`,
  };
}

function sellingState(settings: Settings, ways: number, products: number): State {
  const missing: Text[] = missingSellerSettings(settings);
  if (ways === 0 && !bankAccountOf(settings))
    missing.push(t`a way to pay (${TRANSFER_SETTINGS} for bank transfer, or a provider)`);
  if (sellingFault(settings)) missing.push(t`SELLER_VAT_NUMBER (or VAT_MODE off, without VAT)`);
  const onSale = t`Products on sale: ${products}.`;
  return {
    isDone: missing.length === 0,
    state: joined(
      [
        missing.length === 0 ? t`You can be paid, and invoices have a seller.` : t`Missing: ${joined(missing, ", ")}.`,
        onSale,
      ],
      " ",
    ),
  };
}

const backupState = ({ BACKUP_EVERY }: Settings, detail: Text): Text =>
  BACKUP_EVERY ? t`Every ${BACKUP_EVERY}; ${detail}.` : t`There are no automatic backups.`;
