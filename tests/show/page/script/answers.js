// What the script finds, for the tests in Python: reads a file of questions and writes the answers. What JSON cannot
// hold is a text, as in programs.
//
// A question is { content, asks: [[method of the engine, view, ...arguments]] }; or { loops, classes, inputs: [{ m,
// relevance, … }] }, answered for each of the inputs by all numbers of the node of each output and by its slopes; or
// { below: [numbers] }, answered by the shares of the normal distribution.

import { readFileSync } from "node:fs";
import { normalBelow } from "../../../../src/steelyard/show/page/script/chance.js";
import { Engine } from "../../../../src/steelyard/show/page/script/engine.js";
import { cellSlopes, slopesOf } from "../../../../src/steelyard/show/page/script/influence.js";
import { unpack } from "../../../../src/steelyard/show/page/script/packed.js";
import { Replay } from "../../../../src/steelyard/show/page/script/replay.js";

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

const ofLoops = ({ loops, classes, inputs }) => {
  const replay = new Replay(loops);
  const computed = [...loops.nodes.keys()].filter((place) => !["input", "constant"].includes(loops.nodes[place][0]));
  return inputs.map((given) => {
    Object.entries(given).forEach(([name, numbers]) => replay.set(name, unpack(numbers)));
    replay.run(computed);
    return replay.outputs.map((output) => ({
      numbers: plain(replay.arrays[output.value[0]]),
      slopes: plain(cellSlopes(slopesOf(output, replay.arrays, classes))),
    }));
  });
};

const answered = (question) => {
  if (question.below) return question.below.map(normalBelow);
  return question.content ? ofContent(question) : ofLoops(question);
};

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(process.argv[2], "utf8")).map(answered)));
