const DOMAIN = /^[\p{L}\d-]+(\.[\p{L}\d-]+)*\.\p{L}{2,}(\/\S*)?$/u;

/** What was probably meant by an address that is none: "acme,com", "htp://acme.com", "ann@acme.com". */
function meant(typed: string): string | undefined {
  const bare = typed
    .replace(/^\s*(?:h?t+ps?\s*[:;]?\/+)/i, "")
    .replace(/^[^@/]+@/, "")
    .replace(/[,;\s]+/g, ".")
    .replace(/\.{2,}/g, ".")
    .replace(/^\.|\.$/g, "");
  return bare !== typed && DOMAIN.test(bare) ? bare : undefined;
}

/** Why an address is refused, for the person who typed it. `reason` says it for anything else. */
export function addressWords(typed: string, reason: string): string {
  if (typed === "") return "Enter the address of your website, like acme.com.";
  if (!/[.,;:/@]/.test(typed)) return "That looks like a name. Enter the address, like acme.com.";
  const address = meant(typed);
  if (address === undefined) return reason;
  return /@/.test(typed)
    ? `That is an email address. Is ${address} your website?`
    : `That is not quite an address. Did you mean ${address}?`;
}
