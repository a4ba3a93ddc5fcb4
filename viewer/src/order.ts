/** Order of names: numeric, s2 before s10; no name is last. */

export function byName(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a.localeCompare(b, "en", { numeric: true }) || (a < b ? -1 : Number(a > b));
}
