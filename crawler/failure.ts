import { errors } from "undici";
import { CRAWL_WORDS } from "#domain/drafts/crawl-words.ts";
import type { Text } from "#languages/words.ts";
import { OutboundError } from "./outbound-error.ts";

type Failure = Pick<OutboundError, "code"> & { message: Text };

const unknownName = (host: string): Failure => ({
  code: "unreachable",
  message: CRAWL_WORDS.unknownName(host),
});
const slow = (host: string): Failure => ({ code: "timeout", message: CRAWL_WORDS.slow(host) });
const badAnswer = (host: string): Failure => ({
  code: "http_error",
  message: CRAWL_WORDS.badAnswer(host),
});
const badCertificate = (host: string): Failure => ({
  code: "unreachable",
  message: CRAWL_WORDS.certificate(host),
});

/** By error code of Node, undici or zlib. */
const BY_CODE: [RegExp, (host: string) => Failure][] = [
  [/^(ENOTFOUND|ENODATA|EAI_|ESERVFAIL|EREFUSED|EFORMERR|EBADNAME|EBADRESP|ENONAME)/, unknownName],
  [/TIMEOUT$|^ETIMEDOUT$/, slow],
  [/^HPE|^UND_ERR_(HEADERS_OVERFLOW|RES_)|^Z_|^ERR_|^ZSTD_/, badAnswer],
];

/** OpenSSL and Node codes for an invalid certificate. */
const CERTIFICATE = /CERT|^ERR_TLS|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|^ERR_SSL|^EPROTO$/;

/**
 * Describes a failure in one sentence with the host but no IP address. Keeps OutboundError
 * messages. `timedOut`: the overall deadline had passed.
 */
export function describeFailure(error: unknown, host: string, timedOut: boolean): OutboundError {
  const own = ownReason(error);
  if (own) return own.requests > 0 || own.code === "address_refused" ? own : sent(own, error);
  if (timedOut) return sent(slow(host), error);
  const code = error instanceof errors.HTTPParserError ? "HPE" : codeOf(error);
  if (CERTIFICATE.test(code)) return sent(badCertificate(host), error);
  const known = BY_CODE.find(([pattern]) => pattern.test(code));
  if (known) return sent(known[1](host), error);
  return sent({ code: "unreachable", message: CRAWL_WORDS.unreachable(host) }, error);
}

const sent = ({ code, message }: Failure, cause: unknown) => new OutboundError(code, message, { cause, requests: 1 });

/** Happy Eyeballs and streams wrap the cause. */
function ownReason(error: unknown): OutboundError | undefined {
  if (error instanceof OutboundError) return error;
  if (error instanceof AggregateError) return error.errors.find((each) => each instanceof OutboundError);
  return error instanceof Error && error.cause instanceof OutboundError ? error.cause : undefined;
}

function codeOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  const code: unknown = inner?.code;
  return typeof code === "string" ? code : "";
}
