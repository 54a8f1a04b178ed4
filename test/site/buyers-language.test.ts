import { expect, it } from "vitest";
import { BILLING, openShopFront } from "../helpers/shop-front.ts";
import { createVisitor } from "./world.ts";

const shop = await openShopFront({ SITE_LANGUAGES: "en-XA" });

it("an invoice is in the language in which its buyer gave their details, whoever reads it", async () => {
  const { path, number } = await shop.order();
  const buyer = createVisitor(shop.baseUrl);
  await buyer.get(`/en-xa${path}`);
  await buyer.post(`/en-xa${path}/billing`, BILLING);
  expect((await shop.find(number)).language).toBe("en-XA");
  await buyer.post(`/en-xa${path}/pay`, { provider: "manual" });
  const proForma = await createVisitor(shop.baseUrl).get(`${path}/pro-forma`);
  expect(proForma.text).toContain('<html lang="en">');
  expect(proForma.text).toMatch(/<article class="invoice" lang="en-XA" dir="ltr">\s*<h1>⟦/);
  expect((await buyer.get(`/en-xa${path}/pro-forma`)).text).toMatch(/<article class="invoice">\s*<h1>⟦/);
});
