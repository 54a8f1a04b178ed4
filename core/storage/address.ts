export type BucketAddress = {
  base: string;
  prefix: string;
  region: string;
  key: string;
  secret: string;
};

/**
 * Reads `s3://KEY:SECRET@HOST/BUCKET/PREFIX?region=…`, or throws. `s3+http` means no TLS. With
 * `style=host` the bucket is part of the host instead of the path.
 */
export function readBucketAddress(text: string): BucketAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "s3:" && url?.protocol !== "s3+http:")
    throw new Error("Must begin with s3:// or, without TLS, s3+http://.");
  if (!url.username || !url.password)
    throw new Error("Must name the access key and its secret before the host: s3://KEY:SECRET@HOST/BUCKET.");
  const [, bucket = "", ...rest] = url.pathname.split("/").map(decodeURIComponent);
  if (!url.hostname || !bucket) throw new Error("Must name the host and a bucket: s3://KEY:SECRET@HOST/BUCKET.");
  const strange = [...url.searchParams.keys()].find((name) => name !== "region" && name !== "style");
  if (strange !== undefined)
    throw new Error(`Has "${strange}" after the question mark; there may be region and style.`);
  const style = url.searchParams.get("style") ?? "path";
  if (style !== "path" && style !== "host") throw new Error("The style is path or host.");
  const protocol = url.protocol === "s3:" ? "https:" : "http:";
  const folders = rest.filter(Boolean);
  return {
    base: style === "path" ? `${protocol}//${url.host}/${bucket}` : `${protocol}//${bucket}.${url.host}`,
    prefix: folders.length ? `${folders.join("/")}/` : "",
    region: url.searchParams.get("region") || "us-east-1",
    key: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
  };
}
