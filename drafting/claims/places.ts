import { phrasesIn } from "#core/runtime/phrases.ts";
import { fold } from "#domain/text/text.ts";
import { inEnglish, t } from "#languages/words.ts";
import { type Corpus, isImprint, type Reading } from "../corpus.ts";
import type { Context } from "./context.ts";
import { othersAddresses } from "./others-addresses.ts";
import { subjectBefore } from "./people.ts";
import { isWhoseItIs, type PlaceLine, placesOf } from "./place-lines.ts";
import { turnsAround } from "./polarity.ts";
import { STREET } from "./postal.ts";
import { countryByRegister } from "./registers.ts";
import { isOurs } from "./subject.ts";

const phrases = phrasesIn("places");

const SEAT = new RegExp(phrases("seat"), "giu");
export const MADE_IN = new RegExp(phrases("made in"), "iu");
/** The data controller is the website's owner. */
const CONTROLLER = new RegExp(phrases("controller"), "iu");
const OTHER_PLACE = new RegExp(phrases("other place"), "iu");
const ADDRESS = new RegExp(phrases("address"), "iu");

/** Words that identify streets. */
const STREET_NAME = new RegExp(phrases("street name"), "iu");
export const namesStreet = (text: string): boolean => STREET.test(text) || STREET_NAME.test(text);

const OWN_SEAT = /^(?:headquarters|head office)$/i;

/** Why a place in a text is not the company's, or null. */
export function placeFault({ text, block }: Context, reading: Reading, corpus: Corpus): string | null {
  if (!block) return corpus.jsonLdPlaces.has(fold(text)) ? null : said(text, corpus);
  if (OTHER_PLACE.test(text) || (othersAddresses(reading.page).has(block) && !MADE_IN.test(text)))
    return inEnglish(t`place of something else`);
  const isAddressPage = isImprint(reading.page) || reading.page.kind === "contact" || reading.page.kind === "about";
  if (
    (isAddressPage || block.tag === "address" || block.region === "footer") &&
    (ADDRESS.test(text) || namesStreet(text))
  )
    return null;
  if (isImprint(reading.page) && text.length <= 60) return null;
  return said(text, corpus);
}

/** Whether an address line of the website's owner names this place. */
export const isOnPlaceLine = ({ block }: Context, { page }: Reading, names: (place: PlaceLine) => boolean): boolean =>
  block !== undefined &&
  block.text.length <= MOST_LINE &&
  !OTHER_PLACE.test(block.text) &&
  isWhoseItIs(block, page) &&
  placesOf(block, page).some(names);
const MOST_LINE = 240;

/** Whether a quote contains the owner's registration number in this country. */
export const isRegistered = (country: string, quote: string, { block }: Context, { page }: Reading): boolean =>
  block !== undefined && isWhoseItIs(block, page) && countryByRegister(quote) === country;

function said(text: string, corpus: Corpus): string | null {
  if (OTHER_PLACE.test(text)) return inEnglish(t`place of something else`);
  if (text.length <= 90 && MADE_IN.test(text)) return null;
  const seats = [...text.matchAll(SEAT)];
  if (seats.length > 0 && CONTROLLER.test(text)) return null;
  const isOurSeat = (word: string, before: string): boolean =>
    (OWN_SEAT.test(word) && /^\s*our\s$/i.test(before)) || isOurs(before, corpus);
  if (seats.some(({ 0: word, index }) => !turnsAround(word, text) && isOurSeat(word, subjectBefore(text, index))))
    return null;
  return inEnglish(t`quote does not say where the company is`);
}
