import type { PriceSite } from "./sites.ts";

/** Websites written after the rules, so that they show more than what the rules were made for. */
export const MORE_PRICED: PriceSite[] = [
  {
    site: "lists of features between the plans",
    pricing:
      '<h1>Pricing</h1><div class="grid"><div><h2>Hobby</h2><p class="p">$0<span>/mo</span></p><ul><li>1 project</li><li>Community support</li></ul><a>Start</a></div><div><h2>Pro</h2><p class="p">$20<span>/mo</span></p><ul><li>10 projects</li><li>Email support</li></ul><a>Start</a></div></div>',
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
      "<h1>Preise</h1><h3>Standard</h3><p>19 €/Monat</p><a>Jetzt kostenlos testen</a><h3>Premium</h3><p>39 €/Monat</p><a>Jetzt kostenlos testen</a>",
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
      "<table><thead><tr><th>Features</th><th>Free</th><th>Pro</th></tr></thead><tbody><tr><td>Notes</td><td>✓</td><td>✓</td></tr><tr><td>Price</td><td>€0</td><td>€5 / month</td></tr></tbody></table>",
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
      "<h1>Pricing</h1><a>Get started for free</a><h3>Pro</h3><p>$8/month</p><h3>Do you have a free version?</h3><p>Yes, the free plan has no time limit.</p>",
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
    home: "<h1>See your subscriptions</h1><p>One place for all you pay.</p><div><span>Streamflix</span><b>$15.99/mo</b></div><div><span>Gym</span><b>$40/mo</b></div><a>Get started</a>",
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
    home: "<h1>Notes</h1><h2>Compare Acme with Umbrella</h2><table><tr><th></th><th>Acme</th><th>Umbrella</th></tr><tr><td>Costs</td><td>$3 / month</td><td>$30 / month</td></tr></table>",
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
