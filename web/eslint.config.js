/** What TypeScript and the formatter do not see: unused names, loose promises, keyless lists. */
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

const long = {
  code: 110,
  ignoreStrings: true,
  ignoreTemplateLiterals: true,
  ignoreRegExpLiterals: true,
  ignorePattern: '^\\s*d="', // the path of a drawing
};

export default ts.config(
  { ignores: ["node_modules/", "dist/", "src/net/schema.ts"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      "max-len": ["error", long],
      "no-undef": "off", // TypeScript knows
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", caughtErrors: "none" },
      ],
      // derived maps are made anew, never changed in place
      "svelte/prefer-svelte-reactivity": "off",
      // the compiler's own warnings, which fail `npm run check`, decide which comments are needed
      "svelte/no-unused-svelte-ignore": "off",
      // only drawings and sentences of our own, never what a person wrote
      "svelte/no-at-html-tags": "off",
    },
  },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser } } },
  { files: ["public/worker.js"], languageOptions: { globals: globals.serviceworker } },
);
