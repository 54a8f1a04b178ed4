/** A website that says what a product does, but not which category it belongs to. */
const page = (title: string, body: string, head = "") =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;

export const PRODUCT: Record<string, string> = {
  "/": page(
    "Kilnlog – Remember every firing",
    `<header><nav><a href="/pricing">Pricing</a> <a href="/about">About us</a></nav></header>
    <main><h1>Remember every firing</h1>
    <p>Kilnlog writes down what your kiln does: heat, hours and glaze, shelf by shelf, so that a good firing can be repeated.</p>
    <h2>Features</h2><h3>Shelf plans</h3><p>Every pot has its place, and the log shows where it stood.</p>
    <h3>Glaze notes</h3><p>Write down what the glaze did, beside the heat that it saw.</p></main><footer></footer>`,
    `<meta name="description" content="Kilnlog remembers every firing of your kiln."><meta property="og:site_name" content="Kilnlog">`,
  ),
  "/pricing": page("Pricing – Kilnlog", "<main><h1>Pricing</h1><p>Kilnlog costs $6 per month for one kiln.</p></main>"),
  "/about": page("About – Kilnlog", "<main><h1>About us</h1><p>Kilnlog was founded in 2021 by Ann Miller.</p></main>"),
};
