import { pattern } from "../text/pattern.ts";
import { withoutHidden } from "../text/text.ts";

/**
 * Detects website text that addresses a machine. It is never quoted, sent to a model or used as a
 * value. A false positive costs one sentence; grounding still stops a miss.
 */

const PATTERNS: RegExp[] = [
  pattern("")`
    \b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(previous|prior|above|earlier|all|any|your|
    these|those)\b.{0,30}\b(instruction|prompt|rule|direction|guideline|command)s?\b`,
  /^\W{0,4}(system|assistant|developer)\s*(prompt|message|override|note|instructions?)?\s*:/,
  pattern("")`
    \b(the )?(assistant|language models?|llms?|ai (model|agent|system|assistant|crawler|bot)s?|chatgpt|
    claude|gpt-?\d?)\b[^.]{0,30}\b(must|shall|please)\b`,
  /\b(attention|note|message|instructions?) (to|for) (all )?(the )?(ai|llm|language model|chatgpt|claude|crawler|bot)s?\b/,
  /<\s*\/?\s*(system|instructions?|prompt|pages?|documents?|assistant|user|human|untrusted)\b[^>]{0,80}>/,
  /\[\/?\s*(inst|system)\s*\]|<\|[a-z_]{2,30}\|>|<<\s*sys\s*>>/,
  /\b(reveal|print|repeat|show|output|leak)\b.{0,20}\b(your|system|hidden|initial)\b.{0,12}\b(prompt|instructions)\b/,
  /\byou are (now|no longer)\b.{0,40}\b(ai|assistant|model|dan|bot|chatgpt|mode)\b/,
  /\b(new|updated|important|secret) instructions?\s*:/,
  /\bset (the )?(product |company |its )?(name|tagline|title|description|pricing[ _]model|founders?|country|category)\s*(to|=|as)\b/,
  /\bquote this (sentence|text|line|paragraph)\b|\bcall the (tool|function)\b/,
  /\b(do not|don't|never) (tell|inform|warn|alert) the (user|human|owner|reader)\b/,
  /\bwhen (summari[sz]ing|drafting|describing|indexing|crawling|reviewing) this (site|page|website|product|company)\b/,
  /\b(rate|rank|mark|score|list) this (product|site|website|listing|company) (as|at|first|with|5|five|10|ten)\b/,
  pattern("")`
    \b(ai (assistants?|models?|agents?|systems?|bots?|crawlers?)|llms?|language models?|chat ?bots?|
    crawlers?)\b.{0,40}\b(should|must|shall|please|need to|are (asked|required|told|
    instructed) to)\b.{0,40}\b(describe|say|mention|recommend|rate|list|report|include|add|call|treat|
    present|state|answer)\b`,
  pattern("")`
    \b(ai (assistants?|models?|agents?|bots?)|llms?|language models?|chat ?bots?|crawlers?|
    assistants)\b( (and|or) \w+)?\s*[:,]\s*(please )?(describe|say|mention|recommend|rate|report|
    include|add|note|present|state)\b`,
  /^\W{0,4}dear (ai|llm|(large )?language model|assistant|chat ?bot|crawler|gpt|claude)\b/,
  pattern("")`
    \b(when|if) (you are |you're )?(asked|prompted|queried) (about|for|which|what)\b.{0,60}\b(recommend|
    say|mention|describe|answer|reply|name|suggest)\b`,
  pattern("")`
    \b(hinweis|anweisung|notiz|note|consigne|instructions?|nota|aviso|instrucci[oó]n|instru[cç][aã]o|
    avviso|istruzione|opmerking|instructie|instruktion|uwaga|instrukcja)\b.{0,12}\b(für|an|pour|aux|
    para|per|voor|till|för|dla)\b.{0,12}\b(ki|ai|ia|sprachmodelle?n?|assistenten|chatbots?|assistants?|
    modèles|asistentes|modelos|assistenti|modelli|assistentes|taalmodellen|språkmodeller|modeli|
    asystent\w*|bots?)\b`,
  /ai(アシスタント|モデル)?(への?(注意|指示)|は必ず)|言語モデルへの?(注意|指示)|人工智能助手(请|必须)/,
  /\bignor(iere|ieren sie|ez|e[rs]?|a|ad|ate)\b.{0,40}\b(anweisung|instruction|instruccion|istruzion|instruc)/,
];

/** NFKC, lower case, no invisible characters, so spacing tricks do not help. */
const plain = (text: string): string => withoutHidden(text.normalize("NFKC")).replace(/\s+/g, " ").toLowerCase();

export function looksLikeInstruction(text: string): boolean {
  const folded = plain(text);
  return PATTERNS.some((pattern) => pattern.test(folded));
}
