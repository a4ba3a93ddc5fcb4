/** Formats numbers and times. */

const whole = new Intl.NumberFormat("en");

export function count(value: number): string {
  return whole.format(value);
}

/** Formats a count with its noun. */
export function amount(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A long name without its middle, since names of systems often differ at the end. */
export function abridged(name: string, most = 24): string {
  const letters = [...name];
  return letters.length <= most ? name : `${letters.slice(0, most / 2).join("")}…${letters.slice(1 - most / 2).join("")}`;
}

/** Formats a rate with two decimals, as in other outputs. */
export function percent(rate: number | null): string {
  return rate === null ? "n/a" : `${(100 * rate).toFixed(2)}%`;
}

/** Formats a difference of rates in points, with its sign. */
export function points(difference: number): string {
  const text = (100 * Math.abs(difference)).toFixed(2);
  return text === "0.00" ? "±0.00" : `${difference < 0 ? "−" : "+"}${text}`;
}

/** Formats the size of a difference in points, with as many decimals as it needs. */
export function pointsApart(difference: number): string {
  const size = Math.abs(100 * difference);
  return size >= 0.95 || size === 0 ? size.toFixed(1) : String(Number(size.toPrecision(2)));
}

/** The first names of a list, and how many follow. */
export function listed(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return rest > 0 ? `${names.slice(0, most).join(", ")} and ${count(rest)} more` : names.join(", ");
}

/** Formats seconds as m:ss or h:mm:ss. */
export function clock(seconds: number, decimals = 0): string {
  const scale = 10 ** decimals;
  let rest = Math.round(Math.abs(seconds) * scale);
  const sign = seconds < 0 && rest > 0 ? "−" : "";
  const fraction = decimals ? `.${String(rest % scale).padStart(decimals, "0")}` : "";
  rest = Math.floor(rest / scale);
  const s = String(rest % 60).padStart(2, "0");
  const minutes = Math.floor(rest / 60);
  if (minutes < 60) return `${sign}${minutes}:${s}${fraction}`;
  return `${sign}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${s}${fraction}`;
}

/** Parses `clock` output, or plain seconds; returns null for other text. */
export function parseClock(text: string): number | null {
  const match = /^(?:(?:(\d+):)?(\d+):)?(\d+(?:\.\d*)?)$/.exec(text.trim());
  if (!match) return null;
  return Number(match[1] ?? 0) * 3600 + Number(match[2] ?? 0) * 60 + Number(match[3]);
}

/** Parses a range such as `1:20-2:05`; a single time means the ten seconds around it. */
export function parseRange(text: string): [number, number] | null {
  const parts = text.split(/\s*(?:–|—|-|\bto\b|\s)\s*/).filter((part) => part !== "");
  const times = parts.map(parseClock);
  const [first, last] = times;
  if (first === undefined || first === null) return null;
  if (times.length === 1) return [Math.max(0, first - 5), first + 5];
  if (times.length !== 2 || last === undefined || last === null || last <= first) return null;
  return [first, last];
}
