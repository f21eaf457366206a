type Handlers = {
  /** The first picture is there. */
  onShown?(): void
  /** There is no camera, or the user does not allow it. */
  onRefused(): void
}

/** Shows the camera in the element. Answers with what stops it. */
export function showCamera(
  video: HTMLVideoElement,
  wanted: MediaTrackConstraints,
  { onShown, onRefused }: Handlers,
) {
  let stream: MediaStream | undefined
  let stopped = false

  function stop() {
    stopped = true
    for (const track of stream?.getTracks() ?? []) track.stop()
  }

  async function start() {
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: wanted })
      if (stopped) return stop()
      video.srcObject = stream
      await video.play()
      if (!stopped) onShown?.()
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
