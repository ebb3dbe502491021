// A small content and page for the tests of what the page says: two models, three classes.

/** Content with two models and three classes, some parts changed. */
export function madeContent(changes = {}) {
  return {
    labels: ["a", "b", "c"],
    python_labels: ["'a'", "'b'", "'c'"],
    models: ["first", "second"],
    python_models: ["'first'", "'second'"],
    counts: [
      [4, 1, 0, 0, 3, 2, 1, 0, 9],
      { n: 9, fill: 0, at: [1, 4, 4], values: [5, 5, 10] },
    ],
    support: [5, 5, 10],
    seen: [[5, 5, 10], [6, 4, 10]],
    rope: 0,
    together: "the 3 metrics asked for",
    shares: [0.25, 0.25, 0.5],
    items: 20,
    dropped: 0,
    confidence: 0.95,
    why_no_intervals: "",
    how: "confidence=0.95",
    how_anew: "confidence=0.95, intervals=sy.intervals.classwise(seed=0, by_slopes=True)",
    policy: "exclude",
    units: { kind: "items" },
    metrics: [
      { name: "balanced_accuracy", title: "balanced accuracy", weighted: true, sign: 1, live: true, misleading: [], notes: [], why_fixed: "" },
      { name: "mean_f(beta=2)", title: "mean F", weighted: true, sign: 1, live: true, misleading: [], notes: [], why_fixed: "" },
      { name: "accuracy", title: "accuracy", weighted: false, sign: 1, live: true, misleading: [], notes: [], why_fixed: "" },
      { name: "own", title: "my own", weighted: true, sign: 1, live: false, misleading: [], notes: [], why_fixed: "It cannot be recorded." },
    ],
    main: 0,
    named: true,
    order: [0, 1],
    rates: [{ name: "recall" }, { name: "precision" }],
    yours: "with your importance",
    presets: [
      { name: "uniform", text: "All alike.", weights: [1 / 3, 1 / 3, 1 / 3], why_not: "", python: "'uniform'", said: "if all classes count the same" },
      { name: "rarity", text: "The rarer, the more.", weights: [0.4, 0.4, 0.2], why_not: "", python: "'rarity'", said: "if rare classes count more" },
      { name: "complement", text: "", weights: null, why_not: "One class has all items.", python: "'complement'" },
    ],
    order_weights: [1 / 2, 1 / 3, 1 / 6],
    ...changes,
  };
}

/** What the page of a content offers by its choosers: whether a name has a value. */
export function offers({ labels, metrics, models, presets, rates }) {
  const places = (things) => Array.from(things.keys(), String);
  const choices = {
    __proto__: null,
    metric: places(metrics),
    preset: places(presets).filter((n) => presets[n].weights),
    class: places(labels),
    model: places(models),
    other: places(models),
    rate: places(rates),
    matrix: ["counts", "row", "column", "difference"],
  };
  return (name, value) => Boolean(choices[name]?.includes(value));
}
