import { Button, Input } from '@mantine/core'
import { type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './SignatureField.module.css'

const WIDTH = 900
const HEIGHT = 300
const INK = 4
/** The picture is read on white, also where pages are dark. */
const PAPER = 'white'

type SignatureFieldProps = { onSignature(signature: File | null): void; error?: string | undefined }

/** A signature, drawn with a finger or a pen. Who cannot draw says why there is none. */
export function SignatureField({ onSignature, error }: SignatureFieldProps) {
  const { t } = useTranslation('field')
  const canvas = useRef<HTMLCanvasElement>(null)
  const [hasInk, setHasInk] = useState(false)

  function begin(event: PointerEvent<HTMLCanvasElement>) {
    const pen = event.currentTarget.getContext('2d')
    if (!pen) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const { x, y } = placeOf(event)
    if (!hasInk) {
      pen.fillStyle = PAPER
      pen.fillRect(0, 0, WIDTH, HEIGHT)
    }
    pen.lineWidth = INK
    pen.lineCap = 'round'
    pen.lineJoin = 'round'
    pen.beginPath()
    pen.moveTo(x, y)
    // A tap leaves a dot.
    pen.lineTo(x, y)
    pen.stroke()
  }

  function draw(event: PointerEvent<HTMLCanvasElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const pen = event.currentTarget.getContext('2d')
    const { x, y } = placeOf(event)
    pen?.lineTo(x, y)
    pen?.stroke()
  }

  function end(event: PointerEvent<HTMLCanvasElement>) {
    setHasInk(true)
    event.currentTarget.toBlob((blob) => {
      if (blob) onSignature(new File([blob], 'signature.png', { type: 'image/png' }))
    }, 'image/png')
  }

  function clear() {
    canvas.current?.getContext('2d')?.clearRect(0, 0, WIDTH, HEIGHT)
    setHasInk(false)
    onSignature(null)
  }

  return (
    <Input.Wrapper
      label={t('signature')}
      description={t('signatureText')}
      error={error}
      errorProps={{ role: 'alert' }}
      labelElement="div"
    >
      <canvas
        ref={canvas}
        className={classes.signature}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={hasInk ? t('signed') : t('signature')}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      />
      {/* Always there: what stands below it would move under the thumb. */}
      <Button variant="default" size="compact-sm" mt={4} disabled={!hasInk} onClick={clear}>
        {t('clear')}
      </Button>
    </Input.Wrapper>
  )
}

/** The place of a pointer in the pixels of the canvas. */
function placeOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>) {
  const box = currentTarget.getBoundingClientRect()
  return { x: ((clientX - box.left) * WIDTH) / box.width, y: ((clientY - box.top) * HEIGHT) / box.height }
}
