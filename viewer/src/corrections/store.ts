/** Corrections and comments: stored in the browser for this page, exported for `--corrections`, imported from files. */

export const MARKS = ["wrong", "ignore", "comment"] as const;
export type Mark = (typeof MARKS)[number];

/** The word that a correction is about; src/hubbub/model/corrections.py reads it. */
export interface CorrectedWord {
  speaker: string;
  segment: number;
  word: number;
  text: string;
  start?: number;
  system?: string;
}

export interface Correction {
  session: string;
  mark: Mark;
  /** The correct words, if the reference is wrong. */
  instead?: string;
  comment?: string;
  unit?: string;
  reference?: CorrectedWord;
  hypothesis?: CorrectedWord;
}

/** The identity of a correction: its reference word, or the inserted word of one system. */
export function keyOf(correction: Pick<Correction, "session" | "unit" | "reference" | "hypothesis">): string {
  const { session, unit, reference, hypothesis } = correction;
  const word = reference ?? hypothesis!;
  return JSON.stringify([session, unit ?? "", reference ? "" : (word.system ?? ""), Boolean(reference), word.speaker, word.segment, word.word]);
}

function isWord(word: unknown): boolean {
  const { speaker, segment, word: place, text } = (word ?? {}) as Partial<CorrectedWord>;
  return typeof speaker === "string" && typeof text === "string" && Number.isInteger(segment) && Number.isInteger(place);
}

/** Parses an exported file, of version 0.2 too, which calls the list `notes`. Throws an error that names a bad entry. */
export function parseCorrections(text: string): Correction[] {
  let data: { corrections?: unknown; notes?: unknown } | null = null;
  try {
    data = JSON.parse(text) as { corrections?: unknown; notes?: unknown } | null;
  } catch {
    // The browser's message about broken JSON does not help.
  }
  const entries = data?.corrections ?? data?.notes;
  if (!Array.isArray(entries)) throw new Error("not corrections exported by a report page");
  return (entries as Partial<Correction>[]).map((correction, entry) => {
    const words = [correction?.reference, correction?.hypothesis].filter((word) => word !== undefined && word !== null);
    const fits = typeof correction?.session === "string" && MARKS.includes(correction.mark as Mark) && words.length > 0 && words.every(isWord);
    if (!fits) throw new Error(`entry ${entry + 1} is not a correction`);
    return correction as Correction;
  });
}

export class CorrectionStore {
  private corrections = new Map<string, Correction>();
  private listeners: (() => void)[] = [];
  /** Whether the browser can store corrections; a notebook's frame cannot. */
  isStored = true;

  constructor(private readonly digest: string) {
    this.read();
    // Another tab may change them, and changes just before a reload may arrive after it.
    addEventListener("storage", ({ key }) => {
      if (key !== null && key !== this.place) return;
      this.read();
      this.notify();
    });
  }

  private read(): void {
    try {
      const text = localStorage.getItem(this.place) ?? localStorage.getItem(this.oldPlace);
      this.corrections = new Map((text === null ? [] : parseCorrections(text)).map((correction) => [keyOf(correction), correction]));
    } catch {
      this.isStored = false;
    }
  }

  private get place(): string {
    return `hubbub-corrections-${this.digest}`;
  }

  /** Where version 0.2 stored them. */
  private get oldPlace(): string {
    return `hubbub-notes-${this.digest}`;
  }

  get all(): Correction[] {
    return [...this.corrections.values()];
  }

  find(key: string): Correction | undefined {
    return this.corrections.get(key);
  }

  set(correction: Correction): void {
    this.corrections.set(keyOf(correction), correction);
    this.changed();
  }

  remove(key: string): void {
    this.corrections.delete(key);
    this.changed();
  }

  clear(): void {
    this.corrections.clear();
    this.changed();
  }

  /** Adds the corrections of a file, which replace others of the same words. Returns how many it has. */
  take(text: string): number {
    const found = parseCorrections(text);
    for (const correction of found) this.corrections.set(keyOf(correction), correction);
    this.changed();
    return found.length;
  }

  json(): string {
    return `${JSON.stringify({ hubbub: "corrections", page: this.digest, corrections: this.all }, null, 1)}\n`;
  }

  listen(listener: () => void): () => void {
    this.listeners.push(listener);
    return () => {
      this.listeners = this.listeners.filter((one) => one !== listener);
    };
  }

  private changed(): void {
    try {
      if (this.corrections.size) localStorage.setItem(this.place, this.json());
      else localStorage.removeItem(this.place);
      localStorage.removeItem(this.oldPlace);
    } catch {
      this.isStored = false;
    }
    this.notify();
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
