/**
 * Writes src/net/schema.ts from what the server and the games declare; `--check` only compares.
 * Call it by `python tools/schema_types.py`, which pipes `python -m expedition.server.schemas` in.
 */
import { compile } from "json-schema-to-typescript";
import { readFileSync, writeFileSync } from "node:fs";

const { openapi, socket } = JSON.parse(readFileSync(0, "utf8"));
const moved = (schema) =>
  JSON.parse(
    JSON.stringify(schema)
      .replaceAll("#/components/schemas/", "#/definitions/")
      .replaceAll("#/$defs/", "#/definitions/"),
  );
const { $defs: client, ...ClientMessage } = socket.client;
const { $defs: server, ...ServerMessage } = socket.server;
const definitions = moved({
  ...openapi.components.schemas,
  ...client,
  ...server,
  ClientMessage,
  ServerMessage,
});
for (const schema of Object.values(definitions)) tidy(schema);

/** Titles of fields would each become a type; a discriminator is no part of JSON Schema. */
function tidy(schema, field = false) {
  if (!schema || typeof schema !== "object") return;
  if (field) delete schema.title;
  if (schema.prefixItems) {
    schema.tsType = tuple(schema);
    delete schema.minItems;
    delete schema.maxItems;
  }
  delete schema.discriminator;
  for (const part of Object.values(schema.properties ?? {})) tidy(part, true);
  for (const key of ["items", "additionalProperties"]) tidy(schema[key], true);
  for (const key of ["anyOf", "oneOf", "allOf", "prefixItems"])
    for (const part of schema[key] ?? []) tidy(part, true);
}

/** A list of fixed length, which the generator knows by an older name only. */
function tuple(schema) {
  if (schema.prefixItems) return `[${schema.prefixItems.map(tuple).join(", ")}]`;
  return schema.type === "integer" ? "number" : schema.type;
}

const text = await compile(
  { title: "Wire", type: "object", additionalProperties: false, definitions },
  "Wire",
  {
    bannerComment: "/** Generated from the server's schemas by schema-types.mjs. Do not edit. */",
    unreachableDefinitions: true,
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style: { printWidth: 140 },
  },
);
const plain = text
  .replace(
    /\s*\*\s*This interface was referenced by `Wire`.s JSON-Schema\n\s*\* via the `definition` "\w+"\.\n/g,
    "\n",
  )
  .replace(/\/\*\*\s*\*\/\n/g, "")
  .replace("export interface Wire {}\n", "");
const file = new URL("src/net/schema.ts", import.meta.url);
if (!process.argv.includes("--check")) writeFileSync(file, plain);
else if (readFileSync(file, "utf8") !== plain) {
  console.error("web/src/net/schema.ts is not what the server says; run python tools/schema_types.py.");
  process.exitCode = 1;
}
