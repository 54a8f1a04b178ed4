import type { PRICING_MODELS } from "../../domain/listings/fields.ts";
import type { Html } from "../helpers/crawled-site.ts";

/** A website of acme.com, and what a careful reader says of its prices. */
export type PriceSite = {
  site: string;
  home?: string;
  /** The pricing page, if it has one. */
  pricing?: string;
  head?: string;
  lang?: string;
  model: (typeof PRICING_MODELS)[number] | null;
  /** Parts that the summary must contain, folded; without any, the summary is blank or of words alone. */
  says?: string[];
  /** What the summary must not contain. */
  never?: string[];
};

const cards = (...plans: [title: string, ...lines: string[]][]): string =>
  `<section><h2>Choose a plan</h2>${plans
    .map(
      ([title, ...lines]) =>
        `<div class="card"><h3>${title}</h3>${lines.map((line) => `<div>${line}</div>`).join("")}</div>`,
    )
    .join("")}</section>`;

/** Prices as honest websites write them. */
export const PRICED: PriceSite[] = [
  {
    site: "cards with a free plan",
    pricing: cards(
      ["Free", "For trying things out", "$0", "/month", "Get started"],
      ["Pro", "For growing teams", "$12", "per user / month", "Start free trial"],
    ),
    model: "freemium",
    says: ["free $0", "pro $12 per user / month"],
  },
  {
    site: "cards without a free plan",
    pricing: cards(["Basic", "$5/mo", "Start free trial"], ["Team", "$15/mo", "Start free trial"]),
    model: "subscription",
    says: ["basic $5/mo", "team $15/mo"],
  },
  {
    site: "a table with plans in its head",
    pricing:
      "<table><thead><tr><th>Plan</th><th>Hobby</th><th>Studio</th></tr></thead><tbody><tr>" +
      "<td>Price</td><td>€4 per month</td><td>€19 per month</td></tr><tr><td>Projects</td><td>3</td>" +
      "<td>50</td></tr></tbody></table>",
    model: "subscription",
    says: ["hobby €4 per month", "studio €19 per month"],
  },
  {
    site: "a table with plans in its rows",
    pricing:
      "<table><tr><th>Plan</th><th>Price</th></tr><tr><td>Solo</td><td>$8 / month</td></tr><tr>" +
      "<td>Crew</td><td>$24 / month</td></tr></table>",
    model: "subscription",
    says: ["solo $8 / month", "crew $24 / month"],
  },
  {
    site: "a toggle between months and years",
    pricing:
      "<div><button>Monthly</button><button>Yearly</button><span>Save 20%</span></div><div>" +
      '<h3>Plus</h3><div class="m"><span>$10</span><span>/month</span></div><div class="y"><span>$96</span>' +
      "<span>/year</span></div></div>",
    model: "subscription",
    says: ["plus $10"],
    never: ["20%"],
  },
  {
    site: "a price that starts somewhere",
    pricing: cards(["Starter", "From", "$29", "per month"], ["Enterprise", "Custom pricing", "Contact sales"]),
    model: "subscription",
    says: ["from $29 per month"],
  },
  {
    site: "a range of prices",
    home: "<h1>Notes</h1><h2>Pricing</h2><p>Plans cost $5–$20 per month, depending on the size of your team.</p>",
    model: "subscription",
    says: ["$5–$20 per month"],
  },
  {
    site: "a price per seat",
    pricing: "<h1>Simple pricing</h1><p>£7.50 per seat per month, billed annually.</p>",
    model: "subscription",
    says: ["£7.50 per seat per month"],
  },
  {
    site: "a lifetime licence",
    pricing: "<h1>Buy Acme</h1><h3>Personal</h3><p>$49</p><p>One-time payment, lifetime updates</p>",
    model: "one_time",
    says: ["$49"],
  },
  {
    site: "a price in three lines",
    pricing: "<h3>Business</h3><div>$</div><div>29</div><div>/MONTH</div>",
    model: "subscription",
    says: ["29"],
  },
  {
    site: "cents set high",
    pricing: "<h3>Pro</h3><p>$9<sup>99</sup> / month</p>",
    model: "subscription",
    says: ["$9.99"],
    never: ["$999"],
  },
  {
    site: "a footnote at the price",
    pricing: "<h3>Pro</h3><p>$9<sup>1</sup> per month</p>",
    model: "subscription",
    says: ["$9"],
    never: ["$91"],
  },
  {
    site: "German: ab, pro Monat",
    lang: "de",
    pricing: cards(["Basis", "ab 9,90&nbsp;€", "pro Monat"], ["Profi", "ab 19,90&nbsp;€", "pro Monat"]),
    model: "subscription",
    says: ["basis ab 9,90 €", "profi ab 19,90 €"],
  },
  {
    site: "German: mtl. and a free tariff",
    lang: "de",
    pricing: cards(["Kostenlos", "0 €", "für immer"], ["Plus", "4,99 € mtl.", "zzgl. MwSt."]),
    model: "freemium",
    says: ["plus 4,99 € mtl."],
  },
  {
    site: "German: a single purchase",
    lang: "de",
    pricing: "<h1>Preise</h1><h3>Einzelplatz</h3><p>39 €</p><p>Einmalkauf, kein Abo</p>",
    model: "one_time",
    says: ["39 €"],
  },
  {
    site: "German: on request",
    lang: "de",
    pricing: "<h1>Preise</h1><p>Preise auf Anfrage. Fordern Sie ein Angebot an.</p>",
    model: "contact",
  },
  {
    site: "French: par mois",
    lang: "fr",
    pricing: cards(
      ["Découverte", "Gratuit"],
      ["Essentiel", "12&#8239;€ HT / mois"],
      ["Avancé", "29&#8239;€ HT / mois"],
    ),
    model: "freemium",
    says: ["essentiel 12 € ht / mois", "avancé 29 € ht / mois"],
  },
  {
    site: "French: paiement unique",
    lang: "fr",
    pricing: "<h1>Tarif</h1><h3>Licence</h3><p>59 €</p><p>Paiement unique, sans abonnement</p>",
    model: "one_time",
    says: ["59 €"],
  },
  {
    site: "French: abonnement",
    lang: "fr",
    pricing: "<h1>Tarifs</h1><h3>Formule Pro</h3><p>Abonnement mensuel : 15 €</p>",
    model: "subscription",
    says: ["15 €"],
  },
  {
    site: "French: sur devis",
    lang: "fr",
    pricing: "<h1>Tarifs</h1><p>Nos prestations sont proposées sur devis.</p>",
    model: "contact",
  },
  {
    site: "Spanish: mensual",
    lang: "es",
    pricing: cards(["Básico", "9 € mensual"], ["Profesional", "29 € mensual"]),
    model: "subscription",
    says: ["básico 9 € mensual", "profesional 29 € mensual"],
  },
  {
    site: "Spanish: every fifteen days",
    lang: "es",
    pricing: "<h1>Precios</h1><h3>Quincenal</h3><p>12 € /15 días</p>",
    model: "subscription",
    says: ["12 € /15 días"],
  },
  {
    site: "Spanish: pago único",
    lang: "es",
    pricing: "<h1>Precios</h1><h3>Licencia</h3><p>79 €</p><p>Pago único</p>",
    model: "one_time",
    says: ["79 €"],
  },
  {
    site: "Italian: al mese",
    lang: "it",
    pricing: cards(["Base", "Gratis", "per sempre"], ["Premium", "7,99 € al mese"]),
    model: "freemium",
    says: ["premium 7,99 € al mese"],
  },
  {
    site: "Italian: una tantum",
    lang: "it",
    pricing: "<h1>Prezzi</h1><h3>Licenza</h3><p>49 € una tantum</p>",
    model: "one_time",
    says: ["49 € una tantum"],
  },
  {
    site: "Portuguese: mensal",
    lang: "pt",
    pricing: cards(["Essencial", "R$ 29,90", "mensal"], ["Completo", "R$ 59,90", "mensal"]),
    model: "subscription",
    says: ["essencial r$ 29,90 mensal", "completo r$ 59,90 mensal"],
  },
  {
    site: "Portuguese: por mês, with a free plan",
    lang: "pt",
    pricing: cards(["Grátis", "R$ 0"], ["Pro", "R$ 49 por mês"]),
    model: "freemium",
    says: ["pro r$ 49 por mês"],
  },
  {
    site: "Dutch: per maand",
    lang: "nl",
    pricing: cards(["Start", "€ 9 per maand"], ["Groei", "€ 25 per maand"]),
    model: "subscription",
    says: ["start € 9 per maand", "groei € 25 per maand"],
  },
  {
    site: "Dutch: eenmalig",
    lang: "nl",
    pricing: "<h1>Prijzen</h1><h3>Licentie</h3><p>€ 35</p><p>Eenmalige betaling</p>",
    model: "one_time",
    says: ["€ 35"],
  },
  {
    site: "Swedish: kr/mån",
    lang: "sv",
    pricing: cards(["Liten", "99 kr/mån"], ["Stor", "1 299 kr/mån"]),
    model: "subscription",
    says: ["liten 99 kr/mån", "stor 1 299 kr/mån"],
  },
  {
    site: "Polish: zł/mies.",
    lang: "pl",
    pricing: cards(["Podstawowy", "29 zł/mies."], ["Firmowy", "99 zł/mies."]),
    model: "subscription",
    says: ["podstawowy 29 zł/mies.", "firmowy 99 zł/mies."],
  },
  {
    site: "Japanese: 月額",
    lang: "ja",
    pricing: cards(["フリー", "0円"], ["スタンダード", "月額980円（税込）"], ["ビジネス", "月額2,980円（税込）"]),
    model: "freemium",
    says: ["スタンダード 月額980円", "ビジネス 月額2,980円"],
  },
  {
    site: "Japanese: 買い切り",
    lang: "ja",
    pricing: "<h1>料金</h1><h3>ライセンス</h3><p>¥4,980</p><p>買い切り</p>",
    model: "one_time",
    says: ["¥4,980"],
  },
  {
    site: "Chinese: 每月",
    lang: "zh",
    pricing: cards(["免费版", "¥0"], ["专业版", "每月 ¥30"]),
    model: "freemium",
    says: ["专业版 每月 ¥30"],
  },
  {
    site: "Korean: 매월",
    lang: "ko",
    pricing: cards(["베이직", "매월 9,900원"], ["프로", "매월 29,900원"]),
    model: "subscription",
    says: ["베이직 매월 9,900원", "프로 매월 29,900원"],
  },
  {
    site: "Indian digits",
    pricing: cards(["Growth", "₹9,999/month"], ["Scale", "₹1,49,999/year"]),
    model: "subscription",
    says: ["growth ₹9,999/month", "scale ₹1,49,999/year"],
  },
  {
    site: "Swiss francs",
    lang: "de",
    pricing: cards(["Verein", "CHF 1’200.– pro Jahr"], ["Firma", "CHF 2’400.– pro Jahr"]),
    model: "subscription",
    says: ["verein chf 1'200.- pro jahr"],
  },
  {
    site: "prices on the home page",
    home: "<h1>Notes</h1><p>Write.</p><h2>Pricing</h2><h3>Personal</h3><p>$4</p><p>per month</p><p>Sign up</p>",
    model: "subscription",
    says: ["personal $4 per month"],
  },
  {
    site: "one price in the first lines",
    home: "<h1>Notes for everyone</h1><p>Only $3 a month. Cancel anytime.</p>",
    model: "subscription",
    says: ["$3 a month"],
  },
  {
    site: "a definition list",
    pricing: "<dl><dt>Small</dt><dd>$20 monthly</dd><dt>Large</dt><dd>$80 monthly</dd></dl>",
    model: "subscription",
    says: ["small $20 monthly", "large $80 monthly"],
  },
  {
    site: "badges between title and price",
    pricing:
      "<div><h3>Pro</h3><span>Most popular</span><div>For teams</div><div>$25</div><div>per month, billed yearly</div></div>",
    model: "subscription",
    says: ["pro", "$25 per month, billed yearly"],
    never: ["popular"],
  },
  {
    site: "free for everybody, with donations",
    home: "<h1>Notes</h1><p>Acme is completely free. If you like it, donate $5 per month.</p>",
    model: "free",
    never: ["$5"],
  },
  {
    site: "a free plan told in a sentence",
    pricing: "<h1>Pricing</h1><p>The free plan includes 3 projects.</p><h3>Pro</h3><p>$10/month</p>",
    model: "freemium",
    says: ["pro $10/month"],
  },
  {
    site: "only a contact",
    pricing: "<h1>Pricing</h1><p>Contact us for a quote.</p>",
    model: "contact",
  },
  {
    site: "one payment for each plan",
    pricing: cards(["Single site", "$59 one-time"], ["Five sites", "$149 one-time"]),
    model: "one_time",
    says: ["single site $59 one-time", "five sites $149 one-time"],
  },
];

/** Amounts that are no price of the product, or do not tell how it is paid for. */
export const TRAPS: PriceSite[] = [
  {
    site: "only a trial",
    pricing: "<h1>Plans</h1><h3>Pro</h3><p>$12/month</p><p>Start your 14-day free trial</p><p>Try it free</p>",
    model: "subscription",
    says: ["pro $12/month"],
  },
  {
    site: "a zero due today",
    pricing: "<h3>Pro</h3><p>$0 due today</p><p>then $12/month after your free trial</p>",
    model: "subscription",
    never: ["$0"],
  },
  {
    site: "no setup fee",
    pricing: cards(["Basic", "€19 per month", "€0 setup fee"], ["Plus", "€29 per month", "€0 setup fee"]),
    model: "subscription",
    never: ["€0"],
  },
  {
    site: "a zero that may be a fee or a plan",
    pricing:
      "<h1>Pricing</h1><p>No surprises at all in what we ask of you.</p><p>€0</p><h3>Pro</h3><p>€9 per month</p>",
    model: null,
    says: ["pro €9 per month"],
    never: ["€0"],
  },
  {
    site: "German: no basic fee",
    lang: "de",
    pricing: "<h1>Preise</h1><h3>Profi</h3><p>0 € Einrichtungsgebühr</p><p>29 € pro Monat</p>",
    model: "subscription",
    never: ["0 € einrichtung"],
  },
  {
    site: "a trial of zero euros",
    lang: "fr",
    pricing: "<h1>Tarifs</h1><h3>Essai gratuit</h3><p>0 € pendant 14 jours</p><h3>Pro</h3><p>19 € par mois</p>",
    model: "subscription",
    never: ["0 € pendant"],
  },
  {
    site: "a template's numbers",
    pricing:
      "<h1>Pricing</h1><h3>Plan name</h3><p>$99/month</p><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit.</p>",
    model: null,
    never: ["$99"],
  },
  {
    site: "placeholders",
    pricing: "<h1>Pricing</h1><h3>Basic</h3><p>$XX/month</p><h3>Pro</h3><p>$00/month</p>",
    model: null,
  },
  {
    site: "an old price in del",
    pricing: "<h3>Pro</h3><p><del>$80/month</del> $40/month</p>",
    model: "subscription",
    says: ["$40/month"],
    never: ["$80"],
  },
  {
    site: "an old price struck through by a class",
    head: "<style>.card .old{color:#999;text-decoration:line-through}</style>",
    pricing: '<div class="card"><h3>Pro</h3><p><span class="old">$80</span> $40/month</p></div>',
    model: "subscription",
    says: ["$40/month"],
    never: ["$80"],
  },
  {
    site: "an old price struck through by a utility class",
    pricing: '<h3>Pro</h3><p><span class="text-gray-400 line-through">€30</span> €20 per month</p>',
    model: "subscription",
    says: ["€20 per month"],
    never: ["€30"],
  },
  {
    site: "a class that strikes only inside a done task",
    head: "<style>.done .label{text-decoration:line-through}.card a:hover{text-decoration:line-through}</style>",
    pricing: '<div class="card"><h3>Pro</h3><a><span class="label">$15/month</span></a></div>',
    model: "subscription",
    says: ["pro $15/month"],
  },
  {
    site: "a customer's savings",
    home: "<h1>Notes</h1><p>$2M saved</p><p>Umbrella saves $4,000 per month with Acme.</p>",
    model: null,
  },
  {
    site: "a customer's revenue in a card",
    home: "<h1>Sell online</h1><h2>Customer stories</h2><h3>Umbrella</h3><p>$120,000</p><p>per month in sales</p>",
    model: null,
  },
  {
    site: "a rival's price",
    home: "<h1>Notes</h1><h2>Acme vs Umbrella</h2><h3>Umbrella</h3><p>$99 per month</p>",
    model: null,
  },
  {
    site: "a rival's column",
    pricing:
      "<h1>Pricing</h1><table><tr><th></th><th>Acme</th><th>Umbrella</th></tr><tr><td>Price</td>" +
      "<td>$5/month</td><td>$99/month</td></tr></table>",
    model: "subscription",
    says: ["$5/month"],
    never: ["$99"],
  },
  {
    site: "a calculator",
    home: "<h1>Notes</h1><h2>Calculate your savings</h2><p>Hours lost per month</p><p>$1,250 per month</p><p>$15,000 per year</p>",
    model: null,
  },
  {
    site: "an estimate beside real plans",
    pricing:
      "<h1>Pricing</h1><h3>Team</h3><p>$8 per user per month</p><h2>Price calculator</h2><p>25 users</p><p>$200 per month</p>",
    model: "subscription",
    says: ["team $8 per user per month"],
    never: ["$200"],
  },
  {
    site: "an example of an invoice",
    home:
      "<h1>Invoices in a minute</h1><h2>Example invoice</h2><p>Web design</p><p>$1,200.00</p>" +
      "<p>Total</p><p>$1,452.00 due per month</p>",
    model: null,
  },
  {
    site: "numbers of a picture of the product",
    home: "<h1>Know what you spend</h1><p>Rent</p><p>$1,400 / month</p><p>Streaming</p><p>$15.99 / month</p>",
    model: null,
  },
  {
    site: "German: a calculator",
    lang: "de",
    home: "<h1>Rechnungen</h1><h2>Ersparnisrechner</h2><p>350 € pro Monat</p>",
    model: null,
  },
  {
    site: "an API price of each call",
    pricing: "<h1>Pricing</h1><h3>Developer</h3><p>$19/month</p><p>Additional calls: $0.002 each</p>",
    model: "subscription",
    says: ["developer $19/month"],
    never: ["0.002"],
  },
  {
    site: "gift cards of sponsors",
    home: "<h1>Notes</h1><h2>Become a sponsor</h2><h3>Gold</h3><p>$500 per month</p>",
    model: null,
  },
  {
    site: "free shipping and free support",
    pricing: "<h1>Pricing</h1><h3>Device</h3><p>$129</p><p>Free shipping</p><p>Free support</p>",
    model: "paid",
    says: ["$129"],
  },
];

/** The website as its crawler reads it. */
export const pagesOf = ({
  home = "<h1>Calm notes</h1><p>Write things down.</p>",
  pricing,
  head = "",
  lang = "en",
}: PriceSite): Html[] => [
  { title: "Acme | Calm notes", head, lang, body: home },
  ...(pricing === undefined ? [] : [{ kind: "pricing" as const, head, lang, body: pricing }]),
];
