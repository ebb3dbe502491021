// Counts of what a truth and some predictions say together.
import { labelOf } from "./guess.js";

/** How a cell says that there is nothing: as NumPy and pandas write it, too. */
const GAPS = new Set([undefined, "", "NaN", "nan"]);

/** Counts rows by the labels in some columns, the truth first; those with an empty cell, or NaN, are left out. */
export class Counts {
  constructor(columns) {
    Object.assign(this, { columns, codes: new Map(), labels: [], kinds: new Map(), dropped: 0, items: 0 });
  }

  code(cell) {
    const known = this.codes.get(cell);
    if (known !== undefined) return known;
    const label = labelOf(cell), same = this.codes.get(label), code = same ?? this.labels.push(label) - 1;
    this.codes.set(cell, code).set(label, code);
    return code;
  }

  add(row) {
    const { columns, kinds } = this;
    let key = "";
    for (let i = 0; i < columns.length; i++) {
      const cell = row[columns[i]];
      if (GAPS.has(cell)) return this.dropped++;
      key += i ? `,${this.code(cell)}` : this.code(cell);
    }
    kinds.set(key, (kinds.get(key) ?? 0) + 1);
    return this.items++;
  }

  /** The labels in order, numbers by their size, and each kind of item with the places of its labels. */
  sorted() {
    const { labels, kinds } = this, numeric = labels.every((label) => label !== "" && String(Number(label)) === label);
    const order = [...labels.keys()].sort((a, b) => (numeric ? labels[a] - labels[b] : labels[a] < labels[b] ? -1 : 1));
    const place = order.reduce((places, code, at) => places.with(code, at), Array(labels.length).fill(0));
    const found = Array.from(kinds, ([key, size]) => [key.split(",").map((code) => place[code]), size]);
    return { labels: order.map((code) => labels[code]), kinds: found, dropped: this.dropped, items: this.items };
  }
}
