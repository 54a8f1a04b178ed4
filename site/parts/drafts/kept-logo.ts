import type { Deps } from "#actions/context.ts";

/** The URL of a logo if it has been copied, or null. */
export const keptLogo = ({ pictures }: Pick<Deps, "pictures">, url: unknown): string | null =>
  typeof url === "string" && url !== "" && pictures.stateOf(url, "square").state === "kept" ? url : null;
