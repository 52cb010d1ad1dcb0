// Passkeys on the account pages: a device makes or shows one, the server checks it.

import { sendOnce } from "./once";
import { say, speak } from "./words";

interface Asked {
  id: string;
  options: { publicKey: PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON };
}

/** The steps of each form: what is asked for, and what is answered. */
const steps: Record<string, [ask: string, answer: string]> = {
  "sign-up": ["sign-up", "signed-up"], "log-in": ["log-in", "logged-in"], add: ["add", "added"],
};

/** What the server refuses, in the page's language. */
class Refusal extends Error {}

async function send<T>(step: string, body: unknown): Promise<T> {
  const answer = await fetch(`/${document.documentElement.lang}/passkeys/${step}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  if (!answer.headers.get("Content-Type")?.startsWith("application/json")) throw new Error(String(answer.status));
  const said = await answer.json() as T & { text?: string };
  if (!answer.ok) throw new Refusal(said.text);
  return said;
}

/** Makes a passkey, or shows one. */
async function credential(kind: string, { publicKey }: Asked["options"]): Promise<unknown> {
  const made = kind === "log-in"
    ? await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) })
    : await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey) });
  if (!(made instanceof PublicKeyCredential)) throw new Error("no passkey");
  return made.toJSON();
}

class PasskeyForm {
  private readonly kind: string;
  private busy = false;

  constructor(private readonly form: HTMLFormElement) {
    this.kind = form.dataset["passkey"] ?? "";
    const button = form.querySelector<HTMLButtonElement>("[data-passkey-do]");
    if (!button || !steps[this.kind]) return;
    form.hidden = button.hidden = false;
    button.addEventListener("click", () => void this.begin());
    if (this.kind === "add") form.addEventListener("submit", (event) => { event.preventDefault(); void this.begin(); });
  }

  private async begin(): Promise<void> {
    if (this.busy) return;
    const name = this.form.querySelector<HTMLInputElement>("[name=name]");
    if (this.kind === "sign-up" && name && !name.reportValidity()) return;
    this.busy = true;
    this.tell("");
    try {
      const [ask, answer] = steps[this.kind] as [string, string];
      const asked = await send<Asked>(ask, { name: name?.value });
      const response = await credential(this.kind, asked.options);
      await send(answer, { id: asked.id, response, label: this.form.querySelector<HTMLInputElement>("[name=label]")?.value });
      this.leave();
    } catch (failure) {
      this.tell(failure instanceof Refusal ? failure.message : say("account.passkey.stopped"));
    } finally {
      this.busy = false;
    }
  }

  private leave(): void {
    const next = this.form.querySelector<HTMLInputElement>("[name=next]")?.value;
    if (this.kind === "add") location.search = "?did=added";
    else location.assign(next || `/${document.documentElement.lang}/`);
  }

  private tell(text: string): void {
    const place = this.form.querySelector<HTMLElement>("[data-passkey-fault]");
    if (!place) return;
    place.hidden = text === "";
    place.textContent = text;
  }
}

speak(document.documentElement.lang);
sendOnce();
// Browsers that cannot read the server's JSON have passwords.
if ("PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential) {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-passkey]")) new PasskeyForm(form);
}
