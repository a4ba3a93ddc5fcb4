/** Unpacks the compressed data in the page. */

import type { Index, WireSession } from "./wire";

export async function inflate<T>(packed: string): Promise<T> {
  const binary = atob(packed);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  const stream = new DecompressionStream("deflate");
  const writer = stream.writable.getWriter();
  // Damaged data is an error of the reading side too.
  for (const written of [writer.write(bytes), writer.close()]) written.catch(() => undefined);
  return (await new Response(stream.readable).json()) as T;
}

function wholePage(): Promise<void> {
  if (document.readyState !== "loading") return Promise.resolve();
  return new Promise((done) => document.addEventListener("DOMContentLoaded", () => done(), { once: true }));
}

async function block<T>(id: string): Promise<T> {
  // The script runs while the browser is still reading the sessions.
  if (!document.getElementById(id)?.nextSibling) await wholePage();
  const element = document.getElementById(id);
  if (!element) throw new Error(`this page has no ${id}`);
  try {
    return await inflate<T>(element.textContent ?? "");
  } catch {
    // The browser's message about bad base64 or a truncated stream does not help.
    throw new Error(`this file is damaged (${id})`);
  }
}

export function readIndex(): Promise<Index> {
  return block<Index>("overview");
}

/** Maximum number of shared blocks kept unpacked. */
const KEPT = 64;
const shared = new Map<number, Promise<WireSession[]>>();

/** Reads a session from its block. Short sessions share one with their neighbors, which stays unpacked. */
export async function readSession({ blocks }: Index, number: number): Promise<WireSession> {
  const place = blocks.findLastIndex((first) => first <= number);
  const first = blocks[place]!;
  const read = shared.get(first) ?? block<WireSession[]>(`session-${first}`);
  if ((blocks[place + 1] ?? Infinity) - first > 1) {
    shared.delete(first);
    shared.set(first, read);
    const oldest = shared.keys().next();
    if (shared.size > KEPT && !oldest.done) shared.delete(oldest.value);
  }
  return (await read)[number - first]!;
}
