import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { type Context, type Span, SpanKind, SpanStatusCode, type Tracer } from "@opentelemetry/api";

type Request = { origin?: string | URL; method: string };
type Message = { request: Request; response?: { statusCode: number }; error?: Error };

/**
 * Adds a span for each outbound HTTP request, from undici's diagnostics. Records only the host,
 * because paths and queries may contain secrets.
 */
export function watchFetches(tracer: Tracer, current: () => Context | undefined, collector: string): () => void {
  const spans = new WeakMap<Request, Span>();

  function created({ request }: Message): void {
    const context = current();
    const origin = URL.parse(String(request.origin ?? ""));
    if (!context || !origin || origin.origin === collector) return;
    const attributes = {
      "http.request.method": request.method,
      "server.address": origin.hostname,
      "server.port": Number(origin.port || (origin.protocol === "https:" ? 443 : 80)),
    };
    spans.set(request, tracer.startSpan(request.method, { kind: SpanKind.CLIENT, attributes }, context));
  }

  function answered({ request, response }: Message): void {
    const span = spans.get(request);
    if (!span || !response) return;
    span.setAttribute("http.response.status_code", response.statusCode);
    if (response.statusCode >= 400) {
      span.setAttribute("error.type", String(response.statusCode));
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
  }

  function ended({ request, error }: Message): void {
    const span = spans.get(request);
    if (!span) return;
    if (error) {
      span.setAttribute("error.type", error.name);
      span.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
    }
    span.end();
    spans.delete(request);
  }

  const listeners = [
    ["undici:request:create", created],
    ["undici:request:headers", answered],
    ["undici:request:trailers", ended],
    ["undici:request:error", ended],
  ] as const;
  const handlers = listeners.map(([channel, listen]) => {
    const handler = (message: unknown): void => listen(message as Message);
    subscribe(channel, handler);
    return () => unsubscribe(channel, handler);
  });
  return () => {
    for (const stop of handlers) stop();
  };
}
