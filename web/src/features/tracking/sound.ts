export type Tone = 'taken' | 'known'

const TONES: Record<Tone, { hertz: number; seconds: number }> = {
  taken: { hertz: 1320, seconds: 0.06 },
  known: { hertz: 220, seconds: 0.22 },
}

const LOUDNESS = 0.08

let audio: AudioContext | undefined

/** High and short for a code that was taken, low and long for one to look at: the eyes can stay on the parcels. */
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
