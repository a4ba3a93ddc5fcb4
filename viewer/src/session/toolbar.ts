/** The toolbar: search, filters, buttons from error to error, and the range in view. */

import { sliceChoices } from "../data/slices";
import { h, replace } from "../dom";
import { clock, count, parseRange } from "../format";
import { errorsOf, select } from "../parts";
import { lengths, ofText, quantity, unitOfParts, vocabulary } from "../vocabulary";
import { KINDS, type Store } from "../state";
import type { Viewport } from "../timeline/viewport";
import type { Scene } from "./scene";

export interface Moves {
  error: (forward: boolean) => void;
  hit: (forward: boolean) => void;
}

function arrows(what: string, keys: readonly [string, string], move: (forward: boolean) => void): HTMLElement {
  const button = (forward: boolean): HTMLElement =>
    h(
      "button",
      {
        type: "button",
        "aria-label": `${forward ? "next" : "previous"} ${what}`,
        title: `${forward ? "next" : "previous"} ${what} (${keys[Number(forward)]})`,
        on: { click: () => move(forward) },
      },
      forward ? "↓" : "↑",
    );
  return h("span", { class: "arrows" }, button(false), button(true));
}

export class Toolbar {
  readonly element = h("div", { class: "toolbar", role: "toolbar", "aria-label": "search and filters" });
  readonly search: HTMLInputElement;
  private readonly found = h("output", { class: "found", "aria-live": "polite" });
  private readonly kinds = h("div", { class: "kinds", role: "group", "aria-label": "kinds of errors" });
  private readonly people = h("div", { class: "people" });
  private readonly range: HTMLInputElement;
  private drawnPeople = "";

  constructor(
    private readonly scene: Scene,
    private readonly store: Store,
    private readonly view: Viewport,
    moves: Moves,
  ) {
    this.search = h("input", {
      type: "search",
      placeholder: `Find ${ofText(scene.info.unit) ? "word" : "name"} or /regex/`,
      "aria-label": `find ${ofText(scene.info.unit) ? "words" : "names"}`,
      spellcheck: "false",
      dir: "auto",
      value: store.state.query,
      on: {
        input: () => store.set({ query: this.search.value }),
        keydown: (event) => event.key === "Enter" && moves.hit(!event.shiftKey),
      },
    });
    this.range = h("input", {
      type: "text",
      class: "range",
      "aria-label": scene.aligned.timed ? "time range, e.g. 1:20-2:05" : "range of words, e.g. 20-80",
      title: scene.aligned.timed ? "type a time range, e.g. 1:20-2:05" : "type a range of words, e.g. 20-80",
      on: { change: () => this.typeRange(), focus: () => this.range.select() },
    });
    this.element.append(
      h("div", { class: "find" }, this.search, this.found, arrows("hit", ["Shift+Enter", "Enter"], moves.hit)),
      h("div", { class: "errors" }, this.kinds, arrows("error", ["p", "n"], moves.error)),
      this.people,
      h("div", { class: "where" }, this.range, h("button", { type: "button", class: "fit", title: "whole session (Escape)", on: { click: () => view.reset() } }, "Fit")),
    );
    view.listen(() => this.showRange());
    this.update();
    this.showRange();
  }

  private typeRange(): void {
    const typed = parseRange(this.range.value);
    this.range.classList.toggle("bad", typed === null);
    if (typed) this.view.show(...typed);
    this.showRange();
  }

  private showRange(): void {
    if (document.activeElement === this.range && this.range.classList.contains("bad")) return;
    const { start, end, span } = this.view;
    const show = (at: number): string => (this.scene.aligned.timed ? clock(at, span < 60 ? 1 : 0) : count(Math.round(at)));
    this.range.value = `${show(start)} – ${show(end)}`;
  }

  update(): void {
    const { state } = this.store;
    if (document.activeElement !== this.search) this.search.value = state.query;
    const { hitList, queryError } = this.scene;
    const at = state.step === null ? -1 : hitList.indexOf(state.step);
    const place = at < 0 ? "" : `${count(at + 1)} / `;
    this.found.textContent = state.query.trim() === "" ? "" : (queryError ?? `${place}${count(hitList.length)}`);
    this.found.classList.toggle("bad", queryError !== null);
    this.element.classList.toggle("searching", state.query.trim() !== "");
    const { unit, sessions } = this.scene.info;
    const { many, short } = vocabulary(unit);
    const counts = sessions[state.session!];
    replace(
      this.kinds,
      KINDS.map((kind) => {
        const on = state.kinds.includes(kind);
        const kinds = on ? state.kinds.filter((one) => one !== kind) : KINDS.filter((one) => one === kind || state.kinds.includes(one));
        return h(
          "button",
          {
            type: "button",
            class: `chip ${kind}`,
            "aria-pressed": String(on),
            "aria-label": `${short[kind]}: ${many[kind]}, ${counts ? quantity(unit, errorsOf(counts, kind)) : 0}`,
            title: `${on ? "hide" : "show"} ${many[kind]}`,
            on: { click: () => this.store.set({ kinds }) },
          },
          h("span", { class: "cue" }, short[kind]),
        );
      }),
    );
    this.drawPeople();
  }

  private drawPeople(): void {
    const { state } = this.store;
    const key = JSON.stringify([state.speaker, state.stream, state.slice, state.rows, state.view]);
    if (key === this.drawnPeople) return;
    this.drawnPeople = key;
    const choice = (side: "speaker" | "stream"): HTMLElement | null => {
      const names = this.scene.people(side);
      if (state[side] === null && names.every((name) => name === "")) return null;
      return select(
        side,
        [{ value: "", text: "all" }, ...names.map((name) => ({ value: `=${name}`, text: name }))],
        state[side] === null ? "" : `=${state[side]}`,
        (value) => this.store.set({ [side]: value === "" ? null : value.slice(1) }),
      );
    };
    const rows = select(
      "rows",
      [
        { value: "speaker", text: "by speaker" },
        { value: "stream", text: "by stream" },
      ],
      state.rows,
      (value) => this.store.set({ rows: value === "stream" ? "stream" : "speaker" }),
    );
    replace(
      this.people,
      choice("speaker"),
      choice("stream"),
      this.scene.aligned.wire.slices.length
        ? select("within", [{ value: "", text: `all ${lengths(unitOfParts(this.scene.info.unit))}` }, ...sliceChoices(this.scene.aligned, this.scene.info.unit)], state.slice ?? "", (value) =>
            this.store.set({ slice: value || null }),
          )
        : null,
      state.view === "timeline" && !this.scene.layout.rowsAreFixed ? rows : null,
    );
  }
}
