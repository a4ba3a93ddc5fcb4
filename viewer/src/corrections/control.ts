/** Marks the chosen word, and lists what is marked in a session. */

import { isolated } from "../direction";
import { h, replace } from "../dom";
import { save } from "../export/files";
import type { Group } from "../menu";
import type { Scene } from "../session/scene";
import { type Book, keyOf, type Mark, type Note } from "./store";
import { type Named, nameStep, stepsOf } from "./naming";

const LABELS: Record<Mark, string> = { wrong: "Reference is wrong", ignore: "Ignore", comment: "Comment" };
const TITLES: Record<Mark, string> = {
  wrong: "score anew with what was said instead",
  ignore: "score anew without this word",
  comment: "a remark that changes no score",
};

export class Notes {
  /** The notes of this session, each a way to its word. */
  readonly element = h("div", { class: "notes", role: "group", "aria-label": "notes", hidden: true });
  private readonly stop: () => void;

  constructor(
    private readonly book: Book,
    private readonly scene: Scene,
    private readonly session: string,
    private readonly choose: (step: number) => void,
  ) {
    this.stop = book.listen(() => this.list());
    this.list();
  }

  close(): void {
    this.stop();
  }

  /** What stands beside the chosen word. */
  control(step: number): HTMLElement {
    const named = nameStep(this.scene, this.session, step);
    const element = h("span", { class: "note", role: "group", "aria-label": "note on this word" });
    const show = (focus: string | null): void => {
      const note = this.book.find(keyOf(named));
      replace(element, this.buttons(named, note, show), note ? this.fields(note) : null);
      const field = focus === null ? null : element.querySelector<HTMLInputElement>(focus);
      field?.focus({ preventScroll: true });
      field?.select(); // what stands there is a guess: typing replaces it
    };
    show(null);
    return element;
  }

  private buttons(named: Named, note: Note | undefined, show: (focus: string | null) => void): HTMLElement[] {
    const mark = (one: Mark): void => {
      if (note?.mark === one) this.book.remove(keyOf(named));
      else {
        const kept: Note = { ...named, mark: one };
        if (note?.comment) kept.comment = note.comment;
        // The likeliest: the system heard what was said.
        if (one === "wrong" && named.reference) kept.instead = named.hypothesis?.text ?? "";
        this.book.set(kept);
      }
      show(one === "comment" ? "input.remark" : one === "wrong" ? "input.instead" : null);
    };
    return (Object.keys(LABELS) as Mark[]).map((one) =>
      h(
        "button",
        { type: "button", title: TITLES[one], "aria-pressed": String(note?.mark === one), on: { click: () => mark(one) } },
        LABELS[one],
      ),
    );
  }

  private fields(note: Note): HTMLElement[] {
    const field = (key: "instead" | "comment", name: string, label: string): HTMLElement => {
      const input = h("input", { type: "text", class: name, placeholder: label, "aria-label": label, value: note[key] ?? "", dir: "auto" });
      input.addEventListener("input", () => {
        note[key] = input.value.trim();
        this.book.set(note);
      });
      return input;
    };
    const remark = field("comment", "remark", "comment");
    return note.mark === "wrong" && note.reference ? [field("instead", "instead", "nothing was said"), remark] : [remark];
  }

  private list(): void {
    const here = this.book.all.filter((note) => note.session === this.session);
    this.element.hidden = here.length === 0;
    if (here.length === 0) return;
    const steps = stepsOf(this.scene, this.session, here);
    replace(
      this.element,
      h("span", { class: "title" }, here.length === 1 ? "1 note" : `${here.length} notes`),
      here.map((note) => {
        const step = steps.get(keyOf(note));
        const go = (): void => void (step !== undefined && this.choose(step));
        const title = [LABELS[note.mark], note.comment].filter(Boolean).join(": ");
        return h("button", { type: "button", class: "chip", "data-mark": note.mark, title, disabled: step === undefined, on: { click: go } }, told(note));
      }),
      this.book.kept ? null : h("span", { class: "bad" }, "not kept by this browser: export them"),
    );
  }
}

function told(note: Note): string {
  const word = isolated((note.reference ?? note.hypothesis)!.text);
  if (note.mark === "comment") return note.comment ? `${word}: ${note.comment}` : word;
  if (note.mark === "ignore") return `${word} ignored`;
  if (!note.reference) return `+${word} was said`;
  return note.instead ? `${word} → ${isolated(note.instead)}` : `${word} was not said`;
}

/** What can be done with all notes of the page. */
export function notesMenu(book: Book): Group {
  const number = book.all.length;
  const items = [{ text: "Import notes", act: () => imported(book) }];
  if (number) {
    items.unshift({
      text: `Export ${number === 1 ? "1 note" : `${number} notes`}`,
      act: () => {
        save("notes.json", new Blob([book.json()], { type: "application/json" }));
        return Promise.resolve("saved: score with --corrections notes.json");
      },
    });
    items.push({
      text: "Remove all notes",
      act: () => {
        book.clear();
        return Promise.resolve("removed");
      },
    });
  }
  return { title: "Notes", items };
}

/** The text of a file that the user chooses; null if they choose none. */
function pickFile(): Promise<string | null> {
  const input = h("input", { type: "file", accept: ".json,application/json" });
  return new Promise((done) => {
    input.addEventListener("change", () => void (input.files?.[0]?.text() ?? Promise.resolve(null)).then(done));
    input.addEventListener("cancel", () => done(null));
    input.click();
  });
}

async function imported(book: Book): Promise<string> {
  const text = await pickFile();
  if (text === null) return "";
  try {
    const number = book.take(text);
    return number === 1 ? "1 note imported" : `${number} notes imported`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
