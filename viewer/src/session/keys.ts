/** Keyboard shortcuts of a session. */

import { lettersAreKeys } from "../settings";

export interface Keys {
  error: (forward: boolean) => void;
  difference: (forward: boolean) => void;
  pan: (share: number) => void;
  zoom: (factor: number) => void;
  find: () => void;
  escape: () => void;
  play: () => void;
  /** Arrow keys only apply to the timeline; elsewhere they scroll the page. */
  arrows: () => boolean;
}

export function addKeys(keys: Keys): () => void {
  const listen = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
    if (event.key === "Escape") {
      if (typing) target.blur();
      else keys.escape();
      return;
    }
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const far = event.shiftKey ? 0.9 : 0.2;
    const letters: Record<string, () => void> = {
      n: () => keys.error(true),
      p: () => keys.error(false),
      d: () => keys.difference(true),
      D: () => keys.difference(false),
      "/": keys.find,
    };
    const actions = lettersAreKeys() ? letters : {};
    if (!/^(BUTTON|A)$/.test(target.tagName)) actions[" "] = keys.play;
    if (keys.arrows()) {
      actions["ArrowLeft"] = () => keys.pan(-far);
      actions["ArrowRight"] = () => keys.pan(far);
      actions["ArrowUp"] = () => keys.zoom(1.5);
      actions["ArrowDown"] = () => keys.zoom(1 / 1.5);
    }
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}
