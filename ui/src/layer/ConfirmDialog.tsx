import { Suspense, type ReactNode } from 'react'
import type { ButtonTone } from '../form/Button.tsx'
import { LazyConfirmPanel } from './panels.ts'
import { useLayer } from './layers.ts'
import { useOnceOpen } from '../base/useOnceOpen.ts'

export interface ConfirmDialogProps {
  open: boolean
  title: ReactNode
  children?: ReactNode
  yesLabel: string
  noLabel: string
  /** Gets the press: its time tells what was on screen. */
  onYes: (press: Pick<Event, 'timeStamp'>) => void
  /** No, or Escape. Pressing the backdrop does not answer. */
  onNo: () => void
  tone?: ButtonTone
  /** The answer is being carried out: Yes shows as busy, No is disabled. */
  busy?: boolean
}

/** A yes/no question. Starts on No; the focus returns to where it was. Loaded when first opened. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  useLayer(props.open, () => !props.busy && props.onNo())
  if (!useOnceOpen(props.open)) return null
  return (
    <Suspense fallback={null}>
      <LazyConfirmPanel {...props} />
    </Suspense>
  )
}
