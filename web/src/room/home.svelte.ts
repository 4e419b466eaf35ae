/** Where one goes from a table: the first page, or the tournament it belongs to. */
import { go } from "../route.svelte";

export const home = $state({ path: "", label: "result.home" });

export function homeOf(tournament: string | null | undefined): void {
  home.path = tournament ? `t/${tournament}` : "";
  home.label = tournament ? "result.tournament" : "result.home";
}
export const goHome = (): void => go(home.path);
