import type { Page } from "playwright-core";

/** What a page may weigh on the wire with everything in sight, and its scripts. */
const MOST_BYTES = { page: 250_000, scripts: 50_000 };

/**
 * Files that were kept from the page before count as well. The viewer of the REST reference does
 * not: it is a library for those who program, and the page lists the operations before it arrives.
 */
const WEIGHT = `(() => {
  const files = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter(({ name }) => !name.endsWith("/docs/viewer.js"));
  const sum = (of) => of.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0);
  return { page: sum(files), scripts: sum(files.filter(({ name }) => name.endsWith(".js"))) };
})()`;

/** A page that is heavier than pages may be. */
export async function faultsOfWeight(page: Page): Promise<string[]> {
  const weight = (await page.evaluate(WEIGHT)) as typeof MOST_BYTES;
  return (["page", "scripts"] as const)
    .filter((part) => weight[part] > MOST_BYTES[part])
    .map((part) => `${page.url()}: ${part} of ${weight[part]} bytes`);
}

const MOVING = `[
  ...document.getAnimations().map(({ animationName, transitionProperty }) => animationName ?? transitionProperty),
  ...[...document.querySelectorAll("*")].flatMap((element) => {
    const { transitionDuration, scrollBehavior } = getComputedStyle(element);
    const moves = /[1-9]/.test(transitionDuration) || scrollBehavior === "smooth";
    return moves ? [element.localName + "." + element.className] : [];
  }),
]`;

/** What moves, or would move when it is pointed at, on a page of somebody who asked for less motion. */
export async function faultsOfMotion(page: Page): Promise<string[]> {
  const moving = (await page.evaluate(MOVING)) as string[];
  return moving.map((name) => `${page.url()}: ${name} moves`);
}
