import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { createClaimsWorld } from "../helpers/claims-world.ts";
import { holdCrawls } from "../helpers/held-crawls.ts";
import { ACME } from "../helpers/website.ts";
import { openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(
  createClaimsWorld({ hosts: ["scripts.example", "plain.example", "phone.example"] }),
);
const crawls = holdCrawls(world.deps);
const PHONE = { width: 360, height: 740 };

function countScreens(page: Page): { met: string[]; seen: () => Promise<void> } {
  const met: string[] = [];
  const seen = async () => void met.push((await page.getByRole("heading", { level: 1 }).first().textContent())!);
  return { met, seen };
}

async function verifyLink(to: string): Promise<string> {
  await world.drain();
  const mail = world.delivered.findLast((one) => one.to.includes(to));
  return /\S+\/verify\?\S+/.exec(mail!.text)![0];
}

it.each([
  ["with scripts", { javaScriptEnabled: true }, "ann", "scripts.example"],
  ["without scripts", { javaScriptEnabled: false }, "bo", "plain.example"],
  ["on a phone", { javaScriptEnabled: true, viewport: PHONE }, "cy", "phone.example"],
])(
  "a pasted website becomes a draft, an account, a listing, and live in its week, %s",
  async (how, options, name, host) => {
    const { javaScriptEnabled } = options;
    let badge = "";
    const home = () => ACME["/"]!.replace("</main>", `${badge}</main>`);
    Object.assign(world.pages, ACME, {
      "/": (_req: unknown, res: { end(text: string): void; setHeader(name: string, value: string): void }) => {
        res.setHeader("content-type", "text/html; charset=utf-8");
        res.end(home());
      },
    });
    const { page, complaints, expectSound, close } = await openWatched(browser, options);
    const sound = async () => (javaScriptEnabled ? expectSound() : undefined);
    const heading = (title: string) => page.getByRole("heading", { name: title, level: 1 }).waitFor();
    const { met, seen } = countScreens(page);

    await page.goto(world.url);
    await page.getByLabel("Your website").fill(host);
    await page.getByRole("button", { name: "Draft my page" }).click();
    await heading("We are reading your website");
    await sound();
    await crawls.finish();
    await heading("Here is your page");
    await page.locator("#live-facts").getByText("Web analytics for small teams").first().waitFor();
    await sound();
    await seen();

    const started = page.url();
    await page.getByLabel("Email").fill(`${name}@people.example`);
    await page.getByRole("main").getByRole("button", { name: "Save my page" }).click();
    await heading("Check your email");
    await seen();
    await page.goto(await verifyLink(`${name}@people.example`));
    await heading("Confirm your email address");
    await seen();
    await page.getByRole("button", { name: "Confirm and sign in" }).click();
    await page.waitForURL(/\/drafts\//);
    expect(page.url()).toContain(started.split("/").at(-1));
    await page.getByText("Your page is saved.").waitFor();
    expect(met).toEqual(["Here is your page", "Check your email", "Confirm your email address"]);
    await page.getByRole("heading", { name: "Here is your page", level: 1 }).waitFor();
    expect(await page.getByLabel("Tagline").inputValue()).toBe("Web analytics for small teams");
    await page.getByLabel("Tagline").fill(`Analytics ${how}`);
    await page.getByRole("button", { name: "Save changes" }).first().click();
    await page.getByText("Your changes are saved.").waitFor();
    await page.getByRole("button", { name: "Choose a week" }).first().click();
    await page.getByText("Saved as a listing.").waitFor();

    await page.getByRole("button", { name: /^Launch for free/ }).click();
    await page.getByText("Your launch week is reserved.").waitFor();
    badge = (await page.locator("#badge-code").textContent())!;
    await world.drain();
    await page.getByRole("button", { name: "Check now" }).click();
    await page.getByText(/The badge is on your homepage|We are checking your homepage/).waitFor();
    await world.drain();
    // A check that took long is told later. With scripts the page asks again by itself.
    if (!javaScriptEnabled) await page.reload();
    await page.getByText("Everything is ready. It goes live in the week of").waitFor();
    await sound();
    const id = Number(/\/account\/listings\/(\d+)/.exec(page.url())![1]);
    const { slug, launchWeek } = (await world.deps.store.listings.find(id))!;

    const early = await openWatched(browser);
    await early.page.goto(world.url);
    expect(await early.page.getByText(`Analytics ${how}`).count()).toBe(0);
    await early.close();
    expect((await world.rest("GET", `/listings/${slug}`)).status).toBe(404);
    world.advance(Date.parse(`${launchWeek}T12:00:00Z`) - world.deps.now().getTime());
    expect(await world.mailsTo(`${name}@people.example`)).toContainEqual(expect.stringContaining("live"));
    const visitor = await openWatched(browser, { javaScriptEnabled });
    for (const path of ["/", "/launches"]) {
      await visitor.page.goto(world.url + path);
      const row = visitor.page
        .getByRole("main")
        .getByRole("listitem")
        .filter({ hasText: `Analytics ${how}` })
        .first();
      await row.getByRole("link", { name: "Acme Charts", exact: true }).click();
      await visitor.page.waitForURL(`${world.url}/listings/${slug}`);
      await visitor.page.getByText(`Analytics ${how}`).first().waitFor();
    }
    if (javaScriptEnabled) await visitor.expectSound();
    expect([...complaints, ...visitor.complaints]).toEqual([]);
    await visitor.close();
    await close();
  },
);
