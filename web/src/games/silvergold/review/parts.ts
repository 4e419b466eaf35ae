/** What a review of Silver & Gold shows beside chances and turns. */
import type { ReviewParts } from "../../../review/model";
import CardGrid from "./CardGrid.svelte";
import Picture from "./Picture.svelte";
import Points from "./Points.svelte";

const parts: ReviewParts = { picture: Picture, panels: Points, turns: CardGrid };
export default parts;
