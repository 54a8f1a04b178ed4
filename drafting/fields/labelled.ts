import { type DraftFieldName, fieldOf } from "#domain/listings/fields.ts";
import { inEnglish } from "#languages/words.ts";
import { blocksOf, type Candidate, type Finder } from "../candidate.ts";
import { isA, nodesOf, PRODUCT, stringsOf } from "../json-ld.ts";

/** For fields without a finder of their own: the schema.org property, or a line such as "Stage: mvp". */
export function findLabelled(field: DraftFieldName): Finder {
  const { label, schemaOrg } = fieldOf(field);
  const property = schemaOrg?.split(".")[1] ?? field;
  const line = new RegExp(`^${RegExp.escape(inEnglish(label))}\\s*:\\s*(\\S.*?)[.;]?$`, "imu");
  return ({ pages }) =>
    pages.flatMap((page): Candidate[] => [
      ...nodesOf(page)
        .filter((node) => isA(node, PRODUCT))
        .flatMap((node) => stringsOf(node[property]))
        .map((value) => ({ value, page: page.id, quote: value, isStrong: true })),
      ...blocksOf(page).flatMap(({ text }) => {
        const value = line.exec(text)?.[1];
        return value ? [{ value, page: page.id, quote: text }] : [];
      }),
    ]);
}
