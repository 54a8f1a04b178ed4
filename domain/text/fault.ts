import type { Text } from "#languages/words.ts";

/**
 * One invalid part of a request: `pointer` (JSON Pointer into the body) or `parameter` (query or
 * path name). Programs read `detail` in English.
 */
export type Fault = { pointer?: string; parameter?: string; code: string; detail: Text };
