// Forms that open or change something are sent once, however often their button is pressed.

/** Keeps every form of the page from being sent again while its answer is awaited. */
export function sendOnce(): void {
  const sent = new WeakSet<EventTarget>();
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
    if (sent.has(form)) event.preventDefault();
    else sent.add(form);
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) for (const form of document.forms) sent.delete(form); // back from the page it led to
  });
}
