// What is moved by hand: importance, order and shares of the classes.
import { byId, mark, say } from "./dom.js";
import { levelsFor, withShare } from "./state.js";
import { capital, portion } from "./words.js";

const STEPS = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };

/** Connect sliders and fields, named by their classes' numbers; return what draws them. */
function connect(list, page, { numbers, shares, move, place = Number, number = Number }) {
  const rows = Array.from(byId(list).children, (item) => item.querySelectorAll("input, output"));
  for (const [slider, field] of rows) {
    const c = Number(slider.name);
    slider.oninput = () => move(c, number(slider.value));
    field.onchange = () => (field.validity.valid ? move(c, Number(field.value)) : page.draw());
  }
  return () => {
    const now = [numbers(), shares()];
    for (const [slider, field, output] of rows) {
      const [typed, share] = now.map((list) => list[slider.name]);
      const [at, text] = [place(typed), String(Number(typed.toPrecision(4)))];
      // One being moved stands where it should; rounding would push it.
      if (Math.abs(slider.value - at) > 1e-9) slider.value = at;
      if (field.value !== text) field.value = text;
      say(output, portion(share));
      mark(slider, "aria-valuetext", portion(share));
    }
  };
}

export function levelSliders(page) {
  const shares = () => page.view.weights;
  const numbers = () => page.state.levels ?? levelsFor(shares());
  const move = (c, level) => page.choose({ levels: numbers().with(c, level) });
  return connect("sliders", page, { numbers, shares, move });
}

/** In percent, on sliders of log odds, so that rare classes have room. */
export function shareSliders(page) {
  const { shares: counted, support } = page.content;
  const shares = () => page.view.shares ?? counted;
  const numbers = () => Array.from(shares(), (share) => 100 * share);
  const move = (c, percent) => page.choose({ shares: withShare(page.state.shares, c, percent / 100, support) });
  const place = (percent) => Math.log((percent + 1e-9) / (100 - percent + 1e-9));
  return connect("shares", page, { numbers, shares, move, place, number: (odds) => 100 / (1 + Math.exp(-odds)) });
}

/** An order is a way to set the sliders. */
export function orderList(page) {
  const list = byId("order");
  const items = [...list.children];

  const put = (item, other) => {
    const order = [...list.children];
    const place = order.indexOf(other);
    order.splice(place, 0, ...order.splice(order.indexOf(item), 1));
    page.choose({ levels: levelsFor(items.map((one) => page.content.order_weights[order.indexOf(one)])) });
    say(byId("told"), `${item.dataset.order} is number ${place + 1} of ${order.length} in importance.`);
  };

  list.onclick = list.onkeydown = (event) => {
    const by = event.type === "click" ? Number(event.target.value) : event.altKey && STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    const [item, seen] = [event.target.closest("li"), [...list.children].filter(({ hidden }) => !hidden)];
    put(item, seen[Math.max(0, Math.min(seen.indexOf(item) + by, seen.length - 1))]);
    event.target.focus();
  };

  list.onpointerdown = ({ button, pointerId, target }) => {
    const item = target.closest("li");
    if (button || target.value || !item) return;
    // The item is taken out when it moves.
    list.setPointerCapture(pointerId);
    list.onpointermove = ({ clientX, clientY }) => {
      const other = document.elementFromPoint(clientX, clientY)?.closest("#order > li");
      if (other && other !== item) put(item, other);
    };
    list.onlostpointercapture = () => (list.onpointermove = null);
  };

  return ({ view: { weights } }) => {
    const order = [...weights.keys()].sort((a, b) => weights[b] - weights[a]);
    order.forEach((c, place) => list.children[place] === items[c] || list.children[place].before(items[c]));
  };
}

export function drawChoices(page) {
  const { moved, state, toldByResult } = page;
  for (const select of document.querySelectorAll("select")) select.value = state[select.name] ?? select.value;
  const chosen = state.levels ? { ...state, preset: null } : state;
  for (const choice of document.querySelectorAll("button[name]")) mark(choice, "aria-pressed", choice.value === String(chosen[choice.name]));
  byId("moved").hidden = !moved;
  byId("computed").hidden = moved || toldByResult;
}

/** Say near the sliders if they do not move the verdict. */
export function drawRests({ content: { metrics }, state }) {
  const { of_rows, title, weighted } = metrics[state.metric];
  say(byId("rests"), weighted ? "" : `${capital(title)} does not follow the importance: these sliders do not move the verdict.`);
  say(byId("rests-at-shares"), of_rows ? `${capital(title)} does not move with the class shares, nor does the verdict.` : "");
}
