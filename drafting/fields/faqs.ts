import type { SitePage } from "#domain/drafts/site.ts";
import { FAQ_FIELDS, MOST } from "#domain/listings/section-fields.ts";
import { cleanLine, fold } from "#domain/text/text.ts";
import { isBody, unique } from "../candidate.ts";
import type { Corpus } from "../corpus.ts";
import { isA, listOf, type Node, nodesOf } from "../json-ld.ts";
import { wholeSentences, wordsOf } from "../text.ts";

export type FoundFaq = { question: string; answer: string; page: string; questionQuote: string; answerQuote: string };

/** Answered questions: marked up, or question headings followed by text. */
export function findFaqs(corpus: Corpus): FoundFaq[] {
  const pages = [...corpus.pages].sort((a, b) => order(a) - order(b));
  const found = pages.flatMap((page) =>
    page.kind === "blog" || page.kind === "changelog" ? [] : [...markedUp(page), ...asked(page)],
  );
  return unique(found, (faq) => fold(faq.question)).slice(0, MOST.faqs);
}

const order = (page: SitePage): number =>
  page.kind === "faq" ? 0 : page.kind === "pricing" ? 1 : page.kind === "home" ? 2 : 3;

function markedUp(page: SitePage): FoundFaq[] {
  return nodesOf(page)
    .filter((node) => isA(node, /^Question$/))
    .flatMap((node) => {
      const answer = listOf(node.acceptedAnswer).find(
        (item): item is Node => typeof item === "object" && item !== null,
      );
      const raw = typeof answer?.text === "string" ? answer.text : null;
      // Answers may contain markup; only plain ones can be quoted verbatim.
      if (typeof node.name !== "string" || raw === null || /<[a-z/]/i.test(raw)) return [];
      return entry(page, node.name, raw);
    });
}

function asked(page: SitePage): FoundFaq[] {
  const blocks = page.blocks.filter(isBody);
  return blocks.flatMap((block, at) => {
    if (!/\?$/.test(block.text) || !/^(h[2-6]|dt|summary|button)$/.test(block.tag) || wordsOf(block.text).length < 3)
      return [];
    const answer = blocks[at + 1];
    const fits =
      answer && /^(p|div|dd|li)$/.test(answer.tag) && wordsOf(answer.text).length >= 4 && !/\?$/.test(answer.text);
    return fits ? entry(page, block.text, answer.text) : [];
  });
}

function entry(page: SitePage, question: string, answer: string): FoundFaq[] {
  const quote = wholeSentences(answer, 380);
  if (!quote || question.length > FAQ_FIELDS.question.max) return [];
  return [
    {
      question: cleanLine(question),
      answer: cleanLine(quote),
      page: page.id,
      questionQuote: question,
      answerQuote: quote,
    },
  ];
}
