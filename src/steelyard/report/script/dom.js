// Nodes of the page, made without ever reading data as markup.

/** A new element: attributes by name ("text" is its text, functions listen to the event of that name), then its children. */
export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (name === "text") made.textContent = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** A button; `click` is what it does. */
export function button(click, attributes, ...children) {
  return make("button", { type: "button", click, ...attributes }, ...children);
}

/** A name as people gave it, kept apart from the direction of the words around it; in full when pointed at. */
export function nameOf(text) {
  return make("bdi", { class: "name", title: text }, text);
}

/** The parts of a sentence as nodes; no line ends between a number and its sign. */
export function nodesOf(parts) {
  return parts.map((part) => (part.name === undefined ? part.replaceAll(" %", "\u00a0%") : nameOf(part.name)));
}

/** The element of the page with an id. */
export function byId(id) {
  return document.getElementById(id);
}

/** Set a text only where it differs: a change costs a layout. */
export function say(place, text) {
  if (place.said !== text) place.textContent = place.said = text;
}

/** Set an attribute only where it differs. */
export function mark(place, name, value) {
  if (place.getAttribute(name) !== String(value)) place.setAttribute(name, value);
}
