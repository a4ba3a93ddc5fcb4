/** What goes wrong in a session: which words, when, for whom, and what came out on another stream. */

import { h } from "../dom";
import { count, percent } from "../format";
import { byName } from "../order";
import { errorBar } from "../parts";
import { axis, scaleOf } from "../scale";
import type { Scene } from "../session/scene";
import { pairQuery } from "../session/search";
import type { Store } from "../state";
import { frequentLists } from "./frequent";
import { rateChart, sharedScale } from "./rate";
import { sliceTables } from "./slices";

function speakers(scene: Scene, store: Store): HTMLElement {
  const rows = [...scene.aligned.wire.speakers].sort((a, b) => byName(a[0], b[0]) || byName(a[1], b[1]));
  const scale = scaleOf(rows.map(([, , counts]) => (counts.length ? counts.rate : null)));
  return h(
    "div",
    { class: "by-speaker" },
    h("h3", {}, "By speaker"),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ["speaker", "stream", "words", "rate", axis(scale), "errors"].map((title) => h("th", { scope: "col" }, title)))),
      h(
        "tbody",
        {},
        rows.map(([speaker, stream, counts]) =>
          h(
            "tr",
            { on: { click: () => store.set({ view: "timeline", speaker, stream: speaker === null ? stream : null }) } },
            h("th", { scope: "row" }, speaker ?? "no speaker"),
            h("td", { class: "name" }, stream ?? "–"),
            h("td", {}, counts.length ? count(counts.length) : ""),
            h("td", {}, counts.length ? percent(counts.rate) : ""),
            h("td", { class: "col-bar" }, counts.length ? errorBar(counts, scale) : ""),
            h("td", {}, count(counts.errors)),
          ),
        ),
      ),
    ),
  );
}

function moved(scene: Scene, choose: (step: number) => void): HTMLElement {
  const { aligned } = scene;
  const { wire, steps } = aligned;
  const near = aligned.timed ? "within two seconds" : "at about the same place";
  const find = (speaker: string, stream: string): number | null => {
    const { layout } = scene;
    for (const [step, other] of aligned.elsewhere) {
      if (steps.kind[step] !== "D") continue;
      if (aligned.names[layout.speaker[step]!] === speaker && aligned.names[layout.stream[other]!] === stream) return step;
    }
    return null;
  };
  return h(
    "div",
    { class: "moved" },
    h("h3", {}, "On another stream"),
    h(
      "p",
      {},
      wire.lost.length
        ? wire.lost.length === 1
          ? `1 word is counted twice: deleted where it was expected, and inserted on another stream ${near}.`
          : `${count(wire.lost.length)} words are counted twice: deleted where they were expected, and inserted on another stream ${near}.`
        : "No deleted word was inserted on another stream at about the same time.",
    ),
    wire.moved.length
      ? h(
          "table",
          {},
          h("thead", {}, h("tr", {}, ["speaker", "expected on", "came out on", "words"].map((title) => h("th", { scope: "col" }, title)))),
          h(
            "tbody",
            {},
            wire.moved.slice(0, 12).map(([speaker, expected, stream, times]) =>
              h(
                "tr",
                {
                  on: {
                    click: () => {
                      const step = find(speaker, stream);
                      if (step !== null) choose(step);
                    },
                  },
                },
                h("th", { scope: "row" }, speaker),
                h("td", { class: "name" }, expected ?? "no stream"),
                h("td", { class: "name" }, stream),
                h("td", {}, count(times)),
              ),
            ),
          ),
        )
      : null,
  );
}

export function wrongView(scenes: readonly Scene[], store: Store, choose: (step: number, scene: number) => void): HTMLElement {
  const scale = sharedScale(scenes.map((scene) => scene.aligned));
  // Drawn at its own size, so that its letters are as large as the page's.
  const width = Math.max(300, Math.min(1132, innerWidth - (innerWidth > 860 ? 48 : 28)) / (scenes.length > 1 && innerWidth > 860 ? 1.8 : 1));
  return h(
    "div",
    { class: `wrong${scenes.length > 1 ? " two" : ""}` },
    scenes.map((scene, number) =>
      h(
        "div",
        { class: "column" },
        scenes.length > 1 ? h("h2", {}, `${scene.info.system} · ${scene.info.title}`) : null,
        rateChart(scene.aligned, scene.info.sessions[store.state.session!]?.rate ?? null, scale, width, (from, to) =>
          store.set({ view: "timeline", range: [from, to] }),
        ),
        frequentLists(scene.aligned.wire.frequent, ([said, heard], kind) => ({
          open: () => {
            const { aligned, layout } = scene;
            const first = layout.inOrder.find(
              (i) => aligned.steps.kind[i] === kind && aligned.said(i) === said && aligned.heard(i) === heard,
            );
            store.set({ query: pairQuery(said, heard) });
            if (first !== undefined) choose(first, number);
          },
        })),
        h("h3", {}, "Where"),
        sliceTables(
          Object.fromEntries(scene.aligned.wire.slices.map((slice) => [slice.name, slice.parts])),
          null,
          (slice) => store.set({ view: "timeline", slice }),
        ),
        h("div", { class: "halves" }, speakers(scene, store), moved(scene, (step) => choose(step, number))),
      ),
    ),
  );
}
