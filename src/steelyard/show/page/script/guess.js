// What the columns of a table are, by their names and by what stands in them.

const TRUTH = /^(y|gold|target|label|class|actual|true|truth|reference)$|(^|_|\b)(true|truth|target|actual|gold|expected)(_|\b|$)/i;
const PREDICTED = /pred|^(ours|model|output|guess)|(^|_)hat$/i;
const APART = /^(id|index|idx|row|fold|split|group|weight|date|time|month|day)s?$|_id$/i;
// Of values that differ, and how far two columns agree beyond chance, to be the labels of one question.
const [MOST_VALUES, AGREES] = [500, 0.05];

/** A label as Python reads it: what people write for a number is one, and codes such as 007 or 1e3 stay as they are. */
export function labelOf(cell) {
  return /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(cell) ? String(Number(cell)) : cell;
}

/** Whether the first row has names: none of them is a number, empty, there twice, or stands further down in its column. */
export function hasNames([first, ...rows]) {
  const known = new Set(first);
  return known.size === first.length && first.every((cell, c) => cell !== "" && isNaN(cell) && !rows.some((row) => row[c] === cell));
}

/** How far two columns agree beyond chance (Cohen's kappa). */
export function agreement(first, second) {
  const count = (cells) => cells.reduce((all, cell) => all.set(cell, (all.get(cell) ?? 0) + 1), new Map());
  const [one, other, n] = [count(first), count(second), first.length];
  const same = first.filter((cell, i) => cell === second[i]).length / n;
  const chance = [...one].reduce((sum, [cell, times]) => sum + (times / n) * ((other.get(cell) ?? 0) / n), 0);
  return chance < 1 ? (same - chance) / (1 - chance) : 1;
}

/** Which columns are likely the truth and the predictions: { truth, predictions }; nothing if no two agree. */
export function guessColumns(names, rows) {
  const columns = names.map((_, c) => rows.map((row) => labelOf(row[c] ?? "")));
  const labels = [...names.keys()].filter((c) => new Set(columns[c]).size <= Math.min(MOST_VALUES, rows.length / 1.5) && !APART.test(names[c]));
  const agreeing = (c) => labels.filter((other) => other !== c && agreement(columns[c], columns[other]) > AGREES);
  const told = labels.filter((c) => agreeing(c).length);
  if (!told.length) return;
  // By its name; else the column that comes first and is not called a prediction.
  const truth = told.find((c) => TRUTH.test(names[c]) && !PREDICTED.test(names[c])) ?? told.find((c) => !PREDICTED.test(names[c])) ?? told[0];
  const others = agreeing(truth), called = others.filter((c) => PREDICTED.test(names[c]));
  return { truth, predictions: called.length ? called : others };
}

/** A square of numbers, with names of the classes at its edges or without: { labels, matrix }; nothing if it is none. */
export function matrixOf(text) {
  const plain = text.trim().replace(/\]\s*,?\s*\[?/g, "\n").replace(/[[\]]/g, "").trim();
  const rows = plain.split(/\s*\n\s*/).map((line) => line.split(/\s*[,;\t|]\s*|\s+/).filter((cell, i, all) => cell !== "" || (i === 0 && all.length > 1)));
  const isCount = (cell) => /^\d+(\.0*)?$/.test(cell);
  const square = (body) => body.length > 1 && body.every((row) => row.length === body.length && row.every(isCount)) && body.map((row) => row.map(Number));
  const bare = square(rows);
  if (bare) return { labels: bare.map((_, i) => String(i)), matrix: bare };
  const [head, ...body] = rows, named = body.map((row) => row[0]), inside = square(body.map((row) => row.slice(1)));
  if (inside && !named.every(isCount)) return { labels: named, matrix: inside };
  const under = square(body);
  return under && head.length === under.length ? { labels: head, matrix: under } : undefined;
}
