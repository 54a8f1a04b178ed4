import type { Response } from "express";

/** JSON-RPC's own codes. Refusals of HTTP that are no fault of the message use the HTTP status, outside the reserved range. */
export const RPC = { parseError: -32700, invalidRequest: -32600, internalError: -32603 } as const;

/** Ends a request that never reached the protocol. */
export function rpcError(
  res: Response,
  status: number,
  code: number,
  message: string,
  { id, data }: { id?: unknown; data?: unknown } = {},
): void {
  const isId = typeof id === "string" || typeof id === "number";
  res
    .status(status)
    .json({ jsonrpc: "2.0", id: isId ? id : null, error: { code, message, ...(data !== undefined && { data }) } });
}
