import { expect, it } from "vitest";
import { draftByRules } from "../../drafting/extractive.ts";
import { crawledSite, type Html } from "../helpers/crawled-site.ts";

const draft = (pages: Html[]) => draftByRules({ site: crawledSite(pages), categories: [] });
const featuresOf = (body: string) => draft([{ title: "Acme | Notes", body }]).fields.features?.value ?? [];

type Card = [title: string, text: string];
const row = (cards: Card[], before = (_: number) => "") =>
  `<div>${cards.map(([title, text], at) => `<div>${before(at)}<h3>${title}</h3><p>${text}</p></div>`).join("")}</div>`;

const REAL: Card[] = [
  ["Carnets partagés", "Toute l'équipe écrit dans le même carnet, en même temps."],
  ["Recherche rapide", "Retrouvez chaque note en quelques lettres seulement."],
  ["Mode hors ligne", "Écrivez dans le train, tout se synchronise à l'arrivée."],
];
const NAMES = REAL.map(([title]) => title);

it.each<[string, string]>([
  [
    "problems with a cross before each",
    row(
      [
        ["Notes perdues", "Personne ne retrouve ce qui a été dit la semaine dernière."],
        ["Tableurs partout", "Chaque équipe garde son propre fichier dans un dossier."],
        ["Doubles saisies", "La même phrase est recopiée trois fois dans la journée."],
      ],
      () => "<span>✕</span>",
    ),
  ],
  [
    "problems under a label that is no heading",
    `<div>El problema</div>${row([
      ["Notas perdidas", "Nadie encuentra lo que se dijo la semana pasada."],
      ["Hojas por todas partes", "Cada equipo guarda su propio archivo en una carpeta."],
      ["Doble trabajo", "La misma frase se copia tres veces cada día."],
    ])}`,
  ],
  [
    "target audiences",
    row([
      ["Agenzie", "Gestite i clienti e le loro note in un posto solo."],
      ["Per le scuole", "Gli insegnanti preparano le lezioni con i colleghi."],
      ["Liberi professionisti", "Tutto il lavoro della settimana in un solo quaderno."],
    ]),
  ],
  [
    "figures",
    row([
      ["500+ Teams", "Sie schreiben jeden Tag gemeinsam ihre Notizen auf."],
      ["99 % pünktlich", "So oft war der Dienst im letzten Jahr erreichbar."],
      ["3x schneller", "So viel schneller finden Teams ihre alten Notizen."],
    ]),
  ],
  [
    "people with their initials",
    row(
      [
        ["Jan de Wit", "Hij schrijft elke dag notities voor het hele team."],
        ["Eva Smit", "Zij zoekt elke dag in de notities van haar team."],
        ["Tom Bos", "Hij deelt elke dag zijn notities met het team."],
      ],
      (at) => `<span>${["JD", "ES", "TB"][at]}</span>`,
    ),
  ],
  [
    "steps with their numbers between them",
    `<div>1</div><h3>Crie a conta</h3><p>Basta um e-mail e uma senha para começar.</p><div>2</div><h3>Convide o time</h3>
     <p>Envie um link e todos entram no mesmo caderno.</p><div>3</div><h3>Escreva juntos</h3><p>As notas aparecem para todos na mesma hora.</p>`,
  ],
  [
    "a section that a label calls industries",
    `<p>Branchen</p><h2>Für jedes Handwerk</h2>${row([
      ["Dachdecker", "Keine Notiz geht auf der Baustelle mehr verloren."],
      ["Elektriker", "Alle Pläne sind auf dem Telefon immer dabei."],
      ["Heizungsbau", "Wartungen stehen mit ihrem Datum im Heft."],
    ])}`,
  ],
])("%s are not features", (_, other) => {
  expect(featuresOf(other)).toEqual([]);
  expect(featuresOf(`${row(REAL)}<hr>${other}`)).toEqual(NAMES);
});

it("does not read template cards among real ones as features", () => {
  const filled = row([...REAL, ...REAL.map(([title, text]): Card => [`${title} bis`, text])]);
  const filler = row([
    ["Design", "Morbi vitae tortor tempus, placerat leo et, suscipit lectus."],
    ["Mobile", "Phasellus ut pellentesque ligula, vestibulum etiam magna."],
  ]);
  expect(featuresOf(`${filled}<h2>Articles</h2>${filler}`)).toEqual([...NAMES, ...NAMES.map((name) => `${name} bis`)]);
});

it("does not read a planned item as a feature", () => {
  const planned: Card[] = [
    ["Em breve", "Aplicativos para todos os aparelhos que você usa."],
    ["In Entwicklung", "Wir bauen gerade an einer Suche in Bildern."],
  ];
  expect(featuresOf(row([...REAL, ...planned]))).toEqual(NAMES);
});

it("reads many numbered cards as features rather than steps, without their numbers", () => {
  const many: Card[] = ["Cuadernos", "Búsqueda", "Etiquetas", "Plantillas", "Recordatorios", "Exportación"].map(
    (name) => [name, "Ayuda al equipo a escribir todo lo que importa."],
  );
  expect(featuresOf(`<h2>Todo en Acme</h2>${row(many, (at) => `<div>${at + 1}</div>`)}`)).toEqual(
    many.map(([name]) => name),
  );
  const dotted = REAL.map(([name, text], at): Card => [`${at + 7}. ${name}`, text]);
  expect(featuresOf(row(dotted))).toEqual(NAMES);
});

it("does not read chapters of a manual as features", () => {
  const chapters = Array.from(
    { length: 9 },
    (_, at): Card => [`${at + 1}. Hoofdstuk ${"abcdefghi"[at]}`, "Zo werkt dit deel van het programma in de praktijk."],
  );
  expect(featuresOf(row(chapters))).toEqual([]);
});

it("names a card by the words below its count", () => {
  const counted = REAL.map(
    ([name, text], at) => `<div><div>${at + 2} bureaux</div><div>${name}</div><p>${text}</p></div>`,
  );
  expect(featuresOf(`<div>${counted.join("")}</div>`)).toEqual(NAMES);
});

it("reads headings with lists below them as features", () => {
  const list = (...items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;
  const cards = ["Berichte", "Vorlagen", "Rechnungen"].map(
    (name) => `<div><h3>${name}</h3>${list("Schnell erstellt", "Gut sortiert", "Leicht geteilt")}</div>`,
  );
  expect(featuresOf(`<div>${cards.join("")}</div>`)).toEqual(["Berichte", "Vorlagen", "Rechnungen"]);
});

it("ignores a template page, but not a real page beside it", () => {
  const filler = "<p>Pellentesque et pulvinar enim, quisque at tempor ligula etiam.</p>".repeat(4);
  const empty = { title: "Genius Free HTML5 Template", body: `<h1>成功</h1>${filler}` };
  expect(draft([empty]).fields).toEqual({});
  const contact = { kind: "contact" as const, body: '<a href="mailto:hello@acme.com">hello@acme.com</a>' };
  expect(draft([empty, contact]).fields.contact_email?.value).toBe("hello@acme.com");
});

it("does not read a Japanese or Chinese advertisement as a name", () => {
  for (const title of [
    "期間限定！無料モニター募集キャンペーン｜チームのノート",
    "立即注册，开始您的免费团队笔记之旅吧",
  ])
    expect(draft([{ title, body: "<h1>ノート</h1>" }]).fields.name?.value).not.toBe(title.split("｜")[0]);
  expect(draft([{ title: "みんなのノート｜チームのメモ", body: "" }]).fields.name?.value).toBe("みんなのノート");
});

it("reads numbered cards as features below a heading that promises reasons", () => {
  const numbered = row(REAL, (at) => `<div>${at + 1}</div>`);
  expect(featuresOf(`<h2>Pourquoi Acme</h2>${numbered}`)).toEqual(NAMES);
  expect(featuresOf(`<h2>Comment ça marche</h2>${numbered}`)).toEqual([]);
});

const MORE: Card[] = [
  "Rappels",
  "Étiquettes",
  "Modèles",
  "Export",
  "Partage",
  "Historique",
  "Sauvegardes",
  "Thèmes",
].map((name) => [name, "Toute l'équipe en profite dès le premier jour."]);

it("keeps the likeliest features of a page with more than a draft may hold", () => {
  const reports = Array.from(
    { length: 26 },
    (_, at): Card => [`Rapport ${"abcdefghijklmnopqrstuvwxyz"[at]}`, "Un document de plus que l'équipe imprime."],
  );
  const found = featuresOf(
    `<section class="reports"><h2>Rapports</h2>${row(reports)}</section><section ` +
      `class="features"><h2>Fonctionnalités</h2>${row([...REAL, ...MORE])}</section>`,
  );
  expect(found).toHaveLength(20);
  expect(found).toEqual(expect.arrayContaining([...REAL, ...MORE].map(([title]) => title)));
});

it("reads a likely list where rules find few features", () => {
  const list = `<ul>${NAMES.map((name) => `<li>${name}</li>`).join("")}</ul>`;
  const section = `<section class="features"><h2>Avec Acme</h2>${list}</section>`;
  expect(featuresOf(`<h1>Vos notes</h1>${section}`)).toEqual(NAMES);
});

it("reads cards between prices as features, but not payment methods", () => {
  const plans = row(
    [
      ["Solo", "9 € par mois"],
      ["Équipe", "19 € par mois"],
      ["Agence", "49 € par mois"],
    ].map(([name, price]): Card => [name!, price!]),
  );
  const payable: Card[] = [
    ["Zinli", "Des paiements numériques avec une carte virtuelle."],
    ["Wero", "Des virements immédiats depuis votre banque habituelle."],
    ["Twint", "Des paiements simples pour tous les clients suisses."],
  ];
  const pricing = {
    kind: "pricing" as const,
    body:
      `<h1>Tarifs</h1>${plans}<section class="features"><h2>Avec Acme</h2>${row(REAL)}</section>` +
      `<h2>Moyens de paiement</h2>${row(payable)}`,
  };
  expect(draft([{ title: "Acme", body: "<h1>Vos notes</h1>" }, pricing]).fields.features?.value).toEqual(NAMES);
});

it("keeps list entries whole and splits a text that states all features", () => {
  const stated = (featureList: unknown) =>
    featuresOf(
      `<h1>Notes</h1><script ` +
        `type="application/ld+json">${JSON.stringify({ "@type": "SoftwareApplication", name: "Acme", featureList })}</script>`,
    );
  const entries = ["Labels in packs: thermal 75×120, and A4 with 1, 4 or 9 a page", "Shared notebooks"];
  expect(stated(entries)).toEqual(entries);
  expect(stated("Shared notebooks, Quick search; Offline mode")).toEqual([
    "Shared notebooks",
    "Quick search",
    "Offline mode",
  ]);
});
