// What the charts share: nodes of SVG, marks of models, axes with a line per model, and when a part draws itself.
import { button, make, nameOf } from "./dom.js";

/** A node of SVG. */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** A text of at most `most` characters; none of them is cut in two. */
export function cut(text, most = 22) {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : text;
}

/** The outlines of marks, from their middle. Seven shapes and ten colours: no two of the first seventy models are alike. */
const SHAPES = ["m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", "m-4-4h8v8h-8z", "m0-5l5 9h-10z", "m0-5l5 5l-5 5l-5-5z", "m-5-4h10l-5 9z", "m-2-5h4v3h3v4h-3v3h-4v-3h-3v-4h3z", "m-5-4l5 3l5-3v8l-5-3l-5 3z"];

/** The outline of model k's mark at a point; none at a point that is undefined. */
export function markAt(k, [x, y]) {
  return Number.isNaN(x + y) ? "" : `M${x.toFixed(1)} ${y.toFixed(1)}${SHAPES[k % SHAPES.length]}`;
}

/** Give a node the colour of model k. */
export function inColour(k, node) {
  node.style.setProperty("color", `var(--model-${k % 10})`);
  return node;
}

/** The mark of a model as a small picture. */
export function glyph(k) {
  return inColour(k, svg("svg", { viewBox: "-6 -6 12 12", class: "glyph", "aria-hidden": "true" }, svg("path", { d: markAt(k, [0, 0]), fill: "currentColor" })));
}

/** The models by mark and name: pointing at one, or pressing it, brings it out in the charts of `place`. */
export function legend(place, models) {
  let pressed;
  const bringOut = (k = pressed) => {
    place.classList.toggle("bringing-out", k !== undefined);
    for (const node of place.querySelectorAll("[data-line]")) node.classList.toggle("brought-out", node.dataset.line === k);
  };
  for (const kind of ["pointerover", "focusin"]) place.addEventListener(kind, (event) => bringOut(event.target.closest("[data-line]")?.dataset.line));
  for (const kind of ["pointerleave", "focusout"]) place.addEventListener(kind, () => bringOut());
  const press = ({ currentTarget }) => {
    pressed = currentTarget.dataset.line === pressed ? undefined : currentTarget.dataset.line;
    for (const one of buttons) one.setAttribute("aria-pressed", one.dataset.line === pressed);
    bringOut();
  };
  const buttons = models.map((name, k) => button(press, { "data-line": k, "aria-pressed": "false" }, glyph(k), nameOf(name)));
  return make("ul", { class: "legend", "aria-label": "Models: press one to bring it out" }, ...buttons.map((one) => make("li", {}, one)));
}

/** A labelled list of names; `pick` gets the place of the one chosen. */
export function chooser(label, names, pick) {
  const select = make("select", { change: () => pick(select.selectedIndex) }, ...names.map((name) => make("option", { text: cut(name, 60) })));
  return Object.assign(make("label", { class: "chooser" }, `${label} `, select), { select });
}

/** Round numbers between two, about `most` of them. */
export function ticks(low, high, most = 5) {
  const rough = (high - low) / most;
  if (!(rough > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) * power;
  const [first, last] = [Math.ceil(low / step - 1e-9), Math.floor(high / step + 1e-9)];
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** A scale from the range of all finite values to 0 … 1, and ticks of [place, text] on it. */
export function scaleOf(lists, most) {
  const finite = lists.flatMap((list) => Array.from(list).filter(Number.isFinite));
  let [low, high] = finite.reduce(([least, greatest], value) => [Math.min(least, value), Math.max(greatest, value)], [Infinity, -Infinity]);
  if (!(low < high)) [low, high] = finite.length ? [low - 0.05, high + 0.05] : [0, 1];
  const scale = (value) => (Number.isFinite(value) ? (value - low) / (high - low) : NaN);
  return { scale, marks: ticks(low, high, most).map((value) => [scale(value), String(value)]) };
}

/** Places for texts that would lie upon each other: at least `gap` apart and before `end`, near to where they belong. */
export function spread(wanted, gap, end) {
  const found = [...wanted];
  const order = Array.from(wanted.keys()).filter((i) => !Number.isNaN(wanted[i])).sort((a, b) => wanted[a] - wanted[b]);
  order.forEach((i, n) => n && (found[i] = Math.max(found[i], found[order[n - 1]] + gap)));
  order.reverse().forEach((i, n) => (found[i] = Math.min(found[i], n ? found[order[n - 1]] - gap : end)));
  return found;
}

const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
const forget = globalThis.cancelIdleCallback ?? clearTimeout;
const SLOW_DRAWING = 8; // milliseconds: what took longer waits until nothing has changed for a while
export const SETTLED = 150;

/** A part of the page: it draws itself (`drawNow`) in a quiet moment, only the latest state, and only where it is seen. */
export class Panel {
  constructor(place, page) {
    Object.assign(this, { place, page, content: page.content, width: 0, took: 0 });
    // A place that is folded away has no width; when it unfolds, this draws it.
    new ResizeObserver(([entry]) => {
      const width = Math.round(entry.contentRect.width);
      if (width !== this.width) this.draw((this.width = width));
    }).observe(place);
  }

  draw() {
    clearTimeout(this.pause);
    forget(this.task);
    this.pause = setTimeout(() => (this.task = whenIdle(() => this.drawTimed(), { timeout: 500 })), this.took > SLOW_DRAWING ? SETTLED : 0);
  }

  drawTimed() {
    const start = performance.now();
    if (this.width) this.drawNow();
    this.took = performance.now() - start;
  }
}

/** A chart with a line per model on two axes; `upright`, the first axis runs down the page: for many or long names. */
export class LineChart {
  constructor(place, models) {
    this.axes = svg("g", { class: "axes" });
    this.over = svg("g");
    this.lines = models.map((name, k) => {
      const parts = [svg("title", {}, name), svg("path", { class: "track" }), svg("path", { class: "marks" }), svg("text", { class: "name" }, cut(name, 18))];
      return inColour(k, svg("g", { class: `line dash-${k % 4}`, "data-line": k }, ...parts));
    });
    this.figure = svg("svg", { class: "chart", role: "img" }, this.axes, ...this.lines, this.over);
    place.append(this.figure);
  }

  /**
   * Draw `lines`, per model a track (NaN interrupts it) and marks as pairs of places in 0 … 1, on axes whose ticks are
   * [place, text, text in full]. Return the function from a pair to a point, and the frame.
   */
  draw({ width, height, row = 22, across, up, lines, label, upright, names, titles }) {
    // Six and a half pixels hold a letter of the charts' type.
    const longest = (axis) => 6.5 * Math.max(0, ...axis.map(([, text]) => text.length));
    const turned = !upright && longest(across) > (width - 60) / across.length;
    // Names that are turned lean to the left of their ticks.
    const lean = turned ? across.map(([a, text]) => 5 * text.length - a * (width - 200)) : [0];
    const left = Math.max(16 + longest(upright ? across : up), ...lean);
    const top = upright ? 44 + row / 2 : 36;
    const wide = Math.max(60, width - left - (names ? 136 : 16));
    const high = upright ? row * Math.max(1, across.length - 1) : height;
    const below = upright ? row / 2 : turned ? 24 + 0.8 * longest(across) : 42;
    const frame = { left, top, wide, high, turned, upright, width, height: top + high + below };
    const point = ([a, b]) => (upright ? [left + b * wide, top + a * high] : [left + a * wide, top + (1 - b) * high]);
    const key = JSON.stringify([frame, across, up, titles]);
    if (key !== this.key) this.drawAxes(frame, across, up, titles, point);
    this.key = key;
    const ends = lines.map((line, k) => this.drawLine(k, line, point));
    spread(ends.map((y) => (names ? y : NaN)), 13, top + high + 8).forEach((y, k) => {
      const attributes = Number.isNaN(y) ? { visibility: "hidden" } : { visibility: "visible", x: left + wide + 10, y: y + 4 };
      for (const [name, value] of Object.entries(attributes)) this.lines[k].children[3].setAttribute(name, value);
    });
    this.figure.setAttribute("aria-label", label);
    return { point, frame };
  }

  /** Draw the line of model k; return the height at which it ends. */
  drawLine(k, { track = [], marks = [] }, point) {
    let [path, pen, end] = ["", "M", NaN];
    for (const pair of track) {
      const [x, y] = point(pair);
      if (Number.isNaN(x + y)) pen = "M";
      else [path, pen, end] = [`${path}${pen}${x.toFixed(1)} ${y.toFixed(1)}`, "L", y];
    }
    this.lines[k].children[1].setAttribute("d", path);
    this.lines[k].children[2].setAttribute("d", marks.map((pair) => markAt(k, point(pair))).join(""));
    return end;
  }

  drawAxes({ left, wide, width, height, turned, upright }, across, up, titles, point) {
    const nodes = [];
    const text = (x, y, anchor, words, full = words) => nodes.push(svg("text", { x, y, "text-anchor": anchor }, words, svg("title", {}, full)));
    const line = (from, to) => {
      const [[x1, y1], [x2, y2]] = [point(from), point(to)];
      nodes.push(svg("line", { x1, y1, x2, y2 }));
    };
    for (const [a, words, full] of across) {
      const [x, y] = point([a, 0]);
      line([a, 0], [a, 1]);
      if (upright) text(left - 10, y + 4, "end", words, full);
      else text(x, y + 20, turned ? "end" : "middle", words, full);
      if (turned) nodes.at(-1).setAttribute("transform", `rotate(-55 ${x} ${y + 20})`);
    }
    for (const [b, words, full] of up) {
      const [x, y] = point([0, b]);
      line([0, b], [1, b]);
      if (upright) text(x, 36, "middle", words, full);
      else text(left - 12, y + 4, "end", words, full);
    }
    text(upright ? left : 4, 14, "start", titles[1]);
    text(left + wide, height - 4, "end", titles[0]);
    this.figure.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.axes.replaceChildren(...nodes);
  }
}
