// The start: what does not change is written, the page is built, and its buttons are connected.
import { filterClasses } from "./controls.js";
import { byId, make, nodesOf } from "./dom.js";
import { countsRecord, csvOf, pythonOf } from "./exports.js";
import { Page } from "./page.js";
import { copyText, saveText } from "./saving.js";
import { amount, listed, named, titled } from "./words.js";

/** Write the title, the sizes, what was concluded in Python, and the notes. */
function introduce({ dropped, items, labels, metrics, models, notes, title, verdict, version }) {
  byId("title").textContent = title;
  const sizes = [amount(items, "item"), amount(labels.length, "class"), amount(models.length, "model")];
  byId("size").textContent = [...sizes, ...(dropped ? [`${amount(dropped, "item")} left out`] : [])].join(" · ");
  byId("concluded").hidden = !verdict;
  byId("concluded").append(verdict);
  const about = new Map(notes.map((note) => [note, []]));
  for (const metric of metrics) for (const [k, note] of metric.notes) about.set(note, [...(about.get(note) ?? []), [`${titled(metric)} of `, named(models[k])]]);
  byId("notes").append(...[...about].map(([note, places]) => make("li", {}, ...nodesOf(listed(places)), places.length ? ": " : "", note)));
  byId("version").textContent = version;
}

function connect(page) {
  const acts = {
    reset: () => page.choose({ preset: 0, shares: [] }),
    "reset-shares": () => page.choose({ shares: [] }),
    "copy-link": ({ target }) => copyText(page.link, "Link", target),
    "copy-python": ({ target }) => copyText(pythonOf(page), "Code", target),
    "save-counts": () => saveText("counts.json", "application/json", JSON.stringify(countsRecord(page.content))),
    "save-scores": () => saveText("scores.csv", "text/csv", csvOf(page.settled())),
  };
  for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", act);
  byId("controls").addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", () => page.follow());
  // Links inside the page must not replace the state in the address.
  for (const link of document.querySelectorAll("a[href^='#']")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      document.querySelector(link.hash).focus();
    });
  }
  // Beside the results the controls always show; above them, only when asked for.
  const beside = matchMedia("(min-width: 64rem)");
  const unfold = () => (byId("panel").open = beside.matches);
  beside.addEventListener("change", unfold);
  unfold();
}

const content = JSON.parse(byId("content").textContent);
introduce(content);
const page = new Page(content);
connect(page);
filterClasses(content);
document.documentElement.dataset.ready = "yes";
setTimeout(() => page.settled());
