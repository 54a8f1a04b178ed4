import { randomBytes, randomUUIDv7 } from "node:crypto";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createVisits } from "#actions/community/visits.ts";
import { createSetVote } from "#actions/community/vote.ts";
import type { Deps } from "#actions/context.ts";
import { createJobEnds } from "#actions/job-ends.ts";
import { createSiteVisits } from "#actions/site/site-visits.ts";
import { createLanguages } from "#core/languages.ts";
import { createLimiter } from "#core/limits/limiter.ts";
import { lazily } from "#core/runtime/lazily.ts";
import { openMarks } from "#core/runtime/marks.ts";
import { VERSION } from "#core/runtime/version.ts";
import { processFolder, type Settings } from "#core/settings/config.ts";
import { liveSettings, type TypedSettings } from "#core/settings/live-settings.ts";
import { createSignInProviders } from "#core/sign-in-providers/providers.ts";
import { type Trace, untraced } from "#core/tracing/trace.ts";
import { createRefusalOf } from "#crawler/address.ts";
import { claimSiteOf } from "#crawler/claim-site.ts";
import { parseOverrides } from "#crawler/overrides.ts";
import { createExtractor } from "#crawler/parse-html.ts";
import { createDomainRatings } from "#crawler/ratings/ratings.ts";
import type { RobotsRecord } from "#crawler/robots.ts";
import { createReadSiteAddress } from "#crawler/site-address.ts";
import { createLookUpTxt } from "#crawler/txt-records.ts";
import { readVatNumber } from "#domain/invoices/vat-number.ts";
import { lackedBy } from "#domain/site/site-shape.ts";
import { onceFor } from "#domain/text/once.ts";
import {
  createDraftingThread,
  findSupportInThread,
  readDocumentsInThread,
  seeAgainInThread,
} from "#drafting/drafting-thread.ts";
import { createSendMail, senderOf } from "#mail/mailer.ts";
import { createGateways } from "#payments/gateways.ts";
import { createInvoiceArchive } from "#payments/invoices/archive.ts";
import { createReadExchangeRates } from "#payments/rates/ecb.ts";
import { outsideChanges } from "#store/in-change.ts";
import { enter, type Presence } from "#store/sqlite/presence.ts";
import { amongProcesses } from "./among-processes.ts";
import { createLog } from "./log.ts";
import { openStore } from "./open-store.ts";
import { createPictureStores } from "./picture-stores.ts";

export const BOT = "DebutBot";
const NOTHING_SET: TypedSettings = new Map();

export type World = { deps: Deps; presence: Presence; close: () => Promise<void> };

export async function buildDeps(given: Settings, replaced: Partial<Deps> = {}): Promise<World> {
  const opened: { store?: Deps["store"] } = {};
  const log = replaced.log ?? createLog(given, () => opened.store?.typedSettings() ?? NOTHING_SET);
  const store = replaced.store ?? (await openStore(given, log));
  opened.store = store;
  const settings = liveSettings(given, store.typedSettings, () => store.siteLook().name);
  const presence = enter(processFolder(settings), randomUUIDv7);
  const handedMails = openMarks(join(processFolder(settings), "handed-mails"));
  const now = replaced.now ?? (() => new Date());
  const sleep: Deps["sleep"] = (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined);
  const overrides = parseOverrides(settings.OUTBOUND_RESOLVE);
  const fetchSite = outsideChanges(
    "fetchSite",
    replaced.fetchSite ??
      lazily(async () => {
        const { createSafeFetch } = await import("#crawler/safe-fetch.ts");
        return createSafeFetch({ userAgent: userAgent(settings), overrides, dnsServers: settings.DNS_SERVERS, now });
      }),
  );
  const extractor = createExtractor();
  const drafting = createDraftingThread();
  const languages = createLanguages(
    given,
    store.ownTexts,
    () => lackedBy(store.siteLook().shape),
    settings,
    () => store.siteLook().shape.noun,
  );
  const archive = createInvoiceArchive(languages);
  const hasOthers = () => settings.DATABASE_URL !== undefined || presence.look().alive.length > 0;
  const shared = amongProcesses({ store, now, log, hasOthers });
  const visitor = {
    fetch: fetchSite,
    robotsCache: {
      find: (origin: string) => store.robots.find(origin),
      // Only a cache: crawling continues if it cannot be written.
      save: (origin: string, record: RobotsRecord) =>
        store
          .change((tx) => tx.robots.save({ origin, ...record }))
          .catch((error: unknown) => log.warn({ err: error, origin }, "robots.txt not saved")),
    },
    overrides,
    userAgentToken: BOT,
    gapMs: settings.CRAWL_GAP_MS,
    turns: shared.turns,
    now,
    sleep: async (ms: number, signal?: AbortSignal) => delay(ms, undefined, { signal, ref: false }),
  };

  const tracing = await createTracing(settings);
  const { pictures, uploads } = createPictureStores(settings, now);
  const mailer = onceFor(store.typedSettings, () =>
    createSendMail({
      smtpUrl: settings.SMTP_URL,
      from: senderOf(settings),
      get siteName() {
        return settings.SITE_NAME;
      },
      answersTo: settings.CONTACT_EMAIL,
    }),
  );
  const deps: Deps = {
    settings,
    languages,
    store,
    now,
    sleep,
    checkWaitMs: 8000,
    random: randomBytes,
    uuid: randomUUIDv7,
    readSiteAddress: createReadSiteAddress(overrides),
    refusalOf: createRefusalOf(overrides),
    crawl: lazily(async () => {
      const { createCrawler } = await import("#crawler/crawl.ts");
      return createCrawler({ ...visitor, extractPage: extractor.extractPage, run: extractor.run });
    }),
    takeScreenshot:
      settings.SCREENSHOT_BROWSER === undefined
        ? undefined
        : outsideChanges(
            "takeScreenshot",
            lazily(async () => {
              const { createTakeScreenshot } = await import("#crawler/screenshot.ts");
              return createTakeScreenshot({ browser: settings.SCREENSHOT_BROWSER ?? "", fetch: fetchSite, sleep });
            }),
          ),
    checkBadge: lazily(async () => {
      const { createBadgeChecker } = await import("#crawler/check-badge.ts");
      return createBadgeChecker({ ...visitor, parse: extractor.run, baseUrl: settings.BASE_URL });
    }),
    proofs: {
      siteOf: claimSiteOf,
      find: lazily(async () => {
        const { createProofs } = await import("#crawler/claim-proof.ts");
        const lookUpTxt = outsideChanges("lookUpTxt", createLookUpTxt(settings.DNS_SERVERS));
        return createProofs({ fetch: fetchSite, run: extractor.run, lookUpTxt }).find;
      }),
    },
    drafter: outsideChanges(
      "drafter",
      lazily(async () => {
        const { createDrafter } = await import("./drafter.ts");
        return createDrafter({ settings, store, now, sleep, log, thread: drafting, fetch });
      }),
    ),
    seeAgain: outsideChanges("seeAgain", seeAgainInThread(drafting)),
    findSupport: outsideChanges("findSupport", findSupportInThread(drafting)),
    readDocuments: readDocumentsInThread(drafting),
    domainRatings: createDomainRatings(settings, fetchSite),
    checkVatNumber: lazily(async () => {
      const { createVies } = await import("#payments/vat/vies.ts");
      return createVies({
        fetchSite,
        baseUrl: settings.VIES_URL,
        get requester() {
          return readVatNumber(settings.SELLER_VAT_NUMBER ?? "", settings.SELLER_COUNTRY ?? null);
        },
        now,
        log: (message, details) => log.warn(details, message),
      });
    }),
    readExchangeRates: createReadExchangeRates({
      fetchSite,
      url: settings.EXCHANGE_RATES_URL,
      file: settings.EXCHANGE_RATES_FILE,
    }),
    gateways: onceFor(store.typedSettings, () => createGateways(settings, { now, log })),
    signInProviders: onceFor(store.typedSettings, () => createSignInProviders(settings)),
    pictures,
    uploads,
    checkStorage: outsideChanges(
      "checkStorage",
      lazily(async () => {
        const { checkStorage } = await import("./check-storage.ts");
        return (url?: string) => checkStorage({ ...settings, STORAGE_URL: url }, now);
      }),
    ),
    archiveInvoices: archive.archiveInvoices,
    sendMail: outsideChanges("sendMail", (mail) => mailer()(mail)),
    handedMails,
    limiter: createLimiter(settings, shared.countShared),
    setVote: createSetVote({ store, settings, now }),
    siteVisits: createSiteVisits({ store, now, log }),
    visits: createVisits({ store, random: replaced.random ?? randomBytes, log }),
    log,
    trace: tracing.trace,
    wakeJobs: () => undefined,
    jobEnds: createJobEnds(),
    ...replaced,
    fetchSite,
  };
  return {
    deps,
    presence,
    async close() {
      await extractor.close();
      await drafting.close();
      await archive.close();
      await pictures.close();
      await uploads.close();
      await deps.visits.flush();
      await deps.siteVisits.flush();
      await store.close();
      handedMails.close();
      presence.leave();
      await tracing.close().catch((error: unknown) => log.warn({ err: error }, "the last traces could not be sent"));
    },
  };
}

/** Loads the large SDK only if a collector is configured. */
async function createTracing(settings: Settings): Promise<{ trace: Trace; close: () => Promise<void> }> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG } = settings;
  if (!endpoint) return { trace: untraced, close: async () => undefined };
  const otlp = await import("#core/tracing/otlp.ts");
  return otlp.createTracing({ endpoint, sampler: OTEL_TRACES_SAMPLER, samplerArg: OTEL_TRACES_SAMPLER_ARG });
}

const userAgent = (settings: Settings): string => `${BOT}/${VERSION} (+${settings.BASE_URL}/bot)`;
