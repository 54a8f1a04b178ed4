import type { IncomingMessage } from "node:http";
import type { Response } from "express";

export function createCookies(baseUrl: string) {
  const isSecure = baseUrl.startsWith("https:");
  const nameOf = (name: string): string => (isSecure ? `__Host-${name}` : name);
  return {
    names: (req: IncomingMessage): string[] =>
      (req.headers.cookie ?? "").split(";").flatMap((part) => {
        const name = part.trim().split("=")[0] ?? "";
        return name.startsWith(nameOf("")) ? name.slice(nameOf("").length) : [];
      }),
    read(req: IncomingMessage, name: string): string | undefined {
      for (const part of (req.headers.cookie ?? "").split(";")) {
        const [key, value] = part.trim().split("=");
        if (key === nameOf(name) && value) return value;
      }
      return undefined;
    },
    set(res: Response, name: string, value: string, maxAgeMs?: number): void {
      const line = [
        `${nameOf(name)}=${value}`,
        "Path=/",
        "HttpOnly",
        "SameSite=Lax",
        ...(isSecure ? ["Secure"] : []),
        ...(maxAgeMs === undefined ? [] : [`Max-Age=${maxAgeMs / 1000}`]),
      ];
      res.append("set-cookie", line.join("; "));
    },
  };
}
