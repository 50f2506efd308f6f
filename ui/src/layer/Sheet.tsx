import { Suspense, type ReactNode } from 'react'
import { LazySheetPanel } from './panels.ts'
import { useLayer } from './layers.ts'
import { useOnceOpen } from '../base/useOnceOpen.ts'

export interface SheetProps {
  open: boolean
  /** The user wants to close it: by dragging down, Escape, the backdrop, or its button. */
  onClose: () => void
  /** Called after the closing animation: the moment to reset the content. */
  onClosed?: () => void
  title: ReactNode
  /** Beside the title: a Badge. */
  trailing?: ReactNode
  children: ReactNode
  /** Stays at the bottom while the content scrolls: the main action. */
  footer?: ReactNode
  /**
   * Opens from the bottom, or in the middle from 768 px; `side` opens from the inline end at every width, with full
   * height.
   */
  place?: 'centre' | 'side'
  /** The content is text to read: it takes keyboard focus so that keys scroll it. */
  isText?: boolean
  /** As high as the screen allows; the content fills it to the edges, like a frame. */
  tall?: boolean
  /** Unfinished input must not be lost: the backdrop and dragging do not close the sheet; Escape and the button do. */
  firm?: boolean
}

/** A bottom drawer that follows the finger. The focus moves in, stays inside and returns. Loaded when first opened. */
export function Sheet(props: SheetProps) {
  useLayer(props.open, props.onClose)
  if (!useOnceOpen(props.open)) return null
  return (
    <Suspense fallback={null}>
      <LazySheetPanel {...props} />
    </Suspense>
  )
}
