import { phrasesIn } from "#core/runtime/phrases.ts";

const phrases = phrasesIn("people");

/** Text about others: written about, integrated with, replaced, or used by a customer. */

/** Before the phrase, a few words apart. */
const WRITTEN_ABOUT = new RegExp(phrases("written about"), "u");
const CONNECTED = new RegExp(phrases("connected"), "u");
const REPLACED = new RegExp(phrases("replaced"), "u");
const CUSTOMER = new RegExp(phrases("customer"), "u");
const CONNECTED_UNSPACED = /(?:集成|对接|接入|连接|兼容|替代|代替|关于)(?:您的|你的|现有的?|主流)?$/u;

/** After the phrase, or in the rest of its compound. */
const FOLLOWED = new RegExp(phrases("followed"), "u");

/** Whether a phrase between these folded words refers to something other than the product. */
export const isAboutOthers = (before: string, after: string): boolean =>
  [WRITTEN_ABOUT, CONNECTED, REPLACED, CUSTOMER, CONNECTED_UNSPACED].some((pattern) => pattern.test(before)) ||
  FOLLOWED.test(after);

/** Words in titles of publications, which write about what they name. */
const PUBLICATION = new RegExp(phrases("publication"), "u");

/** Whether a title (without category words) is a publication's. */
export const isOfPublication = (title: string): boolean => PUBLICATION.test(title);
