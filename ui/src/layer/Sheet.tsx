import { Suspense, type ReactNode } from 'react'
import { LazySheetPanel } from './panels.ts'
import { useOnceOpen } from '../base/useOnceOpen.ts'

export interface SheetProps {
  open: boolean
  /** Asked to close: dragged down, Escape, the veil, or its button. */
  onClose: () => void
  /** After it has closed and its movement is over: the moment to reset what was in it. */
  onClosed?: () => void
  title: ReactNode
  /** Beside the title: a Badge. */
  trailing?: ReactNode
  children: ReactNode
  /** Stays at the foot while the content scrolls: the main action. */
  footer?: ReactNode
  /** From the foot, from 768 px in the middle; or from the inline end at every width, with all the height. */
  place?: 'centre' | 'side'
  /** Its content is text to read: the keyboard reaches it to scroll. */
  isText?: boolean
  /** As high as the screen allows, its content laid out from top to bottom and to the edges: a frame. */
  tall?: boolean
  /** Work is under way that must not be lost: the veil and dragging do not close it, Escape and the button do. */
  firm?: boolean
}

/** A drawer from the bottom that follows the finger; focus goes in, stays in and comes back. Fetched when first opened. */
export function Sheet(props: SheetProps) {
  if (!useOnceOpen(props.open)) return null
  return (
    <Suspense fallback={null}>
      <LazySheetPanel {...props} />
    </Suspense>
  )
}
