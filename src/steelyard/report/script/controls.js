// What can be said by hand: the metric, how much each class matters, and how frequent it is.
import { button, byId, make, mark, nameOf, say } from "./dom.js";
import { levelsOf, withShare } from "./state.js";
import { portion, titled } from "./words.js";

const MANY_CLASSES = 12;
const STEEPEST = 12; // on the scale of log odds: 6 in a million

/** Choose the metric of the verdict, or a ready-made importance; one that makes no sense here says why. */
export class Choosers {
  constructor(page) {
    this.page = page;
    const { metrics, presets } = page.content;
    byId("metric").append(...metrics.map((metric, j) => make("option", { value: j }, titled(metric))));
    byId("metric").addEventListener("change", ({ target }) => page.choose({ metric: target.selectedIndex }));
    this.buttons = presets.map(({ name, text, weights, why_not }, preset) => {
      const press = () => (weights ? page.choose({ preset }) : say(byId("preset-meaning"), why_not));
      return button(press, { title: why_not || text, "aria-disabled": !weights }, name);
    });
    byId("presets").append(...this.buttons);
  }

  draw() {
    const { content, state } = this.page;
    byId("metric").selectedIndex = state.metric;
    say(byId("meaning"), content.metrics[state.metric].meaning);
    this.buttons.forEach((chip, i) => mark(chip, "aria-pressed", i === state.preset));
    byId("reset-shares").disabled = !state.shares.length;
    say(byId("preset-meaning"), content.presets[state.preset]?.text ?? (state.order ? "Your order of the classes." : "Your own weights."));
  }
}

/** A slider and a number for each class: `now` says where they stand, and `move` takes a class to what a slider says. */
class ClassSliders {
  constructor(page, { list, attribute, about, ends, classes, number, now, move }) {
    Object.assign(this, { page, now });
    this.rows = classes.map((c) => {
      const label = page.content.labels[c];
      const input = (type, [min, max], unit, more) => make("input", { type, min, max, step: "any", "aria-label": `${about} of ${label}${unit}`, ...more });
      const slider = input("range", ends, "", { [attribute]: label, input: () => move(c, Number(slider.value)) });
      const typed = () => (field.value && field.validity.valid ? move(c, number(Number(field.value))) : this.draw());
      const field = input("number", [0, 100], ", as a number", { change: typed });
      return { c, slider, field, output: make("output"), label };
    });
    byId(list).append(...this.rows.map(({ label, slider, field, output }) => make("li", { "data-label": label.toLowerCase() }, nameOf(label), slider, field, output)));
  }

  draw() {
    const now = this.now();
    for (const { c, slider, field, output } of this.rows) {
      const [place, number, text, spoken] = now(c);
      // A slider being moved stands where it should; the way back from what it means would miss that by rounding.
      if (Math.abs(Number(slider.value) - place) > 1e-9) slider.value = String(place);
      field.value = String(Number(number.toPrecision(6)));
      say(output, text);
      mark(slider, "aria-valuetext", spoken);
    }
  }
}

/** How much each class matters, from 0 to 100, and the share of the weight that it has thereby. */
export function importanceSliders(page) {
  const levels = () => levelsOf(page.state, page.view.weights);
  return new ClassSliders(page, {
    list: "sliders",
    attribute: "data-class",
    about: "Importance",
    ends: [0, 100],
    classes: [...page.content.labels.keys()],
    number: (level) => level,
    now: (all = levels()) => (c) => {
      const share = portion(page.view.weights[c]);
      return [all[c], all[c], share, `${Math.round(all[c])} of 100, ${share} of the weight`];
    },
    move: (c, level) => page.choose({ levels: levels().with(c, level) }),
  });
}

/** How frequent each class is; on the scale of log odds, so that rare classes have room. */
export function shareSliders(page) {
  const { shares, support } = page.content;
  const steep = (place) => Math.max(-STEEPEST, Math.min(STEEPEST, place));
  const classes = [...support.keys()].filter((c) => support[c] > 0);
  byId("by-shares").hidden = classes.length < 2;
  return new ClassSliders(page, {
    list: "shares",
    attribute: "data-share",
    about: "Share",
    ends: [-STEEPEST, STEEPEST],
    classes,
    number: (percent) => Math.log(percent / (100 - percent)),
    now: (set = new Map(page.state.shares)) => (c) => {
      const share = (page.view.shares ?? shares)[c];
      return [steep(Math.log(share / (1 - share))), 100 * share, set.has(c) ? "% set" : "%", `${portion(share)} of the items`];
    },
    move: (c, place) => page.choose({ shares: withShare(page.state.shares, c, 1 / (1 + Math.exp(-place)), support) }),
  });
}

/** A box that leaves only the classes with some text in their names, where there are many. */
export function filterClasses({ labels }) {
  byId("filter").parentElement.hidden = labels.length <= MANY_CLASSES;
  byId("filter").addEventListener("input", ({ target }) => {
    const sought = target.value.trim().toLowerCase();
    for (const item of document.querySelectorAll(".classes > li")) item.hidden = !item.dataset.label.includes(sought);
  });
}
