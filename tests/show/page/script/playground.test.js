import assert from "node:assert/strict";
import test from "node:test";
import { Counts } from "../../../../src/steelyard/show/page/script/count.js";
import { Rows, rowsOf, separatorOf } from "../../../../src/steelyard/show/page/script/csv.js";
import { grow } from "../../../../src/steelyard/show/page/script/grow.js";
import { agreement, guessColumns, hasNames, labelOf, matrixOf } from "../../../../src/steelyard/show/page/script/guess.js";
import { betaBelow, jeffreys } from "../../../../src/steelyard/show/page/script/jeffreys.js";
import { BY_SIZE } from "../../../../src/steelyard/show/page/script/made_here.js";
import { rateEnds } from "../../../../src/steelyard/show/page/script/share_ends.js";

const near = (a, b, by = 1e-10) => assert.ok(Math.abs(a - b) < by, `${a} is not ${b}`);

const TEXTS = {
  plain: ["a,b\n1,2\n", [["a", "b"], ["1", "2"]]],
  "no last line end": ["a,b\n1,2", [["a", "b"], ["1", "2"]]],
  "carriage returns": ["a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]],
  "empty lines": ["a,b\n\n1,2\n\r\n", [["a", "b"], ["1", "2"]]],
  "missing values": ["a,,c\n,,\n", [["a", "", "c"], ["", "", ""]]],
  quotes: ['"a","b ""c"""\n1,"x,y"\n', [["a", 'b "c"'], ["1", "x,y"]]],
  "line ends in quotes": ['a,"two\r\nlines"\r\nb,"x"\r\n', [["a", "two\r\nlines"], ["b", "x"]]],
  "empty quotes": ['"",b\n', [["", "b"]]],
  "a quote that never ends": ['a,"b\nc', [["a", "b\nc"]]],
  "a quote inside": ['5" disk,x\n', [['5" disk', "x"]]],
};

for (const [name, [text, expected]] of Object.entries(TEXTS)) {
  test(`rows with ${name} are read, in whatever pieces they come`, () => {
    assert.deepEqual(rowsOf(text, ","), expected);
    for (let size = 1; size < 7; size++) {
      const rows = new Rows(","), found = [];
      for (let at = 0; at < text.length; at += size) found.push(...rows.take(text.slice(at, at + size)));
      assert.deepEqual([...found, ...rows.finish()], expected, `pieces of ${size}`);
    }
  });
}

test("the separator is the one that gives every row as many cells", () => {
  assert.equal(separatorOf("a,b\n1,2\n"), ",");
  assert.equal(separatorOf("a;b\n1,5;2,5\n2,5;3\n"), ";");
  assert.equal(separatorOf("a\tb\n1\t2\n"), "\t");
  assert.equal(separatorOf("one, two\nthree\n"), ",");
  assert.equal(separatorOf('a;"x,y";c\nd;"z";e\n'), ";");
});

test("a first row has names if it does not look like the others", () => {
  assert.ok(hasNames([["y", "svm"], ["a", "b"], ["b", "b"]]));
  assert.ok(!hasNames([["a", "b"], ["a", "b"], ["b", "b"]]));
  assert.ok(!hasNames([["1", "2"], ["3", "4"]]));
  assert.ok(!hasNames([["a", "a"], ["b", "c"]]));
});

test("what people write for a number is one label, codes stay", () => {
  assert.deepEqual(["1.0", "1", "-2.50", "007", "1e3", "+1", "x"].map(labelOf), ["1", "1", "-2.5", "007", "1e3", "+1", "x"]);
});

test("agreement is that beyond chance", () => {
  assert.equal(agreement(["a", "b"], ["a", "b"]), 1);
  near(agreement([..."aabb"], [..."abab"]), 0);
  near(agreement([..."aaab"], [..."aabb"]), 0.5); // (0.75 − 0.5)/(1 − 0.5)
});

test("truth and predictions are guessed by names and by what they say", () => {
  const rows = Array.from({ length: 60 }, (_, i) => {
    const truth = String(3 + (i % 5)), other = i % 7 ? truth : "3";
    return [String(i), truth, other, truth, String((i * 7) % 10)];
  });
  assert.deepEqual(guessColumns(["id", "quality", "tree", "svm", "fold"], rows), { truth: 1, predictions: [2, 3] });
  assert.deepEqual(guessColumns(["id", "tree", "y_true", "y_pred", "fold"], rows), { truth: 2, predictions: [3] });
  assert.deepEqual(guessColumns(["id", "prediction", "actual", "svm", "fold"], rows), { truth: 2, predictions: [1] });
  assert.equal(guessColumns(["a", "b"], [["x", "1"], ["y", "2"], ["z", "3"]]), undefined);
});

test("a matrix is read as people paste it", () => {
  const matrix = [[8, 2], [10, 80]];
  for (const text of ["8,2\n10,80", "8 2\n10 80\n", "[[8, 2], [10, 80]]", "[[ 8  2]\n [10 80]]", "8\t2\n10\t80", "8; 2\n10; 80"])
    assert.deepEqual(matrixOf(text), { labels: ["0", "1"], matrix }, text);
  assert.deepEqual(matrixOf(",a,b\na,8,2\nb,10,80"), { labels: ["a", "b"], matrix });
  assert.deepEqual(matrixOf("a,b\n8,2\n10,80"), { labels: ["a", "b"], matrix });
  for (const text of ["y,p\na,b\nb,b", "8,2\n10", "1,2,3\n4,5,6", "8,-2\n10,80", "hello"]) assert.equal(matrixOf(text), undefined, text);
});

test("rows are counted by what is said together, and those without a label left out", () => {
  const counts = new Counts([0, 2]);
  for (const row of [["2", "x", "10"], ["10.0", "x", "10"], ["2", "x", "10"], ["", "x", "2"], ["2", "x"]]) counts.add(row);
  assert.deepEqual(counts.sorted(), { labels: ["2", "10"], kinds: [[[0, 1], 2], [[1, 1], 1]], dropped: 2, items: 3 });
});

test("what grows with the classes is that of so many", () => {
  const made = { nodes: [["sum", 0, "=0,1,0", ["=-1,1,0", 2], "=0,0,1"], ["constant", { log: "=-2,2,0" }], ["constant", { diagonal: 0, other: 1 }], ["constant", ["NaN"]], ["constant", { fill: 3 }]] };
  assert.deepEqual(grow(made, 3).nodes, [
    ["sum", 0, 3, [2, 2], 9],
    ["constant", [Math.log(4)]],
    ["constant", { n: 9, fill: 1, at: [1, 4, 4], values: [0, 0, 0] }],
    ["constant", ["NaN"]],
    ["constant", { n: 3, fill: 3, at: [], values: [] }],
  ]);
});

test("Jeffreys' intervals are percentiles of the beta distribution", () => {
  // Of scipy.stats.beta.ppf([0.025, 0.975], 8.5, 2.5), and of 0 of 2 (0.5, 2.5).
  near(jeffreys(8, 10, 0.95)[0], 0.4972255035600069);
  near(jeffreys(8, 10, 0.95)[1], 0.9559405864473692);
  assert.equal(jeffreys(0, 2, 0.95)[0], 0);
  near(jeffreys(0, 2, 0.95)[1], 0.6668217544012089);
  assert.equal(jeffreys(5, 5, 0.95)[1], 1);
  near(betaBelow(0.3, 1, 1), 0.3); // even
  near(betaBelow(0.5, 700.5, 700.5), 0.5); // symmetric
});

test("a rate that is no share of items, or of none, has no interval", () => {
  const matrix = [0, 2, 0, 8];
  assert.deepEqual([...rateEnds("precision", matrix, 2, 0.95).low].map(Number.isNaN), [true, false]);
  assert.ok(rateEnds("f", matrix, 2, 0.95).low.every(Number.isNaN));
  near(rateEnds("recall", matrix, 2, 0.95).high[0], 0.6668217544012089);
});

test("importances by size are those of their formulas", () => {
  assert.deepEqual(BY_SIZE.prevalence([10, 90]), [0.1, 0.9]);
  near(BY_SIZE.rarity([10, 90])[0], 0.9);
  near(BY_SIZE.complement([10, 90])[0], 0.9);
  assert.equal(BY_SIZE.rarity([0, 90]), null);
});
