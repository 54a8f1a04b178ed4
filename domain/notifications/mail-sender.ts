/** One bare address: nothing that could name a second recipient or start a new header. */
const ADDRESS = /^[^\s<>()[\],;:"\\@\p{Cc}]{1,64}@[^\s<>()[\],;:"\\@\p{Cc}]{1,253}$/u;
export const isBareAddress = (text: string): boolean => ADDRESS.test(text);

export type MailSender = { name: string | undefined; address: string };

/** `hello@example.com` or `Debut <hello@example.com>`; undefined for anything else. */
export function readSender(from: string): MailSender | undefined {
  const [, quoted, plain, inner] = /^(?:"([^"\\\p{Cc}]*)"|([^"<>\p{Cc}]*?))\s*<([^<>]+)>$/u.exec(from.trim()) ?? [];
  const address = inner ?? from.trim();
  // An IPv6 host has colons; no mail server of such a site rejects the odd sender.
  return isBareAddress(address.replace(/@\[[\d.:a-f]+\]$/i, "@host"))
    ? { name: quoted || plain || undefined, address }
    : undefined;
}
