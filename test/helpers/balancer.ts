import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** One address in front of several servers: each connection goes to the next one that takes it, as a reverse proxy does. */
export async function createBalancer(ports: number[]) {
  const open = new Set<Socket>();
  const opened: Record<number, number> = Object.fromEntries(ports.map((port) => [port, 0]));
  let turn = 0;

  async function reach(): Promise<Socket | undefined> {
    const first = turn++;
    for (const [index] of ports.entries()) {
      const port = ports[(first + index) % ports.length]!;
      const server = connect(port, "127.0.0.1");
      const isThere = await once(server, "connect").then(
        () => true,
        () => false,
      );
      if (isThere) {
        opened[port]!++;
        return server;
      }
    }
    return undefined;
  }

  const listener = createServer({ allowHalfOpen: true, pauseOnConnect: true }, async (client) => {
    open.add(client);
    client.on("close", () => open.delete(client));
    client.on("error", () => undefined);
    const server = await reach();
    if (!server) return void client.destroy();
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
    }
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    opened,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
