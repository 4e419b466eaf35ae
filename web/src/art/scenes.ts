/** The posters on the doors, each from its game's folder. */
import { gameOf } from "../games/index";
import { addSprite } from "./sprite";

export async function addScene(game: string): Promise<void> {
  const scene = await gameOf(game).scene?.();
  if (scene) addSprite(`scene ${game}`, scene.default);
}
