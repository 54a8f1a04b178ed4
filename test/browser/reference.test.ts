import { expect, it } from "vitest";
import { createWorld } from "../helpers/world.ts";
import { openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(createWorld());

it("shows every operation and can call them, from this site alone and under its own policy", async () => {
  await world.listing("Acme");
  const { page, expectSound, close } = await openWatched(browser);
  const hosts = new Set<string>();
  page.on(
    "request",
    (request) => void hosts.add(request.url().startsWith("data:") ? "data:" : new URL(request.url()).origin),
  );
  await page.goto(`${world.url}/docs`);
  await page.locator("#operations-Directory-get_listing").waitFor();
  const document = (await (await fetch(`${world.url}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, object>;
  };
  const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
  expect(await page.locator(".opblock").count()).toBe(operations.length);

  const part = "#operations-Directory-get_listing";
  const operation = page.locator(part);
  await operation.getByRole("button", { name: "/listings/{slug}" }).first().press("Enter");
  await operation.getByRole("tab", { name: "Schema" }).first().click();
  await expectSound();
  expect(new URL(page.url()).hash).toBe("#/Directory/get_listing");
  await page.getByRole("button", { name: "Try it out" }).click();
  await operation.getByRole("textbox", { name: "slug" }).waitFor();
  // The rest of the page is as it was above.
  await expectSound(undefined, part);
  await page.getByRole("button", { name: "Execute" }).click();
  await page.locator(".live-responses-table").getByText('"slug": "acme"').first().waitFor();
  await expectSound(undefined, part);
  expect([...hosts].filter((host) => host !== "data:")).toEqual([world.url]);
  await close();
});

it("calls what needs an account with the key that was given, and opens where its address says", async () => {
  await world.listing("Boat Club", { ownerId: (await world.account("ann")).id });
  const { page, complaints, expectSound, close } = await openWatched(browser);
  await page.goto(`${world.url}/docs#/My%20listings/update_my_listing`);
  const part = "#operations-My_listings-update_my_listing";
  const operation = page.locator(part);
  await operation.getByRole("button", { name: "Try it out" }).click();
  await operation.getByLabel("Request body").fill(JSON.stringify({ fields: { tagline: "Boats for everybody" } }));
  // It takes the underscores of a name for blanks of an older form of its addresses.
  expect(complaints.splice(0)).toEqual([expect.stringContaining("escaping deep link whitespace")]);
  await expectSound(undefined, part);
  const statusAfter = async () => {
    await operation.getByRole("button", { name: "Execute" }).click();
    const status = operation.locator(".live-responses-table tbody .response-col_status");
    await status.waitFor();
    const text = await status.textContent();
    await operation.getByRole("button", { name: "Clear" }).click();
    return text;
  };
  await operation.getByRole("textbox", { name: "listing_id" }).fill("2");
  expect(await statusAfter()).toBe("401");
  await page.getByLabel("Your API key").fill(await world.key("ann"));
  expect(await statusAfter()).toBe("200");
  expect((await world.as("ann").get("/me/listings/2")).body.tagline).toBe("Boats for everybody");
  await page.getByLabel("Your API key").fill("");
  expect(await statusAfter()).toBe("401");
  // The browser itself notes answers that say no.
  expect(complaints.filter((text) => !text.includes("status of 401"))).toEqual([]);
  await close();
});
