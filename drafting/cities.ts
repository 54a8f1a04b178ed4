import { readShippedText } from "#core/runtime/shipped.ts";
import { once } from "#domain/text/once.ts";
import { fold } from "#domain/text/text.ts";

const keyOf = (name: string): string =>
  fold(name)
    .normalize("NFD")
    .replace(/\p{M}|\.$/gu, "");

/** What the people there call places that GeoNames has in English. */
const LOCAL_NAMES =
  "AT: Wien\nBE: Bruxelles; Brussel; Antwerpen; Anvers\nBG: София; Пловдив; Варна\nCH: Genève; Genf\n" +
  "CZ: Praha; Plzeň\nDE: München; Köln; Nürnberg\nDK: København\nFI: Helsingfors\n" +
  "GR: Αθήνα; Θεσσαλονίκη\nIT: Roma; Milano; Napoli; Torino; Firenze; Venezia; Genova\nNL: Den Haag\n" +
  "PL: Warszawa; Łódź\nPT: Lisboa\nRO: București\nRS: Beograd; Београд; Нови Сад\n" +
  "RU: Москва; Санкт-Петербург\nSE: Göteborg\nUA: Київ; Львів; Одеса; Харків; Дніпро";

const countries = once(
  () =>
    new Map(
      `${readShippedText("./data/places.txt").trim()}\n${LOCAL_NAMES}`.split("\n").flatMap((line) => {
        const [country = "", names = ""] = line.split(": ", 2);
        return names.split("; ").map((name) => [keyOf(name), country] as const);
      }),
    ),
);

/** The country of a larger place; null if unknown, or if several countries have such a place. */
export const countryOfCity = (name: string): string | null => countries().get(keyOf(name)) ?? null;

/** "Gent Leopoldstraat" begins with a place. */
export function placeAtStart(text: string): string | undefined {
  const words = text.split(" ");
  return words
    .map((_, at) => words.slice(0, words.length - at).join(" "))
    .find((name) => (name === text || name.length >= LEAST) && countryOfCity(name) !== null);
}
/** "San" of "San Francisco" is a place, too. */
const LEAST = 4;
