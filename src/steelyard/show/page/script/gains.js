// What gains of the classes make of probabilities: `steelyard.show.page.decided` has how they are written.

const ARRAYS = { 8: Uint8Array, 16: Uint16Array, 64: Float64Array };

/** The numbers of a text in base 64. */
function numbersOf(text, Kind) {
  return new Kind(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer);
}

export class Gains {
  constructor({ start, bits, step, truth, weights, models }) {
    Object.assign(this, { start, step, C: start.length, truth: numbersOf(truth, Uint8Array), weights: weights && numbersOf(weights, Float64Array) });
    this.columns = models.map((text) => numbersOf(text, ARRAYS[bits]));
  }

  /** The class of the largest gain · probability, of equal ones that of the larger gain, then the first; of logarithms, the largest sum. */
  answers(columns, gains) {
    const { C, step, truth } = this, logs = gains.map(Math.log), order = [...gains.keys()].sort((a, b) => gains[b] - gains[a]);
    return truth.map((_, i) => {
      let [best, most] = [order[0], -Infinity];
      for (const c of order) {
        const found = step ? step * columns[i * C + c] + logs[c] : columns[i * C + c] * gains[c];
        if (found > most) [best, most] = [c, found];
      }
      return best;
    });
  }

  /** The matrices, their squares, and on which items models agree, at some gains. */
  at(gains) {
    const { C, truth, weights } = this, answers = this.columns.map((columns) => this.answers(columns, gains));
    const counted = (power) => answers.map((told) => {
      const matrix = Array(C * C).fill(0);
      truth.forEach((c, i) => (matrix[c * C + told[i]] += weights ? weights[i] ** power : 1));
      return matrix;
    });
    return { counts: counted(1), squares: weights ? counted(2) : null, tables: answers.length > 1 ? [this.table(answers)] : [] };
  }

  table(answers) {
    const { truth, weights } = this, places = new Map(), found = { truth: [], predictions: answers.map(() => []), sizes: [], amounts: [], squares: [] };
    truth.forEach((c, i) => {
      const key = [c, ...answers.map((told) => told[i])].join();
      if (!places.has(key)) {
        places.set(key, places.size);
        found.truth.push(c);
        answers.forEach((told, k) => found.predictions[k].push(told[i]));
        for (const name of ["sizes", "amounts", "squares"]) found[name].push(0);
      }
      const e = places.get(key), weight = weights ? weights[i] : 1;
      found.sizes[e] += 1;
      found.amounts[e] += weight;
      found.squares[e] += weight ** 2;
    });
    return { models: [...answers.keys()], kind: null, ...found };
  }
}
