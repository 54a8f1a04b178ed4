const KIB = 1024;
export const MIB = 1024 * KIB;
/** Of a file that is imported. */
export const LARGE_FILE_BYTES = 50 * MIB;

export const BODY_BYTES = {
  json: MIB,
  form: 64 * KIB,
  longForm: MIB,
  upload: 6 * MIB,
  /** With the rest of its form. */
  largeFile: LARGE_FILE_BYTES + MIB,
  shortForm: 8 * KIB,
  clientRegistration: 64 * KIB,
  webhook: MIB,
} as const;
