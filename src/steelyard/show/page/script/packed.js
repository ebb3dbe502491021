export const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/** Packed numbers as one flat array: a list, or what differs from a fill (`steelyard.show.page.units_of`). */
export function unpack(packed) {
  if (Array.isArray(packed)) return Float64Array.from(packed, Number);
  const found = new Float64Array(packed.n).fill(Number(packed.fill));
  let place = -1;
  packed.values.forEach((number, i) => (found[(place += packed.at[i])] = Number(number)));
  return found;
}
