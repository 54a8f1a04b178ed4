import ingredients from "./ingredients.json" with { type: "json" };

/** What products of one top category have in common. */
export type Group = {
  audiences: string[];
  /** Whole sentences with {name}. */
  mechanisms: string[];
  benefits: string[];
  /** Noun phrases that follow "without". */
  hassles: string[];
  units: string[];
  integrations: string[];
  /** How often a product of this group is made for one of the NICHES. */
  nicheShare: number;
};

/** What one category is made of: kinds are noun phrases, jobs follow "helps you", pains are whole sentences. */
export type CategoryWords = {
  group: string;
  kinds: string[];
  jobs: string[];
  features: string[];
  pains: string[];
  /** Where the audiences of the group would not fit. */
  audiences?: string[];
};

export const GROUPS: Record<string, Group> = ingredients.groups;
/** Groups whose products keep data on the device and sync only on request. */
export const LOCAL_FIRST = new Set(["productivity", "design-and-creative", "health-and-wellbeing", "personal-life"]);
/** Groups whose readers ask what a product is made with. */
export const TECHNICAL = new Set([
  "analytics-and-data",
  "developer-tools",
  "infrastructure",
  "security-and-privacy",
  "ai-and-machine-learning",
]);
export const CATEGORY_WORDS: Record<string, CategoryWords> = ingredients.categories;

const entries = (text: string) =>
  text
    .trim()
    .split(/\s*[|\n]\s*/)
    .filter(Boolean);

/** Trades and hobbies for which somebody builds software, common ones first. */
export const NICHES = entries(`
  dental clinics|craft bakeries|yoga studios|bicycle shops|small breweries|bookshops|music schools|veterinary practices|language schools
  coffee roasters|driving schools|hair salons|wedding photographers|architects|day care centers|tattoo studios|florists|campgrounds|wineries
  garden centers|translation bureaus|housing cooperatives|repair cafés|food banks|climbing gyms|dance schools|riding stables|boat rentals
  physiotherapy practices|property managers|event caterers|choirs|sports clubs|museums|public libraries|animal shelters|community radio stations
  volunteer fire brigades|village shops|film festivals|theater companies|escape rooms|board game cafés|makerspaces|coworking spaces|print shops
  bookbinders|carpenters|roofers|plumbers|electricians|chimney sweeps|stonemasons|glaziers|upholsterers|locksmiths|beekeepers|cheese makers
  olive growers|mushroom farms|fish farms|dairy farms|fruit growers|market gardeners|tree nurseries|foresters|hunters|falconers|sheep farmers
  cider makers|distilleries|chocolatiers|ice cream parlors|food trucks|hostels|mountain huts|ski schools|surf schools|diving centers
  sailing clubs|rowing clubs|gliding clubs|paragliding schools|model railway clubs|amateur astronomers|birdwatchers|genealogists|numismatists
  philatelists|mineral collectors|record shops|luthiers|piano tuners|organ builders|watchmakers|goldsmiths|potters|weavers|dyers|knitters
  quilters|tailors|milliners|shoemakers|saddlers|knife makers|blacksmiths|foundries|tool makers|injection molders|sheet metal shops
  machine shops|calibration laboratories|soil laboratories|hydrologists|meteorologists|glaciologists|archaeologists|conservators|archivists
  cartographers|land surveyors|notaries|patent attorneys|court interpreters|sign language interpreters|speech therapists|midwives|opticians
  hearing aid audiologists|prosthetists|pharmacies|hospices|ambulance services|blood donation services|school kitchens|canteens|parish offices
  cemeteries|crematoria|allotment associations|tenants' associations|trade unions|town councils|harbor masters|lock keepers|ferry operators
  tram museums|heritage railways|bus operators|taxi cooperatives|cargo bike couriers|removal firms|scaffolders|crane rentals|quarry operators
  wind farm operators|solar installers|heat pump installers|energy cooperatives|water utilities|recycling centers|thrift shops|flea markets
  auction houses|antique dealers|comic shops|puppet theaters|circus schools|magicians|stage technicians|sound engineers|subtitlers|indexers
  lexicographers|poets|crossword setters|chess clubs|fencing clubs|archery clubs|curling clubs|orienteering clubs|canoe rentals|ice rinks`);

/** Places where an idea may begin. */
export const WORKPLACES = entries(`
  design studio|software agency|hospital ward|primary school|university institute|newsroom|bakery|warehouse|law office|call center|town hall
  public library|restaurant kitchen|bicycle workshop|logistics office|bank branch|insurance office|museum archive|research vessel|theater
  print shop|brewery|vineyard|fire station|pharmacy|laboratory|film set|recording studio|radio station|bookshop|kindergarten|care home
  railway depot|airport office|harbor office|shipyard|foundry|machine shop|textile mill|furniture workshop|greenhouse|dairy|fish market
  observatory|weather station|planetarium|botanical garden|zoo|veterinary clinic|dental practice|physiotherapy practice|gym|climbing hall
  swimming pool|ski resort|mountain hut|campsite|hostel|travel agency|map publisher|translation bureau|court registry|notary's office
  tax office|cooperative bank|energy utility|waterworks|recycling yard|quarry|sawmill|forestry office|beekeeping association|allotment garden
  parish hall|monastery|food bank|refugee center|volunteer center|youth club|football club|orchestra office|opera house|puppet theater
  circus|escape room|game studio|animation studio|comic shop|record shop|auction house|antique shop|watchmaker's workshop|goldsmith's workshop
  luthier's workshop|pottery|weaving mill|tailor's shop|shoe factory|paper mill|bindery|typesetting office|subtitle bureau|sign language center
  hearing clinic|optician's shop|blood bank|ambulance station|mountain rescue base|lighthouse|lock house|ferry office|tram depot|bus garage
  taxi office|courier office|moving company|crane rental|scaffolding yard|solar workshop|wind farm office|geology institute|particle lab
  archaeological dig|restoration workshop|cartography institute|survey office|patent office|statistics office|polling station|press agency`);

/** Written in lower case inside a sentence unless the first word is one of these. */
export const PROPER = new Set(
  "Git Markdown Kubernetes Docker European Figma English Latin Terraform OpenStreetMap Sunday Monday VAT Scratch Bluetooth".split(
    " ",
  ),
);

/** What products are made with, common ones first. */
export const TECHNOLOGIES = entries(`
  TypeScript|Python|PostgreSQL|Go|Rust|React|SQLite|Redis|Docker|Kubernetes|Node.js|Java|Ruby on Rails|Django|Vue|Svelte|Swift|Kotlin|Elixir
  Phoenix|Laravel|PHP|C#|Flutter|WebAssembly|GraphQL|gRPC|Kafka|RabbitMQ|NATS|ClickHouse|DuckDB|MariaDB|MongoDB|Elasticsearch|OpenSearch
  Meilisearch|Parquet|Apache Arrow|S3-compatible storage|WebRTC|WebSockets|server-sent events|CRDTs|Yjs|Automerge|Tauri|Electron|Qt|GTK|htmx
  Alpine.js|Astro|Eleventy|Hugo|SolidJS|Preact|Lit|Web Components|Deno|Bun|Zig|Nim|OCaml|Haskell|Clojure|Scala|F#|Erlang|Gleam|Julia|R
  Fortran|Lua|Prolog|Datalog|TLA+|eBPF|WireGuard|QUIC|nftables|Caddy|HAProxy|Envoy|Varnish|Prometheus|OpenTelemetry|Loki|Nix|Guix|Ansible
  FreeBSD|OpenBSD|illumos|RISC-V|FPGA boards|CUDA|Vulkan|WebGPU|ONNX|llama.cpp|PyTorch|JAX|scikit-learn|XGBoost|spaCy|Whisper|Tesseract
  FFmpeg|GStreamer|ImageMagick|Blender|OpenCV|PostGIS|MapLibre|GDAL|QGIS|Three.js|Babylon.js|Godot|LaTeX|Typst|Pandoc|Asciidoctor|XSLT|SPARQL`);
