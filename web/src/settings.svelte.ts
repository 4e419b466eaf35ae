/** What a person chose on this device. Kept in the browser, never sent. */
export type Theme = "auto" | "light" | "dark";
export type Speed = "slow" | "normal" | "fast" | "off";
export type Language = "en" | "pt" | "it" | "fr";
export const LANGUAGES: { id: Language; name: string }[] = [
  { id: "en", name: "English" },
  { id: "pt", name: "Português" },
  { id: "it", name: "Italiano" },
  { id: "fr", name: "Français" },
];
export interface Settings {
  language: Language | null;
  theme: Theme;
  speed: Speed;
  sound: boolean;
  /** Whether sound was offered. */
  soundAsked: boolean;
  /** The talk of the table is not shown. */
  mute: boolean;
  name: string;
  level: string;
  /** Asks before a costly turn is sealed. */
  coach: boolean;
}

const KEY = "expedition.settings";
const DEFAULTS: Settings = {
  language: null,
  theme: "auto",
  speed: "normal",
  sound: false,
  soundAsked: false,
  mute: false,
  name: "",
  level: "guide",
  coach: false,
};

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings: Settings = $state({ ...DEFAULTS, ...kept() });

export function change(part: Partial<Settings>): void {
  Object.assign(settings, part);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // storage is off: the choice lasts until the page closes
  }
  if (part.theme) applyTheme();
}

export function isDark(): boolean {
  return (
    settings.theme === "dark" ||
    (settings.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches)
  );
}

export function applyTheme(): void {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
}

/** Milliseconds of one step of a walk. */
export function stepTime(): number {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return { slow: 440, normal: 220, fast: 110, off: 0 }[settings.speed];
}
