/** What a review of El Dorado shows beside chances and turns. */
import type { ReviewParts } from "../../../review/model";
import Cards from "./Cards.svelte";
import Deeds from "./Deeds.svelte";
import Picture from "./Picture.svelte";

const parts: ReviewParts = {
  picture: Picture,
  panels: Cards,
  deeds: Deeds as unknown as ReviewParts["deeds"],
};
export default parts;
