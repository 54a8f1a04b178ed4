import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { closeAfterFile } from "./let-go.ts";

/** Starts a server on loopback until the file of tests ends. */
export async function listen(server: Server, at = 0) {
  await new Promise<void>((resolve) => server.listen(at, "127.0.0.1", resolve));
  return closeAfterFile({
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
