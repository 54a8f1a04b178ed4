/**
 * One invalid part of a request: `pointer` (JSON Pointer into the body) or `parameter` (query or
 * path name).
 */
export type Fault = { pointer?: string; parameter?: string; code: string; detail: string };
