import { useLocalStorage } from '@mantine/hooks'
import { buzz } from './buzz'
import { beep, type Tone } from './sound'

/** The sounds of a scan, and whether this browser makes them. A device that can shake does so without them, too. */
export function useSound() {
  const [on, setOn] = useLocalStorage({ key: 'remessa-scan-sound', defaultValue: true })
  return {
    on,
    toggle: () => setOn(!on),
    play: (tone: Tone) => {
      if (on) beep(tone)
      buzz(tone)
    },
  }
}
