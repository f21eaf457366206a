import { useEffect, useState } from 'react'

/** Changes when a typeface has arrived: widths measured before it are to be measured again. */
export function useTypeface() {
  const [arrivals, setArrivals] = useState(0)
  useEffect(() => {
    const arrive = () => setArrivals((count) => count + 1)
    document.fonts.addEventListener('loadingdone', arrive)
    return () => document.fonts.removeEventListener('loadingdone', arrive)
  }, [])
  return arrivals
}
