import { partsIn } from "#core/runtime/phrases.ts";
import { readShippedText } from "#core/runtime/shipped.ts";
import { once } from "#domain/text/once.ts";
import { fold } from "#domain/text/text.ts";

const keyOf = (name: string): string =>
  fold(name)
    .normalize("NFD")
    .replace(/\p{M}|\.$/gu, "");

const placesOfCountries = () =>
  readShippedText("./data/places.txt")
    .trim()
    .split("\n")
    .map((line) => {
      const [country = "", names = ""] = line.split(": ", 2);
      return [country, names.split("; ")] as const;
    });

/** Besides the English names of GeoNames, what people there call their places. */
const countries = once(
  () =>
    new Map(
      [...placesOfCountries(), ...partsIn("local-places")].flatMap(([country, names]) =>
        names.map((name) => [keyOf(name), country] as const),
      ),
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
