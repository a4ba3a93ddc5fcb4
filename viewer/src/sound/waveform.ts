/** Loudness of a recording over time, computed from its file. */

/** Peak values per second. */
export const PER_SECOND = 50;
/** Sample rate for decoding: an hour then takes 43 MB instead of 690 MB. */
const RATE = 3000;

/** Returns the peak of each fiftieth of a second, from 0 to 1. */
export function loudness(samples: ArrayLike<number>, rate: number): Float32Array {
  const found = new Float32Array(Math.ceil((samples.length * PER_SECOND) / rate));
  for (let i = 0; i < samples.length; i++) {
    const at = Math.floor((i * PER_SECOND) / rate);
    const loud = Math.abs(samples[i]!);
    if (loud > found[at]!) found[at] = loud;
  }
  return found;
}

/** Returns the peaks over all channels of a file. */
export async function readLoudness(content: ArrayBuffer): Promise<Float32Array> {
  const decoded = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(content);
  const channels = Array.from({ length: decoded.numberOfChannels }, (_, i) => loudness(decoded.getChannelData(i), RATE));
  const [first, ...others] = channels;
  for (const other of others) other.forEach((loud, i) => (first![i] = Math.max(first![i]!, loud)));
  return first ?? new Float32Array();
}

/** Returns the peak between two times of a clip that begins at `start`; -1 outside of the clip. */
export function loudest(found: Float32Array, start: number, from: number, to: number): number {
  const first = Math.floor((from - start) * PER_SECOND);
  const last = Math.max(first + 1, Math.ceil((to - start) * PER_SECOND));
  if (last <= 0 || first >= found.length) return -1;
  let most = 0;
  for (let i = Math.max(0, first); i < Math.min(last, found.length); i++) if (found[i]! > most) most = found[i]!;
  return most;
}
