const KIB = 1024;
const MIB = 1024 * KIB;

export const BODY_BYTES = {
  json: MIB,
  form: 64 * KIB,
  longForm: MIB,
  upload: 6 * MIB,
  /** A file with 50 MiB, and the rest of its form. */
  largeFile: 51 * MIB,
  shortForm: 8 * KIB,
  clientRegistration: 64 * KIB,
  webhook: MIB,
} as const;
