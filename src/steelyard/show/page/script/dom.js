// Nodes of the page; data is never read as markup.

/** A new element; the attribute "text" is its text. */
export function make(tag, { text, ...attributes } = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...(text === undefined ? children : [text]));
  return made;
}

/** A name, kept apart from the direction of the words around it. */
export function nameOf(text) {
  return make("bdi", { class: "name", title: text, text });
}

export const byId = (id) => document.getElementById(id);

/** Set a text, or an attribute, only where it differs: a change costs a layout. */
export function say(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

export function mark(place, name, value) {
  if (place.getAttribute(name) !== String(value)) place.setAttribute(name, value);
}
