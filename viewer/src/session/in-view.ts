/** Errors, words and rate of what is in view and passes the filters, beside the minimap or above the text. */

import { h, replace } from "../dom";
import { amount, clock, count, percent } from "../format";
import type { Store } from "../state";
import type { Viewport } from "../timeline/viewport";
import { ofText } from "../vocabulary";
import type { Scene } from "./scene";

export interface InView {
  errors: number;
  words: number;
}

/** Counts the steps in view that pass the filters by speaker, stream and slice. */
export function inView(scene: Scene, { start, end }: Pick<Viewport, "start" | "end">): InView {
  const { steps } = scene.aligned;
  const { middle } = scene.layout;
  let [errors, words] = [0, 0];
  for (let i = 0; i < steps.length; i++) {
    if (!scene.passes[i] || middle[i]! < start || middle[i]! > end) continue;
    errors += Number(steps.kind[i] !== "C");
    words += Number(steps.reference[i]! >= 0);
  }
  return { errors, words };
}

export class InViewLine {
  readonly element = h("div", { class: "in-view" });
  private readonly stop: (() => void)[];

  constructor(
    private readonly scenes: readonly Scene[],
    private readonly store: Store,
    /** The range in view; null for a text, of which the filtered part is counted. */
    private readonly view: Viewport | null,
  ) {
    this.stop = [store.listen(() => this.update()), ...(view ? [view.listen(() => this.update())] : [])];
    this.update();
  }

  close(): void {
    for (const stop of this.stop) stop();
  }

  private update(): void {
    const { speaker, stream, slice } = this.store.state;
    const main = this.scenes[0]!;
    if (!ofText(main.info.unit)) return;
    const names = [speaker, stream, slice?.replace(/^[^:]*:/, "")].filter((name) => name);
    this.element.hidden = this.view === null && names.length === 0; // the header has the whole session
    const { start, end } = this.view ?? { start: -Infinity, end: Infinity };
    const range = this.view && main.aligned.timed ? `${clock(start)}–${clock(end)}` : "";
    const what = [...names, range].filter(Boolean).join(" · "); // the range, which is also in the toolbar, may be cut
    const several = this.scenes.length > 1;
    replace(
      this.element,
      h("span", { class: "what", title: what }, what),
      this.scenes.map((scene) => {
        scene.filter(this.store.state);
        const { errors, words } = inView(scene, { start, end });
        const counted = `${amount(errors, "error")} in ${amount(words, scene.info.unit)}`;
        // The errors of one cause are not a share of these words.
        const rate = words && !slice?.startsWith("cause:") ? percent(errors / words) : "";
        const system = several ? scene.info.system : "";
        return h("span", { title: [system, counted].filter(Boolean).join(": ") }, h("b", {}, rate), " ", several ? `${system} ` : "", h("small", {}, several ? `${count(errors)} of ${count(words)}` : counted));
      }),
    );
  }
}
