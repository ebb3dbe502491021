// Charts as files: a picture that looks as in the page, without its style sheet.
import { make } from "./dom.js";
import { save, saveText } from "./saving.js";

const KEPT = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-family", "font-size", "font-weight", "text-anchor", "visibility", "display"];
const SHARPER = 2;

/** Save all pictures that are shown in a place, as SVG or PNG. */
export function saveFigures(place, name, kind) {
  const seen = [...place.querySelectorAll("svg.chart, canvas")].filter((figure) => figure.getBoundingClientRect().width);
  seen.forEach(async (figure, i) => {
    const file = `${name}${i ? i + 1 : ""}.${kind}`;
    if (kind === "svg") saveText(file, "image/svg+xml", svgText(figure));
    else (await painted(figure)).toBlob((blob) => save(file, blob), "image/png");
  });
}

/** A chart as the text of an SVG file: what the style sheet says is written into it. */
function svgText(figure) {
  const copy = figure.cloneNode(true);
  const originals = [figure, ...figure.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((node, i) => {
    const style = getComputedStyle(originals[i]);
    for (const name of KEPT) node.setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "style"]) node.removeAttribute(name);
  });
  const { x, y, width, height } = figure.viewBox.baseVal;
  const ground = document.createElementNS(copy.namespaceURI, "rect");
  const colour = getComputedStyle(document.documentElement).backgroundColor;
  for (const [name, value] of Object.entries({ x, y, width, height, fill: colour })) ground.setAttribute(name, value);
  copy.prepend(ground);
  for (const name of ["width", "height"]) copy.setAttribute(name, figure.getBoundingClientRect()[name]);
  return new XMLSerializer().serializeToString(copy);
}

/** A canvas with a chart, sharper than on the screen. */
async function painted(figure) {
  if (figure.tagName === "CANVAS") return figure;
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svgText(figure))}`;
  await image.decode();
  const canvas = make("canvas");
  [canvas.width, canvas.height] = [SHARPER * image.width, SHARPER * image.height];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}
