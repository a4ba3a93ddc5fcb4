import { expect, test } from "vitest";
import type { Index } from "../src/data/wire";
import { scoreTable } from "../src/export/scores";
import { latex, toLatex, toMarkdown, toTsv } from "../src/export/tables";
import { INFO } from "./meeting";

test("names and words are nothing but text in Markdown", () => {
  const cell = (text: string): string => toMarkdown({ columns: [text], rows: [] }).split("\n")[0]!;
  expect(cell("<b>a|b</b>")).toBe("| \\<b\\>a\\|b\\</b\\> |");
  expect(cell("&amp; R&D")).toBe("| \\&amp; R&D |");
  expect(cell("_a_b_ *c* [d](e)")).toBe("| \\_a_b\\_ \\*c\\* \\[d\\](e) |");
  expect(cell("a\nb")).toBe("| a b |");
});

test("signs that LaTeX reads as others are written out", () => {
  expect(latex("<a> | b_c")).toBe("\\textless{}a\\textgreater{} \\textbar{} b\\_c");
});

test("a note stands below a table, and rates are aligned", () => {
  const table = { columns: ["system", "WER in %"], rows: [["A", "1.00*"]], note: "* differs" };
  expect(toMarkdown(table)).toBe("| system | WER in % |\n| --- | ---: |\n| A | 1.00\\* |\n\n\\* differs\n");
  expect(toLatex(table)).toContain("\\bottomrule\n\\multicolumn{2}{l}{\\footnotesize * differs} \\\\\n\\end");
  expect(toTsv(table)).toBe("system\tWER in %\nA\t1.00*\n* differs\n");
});

test("systems are copied in the order of the page, and the asterisk is explained where there is one", () => {
  const score = (system: string, rate: number) => ({ ...INFO, system, total: { ...INFO.total, rate } });
  const comparison = { a: 0, b: 2, significant: true };
  const index = (...comparisons: object[]) => ({ scores: [score("worst", 0.3), score("middle", 0.2), score("best", 0.1)], comparisons }) as unknown as Index;
  expect(scoreTable(index(comparison)).rows).toEqual([["best", "10.00"], ["middle", "20.00"], ["worst", "30.00*"]]);
  expect(scoreTable(index(comparison)).note).toBe("* differs significantly from the lowest rate");
  expect(scoreTable(index()).note).toBeUndefined();
});
