/** Tables as text: Markdown and LaTeX for people, CSV and TSV for programs. */

export interface Table {
  columns: string[];
  rows: (string | number)[][];
  /** A line below it. */
  note?: string;
}

/** Escapes text for Markdown: no tags, entities or emphasis; a `_` within a word is left as is. */
export function literal(text: string): string {
  return text.replace(/[\\`*~[\]<>|]|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\$&");
}

const cell = (value: string | number): string => literal(String(value).replace(/\s+/g, " "));

export function toMarkdown({ columns, rows, note }: Table): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.map(cell).join(" | ")} |`;
  const numeric = columns.map((_, column) => rows.some((row) => typeof row[column] === "number" || (column > 0 && /^\d+\.\d+(–\d+\.\d+)?\*?$/.test(row[column] ?? ""))));
  return [line(columns), line(numeric.map((right) => (right ? "---:" : "---"))), ...rows.map(line), ...(note ? ["", literal(note)] : [])].join("\n") + "\n";
}

/** Quotes cells if needed. An apostrophe keeps spreadsheets from reading a cell as a formula. */
export function toCsv({ columns, rows }: Table): string {
  const quoted = (value: string | number): string => {
    const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((row) => row.map(quoted).join(",")).join("\r\n") + "\r\n";
}

/** Tab-separated, as spreadsheets paste it. */
export function toTsv({ columns, rows, note }: Table): string {
  return [columns, ...rows, ...(note ? [[note]] : [])].map((row) => row.map((value) => String(value).replace(/\s+/g, " ")).join("\t")).join("\n") + "\n";
}

const LATEX: Record<string, string> = { "<": "\\textless{}", ">": "\\textgreater{}", "|": "\\textbar{}", "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "–": "--", "−": "$-$" };

/** Escapes text for LaTeX. */
export function latex(text: string): string {
  return text.replace(/[\\~^–−<>|#$%&_{}]/g, (sign) => LATEX[sign] ?? `\\${sign}`);
}

/** A table of booktabs. */
export function toLatex({ columns, rows, note }: Table): string {
  const line = (cells: readonly (string | number)[]): string => `${cells.map((value) => latex(String(value))).join(" & ")} \\\\`;
  return [`\\begin{tabular}{l${"r".repeat(columns.length - 1)}}`, "\\toprule", line(columns), "\\midrule", ...rows.map(line), "\\bottomrule", ...(note ? [`\\multicolumn{${columns.length}}{l}{\\footnotesize ${latex(note)}} \\\\`] : []), "\\end{tabular}", ""].join("\n");
}
