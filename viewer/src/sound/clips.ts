/** Sources of audio: a file next to the page, clips in the page, or a file that the reader chooses. */

import type { Index } from "../data/wire";
import type { Clip } from "./player";

function fromFile(address: string): Clip {
  return {
    start: 0,
    end: Infinity,
    name: decodeURIComponent(address.slice(address.lastIndexOf("/") + 1)),
    address: () => address,
    content: async () => {
      // Browsers do not let a page opened from disk read other files, and log an error if it tries.
      if (location.protocol === "file:") throw new Error("not from disk");
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(answer.statusText);
      return answer.arrayBuffer();
    },
  };
}

export function fromBlob(blob: Blob, name: string, start = 0, end = Infinity): Clip {
  let address: string | null = null;
  return { start, end, name, address: () => (address ??= URL.createObjectURL(blob)), content: () => blob.arrayBuffer() };
}

/** A clip in the page: base64 in its own element, decoded when it is played. */
function fromPage(session: number, number: number, start: number, end: number, type: string): Clip {
  const name = `clip ${number + 1} of this page`;
  let made: Clip | null = null;
  const make = (): Clip => {
    const text = document.getElementById(`sound-${session}-${number}`)?.textContent ?? "";
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return (made ??= fromBlob(new Blob([bytes], { type }), name, start, end));
  };
  return { start, end, name, address: () => make().address(), content: () => make().content() };
}

export function clipsOf(index: Index, session: number): Clip[] {
  const held = index.clips?.[session];
  if (held) return held.clips.map(([start, end], number) => fromPage(session, number, start, end, held.type));
  const address = index.audio[session];
  return address ? [fromFile(address)] : [];
}
