// Marks on the curves of scores that follow the threshold.

const SVG = "http://www.w3.org/2000/svg";
// Of the plane of a curve in its picture, as in curve_figures.py.
const [LEFT, TOP, WIDE, HIGH] = [44, 20, 300, 220];

/** Where a curve stands at some x: its path goes from left to right. */
function heightAt(path, x) {
  let [low, high] = [0, path.getTotalLength()];
  for (let step = 20; step--; ) {
    const middle = (low + high) / 2;
    if (path.getPointAtLength(middle).x < x) low = middle;
    else high = middle;
  }
  return path.getPointAtLength(high).y;
}

/** Recall, false positive rate and precision of a model by its matrix, and the weight of the class that a threshold fixes, at a share of the class. */
export function operatingPoint(matrix, place, threshold, share) {
  const other = 1 - place, [found, missed, alarms, rest] = [[place, place], [place, other], [other, place], [other, other]].map(([i, j]) => matrix[2 * i + j]);
  const [recall, wrong] = [found / (found + missed), alarms / (alarms + rest)], own = (1 - threshold) * share, others = threshold * (1 - share);
  return { recall, alarms: wrong, precision: (share * recall) / (share * recall + (1 - share) * wrong), weight: own / (own + others) };
}

/** Connect the curves; return what puts the marks of a threshold on them. */
export function curveMarks(curves, place, share) {
  const drawn = curves.map((figure) => {
    const chart = figure.querySelector("svg"), line = document.createElementNS(SVG, "path");
    const lines = [...chart.querySelectorAll(".line")].map((of) => ({ k: Number(of.dataset.k), track: of.querySelector(".track"), mark: of.appendChild(document.createElementNS(SVG, "circle")) }));
    line.setAttribute("class", "now");
    chart.querySelector("svg").append(line);
    return { kind: figure.dataset.curve, x: chart.dataset.x.split(" ").map(Number), line, lines };
  });
  return (matrices, threshold) => {
    for (const { kind, x: [least, most], line, lines } of drawn) {
      const across = (value) => LEFT + (WIDE * (value - least)) / (most - least);
      const points = matrices.map((matrix) => operatingPoint(matrix, place, threshold, share));
      const upright = kind === "roc" || kind === "precision_recall" ? NaN : kind === "cost" ? points[0].weight : threshold, seen = upright >= least && upright <= most;
      line.setAttribute("d", seen ? `M${across(upright)} ${TOP}v${HIGH}` : "");
      lines.forEach(({ k, track, mark }) => {
        const { recall, alarms, precision } = points[k], place = { roc: [alarms, recall], precision_recall: [recall, precision] }[kind];
        const [x, y] = place ? [across(place[0]), TOP + HIGH * (1 - place[1])] : seen && kind !== "reliability" ? [across(upright), heightAt(track, across(upright))] : [NaN, NaN];
        mark.setAttribute("class", Number.isFinite(x + y) ? "mark" : "mark none");
        if (Number.isFinite(x + y)) for (const [name, value] of Object.entries({ cx: x, cy: y, r: 5 })) mark.setAttribute(name, value);
      });
    }
  };
}
