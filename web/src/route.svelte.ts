/**
 * Where in the house one is: the part of the address after #, so that any path of the server can serve the
 * page.
 */
function read(): { path: string[]; query: URLSearchParams } {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  return {
    path: (path ?? "").split("/").filter(Boolean).map(decodeURIComponent),
    query: new URLSearchParams(query ?? ""),
  };
}
export const here = $state(read());
addEventListener("hashchange", () => {
  Object.assign(here, read());
  scrollTo(0, 0);
});

export function go(path: string): void {
  location.hash = `#/${path}`;
}
export const linkTo = (path: string): string => `#/${path}`;
/** The whole address of a room, for friends. */
export const roomAddress = (code: string): string => new URL(`#/r/${code}`, document.baseURI).href;
