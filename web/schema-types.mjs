/**
 * Writes src/net/schema.ts from the server's own schemas:
 * `python -m expedition.server.schemas | node schema-types.mjs`.
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
  delete schema.discriminator;
  for (const part of Object.values(schema.properties ?? {})) tidy(part, true);
  for (const key of ["items", "additionalProperties"]) tidy(schema[key], true);
  for (const key of ["anyOf", "oneOf", "allOf", "prefixItems"])
    for (const part of schema[key] ?? []) tidy(part, true);
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
writeFileSync(new URL("src/net/schema.ts", import.meta.url), plain);
