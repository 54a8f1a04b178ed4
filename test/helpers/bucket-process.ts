import S3rver from "@20minutes/s3rver";

const [, , directory = ""] = process.argv;
const buckets = [{ name: "pictures" }];
const server = new S3rver({ address: "127.0.0.1", port: 0, silent: true, directory, configureBuckets: buckets });
const { port } = await server.run();
process.send?.(port);
process.once("disconnect", () => process.exit());
