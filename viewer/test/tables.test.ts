import { expect, test } from "vitest";
import { toMarkdown } from "../src/export/tables";

test("names and words are nothing but text in Markdown", () => {
  const cell = (text: string): string => toMarkdown({ columns: [text], rows: [] }).split("\n")[0]!;
  expect(cell("<b>a|b</b>")).toBe("| \\<b\\>a\\|b\\</b\\> |");
  expect(cell("&amp; R&D")).toBe("| \\&amp; R&D |");
  expect(cell("_a_b_ *c* [d](e)")).toBe("| \\_a_b\\_ \\*c\\* \\[d\\](e) |");
  expect(cell("a\nb")).toBe("| a b |");
});
