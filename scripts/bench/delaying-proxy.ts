// Passes connections on to a port, and what clients send a millisecond or two later: a database in the next building.
import { type AddressInfo, connect, createServer } from "node:net";

const [port, delayMs] = process.argv.slice(2).map(Number) as [number, number];

const listener = createServer({ noDelay: true, pauseOnConnect: true }, (client) => {
  const server = connect({ port, host: "127.0.0.1", noDelay: true });
  server.pipe(client);
  client.on("data", (chunk) => void setTimeout(() => server.write(chunk), delayMs));
  client.resume();
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.on("error", () => other.destroy());
    one.on("close", () => other.destroy());
  }
});
listener.listen(0, "127.0.0.1", () => console.log((listener.address() as AddressInfo).port));
