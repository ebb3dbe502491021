// What leaves the page: scores, counts, Python code and charts.
import { make } from "./dom.js";
import { sharesSet } from "./state.js";

const KEPT = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-family", "font-size"];

/** A cell of CSV; an apostrophe keeps a name from becoming a formula. */
export function csvCell(value) {
  const text = /^[=+\-@\t\r]/.test(value) && isNaN(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvOf(cells) {
  const rows = Array.from(cells, ({ dataset }) => Object.values(dataset).map(csvCell));
  return [Object.keys(cells[0].dataset), ...rows, ""].join("\r\n");
}

/** What `sy.Confusion.from_dict` reads; Python has written all but the numbers. */
export function countsText({ content: { labels: { length }, models, stored }, engine: { matrices } }) {
  const rows = (_, k) => Array.from({ length }, (_, i) => [...matrices[k].slice(i * length, (i + 1) * length)]);
  return `${stored.slice(0, -1)}, "counts": ${JSON.stringify(models.map(rows))}}`;
}

/** What the Python code of the page says of this view. */
export function codeOf(page) {
  const { content: { how, how_anew, metrics, presets, python_labels }, moved, state, view } = page, { weights } = view, shares = sharesSet(view);
  // The code has one way for all; that of class rates is the same by slopes.
  const held = moved && !shares && how !== how_anew && metrics.some(({ of_class }, j) => !of_class && page.keeps(j));
  const byLabel = (numbers) => `{\n${python_labels.map((label, c) => `    ${label}: ${numbers[c]},\n`).join("")}}`;
  return {
    shares: shares ? `cm = cm.at_shares(${byLabel(shares)})\n` : held ? `# Of metrics that do not follow the importance, the page keeps the intervals that it began with: ${how}.\n` : "",
    // A preset looks at the class sizes: at other shares it would be another one.
    importance: state.levels || shares ? byLabel(weights) : presets[state.preset].python,
    how: shares ? "confidence=None" : moved ? how_anew : how,
  };
}

/** Copy a text; where that is forbidden, show it. */
export async function copyText(text, { parentElement }) {
  const told = await navigator.clipboard?.writeText(text).then(() => "It is copied.", () => text);
  parentElement.querySelector("[role=status]").textContent = told ?? text;
}

export function save(name, content) {
  make("a", { href: URL.createObjectURL(new Blob([content])), download: name }).click();
}

/** Save the chart of a button's section as "svg" or "png". */
export async function saveChart(pressed) {
  const section = pressed.closest("section");
  const chart = section.querySelector("svg.chart, canvas");
  const name = `${section.dataset.chart}.${pressed.dataset.act}`;
  if (pressed.dataset.act === "svg") return save(name, svgText(chart));
  const image = chart.getBBox ? make("img", { src: `data:image/svg+xml,${encodeURIComponent(svgText(chart))}` }) : chart;
  await image.decode?.();
  const canvas = make("canvas", { width: 2 * image.width, height: 2 * image.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => save(name, blob));
}

/** A chart as a file, which has no style sheet; labels may reach beyond its frame. */
function svgText(chart) {
  const copy = chart.cloneNode(true);
  const originals = chart.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((node, i) => {
    for (const name of KEPT) node.setAttribute(name, getComputedStyle(originals[i])[name]);
  });
  const box = chart.getBBox();
  const [x, y, width, height] = [box.x - 8, box.y - 8, box.width + 16, box.height + 16];
  const size = `width="${width}" height="${height}"`;
  const ground = `<rect x="${x}" y="${y}" ${size} fill="${getComputedStyle(document.documentElement).backgroundColor}"/>`;
  const opening = `<svg xmlns="${copy.namespaceURI}" viewBox="${x} ${y} ${width} ${height}" ${size}>${ground}`;
  return new XMLSerializer().serializeToString(copy).replace(/<svg[^>]*>/, opening);
}
