import posters from "./posters.svg?raw";
import { addSprite } from "./sprite";
import terrain from "./terrain.svg?raw";

export function addEldoradoArt(): void {
  addSprite("terrain", terrain);
  addSprite("posters", posters);
}
