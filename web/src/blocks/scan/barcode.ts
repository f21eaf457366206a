import { showCamera } from './live-camera'

/**
 * The Barcode Detection API, as far as we use it: browsers have it on phones, most desktops not, and TypeScript does not
 * know it.
 */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type WithDetector = { BarcodeDetector?: new () => Detector }

export const canReadBarcodes = () =>
  'BarcodeDetector' in window && navigator.mediaDevices?.getUserMedia !== undefined

/** Several looks in a second; a hand does not hold still for longer. */
const LOOK_MS = 150

/** A label stays before the camera for a while: it is read once. */
const SAME_AGAIN_MS = 3000

type Handlers = {
  onCode(code: string): void
  /** There is no camera, or the user does not allow it. */
  onRefused(): void
}

/** Shows the camera in the element and reads codes until it is stopped. Answers with what stops it. */
export function barcodeReader(video: HTMLVideoElement, { onCode, onRefused }: Handlers) {
  const { BarcodeDetector } = window as WithDetector
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let last = { code: '', at: 0 }

  function read(code: string) {
    if (code === last.code && Date.now() - last.at < SAME_AGAIN_MS) {
      last.at = Date.now()
      return
    }
    last = { code, at: Date.now() }
    onCode(code)
  }

  async function look(detector: Detector) {
    // A frame that is not there yet, or cannot be read, is followed by another.
    const [seen] = await detector.detect(video).catch(() => [])
    if (stopped) return
    if (seen?.rawValue) read(seen.rawValue)
    timer = setTimeout(() => void look(detector), LOOK_MS)
  }

  if (!BarcodeDetector) {
    onRefused()
    return () => undefined
  }
  const hide = showCamera(
    video,
    { facingMode: 'environment' },
    { onShown: () => void look(new BarcodeDetector()), onRefused },
  )
  return () => {
    stopped = true
    clearTimeout(timer)
    hide()
  }
}
