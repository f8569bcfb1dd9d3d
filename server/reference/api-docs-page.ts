import { features } from "#contract/api.ts";
import { PERMISSIONS } from "#contract/access/permissions.ts";
import { type Endpoint, isWithoutSession } from "#contract/endpoint.ts";
import { buildOpenApi } from "./openapi.ts";
import { listRefusals } from "./refusals.ts";

/** Renders the API as a page: no scripts, one column, every endpoint with parameters, answers and refusals. */
export function renderReference(publicUrl: string, name: string): string {
  const description = buildOpenApi(publicUrl);
  const sections = Object.entries(features).map(([feature, endpoints]) =>
    renderSection(feature, Object.values(endpoints), description, publicUrl),
  );
  const links = Object.keys(features).map((feature) => `<a href="#${feature}">${escapeHtml(feature)}</a>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API · ${escapeHtml(name)}</title><style>${STYLE}</style></head><body>
<nav aria-label="Features"><b>${escapeHtml(name)} API</b>${links.join("")}<a href="/api/openapi.json">openapi.json</a></nav>
<main><h1>${escapeHtml(name)} API</h1>${INTRODUCTION}${sections.join("")}${renderRefusals()}${renderPermissions()}</main></body></html>`;
}

const INTRODUCTION = `<p>JSON in and out. Sign in with <code>POST /api/auth/login</code> and send the token as
<code>Authorization: Bearer …</code>. Every refusal carries <code>detail</code>, one sentence, and
<code>code</code>, its id in the <a href="#refusals">list of refusals</a>. Lists carry
<code>meta</code> (total, limit, page, pages). Times are ISO 8601 in UTC. Unknown fields are refused (422); what you may not see
answers as what does not exist (404). Send an <code>Idempotency-Key</code> with a POST and repeat it safely.</p>`;

function renderSection(
  feature: string,
  endpoints: Endpoint[],
  description: Record<string, unknown>,
  publicUrl: string,
): string {
  const articles = endpoints.map((endpoint) => renderEndpoint(endpoint, description, publicUrl));
  return `<section id="${feature}"><h2>${escapeHtml(feature)}</h2>${articles.join("")}</section>`;
}

type Operation = {
  description: string;
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { examples?: object }> }>;
};

function renderEndpoint(endpoint: Endpoint, description: Record<string, unknown>, publicUrl: string): string {
  const paths = description["paths"] as Record<string, Record<string, Operation>>;
  const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  if (!operation) return "";
  const parameters = operation.parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${required ? ", required" : ""}</td><td><code>${escapeHtml(shortenSchema(schema))}</code></td></tr>`,
  );
  const body = Object.entries(operation.requestBody?.content ?? {}).map(
    ([type, { schema }]) =>
      `<h4>Body <small>${escapeHtml(type)}</small></h4><pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`,
  );
  const answers = Object.entries(operation.responses).map(
    ([status, { description: words, content }]) =>
      `<li><b>${status}</b> ${escapeHtml(words)}${renderCodes(content)}</li>`,
  );
  return `<article><h3><span class="m ${endpoint.method.toLowerCase()}">${endpoint.method}</span> <code>/api${escapeHtml(endpoint.path)}</code></h3>
<p>${escapeHtml(endpoint.summary)}. ${escapeHtml(operation.description)}</p>
${parameters.length ? `<table><tbody>${parameters.join("")}</tbody></table>` : ""}${body.join("")}
<ul>${answers.join("")}</ul>${renderExample(endpoint, publicUrl)}</article>`;
}

/** The codes of a refusal, by which the examples of its answer are named. */
function renderCodes(content: Operation["responses"][string]["content"]): string {
  const examples = content?.["application/problem+json"]?.examples ?? {};
  return Object.keys(examples)
    .map((code) => ` <code>${escapeHtml(code)}</code>`)
    .join("");
}

function renderExample(endpoint: Endpoint, publicUrl: string): string {
  if (!endpoint.example) return "";
  const { params = {}, query, body } = endpoint.example;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => params[name] ?? name);
  const search = query ? `?${new URLSearchParams(query).toString()}` : "";
  const lines = [
    `curl -X ${endpoint.method} '${publicUrl}/api${path}${search}'`,
    isWithoutSession(endpoint.policy) ? "" : `-H 'Authorization: Bearer TOKEN'`,
    body === undefined ? "" : `-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`,
  ];
  return `<pre tabindex="0">${escapeHtml(lines.filter(Boolean).join(" \\\n  "))}</pre>`;
}

function renderRefusals(): string {
  const rows = listRefusals().map(
    ({ id, statuses, sentence, params }) =>
      `<tr><td><code>${escapeHtml(id)}</code></td><td>${statuses.join(", ")}</td><td>${escapeHtml(sentence)}${renderParams(params)}</td></tr>`,
  );
  return `<section id="refusals"><h2>refusals</h2>${CODES}<table><tbody>${rows.join("")}</tbody></table></section>`;
}

function renderParams(params?: object): string {
  if (params === undefined) return "";
  const names = Object.keys(params).map((name) => `<code>${escapeHtml(name)}</code>`);
  return ` <small>(params: ${names.join(", ")})</small>`;
}

const CODES = `<p>A program branches on <code>code</code>, which stays; <code>detail</code> is for people, and may be reworded. Where
names or numbers stand in the sentence, <code>params</code> holds them. Each entry of <code>errors</code> has its own
<code>path</code>, <code>code</code>, <code>message</code> and <code>params</code>; <code>code</code> and <code>detail</code> of the
whole are then those of the first.</p>`;

function renderPermissions(): string {
  const rows = Object.entries(PERMISSIONS).map(
    ([key, [category, label, words]]) =>
      `<tr><td>${escapeHtml(category)}</td><td><code>${escapeHtml(key)}</code></td><td>${escapeHtml(label)}: ${escapeHtml(words)}</td></tr>`,
  );
  return `<section id="permissions"><h2>permissions</h2><table><tbody>${rows.join("")}</tbody></table></section>`;
}

function shortenSchema(schema: unknown): string {
  const text = JSON.stringify(schema);
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

const STYLE = `:root{color-scheme:dark light;--line:light-dark(#dde3e3,#2c3637);--muted:light-dark(#4c5a5c,#a9b5b6)}
body{margin:0;display:grid;grid-template-columns:12rem minmax(0,52rem);gap:2rem;font:15px/1.55 system-ui,sans-serif;background:light-dark(#fafbfb,#0f1415);color:light-dark(#182022,#eef2f2)}
nav{position:sticky;top:0;height:100vh;padding:1.5rem 1rem;display:flex;flex-direction:column;gap:.4rem;border-right:1px solid var(--line);box-sizing:border-box}
a{color:light-dark(#0d6f68,#6ed0c4)}main{padding:1rem 1rem 4rem}h2{margin-top:2.5rem;text-transform:capitalize}article{border-top:1px solid var(--line);padding:.5rem 0 1rem}
h3{font-size:1rem;overflow-wrap:anywhere}.m{font-size:.75rem;font-weight:700;padding:.15rem .45rem;border-radius:.3rem;border:1px solid var(--line)}
pre{overflow:auto;max-height:22rem;padding:.75rem;border:1px solid var(--line);border-radius:.5rem;font-size:.8rem}code{font-size:.85em;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;font-size:.85rem}td{border-top:1px solid var(--line);padding:.3rem .6rem .3rem 0;vertical-align:top}ul{padding-left:1.2rem;color:var(--muted);font-size:.9rem}
@media(max-width:720px){body{grid-template-columns:minmax(0,1fr)}nav{position:static;height:auto;flex-direction:row;flex-wrap:wrap;border:0}}`;
