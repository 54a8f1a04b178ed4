import type { Html } from "./crawled-site.ts";

/** A small website of an invented product, and what a careful reader finds on it. */
export type SmallSite = {
  markup: string;
  base: string;
  pages: Html[];
  name: string;
  features: string[];
  founders: { name: string; title: string | null }[];
};

const card = (title: string, text: string, more = "") => `<div><div>${title}</div><div>${text}</div>${more}</div>`;

export const SMALL_SITES: Record<string, SmallSite> = {
  de: {
    markup: "divs without classes",
    base: "https://belegfuchs.de",
    name: "Belegfuchs",
    features: ["Belege scannen", "Automatisch zuordnen", "Steuerberater einladen", "Fristen im Blick"],
    founders: [
      { name: "Jana Petersen", title: "Gründerin und Geschäftsführerin" },
      { name: "Malte Osterkamp", title: "Mitgründer" },
    ],
    pages: [
      {
        title: "Belegfuchs – Buchhaltung für Selbstständige",
        body: `<div><h1>Buchhaltung für Selbstständige</h1>
<p>Belegfuchs sortiert deine Belege und bereitet die Steuererklärung vor.</p><a href="/start"><div>Jetzt kostenlos testen</div></a></div>
<div><div>Was Belegfuchs kann</div><div>
<div>${card("Belege scannen", "Fotografiere einen Beleg, und wir lesen Datum und Betrag.")}
${card("Automatisch zuordnen", "Jede Buchung landet in der richtigen Kategorie.")}</div>
<div>${card("Steuerberater einladen", "Dein Steuerberater sieht alle Unterlagen an einem Ort.")}
${card("Fristen im Blick", "Wir erinnern dich vor jeder Abgabe an das Finanzamt.")}</div></div></div>
<div><h2>So funktioniert's</h2>
<div>${card("Schritt 1: Anmelden", "Du brauchst nur eine E-Mail-Adresse und zwei Minuten.")}
${card("Schritt 2: Hochladen", "Zieh deine Belege in das Fenster.")}
${card("Schritt 3: Fertig", "Den Rest erledigen wir über Nacht.")}</div></div>
<div><h2>Preise</h2>
<div>${card("Solo", "9 € pro Monat", "<div>Für alle, die allein arbeiten und wenig Belege haben.</div>")}
${card("Büro", "19 € pro Monat", "<div>Für kleine Büros mit bis zu fünf Personen.</div>")}
${card("Kanzlei", "49 € pro Monat", "<div>Für Kanzleien mit vielen Mandanten.</div>")}</div></div>
<div><h2>Das sagen unsere Kunden</h2>
<div>${card("Karla Brandt", "„Seit einem Jahr habe ich keinen Beleg mehr verloren.“")}
${card("Uwe Stolz", "„Meine Steuerberaterin ist begeistert, und ich bin es auch.“")}
${card("Ines Vogt", "„So schnell war meine Erklärung noch nie fertig.“")}</div></div>
<footer><div>Website von Timo Berger</div></footer>`,
      },
      {
        kind: "team",
        title: "Team – Belegfuchs",
        body: `<h1>Unser Team</h1><div>${card("Jana Petersen", "Gründerin und Geschäftsführerin")}
${card("Malte Osterkamp", "Mitgründer")}${card("Svenja Kroll", "Kundenbetreuung")}</div>`,
      },
    ],
  },
  fr: {
    markup: "cards that are links, of spans under utility classes",
    base: "https://semainier.fr",
    name: "Semainier",
    features: ["Plannings partagés", "Échanges de services", "Pointage mobile"],
    founders: [{ name: "Claire Dumont", title: "Cofondatrice" }],
    pages: [
      {
        title: "Semainier | Le planning des équipes de restaurant",
        head: `<script type="application/ld+json">{"@graph":[{"@type":"Organization","name":"Semainier",
"founder":{"@id":"#claire"}},
{"@type":"Person","@id":"#claire","name":"Claire Dumont","jobTitle":"Cofondatrice"}]}</script>`,
        body: `<main class="mx-auto max-w-7xl px-4"><h1 class="text-5xl font-bold">Le planning des équipes de restaurant</h1>
<div class="grid gap-8 md:grid-cols-3">${[
          ["Plannings partagés", "Toute l'équipe voit la semaine sur son téléphone."],
          ["Échanges de services", "Deux serveurs échangent un service, et vous validez."],
          ["Pointage mobile", "Les heures réelles arrivent directement dans la paie."],
        ]
          .map(
            ([title, text]) =>
              `<a href="/fonctions" class="group rounded-2xl border p-6">
<div class="flex flex-col"><span class="font-semibold text-lg">${title}</span><span class="text-slate-600">${text}</span></div></a>`,
          )
          .join("")}</div>
<h2>Ils nous font confiance</h2><div class="flex"><span>Chez Paul</span><span>La Table</span></div>
<div class="grid md:grid-cols-2">
<div class="p-6"><span>★★★★★</span><p>Nous avons gagné trois heures chaque semaine.</p><span>Marc Lenoir, fondateur</span></div>
<div class="p-6"><span>★★★★★</span><p>Mon équipe ne revient plus en arrière.</p><span>Julie Roux, fondatrice</span></div></div>
<section><h2>Prêt à commencer ?</h2><p>Essayez Semainier gratuitement pendant quatorze jours.</p>
<a href="/essai">Créer un compte</a></section></main>`,
      },
    ],
  },
  es: {
    markup: "tables",
    base: "https://riego.es",
    name: "Riego",
    features: ["Riego por zonas", "Previsión del tiempo", "Alertas de fugas"],
    founders: [{ name: "Lucía Ferrer", title: "Fundadora" }],
    pages: [
      {
        title: "Riego - Control del agua para huertos",
        body: `<h1>Control del agua para huertos</h1><p>Riego abre y cierra cada válvula según lo que necesita el suelo.</p>
<table><thead><tr><th>Función</th><th>Qué hace</th></tr></thead><tbody>
<tr><td>Riego por zonas</td><td>Cada bancal recibe el agua que necesita, ni más ni menos.</td></tr>
<tr><td>Previsión del tiempo</td><td>Si mañana llueve, hoy no se riega.</td></tr>
<tr><td>Alertas de fugas</td><td>Un aviso en el móvil cuando el caudal no es normal.</td></tr></tbody></table>
<h2>Precios</h2><table><tr><th>Huerto</th><th>Finca</th></tr><tr><td>5 € al mes</td><td>25 € al mes</td></tr><tr>
<td>Hasta cuatro válvulas y un sensor</td><td>Válvulas y sensores sin límite alguno</td></tr></table>
<h2>Preguntas frecuentes</h2><details><summary>¿Funciona sin internet?</summary>
<p>Sí, el programador guarda el plan de la semana.</p></details><details><summary>¿Necesito un fontanero?</summary>
<p>No, se monta en una tarde con una llave.</p></details><details><summary>¿Tiene garantía?</summary>
<p>Sí, de tres años para todas las piezas.</p></details>`,
      },
      {
        kind: "about",
        title: "Sobre nosotros - Riego",
        body: `<h1>Sobre nosotros</h1><table><tr>
<td><b>Lucía Ferrer</b><br>Fundadora</td><td><b>Andrés Molina</b><br>Ingeniero</td></tr></table>`,
      },
    ],
  },
  ja: {
    markup: "output of a website builder",
    base: "https://tanabata.jp",
    name: "タナバタ",
    features: ["在庫の自動計算", "バーコード読み取り", "発注書の作成"],
    founders: [{ name: "田中太郎", title: "創業者" }],
    pages: [
      {
        title: "タナバタ | 小さなお店の在庫管理",
        head: '<meta property="og:site_name" content="タナバタ">',
        body: `<div id="comp-k1"><div id="comp-k2"><h1>小さなお店の在庫管理</h1></div>
<div id="comp-k3"><p>タナバタは、小さなお店のための在庫管理サービスです。</p></div></div>
<div id="comp-m1">${[
          ["在庫の自動計算", "販売のたびに在庫数を自動で更新します。"],
          ["バーコード読み取り", "スマートフォンのカメラで商品を読み取れます。"],
          ["発注書の作成", "足りない商品の発注書をすぐに作成できます。"],
        ]
          .map(
            ([title, text], at) =>
              `<div id="comp-c${at}" class="a${at}x">
<div class="b${at}"><div><p><span><span>${title}</span></span></p></div></div><div class="d${at}"><p>${text}</p></div>
</div>`,
          )
          .join("")}</div>
<div id="comp-n1"><h2>ご利用の流れ</h2>${[
          "お申し込みフォームから登録します。",
          "商品の一覧を読み込みます。",
          "その日から在庫を管理できます。",
        ]
          .map((text, at) => `<div><div>0${at + 1}</div><div><p>準備</p></div><div><p>${text}</p></div></div>`)
          .join("")}</div>
<div id="comp-p1"><h2>お知らせ</h2><div><div>2026年1月5日</div><div>新しい料金プランについて</div><div>料金プランを変更しましたのでお知らせします。</div></div>
<div><div>2025年12月1日</div><div>年末年始の営業について</div><div>年末年始の営業日をお知らせいたします。</div></div><div><div>2025年11月3日</div>
<div>展示会に出展します</div><div>東京で開かれる展示会に出展いたします。</div></div></div>`,
      },
      {
        kind: "about",
        title: "会社概要 | タナバタ",
        body: `<h1>チーム</h1><div><div><div>田中太郎</div><div>創業者</div></div><div><div>佐藤花子</div><div>デザイナー</div></div>
</div>`,
      },
    ],
  },
  en: {
    markup: "flat Markdown with permalinks, a table of contents and a manual",
    base: "https://ferrykit.dev",
    name: "Ferrykit",
    features: ["Zero-downtime deploys", "Instant rollbacks", "Preview environments"],
    founders: [],
    pages: [
      {
        title: "Ferrykit: deploys without drama",
        body: `<h1>Ferrykit</h1><p>Ferrykit ships your containers to any server with one command.</p>
<ul><li><a href="#features">What Ferrykit does for you</a></li>
<li><a href="#installation">Installing it on a server</a></li><li><a href="#blog">News from the project</a></li></ul>
<h2 id="features">Features<a class="headerlink" href="#features">#</a></h2>
<ul><li><strong>Zero-downtime deploys</strong> - traffic moves only when the new version answers.</li>
<li><strong>Instant rollbacks</strong>: the last five versions stay warm on every server.</li>
<li><strong>Preview environments</strong> for each pull request, with a database of their own.</li></ul>
<h2 id="installation">Installation<a class="headerlink" href="#installation">¶</a></h2>
<h3>Linux packages<a href="#linux">#</a></h3><p>Add the repository and install the package with apt.</p>
<pre>apt install ferrykit</pre>
<h3>Building from source<a href="#source">#</a></h3><p>You need a recent version of Go and a C compiler.</p>
<pre>make install</pre>
<h3>Shell completion<a href="#shell">#</a></h3><p>Completions for bash and zsh are part of the package.</p>
<pre>ferrykit completion</pre>
<h2 id="blog">Blog</h2>
<div><article><h3><a href="/blog/one">Why we rewrote the scheduler</a></h3>
<time datetime="2026-01-02">Jan 2</time><p>The old one could not see the load of a server.</p></article>
<article><h3><a href="/blog/two">A year of Ferrykit in numbers</a></h3>
<time datetime="2025-12-20">Dec 20</time><p>We look back at twelve months and ninety releases.</p></article>
<article><h3><a href="/blog/three">Meet us in Lyon this spring</a></h3>
<time datetime="2025-12-01">Dec 1</time><p>We give a talk about rollbacks at the conference.</p></article></div>`,
      },
    ],
  },
  it: {
    markup: "a definition list, and rows of sections",
    base: "https://app.vendemmia.it",
    name: "Vendemmia",
    features: ["Registro dei trattamenti", "Mappe dei vigneti", "Squadre di raccolta"],
    founders: [{ name: "Chiara Bassani", title: "Fondatrice" }],
    pages: [
      {
        title: "Vendemmia · Il quaderno digitale del vigneto",
        body: `<h1>Il quaderno digitale del vigneto</h1><p>Vendemmia tiene in ordine il lavoro di ogni filare.</p>
<dl><dt>Registro dei trattamenti</dt><dd>Ogni trattamento è annotato con data, dose e parcella.</dd>
<dt>Mappe dei vigneti</dt><dd>Le parcelle sono disegnate sulla foto dal satellite.</dd>
<dt>Squadre di raccolta</dt><dd>Chi lavora dove, giorno per giorno, senza telefonate.</dd></dl>
<h2>Contatti</h2><div><div><h3>Scrivici una mail</h3><p>Rispondiamo entro un giorno lavorativo.</p>
<a href="mailto:ciao@vendemmia.it">ciao@vendemmia.it</a></div><div><h3>Chiamaci al telefono</h3>
<p>Siamo al telefono dalle nove alle diciotto.</p><a href="tel:+390551234567">+39 055 1234567</a></div>
<div><h3>Assistenza</h3><p>Per chi usa già il quaderno ogni giorno.</p>
<a href="mailto:aiuto@vendemmia.it">aiuto@vendemmia.it</a></div></div>
<h2>Chi siamo</h2><ul><li><h3>Chiara Bassani</h3><p>Fondatrice</p></li><li><h3>Pietro Galli</h3><p>Agronomo</p></li>
</ul>`,
      },
    ],
  },
};
