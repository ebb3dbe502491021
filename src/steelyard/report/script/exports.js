// What can be taken along: the scores as CSV, and the Python code that gives this view again.
import { unpack } from "./packed.js";

const MOST_CLASSES_INLINE = 30;
const MOST_MODELS_INLINE = 10;
const PYTHON_WORDS = new Map([["None", null], ["True", true], ["False", false]]);

/** A cell of CSV. A text that a spreadsheet would take for a formula gets an apostrophe, which makes it a text. */
export function csvCell(value) {
  if (typeof value === "number") return Number.isNaN(value) ? "" : String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The scores of the view, one row per metric and model. */
export function csvOf({ content, scores, intervals }) {
  const M = content.metrics.length;
  const rows = content.metrics.flatMap((metric, j) =>
    content.models.map((model, k) => [metric.name, model, ...[scores.value, intervals.low, intervals.high, scores.rank].map((list) => list[k * M + j])]),
  );
  return [["metric", "model", "value", "low", "high", "rank"], ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

function isInline({ labels, models }) {
  return labels.length <= MOST_CLASSES_INLINE && models.length <= MOST_MODELS_INLINE;
}

/** The counts as rows, one matrix per model. */
function matricesOf({ counts, labels }) {
  const C = labels.length;
  return counts.map((packed) => {
    const cells = unpack(packed);
    return labels.map((_, row) => Array.from(cells.slice(row * C, (row + 1) * C)));
  });
}

/** The counts as `sy.Confusion.from_dict` reads them. */
export function countsRecord(content) {
  const matrices = matricesOf(content);
  const several = matrices.length > 1;
  const labels = content.python_labels.map((source, c) => jsonOf(source, content.labels[c]));
  const axes = several ? { axes: { model: content.python_models.map((source, k) => jsonOf(source, content.models[k])) } } : {};
  return { labels, counts: several ? matrices : matrices[0], ...axes, ...(content.dropped ? { dropped: content.dropped } : {}) };
}

/** A name as JSON holds it: a plain number as such, all else as its text. */
function jsonOf(source, text) {
  if (PYTHON_WORDS.has(source)) return PYTHON_WORDS.get(source);
  const number = Number(source);
  return /^-?\d/.test(source) && Number.isFinite(number) && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : text;
}

/** A list or mapping as Python source, an entry per line. */
function inLines(open, entries, close, indent = "") {
  return `${open}\n${entries.map((entry) => `${indent}    ${entry},\n`).join("")}${indent}${close}`;
}

function byLabel(content, numbers) {
  return inLines("{", content.python_labels.map((label, c) => `${label}: ${numbers[c]}`), "}");
}

function confusionSource(content) {
  if (!isInline(content)) return 'cm = sy.Confusion.from_dict(json.loads(Path("counts.json").read_text("utf-8")))';
  const tables = matricesOf(content).map((rows) => rows.map((row) => `[${row.join(", ")}]`));
  const several = tables.length > 1;
  const counts = several ? inLines("[", tables.map((rows) => inLines("[", rows, "]", "        ")), "]", "    ") : inLines("[", tables[0], "]", "    ");
  const axes = several ? [`axes={"model": [${content.python_models.join(", ")}]}`] : [];
  return `cm = ${inLines("sy.Confusion(", [counts, `labels=[${content.python_labels.join(", ")}]`, ...axes], ")")}`;
}

/** The Python code that gives this view again. */
export function pythonOf({ content, state, view }) {
  const lines = isInline(content) ? ["import steelyard as sy", ""] : ["import json", "from pathlib import Path", "", "import steelyard as sy", ""];
  lines.push(confusionSource(content));
  if (view.shares) lines.push(`cm = cm.at_priors(${byLabel(content, view.shares)})`);
  // Importances look at the class sizes; at other shares, they would not be those of the page.
  const ready = state.preset !== null && !view.shares;
  lines.push(`importance = ${ready ? content.presets[state.preset].python : byLabel(content, view.weights)}`);
  lines.push(`metrics = ${inLines("[", content.metrics.map((metric) => JSON.stringify(metric.name)), "]")}`);
  const sure = content.confidence !== null && !content.why_no_intervals && !view.shares;
  if (view.shares) lines.push("# Counts at other shares are no counts of items any more: their intervals are in the page alone.");
  else if (sure && content.units?.kind === "groups") lines.push("# The intervals of the page are those of whole groups, which these counts do not hold.");
  const how = sure ? `confidence=${content.confidence}, intervals="delta"` : "confidence=None";
  lines.push(`result = sy.evaluate(cm, importance=importance, metrics=metrics, undefined="${content.policy}", ${how})`, "print(result)");
  return `${lines.join("\n")}\n`;
}
