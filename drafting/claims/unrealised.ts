import { pattern } from "../../domain/text/pattern.ts";
import { clausesOf } from "./clauses.ts";

/** Words for what is planned or discontinued. */
const UNREALISED = pattern("iu")`
    \bcoming (?:very )?soon\b|\bsoon\b(?! as)|\bplanned\b|\bplans? to\b|\broad ?map\b|\bwe (?:hope|plan|
    want|intend|aim) to\b|\bwill (?:soon )?(?:be (?:available|released|added|open|free|able)|launch|
    come|arrive|support|offer|add)\b|\bwork(?:ing)? on\b|\bin the works\b|\bin development\b|
    \bupcoming\b|\bone day\b|\bused to\b|\bdiscontinued\b|\bno longer\b|\bretired\b|\bdeprecated\b|
    \bformerly\b|\bwas (?:free|open)\b|\buntil (?:19|20)\d\d\b|\bgeplant\b|\bdemnächst\b|\bin kürze\b|
    \beingestellt\b|\bfrüher\b|\bpreviously\b|\bin the past\b|\bback then\b|\bantes\b(?! de)|
    \banteriormente\b|\bantigamente\b|\bautrefois\b|\bauparavant\b|\bavant\b(?! d| que)|\bin passato\b|
    \bprima\b(?! d)|\bvroeger\b|\bvoorheen\b|\btidigare\b|\bdawniej\b|\bkiedyś(?!\p{L})|\bwcześniej\b|
    以前|かつて|\bfuture (?:updates?|versions?|releases?)\b|\b(?:may|might) (?:soon )?(?:add|come|support)\b|\bin programma\b|
    \b(?:in|per il) futuro\b|\bà l'avenir\b|\b(?:en el|no) futuro\b|\bin (?:der )?zukunft\b|\bin de toekomst\b|
    \bi framtiden\b|\bw przyszłości|\bv budoucnu\b|в будущем|у майбутньому|\bgelecekte\b|将来|향후|\bbientôt\b|
    \bprévue?s?\b|\bpróximamente\b|\bplaneado\b|\bprossimamente\b|\bin arrivo\b|
    \bem breve\b|\bbinnenkort\b|\bsnart\b|\bwkrótce\b|скоро|近日|予定|即将|即將|예정`;

/** Headings over what is planned. */
export const PLANS_HEADING = pattern("iu")`
    ^[^\p{L}]*(?:(?:our|the|product|public|unsere?|notre|nuestr[ao]|la|le|il|o)\s)?(?:road ?map|coming (?:very )?soon|
    coming (?:next|up)|what(?:'s|’s| is) (?:next|coming)|up next|(?:planned|upcoming|future)(?: features| plans)?|
    (?:on the|in the) (?:horizon|roadmap|works)|in development|demnächst|in kürze|in planung|
    geplant(?:e funktionen)?|was (?:als nächstes )?kommt|fahrplan|à venir|bientôt(?: disponible)?|prochainement|
    feuille de route|próximamente|muy pronto|en desarrollo|hoja de ruta|in arrivo|prossimamente|in sviluppo|em breve|
    em desenvolvimento|binnenkort|gepland|kommer snart|på vei|på väg|tulossa|wkrótce|w planach|w przygotowaniu|
    připravujeme|brzy|pripravujeme|hamarosan|în curând|yakında|çok yakında|yol haritası|segera(?: hadir)?|
    sắp ra mắt|скоро|в планах|в разработке|дорожная карта|незабаром|у планах|σύντομα|قريبا?ً?|בקרוב|เร็ว ?ๆ ?นี้|
    近日公開|今後の(?:予定|展望)|開発中|準備中|(?:開発)?ロードマップ|(?:即将|即將)(?:推出|上线)|敬请期待|开发中|路线图|로드맵|출시 예정|
    개발 중)[^\p{L}]*$`;

/** Whether a text is about plans or the past. */
export const isOfAnotherTime = (text: string): boolean => UNREALISED.test(text);

const ONLY_A_LABEL = 30;

/**
 * Whether the clauses that share words with a value are about plans or the past, but the value is
 * not.
 */
export function isUnrealised(value: string, text: string, after: string): boolean {
  if (UNREALISED.test(value)) return false;
  if (
    after.length <= ONLY_A_LABEL &&
    /^\W*(?:coming soon|soon|planned|demnächst|bientôt|próximamente|in arrivo|em breve)\W*$/iu.test(after)
  )
    return true;
  const words = wordsIn(value);
  // "Coming soon: …" applies to everything after it.
  const [head = "", ...rest] = text.split(/[:：]\s*/);
  if (
    UNREALISED.test(head) &&
    head.split(/\s/).length <= 6 &&
    wordsIn(rest.join(" ")).some((word) => words.includes(word))
  )
    return true;
  const clauses = clausesOf(text);
  return clauses.some(
    (clause, at) =>
      UNREALISED.test(clause) &&
      // "(coming soon)" applies to the clause before it.
      [clause, ...(clause.split(/\s/).length <= 3 ? [clauses[at - 1] ?? ""] : [])].some((part) =>
        wordsIn(part).some((word) => words.includes(word)),
      ),
  );
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
