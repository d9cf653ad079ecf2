// Bundles entry.js into static/codemirror.js and writes the licences of what is in it next to it. Built by `make editor`.

import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";

const [, , out] = process.argv;
const banner = "/* CodeMirror 6 and what it needs, under the MIT licence: see codemirror.LICENSE.txt. Built by `make editor`. */";
const { metafile } = await build({
  entryPoints: ["entry.js"], outfile: `${out}/codemirror.js`, bundle: true, minify: true, format: "iife", target: "es2022",
  legalComments: "none", metafile: true, banner: { js: banner },
});

const packages = new Set(Object.keys(metafile.inputs).map((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]).filter(Boolean));
const licences = new Map(); // the packages under each text
for (const name of [...packages].sort()) {
  const text = readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim();
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  licences.set(text, [...(licences.get(text) || []), `${name} ${version}`]);
}
writeFileSync(`${out}/codemirror.LICENSE.txt`, [...licences].map(([text, names]) => `${names.join("\n")}\n\n${text}\n`).join("\n---\n\n"));
