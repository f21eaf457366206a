import { useCallback, useEffect, useRef, useState } from 'react'
import { readScale } from './scale-frames'
import { withoutTare } from './scale-tare'
import { findWeight, NEW_WATCH, takeWeight, watchScale } from './scale-watch'
import { askForPort, findPort, readPort, type SerialPort } from './serial-port'
import type { Station } from './useStation'

/** The scale at the serial port: what it shows, and the weight that a parcel takes from it. */
export function useSerialScale({ protocol, baud, unit, decimals, tare_g = 0 }: Station) {
  const [port, setPort] = useState<SerialPort>()
  const [watch, setWatch] = useState(NEW_WATCH)
  const latest = useRef(NEW_WATCH)

  useEffect(() => {
    void findPort().then((known) => known && setPort(known))
  }, [])

  useEffect(() => {
    if (!port) return
    return readPort(port, baud, {
      onReceived(buffer) {
        const reading = withoutTare(readScale(protocol, buffer, { unit, decimals }), tare_g)
        latest.current = watchScale(latest.current, reading, Date.now())
        setWatch(latest.current)
      },
      onLost: () => setPort(undefined),
    })
  }, [port, baud, protocol, unit, decimals, tare_g])

  /** The parcel on the scale gets no weight: the next one needs a weight of its own all the same. */
  const skip = useCallback(() => {
    const { grams } = latest.current.reading
    if (!grams) return
    latest.current = takeWeight(latest.current, grams)
    setWatch(latest.current)
  }, [])

  return {
    skip,
    isConnected: port !== undefined,
    watch,
    connect: async () => {
      const chosen = await askForPort()
      if (chosen) setPort(chosen)
    },
    /** The weight of the parcel on the scale, once: the next parcel needs a weight of its own. */
    take(): number | undefined {
      const found = findWeight(latest.current, Date.now())
      if (!('grams' in found)) return undefined
      latest.current = takeWeight(latest.current, found.grams)
      setWatch(latest.current)
      return found.grams
    },
  }
}

export type SerialScale = ReturnType<typeof useSerialScale>
