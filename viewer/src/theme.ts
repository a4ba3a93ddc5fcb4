/** The style sheet's colours, for what is drawn on canvas. */

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
  /** Strong, for marks; ink, for letters; tint, behind letters. */
  kinds: Record<"S" | "D" | "I", { strong: string; ink: string; tint: string }>;
  font: string;
}

export function readTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const kind = (name: string) => ({ strong: value(name), ink: value(`${name}-ink`), tint: value(`${name}-tint`) });
  return {
    ink: value("ink"),
    muted: value("muted"),
    faint: value("faint"),
    line: value("line"),
    sunk: value("sunk"),
    quiet: value("quiet"),
    surface: value("surface"),
    hit: value("hit"),
    accent: value("accent"),
    kinds: { S: kind("sub"), D: kind("del"), I: kind("ins") },
    font: value("font"),
  };
}

/** Call back whenever the system turns light or dark. */
export function onThemeChange(listener: () => void): () => void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", listener);
  return () => dark.removeEventListener("change", listener);
}
