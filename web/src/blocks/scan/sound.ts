export type Tone = 'taken' | 'known' | 'unknown'

const TONES: Record<Tone, { hertz: number; seconds: number }> = {
  taken: { hertz: 1320, seconds: 0.06 },
  known: { hertz: 440, seconds: 0.16 },
  unknown: { hertz: 180, seconds: 0.5 },
}

const LOUDNESS = 0.08

let audio: AudioContext | undefined

/**
 * High and short for a record that was found, lower for a code that was scanned already, deep and long for one that
 * nobody knows: the eyes can stay on the parcels.
 */
export function beep(tone: Tone) {
  try {
    audio ??= new AudioContext()
    const { hertz, seconds } = TONES[tone]
    const volume = new GainNode(audio, { gain: LOUDNESS })
    const note = new OscillatorNode(audio, { frequency: hertz, type: 'square' })
    note.connect(volume).connect(audio.destination)
    note.start()
    note.stop(audio.currentTime + seconds)
  } catch {
    // A device without sound; the screen tells the same.
  }
}
