import type { PriceSite } from "./sites.ts";

/** Websites written after the rules, so that they show more than what the rules were made for. */
export const MORE_PRICED: PriceSite[] = [
  {
    site: "lists of features between the plans",
    pricing:
      '<h1>Pricing</h1><div class="grid"><div><h2>Hobby</h2><p class="p">$0<span>/mo</span></p>' +
      "<ul><li>1 project</li><li>Community support</li></ul><a>Start</a></div><div><h2>Pro</h2><p " +
      'class="p">$20<span>/mo</span></p><ul><li>10 projects</li><li>Email support</li></ul><a>Start</a>' +
      "</div></div>",
    model: "freemium",
    says: ["hobby $0/mo", "pro $20/mo"],
  },
  {
    site: "a shop's sale",
    pricing:
      '<h1>Acme for Mac</h1><p class="price"><del><span>€49.00</span></del> <ins><span>€39.00</span></ins></p><p>One-time purchase</p>',
    model: "one_time",
    says: ["€39.00"],
    never: ["€49"],
  },
  {
    site: "a price in the button",
    home: "<h1>Calm notes</h1><p>For Mac and Windows.</p><a>Buy for $29.99</a><p>Free 30-day trial</p>",
    model: "paid",
    says: ["$29.99"],
  },
  {
    site: "free to host, or hosted for a price",
    pricing:
      "<h1>Pricing</h1><h3>Self-hosted</h3><p>Free forever</p><h3>Cloud</h3><p>$10/month</p><p>We run it for you</p>",
    model: "freemium",
    says: ["cloud $10/month"],
  },
  {
    site: "a question about a free plan that is denied",
    pricing:
      "<h1>Pricing</h1><h3>Team</h3><p>$30/month</p><h3>Is there a free plan?</h3><p>No, but you can try Acme for 14 days.</p>",
    model: "subscription",
    says: ["team $30/month"],
  },
  {
    site: "German: free trial in the button",
    lang: "de",
    pricing:
      "<h1>Preise</h1><h3>Standard</h3><p>19 €/Monat</p><a>Jetzt kostenlos testen</a>" +
      "<h3>Premium</h3><p>39 €/Monat</p><a>Jetzt kostenlos testen</a>",
    model: "subscription",
    says: ["standard 19 €/monat", "premium 39 €/monat"],
  },
  {
    site: "German: a free consultation",
    lang: "de",
    home: "<h1>Agentur</h1><p>Vereinbaren Sie ein kostenloses Erstgespräch.</p><p>Preise auf Anfrage</p>",
    model: "contact",
  },
  {
    site: "French: from, before tax",
    lang: "fr",
    pricing: "<h1>Tarifs</h1><h3>Site vitrine</h3><p>À partir de 1 500 € HT</p>",
    model: "paid",
    says: ["site vitrine à partir de 1 500 € ht"],
  },
  {
    site: "French: a free quote is no free product",
    lang: "fr",
    home: "<h1>Création de sites</h1><p>Demandez un devis gratuit et sans engagement.</p>",
    model: "contact",
  },
  {
    site: "Spanish: free for fourteen days",
    lang: "es",
    pricing: "<h1>Precios</h1><h3>Autónomos</h3><p>Gratis durante 14 días</p><p>Después 10 €/mes</p>",
    model: "subscription",
    says: ["10 €/mes"],
  },
  {
    site: "Italian: trial and month",
    lang: "it",
    pricing: "<h1>Prezzi</h1><p>Prova gratis per 30 giorni</p><h3>Studio</h3><p>€ 9,99/mese + IVA</p>",
    model: "subscription",
    says: ["studio € 9,99/mese"],
  },
  {
    site: "Portuguese: a free plan",
    lang: "pt",
    pricing: "<h2>Planos</h2><h3>Plano Gratuito</h3><p>R$ 0/mês</p><h3>Plano Pro</h3><p>R$ 39/mês</p>",
    model: "freemium",
    says: ["plano pro r$ 39/mês"],
  },
  {
    site: "Japanese: no initial cost",
    lang: "ja",
    pricing: "<h1>料金プラン</h1><h3>スタンダードプラン</h3><p>初期費用 0円</p><p>月額 5,500円（税込）</p>",
    model: "subscription",
    says: ["月額 5,500円"],
    never: ["0円 月額"],
  },
  {
    site: "Japanese: free and paid plans",
    lang: "ja",
    pricing: "<h1>料金</h1><h3>無料プラン</h3><p>¥0</p><h3>有料プラン</h3><p>¥500/月</p>",
    model: "freemium",
    says: ["¥500/月"],
  },
  {
    site: "Chinese: trial and year",
    lang: "zh",
    pricing: "<h1>价格</h1><p>免费试用14天</p><h3>个人版</h3><p>¥99/年</p>",
    model: "subscription",
    says: ["个人版 ¥99/年"],
  },
  {
    site: "Korean: trial and month",
    lang: "ko",
    pricing: "<h1>요금제</h1><h3>스타터</h3><p>월 9,900원</p><p>14일 무료 체험</p>",
    model: "subscription",
    says: ["스타터 월 9,900원"],
  },
  {
    site: "Swedish: i månaden",
    lang: "sv",
    pricing: "<h1>Priser</h1><h3>Gratis</h3><p>0 kr</p><h3>Premium</h3><p>49 kr i månaden</p>",
    model: "freemium",
    says: ["premium 49 kr i månaden"],
  },
  {
    site: "Dutch: a dash for cents",
    lang: "nl",
    pricing: "<h1>Prijzen</h1><h3>Zzp</h3><p>€ 12,- p/m</p><h3>Bureau</h3><p>€ 49,- p/m</p>",
    model: "subscription",
    says: ["zzp € 12,-", "bureau € 49,-"],
  },
  {
    site: "Polish: na miesiąc",
    lang: "pl",
    pricing: "<h1>Cennik</h1><h3>Darmowy</h3><p>0 zł</p><h3>Standard</h3><p>49,99 zł na miesiąc</p>",
    model: "freemium",
    says: ["standard 49,99 zł na miesiąc"],
  },
  {
    site: "a currency in letters",
    pricing: "<h1>Pricing</h1><h3>Growth</h3><p>USD 12 / user / month</p>",
    model: "subscription",
    says: ["growth usd 12 / user / month"],
  },
  {
    site: "a lifetime deal beside months",
    pricing:
      "<h1>Pricing</h1><h3>Monthly</h3><p>$9/month</p><h3>Yearly</h3><p>$79/year</p><h3>Lifetime</h3><p>$199 once</p>",
    model: "subscription",
    says: ["$9/month", "$79/year", "$199 once"],
  },
  {
    site: "credits",
    pricing:
      "<h1>Pricing</h1><h3>Small pack</h3><p>100 credits for $10</p><h3>Large pack</h3><p>1,000 credits for $80</p>",
    model: "paid",
    says: ["small pack 100 credits for $10"],
  },
  {
    site: "a book",
    home: "<h1>The notes book</h1><p>Everything about notes.</p><a>Get the book for $39</a>",
    model: "paid",
    says: ["$39"],
  },
  {
    site: "small print inside the price",
    pricing:
      "<h2>Plans</h2><h3>Solo</h3><div><b>$12</b><small>/mo</small></div><h3>Duo</h3><div><b>$20</b><small>/mo</small></div>",
    model: "subscription",
    says: ["solo $12/mo", "duo $20/mo"],
  },
  {
    site: "free software without prices",
    home: "<h1>Acme</h1><p>Acme is a free app for Windows and Linux.</p><a>Download for free</a>",
    model: "free",
  },
  {
    site: "German: one payment, no subscription",
    lang: "de",
    home: "<h1>Notizen</h1><p>Kein Abo. Einmalig 4,99 €.</p><a>Jetzt kaufen</a>",
    model: "one_time",
    says: ["4,99 €"],
  },
  {
    site: "a custom plan among paid ones",
    pricing:
      "<h1>Plans</h1><h3>Starter</h3><p>€29 /mo</p><h3>Scale</h3><p>€99 /mo</p><h3>Enterprise</h3><p>Custom</p><a>Contact sales</a>",
    model: "subscription",
    says: ["starter €29 /mo", "scale €99 /mo"],
  },
  {
    site: "a table with ticks",
    pricing:
      "<table><thead><tr><th>Features</th><th>Free</th><th>Pro</th></tr></thead><tbody><tr>" +
      "<td>Notes</td><td>✓</td><td>✓</td></tr><tr><td>Price</td><td>€0</td><td>€5 / month</td></tr></tbody>" +
      "</table>",
    model: "freemium",
    says: ["€5 / month"],
  },
  {
    site: "a price list of words",
    pricing: "<h1>What it costs</h1><ul><li>Freelancer: €15 per month</li><li>Studio: €45 per month</li></ul>",
    model: "subscription",
    says: ["freelancer: €15 per month", "studio: €45 per month"],
  },
  {
    site: "start free, with a free plan told below",
    pricing:
      "<h1>Pricing</h1><a>Get started for free</a><h3>Pro</h3><p>$8/month</p><h3>Do you have a " +
      "free version?</h3><p>Yes, the free plan has no time limit.</p>",
    model: "freemium",
    says: ["pro $8/month"],
  },
];

export const MORE_TRAPS: PriceSite[] = [
  {
    site: "money that a product moves",
    home: "<h1>Payments</h1><p>We process $4M every month.</p><p>Trusted by teams managing $2B in assets.</p>",
    model: null,
  },
  {
    site: "a programme for affiliates",
    home: "<h1>Notes</h1><h2>Affiliate program</h2><p>Earn up to $300 per month.</p>",
    model: null,
  },
  {
    site: "what other banks charge",
    home: "<h1>A bank for makers</h1><p>Other banks charge €12 per month for this.</p><a>Open an account</a>",
    model: null,
  },
  {
    site: "an answer of an API",
    home: '<h1>Pricing data by API</h1><pre>{"plan": "Pro", "price": "$9/month"}</pre><a>Get started</a>',
    model: null,
  },
  {
    site: "subscriptions that a product tracks",
    home:
      "<h1>See your subscriptions</h1><p>One place for all you pay.</p><div>" +
      "<span>Streamflix</span><b>$15.99/mo</b></div><div><span>Gym</span><b>$40/mo</b></div><a>Get " +
      "started</a>",
    model: null,
  },
  {
    site: "a total of an invoice",
    home: "<h1>Invoices</h1><div>Invoice #1042</div><div>Total</div><div>€2,400.00</div><div>Paid</div><a>Sign up</a>",
    model: null,
  },
  {
    site: "get started free and one price",
    pricing: "<h1>Pricing</h1><h3>Pro</h3><p>$8/month</p><a>Get started for free</a>",
    model: null,
    says: ["pro $8/month"],
  },
  {
    site: "no cost of cancelling",
    pricing: "<h1>Pricing</h1><h3>Team</h3><p>$25/month</p><p>Cancel anytime: $0 cancellation fee</p>",
    model: "subscription",
    never: ["$0"],
  },
  {
    site: "German: no costs of setting up",
    lang: "de",
    pricing: "<h1>Preise</h1><h3>Basis</h3><p>9 € pro Monat</p><p>Einrichtung: 0 €</p>",
    model: "subscription",
    never: ["0 €;", "einrichtung"],
  },
  {
    site: "a rival in a sentence",
    home: "<h1>Notes</h1><p>Umbrella starts at $49 per month. You do not need it.</p>",
    model: null,
  },
  {
    site: "a customer's savings on the pricing page",
    pricing:
      "<h1>Pricing</h1><h3>Team</h3><p>$10 per month</p><h2>Customer stories</h2><p>Umbrella: $2M saved</p><p>$4,000 per month less</p>",
    model: "subscription",
    says: ["team $10 per month"],
    never: ["2m", "4,000"],
  },
  {
    site: "a table against a rival",
    home:
      "<h1>Notes</h1><h2>Compare Acme with Umbrella</h2><table><tr><th></th><th>Acme</th>" +
      "<th>Umbrella</th></tr><tr><td>Costs</td><td>$3 / month</td><td>$30 / month</td></tr></table>",
    model: "subscription",
    never: ["$30"],
  },
  {
    site: "prices struck through by a rule in a media query",
    head: "<style>/* sale */ @media screen { .sale > .was { color: red; text-decoration: line-through solid; } }</style>",
    pricing: '<h3>Plus</h3><div class="sale"><span class="was">€12</span> <b>€6 per month</b></div>',
    model: "subscription",
    says: ["plus €6 per month"],
    never: ["€12"],
  },
  {
    site: "a trial for one dollar",
    pricing: "<h1>Pricing</h1><h3>Trial</h3><p>$0 for 7 days</p><h3>Full</h3><p>$39 per month</p>",
    model: "subscription",
    says: ["full $39 per month"],
    never: ["$0"],
  },
];

/** Written after the two sets above, and read once before the rules were changed for what was wrong in it. */
export const LATER_SITES: PriceSite[] = [
  {
    site: "a pricing section of nested elements",
    pricing:
      `<section id="pricing"><div class="text-center"><h2>Simple, transparent pricing</h2><p>No ` +
      `hidden fees. Cancel any time.</p></div><div class="tiers"><article><header><h3>Personal</h3><p>For ` +
      `individuals</p></header><div><span class="cur">€</span><span class="amt">0</span><span ` +
      `class="per">forever</span></div><a class="btn">Get started</a><ul><li>✓ 1 user</li></ul></article>` +
      `<article><header><h3>Team</h3><p>For small teams</p></header><div><span class="cur">€</span><span ` +
      `class="amt">12</span><span class="per">per seat / month</span></div><a class="btn">Start trial</a>` +
      `</article></div></section>`,
    model: "freemium",
    says: ["team €12"],
  },
  {
    site: "prices as headings",
    pricing:
      `<h2>Plans</h2><div><p>STARTER</p><h4>$19/mo</h4><p>Up to 3 users</p></div><div>` +
      `<p>GROWTH</p><h4>$49/mo</h4><p>Up to 10 users</p></div>`,
    model: "subscription",
    says: ["starter $19/mo", "growth $49/mo"],
  },
  {
    site: "prices as headings below their titles",
    pricing:
      `<div><p class="name">Indie</p><h3>$29</h3><p>one-time payment</p></div><div><p ` +
      `class="name">Agency</p><h3>$99</h3><p>one-time payment</p></div>`,
    model: "one_time",
    says: ["indie $29", "agency $99"],
  },
  {
    site: "an old price struck through by an inline style",
    pricing: `<h3>Pro</h3><p>$8 <span style="text-decoration: line-through">$10</span> per month, billed annually</p>`,
    model: "subscription",
    says: ["$8"],
    never: ["$10"],
  },
  {
    site: "a question and its answer",
    home: `<h1>Acme</h1><p>Time tracking.</p><h3>How much does Acme cost?</h3><p>Acme costs $6 per user per month.</p>`,
    model: "subscription",
    says: ["$6 per user per month"],
  },
  {
    site: "the first line of a home page",
    home: `<h1>Hosting</h1><p>Managed hosting from €3.49/mo</p>`,
    model: "subscription",
    says: ["€3.49/mo"],
  },
  {
    site: "French: free and staying so",
    lang: "fr",
    home: `<h1>Notes</h1><p>Acme est gratuit et le restera.</p>`,
    model: "free",
  },
  {
    site: "German: a free app with a premium version",
    lang: "de",
    home: `<h1>Notizen</h1><p>Acme ist kostenlos. Mit Acme Premium für 2,99 € im Monat bekommst du mehr.</p>`,
    model: "freemium",
    says: ["2,99 €"],
  },
  {
    site: "Spanish: desde in a line of its own",
    lang: "es",
    pricing: `<h1>Planes y precios</h1><h3>Plan Básico</h3><p>Desde</p><p>15 €</p><p>al mes + IVA</p>`,
    model: "subscription",
    says: ["desde 15 € al mes"],
  },
  {
    site: "Italian: a yearly fee",
    lang: "it",
    pricing: `<h1>Listino</h1><h3>Canone annuale</h3><p>€ 120,00 all'anno</p>`,
    model: "subscription",
    says: ["€ 120,00"],
  },
  {
    site: "Portuguese: a partir de",
    lang: "pt",
    pricing: `<h1>Preços</h1><h3>Profissional</h3><p>A partir de R$ 99,90/mês</p><p>Teste grátis por 7 dias</p>`,
    model: "subscription",
    says: ["r$ 99,90/mês"],
  },
  {
    site: "Dutch: a free trial in the button",
    lang: "nl",
    pricing: `<h1>Tarieven</h1><h3>Compleet</h3><p>€ 19,95 per maand excl. btw</p><a>Gratis proberen</a>`,
    model: "subscription",
    says: ["€ 19,95 per maand"],
  },
  {
    site: "Polish: free for ever",
    lang: "pl",
    pricing: `<h1>Cennik</h1><h3>Start</h3><p>0 zł</p><p>na zawsze</p><h3>Pro</h3><p>39 zł / mies. netto</p>`,
    model: "freemium",
    says: ["pro 39 zł / mies."],
  },
  {
    site: "Japanese: for each user",
    lang: "ja",
    pricing: `<h1>料金プラン</h1><h3>ビジネス</h3><p>1ユーザーあたり</p><p>500円/月</p>`,
    model: "subscription",
    says: ["500円/月"],
  },
  {
    site: "Japanese: a table of yearly prices",
    lang: "ja",
    pricing:
      `<h1>ご利用料金</h1><table><tr><th>プラン</th><th>料金</th></tr><tr><td>ライト</td><td>年額 12,000円</td>` +
      `</tr><tr><td>プロ</td><td>年額 36,000円</td></tr></table>`,
    model: "subscription",
    says: ["ライト 年額 12,000円"],
  },
  {
    site: "Chinese: 元/月",
    lang: "zh",
    pricing: `<h1>定价</h1><h3>团队版</h3><p>19元/月</p>`,
    model: "subscription",
    says: ["团队版 19元/月"],
  },
  {
    site: "Korean: a licence for ever",
    lang: "ko",
    pricing: `<h1>가격</h1><h3>라이선스</h3><p>55,000원</p><p>영구 라이선스, 일시불</p>`,
    model: "one_time",
    says: ["55,000원"],
  },
  {
    site: "Danish: kr./md.",
    pricing: `<h1>Priser</h1><h3>Basis</h3><p>49 kr./md.</p>`,
    lang: "da",
    model: "subscription",
    says: ["49 kr"],
  },
  {
    site: "a price per hour",
    pricing: `<h1>Rates</h1><h3>Consulting</h3><p>€120 per hour</p>`,
    model: "paid",
    says: ["€120 per hour"],
  },
  {
    site: "free up to a limit, then for each request",
    pricing: `<h1>Pricing</h1><h3>Developer</h3><p>Free</p><p>Up to 1,000 requests</p><h3>Scale</h3><p>$0.50 per 1,000 requests</p>`,
    model: "freemium",
    says: ["$0.50"],
  },
  {
    site: "lists as columns",
    pricing:
      `<div class="pricing-table"><ul><li class="title">Silver</li><li ` +
      `class="price">$15<span>/month</span></li><li>10GB</li><li><a>Sign up</a></li></ul><ul><li ` +
      `class="title">Gold</li><li class="price">$25<span>/month</span></li><li>50GB</li><li><a>Sign up</a>` +
      `</li></ul></div>`,
    model: "subscription",
    says: ["silver $15/month", "gold $25/month"],
  },
  {
    site: "titles below their prices",
    pricing: `<div><div>$5/mo</div><h3>Mini</h3><p>Small</p></div><div><div>$15/mo</div><h3>Midi</h3><p>Medium</p></div>`,
    model: "subscription",
    says: ["$5/mo", "$15/mo"],
    never: ["mini $15"],
  },
  {
    site: "a table that compares the plans",
    pricing:
      `<h2>Compare plans</h2><table><thead><tr><td></td><th>Free</th><th>Plus</th><th>Max</th>` +
      `</tr></thead><tr><th>Monthly price</th><td>$0</td><td>$7</td><td>$14</td></tr></table>`,
    model: "freemium",
    says: ["plus $7", "max $14"],
  },
  {
    site: "only a custom price",
    pricing: `<h1>Pricing</h1><h3>Enterprise</h3><p>Custom pricing for large organisations</p><a>Talk to sales</a>`,
    model: "contact",
  },
  {
    site: "open source with sponsors",
    home: `<h1>Acme</h1><p>Acme is an open source editor released under the MIT license.</p><h2>Sponsors</h2><p>Gold $200 / month</p>`,
    model: "open_source",
    never: ["$200"],
  },
  {
    site: "counters of money raised",
    home:
      `<h1>Fundraising for schools</h1><div><b>$3,500,000</b><span>raised</span></div><div>` +
      `<b>$250</b><span>average donation</span></div><a>Start now</a>`,
    model: null,
  },
  {
    site: "a salary",
    home: `<h1>Job board</h1><div><h3>Senior developer</h3><p>$120,000 per year</p></div><a>Apply</a>`,
    model: null,
  },
  {
    site: "goods in an example shop",
    home: `<h1>Open your shop</h1><h2>Popular products</h2><h3>Ceramic mug</h3><p>$24.00</p><p>Add to cart</p>`,
    model: null,
  },
  {
    site: "a guarantee without risk",
    pricing: `<h1>Pricing</h1><h3>Pro</h3><p>$20/month</p><p>30-day money-back guarantee, $0 risk</p>`,
    model: "subscription",
    never: ["$0"],
  },
  {
    site: "a teaser of the blog",
    home: `<h1>Acme</h1><h2>From the blog</h2><p>How we cut our cloud bill from $9,000 to $900 per month</p>`,
    model: null,
  },
  { site: "credit for a referral", home: `<h1>Acme</h1><p>Invite a friend and both get $10 credit.</p>`, model: null },
  {
    site: "French: a month for free, then a price",
    lang: "fr",
    pricing: `<h1>Tarifs</h1><h3>Formule unique</h3><p>1 mois offert puis 9,90 €/mois</p>`,
    model: "subscription",
    says: ["9,90 €/mois"],
  },
  {
    site: "a free tier in a sentence",
    pricing: `<h1>Pricing</h1><p>Acme is free for up to 3 users. After that it's $4 per user per month.</p>`,
    model: "freemium",
    says: ["$4 per user per month"],
  },
  {
    site: "free for non-profits only",
    pricing: `<h1>Pricing</h1><h3>Business</h3><p>$30/month</p><p>Free for nonprofits and schools on request.</p>`,
    model: "subscription",
    says: ["business $30/month"],
  },
];
