// What charts share: when they draw, and a plot with a line per model.
import { make, nameOf } from "./dom.js";
import { sharesSet } from "./state.js";
import { shown } from "./words.js";

// With ten colours, ninety models look different.
const SIGNS = "●■▲◆▼✚★✖◀";

/** The mark of a model. */
export function glyph(k) {
  return make("span", { class: `glyph model-${k % 10}`, "aria-hidden": true, text: SIGNS[k % SIGNS.length] });
}

/** A row of a table: names, then what is in its cells. */
export function rowOf(names, cells) {
  return make("tr", {}, ...names.map((name) => make("th", { scope: "row" }, nameOf(name))), ...cells.map((cell) => make("td", {}, cell)));
}

/** As much of a text as there is room for, by what measures texts; no character is cut. */
export function fitted(text, room, widthOf) {
  if (widthOf(text) <= room) return text;
  const letters = [...text];
  let [least, most] = [0, letters.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (widthOf(`${letters.slice(0, middle).join("")}…`) <= room) least = middle;
    else most = middle - 1;
  }
  return `${letters.slice(0, least).join("")}…`;
}

/** The path through points, interrupted where one is undefined. */
export function pathOf(points) {
  let step = "";
  return points.map(([x, y]) => (step = Number.isFinite(x + y) ? `${step ? "L" : "M"}${x} ${y}` : "")).join("");
}

/** A scale from the range of the finite values, widened to round ticks, to 0 … 1; with ticks [place, text]. */
export function scaleOf(values, about = 5) {
  const finite = values.filter(Number.isFinite);
  if (!finite.length) return { scale: () => NaN, ticks: [] };
  const [least, most] = [Math.min(...finite), Math.max(...finite)], rough = (most - least || 0.1) / about, power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((times) => times * power >= rough * (1 - 1e-9)), near = 1e-9;
  const low = Math.floor(least / step + near), high = Math.max(low + 1, Math.ceil(most / step - near)), digits = Math.max(0, -Math.floor(Math.log10(step) + near));
  const ticks = Array.from({ length: high - low + 1 }, (_, i) => [i / (high - low), shown((low + i) * step, digits)]);
  return { scale: (value) => (value / step - low) / (high - low), ticks };
}

function svg(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const name in attributes) node.setAttribute(name, attributes[name]);
  node.append(...children);
  return node;
}

/** A part of the page that draws itself after the rest, where it is seen. */
export class Panel {
  constructor(place, page) {
    Object.assign(this, { place, page, took: 0, pen: make("canvas").getContext("2d") });
    for (const node of place.querySelectorAll("[data-part]")) this[node.dataset.part] = node;
    // A place folded away has no width; this draws it when it unfolds.
    new ResizeObserver(() => place.clientWidth !== this.width && this.draw()).observe(place);
  }

  /** Draw the latest state soon; what takes long waits until changes pause. */
  draw() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const start = performance.now(), { page, place } = this;
      this.width = place.clientWidth;
      place.classList.toggle("at-shares", sharesSet(page.view));
      if (this.width) this.drawNow(page.content, page);
      this.took = performance.now() - start;
    }, Math.min(100, 4 * this.took));
  }

  /**
   * Plot a track and marks of each model: points in 0 … 1 from the upper left; `unknown` are points whose interval is
   * anything, `flags` words below a point, [point, words]; `signs` upright lines, [x, class], `labels` texts at points,
   * `beside` texts to the right.
   */
  plot({ title, high, lines, across, down, signs = [], labels = [], beside = [] }) {
    const { chart, page, pen, width } = this, top = across.length ? 44 : 24, family = getComputedStyle(chart).fontFamily;
    const widthOf = (said, weight = 400) => {
      pen.font = `${weight} 12px ${family}`;
      return pen.measureText(said).width;
    };
    const cut = (texts, room) => texts.map(([place, said]) => [place, fitted(said, room, widthOf)]), widest = (texts) => Math.max(0, ...texts.map(([, said]) => widthOf(said)));
    // Names at the left get what a phone spares, and what a wide page has.
    const [named, upright] = [cut(down, Math.min(0.34 * width, 280)), cut(across, 140)];
    const left = Math.max(40, 18 + widest(named)), wide = width - left - Math.max(40, 12 + widest(beside)), every = Math.ceil((across.length * (8 + widest(upright))) / wide);
    const at = ([x, y]) => [left + x * wide, top + y * high];
    const text = (x, y, said, anchor = "start") => svg("text", { x, y, "text-anchor": anchor }, said);
    // A text in the middle of a place, but not over an edge.
    const inside = (x, y, said) => text(Math.max(widthOf(said) / 2, Math.min(width - widthOf(said) / 2, x)), y, said, "middle");
    const path = (kind, ...points) => svg("path", { d: pathOf(points.map(at)), class: kind });
    chart.replaceChildren(
      text(0, 14, fitted(title, width, (said) => widthOf(said, 600))),
      ...upright.flatMap(([x, said], i) => [path("axis", [x, 0], [x, 1]), inside(at([x])[0], 36, i % every ? "" : said)]),
      ...named.flatMap(([y, said]) => [path("axis", [0, y], [1, y]), text(left - 12, at([0, y])[1] + 4, said, "end")]),
      ...beside.map(([y, said]) => text(width, at([0, y])[1] + 4, said, "end")),
      ...labels.flatMap(([x, y, said]) => [text(at([x, y])[0], at([x, y])[1] - 5, said, x > 0.99 ? "end" : x < 0.01 ? "start" : "middle"), svg("path", { d: `M${at([x, y]).join(" ")}v5`, class: "axis" })]),
      ...signs.map(([x, kind]) => path(kind, [x, 0], [x, 1])),
      ...lines.map(({ track, marks = track, unknown = [], flags = [] }, k) => {
        const legend = lines.length > 1 ? [8 + ((k % 2) * width) / 2, high + top + 24 + 9 * (k - (k % 2))] : [NaN];
        const points = [legend, ...marks.map(at)].filter((point) => pathOf([point]));
        const [x, y] = [0, 1].map((i) => points.map((point) => point[i] + 4 * i));
        const name = lines.length > 1 ? [text(x[0] + 10, y[0], fitted(page.content.models[k], width / 2 - 24, widthOf))] : [];
        const open = path("unknown", ...unknown.flatMap(([, y]) => [[0, y], [1, y], []]));
        const words = flags.map(([point, said]) => inside(at(point)[0], at(point)[1] + 15, fitted(said, 140, widthOf)));
        return svg("g", { class: `line model-${k % 10} dash-${k % 4}` }, path("track", ...track), open, text(x, y, SIGNS[k % SIGNS.length].repeat(x.length), "middle"), ...name, ...words);
      }),
    );
    chart.setAttribute("viewBox", `0 0 ${width} ${high + top + 12 + (lines.length > 1 ? 12 + 9 * (lines.length + (lines.length % 2)) : 0)}`);
  }

  /** Plot values of each model at some places, with at most 20 marks on a line. */
  plotValues(title, values, places, across, signs) {
    const { scale, ticks } = scaleOf(values.flatMap((line) => [...line])), apart = Math.ceil(places.length / 20);
    const tracks = values.map((line) => places.map((x, i) => [x, 1 - scale(line[i])]));
    const lines = tracks.map((track, k) => ({ track, marks: track.filter((_, i) => (i + k) % apart === 0) }));
    this.plot({ title, high: 260, lines, across, down: ticks.map(([place, text]) => [1 - place, text]), signs });
  }
}
