import type { Page } from "playwright-core";

const FOCUSED = `(() => {
  const own = document.activeElement;
  return (own.getAttribute("aria-label") ?? own.labels?.[0]?.textContent ?? own.textContent).replace(/\\s+/g, " ").trim();
})()`;
const MOST_PRESSES = 150;

export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    await page.keyboard.press("Tab");
    const label = String(await page.evaluate(FOCUSED));
    if (typeof name === "string" ? label === name : name.test(label)) return;
  }
  throw new Error(`Tab never reached ${name}.`);
}
