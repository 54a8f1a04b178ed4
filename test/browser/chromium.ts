import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inflate } from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";
import { once } from "../../domain/text/once.ts";

const PACKAGE = dirname(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")));
const VERSION: string = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")).version;

/**
 * Unpacks the browser, its libraries and one font into a folder of its own, once. Done aside and then renamed, so that a run
 * that was cut off, or two at the same time, cannot leave half a browser behind.
 */
export async function chromiumFolder(): Promise<string> {
  const folder = join(tmpdir(), `debut-chromium-${VERSION}`);
  if (existsSync(folder)) return folder;
  const aside = mkdtempSync(join(tmpdir(), "debut-chromium-"));
  const before = process.env.TMPDIR;
  // The package unpacks into the folder for temporary files, whatever that is at the moment.
  process.env.TMPDIR = aside;
  try {
    for (const part of ["chromium.br", "fonts.tar.br", "al2023.tar.br"]) await inflate(join(PACKAGE, "bin", part));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  const fonts = join(folder, "fonts");
  writeFileSync(
    join(aside, "fonts", "fonts.conf"),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>` +
      `<dir>${fonts}</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
  );
  mkdirSync(join(aside, "cache"));
  try {
    renameSync(aside, folder);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Ends what hangs. On a busy machine, a page may take a minute. */
const PATIENCE_MS = 120_000;

/** A headless Chromium that needs nothing from the machine but glibc. */
export async function launchBrowser(options: string[] = []): Promise<Browser> {
  const folder = await chromiumFolder();
  const browser = await chromium.launch({
    executablePath: join(folder, "chromium"),
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: join(folder, "al2023", "lib"),
      FONTCONFIG_PATH: join(folder, "fonts"),
    },
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Each page runs axe once: optimizing what never runs again took a quarter of the time.
      "--js-flags=--no-turbofan --no-maglev",
      ...options,
    ],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (given) => {
    const context = await newContext(given);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}

/** One browser for all files of a worker. It ends with the worker. */
export const sharedBrowser = once(() => launchBrowser());
