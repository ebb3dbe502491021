// What leaves the page: the scores as CSV, the counts as JSON, Python code that gives the view again, and charts.
import { make } from "./dom.js";

const KEPT = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-family", "font-size", "font-weight"];

/** A cell of CSV. What a spreadsheet would take for a formula gets an apostrophe, which makes it a text. */
export function csvCell(value) {
  const text = /^[=+\-@\t\r]/.test(value) && Number.isNaN(Number(value)) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The scores as CSV, from the cells of their table. */
export function csvOf(cells) {
  const rows = Array.from(cells, ({ dataset }) => Object.values(dataset).map(csvCell));
  return [Object.keys(cells[0].dataset), ...rows, ""].join("\r\n");
}

/** The counts as `sy.Confusion.from_dict` reads them; all but the numbers is JSON that Python has written. */
export function countsText({ labels: { length }, models, stored }, matrices) {
  const rows = (_, k) => Array.from({ length }, (_, i) => [...matrices[k].slice(i * length, (i + 1) * length)]);
  return `${stored.slice(0, -1)}, "counts": ${JSON.stringify(models.map(rows))}}`;
}

/** What the Python code says of this view; the rest of it is in the page. */
export function codeOf({ content: { how, presets, python_labels }, state, view: { shares, weights } }) {
  const byLabel = (numbers) => `{\n${python_labels.map((label, c) => `    ${label}: ${numbers[c]},\n`).join("")}}`;
  return {
    shares: shares ? `cm = cm.at_priors(${byLabel(shares)})\n` : "",
    // Presets look at the class sizes; at other shares, they would not be those of the page.
    importance: state.levels || shares ? byLabel(weights) : presets[state.preset].python,
    how: shares ? "confidence=None" : how,
  };
}

/** Copy a text and say so beside the button; where that is forbidden, show the text to be copied by hand. */
export async function copyText(text, { parentElement }) {
  const told = await navigator.clipboard?.writeText(text).then(() => "It is copied.", () => text);
  parentElement.querySelector("[role=status]").textContent = told ?? text;
}

/** Save a text, or a blob, as a file. */
export function save(name, content) {
  const link = make("a", { href: URL.createObjectURL(new Blob([content])), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Save the charts of a section, as "svg" or "png". */
export function saveCharts(section, kind) {
  section.querySelectorAll("svg.chart, canvas").forEach(async (chart, i) => {
    const name = `${section.dataset.chart}${i || ""}.${kind}`;
    if (kind === "svg") save(name, svgText(chart));
    else (chart.getBBox ? await painted(chart) : chart).toBlob((blob) => save(name, blob));
  });
}

/** A chart as the text of an SVG file, without the style sheet, and with labels that reach beyond its frame. */
function svgText(chart) {
  const copy = chart.cloneNode(true);
  const originals = chart.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((node, i) => {
    for (const name of KEPT) node.setAttribute(name, getComputedStyle(originals[i])[name]);
  });
  const { x, y, width, height } = chart.getBBox();
  const size = { width: width + 16, height: height + 16, viewBox: `${x - 8} ${y - 8} ${width + 16} ${height + 16}` };
  for (const [name, value] of Object.entries(size)) copy.setAttribute(name, value);
  const ground = `<rect x="${x - 8}" y="${y - 8}" width="100%" height="100%" fill="${getComputedStyle(document.body).backgroundColor}"/>`;
  return new XMLSerializer().serializeToString(copy).replace(">", `>${ground}`);
}

async function painted(chart) {
  const image = make("img", { src: `data:image/svg+xml,${encodeURIComponent(svgText(chart))}` });
  await image.decode();
  const canvas = make("canvas", { width: 2 * image.width, height: 2 * image.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}
