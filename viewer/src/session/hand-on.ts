/** What can be taken away from a session: its text and its numbers. */

import { copyText } from "../clipboard";
import type { Group, Item } from "../menu";
import type { Form } from "../reading/copy";
import type { Reading } from "../reading/view";

const FORMS: Record<Form, string> = { reference: "Reference", hypothesis: "Hypothesis", both: "Both, errors marked" };

export function copying(text: string, what: () => string): Item {
  return { text, act: async () => ((await copyText(what())) ? "copied" : "the browser did not let us copy") };
}

export function handedOn(reading: Reading | null): Group[] {
  const forms = Object.entries(FORMS) as [Form, string][];
  return [{ title: "Copy text", items: reading ? forms.map(([form, text]) => copying(text, () => reading.text(form))) : [] }];
}
