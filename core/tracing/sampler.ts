import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";

/** The sampler for OTEL_TRACES_SAMPLER and its argument. Names are validated in settings. */
export function samplerOf(name: string, ratio = 1): Sampler {
  if (name.startsWith("parentbased_"))
    return new ParentBasedSampler({ root: samplerOf(name.slice("parentbased_".length), ratio) });
  if (name === "always_off") return new AlwaysOffSampler();
  if (name === "traceidratio") return new TraceIdRatioBasedSampler(ratio);
  return new AlwaysOnSampler();
}
