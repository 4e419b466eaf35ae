import posters from "../../../../src/expedition/art/posters.svg?raw";
import { addSprite } from "../../art/sprite";
import terrain from "../../../../src/expedition/art/terrain.svg?raw";

export function addEldoradoArt(): void {
  addSprite("terrain", terrain);
  addSprite("posters", posters);
}
