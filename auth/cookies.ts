import type { IncomingMessage } from "node:http";
import type { Response } from "express";

/** Cookies that scripts do not see and other sites do not send; bound to this very host where the site has https. */
export function createCookies(baseUrl: string) {
  const isSecure = baseUrl.startsWith("https:");
  const nameOf = (name: string): string => (isSecure ? `__Host-${name}` : name);
  return {
    read(req: IncomingMessage, name: string): string | undefined {
      for (const part of (req.headers.cookie ?? "").split(";")) {
        const [key, value] = part.trim().split("=");
        if (key === nameOf(name) && value) return value;
      }
      return undefined;
    },
    /** Without an age it ends with the browser's session; with 0 it is removed. */
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
