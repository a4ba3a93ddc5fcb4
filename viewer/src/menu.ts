/** A button that opens a menu. */

import { h, replace } from "./dom";

export interface Item {
  text: string;
  /** Runs the item and returns its result as short text; without a result, the menu closes. */
  act: () => void | string | Promise<string>;
}

export interface Group {
  title: string;
  items: Item[];
}

const SHOWN = 1600;
let menus = 0;

export function menu(label: string, groups: () => Group[]): HTMLElement {
  const id = `menu-${++menus}`;
  const list = h("div", { class: "menu-list", id, hidden: true });
  const button = h("button", { type: "button", class: "menu-button", "aria-expanded": "false", "aria-controls": id }, label);
  const said = h("span", { class: "menu-said", role: "status" });
  const element = h("div", { class: "menu" }, button, list, said);
  let timer = 0;

  const outside = (event: Event): void => {
    if (!element.contains(event.target as Node)) close();
  };
  const close = (): void => {
    list.hidden = true;
    button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside);
  };
  const run = async (item: Item): Promise<void> => {
    close();
    button.focus({ preventScroll: true });
    const result = await item.act();
    said.textContent = result ?? "";
    clearTimeout(timer);
    timer = setTimeout(() => (said.textContent = ""), SHOWN) as unknown as number;
  };
  const open = (): void => {
    replace(
      list,
      groups()
        .filter((group) => group.items.length)
        .map((group) =>
          h(
            "div",
            { class: "menu-group", role: "group", "aria-label": group.title },
            h("span", { class: "menu-title", "aria-hidden": "true" }, group.title),
            group.items.map((item) => h("button", { type: "button", on: { click: () => void run(item) } }, item.text)),
          ),
        ),
    );
    list.hidden = false;
    button.setAttribute("aria-expanded", "true");
    document.addEventListener("pointerdown", outside);
    list.querySelector("button")?.focus({ preventScroll: true });
  };
  button.addEventListener("click", () => (list.hidden ? open() : close()));
  // Keeps the selection, which may be copied.
  element.addEventListener("mousedown", (event) => event.preventDefault());
  element.addEventListener("keydown", (event) => {
    if (list.hidden || !["Escape", "ArrowDown", "ArrowUp"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") {
      close();
      button.focus();
      return;
    }
    const all = [...list.querySelectorAll("button")];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    all[(at + (event.key === "ArrowDown" ? 1 : all.length - 1)) % all.length]?.focus();
  });
  return element;
}
