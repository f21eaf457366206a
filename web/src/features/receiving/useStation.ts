import { useLocalStorage } from '@mantine/hooks'
import { type ScaleProtocol, USUAL_SETTINGS, type WeightUnit } from './scale-frames'

/** What this browser knows of its place in the warehouse. */
export type Station = {
  name: string
  warehouse_id: string | null
  protocol: ScaleProtocol
  baud: number
  unit: WeightUnit
  decimals: number
  /** Weight of the tray on the scale, in grams. */
  tare_g?: number
  /** The day by which the scale is to be calibrated; the typed text while it is not a day. */
  calibration_due?: string
  /** The camera of this computer stands above the table. */
  camera?: boolean
}

export const BAUD_RATES = [1200, 2400, 4800, 9600, 19200, 38400, 115200]

const NEW_STATION: Station = {
  name: '',
  warehouse_id: null,
  protocol: 'toledo_prt',
  baud: 9600,
  ...USUAL_SETTINGS,
}

export function useStation() {
  const [station, setStation] = useLocalStorage<Station>({
    key: 'remessa-station',
    defaultValue: NEW_STATION,
    getInitialValueInEffect: false,
  })
  return { station, change: (part: Partial<Station>) => setStation({ ...station, ...part }) }
}
