/** Preferences: theme, and single-key shortcuts. Stored in the browser if possible. */

import type { Group } from "./menu";
import { isDark, setTheme } from "./theme";

function kept(name: string): string | null {
  try {
    return localStorage.getItem(`hubbub-${name}`);
  } catch {
    return null; // a frame without an origin has no storage
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`hubbub-${name}`, value);
  } catch {
    // then it applies to this visit only
  }
}

let letters = kept("letters") !== "off";

/** Whether single-key shortcuts are on. They can interfere with speech input and screen readers. */
export function lettersAreKeys(): boolean {
  return letters;
}

function restore(): void {
  const theme = kept("theme");
  setTheme(theme === "light" || theme === "dark" ? theme : null);
  letters = kept("letters") !== "off";
}

export function restoreSettings(): void {
  restore();
  // Another tab may change them, and changes just before a reload may arrive after it.
  addEventListener("storage", restore);
}

export function settings(): Group {
  const other = isDark() ? "light" : "dark";
  return {
    title: "Settings",
    items: [
      {
        text: `${other === "dark" ? "Dark" : "Light"} colors`,
        act: () => {
          setTheme(other);
          keep("theme", other);
        },
      },
      {
        text: `Turn ${letters ? "off" : "on"} single-key shortcuts`,
        act: () => {
          letters = !letters;
          keep("letters", letters ? "on" : "off");
          return Promise.resolve(`shortcuts are ${letters ? "on" : "off"}`);
        },
      },
    ],
  };
}
