// What can be moved by hand: how much each class matters, the order of the classes, and how frequent they are.
import { byId, mark, say } from "./dom.js";
import { levelsFor, withShare } from "./state.js";
import { portion } from "./words.js";

const STEPS = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };

/** Connect a list of sliders and fields, named by their classes' numbers; return what draws them. */
function connect(list, page, { numbers, shares, move, place, number }) {
  const rows = Array.from(byId(list).children, (item) => item.querySelectorAll("input, output"));
  for (const [slider, field] of rows) {
    slider.addEventListener("input", () => move(Number(slider.name), number(slider.value)));
    field.addEventListener("change", () => (field.validity.valid ? move(Number(field.name), Number(field.value)) : page.draw()));
  }
  return () => {
    const [all, told] = [numbers(), shares()];
    for (const [slider, field, output] of rows) {
      const [at, text] = [place(all[slider.name]), String(Number(all[slider.name].toPrecision(6)))];
      // A slider being moved stands where it should; the way back from what it means would miss that by rounding.
      if (Math.abs(slider.value - at) > 1e-9) slider.value = at;
      if (field.value !== text) field.value = text;
      say(output, portion(told[slider.name]));
      mark(slider, "aria-valuetext", output.textContent);
    }
  };
}

export function levelSliders(page) {
  const shares = () => page.view.weights;
  const numbers = () => page.state.levels ?? levelsFor(shares());
  const move = (c, level) => page.choose({ levels: numbers().with(c, level) });
  return connect("sliders", page, { numbers, shares, move, place: Number, number: Number });
}

/** Shares are in percent, their sliders on the scale of log odds, so that rare classes have room. */
export function shareSliders(page) {
  const shares = () => page.view.shares ?? page.content.shares;
  const numbers = () => Array.from(shares(), (share) => 100 * share);
  const move = (c, percent) => page.choose({ shares: withShare(page.state.shares, c, percent / 100, page.content.support) });
  const place = (percent) => Math.log((percent + 1e-9) / (100 - percent + 1e-9));
  return connect("shares", page, { numbers, shares, move, place, number: (odds) => 100 / (1 + Math.exp(-odds)) });
}

/** An order is a way to set the sliders: classes are dragged, or moved by buttons and keys. */
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

  /** Move a class among those that are not filtered away; the focus stays. */
  const step = (event) => {
    const by = event.type === "click" ? Number(event.target.value) : event.altKey && STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    const [item, seen] = [event.target.closest("li"), [...list.children].filter(({ hidden }) => !hidden)];
    put(item, seen[Math.max(0, Math.min(seen.indexOf(item) + by, seen.length - 1))]);
    event.target.focus();
  };

  list.onclick = list.onkeydown = step;
  list.onpointerdown = ({ button, pointerId, target }) => {
    const item = target.closest("li");
    if (button || target.value || !item) return;
    list.setPointerCapture(pointerId); // not the item's: it is taken out when it moves
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

/** Show what is chosen of a few, and whether there is a way back. */
export function drawChoices({ state }) {
  const now = { ...state, preset: state.levels ? null : state.preset };
  byId("metric").value = now.metric;
  for (const choice of document.querySelectorAll("button[name]")) mark(choice, "aria-pressed", choice.value === String(now[choice.name]));
  byId("moved").hidden = now.preset === 0 && !now.shares.length;
}
