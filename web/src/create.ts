// The form for a new table: what only another form of the game has is neither shown nor sent.

import { sendOnce } from "./once";

/** Shows the fields that the chosen form of the game has. */
function fit(form: HTMLFormElement): void {
  const chosen = form.querySelector<HTMLInputElement>("input[name=variant]:checked")?.value;
  if (!chosen) return;
  for (const field of form.querySelectorAll<HTMLElement>("[data-of]")) {
    const has = (field.dataset["of"] ?? "").split(" ").includes(chosen);
    field.hidden = !has;
    for (const control of field.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")) control.disabled = !has;
  }
}

sendOnce();
for (const form of document.querySelectorAll<HTMLFormElement>(".create-form")) {
  form.addEventListener("change", () => fit(form));
  addEventListener("pageshow", () => fit(form)); // the browser may have kept another choice
}
