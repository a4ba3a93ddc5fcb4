/** The colors of the style sheet, for the canvas. */

export interface Theme {
  ink: string;
  muted: string;
  faint: string;
  line: string;
  sunk: string;
  quiet: string;
  surface: string;
  hit: string;
  accent: string;
  /** strong for marks, ink for text, tint behind text. */
  kinds: Record<"S" | "D" | "I", { strong: string; ink: string; tint: string }>;
  /** Fills of areas: deletions have light lines, so color is not the only mark. Hatched and dotted are causes. */
  fills: Record<"S" | "D" | "I", string | CanvasPattern>;
  font: string;
}

/** Light pixels of a small repeated square. */
const LINES = ["....", "....", "####", "####"];

function woven(color: string, light: string, pattern: readonly string[]): string | CanvasPattern {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = pattern.length;
  const context = canvas.getContext("2d")!;
  context.fillStyle = color;
  context.fillRect(0, 0, pattern.length, pattern.length);
  context.fillStyle = light;
  context.globalAlpha = 0.6;
  pattern.forEach((row, y) => [...row].forEach((sign, x) => sign === "#" && context.fillRect(x, y, 1, 1)));
  return context.createPattern(canvas, "repeat") ?? color;
}

export function readTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const kind = (name: string) => ({ strong: value(name), ink: value(`${name}-ink`), tint: value(`${name}-tint`) });
  const kinds = { S: kind("sub"), D: kind("del"), I: kind("ins") };
  const surface = value("surface");
  return {
    fills: { S: kinds.S.strong, D: woven(kinds.D.strong, surface, LINES), I: kinds.I.strong },
    ink: value("ink"),
    muted: value("muted"),
    faint: value("faint"),
    line: value("line"),
    sunk: value("sunk"),
    quiet: value("quiet"),
    surface,
    hit: value("hit"),
    accent: value("accent"),
    kinds,
    font: value("font"),
  };
}

type Name = "light" | "dark";

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();
let preferred: Name | null = null;

export function isDark(): boolean {
  return (preferred ?? (systemIsDark.matches ? "dark" : "light")) === "dark";
}

function apply(name: Name): void {
  document.documentElement.dataset["theme"] = name;
  for (const listener of [...listeners]) listener();
}

/** Sets light or dark; null follows the system. */
export function setTheme(name: Name | null): void {
  preferred = name;
  apply(isDark() ? "dark" : "light");
}

/** Calls a function while the page has light colors. */
export function inLight<T>(read: () => T): T {
  const { dataset } = document.documentElement;
  const shown = dataset["theme"];
  dataset["theme"] = "light";
  try {
    return read();
  } finally {
    dataset["theme"] = shown;
  }
}

/** The light colors, regardless of the current theme. */
export const lightTheme = (): Theme => inLight(readTheme);

systemIsDark.addEventListener("change", () => apply(isDark() ? "dark" : "light"));
addEventListener("beforeprint", () => apply("light"));
addEventListener("afterprint", () => apply(isDark() ? "dark" : "light"));

/** Calls the listener when the theme changes. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
