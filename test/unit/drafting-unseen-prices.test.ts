import { describe, expect, it } from "vitest";
import { draftByRules } from "../../drafting/extractive.ts";
import { crawledSite, type Html } from "../helpers/crawled-site.ts";

const draft = (pages: Html[]) => draftByRules({ site: crawledSite(pages), categories: [] });
const onPricing = (body: string) =>
  draft([
    { title: "Acme", body: "<h1>Notes</h1>" },
    { kind: "pricing", title: "Prices", body: `<h1>Prices</h1>${body}` },
  ]);
const modelOf = ({ fields }: ReturnType<typeof draft>) => fields.pricing_model?.value;
const summaryOf = ({ fields }: ReturnType<typeof draft>) => fields.pricing_summary?.value;
const card = (...lines: string[]) => `<div>${lines.map((line) => `<p>${line}</p>`).join("")}</div>`;
const cards = (...all: string[][]) => `<div>${all.map((lines) => card(...lines)).join("")}</div>`;

it.each([
  ["Essai", "0 € / 14 jours", "Équipe", "9 € par mois"],
  ["Probemonat", "0 € für 30 Tage", "Team", "9 € im Monat"],
  ["Demo", "€0", "Squadra", "9 € al mese"],
  ["お試し", "¥0 / 30日間", "チーム", "¥900 / 月"],
])("a plan that is free for some days (%s) is a trial", (title, zero, name, price) => {
  expect(modelOf(onPricing(cards([title, zero], [name, price])))).toBe("subscription");
});

it.each(["Hol dir die App und teste 40 Tage kostenlos.", "Gratuit pendant 30 jours.", "最初の30日間は無料です。"])(
  "free days do not make the product free: %s",
  (text) => {
    expect(modelOf(draft([{ title: "Acme", body: `<h1>Notes</h1><p>${text}</p>` }]))).toBeUndefined();
  },
);

it.each([
  "Durch die einmalige Eingabe aller Notizen sparen Teams viel Zeit.",
  "De eenmalige invoer van notities bespaart teams veel tijd.",
  "Jednorazowe wpisanie notatek oszczędza zespołom czas.",
  "Kein Abo, kein Risiko.",
])("something done once is not a one-time payment: %s", (text) => {
  expect(modelOf(draft([{ title: "Acme", body: `<h1>Notes</h1><p>${text}</p>` }]))).toBeUndefined();
});

it.each(["49 € einmalig", "Einmalige Zahlung von 49 €", "€ 49 eenmalig", "49 zł, płatność jednorazowa"])(
  "a price paid once is a one-time payment: %s",
  (text) => {
    expect(modelOf(onPricing(cards(["Solo", text])))).toBe("one_time");
  },
);

it.each([
  "If anything that we install breaks within 3 years, we repair it at no cost.",
  "Fehler in den Notizen ersetzen wir kostenlos.",
  "Every plan has onboarding at no extra cost.",
])("a free repair does not make the product free: %s", (text) => {
  expect(modelOf(draft([{ title: "Acme", body: `<h1>Notes</h1><p>${text}</p>` }]))).toBeUndefined();
});

it("does not infer a free product from free contents", () => {
  const page = (description: string) => ({
    title: "Acme",
    head: `<meta name="description" content="${description}">`,
    body: "<h1>Notes</h1>",
  });
  expect(modelOf(draft([page("Acme has many notes, free music and free courses for teams")]))).toBeUndefined();
  expect(modelOf(draft([page("Acme is a free note taking app for teams")]))).toBe("free");
});

describe("a plan", () => {
  it("is named on the line of its price", () => {
    const drafted = onPricing("<div>Orto € 5 al mese</div><ul><li>Due quaderni</li></ul><div>Podere € 9 al mese</div>");
    expect(summaryOf(drafted)).toBe("Orto € 5 al mese; Podere € 9 al mese");
  });

  it("may have its currency and period in a line below the amount", () => {
    const drafted = onPricing(cards(["Starter", "Free"], ["Basic", "3,200,000", "vnđ / tháng"]));
    expect([modelOf(drafted), summaryOf(drafted)]).toEqual(["freemium", "Starter Free; Basic 3,200,000 vnđ / tháng"]);
  });

  it("is named by the first line of its card, not by what it is for", () => {
    const body = cards(["Gratis", "Voor jou", "€ 0"], ["Maandelijks", "Voor teams", "€ 9 per maand"]);
    expect(summaryOf(onPricing(body))).toBe("Gratis € 0; Maandelijks € 9 per maand");
  });

  it("takes its period from a repeated price", () => {
    const drafted = onPricing(cards(["Beet 5 €", "Preis/Monat 5 €"], ["Garten 9 €", "Preis/Monat 9 €"]));
    expect([modelOf(drafted), summaryOf(drafted)]).toEqual([
      "subscription",
      "Beet Preis/Monat 5 €; Garten Preis/Monat 9 €",
    ]);
  });

  it("is read from a row of cards without a heading over it", () => {
    const body = cards(["Huerto", "5 € / mes", "Dos cuadernos"], ["Finca", "9 € / mes", "Diez cuadernos"]);
    expect(summaryOf(draft([{ title: "Acme", body: `<h1>Notas</h1><h2>Para todos</h2>${body}` }]))).toBe(
      "Huerto 5 € / mes; Finca 9 € / mes",
    );
  });

  it("needs no advertisement of its price, and no head of a table", () => {
    const table =
      "<table><tr><th>Fonctions</th><th>Gratuit</th><th>Équipe</th></tr><tr><td>Carnets</td><td>1</td><td>9</td></tr></table>";
    const promise = "<p>Commencez dès 9 € par mois et invitez toute votre équipe dans vos carnets partagés.</p>";
    const plans = cards(["Solo", "0 €", "Pour toujours"], ["Équipe", "9 € par mois"]);
    expect(summaryOf(onPricing(`${promise}${plans}${table}`))).toBe("Solo 0 € Pour toujours; Équipe 9 € par mois");
  });

  it("in a labelled calculator is ignored", () => {
    const body = `${cards(["Beet", "5 € im Monat"], ["Garten", "9 € im Monat"])}<div>Sparrechner</div>
      <h2>Was kostet Papier?</h2><p>Personal</p><p>1.320 € pro Monat</p>`;
    expect(summaryOf(onPricing(body))).toBe("Beet 5 € im Monat; Garten 9 € im Monat");
  });
});

describe("a question to the owner", () => {
  it("is asked when two pages disagree on a plan's price", () => {
    const at = (amount: number) => cards(["Huerto", `${amount} € al mes`], ["Finca", "20 € al mes"]);
    const { fields, questions } = draft([
      { title: "Acme", body: `<h1>Notas</h1><h2>Precios</h2>${at(5)}` },
      { kind: "pricing", title: "Precios", body: `<h1>Precios</h1>${at(7)}` },
    ]);
    expect(fields.pricing_summary).toBeUndefined();
    expect(questions?.pricing_summary?.map(({ value }) => value)).toEqual(["Huerto 7 € al mes", "Huerto 5 € al mes"]);
    const same = draft([
      { title: "Acme", body: `<h1>Notas</h1><h2>Precios</h2>${at(7)}` },
      { kind: "pricing", title: "Precios", body: `<h1>Precios</h1>${at(7)}` },
    ]);
    expect([same.questions, summaryOf(same)]).toEqual([undefined, "Huerto 7 € al mes; Finca 20 € al mes"]);
  });

  it("is asked when a free start may be a plan, with both quotes", () => {
    const { fields, questions } = onPricing(`${card("Team", "$9 per month")}<p>Get started for free</p>`);
    expect(fields.pricing_model).toBeUndefined();
    expect(questions?.pricing_model).toMatchObject([
      { value: "freemium", evidence: [{ quote: "Get started for free" }, { quote: "$9 per month" }] },
      { value: "subscription", evidence: [{ quote: "$9 per month" }] },
    ]);
  });
});

it.each([
  ["Tým", "290 Kč / měsíc"],
  ["Hold", "99 kr / måned"],
  ["Tim", "Rp 99 rb / bulan"],
  ["Csapat", "2 990 Ft havonta"],
  ["Ομάδα", "9 € τον μήνα"],
  ["فريق", "90 درهم / شهر"],
])("reads the period of %s at %s", (name, price) => {
  expect(modelOf(onPricing(cards([name, price], [`${name} 2`, price.replace("9", "19")])))).toBe("subscription");
});

it("reads a premium version beside something free as freemium, unless the page denies it", () => {
  const said = (text: string) => modelOf(draft([{ title: "Acme", body: `<h1>Notes</h1>${text}` }]));
  expect(said("<p>A app é gratuita.</p><p>Versão gratuita e plano Premium para empresas.</p>")).toBe("freemium");
  expect(said("<p>アプリはすべて無料です。</p><p>有料プランはありません。</p>")).not.toBe("freemium");
});
