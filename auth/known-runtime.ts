// oidc-provider warns about runtimes whose release has no LTS name, which Node builds from npm
// lack. This must load before it. The tests run on the release that package.json pins.
Object.defineProperty(process.release, "lts", { value: process.release.lts ?? "npm", enumerable: true });
