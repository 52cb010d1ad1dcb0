// The workbench: a problem is set up on the board, solved by the server, and its solution played through.

import "./board";
import { Bench } from "./bench";
import { speak } from "./words";

const root = document.querySelector<HTMLElement>("[data-workbench]");
if (root) {
  speak(root.dataset["workbench"] ?? "");
  new Bench(root);
}
