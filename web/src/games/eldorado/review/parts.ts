/** What a review of El Dorado shows beside chances and turns. */
import type { ReviewParts } from "../../../review/model";
import Cards from "./Cards.svelte";
import Picture from "./Picture.svelte";

const parts: ReviewParts = { picture: Picture, panels: Cards };
export default parts;
