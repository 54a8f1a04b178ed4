import { expect, it } from "vitest";
import { REVERSE_CHARGE_NOTE } from "../../domain/invoices/vat.ts";
import { createLanguage } from "../../languages/catalog.ts";
import { saidAgain, say } from "../../languages/words.ts";
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

it("a legal note that was saved in English is in the reader's language, if a catalog has it", () => {
  const catalog = `msgid ${JSON.stringify(REVERSE_CHARGE_NOTE)}\nmsgstr "Steuerschuldnerschaft des Leistungsempfängers."\n`;
  const german = createLanguage("de", { prefix: "/de", catalogs: [catalog] });
  expect(say(saidAgain(REVERSE_CHARGE_NOTE), german)).toBe("Steuerschuldnerschaft des Leistungsempfängers.");
  for (const own of ["Small business, § 19 {UStG}", "It's <b>ours</b> & 100 %"])
    expect(say(saidAgain(own), german)).toBe(own);
});
