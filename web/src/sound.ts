/** Wood, paper, pen, one bell: short sounds made by code. Silent unless switched on. */
import { settings } from "./settings.svelte";

export type Sound =
  | "card"
  | "step"
  | "coin"
  | "paper"
  | "pen"
  | "bell"
  | "gate"
  | "talk"
  | "low"
  | "map"
  | "trophy"
  | "fanfare";
let context: AudioContext | null = null;
let lastStep = 0;
let pitch = 0;

function tone(
  ctx: AudioContext,
  type: OscillatorType,
  from: number,
  to: number,
  length: number,
  volume: number,
  at = 0,
): void {
  const o = ctx.createOscillator(),
    g = ctx.createGain(),
    t = ctx.currentTime + at;
  o.type = type;
  o.frequency.setValueAtTime(from, t);
  o.frequency.exponentialRampToValueAtTime(to, t + length);
  g.gain.setValueAtTime(volume, t);
  g.gain.exponentialRampToValueAtTime(0.0001, t + length);
  o.connect(g).connect(ctx.destination);
  o.start(t);
  o.stop(t + length);
}

function rustle(ctx: AudioContext, length: number, volume: number, frequency: number): void {
  const buffer = ctx.createBuffer(1, Math.ceil(ctx.sampleRate * length), ctx.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = ctx.createBufferSource(),
    filter = ctx.createBiquadFilter(),
    g = ctx.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  g.gain.value = volume;
  source.connect(filter).connect(g).connect(ctx.destination);
  source.start();
}

export function play(sound: Sound, volume = 1): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  const ctx = context,
    v = 0.14 * volume;
  switch (sound) {
    case "card":
      rustle(ctx, 0.09, v * 1.6, 2600);
      break;
    case "paper":
      rustle(ctx, 0.2, v * 1.6, 1500);
      break;
    case "pen":
      for (const [k, at] of [0, 70, 140].entries())
        setTimeout(() => rustle(ctx, 0.06, v * 1.3, 3400 + 300 * k), at);
      break;
    case "coin":
      tone(ctx, "triangle", 1900, 1500, 0.16, v);
      tone(ctx, "sine", 2900, 2500, 0.2, v * 0.6, 0.04);
      break;
    case "gate":
      tone(ctx, "square", 150, 60, 0.18, v * 0.8);
      rustle(ctx, 0.22, v * 2, 500);
      break;
    case "talk":
      tone(ctx, "sine", 620, 600, 0.09, v * 0.9);
      tone(ctx, "sine", 820, 800, 0.12, v * 0.9, 0.09);
      break;
    case "low":
      tone(ctx, "triangle", 440, 430, 0.12, v);
      tone(ctx, "triangle", 440, 430, 0.12, v, 0.18);
      break;
    case "fanfare":
      for (const [k, pitch] of [523, 659, 784, 1047].entries())
        tone(ctx, "triangle", pitch, pitch, 0.26, v * 0.8, 0.07 * k);
      break;
    case "map":
      rustle(ctx, 0.18, v * 1.4, 1800);
      for (const [k, pitch] of [587, 880].entries())
        tone(ctx, "sine", pitch, pitch, 0.22, v * 0.9, 0.1 + 0.09 * k);
      break;
    case "trophy":
      for (const [k, pitch] of [784, 988, 1175].entries())
        tone(ctx, "triangle", pitch, pitch, 0.24, v * 0.8, 0.06 * k);
      break;
    case "bell":
      tone(ctx, "sine", 880, 870, 0.28, v * 1.4);
      tone(ctx, "sine", 1760, 1740, 0.2, v * 0.5);
      break;
    case "step": {
      // pitch rises along a path
      pitch = performance.now() - lastStep < 700 ? Math.min(pitch + 1, 8) : 0;
      lastStep = performance.now();
      tone(ctx, "triangle", 240 * 1.09 ** pitch, 120, 0.07, v * 1.4);
    }
  }
}
