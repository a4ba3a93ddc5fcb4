/** A drawing context that writes SVG instead of drawing on a canvas. */

const number = (value: number): string => String(Number(value.toFixed(2)));
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);

/** A path in SVG syntax. */
export class SvgPath {
  d = "";

  moveTo(x: number, y: number): void {
    this.d += `M${number(x)} ${number(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.d += `L${number(x)} ${number(y)}`;
  }

  bezierCurveTo(a: number, b: number, c: number, d: number, x: number, y: number): void {
    this.d += `C${[a, b, c, d, x, y].map(number).join(" ")}`;
  }

  closePath(): void {
    this.d += "Z";
  }

  /** A full circle, the only arc in use. */
  arc(x: number, y: number, radius: number): void {
    const r = number(radius);
    this.d += `M${number(x - radius)} ${number(y)}a${r} ${r} 0 1 0 ${number(2 * radius)} 0a${r} ${r} 0 1 0 ${number(-2 * radius)} 0Z`;
  }

  roundRect(x: number, y: number, width: number, height: number, radius: number): void {
    const r = Math.max(0, Math.min(radius, width / 2, height / 2));
    const corner = `a${number(r)} ${number(r)} 0 0 1`;
    this.d +=
      `M${number(x + r)} ${number(y)}h${number(width - 2 * r)}${corner} ${number(r)} ${number(r)}v${number(height - 2 * r)}` +
      `${corner} ${number(-r)} ${number(r)}h${number(2 * r - width)}${corner} ${number(-r)} ${number(-r)}v${number(2 * r - height)}` +
      `${corner} ${number(r)} ${number(-r)}Z`;
  }
}

/** The part of the canvas context that the timeline uses. */
export class SvgContext extends SvgPath {
  fillStyle: string | CanvasPattern | CanvasGradient = "#000";
  strokeStyle: string | CanvasPattern | CanvasGradient = "#000";
  lineWidth = 1;
  lineJoin = "miter";
  globalAlpha = 1;
  font = "12px sans-serif";
  textBaseline = "alphabetic";
  private readonly parts: string[] = [];
  private readonly patterns = new Map<string, string>();
  private readonly ruler = document.createElement("canvas").getContext("2d")!;

  private alpha(): string {
    return this.globalAlpha === 1 ? "" : ` opacity="${number(this.globalAlpha)}"`;
  }

  /** Defines a repeated square and returns it as a fill. */
  pattern(id: string, size: number, marks: string): string {
    this.patterns.set(id, `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse">${marks}</pattern>`);
    return `url(#${id})`;
  }

  /** Canvas patterns cannot be written as SVG. */
  private paint(style: string | CanvasPattern | CanvasGradient): string | null {
    return typeof style === "string" ? escaped(style) : null;
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    const fill = this.paint(this.fillStyle);
    if (fill === null || !(width > 0 && height > 0)) return;
    this.parts.push(`<rect x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}" fill="${fill}"${this.alpha()}/>`);
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    const stroke = this.paint(this.strokeStyle);
    if (stroke === null || !(width > 0 && height > 0)) return;
    this.parts.push(
      `<rect x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}" fill="none" stroke="${stroke}" stroke-width="${this.lineWidth}"${this.alpha()}/>`,
    );
  }

  /** Adds an SVG element. */
  add(markup: string): void {
    this.parts.push(markup);
  }

  measureText(text: string): TextMetrics {
    this.ruler.font = this.font;
    return this.ruler.measureText(text);
  }

  fillText(text: string, x: number, y: number, widest = Infinity): void {
    const fill = this.paint(this.fillStyle);
    if (fill === null || text === "") return;
    const [, weight, size, family] = /^(?:(\d+) )?([\d.]+)px (.*)$/.exec(this.font) ?? ["", "", "12", "sans-serif"];
    const narrowed = this.measureText(text).width > widest ? ` textLength="${number(widest)}" lengthAdjust="spacingAndGlyphs"` : "";
    const shift = this.textBaseline === "middle" ? ' dominant-baseline="central"' : "";
    this.parts.push(
      `<text x="${number(x)}" y="${number(y)}" font-size="${size}"${weight ? ` font-weight="${weight}"` : ""} font-family="${escaped(family!)}" fill="${fill}"${shift}${narrowed}${this.alpha()}>${escaped(text)}</text>`,
    );
  }

  beginPath(): void {
    this.d = "";
  }

  fill(path: SvgPath = this): void {
    const fill = this.paint(this.fillStyle);
    if (fill !== null && path.d) this.parts.push(`<path d="${path.d}" fill="${fill}"${this.alpha()}/>`);
  }

  stroke(path: SvgPath = this): void {
    const stroke = this.paint(this.strokeStyle);
    if (stroke !== null && path.d) {
      this.parts.push(`<path d="${path.d}" fill="none" stroke="${stroke}" stroke-width="${this.lineWidth}" stroke-linejoin="${this.lineJoin}"${this.alpha()}/>`);
    }
  }

  /** Clips everything that `draw` draws to a box. */
  within(x: number, y: number, width: number, height: number, draw: () => void): void {
    this.parts.push(`<svg x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}" overflow="hidden">`);
    draw();
    this.parts.push("</svg>");
  }

  text(width: number, height: number): string {
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${number(width)}" height="${number(height)}" viewBox="0 0 ${number(width)} ${number(height)}">` +
      `<defs>${[...this.patterns.values()].join("")}</defs>${this.parts.join("")}</svg>\n`
    );
  }
}
