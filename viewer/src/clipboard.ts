/** The clipboard. */

/** Copies text; returns false if the browser forbids it, as in some frames. */
export async function copyText(text: string): Promise<boolean> {
  if (location.protocol === "about:") return copyByCommand(text); // a notebook's frame has no clipboard access
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

/** The deprecated way, which works in frames without clipboard access. */
function copyByCommand(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  field.className = "spoken";
  const focused = document.activeElement as HTMLElement | null;
  document.body.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    focused?.focus({ preventScroll: true });
  }
}
