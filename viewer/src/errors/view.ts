/** The errors of a session: frequent ones, rate over time, rates of speakers and slices, causes. */

import type { WireStretch } from "../data/wire";
import { blameSection } from "../blame/section";
import { h } from "../dom";
import { percent } from "../format";
import { byName } from "../order";
import { errorBar, silence } from "../parts";
import { axis, type Scale, scaleOf } from "../scale";
import type { Scene } from "../session/scene";
import { pairQuery } from "../session/search";
import type { Store } from "../state";
import { frequentLists } from "./frequent";
import { rateChart, sharedScale } from "./rate";
import { lengths, quantity, unitOfParts } from "../vocabulary";
import { sliceScale, sliceTables } from "./slices";

/** The common axis of speakers side by side. */
function speakerScale(scenes: readonly Scene[]): Scale {
  return scaleOf(scenes.flatMap((scene) => scene.aligned.wire.speakers.map(([, , counts]) => (counts.length ? counts.rate : null))));
}

function speakers(scene: Scene, store: Store, scale: Scale): HTMLElement {
  const rows = [...scene.aligned.wire.speakers].sort((a, b) => byName(a[0], b[0]) || byName(a[1], b[1]));
  const unit = unitOfParts(scene.info.unit);
  return h(
    "div",
    { class: "by-speaker" },
    h("h3", {}, "By speaker"),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ["speaker", "stream", lengths(unit), "rate", axis(scale, "rate as a bar"), "errors"].map((title) => h("th", { scope: "col" }, title)))),
      h(
        "tbody",
        {},
        rows.map(([speaker, stream, counts]) =>
          h(
            "tr",
            { on: { click: () => store.set({ view: "timeline", speaker, stream: speaker === null ? stream : null }) } },
            h("th", { scope: "row" }, h("button", { type: "button", class: "long", dir: "auto" }, speaker ?? "no speaker")),
            h("td", { class: "name" }, h("span", { class: "long" }, stream ?? "–")),
            h("td", {}, counts.length ? quantity(unit, counts.length) : ""),
            h("td", {}, counts.length ? percent(counts.rate) : ""),
            h("td", { class: "col-bar" }, counts.length ? errorBar(counts, scale, unit) : ""),
            h("td", {}, quantity(unit, counts.errors)),
          ),
        ),
      ),
    ),
  );
}

/** The first error of a stretch. */
function firstError(scene: Scene, { at, span }: WireStretch): number | null {
  const { layout, aligned } = scene;
  if (!span) return at < 0 ? null : aligned.steps.hypothesis.indexOf(at);
  return layout.inOrder.find((i) => layout.middle[i]! >= span[0] / 100 && aligned.causes!.part[i]! >= 0) ?? null;
}

export function errorsView(scenes: readonly Scene[], store: Store, choose: (step: number, scene: number) => void): HTMLElement {
  // All scores share the axes, so bars can be compared.
  const session = store.state.session!;
  const slices = scenes.map((scene) => Object.fromEntries(scene.aligned.wire.slices.map((slice) => [slice.name, slice.parts])));
  const scales = {
    chart: sharedScale(scenes.map((scene) => scene.aligned)),
    blame: scaleOf(scenes.map((scene) => scene.info.sessions[session]?.rate ?? null)),
    slices: sliceScale(slices),
    speakers: speakerScale(scenes),
  };
  // Drawn at its own size, so its text is as large as the page's.
  const width = Math.max(300, Math.min(1132, innerWidth - (innerWidth > 860 ? 48 : 28)) / (scenes.length > 1 && innerWidth > 860 ? 1.8 : 1));
  return h(
    "div",
    { class: `errors-view${scenes.length > 1 ? " two" : ""}` },
    scenes.map((scene, number) =>
      h(
        "div",
        { class: "column" },
        scenes.length > 1 ? h("h2", {}, `${scene.info.system} · ${scene.info.title}`) : h("h2", { class: "spoken" }, "Errors"),
        scene.aligned.steps.length
          ? rateChart(scene.aligned, scene.info.unit, scene.info.sessions[session]?.rate ?? null, scales.chart, width, (from, to) => store.set({ view: "timeline", range: [from, to] }))
          : silence(scene.info.unit),
        blameSection(scene, scene.info.sessions[session] ?? { errors: 0, length: 0 }, scales.blame, (stretch) => {
          const step = firstError(scene, stretch);
          if (stretch.span) store.set({ range: [stretch.span[0] / 100 - 1, stretch.span[1] / 100 + 1] });
          if (step !== null) choose(step, number);
        }),
        frequentLists(scene.aligned.wire.frequent, unitOfParts(scene.info.unit), ([said, heard], kind) => ({
          open: () => {
            const { aligned, layout } = scene;
            const first = layout.inOrder.find(
              (i) => aligned.steps.kind[i] === kind && aligned.referenceText(i) === said && aligned.hypothesisText(i) === heard,
            );
            store.set({ query: pairQuery(said, heard) });
            if (first !== undefined) choose(first, number);
          },
        })),
        scene.aligned.wire.slices.some(({ parts }) => parts.length) ? h("h3", {}, "Where") : null,
        sliceTables(slices[number]!, scene.info.unit, null, (slice) => store.set({ view: "timeline", slice }), scales.slices),
        speakers(scene, store, scales.speakers),
      ),
    ),
  );
}
