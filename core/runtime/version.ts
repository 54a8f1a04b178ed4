import manifest from "../../package.json" with { type: "json" };

/** The version of this program, as `debut --version`, logs, metrics and traces name it. */
export const VERSION: string = manifest.version;
