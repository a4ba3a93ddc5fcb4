/** Exports of a session: link, text, words and errors as tables, timeline as a figure. */

import type { ErrorKind } from "../data/wire";
import type { Group } from "../menu";
import type { Form } from "../reading/copy";
import type { Reading } from "../reading/view";
import type { Scene } from "../session/scene";
import { settings } from "../settings";
import { KINDS, type State } from "../state";
import type { Panel } from "../timeline/panel";
import type { Viewport } from "../timeline/viewport";
import { vocabulary } from "../vocabulary";
import { savingCharts } from "./charts";
import { figurePng, figureSvg } from "./figure";
import { copying, fileName, linking, printing, save, saving } from "./files";
import { type Table, toCsv, toMarkdown } from "./tables";

const FORMS: Partial<Record<Form, string>> = { reference: "Reference", hypothesis: "Hypothesis", both: "Both, errors marked" };
const PNG_SCALE = 3;

export interface Shown {
  session: string;
  scenes: readonly Scene[];
  view: Viewport;
  state: State;
  panels: readonly Panel[];
  reading: Reading | null;
}

/** The words that pass the filters; in the timeline, only those in view. */
function wordTable({ scenes, view, state }: Shown): Table {
  const several = scenes.length > 1;
  const rows = scenes.flatMap((scene) => {
    const { aligned, layout } = scene;
    const { steps, names } = aligned;
    const second = (at: number): string | number => (aligned.timed ? Number(at.toFixed(2)) : "");
    const seen = (i: number): boolean => state.view !== "timeline" || (layout.middle[i]! >= view.start && layout.middle[i]! <= view.end);
    return [...layout.inOrder]
      .filter((i) => scene.passes[i] && seen(i))
      .map((i) => {
        const [said, heard] = [steps.reference[i]! >= 0, steps.hypothesis[i]! >= 0];
        return [
          ...(several ? [scene.info.system, scene.info.title] : []),
          vocabulary(scene.info.unit).one[steps.kind[i]!],
          aligned.referenceText(i),
          aligned.hypothesisText(i),
          said ? (names[layout.speaker[i]!] ?? "") : "",
          heard ? (names[layout.stream[i]!] ?? "") : "",
          said ? second(layout.referenceStart[i]!) : "",
          said ? second(layout.referenceEnd[i]!) : "",
          heard ? second(layout.hypothesisStart[i]!) : "",
          heard ? second(layout.hypothesisEnd[i]!) : "",
        ];
      });
  });
  const columns = ["kind", "reference", "hypothesis", "speaker", "stream", "reference start", "reference end", "hypothesis start", "hypothesis end"];
  return { columns: [...(several ? ["system", "metric"] : []), ...columns], rows };
}

function frequentTable({ scenes }: Shown): Table {
  const several = scenes.length > 1;
  const rows = scenes.flatMap((scene) =>
    (KINDS as readonly ErrorKind[]).flatMap((kind) =>
      scene.aligned.wire.frequent[kind].map(([said, heard, times]) => [
        ...(several ? [scene.info.system, scene.info.title] : []),
        vocabulary(scene.info.unit).one[kind],
        said,
        heard,
        times,
      ]),
    ),
  );
  return { columns: [...(several ? ["system", "metric"] : []), "kind", "reference", "hypothesis", "times"], rows };
}

export function handedOn(shown: Shown): Group[] {
  const { session, state, panels, reading } = shown;
  const forms = Object.entries(FORMS) as [Form, string][];
  const table = (): Table => (state.view === "errors" ? frequentTable(shown) : wordTable(shown));
  const markdown = (): string => reading?.text("markdown") ?? toMarkdown(table());
  const name = (suffix: string): string => fileName(session, suffix);
  return [
    { title: "Copy", items: [...linking(), ...(reading ? forms.map(([form, text]) => copying(text, () => reading.text(form))) : []), copying("Markdown", markdown)] },
    {
      title: "Save",
      items: [
        saving("CSV", () => name("csv"), "text/csv", () => toCsv(table())),
        ...(panels.length
          ? [
              saving("SVG of the timeline", () => name("svg"), "image/svg+xml", () => figureSvg(panels)),
              {
                text: "PNG of the timeline",
                act: async () => {
                  save(name("png"), await figurePng(panels, PNG_SCALE));
                  return "saved";
                },
              },
            ]
          : []),
        ...savingCharts(session),
        printing(),
      ],
    },
    settings(),
  ];
}
