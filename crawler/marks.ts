import type { DefaultTreeAdapterTypes } from "parse5";
import type { Block, Mark } from "#domain/drafts/site.ts";
import { given } from "#domain/text/given.ts";
import { attribute } from "./elements.ts";

/** Common ids and classes for parts of a page; English on sites in any language. */
const WORDS = {
  feature: "feature features funktionen fonctionnalites funciones funzionalita funcionalidades capability capabilities",
  benefit: "benefit benefits advantage advantages vorteile avantages ventajas vantaggi vantagens usp usps",
  service: "service services leistungen servicios servicos servizi offering offerings",
  why: "why reason reasons value values mission principle principles",
  step: "step steps process how howto workflow timeline ablauf schritte etapes pasos passi onboarding",
  testimonial: "testimonial testimonials review reviews quote quotes opinion opinions avis kundenstimmen stars rating",
  plan: "price prices pricing plan plans tarif tarife tarifs preise precios prezzi precos tier tiers package packages",
  question: "faq faqs accordion question questions",
  team: "team member members founder founders people person",
  post: "blog blogs post posts news article articles changelog",
  contact: "contact kontakt contacto contatto contato address",
  problem: "problem problems pain pains painpoint painpoints challenge challenges before without",
  audience: "audience audiences usecase usecases persona personas segment segments industries industry who zielgruppe",
  figure: "stat stats statistic statistics counter counters metric metrics kpi kpis numbers figures",
  call: "cta calltoaction signup waitlist newsletter subscribe download",
  hero: "hero jumbotron masthead banner",
  menu: "menu breadcrumb breadcrumbs toc sidebar navigation navbar nav dropdown",
  gallery: "gallery screenshot screenshots carousel swiper slider slide slides marquee",
  customers: "client clients partner partners logos customer customers trust trusted sponsor sponsors",
  about: "about story history vision",
  compare: "compare comparison versus vs alternative alternatives",
  mockup: "mock mockup mockups mac demo phone iphone device preview window browser dashboard chat terminal screen ui",
  integration: "integration integrations",
  legal: "security privacy legal policy terms cookie cookies imprint gdpr",
  dialog: "modal dialog popup toast overlay drawer",
  tab: "tab tabs",
  card: "card cards bento tile tiles",
  specification: "spec specs specification specifications requirements technical",
  planned: "roadmap upcoming soon coming planned",
} as const;

const NAME_OF = new Map(
  Object.entries(WORDS).flatMap(([name, words]) => words.split(" ").map((word) => [word, name] as const)),
);
const MOST_MARKS = 500;
const MOST_TEXT = 400;
/** Page-level elements, whose classes describe the whole page. */
const WHOLE = new Set(["html", "body", "main"]);
/** Tailwind's "min-h-screen" and "max-w-screen-xl" are sizes. */
const SCREEN_SIZE = /(?<![a-z])(?:m(?:in|ax)-)?[hw]-screen(?![a-z])/g;

/** Records marks around blocks and pictures before them. */
export function markFinder(blocks: readonly Block[]) {
  const open: { names: string[]; from: number }[] = [];
  const marks: Mark[] = [];
  const pictures: number[] = [];
  return {
    open: (element: DefaultTreeAdapterTypes.Element): void =>
      void open.push({ names: WHOLE.has(element.tagName) ? [] : namesOf(element), from: blocks.length }),
    close(): void {
      const { names, from } = given(open.pop());
      const to = blocks.length;
      for (const name of names) if (to > from && marks.length < MOST_MARKS) marks.push({ name, from, to });
    },
    picture(): void {
      if (pictures.length < MOST_MARKS && pictures.at(-1) !== blocks.length) pictures.push(blocks.length);
    },
    end: (): { marks: Mark[]; pictures: number[] } => ({ marks, pictures }),
  };
}

function namesOf(element: DefaultTreeAdapterTypes.Element): string[] {
  const text = `${attribute(element, "id") ?? ""} ${attribute(element, "class") ?? ""}`.slice(0, MOST_TEXT);
  const words = text
    .replace(SCREEN_SIZE, " ")
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase()
    .split(/[^a-z]+/);
  return [...new Set(words.flatMap((word) => NAME_OF.get(word) ?? []))];
}
