/** Messages to this browser, also while the page is closed. */
import { language } from "../i18n.svelte";
import { journey, type Reach } from "./api";

export const canPush = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const KEY = "expedition.asked";
/** Whether one may still be asked: the browser can, nobody has answered it, and we have not asked before. */
export const mayAsk = (): boolean =>
  canPush() && Notification.permission === "default" && localStorage.getItem(KEY) === null;
export const hasBeenAsked = (): void => localStorage.setItem(KEY, "1");

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

export const here = (): { lang: string; zone: string } => ({
  lang: language(),
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
});

/** Asks the browser, then tells the server where to reach it. "denied" where the person says no. */
export async function pushHere(): Promise<Reach | "denied"> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const worker = await navigator.serviceWorker.ready;
  const reach = await journey.changeReach(here());
  const known = await worker.pushManager.getSubscription();
  const subscription =
    known ??
    (await worker.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytes(reach.push_key),
    }));
  const { endpoint, keys } = subscription.toJSON();
  return journey.subscribe({ endpoint, keys: { p256dh: keys!["p256dh"], auth: keys!["auth"] } });
}

export async function noPushHere(): Promise<Reach | null> {
  const worker = await navigator.serviceWorker.ready;
  const known = await worker.pushManager.getSubscription();
  if (!known) return null;
  await known.unsubscribe();
  return journey.unsubscribe(known.endpoint);
}
