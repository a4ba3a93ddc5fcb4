/** The scores as a table for a paper: a row per system, and for each metric rate, interval and causes. */

import { PART_NAMES } from "../blame/parts";
import type { Index, ScoreInfo } from "../data/wire";
import { comparisonOf } from "../overview/headline";
import { systemsInOrder } from "../overview/matrix";
import { FEW } from "../overview/systems";
import type { Table } from "./tables";

const percent = (rate: number): string => (100 * rate).toFixed(2);

const STARRED = "* differs significantly from the lowest rate";

/** Rates in percent, in the order of the page; an asterisk marks those that differ significantly from the best of the metric. */
export function scoreTable(index: Index): Table {
  const { scores } = index;
  const metrics = [...new Map(scores.map((info) => [info.metric, info])).values()];
  const groups = metrics.map(({ metric }) => columnsOf(index, metric));
  const systems = scores.length > FEW ? systemsInOrder(index) : [...new Set(scores.map((info) => info.system))];
  const rows = systems.map((system) => [
    system,
    ...groups.flatMap((columns, n) => {
      const info = scores.find((one) => one.system === system && one.metric === metrics[n]!.metric);
      return columns.map(({ cell }) => (info ? cell(info) : ""));
    }),
  ]);
  return {
    columns: ["system", ...groups.flatMap((columns) => columns.map(({ title }) => title))],
    rows,
    ...(rows.some((row) => row.some((cell, column) => column > 0 && cell.endsWith("*"))) ? { note: STARRED } : {}),
  };
}

interface ScoreColumn {
  title: string;
  cell: (info: ScoreInfo) => string;
}

function columnsOf(index: Index, metric: string): ScoreColumn[] {
  const rivals = index.scores.filter((info) => info.metric === metric);
  const best = rivals.reduce((least, info) => ((info.total.rate ?? Infinity) < (least.total.rate ?? Infinity) ? info : least));
  const significant = (info: ScoreInfo): boolean => comparisonOf(index, index.scores.indexOf(best), index.scores.indexOf(info))?.significant ?? false;
  const { title } = best;
  const columns: ScoreColumn[] = [{ title: `${title} in %`, cell: (info) => (info.total.rate === null ? "" : `${percent(info.total.rate)}${significant(info) ? "*" : ""}`) }];
  const level = rivals.find((info) => info.interval)?.interval?.level;
  if (level !== undefined) {
    columns.push({ title: `${Number((100 * level).toFixed(1))}% CI`, cell: ({ interval }) => (interval ? `${percent(interval.low)}–${percent(interval.high)}` : "") });
  }
  const causes = rivals.find((info) => info.blame)?.blame?.parts.map(([name]) => name) ?? [];
  for (const name of [...causes].reverse()) {
    columns.push({ title: PART_NAMES[name] ?? name, cell: (info) => causeCell(info, name) });
  }
  return columns;
}

/** The points of a cause; a range if they are not proven. */
function causeCell({ blame, total }: ScoreInfo, name: string): string {
  const part = blame?.parts.find(([own]) => own === name);
  if (!part || !total.length) return "";
  const [, errors, low, high] = part;
  return low === high ? percent(errors / total.length) : `${percent(low / total.length)}–${percent(high / total.length)}`;
}
