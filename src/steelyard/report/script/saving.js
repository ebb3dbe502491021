// What leaves the page: files, and texts for the clipboard.
import { make } from "./dom.js";

/** Save a blob under a name. */
export function save(name, blob) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Save a text under a name. */
export function saveText(name, type, text) {
  save(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Copy a text and say so beside the button; where that is forbidden, show the text to be copied by hand. */
export async function copyText(text, what, button) {
  const told = button.parentElement.querySelector("[role=status]");
  try {
    await navigator.clipboard.writeText(text);
    told.textContent = `${what} copied.`;
  } catch {
    const field = make("input", { readonly: "", value: text, "aria-label": what });
    told.replaceChildren(field);
    field.select();
  }
}
