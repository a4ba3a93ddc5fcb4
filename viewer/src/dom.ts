/** Creates elements node by node, so text is never parsed as HTML. */

export type Child = Node | string | number | null | undefined | false;

type Listeners = { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };

export interface Props {
  class?: string | undefined;
  title?: string | undefined;
  on?: Listeners;
  style?: Record<string, string>;
  [attribute: string]: unknown;
}

function apply(element: Element, props: Props): void {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value as Listeners)) {
        element.addEventListener(event, listener as EventListener);
      }
    } else if (name === "style") {
      // Set in script, since the page's policy forbids style attributes.
      for (const [key, text] of Object.entries(value as Record<string, string>)) {
        (element as HTMLElement).style.setProperty(key, text);
      }
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

export function add(parent: Node, children: readonly (Child | readonly Child[])[]): void {
  for (const child of children.flat() as Child[]) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: (Child | readonly Child[])[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  apply(element, props);
  add(element, children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag: string, props: Props = {}, ...children: (Child | readonly Child[])[]): SVGElement {
  const element = document.createElementNS(SVG, tag);
  apply(element, props);
  add(element, children);
  return element;
}

/** Replaces the children; keyboard focus stays on the same control. */
export function replace(parent: Element, ...children: readonly (Child | readonly Child[])[]): void {
  const controls = (): HTMLElement[] => [...parent.querySelectorAll<HTMLElement>("button, select, input, a")];
  const focused = controls().indexOf(document.activeElement as HTMLElement);
  parent.replaceChildren();
  add(parent, children);
  if (focused >= 0) controls()[focused]?.focus({ preventScroll: true });
}
