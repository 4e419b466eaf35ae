import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { catalogues } from "./catalogues.ts";

export default defineConfig(({ command }) => ({
  base: "./",
  plugins: [
    catalogues(resolve(import.meta.dirname, "src"), resolve(import.meta.dirname, "../src/expedition/locale")),
    svelte({ configFile: false }),
    svelteTesting(),
  ],
  server: {
    fs: { allow: [resolve(import.meta.dirname, "..")] },
    proxy: command === "serve" ? { "/api": { target: "http://127.0.0.1:8000", ws: true } } : undefined,
  },
  build: {
    outDir: "../src/expedition/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"] },
}));
