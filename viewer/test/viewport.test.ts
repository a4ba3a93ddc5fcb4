import { expect, test } from "vitest";
import { ticks } from "../src/timeline/ticks";
import { Viewport } from "../src/timeline/viewport";

const shown = (view: Viewport) => [view.start, view.end];

test("a zoom holds the moment under the pointer", () => {
  const view = new Viewport(0, 100, 2);
  view.zoom(2, 25);
  expect(shown(view)).toEqual([12.5, 62.5]);
  view.zoom(1e6, 25);
  expect(view.span).toBe(2);
  view.zoom(1e-6, 25);
  expect(shown(view)).toEqual([0, 100]);
});

test("the view stays within the session", () => {
  const view = new Viewport(10, 20, 2);
  view.show(18, 24);
  expect(shown(view)).toEqual([14, 20]);
  view.pan(-100);
  expect(shown(view)).toEqual([10, 16]);
});

test("revealing moves only when needed", () => {
  const view = new Viewport(0, 100, 2);
  view.reveal(50, 10);
  expect(shown(view)).toEqual([45, 55]);
  view.reveal(52, 10);
  expect(shown(view)).toEqual([45, 55]);
  view.reveal(80, 10);
  expect(shown(view)).toEqual([75, 85]);
});

test.each([
  [50.42, 1109.45],
  [57.32, 2317.31],
  [14.48, 902.64],
  [0.34, 4093.86],
])("a session from %d to %d s is whole again after a zoom", (first, last) => {
  const view = new Viewport(first, last, 0.5);
  expect(view.whole).toBe(true);
  view.zoom(1.5);
  expect(view.whole).toBe(false);
  view.reset();
  expect(view.whole).toBe(true);
  view.zoom(1.5, first + 10);
  view.zoom(1 / 3, last - 10);
  expect(view.whole).toBe(true);
});

test("listeners hear of changes only", () => {
  const view = new Viewport(0, 100, 2);
  let heard = 0;
  const stop = view.listen(() => heard++);
  view.reset();
  view.zoom(2);
  stop();
  view.reset();
  expect(heard).toBe(1);
});

test("ticks are round", () => {
  expect(ticks(3, 64, 8, true).map((tick) => tick.label)).toEqual(["0:10", "0:20", "0:30", "0:40", "0:50", "1:00"]);
  expect(ticks(0, 1, 10, true)[3]!.label).toBe("0:00.3");
  expect(ticks(0, 9, 2, false, "character")[1]!.label).toBe("character 5");
  expect(ticks(0, 95, 5, false).map((tick) => tick.at)).toEqual([0, 20, 40, 60, 80]);
});
