const KIB = 1024;
const MIB = 1024 * KIB;

/** How many bytes a body may have, by who reads it. */
export const BODY_BYTES = {
  /** REST and MCP. */
  json: MIB,
  form: 64 * KIB,
  /** Forms with long texts, like a draft with every text at its longest. */
  longForm: MIB,
  /** A form with a picture of at most 5 MB and its texts. */
  upload: 6 * MIB,
  /** Sign-in and consent. */
  shortForm: 8 * KIB,
  clientRegistration: 64 * KIB,
  /** Notices of payment providers. */
  webhook: MIB,
} as const;
