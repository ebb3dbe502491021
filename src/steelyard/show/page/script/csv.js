// Rows of a text of comma-separated values, piece by piece: quotes, line ends of all kinds, and cells over several lines.

export const SEPARATORS = [",", ";", "\t", "|"];

/** Takes a text in pieces, and gives its rows as lists of cells; empty lines are none. */
export class Rows {
  constructor(separator) {
    Object.assign(this, { separator, rest: "" });
  }

  /** The rows that end in this piece. */
  *take(piece) {
    const text = this.rest + piece, { separator } = this;
    let start = 0;
    for (;;) {
      let end = text.indexOf("\n", start);
      if (end < 0) break;
      const quote = text.indexOf('"', start);
      if (quote >= 0 && quote < end) {
        // A cell may have line ends.
        const found = this.quoted(text, start);
        if (!found) break;
        start = found.next;
        yield found.cells;
        continue;
      }
      const line = text.slice(start, text[end - 1] === "\r" && end > start ? end - 1 : end);
      start = end + 1;
      if (line) yield line.split(separator);
    }
    this.rest = text.slice(start);
  }

  /** The last row, if no line end comes after it. */
  *finish() {
    const rest = this.rest.replace(/\r$/, "");
    this.rest = "";
    if (rest) yield rest.includes('"') ? this.quoted(`${rest}\n`, 0, true).cells : rest.split(this.separator);
  }

  /** A row with quotes, and where the next begins; nothing if it does not end in this text, unless it must. */
  quoted(text, start, last = false) {
    const cells = [];
    for (let at = start; ; ) {
      let cell = "", end;
      if (text[at] === '"') {
        for (at++; ; ) {
          end = text.indexOf('"', at);
          if (end < 0) {
            if (!last) return;
            cell += text.slice(at, -1);
            at = text.length - 1;
            break;
          }
          cell += text.slice(at, end);
          at = end + 1;
          if (text[at] !== '"') break;
          cell += '"';
          at++;
        }
      }
      // What stands behind a closing quote belongs to the cell, too.
      const line = text.indexOf("\n", at), next = text.indexOf(this.separator, at);
      if (line < 0) return;
      end = next >= 0 && next < line ? next : line;
      cells.push(cell + (end === line ? text.slice(at, end).replace(/\r$/, "") : text.slice(at, end)));
      at = end + 1;
      if (end === line) return { cells, next: at };
    }
  }
}

/** All rows of a text. */
export function rowsOf(text, separator) {
  const rows = new Rows(separator);
  return [...rows.take(text), ...rows.finish()];
}

/** The separator that gives the beginning of a text the most columns, the same number in every row. */
export function separatorOf(text) {
  const width = (separator) => {
    const widths = rowsOf(text, separator).slice(0, 50).map((cells) => cells.length);
    const [first] = widths;
    return widths.every((one) => one === first) ? first : 1;
  };
  return SEPARATORS.reduce((best, other) => (width(other) > width(best) ? other : best));
}
