// Sounds made on the spot: wood for men, a bell for turns.

import { store, stored } from "./stored";

export type Sound = "move" | "take" | "turn" | "check" | "end" | "low" | "offer" | "talk";

let context: AudioContext | null = null;
let volume = clamp(Number(stored("volume", "0.5")));

/** Returns the volume, 0 (off) to 1. */
export function volumeNow(): number {
  return volume;
}

/** Sets and keeps the volume, 0 (off) to 1. */
export function setVolume(value: number): void {
  volume = clamp(value);
  store("volume", String(volume));
}

function clamp(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0.5;
}

/** Plays a sound, if there is to be any. Before the first touch or key browsers keep silent; so be it. */
export function play(sound: Sound): void {
  if (volume === 0) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const now = context.currentTime + 0.01;
  switch (sound) {
    case "move":
      knock(context, now, 210);
      break;
    case "take":
      knock(context, now, 250);
      knock(context, now + 0.07, 170);
      break;
    case "turn":
      bell(context, now, 660);
      break;
    case "check":
      bell(context, now, 880);
      bell(context, now + 0.12, 830);
      break;
    case "end":
      bell(context, now, 520);
      bell(context, now + 0.18, 390);
      break;
    case "low":
      for (const n of [0, 1, 2]) knock(context, now + n * 0.14, 420);
      break;
    case "offer":
      bell(context, now, 590);
      bell(context, now + 0.14, 740);
      break;
    case "talk":
      knock(context, now, 520);
      break;
  }
}

/** A man set down on wood: a short low tone with a click of noise on it. */
function knock(audio: AudioContext, at: number, pitch: number): void {
  const body = audio.createOscillator();
  body.type = "sine";
  body.frequency.setValueAtTime(pitch * 1.6, at);
  body.frequency.exponentialRampToValueAtTime(pitch, at + 0.04);
  body.connect(envelope(audio, at, 0.5, 0.09));
  body.start(at);
  body.stop(at + 0.12);

  const noise = audio.createBufferSource();
  noise.buffer = clickNoise(audio);
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch * 7;
  filter.Q.value = 1.2;
  noise.connect(filter).connect(envelope(audio, at, 0.35, 0.03));
  noise.start(at);
}

/** A small bell: a tone and two overtones that are not its multiples, dying away. */
function bell(audio: AudioContext, at: number, pitch: number): void {
  for (const [ratio, loudness, length] of [[1, 0.22, 0.9], [2.76, 0.08, 0.5], [5.4, 0.03, 0.25]] as const) {
    const tone = audio.createOscillator();
    tone.frequency.value = pitch * ratio;
    tone.connect(envelope(audio, at, loudness, length));
    tone.start(at);
    tone.stop(at + length + 0.05);
  }
}

function envelope(audio: AudioContext, at: number, loudness: number, length: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loudness * volume, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}

let noiseBuffer: AudioBuffer | null = null;

function clickNoise(audio: AudioContext): AudioBuffer {
  if (noiseBuffer) return noiseBuffer;
  noiseBuffer = audio.createBuffer(1, Math.round(audio.sampleRate * 0.04), audio.sampleRate);
  const samples = noiseBuffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return noiseBuffer;
}
