import { beforeAll, expect, it } from "vitest";
import { createClaimsWorld } from "../helpers/claims-world.ts";
import { ACME } from "../helpers/website.ts";
import { fillSignIn, openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(createClaimsWorld({ hosts: ["scripts.example", "plain.example"] }));
beforeAll(async () => {
  await Promise.all(["ann", "bo"].map((name) => world.account(name)));
});

it.each([
  ["with scripts", true, "ann", "scripts.example"],
  ["without scripts", false, "bo", "plain.example"],
])(
  "a website becomes a draft, a listing, and live in its week, %s",
  async (how, javaScriptEnabled, name, host) => {
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let badge = "";
    const home = () => ACME["/"]!.replace("</main>", `${badge}</main>`);
    // Its first page takes its time, so that there is something to watch.
    Object.assign(world.pages, ACME, {
      "/": (_req: unknown, res: { end(text: string): void; setHeader(name: string, value: string): void }) => {
        res.setHeader("content-type", "text/html; charset=utf-8");
        void asked.then(() => res.end(home()));
      },
    });
    const { page, complaints, expectSound, close } = await openWatched(browser, { javaScriptEnabled });
    const sound = async () => (javaScriptEnabled ? expectSound() : undefined);
    const main = page.getByRole("main");

    // A visitor gives the address on the front page, and signs in on the way.
    await page.goto(world.url);
    await page.getByLabel("Your website").fill(host);
    await page.getByRole("button", { name: "Draft my page" }).click();
    await page.waitForURL(/\/submit\?url=/);
    expect(await page.getByLabel("Website").inputValue()).toBe(host);
    await page.getByRole("button", { name: "Draft my page" }).click();
    await fillSignIn(page, name);
    await page.waitForURL(/\/submit/);
    expect(await page.getByLabel("Website").inputValue()).toBe(host);
    await page.getByRole("button", { name: "Draft my page" }).click();

    // They watch it being read, and the draft comes by itself.
    await page.getByRole("heading", { name: "We are reading your website" }).waitFor();
    await main.getByText(/^Reading /).waitFor();
    await sound();
    answer();
    await page.getByRole("heading", { name: "Here is your page", level: 1 }).waitFor();
    expect(await page.getByLabel("Tagline").inputValue()).toBe("Web analytics for small teams");
    await page.getByLabel("Tagline").fill(`Analytics ${how}`);
    await page.getByRole("button", { name: "Save changes" }).first().click();
    await page.getByText("Your changes are saved.").waitFor();
    await page.getByRole("button", { name: "Choose a week" }).first().click();
    await page.getByText("Saved as a listing.").waitFor();

    // A week is reserved, and the badge makes it sure.
    await page.getByRole("button", { name: /^Launch for free/ }).click();
    await page.getByText("Your launch week is reserved.").waitFor();
    badge = (await page.locator("#badge-code").textContent())!;
    await world.drain();
    await page.getByRole("button", { name: "Check now" }).click();
    await world.drain();
    // With scripts the page asks again by itself.
    if (!javaScriptEnabled) await page.reload();
    await page.getByText("Everything is ready: it goes live in the week of").waitFor();
    await sound();
    const id = Number(/\/account\/listings\/(\d+)/.exec(page.url())![1]);
    const { slug, launchWeek } = (await world.deps.store.listings.find(id))!;

    // Nobody else sees it before its week, and everybody from then on.
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
  120_000,
);
