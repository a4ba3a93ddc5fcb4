/** Unpacks the compressed data in the page. */

import type { Index, WireSession } from "./wire";

export async function inflate<T>(packed: string): Promise<T> {
  const binary = atob(packed);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return (await new Response(stream).json()) as T;
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

export function readSession(number: number): Promise<WireSession> {
  return block<WireSession>(`session-${number}`);
}
