/** Notes on words: kept in this browser for this page's data, exported for `--corrections`, imported from others. */

export const MARKS = ["wrong", "ignore", "comment"] as const;
export type Mark = (typeof MARKS)[number];

/** A word as notes name it; src/hubbub/model/corrections.py reads it. */
export interface NotedWord {
  speaker: string;
  segment: number;
  word: number;
  text: string;
  start?: number;
  system?: string;
}

export interface Note {
  session: string;
  mark: Mark;
  /** What was said, where the reference is wrong. */
  instead?: string;
  comment?: string;
  unit?: string;
  reference?: NotedWord;
  hypothesis?: NotedWord;
}

/** What tells notes apart: the word of the reference, or the inserted word of one system. */
export function keyOf(note: Pick<Note, "session" | "unit" | "reference" | "hypothesis">): string {
  const { session, unit, reference, hypothesis } = note;
  const word = reference ?? hypothesis!;
  return JSON.stringify([session, unit ?? "", reference ? "" : (word.system ?? ""), Boolean(reference), word.speaker, word.segment, word.word]);
}

function isWord(word: unknown): boolean {
  const { speaker, segment, word: place, text } = (word ?? {}) as Partial<NotedWord>;
  return typeof speaker === "string" && typeof text === "string" && Number.isInteger(segment) && Number.isInteger(place);
}

/** The notes of an exported file; an error says which entry is none. */
export function parseNotes(text: string): Note[] {
  let data: { notes?: unknown } | null = null;
  try {
    data = JSON.parse(text) as { notes?: unknown } | null;
  } catch {
    // What the browser says of broken JSON helps nobody.
  }
  if (!data || !Array.isArray(data.notes)) throw new Error("no notes that a page exported");
  return (data.notes as Partial<Note>[]).map((note, entry) => {
    const words = [note?.reference, note?.hypothesis].filter((word) => word !== undefined && word !== null);
    const fits = typeof note?.session === "string" && MARKS.includes(note.mark as Mark) && words.length > 0 && words.every(isWord);
    if (!fits) throw new Error(`entry ${entry + 1} is no note`);
    return note as Note;
  });
}

export class Book {
  private notes = new Map<string, Note>();
  private listeners: (() => void)[] = [];
  /** False where the browser keeps nothing, as in the frame of a notebook. */
  kept = true;

  constructor(private readonly digest: string) {
    this.read();
    // Another tab may change them, and what was kept just before a reload may arrive after it.
    addEventListener("storage", ({ key }) => {
      if (key !== null && key !== this.place) return;
      this.read();
      this.tell();
    });
  }

  private read(): void {
    try {
      const text = localStorage.getItem(this.place);
      this.notes = new Map((text === null ? [] : parseNotes(text)).map((note) => [keyOf(note), note]));
    } catch {
      this.kept = false;
    }
  }

  private get place(): string {
    return `hubbub-notes-${this.digest}`;
  }

  get all(): Note[] {
    return [...this.notes.values()];
  }

  find(key: string): Note | undefined {
    return this.notes.get(key);
  }

  set(note: Note): void {
    this.notes.set(keyOf(note), note);
    this.changed();
  }

  remove(key: string): void {
    this.notes.delete(key);
    this.changed();
  }

  clear(): void {
    this.notes.clear();
    this.changed();
  }

  /** Adds those of a file; the word of a note that is here already gets the file's. Says how many there were. */
  take(text: string): number {
    const found = parseNotes(text);
    for (const note of found) this.notes.set(keyOf(note), note);
    this.changed();
    return found.length;
  }

  json(): string {
    return `${JSON.stringify({ hubbub: "notes", page: this.digest, notes: this.all }, null, 1)}\n`;
  }

  listen(listener: () => void): () => void {
    this.listeners.push(listener);
    return () => {
      this.listeners = this.listeners.filter((one) => one !== listener);
    };
  }

  private changed(): void {
    try {
      if (this.notes.size) localStorage.setItem(this.place, this.json());
      else localStorage.removeItem(this.place);
    } catch {
      this.kept = false;
    }
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
