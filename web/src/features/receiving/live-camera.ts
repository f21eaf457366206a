/** Shows the camera in the element. Answers with what stops it. */
export function showCamera(video: HTMLVideoElement, onRefused: () => void) {
  let stream: MediaStream | undefined
  let stopped = false

  function stop() {
    stopped = true
    for (const track of stream?.getTracks() ?? []) track.stop()
  }

  async function start() {
    try {
      // Enough to read a label; the photo is made smaller before it is sent.
      const size = { width: { ideal: 1920 }, height: { ideal: 1080 } }
      stream = await navigator.mediaDevices.getUserMedia({ video: size })
      if (stopped) return stop()
      video.srcObject = stream
      await video.play()
    } catch {
      if (!stopped) onRefused()
    }
  }

  void start()
  return stop
}

/** The picture that the camera shows now; nothing before its first one. */
export async function takePicture(video: HTMLVideoElement): Promise<File | undefined> {
  if (video.videoWidth === 0) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.92))
  return blob ? new File([blob], 'photo.jpg', { type: 'image/jpeg' }) : undefined
}
