// The classes in order of importance: dragged, or moved by buttons and keys.
import { button, byId, make, nameOf, say } from "./dom.js";
import { orderOf } from "./state.js";

/** An order with one class at another place. */
export function movedTo(order, c, place) {
  const others = order.filter((other) => other !== c);
  return others.toSpliced(Math.max(0, place), 0, c);
}

export class OrderList {
  constructor(page) {
    this.page = page;
    this.list = byId("order");
    this.items = page.content.labels.map((label, c) => this.item(label, c));
  }

  item(label, c) {
    const step = (by, sign, word) => button(() => this.move(c, by), { "aria-label": `Move ${label} ${word}` }, sign);
    const keydown = (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }[event.key];
      if (!event.altKey || !by) return;
      event.preventDefault();
      this.move(c, by);
    };
    const listeners = { keydown, pointerdown: (event) => this.drag(event, c) };
    return make("li", { "data-order": label, "data-label": label.toLowerCase(), tabindex: 0, ...listeners }, make("span", { class: "grip", "aria-hidden": true }, "⠿"), nameOf(label), step(-1, "↑", "up"), step(1, "↓", "down"));
  }

  get order() {
    return orderOf(this.page.state, this.page.view.weights);
  }

  /** Move a class by some places among those that are not filtered away; the focus stays with it. */
  move(c, by) {
    const seen = this.order.filter((other) => !this.items[other].hidden);
    const focused = document.activeElement;
    this.put(c, seen[Math.max(0, Math.min(seen.indexOf(c) + by, seen.length - 1))]);
    focused.focus();
  }

  /** Give a class the place of another, and say so. */
  put(c, other) {
    this.page.choose({ order: movedTo(this.order, c, this.order.indexOf(other)) });
    this.items[c].scrollIntoView({ block: "nearest" });
    say(byId("told"), `${this.page.content.labels[c]} is number ${this.order.indexOf(c) + 1} of ${this.items.length} in importance.`);
  }

  /** Follow a pointer: the class takes the place of the one that it is over. */
  drag(event, c) {
    if (event.button || event.target.closest("button")) return;
    const over = ({ clientX, clientY }) => {
      const item = document.elementFromPoint(clientX, clientY)?.closest("#order > li");
      if (item && item !== this.items[c]) this.put(c, this.items.indexOf(item));
    };
    const end = () => {
      this.items[c].classList.remove("dragged");
      this.list.removeEventListener("pointermove", over);
    };
    this.items[c].classList.add("dragged");
    this.list.setPointerCapture(event.pointerId); // not the item: it is taken out when it moves
    this.list.addEventListener("pointermove", over);
    this.list.addEventListener("lostpointercapture", end, { once: true });
  }

  draw() {
    this.order.forEach((c, place) => {
      if (this.list.children[place] !== this.items[c]) this.list.insertBefore(this.items[c], this.list.children[place] ?? null);
    });
  }
}
