import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Devtools, openDevtools } from "./devtools.ts";
import type { Sleep } from "./robots.ts";
import type { SafeFetch } from "./safe-fetch.ts";

/** The first screen of a page as PNG; undefined if it could not be shown or is empty. */
export type TakeScreenshot = (url: string, signal: AbortSignal) => Promise<Uint8Array | undefined>;

const SIZE = { width: 1280, height: 800 };
const DEADLINE_MS = 40_000;
const LOAD_MS = 15_000;
const QUIET_MS = 500;
/** After that, a page that never rests is taken as it is. */
const MOST_ROUNDS = 8;
const MOST_REQUESTS = 150;
const MOST_BYTES = 25_000_000;
const MOST_BYTES_EACH = 5_000_000;
const REQUEST_MS = 8_000;
/** A picture of one color is smaller. */
const LEAST_BYTES = 8_000;

/** Nobody: what is not intercepted reaches nothing, not even this machine. */
const NOWHERE = { proxyServer: "http://nowhere.invalid:9", proxyBypassList: "<-loopback>" };
const FLAGS = [
  ...["--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions", "--disable-sync", "--mute-audio"],
  ...["--no-first-run", "--disable-background-networking", "--disable-component-update", "--hide-scrollbars"],
  ...["--disable-quic", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--disk-cache-size=1"],
  ...["--renderer-process-limit=1", "--js-flags=--max-old-space-size=256", `--proxy-server=${NOWHERE.proxyServer}`],
  "--proxy-bypass-list=<-loopback>",
];
const TYPES = new Set(["Document", "Stylesheet", "Image", "Font", "Script", "XHR", "Fetch", "Manifest", "Other"]);
const SENT = ["accept", "origin", "referer"];
/** Of the response as it came over the wire; we hand on what it contained. */
const DROPPED = new Set(["content-encoding", "content-length", "transfer-encoding", "connection"]);

type Needs = { browser: string; fetch: SafeFetch; sleep: Sleep };

/**
 * Takes screenshots with the operator's browser. Each request of a page is made by our fetcher,
 * with all its checks, and handed to the browser, which has no other way into any network.
 */
export function createTakeScreenshot({ browser, fetch, sleep }: Needs): TakeScreenshot {
  return async (url, given) => {
    const ending = new AbortController();
    const signal = AbortSignal.any([given, AbortSignal.timeout(DEADLINE_MS), ending.signal]);
    const folder = await mkdtemp(join(tmpdir(), "debut-screenshot-"));
    const devtools = await openDevtools(browser, { folder, flags: FLAGS, signal }).catch(async (error: unknown) => {
      await rm(folder, { recursive: true, force: true });
      throw error;
    });
    try {
      return await take(devtools, url, { fetch, sleep, signal });
    } finally {
      ending.abort();
      devtools.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }
  };
}

type Taking = Pick<Needs, "fetch" | "sleep"> & { signal: AbortSignal };

async function take(devtools: Devtools, url: string, { fetch, sleep, signal }: Taking) {
  const { browserContextId } = await devtools.send("Target.createBrowserContext", {
    ...NOWHERE,
    disposeOnDetach: true,
  });
  const { targetId } = await devtools.send("Target.createTarget", { url: "about:blank", browserContextId, ...SIZE });
  const { sessionId } = await devtools.send("Target.attachToTarget", { targetId, flatten: true });
  const send = (method: string, params?: Record<string, unknown>) => devtools.send(method, params, String(sessionId));
  let status = 0;
  let isLoaded = false;
  const answer = createAnswer(fetch, signal, (code) => {
    status = code;
  });
  devtools.onEvent(({ method, params, sessionId: of }) => {
    if (of !== sessionId) return;
    if (method === "Fetch.requestPaused") void answer.to(params as Paused, send);
    if (method === "Page.loadEventFired") isLoaded = true;
    if (method === "Page.javascriptDialogOpening")
      void send("Page.handleJavaScriptDialog", { accept: false }).catch(ignore);
  });
  await devtools.send("Browser.setDownloadBehavior", { behavior: "deny", browserContextId });
  await send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
  await send("Page.enable");
  await send("Emulation.setDeviceMetricsOverride", { ...SIZE, deviceScaleFactor: 1, mobile: false });
  await send("Page.navigate", { url });
  for (let left = LOAD_MS; !isLoaded && left > 0; left -= QUIET_MS) await sleep(QUIET_MS, signal);
  for (let round = 0; round < MOST_ROUNDS && (round === 0 || answer.isBusy()); round++) await sleep(QUIET_MS, signal);
  signal.throwIfAborted();
  if (status !== 200) return undefined;
  const { data } = await send("Page.captureScreenshot", { format: "png", clip: { x: 0, y: 0, ...SIZE, scale: 1 } });
  const picture = Buffer.from(String(data), "base64");
  return picture.length >= LEAST_BYTES ? picture : undefined;
}

const ignore = () => undefined;

type Paused = {
  requestId: string;
  resourceType: string;
  request: { url: string; method: string; headers: Record<string, string> };
};
type Send = (method: string, params: Record<string, unknown>) => Promise<unknown>;

/** Answers the requests of a page with what our fetcher gets. `onDocument` hears the status of the page itself. */
function createAnswer(fetch: SafeFetch, signal: AbortSignal, onDocument: (status: number) => void) {
  let count = 0;
  let bytes = 0;
  let waiting = 0;

  async function get({ resourceType, request }: Paused) {
    const { url, method, headers } = request;
    if (method !== "GET" || !TYPES.has(resourceType) || ++count > MOST_REQUESTS || bytes > MOST_BYTES) return undefined;
    const sent = Object.entries(headers).filter(([name]) => SENT.includes(name.toLowerCase()));
    const reply = await fetch(url, {
      ...{ headers: Object.fromEntries(sent), maxRedirects: 0, maxBytes: MOST_BYTES_EACH, tooLarge: "fail" },
      ...{ timeoutMs: REQUEST_MS, signal },
    });
    bytes += reply.body.length;
    if (resourceType === "Document") onDocument(reply.status);
    return reply;
  }

  return {
    isBusy: () => waiting > 0,
    async to(paused: Paused, send: Send): Promise<void> {
      const { requestId } = paused;
      waiting++;
      try {
        const reply = await get(paused).catch(ignore);
        await (reply
          ? send("Fetch.fulfillRequest", {
              requestId,
              responseCode: reply.status,
              responseHeaders: Object.entries(reply.headers).flatMap(([name, value]) =>
                DROPPED.has(name) ? [] : [{ name, value }],
              ),
              body: Buffer.from(reply.body).toString("base64"),
            })
          : send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }));
      } catch {
        // The page or the browser is gone.
      } finally {
        waiting--;
      }
    },
  };
}
