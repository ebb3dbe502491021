// Nodes of the page, made without ever reading data as markup.

/** A new element: its attributes ("text" is its text), then its children. */
export function make(tag, { text, ...attributes } = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...(text === undefined ? children : [text]));
  return made;
}

/** A name as people gave it, kept apart from the direction of the words around it; in full when pointed at. */
export function nameOf(text) {
  return make("bdi", { class: "name", title: text, text });
}

export const byId = (id) => document.getElementById(id);

/** Set a text only where it differs: a change costs a layout. */
export function say(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/** The same for an attribute. */
export function mark(place, name, value) {
  if (place.getAttribute(name) !== String(value)) place.setAttribute(name, value);
}
