// Programs for any number of classes become those of one (`steelyard.show.page.loops`).

function numberOf(text, C) {
  const [a, b, c] = text.slice(1).split(",").map(Number);
  return a + b * C + c * C * C;
}

function constantOf(made, C) {
  if (Array.isArray(made)) return made.map((number) => grow(number, C));
  if ("log" in made) return [Math.log(numberOf(made.log, C))];
  if ("fill" in made) return { n: C, fill: made.fill, at: [], values: [] };
  return { n: C * C, fill: made.other, at: Array.from({ length: C }, (_, i) => (i ? C + 1 : 1)), values: Array(C).fill(made.diagonal) };
}

/** What holds for C classes. */
export function grow(made, C) {
  if (typeof made === "string") return made[0] === "=" ? numberOf(made, C) : made;
  if (Array.isArray(made)) return made[0] === "constant" ? ["constant", constantOf(made[1], C)] : made.map((part) => grow(part, C));
  if (made && typeof made === "object") return Object.fromEntries(Object.entries(made).map(([name, part]) => [name, grow(part, C)]));
  return made;
}
