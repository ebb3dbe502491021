// The page of scores: its content stands in it.
import { byId } from "./dom.js";
import { showScores } from "./score_page.js";

showScores(JSON.parse(byId("content").textContent));
