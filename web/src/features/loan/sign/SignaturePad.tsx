import { useEffect, useRef, type PointerEvent } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { isBlank, PAD, placeOn, type Drawing, type DrawingChange } from './drawing.ts'
import { paint } from './paint.ts'

interface SignaturePadProps {
  drawing: Drawing
  onChange: (change: DrawingChange) => void
  disabled: boolean
}

/** Light paper in both themes, to sign with a finger, a pen or a mouse. */
export function SignaturePad({ drawing, onChange, disabled }: SignaturePadProps) {
  const { t } = useTranslation('loans')
  const canvas = useRef<HTMLCanvasElement>(null)
  /** The pointer that draws; a second one, such as the palm, is ignored. */
  const active = useRef<number | null>(null)

  useEffect(() => {
    if (canvas.current) paint(canvas.current, drawing)
  }, [drawing])

  function begin(event: PointerEvent<HTMLCanvasElement>) {
    if (disabled || active.current !== null || event.button !== 0) return
    event.preventDefault()
    active.current = event.pointerId
    event.currentTarget.setPointerCapture(event.pointerId)
    onChange({ kind: 'begin', at: placeOn(event.currentTarget.getBoundingClientRect(), event) })
  }

  function move(event: PointerEvent<HTMLCanvasElement>) {
    if (event.pointerId !== active.current) return
    const box = event.currentTarget.getBoundingClientRect()
    const all = event.nativeEvent.getCoalescedEvents?.() ?? []
    const through = (all.length > 0 ? all : [event.nativeEvent]).map((one) => placeOn(box, one))
    onChange({ kind: 'move', through })
  }

  function end(event: PointerEvent<HTMLCanvasElement>) {
    if (event.pointerId === active.current) active.current = null
  }

  return (
    <div className="mx-auto aspect-[2/1] w-full max-w-[max(17rem,calc((100dvh-11.5rem)*2))] min-w-0">
      <canvas
        ref={canvas}
        role="img"
        aria-label={isBlank(drawing) ? t('sign.padEmpty') : t('sign.padDrawn')}
        width={PAD.width * 2}
        height={PAD.height * 2}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
        onLostPointerCapture={end}
        className="size-full touch-none rounded-3 border border-edge bg-paper select-none"
      />
    </div>
  )
}
