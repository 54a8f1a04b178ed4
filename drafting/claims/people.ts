import { phrasesIn } from "#core/runtime/phrases.ts";
import { fold } from "#domain/text/text.ts";
import { inEnglish, t } from "#languages/words.ts";
import { type Corpus, labelsOf } from "../corpus.ts";
import { bare } from "../text.ts";
import { turnsAround } from "./polarity.ts";
import { isOurs, namesUs } from "./subject.ts";

const phrases = phrasesIn("people");

export const PERSON =
  "\\p{Lu}[\\p{L}'’-]+(?:\\s(?:\\p{Lu}\\.|van|von|der|den|de|da|dos|di|del|la|le|bin|al|el|" +
  "ten|ter|te|zu|zur|zum|vom|du|des|af|av|\\p{Lu}[\\p{L}'’-]+)){1,3}";
const NOT_A_PERSON = new RegExp(phrases("not a person"), "iu");
const NAME = new RegExp(`^${PERSON}$`, "u");
const UNSPACED_NAME =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{1,6}[\s・]?[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{1,6}$/u;

const UNSPACED_COMPANY = /会社|公司|회사|財団|法人|商店|事務所|工房|運営|チーム/u;

/** Two to four capitalized words, without words for companies, degrees or buttons. */
export const isPerson = (text: string): boolean =>
  (UNSPACED_NAME.test(text.trim()) && !UNSPACED_COMPANY.test(text)) ||
  (text.length <= 50 && NAME.test(text.trim()) && !NOT_A_PERSON.test(text) && text !== text.toUpperCase());

/** Languages where the founded company may directly follow the role. */
const ROLE_BEFORE_NAME = phrases("role before name");
const ROLE =
  `${ROLE_BEFORE_NAME}|(?:co-?)?(?:founders?|founding\\s\\w+|creators?|makers?|inventors?|` +
  `owners?)|créat(?:eur|rice)s?|creador[ae]?s?|(?:mit)?gründer(?:in)?|inh(?:aber(?:in)?|\\.)|(?:co-?)?fondat(?:eur|rice|ore|ori)s?|` +
  `(?:co-?)?fundador[ae]?s?|criador[ae]?|oprichter|grundare|założyciel\\w*|(?:共同)?創業者|创始人|创办人|` +
  `(?:공동\\s?)?창업자`;
/** Between a name and the role: "CEO &", "Geschäftsführer und", "代表取締役・". */
const OTHER_ROLE =
  "(?:\\p{Lu}{2,4}\\s?(?:&|and|,|/)\\s?|\\p{L}+\\s?(?:&|/|und|and|et|y|e|en|och|i)\\s|soci[oa]\\s|sócio-|[^\\s,]{2,6}[・/／兼]\\s?)?";
const FOUNDER_ROLE = new RegExp(`(?:^|[^\\p{L}]|[\\p{sc=Han}・])(?:${ROLE})(?!\\p{L})`, "iu");

/** Whether a role is that of a founder, creator or owner. */
export const isFounderRole = (role: string): boolean => role.length <= 90 && FOUNDER_ROLE.test(role);

const MADE =
  "(?:co-?)?(?:founded|created|started|built|made|developed|launched|invented|designed)|" +
  "gegründet|entwickelt|gebaut|gemacht|fond[ée]e?|créée?|fundad[ao]|cread[ao]|criad[ao]|fondat[ao]|" +
  "creat[ao]|opgericht|gemaakt|grundad|skapad|założon\\w+|sáng " +
  "lập|thành lập";
const FOUNDED_ACTIVE =
  "(?:co-?)?(?:founded|created|started|built|made|developed|launched|invented|began)|gründete|baute|entwickelte|a " +
  "fondé|a créé|fundó|creó|ha fondato|ha creato|fundou|criou";
/** Other names between a role or "by" and a name. */
const OTHER_NAMES = `(?:(?:me,\\s|${PERSON})?[\\s,:&–—-]*(?:and|und|et|y|e|en|och|i)?\\s*){0,5}`;

const HONORIFIC =
  "(?:(?:mr|mrs|ms|dr|prof|herrn?|frau|mme|m|monsieur|madame|sra?|sig|dott|ông|bà|anh|chị|pan|pana|pani|paní|hr|fru)\\.?\\s)?";

/** In scripts without capitals, only the preceding word identifies a name. */
const UNCASED_NAME =
  /^(?:\p{sc=Arabic}{2,}(?:\s\p{sc=Arabic}{2,}){1,3}|\p{sc=Hebrew}{2,}(?:\s\p{sc=Hebrew}{2,}){1,3})$/u;
const UNCASED_COMPANY = /شركة|مؤسس|فريق|منصة|مجموعة|רשת|חברת|צוות|קבוצת/u;
const UNCASED_OTHERWISE =
  /(?<!\p{L})(?:ليس|ليست|لم|كان|كانت|سابق\p{L}*|السابق\p{L}*|לא|אינו|אינה|לשעבר|היה|הייתה)(?!\p{L})/u;
const UNCASED_ROLE = "(?:(?:ال)?(?:مؤسسة?|مالكة?)|ה?(?:מייסדת?|בעלים|בעלת))";
const UNCASED_TITLE = "(?:(?:ال)?(?:دكتورة?|مهندسة?|أستاذة?|سيدة?|شيخ)\\s|[دم]\\.\\s?|ד[\"״']ר\\s|מר\\s|גב['׳]\\s)?";
const UNCASED_OF =
  "(?:\\s(?:هذه\\s|هذا\\s)?(?:الشركة|المنصة|الموقع|التطبيق|المؤسسة|المشروع|المتجر|החברה|האתר|האפליקציה|המוצר))?";
const UNCASED_MORE =
  '(?:\\sو(?:الرئيس\\sالتنفيذي|المدير(?:\\sالعام|\\sالتنفيذي)?)|\\sו?(?:מנכ["״]ל(?:ית)?))?(?:\\sل(?:ها|ه))?';

/** "مؤسس الشركة هو الدكتور طارق الشريف", "דוד כהן, מייסד". */
function isUncasedFounder(person: string, text: string): boolean {
  const name = RegExp.escape(person);
  return (
    !UNCASED_OTHERWISE.test(text) &&
    new RegExp(
      `(?<!\\p{L})${UNCASED_ROLE}${UNCASED_OF}${UNCASED_MORE}(?:\\s(?:هو|هي|הוא|היא)\\s|\\s?[:,،|` +
        `\\n–-]\\s?)${UNCASED_TITLE}${name}(?!\\p{L})|(?<!\\p{L})${name}\\s?[,،|` +
        `\\n–-]\\s?${UNCASED_ROLE}${UNCASED_OF}(?=\\s?(?:$|[^\\p{L}\\s]|و|ו))`,
      "u",
    ).test(text)
  );
}

/** Why a text does not say that this person founded or made the product, or null. */
export function founderFault(person: string, text: string, corpus: Corpus): string | null {
  if (UNCASED_NAME.test(person) && !UNCASED_COMPANY.test(person))
    return isUncasedFounder(person, text) ? null : inEnglish(t`quote does not call this person a founder`);
  if (!isPerson(person)) return inEnglish(t`value is not a name`);
  const name = RegExp.escape(person);
  if (turnsAround(person, text)) return inEnglish(t`quote denies it`);
  const by = new RegExp(
    `(^|[^\\p{L}])(?:${MADE})\\s[^.;]{0,40}?\\b(?:by|von|par|por|da|door|av|przez|bởi)\\s${HONORIFIC}${OTHER_NAMES}${name}`,
    "iu",
  ).exec(text);
  const maker = by && subjectBefore(text, by.index + (by[1] ?? "").length);
  if (maker !== null && !/(?<!\p{L})(?:không|chưa)(?!\p{L})/iu.test(maker) && isOurs(maker, corpus)) return null;
  const active = new RegExp(
    `${name}(?:\\s(?:and|&|und|et|y|e)\\s${PERSON})?,?\\s(?:\\p{L}+ly\\s|has\\s|have\\s|` +
      `and\\s\\p{L}+\\s)?(?:${FOUNDED_ACTIVE})\\s([^.;]{1,60})`,
    "u",
  ).exec(text);
  if (
    active?.[1] &&
    !/^(?:using|to|an?\saccount|his|her|their|with)\b/iu.test(active[1]) &&
    (namesUs(active[1], corpus) ||
      /^(?:it|this|the (?:company|app|project|product|tool|service|site))\b/iu.test(active[1]))
  )
    return null;
  const after = new RegExp(
    `${name}(?:,\\s\\p{Lu}{2,5}\\b)?[\\s,(|:–—-]*(?:(?:is|are|was|ist|est|es|è|the|our|a|an|` +
      `and|unser|unsere|der|die|notre|le|la|el|il)\\s)*${OTHER_ROLE}(?:${ROLE})(?![\\p{L}])`,
    "iu",
  ).exec(text);
  const before = new RegExp(
    `(?:^|[^\\p{L}])(?:${ROLE})(?:\\s(?:and|&|und)\\s(?:\\p{Lu}{2,4}|\\p{L}+))?(?:\\s(?:is|are|` +
      `was|ist|sind|est))?[\\s:,(–—-]*${OTHER_NAMES}${name}`,
    "iu",
  ).exec(text);
  const role = after ?? before;
  if (role)
    return foundedElsewhere(text.slice(role.index), corpus) ||
      CRAFT.test(text.slice(role.index)) ||
      isOfAnother(person, text.slice(role.index), corpus)
      ? inEnglish(t`founder of another product`)
      : null;
  const me = new RegExp(
    `(?:\\bI['’]m|\\bI am|\\b[Mm]y name is|\\bIch bin|\\bJe suis|\\bJe m['’]appelle|\\bSoy|\\bSono)\\s${name}`,
    "u",
  ).exec(text);
  if (me && new RegExp(`(?:${ROLE}|${MADE}|build|maker|developer)`, "iu").test(text.slice(me.index))) return null;
  return inEnglish(t`quote does not call this person a founder`);
}

/** "Créatrice de bijoux", "creador de contenido" */
const CRAFT = /(?:créat(?:eur|rice)s?|creador[ae]?s?)\s(?:de\s|d['’])\p{Ll}/u;

/** "Zakladatelka firmy Rival": another name follows the role. */
function isOfAnother(person: string, text: string, corpus: Corpus): boolean {
  const role = new RegExp(`(?:${ROLE_BEFORE_NAME})(?!\\p{L})`, "iu").exec(text);
  const after = role ? text.slice(role.index + role[0].length) : "";
  const [, name = ""] = /^\s(?:\p{Ll}+\s){0,2}(\p{Lu}[\p{L}\p{N}.]+)/u.exec(after) ?? [];
  return name !== "" && !/^\p{Lu}{2,4}$/u.test(name) && !person.includes(name) && !namesUs(name, corpus);
}

/**
 * The subject: words of the sentence before a verb, after the last comma, or before it in "Initech,
 * founded in 1921".
 */
export function subjectBefore(text: string, at: number): string {
  const sentence = text
    .slice(0, at)
    .split(/[.;:!?\n•|。；：！？]\s*/)
    .pop();
  const parts = sentence?.split(/[,、，]\s*/) ?? [];
  const last = parts.at(-1) ?? "";
  if (last.trim() !== "") return last;
  const noun = parts.at(-2) ?? "";
  // "A small team, founded in 2015" names nobody else.
  return /\S\s+\p{Lu}/u.test(noun) ? noun : "";
}

const ROLE_OF =
  /\b(?:co-?founder|founder|ceo|cto|owner|creator|gründer(?:in)?|fondat\w+|fundador\w*|créat\p{L}+|creador\w*)(?!\p{L})/giu;
const OF_COMPANY = /^[^.;]{0,30}?(?:\s(?:at|of|von|de|bei)\s|\s?@\s?|,\s)(?:the\s)?(\p{Lu}[\p{L}\p{N}.&' -]{1,40})/u;

/** "Founder at Other", "CEO of Other": a customer, unless it is this company. */
export function foundedElsewhere(text: string, corpus: Corpus): boolean {
  const match = text
    .matchAll(ROLE_OF)
    .map(({ index, 0: role }) => OF_COMPANY.exec(text.slice(index + role.length)))
    .find((found) => found !== null);
  if (!match?.[1]) return false;
  const company = fold(match[1]).replace(/[^\p{L}\p{N}]/gu, "");
  if (
    /^(ceo|cto|coo|cfo|chief|head|lead|managing|developer|designer|engineer|product|director|president|master|bachelor|phd|mba)/.test(
      company,
    )
  )
    return false;
  return (
    !labelsOf(corpus).some((label) => label.length > 2 && company.includes(bare(label))) &&
    !corpus.ownNames.includes(company.slice(0, 24))
  );
}

/** Whether a text gives this role to this person rather than the next. */
export function isTheirTitle(title: string, person: string, text: string): boolean {
  const at = text.indexOf(person);
  const role = fold(text).indexOf(fold(title));
  if (at < 0 || role < 0) return false;
  const between = (from: number, to: number) => text.slice(from, to);
  const isNear = (gap: string) => gap.length <= 60 && !/[.;]/.test(gap) && !new RegExp(PERSON, "u").test(gap);
  const places = [...fold(text).matchAll(new RegExp(RegExp.escape(fold(title)), "gu"))].map(({ index }) => index);
  return places.some((place) =>
    place > at
      ? isNear(between(at + person.length, place))
      : isNear(between(place + title.length, at)) &&
        !new RegExp(`${PERSON}[\\s,|:–—-]*$`, "u").test(text.slice(0, place)),
  );
}
