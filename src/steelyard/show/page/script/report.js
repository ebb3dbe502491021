// The page of a result: its content stands in it.
import { byId } from "./dom.js";
import { show } from "./page.js";

show(JSON.parse(byId("content").textContent));
