/** Buttons to correct the chosen word, and the list of corrections of a session. */

import { isolated } from "../direction";
import { h, replace } from "../dom";
import { save } from "../export/files";
import type { Group } from "../menu";
import type { Scene } from "../session/scene";
import { type CorrectionStore, keyOf, type Mark, type Correction } from "./store";
import { type Named, nameStep, stepsOf } from "./naming";

const LABELS: Record<Mark, string> = { wrong: "Reference is wrong", ignore: "Ignore", comment: "Comment" };
const TITLES: Record<Mark, string> = {
  wrong: "rescore with the corrected reference",
  ignore: "rescore without this word",
  comment: "a comment; it changes no score",
};

export class CorrectionPanel {
  /** The corrections of this session, each a button that opens its word. */
  readonly element = h("div", { class: "corrections", role: "group", "aria-label": "corrections", hidden: true });
  private readonly stop: () => void;

  constructor(
    private readonly store: CorrectionStore,
    private readonly scene: Scene,
    private readonly session: string,
    private readonly choose: (step: number) => void,
  ) {
    this.stop = store.listen(() => this.list());
    this.list();
  }

  close(): void {
    this.stop();
  }

  /** The buttons and fields for a word. */
  control(step: number): HTMLElement {
    const named = nameStep(this.scene, this.session, step);
    const element = h("span", { class: "correction", role: "group", "aria-label": "correction of this word" });
    const show = (focus: string | null): void => {
      const correction = this.store.find(keyOf(named));
      replace(element, this.buttons(named, correction, show), correction ? this.fields(correction) : null);
      const field = focus === null ? null : element.querySelector<HTMLInputElement>(focus);
      field?.focus({ preventScroll: true });
      field?.select(); // its text is a guess, which typing replaces
    };
    show(null);
    return element;
  }

  private buttons(named: Named, correction: Correction | undefined, show: (focus: string | null) => void): HTMLElement[] {
    const mark = (one: Mark): void => {
      if (correction?.mark === one) this.store.remove(keyOf(named));
      else {
        const next: Correction = { ...named, mark: one };
        if (correction?.comment) next.comment = correction.comment;
        // A guess: the system is right.
        if (one === "wrong" && named.reference) next.instead = named.hypothesis?.text ?? "";
        this.store.set(next);
      }
      show(one === "comment" ? "input.remark" : one === "wrong" ? "input.instead" : null);
    };
    return (Object.keys(LABELS) as Mark[]).map((one) =>
      h(
        "button",
        { type: "button", title: TITLES[one], "aria-pressed": String(correction?.mark === one), on: { click: () => mark(one) } },
        LABELS[one],
      ),
    );
  }

  private fields(correction: Correction): HTMLElement[] {
    const field = (key: "instead" | "comment", name: string, label: string): HTMLElement => {
      const input = h("input", { type: "text", class: name, placeholder: label, "aria-label": label, value: correction[key] ?? "", dir: "auto" });
      input.addEventListener("input", () => {
        correction[key] = input.value.trim();
        this.store.set(correction);
      });
      return input;
    };
    const remark = field("comment", "remark", "comment");
    return correction.mark === "wrong" && correction.reference ? [field("instead", "instead", "nothing was said"), remark] : [remark];
  }

  private list(): void {
    const here = this.store.all.filter((correction) => correction.session === this.session);
    this.element.hidden = here.length === 0;
    if (here.length === 0) return;
    const steps = stepsOf(this.scene, this.session, here);
    replace(
      this.element,
      h("span", { class: "title" }, here.length === 1 ? "1 correction" : `${here.length} corrections`),
      here.map((correction) => {
        const step = steps.get(keyOf(correction));
        const go = (): void => void (step !== undefined && this.choose(step));
        const title = [LABELS[correction.mark], correction.comment].filter(Boolean).join(": ");
        return h("button", { type: "button", class: "chip", "data-mark": correction.mark, title, disabled: step === undefined, on: { click: go } }, summary(correction));
      }),
      this.store.isStored ? null : h("span", { class: "bad" }, "your browser cannot save these; export them"),
    );
  }
}

function summary(correction: Correction): string {
  const word = isolated((correction.reference ?? correction.hypothesis)!.text);
  if (correction.mark === "comment") return correction.comment ? `${word}: ${correction.comment}` : word;
  if (correction.mark === "ignore") return `${word} ignored`;
  if (!correction.reference) return `+${word} was said`;
  return correction.instead ? `${word} → ${isolated(correction.instead)}` : `${word} was not said`;
}

/** Menu items for all corrections of the page. */
export function correctionsMenu(store: CorrectionStore): Group {
  const number = store.all.length;
  const items = [{ text: "Import corrections", act: () => imported(store) }];
  if (number) {
    items.unshift({
      text: `Export ${number === 1 ? "1 correction" : `${number} corrections`}`,
      act: () => {
        save("corrections.json", new Blob([store.json()], { type: "application/json" }));
        return Promise.resolve("saved; rescore with --corrections corrections.json");
      },
    });
    items.push({
      text: "Remove all corrections",
      act: () => {
        store.clear();
        return Promise.resolve("removed");
      },
    });
  }
  return { title: "Corrections", items };
}

/** Returns the text of a file that the user chooses; null if they cancel. */
function pickFile(): Promise<string | null> {
  const input = h("input", { type: "file", accept: ".json,application/json" });
  return new Promise((done) => {
    input.addEventListener("change", () => void (input.files?.[0]?.text() ?? Promise.resolve(null)).then(done));
    input.addEventListener("cancel", () => done(null));
    input.click();
  });
}

async function imported(store: CorrectionStore): Promise<string> {
  const text = await pickFile();
  if (text === null) return "";
  try {
    const number = store.take(text);
    return number === 1 ? "1 correction imported" : `${number} corrections imported`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
