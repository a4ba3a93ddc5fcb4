/** Every chart of a view as SVG: its boxes, its text and its pictures, in light colors. */

import type { Item } from "../menu";
import { inLight } from "../theme";
import { fileName, saving } from "./files";
import { svgMaker } from "./patterns";
import { SvgContext } from "./svg";

/** The charts of all views. */
const CHARTS = ".scores, .cards, .where-wrong, .sessions > .scroll, figure, .speakers-over-sessions, .blame, .column > .slices, .by-speaker";
/** What only a reader of the page can use. */
const CONTROLS = "input, select, .spoken, .quiet, .menu, .col-none";
/** Properties of shapes and of text that come from the style sheet. */
const STYLED = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "font-size", "text-anchor"];
const EDGE = 8;

/** An item of the menu for each chart in view, by its heading. */
export function savingCharts(session: string): Item[] {
  return [...document.querySelectorAll<HTMLElement>(CHARTS)].filter((chart) => chart.offsetHeight > 0).map((chart) => {
    const name = headingOf(chart);
    return saving(`SVG of ${name.charAt(0).toLowerCase()}${name.slice(1)}`, () => fileName(`${session} ${name}`, "svg"), "image/svg+xml", () => chartSvg(chart));
  });
}

function headingOf(chart: HTMLElement): string {
  const inside = chart.querySelector("h2, h3")?.textContent;
  const column = chart.closest(".errors-view.two .column")?.querySelector("h2")?.textContent;
  const heading = chart.matches(".slices") ? "Where the errors are" : chart.matches(".by-speaker") ? "Errors by speaker" : (inside ?? chart.closest("section")?.querySelector("h2")?.textContent ?? "Systems");
  return column ? `${heading}, ${column}` : heading;
}

export function chartSvg(chart: HTMLElement): string {
  return inLight(() => {
    const { left, top, width, height } = chart.getBoundingClientRect();
    const page = new Drawing(new SvgContext(), left - EDGE, top - EDGE);
    page.box({ left: left - EDGE, top: top - EDGE, width: width + 2 * EDGE, height: height + 2 * EDGE }, getComputedStyle(document.documentElement).getPropertyValue("--surface").trim());
    page.draw(chart);
    return page.context.text(width + 2 * EDGE, height + 2 * EDGE);
  });
}

type Box = Pick<DOMRect, "left" | "top" | "width" | "height">;

class Drawing {
  constructor(
    readonly context: SvgContext,
    private readonly left: number,
    private readonly top: number,
  ) {}

  box({ left, top, width, height }: Box, fill: string | CanvasPattern): void {
    this.context.fillStyle = fill;
    this.context.fillRect(left - this.left, top - this.top, width, height);
  }

  draw(element: Element): void {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    if (element.matches(CONTROLS) || style.visibility === "hidden" || (box.width === 0 && style.display !== "contents")) return;
    if (element instanceof SVGSVGElement) return this.picture(element, box);
    const bar = element.closest(".bar:not(.marked)")?.getBoundingClientRect();
    this.background(element, style, bar ? { left: box.left, top: box.top, width: Math.min(box.width, bar.right - box.left), height: box.height } : box);
    for (const child of element.childNodes) {
      if (child instanceof Element) this.draw(child);
      else if (child instanceof Text) this.text(child, style);
    }
  }

  private background(element: Element, style: CSSStyleDeclaration, box: Box): void {
    const { context } = this;
    const [x, y] = [box.left - this.left, box.top - this.top];
    const { backgroundColor: color } = style;
    if (element.matches(".whisker")) {
      for (const [dx, dy, wide, high] of [[0, box.height / 2 - 0.75, box.width, 1.5], [0, 0, 1.5, box.height], [box.width - 1.5, 0, 1.5, box.height]] as const) {
        this.box({ left: box.left + dx, top: box.top + dy, width: wide, height: high }, style.borderLeftColor);
      }
    } else if (element.matches(".spot")) {
      context.fillStyle = color;
      context.beginPath();
      context.arc(x + box.width / 2, y + box.height / 2, box.width / 2 - 2);
      context.fill();
    } else if (!/^(transparent|rgba\(0, 0, 0, 0\))$/.test(color)) this.box(box, color);
    const weave = (["hatched", "dotted"] as const).find((one) => element.classList.contains(one));
    if (weave) this.box(box, svgMaker(context).weave(weave, getComputedStyle(document.documentElement).getPropertyValue("--surface").trim()));
    if (style.boxShadow.includes("inset")) {
      context.strokeStyle = style.boxShadow.replace(/\) .*$/, ")");
      context.lineWidth = 2;
      context.strokeRect(x + 1, y + 1, box.width - 2, box.height - 2);
    }
    this.mark(element, x, y + box.height / 2);
  }

  /** The mark of a kind of errors, before its count. */
  private mark(element: Element, x: number, middle: number): void {
    if (!element.matches(".dot")) return;
    const { width, backgroundColor, borderLeftWidth, borderLeftColor } = getComputedStyle(element, "::before");
    const [size, border] = [parseFloat(width), parseFloat(borderLeftWidth)];
    this.box({ left: x + this.left, top: middle - size / 2 + this.top, width: size, height: size }, border ? borderLeftColor : backgroundColor);
    if (border) this.box({ left: x + this.left + border, top: middle - size / 2 + this.top + border, width: size - 2 * border, height: size - 2 * border }, "#fff");
  }

  /** Text, line by line. */
  private text(node: Text, { color, fontSize, fontWeight, fontFamily }: CSSStyleDeclaration): void {
    const { context } = this;
    const range = document.createRange();
    const lines: { words: string; box: DOMRect }[] = [];
    for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const box = range.getBoundingClientRect();
      const line = lines[lines.length - 1];
      if (line && Math.abs(line.box.top - box.top) < 2) line.words += ` ${word}`;
      else lines.push({ words: word, box });
    }
    context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    context.textBaseline = "middle";
    context.fillStyle = color;
    for (const { words, box } of lines) context.fillText(words, box.left - this.left, box.top - this.top + box.height / 2);
  }

  private picture(picture: SVGSVGElement, { left, top, width, height }: Box): void {
    const copy = picture.cloneNode(true) as SVGSVGElement;
    const shapes = [...copy.querySelectorAll<SVGElement>("*")];
    [...picture.querySelectorAll("*")].forEach((shape, n) => {
      const style = getComputedStyle(shape);
      for (const name of STYLED) shapes[n]!.setAttribute(name, style.getPropertyValue(name));
      for (const name of ["class", "tabindex", "role", "aria-label"]) shapes[n]!.removeAttribute(name);
      if (shape instanceof SVGTextElement) shapes[n]!.setAttribute("font-family", style.fontFamily);
    });
    for (const [name, value] of Object.entries({ x: left - this.left, y: top - this.top, width, height, overflow: "visible" })) copy.setAttribute(name, String(value));
    copy.removeAttribute("class");
    this.context.add(new XMLSerializer().serializeToString(copy));
  }
}
