// A file or a matrix that someone brings becomes a page, without leaving this machine.
import { Counts } from "./count.js";
import { Rows, rowsOf, separatorOf } from "./csv.js";
import { byId, make, nameOf, say } from "./dom.js";
import { guessColumns, hasNames, matrixOf } from "./guess.js";
import { contentOf } from "./made_here.js";
import { show } from "./page.js";

const general = JSON.parse(byId("content").textContent), { tokens, limits } = general;
// Characters by which columns are guessed.
const SAMPLE = 2 ** 18;
// Bytes read at once; between them, the page is drawn.
const PIECE = 2 ** 19;
const place = byId("shown"), form = byId("columns"), [progress] = document.getElementsByTagName("progress");
let given, run = 0;

const escaped = (text) => make("p", { text }).innerHTML.replaceAll('"', "&quot;");

/** In lists whose last nodes were made for one name, put one node for each name; numbers in it become its own. */
function repeat(lists, names, token) {
  for (const list of place.querySelectorAll(lists)) {
    const made = [...list.children].filter((node) => !node.matches("th:first-child")), html = made[0].outerHTML;
    made.slice(1).forEach((other) => other.remove());
    made[0].outerHTML = names.map((name, i) => html.replaceAll(/(?<= (?:name|value)=")0(?=")|(?<=score-)0(?=-)/g, i).replaceAll(token, () => escaped(name))).join("");
  }
}

/** The page for so many classes and models, with their names in all its places. */
function frameFor({ labels, models, presets, notes, items, dropped, code }) {
  const C = labels.length, K = models.length;
  place.replaceChildren(byId(K === 1 ? "for-one" : K <= limits.side_by_side ? "for-few" : "for-many").content.cloneNode(true));
  if (C > limits.in_table) {
    const map = byId("for-map").content.cloneNode(true);
    for (const slider of map.querySelectorAll("input")) slider.max = C - 1;
    place.querySelector(".matrix").parentNode.replaceWith(map);
  } else place.querySelector(".matrix").classList.toggle("turned", C > 8);
  repeat("#sliders, #shares, #order, [name=class], datalist", labels, tokens.label);
  repeat("[name=model], [name=other], .by-metric tr, .by-model tbody", models, tokens.model);
  presets.forEach(({ weights }, n) => {
    const button = place.querySelector(`#presets [value="${n}"]`);
    if (weights) return;
    button.removeAttribute("name");
    button.ariaDisabled = "true";
  });
  for (const filter of place.querySelectorAll(".filter")) filter.hidden = C <= limits.many_classes;
  byId("notes").replaceChildren(...notes.map((text) => make("li", { text })));
  const some = (number, noun, plural = `${noun}s`) => `${number.toLocaleString("en")} ${number === 1 ? noun : plural}`;
  const sizes = [some(items, "item"), some(C, "class", "classes"), some(K, "model"), ...(dropped ? [`${dropped.toLocaleString("en")} left out, as a label is missing`] : [])];
  say(byId("source"), sizes.join(" · "));
  byId("code").replaceChildren(code[0], make("span", { id: "code-shares" }), "importance = ", make("span", { id: "code-importance" }), code[1], make("span", { id: "code-how" }), ")\nprint(result)\n");
}

function refuse(sentence) {
  place.replaceChildren(make("p", { class: "warning", role: "alert", text: sentence }));
}

/** Show what was counted; or why that cannot be. */
function present(counted) {
  const { labels, models, items } = counted;
  if (!items) return refuse("No row has both a truth and a prediction.");
  if (labels.length < 2) return refuse("There is only one class, so there is nothing to tell apart.");
  if (labels.length > limits.classes) return refuse(`These columns have ${labels.length.toLocaleString("en")} different values; a page shows up to ${limits.classes} classes. Are they labels?`);
  if (models.length > limits.models) return refuse(`A page shows up to ${limits.models} models; choose fewer columns.`);
  history.replaceState(null, "", location.href.split("#")[0]);
  const content = contentOf(general, counted);
  frameFor(content);
  show(content);
}

const sourceOf = (names) => `[${names.map((name) => JSON.stringify(name)).join(", ")}]`;
const codeFor = (counts) => [`import steelyard as sy\n\n${counts}\n`, "\nresult = sy.evaluate(cm, importance=importance, "];

/** The texts of a file, as they come; by its first bytes UTF-8 or UTF-16. */
async function* pieces(blob) {
  const [a, b] = new Uint8Array(await blob.slice(0, 2).arrayBuffer()), wide = { "255 254": "utf-16le", "254 255": "utf-16be" }[`${a} ${b}`];
  const decoder = new TextDecoder(wide ?? "utf-8");
  for (let at = 0; at < blob.size; at += PIECE) yield decoder.decode(await blob.slice(at, at + PIECE).arrayBuffer(), { stream: at + PIECE < blob.size });
}

/** Count the chosen columns, and say how far it is. */
async function count() {
  const { blob, name, separator, named, names, truth, predictions } = given, own = ++run;
  if (!predictions.length || predictions.includes(truth)) return refuse("Choose the column of the truth, and others for the predictions.");
  const counts = new Counts([truth, ...predictions]), rows = new Rows(separator), started = performance.now();
  let [skip, read] = [named, 0];
  const add = (row) => (skip ? (skip = false) : counts.add(row));
  progress.hidden = false;
  for await (const piece of pieces(blob)) {
    for (const row of rows.take(piece)) add(row);
    progress.value = Math.min(1, (read += PIECE) / blob.size);
    if (counts.labels.length > 100 * limits.classes) break;
    // Something else was chosen meanwhile.
    if (own !== run) return;
  }
  for (const row of rows.finish()) add(row);
  progress.hidden = true;
  say(byId("took"), `${(counts.items + counts.dropped).toLocaleString("en")} rows of ${name} counted in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  const models = predictions.map((c) => names[c]), path = JSON.stringify(name), drop = counts.dropped ? ', missing="drop"' : "";
  const asked = `truth=${JSON.stringify(names[truth])}, prediction=${models.length > 1 ? sourceOf(models) : JSON.stringify(models[0])}`;
  present({ ...counts.sorted(), models, source: `${models.join(", ")} in ${name}`, code: codeFor(`cm = sy.count(${path}, ${asked}${drop})`) });
}

/** Look at the beginning of a file, guess what its columns are, and ask. */
async function open(blob, name) {
  let sample = "";
  for await (const piece of pieces(blob)) if ((sample += piece).length >= SAMPLE) break;
  const whole = sample.length < SAMPLE ? sample : sample.slice(0, sample.lastIndexOf("\n") + 1);
  look(blob, name, whole, separatorOf(whole));
}

function look(blob, name, sample, separator, named) {
  const rows = rowsOf(sample, separator);
  if (rows.length < 2) {
    form.hidden = true;
    return refuse(`${rows.length ? "There is only one line" : "There is nothing"} in ${name}: bring a line with the names of the columns, and below it a line for each item.`);
  }
  const has = named ?? hasNames(rows.slice(0, 1000));
  const names = rows[0].map((cell, c) => (has ? cell : `column ${c + 1}`)), guessed = guessColumns(names, rows.slice(has ? 1 : 0, 5000));
  given = { blob, name, sample, separator, named: has, names, truth: guessed?.truth ?? 0, predictions: guessed?.predictions ?? [] };
  const option = (c) => make("option", { value: c, text: names[c] }), box = (c) => make("label", {}, make("input", { type: "checkbox", name: "prediction", value: c }), " ", nameOf(names[c]));
  form.elements.truth.replaceChildren(...names.keys().map(option));
  byId("predictions").replaceChildren(...names.keys().map(box));
  form.elements.truth.value = given.truth;
  for (const one of form.querySelectorAll("[type=checkbox][name=prediction]")) one.checked = given.predictions.includes(Number(one.value));
  form.elements.named.checked = has;
  form.elements.separator.value = separator;
  form.hidden = false;
  if (guessed) return count();
  return refuse("No two columns look like labels of the same items. Choose them above.");
}

/** A matrix, or the rows of a file, as text. */
function openText(text) {
  const found = matrixOf(text);
  if (!found) return open(new Blob([text]), "pasted.csv");
  form.hidden = true;
  const { labels, matrix } = found, kinds = matrix.flatMap((row, i) => row.flatMap((size, j) => (size ? [[[i, j], size]] : [])));
  const items = kinds.reduce((sum, [, size]) => sum + size, 0), code = codeFor(`cm = sy.Confusion(\n    ${JSON.stringify(matrix)},\n    labels=${sourceOf(labels)},\n)`);
  return present({ labels, models: ["model"], kinds, items, dropped: 0, source: "A pasted matrix", code });
}

const failed = (error) => refuse(`It could not be read: ${error.message}`);
form.onchange = (event) => {
  event.stopPropagation();
  const { name } = event.target, { truth, named, separator } = form.elements;
  if (name === "separator" || name === "named") return look(given.blob, given.name, given.sample, separator.value, name === "named" ? named.checked : undefined);
  given.truth = Number(truth.value);
  given.predictions = Array.from(form.querySelectorAll("[type=checkbox][name=prediction]:checked"), (one) => Number(one.value)).filter((c) => c !== given.truth);
  return count().catch(failed);
};
byId("file").onchange = ({ target: { files: [file] } }) => file && open(file, file.name).catch(failed);
byId("look").onclick = () => byId("pasted").value.trim() && Promise.resolve(openText(byId("pasted").value)).catch(failed);
byId("example").onclick = () => {
  byId("pasted").value = general.example;
  byId("look").onclick();
};
for (const name of ["dragover", "drop"])
  window.addEventListener(name, (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (name === "drop" && file) open(file, file.name).catch(failed);
  });
document.documentElement.dataset.open = "yes";
