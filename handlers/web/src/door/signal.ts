// Sound and vibration of a verdict: made here, not loaded. A browser lets a page sound only
// after the first tap.
import type { Family } from './verdict'

export type Signals = 'both' | 'sound' | 'vibration' | 'none'

const tones: Record<Family, { hertz: number[]; ms: number; pause: number }> = {
  ok: { hertz: [660, 990], ms: 90, pause: 20 },
  ask: { hertz: [520, 520, 520], ms: 60, pause: 60 },
  stop: { hertz: [180, 180], ms: 220, pause: 90 },
}
const buzzes: Record<Family, number[]> = { ok: [70], ask: [60, 80, 60, 80, 60], stop: [250, 90, 250] }

let audio: AudioContext | undefined

// unlock is called in a tap.
export function unlock(): void {
  try {
    audio ??= new AudioContext()
    void audio.resume()
  } catch {
    audio = undefined // a machine without sound
  }
}

export function signal(family: Family, how: Signals): void {
  if (how === 'both' || how === 'vibration') navigator.vibrate?.(buzzes[family])
  if (how === 'both' || how === 'sound') sound(family)
}

function sound(family: Family): void {
  if (!audio) return
  const { hertz, ms, pause } = tones[family]
  let at = audio.currentTime
  for (const f of hertz) {
    const tone = audio.createOscillator(), volume = audio.createGain()
    tone.type = family === 'stop' ? 'square' : 'sine'
    tone.frequency.value = f
    volume.gain.setValueAtTime(0.0001, at)
    volume.gain.exponentialRampToValueAtTime(0.4, at + 0.01)
    volume.gain.exponentialRampToValueAtTime(0.0001, at + ms / 1000)
    tone.connect(volume).connect(audio.destination)
    tone.start(at)
    tone.stop(at + ms / 1000)
    at += (ms + pause) / 1000
  }
}
