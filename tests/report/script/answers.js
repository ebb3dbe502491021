// What the script finds, for the tests in Python: reads a file of questions and writes the answers. What JSON cannot
// hold is a text, as in programs.
//
// A question is { content, asks: [[method of the engine, view, ...arguments]] }, or { program, m: [matrices], relevance,
// shares }, which is answered by the numbers of each output and, of those that are derived from the cells, their slopes.

import { readFileSync } from "node:fs";
import { mapped } from "../../../src/steelyard/report/script/arrays.js";
import { Engine } from "../../../src/steelyard/report/script/engine.js";
import { flowsOf } from "../../../src/steelyard/report/script/gradient.js";
import { slopesAt } from "../../../src/steelyard/report/script/influence.js";
import { unpack } from "../../../src/steelyard/report/script/packed.js";
import { Program, Replay } from "../../../src/steelyard/report/script/replay.js";

const plain = (value) => {
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (ArrayBuffer.isView(value) || Array.isArray(value)) return Array.from(value, plain);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
};

const viewOf = ({ weights, shares }) => ({ weights: unpack(weights), shares: shares && unpack(shares) });

const ofContent = ({ content, asks }) => {
  const engine = new Engine(content);
  return asks.map(([method, view, ...rest]) => plain(engine[method](viewOf(view), ...rest)));
};

/** The slope by each cell of each matrix of the stack. */
const byCell = (replay, output, c, C) => {
  const flows = flowsOf(replay, output, c);
  return Array.from({ length: replay.stack }, (_, at) => {
    const { rows, columns, diagonal, cells } = slopesAt(flows, at, C);
    const others = (i, j) => cells.reduce((sum, { data, start, down, along }) => sum + data[start + i * down + j * along], 0);
    return rows.map((row) => row).reduce((all, row, i) => [...all, ...Array.from(columns, (column, j) => row + column + (i === j ? diagonal[i] : 0) + others(i, j))], []);
  });
};

const ofProgram = ({ program, m, relevance, shares, slopes }) => {
  const made = new Program(program), replay = new Replay(made, made.outputs.map(({ value }) => value), m.length);
  made.shared.set("relevance", unpack(relevance));
  if (shares) made.shared.set("shares", unpack(shares));
  m.forEach((matrix, at) => replay.set("m", unpack(matrix), at));
  made.shared.run(made.shared.places);
  replay.run(replay.places);
  return made.outputs.map((output) => {
    const array = replay.arrays[output.value], C = program.classes, wanted = output.kind === "rate" ? C : 1;
    const found = { shape: array.shape, numbers: plain(mapped((number) => number, array).data) };
    if (slopes) found.slopes = plain(Array.from({ length: wanted }, (_, c) => byCell(replay, output, c, C)));
    return found;
  });
};

const questions = JSON.parse(readFileSync(process.argv[2], "utf8"));
process.stdout.write(JSON.stringify(questions.map((question) => ("content" in question ? ofContent : ofProgram)(question))));
