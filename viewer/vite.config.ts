import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Everything in one file, with a policy that lets exactly this script and this style sheet run. */
function onePage(): Plugin {
  return {
    name: "one-page",
    enforce: "post", // after the style sheet has been put together
    generateBundle(_, bundle) {
      let script = "";
      let style = "";
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === "chunk") script += part.code.trim();
        else style += String(part.source).trim();
        delete bundle[name];
      }
      if (/<\/script|<!--/i.test(script)) throw new Error("the script would end its own element");
      const policy = [
        "default-src 'none'",
        `script-src ${hash(script)}`,
        "worker-src blob:",
        `style-src ${hash(style)}`,
        "img-src data:",
        "media-src 'self' file: blob:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
      ].join("; ");
      const source = readFileSync("page.html", "utf-8")
        .replace("POLICY", () => policy)
        .replace("STYLE", () => style)
        .replace("SCRIPT", () => script);
      this.emitFile({ type: "asset", fileName: "viewer.html", source });
    },
  };
}

export default defineConfig({
  plugins: [onePage()],
  build: {
    target: "es2022",
    outDir: process.env["VIEWER_OUT"] ?? "../src/hubbub/page",
    emptyOutDir: false,
    lib: { entry: "src/main.ts", formats: ["iife"], name: "hubbub", fileName: "viewer", cssFileName: "viewer" },
    reportCompressedSize: false,
  },
  test: { include: ["test/*.test.ts"] },
} as Parameters<typeof defineConfig>[0]);
