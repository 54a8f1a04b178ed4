// oidc-provider warns about every runtime whose release has no LTS name, which builds of Node from npm leave out.
// This must load before it; the release that package.json pins is the one that the tests ran on.
Object.defineProperty(process.release, "lts", { value: process.release.lts ?? "npm", enumerable: true });
