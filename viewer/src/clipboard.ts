/** What a page hands on as text. */

/** Copies a text; false where the browser forbids it, as inside some frames. */
export async function copyText(text: string): Promise<boolean> {
  if (location.protocol === "about:") return copyByCommand(text); // a notebook's frame has no right to the clipboard
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

/** The old way, which a frame without the right to the clipboard still has. */
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
