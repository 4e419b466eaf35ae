import scenes from "./scenes.svg?raw";
import { addSprite } from "./sprite";

export function addScenes(): void {
  addSprite("scenes", scenes);
}
